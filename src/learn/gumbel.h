// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_GUMBEL_H
#define TSR_LEARN_GUMBEL_H

// A search that asks a network: few simulations, and every one of them counts.
//
// At the root the moves that seem best (up to `width`) are tried equally often, then the better half
// of them, and so on to the last two: sequential halving. Below the root the move is taken whose
// visits lag most behind what it deserves, which is the network's opinion sharpened by the values
// found so far; moves that were not tried count as much as the position itself. For learning, some noise
// (drawn from the Gumbel distribution) is added to the opinions at the root: then what the search finds
// is an improvement of the network's opinion on average, even with fewer simulations than moves.
// (Danihelka, Guez, Schrittwieser and Silver: Policy improvement by planning with Gumbel, 2022.)
//
// A node keeps its position. Ends of games are exact, and where one's gain is the other's loss they
// climb up the tree as proofs. Where chance decides, outcomes are drawn, more of them with every visit, and the tree
// grows below each (gumbel_chance.c). More than two players: each maximises his own value.
//
// A position is looked at when it is first met; its moves are listed when the search comes back, which
// it mostly does not. An edge keeps what is known of the node behind it, so that choosing reads one
// row of memory.
//
// One thread at a time. Everything is reckoned in doubles in a fixed order, so that the same seed and
// the same number of simulations find the same move on every machine.

#include "learn/eyes.h"

enum { GUMBEL_WIDTH = 16, GUMBEL_DEPTH = 512 };

typedef struct gumbel_edge {
    tsr_move move;
    float log_prior, prior;
    float worth;     // of the child, for whoever chooses here; once it has visits
    uint32_t child;  // 0 = not tried yet
    uint32_t visits; // of the child
    uint8_t proven;  // the child is
} gumbel_edge;

typedef enum gumbel_kind { GUMBEL_OPEN = 0, GUMBEL_CHANCE, GUMBEL_OVER } gumbel_kind;

typedef struct gumbel_node {
    uint32_t first, visits;
    uint32_t most;  // visits of an edge
    uint16_t edges; // 0 = not listed yet
    uint8_t who, kind;
    float value; // what the network says, for `who`
    float exact; // proven: utility of player 0
    uint8_t proven;
} gumbel_node;

typedef struct gumbel {
    const tsr_rules *r;
    eyes *e;
    const tsr_alloc *alloc;
    int solves; // ends climb
    void *block;
    size_t block_size;
    gumbel_node *node;
    double *sum; // [node][players] of all results
    unsigned char *state;
    int16_t *second; // [node][h2] what the look has left
    gumbel_edge *edge;
    uint32_t nodes, edges; // in use
    uint32_t node_cap, edge_cap;
    tsr_move *moves;
    float *logit;                // [max_moves] scratch
    double *weight;              // [max_moves] improved policy, scratch
    double *noise;               // [max_moves] of the root
    uint16_t *candidate;         // [max_moves] edges of the root, best first
    void *drawn;                 // scratch
    uint32_t path[GUMBEL_DEPTH]; // nodes from the root on
    uint32_t by[GUMBEL_DEPTH];   // the edge that leads to each
    tsr_rng g;                   // for draws
    uint32_t draw;               // edge that gumbel_draw has chosen
    int best;                    // edge of the root
    uint32_t deepest;
    uint64_t looks; // at positions, by the network
} gumbel;

// `memory` bytes for the tree. `e` is kept. *out is new: gumbel_close.
TSR_NODISCARD tsr_err gumbel_open(eyes *e, size_t memory, const tsr_alloc *alloc, gumbel **out,
                                  tsr_error *err);
void gumbel_close(gumbel *t); // NULL is fine

// A new tree: `who` decides in `state`. `seed` is for what chance decides.
void gumbel_plant(gumbel *t, const void *state, int who, uint64_t seed);

typedef struct gumbel_plan {
    uint32_t simulations;
    uint32_t width; // moves of the root that are looked at; 0 = GUMBEL_WIDTH
    tsr_rng *noise; // NULL = none
    void *self;
    int (*spend)(void *self); // opt. Asked before each simulation; non-zero = stop
} gumbel_plan;

// One round of halving, on top of what the tree knows already. t->best is then the move's edge.
void gumbel_search(gumbel *t, const gumbel_plan *plan);

tsr_move gumbel_best(const gumbel *t);

// What the root's mover should do, as shares of 1 for each edge of the root, in t->weight; and what
// everybody can expect there.
void gumbel_policy(gumbel *t);
void gumbel_values(const gumbel *t, float *out);

static inline const gumbel_edge *gumbel_root_edges(const gumbel *t) {
    return t->edge + t->node[0].first;
}

// --- Its parts (gumbel_tree.c) ------------------------------------------------------------

// One simulation that begins with this edge of the root.
void gumbel_simulate(gumbel *t, uint32_t edge);

// Chooses what chance does at a node, t->draw; 0 = there is no room for what comes of it (gumbel_chance.c).
int gumbel_draw(gumbel *t, uint32_t at);

// A node for the state that lies at its place already (gumbel_node.c).
void gumbel_begin_node(gumbel *t, uint32_t at);

// The sums of results at a node, one a player.
static inline double *gumbel_sum_of(const gumbel *t, uint32_t at) {
    return t->sum + (size_t)at * t->r->players;
}

static inline unsigned char *gumbel_state(const gumbel *t, uint32_t at) {
    return t->state + (size_t)at * t->r->state_size;
}

// The improved policy of a node into t->weight, and how much found values count there.
void gumbel_improve(gumbel *t, const gumbel_node *n);
double gumbel_sharpness(const gumbel_node *n);

#endif
