// SPDX-License-Identifier: MIT
//
// Ways through the automaton: choices. They are offered as sets of cells; each is tried on a copy, or,
// where the move is given, only the one that it names.
#include "lang/plan/ways_build.h"

static int is_plain(const program *p, int node) {
    return p->fact.path[node].tail == TAIL_PLAIN;
}

// --- Whatever is offered -------------------------------------------------------------------------

static int reads_last(const program *p, const ir_node *n) {
    return p->past.last_choices >> (n->choice & 63) & 1;
}

// Joined code says whether such a turn is legal, and nobody wants to know more.
static int asks_joined(const way_builder *b, way_mode mode, int node) {
    const program *p = b->p;
    const fact_turn *t = &p->fact.turn[node];
    return (mode == WAYS_EXISTS || mode == WAYS_ONLY) && t->turn && t->bind == BOARD_NONE &&
           !is_plain(p, node) && !p->split && !b->ways->cyclic;
}

static void write_offers(way_builder *b, way_mode mode, int node) {
    const ir_node *n = &b->p->node[node];
    const int plain = is_plain(b->p, node);
    const int skips = (mode == WAYS_ONLY && !reads_last(b->p, n)) ||
                      (mode == WAYS_MEASURE && plain); // there is no mark behind it
    if (skips) {
        way_put(b, WAY_RET, 0, 0);
        return;
    }
    if (plain && (mode == WAYS_EXISTS || mode == WAYS_ONLY)) {
        way_put(b, WAY_ANY, n->code, 0);
    } else if (plain && (mode == WAYS_LIST || (mode == WAYS_FIRST && plan_is_unique(b->p, node)))) {
        way_put(b, WAY_ALL, n->code, (uint32_t)node);
    } else {
        way_put(b, WAY_OFFERS, n->code, (uint32_t)node);
        b->ways->x[b->ways->count - 1].b = way_need(b, WAYS_TRY, mode, node);
    }
    way_put(b, WAY_RET, 0, 0);
}

// The first choice of a turn is a move once, however many ways lead on.
static void put_first(way_builder *b, int node) {
    way_place no = {0};
    way_jump(b, WAY_JNO, 0, 0, &no);
    if (!plan_is_unique(b->p, node)) {
        way_jump(b, WAY_SEEN, 0, 0, &no);
    }
    way_put(b, WAY_EMIT, 0, 0);
    way_put(b, WAY_LEAVE, 0, 0);
    way_here(b, &no);
    way_put(b, WAY_RET, 0, 0);
}

// It was made on a copy, and the answer says whether that led anywhere.
static void put_kept_or_not(way_builder *b) {
    way_place no = {0};
    way_jump(b, WAY_JNO, 0, 0, &no);
    way_put(b, WAY_KEEP, 0, 0);
    way_put(b, WAY_RET, 1, 0);
    way_here(b, &no);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_RET, 0, 0);
}

// Makes the choice of `n` and goes on in mode `then`; the answer is theirs.
static void put_made(way_builder *b, way_mode then, int node) {
    const ir_node *n = &b->p->node[node];
    way_place over = {0}, join = {0};
    if (way_next_seen(b, then, n->next) >= 0 && !ir_may_end_game(b->p, n->apply)) {
        way_put_rest(b, then, n->next);
        return;
    }
    way_jump(b, WAY_APPLY, n->apply, (uint32_t)node, &over);
    way_put_rest(b, then, n->next);
    way_jump(b, WAY_JMP, 0, 0, &join);
    way_here(b, &over);
    way_put_end(b, then, 0);
    way_here(b, &join);
}

// The way that is drawn begins so, or else so many are passed by. What is certain to be kept needs no copy.
static void write_nth(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    const int always = way_always_from(b->p, n->next);
    const int certain = always == 1 || (always && !ir_may_end_game(b->p, n->apply));
    if (certain) {
        way_put(b, WAY_SKIP, (uint32_t)always, 0);
    }
    way_put(b, WAY_CHOSE, n->choice, 0);
    if (!certain) {
        way_put(b, WAY_FORK, 0, 0);
    }
    put_made(b, WAYS_NTH, node);
    if (certain) {
        way_put(b, WAY_LEAVE, 0, 0);
    } else {
        put_kept_or_not(b);
    }
}

