// SPDX-License-Identifier: MIT
//
// Laws 2 to 5: turns, limits, lists of moves, and the door that refuses the rest.
#include "law.h"

#include <stdlib.h>
#include <string.h>

// --- Law 2: turns and moves agree --------------------------------------------

static void turn_is_sound(law_run *run) {
    const tsr_rules *r = run->r;
    uint32_t turn = run->spot.turn, players = turn & 0xffu;
    LAW_HOLDS(run, turn <= 1u << TSR_CHANCE, "turn is 0x%x: chance is never asked beside players",
              (unsigned)turn);
    LAW_HOLDS(run, players >> r->players == 0, "turn is 0x%x, but only %d play", (unsigned)turn,
              r->players);
    LAW_HOLDS(run, turn != 1u << TSR_CHANCE || (r->g.flags & TSR_HAS_CHANCE),
              "chance decides, but the game is not flagged TSR_HAS_CHANCE");
    LAW_HOLDS(run, (players & (players - 1)) == 0 || (r->g.flags & TSR_HAS_SIMULTANEOUS),
              "several decide, but the game is not flagged TSR_HAS_SIMULTANEOUS");
}

static void everybody_has_what_they_need(law_run *run) {
    const law_spot *spot = &run->spot;
    const tsr_rules *r = run->r;
    for (int p = 0; p < r->players; p++) {
        if (law_is_decider(run, p)) {
            LAW_HOLDS(run, spot->count[p] > 0, "%s must decide and has no moves", law_who(p));
        } else {
            int n = r->g.moves(r, spot->state, p, run->list);
            LAW_HOLDS(run, n == 0, "%s has %d moves and is not asked", law_who(p), n);
        }
    }
    if (spot->turn == 1u << TSR_CHANCE) {
        LAW_HOLDS(run, spot->outcomes > 0, "chance decides and nothing can be drawn");
    }
}

static void weights_are_sound(law_run *run) {
    const law_spot *spot = &run->spot;
    uint64_t sum = 0;
    for (int i = 0; i < spot->outcomes && i < (int)run->r->max_chance; i++) {
        LAW_HOLDS(run, spot->weight[i] >= 1, "outcome %d has weight 0", i);
        sum += spot->weight[i];
    }
    LAW_HOLDS(run, sum <= UINT32_MAX, "the weights add up to more than 32 bits hold");
}

static void timeout_move_is_legal(law_run *run) {
    const law_spot *spot = &run->spot;
    tsr_move m = spot->info.timeout_move;
    LAW_HOLDS(run, m || spot->info.ask != TSR_ASK_REACT,
              "a reaction is asked for, but there is no timeout_move");
    for (int p = 0; m && p < run->r->players; p++) {
        if (law_is_decider(run, p)) {
            LAW_HOLDS(run, law_listed(spot->moves[p], spot->count[p], m),
                      "the timeout_move is not legal for %s", law_who(p));
        }
    }
}

static void info_is_sound(law_run *run) {
    const law_spot *spot = &run->spot;
    const tsr_rules *r = run->r;
    tsr_info clean, dirty;
    memset(&clean, 0x00, sizeof clean);
    memset(&dirty, 0xaa, sizeof dirty);
    r->g.info(r, spot->state, &clean);
    r->g.info(r, spot->state, &dirty);
    LAW_HOLDS(run, memcmp(&clean, &dirty, sizeof clean) == 0, "info does not write all its fields");
    int ask = spot->info.ask;
    LAW_HOLDS(run, (spot->turn == 0) == (ask == TSR_ASK_OVER), "info.ask is %d and turn 0x%x", ask,
              (unsigned)spot->turn);
    LAW_HOLDS(run, (spot->turn == 1u << TSR_CHANCE) == (ask == TSR_ASK_CHANCE),
              "info.ask is %d and turn 0x%x", ask, (unsigned)spot->turn);
    LAW_HOLDS(run, ask <= TSR_ASK_CHANCE, "info.ask is %d, which means nothing", ask);
    LAW_HOLDS(run, spot->info.round >= 1, "info.round is 0; rounds count from 1");
    int players_decide = spot->turn && spot->turn != 1u << TSR_CHANCE;
    LAW_HOLDS(run, spot->info.prompt.code || !players_decide, "there is a decision and no prompt");
    if (spot->info.prompt.code) {
        const char *fault = law_line_fault(run, &spot->info.prompt);
        LAW_HOLDS(run, !fault, "the prompt (code %d) %s", spot->info.prompt.code, fault);
    }
}

