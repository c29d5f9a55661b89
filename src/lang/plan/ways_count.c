// SPDX-License-Identifier: MIT
//
// Ways counted: perft without lists of moves.
//
// A tree of positions is walked depth first. Each turn is made on a copy of the position it begins in, straight
// from the sets that are offered; one that the guard of its test vouches for (ways_guard.c) is made without
// the test. Then it ends, and what follows is counted from there. On the last ply turns are counted as lists
// are, or made like all others where that is asked for.
#include "lang/ir/pass.h"
#include "lang/plan/ways_build.h"

// The player whose turns begin with a choice, -1 = several.
static int player_of(const program *p, int node) {
    int found = -1;
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            way_firsts f = {.count = 0};
            way_find_firsts(p, p->phase[ph].start[me], &f);
            if (f.seen[node] && found >= 0 && found != me) {
                return -1;
            }
            found = f.seen[node] ? me : found;
        }
    }
    return found;
}

// Every turn that begins there is one choice of joined code.
static int counts_from(const program *p, int start) {
    way_firsts f = {.count = 0};
    int all = plan_joined(p, start) && !plan_may_say_done(p, start);
    way_find_firsts(p, start, &f);
    for (int i = 0; all && i < f.count; i++) {
        all = p->fact.turn[f.node[i]].turn && player_of(p, f.node[i]) >= 0;
    }
    return all;
}

int way_counts(const program *p) {
    int all = !p->fact.overlaps && !p->roll_count && pass_on(p, PASS_perft);
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; all && me < p->players; me++) {
            all = counts_from(p, p->phase[ph].start[me]);
        }
    }
    return all;
}

// Whether what a choice does is all there is to a turn that its guard vouches for: behind it comes the test,
// or what the piece becomes on some cells.
static int is_whole_when_safe(const program *p, int node) {
    const fact_test *t = &p->fact.test[node];
    const int next = p->node[node].next;
    return p->fact.turn[node].bind == BOARD_NONE && way_is_guarded(p, node) &&
           (next == t->only_test || next == t->moves_looker || plan_promotes(p, node));
}

static void put_safely(way_builder *b, int node, way_place *made) {
    way_place test = {0}, safe = {0};
    if (plan_promotes(b->p, node)) {
        way_jump(b, WAY_JBECOMES, 0, (uint32_t)node, &test);
    }
    way_jump(b, WAY_JSAFE, 0, 0, &safe);
    way_jump(b, WAY_JMP, 0, 0, &test);
    way_here(b, &safe);
    way_jump(b, WAY_APPLY, b->p->node[node].apply, (uint32_t)node, made);
    way_jump(b, WAY_JMP, 0, 0, made);
    way_here(b, &test);
}

void way_write_count_turn(way_builder *b, int node) {
    const program *p = b->p;
    way_place made = {0}, no = {0};
    way_put(b, WAY_FORK, 0, 0);
    if (p->choice[p->node[node].choice].kind != CH_PASS) {
        way_put(b, WAY_ACTS, 0, 0);
    }
    if (is_whole_when_safe(p, node)) {
        put_safely(b, node, &made);
    }
    way_put(b, WAY_MAKE, p->fact.turn[node].turn, (uint32_t)node);
    way_jump(b, WAY_JNO, 0, 0, &no);
    way_here(b, &made);
    way_put(b, WAY_AFTER, (uint32_t)player_of(p, node), 0);
    way_here(b, &no);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_RET, 0, 0);
}