// The way that is drawn goes on so, or there is none: whatever came behind now would not be it.
static void write_part(way_builder *b, int node) {
    way_place lost = {0};
    way_put(b, WAY_CHOSE, b->p->node[node].choice, 0);
    put_made(b, WAYS_PART, node);
    way_jump(b, WAY_JNO, 0, 0, &lost);
    way_put(b, WAY_RET, 1, 0);
    way_here(b, &lost);
    way_put(b, WAY_LOST, 0, 0);
    way_put(b, WAY_RET, 0, 0);
}

void way_write_try(way_builder *b, way_mode mode, int node) {
    const int looks_on = mode == WAYS_FIRST || mode == WAYS_ONLY;
    if (mode == WAYS_GUARD) {
        way_write_guard_man(b, node);
        return;
    }
    if (mode == WAYS_DRAW) {
        way_write_draw_first(b, node);
        return;
    }
    if (asks_joined(b, mode, node)) {
        way_put_turns(b, WAYS_EXISTS, node);
        way_put(b, WAY_RET, 0, 0);
        return;
    }
    if (mode == WAYS_NTH) {
        write_nth(b, node);
        return;
    }
    if (mode == WAYS_PART) {
        write_part(b, node);
        return;
    }
    way_put(b, WAY_CHOSE, b->p->node[node].choice, 0);
    if (is_plain(b->p, node) && mode != WAYS_FIND) { // it needs no copy to be right
        way_put_end(b, looks_on ? WAYS_EXISTS : mode, 0);
    } else {
        way_put(b, WAY_FORK, 0, 0);
        put_made(b, looks_on ? WAYS_EXISTS : mode, node);
        if (mode == WAYS_FIND) {
            put_kept_or_not(b);
            return;
        }
        way_put(b, WAY_BACK, 0, 0);
    }
    if (mode == WAYS_FIRST) {
        put_first(b, node);
    } else {
        way_put(b, WAY_LEAVE, 0, 0);
    }
}

// --- The one that is given -----------------------------------------------------------------------

// One choice a move: the turn goes on later.
static void put_pause(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    way_place over = {0}, join = {0};
    way_jump(b, WAY_APPLY, n->apply, (uint32_t)node, &over);
    way_put(b, WAY_PAUSE, n->next, 0);
    way_jump(b, WAY_JMP, 0, 0, &join);
    way_here(b, &over);
    way_put(b, WAY_PAUSE, 0, 0);
    way_here(b, &join);
    way_put(b, WAY_RET, 1, 0);
}

// A move that is known to be legal needs no look at what is offered where the choice is reached by
// alternatives only, and no copy where nothing can go wrong any more or somebody else has one.
static void write_given(way_builder *b, way_mode mode, int node) {
    const program *p = b->p;
    const ir_node *n = &p->node[node];
    const int trusts = mode != WAYS_EXPLAIN && ir_path(p, n)->trust;
    const int chooses_on = ir_path(p, n)->tail == TAIL_CHOICE;
    const int pauses = p->split && (!trusts || chooses_on);
    const int forks = !pauses && !(trusts && !chooses_on) && mode != WAYS_GO_ON;
    way_place no = {0}, refused = {0};
    way_jump(b, WAY_STEP, n->choice, 0, &no);
    if (!trusts) {
        way_jump(b, WAY_OFFERED, n->code, (uint32_t)node, mode == WAYS_EXPLAIN ? &refused : &no);
    }
    if (forks) {
        way_put(b, WAY_FORK, 0, 0);
    }
    way_put(b, WAY_TAKE, 0, 0);
    if (pauses) {
        put_pause(b, node);
    } else {
        put_made(b, mode == WAYS_EXPLAIN ? mode : WAYS_GO_ON, node);
        if (forks) {
            put_kept_or_not(b);
        } else {
            way_put(b, WAY_LEAVE, 0, 0);
        }
    }
    if (mode == WAYS_EXPLAIN) {
        way_here(b, &refused);
        way_put(b, WAY_WHYNOT, 0, (uint32_t)node);
    }
    way_here(b, &no);
    way_put(b, WAY_RET, 0, 0);
}

void way_write_choice(way_builder *b, way_mode mode, int node) {
    if (mode == WAYS_STOP) {
        way_put(b, WAY_RET, 0, 0);
    } else if (mode == WAYS_CHOOSES) {
        way_put(b, WAY_TAIL, way_need(b, WAYS_NODE, WAYS_EXISTS, node), 0);
    } else if (mode == WAYS_FOLLOW || mode == WAYS_GO_ON || mode == WAYS_EXPLAIN) {
        write_given(b, mode, node);
    } else {
        write_offers(b, mode, node);
    }
}
