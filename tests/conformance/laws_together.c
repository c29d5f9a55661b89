// SPDX-License-Identifier: MIT
//
// Laws 13 and 14: several decide at once, in no order, and in secret.
#include "law.h"

#include <string.h>

static tsr_move some_move(law_run *run, int p) {
    return run->spot.moves[p][tsr_rng_below(&run->g, (uint32_t)run->spot.count[p])];
}

static int several_decide(const law_run *run) {
    uint32_t turn = run->spot.turn;
    return turn < 1u << TSR_CHANCE && (turn & (turn - 1)) != 0;
}

// --- Law 13: in no order -----------------------------------------------------

// After `p` has answered `m`, `q` has still the same moves to choose from.
static int still_asked(law_run *run, int p, tsr_move m, int q) {
    const tsr_rules *r = run->r;
    const law_spot *spot = &run->spot;
    law_copy(run, run->scratch[0], spot->state);
    r->g.play(r, run->scratch[0], p, m);
    uint32_t turn = r->g.turn(r, run->scratch[0]);
    if (!LAW_HOLDS(run, turn >> q & 1u, "after %s has answered, %s is no longer asked", law_who(p),
                   law_who(q))) {
        return 0;
    }
    int n = r->g.moves(r, run->scratch[0], q, run->list);
    return LAW_HOLDS(run,
                     n == spot->count[q] &&
                         memcmp(run->list, spot->moves[q], (size_t)n * sizeof *run->list) == 0,
                     "after %s has answered, %s has other moves", law_who(p), law_who(q));
}

// All deciders answer in the order of `seat`.
static int answer_all(law_run *run, const int *seat, const tsr_move *answer, int count, void *s) {
    law_copy(run, s, run->spot.state);
    for (int i = 0; i < count; i++) {
        int code = tsr_play_checked(run->r, s, seat[i], answer[seat[i]], NULL);
        if (!LAW_HOLDS(run, code == 0, "the answer of %s is refused once others have answered",
                       law_who(seat[i]))) {
            return 0;
        }
    }
    return 1;
}

static void any_order(law_run *run) {
    int seat[TSR_MAX_PLAYERS], count = 0;
    tsr_move answer[TSR_MAX_PLAYERS] = {0};
    for (int p = 0; p < run->r->players; p++) {
        if (run->spot.count[p] > 0) {
            seat[count++] = p;
            answer[p] = some_move(run, p);
        }
    }
    for (int i = 0; i < count; i++) {
        if (seat[i] != seat[0] && (!still_asked(run, seat[0], answer[seat[0]], seat[i]) ||
                                   !still_asked(run, seat[i], answer[seat[i]], seat[0]))) {
            return;
        }
    }
    if (!answer_all(run, seat, answer, count, run->scratch[0])) {
        return;
    }
    for (int i = count - 1; i > 0; i--) {
        int k = (int)tsr_rng_below(&run->g, (uint32_t)i + 1);
        int t = seat[i];
        seat[i] = seat[k];
        seat[k] = t;
    }
    if (answer_all(run, seat, answer, count, run->scratch[1])) {
        law_same(run, run->scratch[1], run->scratch[0],
                 "answered in another order (%s first), the position differs", law_who(seat[0]));
    }
}

static void law13_at(law_run *run) {
    for (int i = 0; i < 4 && several_decide(run); i++) {
        any_order(run);
    }
}

const law_hooks law_13 = {.at = law13_at};

// --- Law 14: in secret -------------------------------------------------------

static void law14_at(law_run *run) {
    const tsr_rules *r = run->r;
    if (!several_decide(run) || (run->spot.info.flags & TSR_OPEN_ANSWERS)) {
        return;
    }
    for (int p = 0; p < r->players; p++) {
        for (int q = 0; q < r->players; q++) {
            if (p == q || run->spot.count[p] <= 0 || run->spot.count[q] <= 0) {
                continue;
            }
            for (int i = 0; i < 2; i++) {
                law_copy(run, run->scratch[i], run->spot.state);
                r->g.play(r, run->scratch[i], p, some_move(run, p));
                r->g.view(r, run->scratch[i], q, run->scratch[i]);
            }
            law_same(run, run->scratch[1], run->scratch[0],
                     "%s, who has still to answer, sees what %s answered", law_who(q), law_who(p));
        }
    }
}

const law_hooks law_14 = {.at = law14_at};
