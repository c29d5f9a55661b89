// SPDX-License-Identifier: MIT
//
// Law 15: within one stamp a player may step back, so nothing may be learned there.
#include "law.h"

#include <string.h>

// The plies of one player under one stamp that end at the present position.
typedef struct stretch {
    void *start; // state at its beginning
    int from;    // its ply
    int who;     // -1 = there is none
    uint32_t stamp;
} stretch;

static stretch *kept(law_run *run) {
    stretch *k = law_keep(run, sizeof *k);
    k->start = k->start ? k->start : law_guarded(run, run->r->state_size);
    return k;
}

static void law15_begin(law_run *run) {
    kept(run)->who = -1;
}

static void law15_at(law_run *run) {
    stretch *k = kept(run);
    const law_spot *spot = &run->spot;
    int who = law_sole(spot->turn);
    int may = who >= 0 && !(spot->info.flags & TSR_INFO_NO_TAKE_BACK);
    if (may && k->who == who && k->stamp == spot->info.stamp) {
        return; // the stretch goes on
    }
    k->who = may ? who : -1;
    k->stamp = spot->info.stamp;
    k->from = spot->ply;
    law_copy(run, k->start, spot->state);
}

static void law15_moved(law_run *run, int who, tsr_move m, const void *after) {
    const tsr_rules *r = run->r;
    uint32_t turn = r->g.turn(r, after);
    tsr_info info;
    (void)m;
    memset(&info, 0, sizeof info);
    r->g.info(r, after, &info);
    if (turn == 0 || ((run->spot.info.flags | info.flags) & TSR_INFO_NO_TAKE_BACK)) {
        return;
    }
    LAW_HOLDS(run, who != TSR_CHANCE || info.stamp != run->spot.info.stamp,
              "chance decided, and the stamp is still %u", info.stamp);
    // When the turn goes to chance, it is enough that chance moves the stamp.
    if (law_sole(run->spot.turn) >= 0 && turn != 1u << TSR_CHANCE) {
        LAW_HOLDS(run, turn == run->spot.turn || info.stamp != run->spot.info.stamp,
                  "the turn passes from 0x%x to 0x%x, and the stamp is still %u",
                  (unsigned)run->spot.turn, (unsigned)turn, info.stamp);
    }
}

// From any truth that fits what the player saw at the beginning, the same moves
// lead to what the player sees now. Else something was shown on the way, and
// stepping back would be peeking.
static void law15_deep(law_run *run) {
    const tsr_rules *r = run->r;
    const stretch *k = kept(run);
    if (k->who < 0 || k->from == run->spot.ply || !(r->g.flags & TSR_HAS_HIDDEN)) {
        return;
    }
    void *view = run->scratch[0], *s = run->scratch[1];
    r->g.view(r, k->start, k->who, view);
    for (int i = 0; i < 4; i++) {
        int possible = 1;
        r->g.guess(r, view, k->who, &run->g, s);
        for (int ply = k->from; ply < run->spot.ply && possible; ply++) {
            possible = tsr_play_checked(r, s, run->steps[ply].who, run->steps[ply].move, NULL) == 0;
        }
        if (LAW_HOLDS(run, possible, "within stamp %u, from ply %d on, a move of %s told something",
                      k->stamp, k->from, law_who(k->who))) {
            r->g.view(r, s, k->who, s);
            law_same(run, s, run->spot.view[k->who],
                     "within stamp %u, from ply %d on, %s learned something", k->stamp, k->from,
                     law_who(k->who));
        }
    }
}

const law_hooks law_15 = {
    .begin = law15_begin, .at = law15_at, .deep = law15_deep, .moved = law15_moved};
