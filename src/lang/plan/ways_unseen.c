// SPDX-License-Identifier: MIT
//
// What is done to the board where nobody looks at it any more: while ways are only looked at, what comes between the
// last choice and the mark matters as far as numbers that the mark counts. The rest is left out, and with it the choice
// itself: whichever cell it is, the answer is the same.
#include "lang/ir/pass.h"
#include "lang/plan/ways_build.h"

enum { MOST_DEPTH = 24 }; // nodes in a row

static int next_seen(way_builder *b, way_mode mode, int node, int depth);

// Effects: those on numbers are done, others are passed by.
static int seen_of_effects(way_builder *b, way_mode mode, int node, int depth) {
    const ir_node *n = &b->p->node[node];
    const int behind = next_seen(b, mode, n->next, depth);
    if (behind < 0 || ir_may_end_game(b->p, n->code)) {
        return -1;
    }
    return way_is_number_code(b, n->code) ? node : behind;
}

// A question: of numbers, or one after which both ways are the same.
static int seen_of_question(way_builder *b, way_mode mode, int node, int depth) {
    const ir_node *n = &b->p->node[node];
    const int yes = next_seen(b, mode, n->next, depth), no = next_seen(b, mode, n->alt, depth);
    if (yes < 0 || no < 0) {
        return -1;
    }
    return way_is_number_code(b, n->code) ? node : yes == no ? yes : -1;
}

// The node, or the next one that matters; -1 = somebody looks at the board behind it.
static int next_seen(way_builder *b, way_mode mode, int node, int depth) {
    const ir_node *n = &b->p->node[node];
    if (depth > MOST_DEPTH) {
        return -1;
    }
    switch ((node_kind)n->kind) {
    case N_MARK:
        return (!n->code || way_is_number_code(b, n->code)) &&
                       (mode == WAYS_MEASURE || way_asks_nothing(b->p, n->next))
                   ? node
                   : -1;
    case N_DO: return seen_of_effects(b, mode, node, depth + 1);
    case N_WHEN: return seen_of_question(b, mode, node, depth + 1);
    case N_END:
    case N_DEAD:
    case N_TEST:
    case N_OR:
    case N_ELSE:
    case N_FOR:
    case N_LONGEST:
    case N_CHOICE:
    case N_ROLL: return -1;
    }
    return -1;
}

int way_next_seen(way_builder *b, way_mode mode, int node) {
    const program *p = b->p;
    if ((mode != WAYS_MEASURE && mode != WAYS_EXISTS) || !pass_on(p, PASS_unseen) ||
        p->at.joint != BOARD_NONE || !way_knows_numbers(b)) {
        return -1;
    }
    return next_seen(b, mode, node, 0);
}