static void law2_at(law_run *run) {
    turn_is_sound(run);
    everybody_has_what_they_need(run);
    weights_are_sound(run);
    timeout_move_is_legal(run);
    info_is_sound(run);
}

const law_hooks law_2 = {.at = law2_at};

// --- Law 3: limits -----------------------------------------------------------

static void law3_start(law_run *run) {
    const tsr_rules *r = run->r;
    LAW_HOLDS(run, r->state_size % 8 == 0 && r->state_size > 0 && r->state_size <= TSR_MAX_STATE,
              "state_size is %u: it must be a multiple of 8 and at most %d", r->state_size,
              TSR_MAX_STATE);
    LAW_HOLDS(run,
              r->max_moves >= 1 && r->max_moves <= TSR_MAX_MOVES && r->max_chance <= TSR_MAX_MOVES,
              "max_moves is %u and max_chance %u: at most %d are possible", r->max_moves,
              r->max_chance, TSR_MAX_MOVES);
    LAW_HOLDS(run, r->max_plies >= 1, "max_plies is 0");
}

static void law3_at(law_run *run) {
    const law_spot *spot = &run->spot;
    for (int p = 0; p < run->r->players; p++) {
        LAW_HOLDS(run, spot->count[p] <= (int)run->r->max_moves, "%s has %d moves, max_moves is %u",
                  law_who(p), spot->count[p], run->r->max_moves);
    }
    LAW_HOLDS(run, spot->outcomes <= (int)run->r->max_chance, "%d outcomes, max_chance is %u",
              spot->outcomes, run->r->max_chance);
}

static void law3_moved(law_run *run, int who, tsr_move m, const void *after) {
    (void)m;
    (void)after;
    LAW_HOLDS(run, law_guards_hold(run), "up to the move of %s, a slot wrote past its memory",
              law_who(who));
}

static void law3_finish(law_run *run) {
    LAW_HOLDS(run, law_guards_hold(run), "a slot wrote past its memory");
}

const law_hooks law_3 = {
    .start = law3_start, .at = law3_at, .moved = law3_moved, .finish = law3_finish};

// --- Law 4: lists ------------------------------------------------------------

static int by_code(const void *a, const void *b) {
    tsr_move x = *(const tsr_move *)a, y = *(const tsr_move *)b;
    return x < y ? -1 : x > y;
}

static void list_is_sound(law_run *run, const char *what, const tsr_move *moves, int count) {
    memcpy(run->list, moves, (size_t)count * sizeof *moves);
    qsort(run->list, (size_t)count, sizeof *run->list, by_code);
    for (int i = 0; i < count; i++) {
        tsr_move m = run->list[i];
        LAW_HOLDS(run, m && !(m & TSR_HIDDEN), "%s has the code 0x%llx: 0 and bit 63 are taken",
                  what, (unsigned long long)m);
        LAW_HOLDS(run, i == 0 || m != run->list[i - 1], "%s has 0x%llx twice", what,
                  (unsigned long long)m);
    }
}

// Listed again, from copies of the state that lie elsewhere.
static void lists_again(law_run *run, int who) {
    const law_spot *spot = &run->spot;
    const tsr_rules *r = run->r;
    int count = spot->count[who];
    size_t size = (size_t)count * sizeof *run->list;
    unsigned char *room = law_keep(run, r->state_size + 64);
    // At most positions one other place must do; closely looked at, all of them.
    int first = run->spot.deep ? 0 : 8 * (int)tsr_rng_below(&run->g, 8);
    for (int shift = first; shift <= (run->spot.deep ? 56 : first); shift += 8) {
        law_copy(run, room + shift, spot->state);
        memset(run->list, 0xaa, size);
        int again = r->g.moves(r, room + shift, who, run->list);
        LAW_HOLDS(run, again == count && memcmp(run->list, spot->moves[who], size) == 0,
                  "listed twice, the moves of %s differ", law_who(who));
    }
    LAW_HOLDS(run, r->more.count(r, spot->state, who) == count, "count says %d, moves %d",
              r->more.count(r, spot->state, who), count);
}

