// SPDX-License-Identifier: MIT
//
// Ways at random: one turn, all equally likely, without a list of all.
//
// What may come first is offered as sets. A cell drawn uniformly from all of them is a uniform turn if
// every cell stands for one turn, or for a known number of them (promotions). If the turn then fails a
// test it is left out and another is drawn: what remains is still uniform over the legal turns. Jumps
// that can go on, and whatever else is not one choice, are listed beside the sets.
//
// Where turns are all pairs of two choices (move a piece, then shoot) a first one drawn uniformly is kept
// with a chance in proportion to the number of second ones it leaves: the second is drawn from as many as
// there can be at most, and if it is not among those there are, both are drawn again. Where first choices
// are few it is quicker to count what each leaves.
//
// Where a cell stands for several turns, but it takes a look to know how many, it is drawn with a number, and both are
// drawn again if there are not so many (ways_several.c, ways_load.c).
//
// Where a move is one choice, it is made, and whether the rest of the turn can follow is asked.
#include "lang/ir/pass.h"
#include "lang/plan/ways_build.h"

static void put_with(way_builder *b, way_op op, uint32_t a, uint32_t second, uint32_t c) {
    way_put(b, op, a, c);
    if (!b->failed) {
        b->ways->x[b->ways->count - 1].b = second;
    }
}

// --- What can be drawn ---------------------------------------------------------------------------

static int is_turn(const program *p, int node) {
    return p->fact.turn[node].turn != 0;
}

static int is_hop(const program *p, int node) {
    return p->choice[p->node[node].choice].kind <= CH_TAKE && plan_is_hop(p, node);
}

// One choice a move: plain ones, whose moves no other choice lists.
static int draws_choice(const program *p, int node) {
    const ir_node *n = &p->node[node];
    return n->kind == N_CHOICE && !n->within && plan_is_unique(p, node) &&
           way_count_offers(p, n->code) >= 0;
}

static int is_pair(const program *p, int node, uint32_t bound) {
    const ir_node *n = &p->node[node];
    return p->fact.weight[node].pair == bound && p->fact.turn[node].bind == BOARD_NONE &&
           p->choice[n->choice].kind <= CH_TAKE && is_turn(p, n->next) &&
           way_count_offers(p, n->code) >= 0 && way_count_offers(p, p->node[n->next].code) == 1;
}

// How many second choices there may be, if all turns are pairs; else 0.
static uint32_t pairs_from(const program *p, int start) {
    way_firsts f = {.count = 0};
    way_find_firsts(p, start, &f);
    const uint32_t bound = f.count ? p->fact.weight[f.node[0]].pair : 0;
    int all = bound && pass_on(p, PASS_pairs);
    for (int i = 0; all && i < f.count; i++) {
        all = is_pair(p, f.node[i], bound);
    }
    return all ? bound : 0;
}

// A cell of it stands for several turns, and they are drawn by number.
static int is_numbered(const way_builder *b, int node) {
    return b->ways->several[node] || b->ways->load.most[node];
}

static int draws_turns(const way_builder *b, int start) {
    const program *p = b->p;
    way_firsts f = {.count = 0};
    int lots = 0;
    way_find_firsts(p, start, &f);
    for (int i = 0; i < f.count; i++) {
        lots += is_turn(p, f.node[i]) || is_hop(p, f.node[i]) || is_numbered(b, f.node[i]);
    }
    return plan_joined(p, start) && (lots || pairs_from(p, start));
}

int way_draws(const way_builder *b, int node) {
    const program *p = b->p;
    if (p->fact.overlaps || !pass_on(p, PASS_draw)) {
        return 0;
    }
    return p->split ? draws_choice(p, node) || way_draws_firsts(p, node) : draws_turns(b, node);
}

// --- Functions -----------------------------------------------------------------------------------

static void write_pairs(way_builder *b, int start, const way_firsts *f) {
    for (int i = 0; i < f->count; i++) {
        (void)way_need(b, WAYS_TRY, WAYS_DRAW, f->node[i]);
        (void)way_need(b, WAYS_TURN, WAYS_DRAW, b->p->node[f->node[i]].next);
    }
    put_with(b, WAY_PAIRS, plan_joined(b->p, start), pairs_from(b->p, start), 0);
}

void way_write_draw(way_builder *b, int node) {
    const program *p = b->p;
    way_firsts f = {.count = 0};
    way_place laden = {0};
    if (p->split && !draws_choice(p, node)) {
        way_write_draw_firsts(b, node);
        return;
    }
    if (p->split) {
        (void)way_need(b, WAYS_TURN, WAYS_DRAW, node);
        way_put(b, WAY_DRAW, p->node[node].code, (uint32_t)node);
        return;
    }
    way_find_firsts(p, node, &f);
    if (pairs_from(p, node)) {
        write_pairs(b, node, &f);
        return;
    }
    int carries = 0;
    for (int i = 0; i < f.count; i++) {
        (void)way_need(b, WAYS_SETS, WAYS_DRAW, f.node[i]);
        carries |= b->ways->load.most[f.node[i]] != NULL;
    }
    if (carries) {
        way_jump(b, WAY_LADEN, 0, 0, &laden);
    }
    const int guard = plan_draw_guard(p, node);
    b->ways->guarded |= guard != 0;
    put_with(b, WAY_DRAW, plan_joined(p, node),
             guard ? way_need(b, WAYS_NODE, WAYS_GUARD, guard) + 1 : 0, 0);
    if (carries) {
        way_here(b, &laden);
        way_put(b, WAY_RET, DRAWN_NOT, 0);
    }
}

