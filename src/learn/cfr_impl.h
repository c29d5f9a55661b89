// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_CFR_IMPL_H
#define TSR_LEARN_CFR_IMPL_H

// How the solver's tree lies in memory; cfr_tree.c builds it, cfr.c works on it.

#include "learn/cfr.h"

enum { CFR_END = -1, CFR_DRAW = -2 }; // instead of an information set: the game is over; chance

// Level after level; children of a node stand together in the next one.
typedef struct cfr_node {
    uint32_t child, count;
    uint32_t parent;
    int32_t set;   // whose decision it is, or CFR_END or CFR_DRAW
    uint32_t move; // which of its parent's
    double chance; // of the draws on the way here
    double payoff; // at an end: what the first player gets
} cfr_node;

typedef struct cfr_room {
    uint64_t key; // what the player has seen so far, and who he is
    uint8_t who;
    uint32_t moves;
    uint32_t first; // of its numbers
} cfr_room;

struct cfr {
    const tsr_rules *rules;
    cfr_node *node;
    uint32_t nodes, node_cap;
    uint32_t *level; // first node of each level, and the end
    uint32_t levels, level_cap;
    cfr_room *set;
    uint32_t sets, set_cap;
    unsigned char *view;               // of each set
    tsr_move *move;                    // of all sets, one after another
    double *regret, *sum, *now, *best; // the same
    uint32_t numbers, number_cap;
    double *reach[2], *value; // by node
    uint32_t iterations;
    int score; // payoffs are scores
    // While it is laid out.
    uint32_t *slot; // sets by key; 0 = free
    uint32_t slots;
};

#endif