static void chance_again(law_run *run) {
    const law_spot *spot = &run->spot;
    const tsr_rules *r = run->r;
    size_t n = (size_t)spot->outcomes;
    law_copy(run, run->scratch[0], spot->state);
    int again = r->g.chance(r, run->scratch[0], run->list, run->weights);
    LAW_HOLDS(run,
              again == spot->outcomes &&
                  memcmp(run->list, spot->outcome, n * sizeof(tsr_move)) == 0 &&
                  memcmp(run->weights, spot->weight, n * sizeof(uint32_t)) == 0,
              "listed twice, the outcomes differ");
}

static void law4_at(law_run *run) {
    const law_spot *spot = &run->spot;
    for (int p = 0; p < run->r->players; p++) {
        if (spot->count[p] > 0 && spot->count[p] <= (int)run->r->max_moves) {
            list_is_sound(run, "the list of moves", spot->moves[p], spot->count[p]);
            lists_again(run, p);
        }
    }
    if (spot->outcomes > 0 && spot->outcomes <= (int)run->r->max_chance) {
        list_is_sound(run, "the list of outcomes", spot->outcome, spot->outcomes);
        chance_again(run);
    }
}

const law_hooks law_4 = {.at = law4_at};

// --- Law 5: the door ---------------------------------------------------------

// The slot and the checked door agree that `m` is legal, or give a sound reason.
static void door_is_sound(law_run *run, int who, tsr_move m, int legal) {
    const tsr_rules *r = run->r;
    const void *s = run->spot.state;
    tsr_line why;
    memset(&why, 0xaa, sizeof why);
    int code = tsr_why_not(r, s, who, m, &why);
    if (!LAW_HOLDS(run, (code == 0) == legal, "0x%llx of %s is %s, but why_not says %d",
                   (unsigned long long)m, law_who(who), legal ? "listed" : "not listed", code)) {
        return;
    }
    LAW_HOLDS(run, tsr_why_not(r, s, who, m, NULL) == code,
              "why_not of 0x%llx differs when nobody wants the reason", (unsigned long long)m);
    if (law_is_decider(run, who)) {
        LAW_HOLDS(run, (r->g.why_not(r, s, who, m, NULL) == 0) == legal,
                  "0x%llx of %s: the slot and the checked door disagree", (unsigned long long)m,
                  law_who(who));
    }
    if (code) {
        const char *fault =
            why.code == code ? law_line_fault(run, &why) : "is not the code returned";
        LAW_HOLDS(run, !fault, "the reason (code %d) against 0x%llx %s", code,
                  (unsigned long long)m, fault);
        law_copy(run, run->scratch[0], s);
        LAW_HOLDS(run, tsr_play_checked(r, run->scratch[0], who, m, NULL) == code,
                  "0x%llx is refused for another reason when played", (unsigned long long)m);
        law_same(run, run->scratch[0], s, "a refused move changes the state");
    }
}

static void door_of(law_run *run, int who, const tsr_move *moves, int count, int tries) {
    int step = law_stride(count, 48);
    for (int i = law_offset(run, step); i < count; i += step) {
        door_is_sound(run, who, moves[i], 1);
    }
    for (int i = 0; i < tries; i++) {
        tsr_move m = law_wrong_move(run, who);
        door_is_sound(run, who, m, law_listed(moves, count, m));
    }
}

static void law5_deep(law_run *run) {
    const law_spot *spot = &run->spot;
    for (int p = 0; p < run->r->players; p++) {
        if (spot->count[p] > 0 && spot->count[p] <= (int)run->r->max_moves) {
            door_of(run, p, spot->moves[p], spot->count[p], spot->count[p] > 100 ? 24 : 60);
        } else if (!law_is_decider(run, p)) {
            door_is_sound(run, p, run->near[tsr_rng_below(&run->g, LAW_NEAR)], 0);
        }
    }
    if (spot->outcomes > 0 && spot->outcomes <= (int)run->r->max_chance) {
        door_of(run, TSR_CHANCE, spot->outcome, spot->outcomes, 30);
    } else {
        door_is_sound(run, TSR_CHANCE, run->near[tsr_rng_below(&run->g, LAW_NEAR)], 0);
    }
}

const law_hooks law_5 = {.deep = law5_deep};