void way_write_draw_sets(way_builder *b, int node) {
    const program *p = b->p;
    const int turn = is_turn(p, node);
    if (turn || is_hop(p, node)) {
        (void)way_need(b, WAYS_TURN, WAYS_DRAW, node);
        if (!turn) {
            put_with(b, WAY_HOPS, p->fact.turn[node].hop, way_need(b, WAYS_TRY, WAYS_LIST, node),
                     (uint32_t)node);
        }
        way_put(b, WAY_LOT, 0, (uint32_t)node);
    } else if (is_numbered(b, node)) {
        (void)way_need(b, WAYS_TURN, WAYS_DRAW, node);
        way_put(b, WAY_LOT, 0, (uint32_t)node);
    } else {
        way_put(b, WAY_CELLS, way_need(b, WAYS_TRY, WAYS_LIST, node), (uint32_t)node);
    }
    way_put(b, WAY_RET, 0, 0);
}

static void put_acts(way_builder *b, int node) {
    if (b->p->choice[b->p->node[node].choice].kind != CH_PASS) {
        way_put(b, WAY_ACTS, 0, 0);
    }
}

// One choice a move: can the rest of the turn follow? Then it goes on, or waits.
static void write_choice(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    way_place over = {0}, no = {0};
    if (n->within) { // it counts
        way_put(b, WAY_CHOSE, n->choice, 0);
    }
    way_put(b, WAY_FORK, 0, 0);
    put_acts(b, node);
    way_jump(b, WAY_APPLY, n->apply, (uint32_t)node, &over);
    way_put(b, WAY_CALL, way_need(b, WAYS_NODE, WAYS_EXISTS, n->next), 0);
    way_jump(b, WAY_JNO, 0, 0, &no);
    way_put(b, WAY_KEEP, 0, 0);
    way_put(b, WAY_CALL, way_need(b, WAYS_NODE, WAYS_SETTLE, n->next), 0);
    way_put(b, WAY_RET, DRAWN_MADE, 0);
    way_here(b, &over);
    way_put(b, WAY_KEEP, 0, 0);
    way_put(b, WAY_FINISH, 0, 0);
    way_put(b, WAY_RET, DRAWN_MADE, 0);
    way_here(b, &no);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_RET, DRAWN_NONE, 0);
}

// A cell, and the number of one of the turns it may stand for.
static void write_several(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    way_place over = {0}, join = {0}, no = {0};
    way_put(b, WAY_CHOSE, n->choice, 0);
    way_put(b, WAY_FORK, 0, 0);
    put_acts(b, node);
    way_jump(b, WAY_APPLY, n->apply, (uint32_t)node, &over);
    if (b->ways->load.most[node]) {
        way_put_rest(b, WAYS_PART, n->next);
    } else {
        way_put_several(b, n->next, b->ways->several[node], &no);
    }
    way_jump(b, WAY_JMP, 0, 0, &join);
    way_here(b, &over);
    way_put_end(b, WAYS_NTH, 0);
    way_here(b, &join);
    way_jump(b, WAY_JNO, 0, 0, &no);
    way_put(b, WAY_KEEP, 0, 0);
    way_put(b, WAY_DREW, 0, 0);
    way_put(b, WAY_RET, DRAWN_MADE, 0);
    way_here(b, &no);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_RET, DRAWN_NONE, 0);
}

// A jump that was drawn leads no further, and where nothing follows a choice nothing can be wrong.
void way_write_draw_turn(way_builder *b, int node) {
    const program *p = b->p;
    const int turn = is_turn(p, node);
    const int never_fails = !turn || p->fact.path[node].tail == TAIL_PLAIN;
    way_place no = {0};
    if (p->split) {
        write_choice(b, node);
        return;
    }
    if (is_numbered(b, node)) {
        write_several(b, node);
        return;
    }
    if (!never_fails) {
        way_put(b, WAY_FORK, 0, 0);
    }
    put_acts(b, node);
    way_put(b, WAY_MAKE, turn ? p->fact.turn[node].turn : p->fact.turn[node].last_hop,
            (uint32_t)node);
    if (!never_fails) {
        way_jump(b, WAY_JNO, 0, 0, &no);
        way_put(b, WAY_KEEP, 0, 0);
    }
    way_put(b, WAY_CHOSE, p->node[node].choice, 0);
    if (plan_promotes(p, node)) {
        way_put(b, WAY_BECOMES, 0, (uint32_t)node);
    }
    way_put(b, WAY_DREW, 0, 0);
    way_put(b, WAY_RET, DRAWN_MADE, 0);
    if (!never_fails) {
        way_here(b, &no);
        way_put(b, WAY_BACK, 0, 0);
        way_put(b, WAY_RET, DRAWN_NONE, 0);
    }
}

void way_write_draw_first(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    way_place over = {0};
    way_put(b, WAY_CHOSE, n->choice, 0);
    way_jump(b, WAY_APPLY, n->apply, (uint32_t)node, &over);
    way_put(b, WAY_LOTS, b->p->node[n->next].code, n->next);
    way_here(b, &over);
    way_put(b, WAY_RET, DRAWN_MADE, 0);
}

void way_write_ply(way_builder *b, int node) {
    way_place made = {0};
    const int draws = way_draws(b, node);
    if (draws) {
        way_jump(b, WAY_DRAWN, way_need(b, WAYS_START, WAYS_DRAW, node), 0, &made);
    }
    way_put(b, WAY_LISTED, 0, 0);
    way_put(b, WAY_LEAVE, 0, 0);
    if (draws) {
        way_here(b, &made);
        if (!b->p->split) { // else it has gone on by itself
            way_put(b, WAY_NEXT, 0, 0);
        }
        way_put(b, WAY_RET, DRAWN_MADE, 0);
    }
}
