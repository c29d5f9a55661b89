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
// it mostly does not. With its edges a node keeps what is known of the nodes behind them, number by number, so that
// choosing reads a few rows of memory and weighs several moves at once (gumbel_weigh.h).
//
// One thread at a time. Everything is reckoned in doubles in a fixed order, so that the same seed and
// the same number of simulations find the same move on every machine.

#include "learn/eyes.h"
#include "learn/gumbel_weigh.h"

enum { GUMBEL_WIDTH = 16, GUMBEL_DEPTH = 512 };

typedef struct gumbel_edge {
    tsr_move move;
    uint32_t child;  // 0 = not tried yet
    uint32_t proven; // the child is
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
    uint8_t settled; // an edge is proven
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
    uint32_t *visits;      // [edge] of the child
    float *fact;           // [3 * edge] what else choosing reads: gumbel_facts
    uint32_t nodes, edges; // in use
    uint32_t node_cap, edge_cap;
    tsr_move *moves;
    double *weight;              // [max_moves] improved policy, scratch
    double *part;                // [2 * max_moves] scratch
    uint8_t *settled;            // [max_moves] scratch
    const weigh *by;             // how this machine weighs moves
    double *noise;               // [max_moves] of the root
    uint16_t *candidate;         // [max_moves] edges of the root, best first
    void *drawn;                 // scratch
    uint32_t path[GUMBEL_DEPTH]; // nodes from the root on
    uint32_t way[GUMBEL_DEPTH];  // the edge that leads to each
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

// What is known of the edges of a node that is no chance node, one number each: the logarithms of the network's
// opinions, these as shares, and what the children with visits are worth to whoever chooses.
typedef struct gumbel_facts {
    float *log_prior, *prior, *worth;
    uint32_t *visits;
} gumbel_facts;

static inline gumbel_facts gumbel_facts_of(const gumbel *t, const gumbel_node *n) {
    float *fact = t->fact + (size_t)3 * n->first;
    return (gumbel_facts){fact, fact + n->edges, fact + 2 * n->edges, t->visits + n->first};
}

// Of a chance node: how often each outcome was drawn.
static inline float *gumbel_drawn_of(const gumbel *t, const gumbel_node *n) {
    return t->fact + (size_t)3 * n->first;
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
