// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_MCTS_TREE_H
#define TSR_AGENTS_MCTS_TREE_H

// A search tree for games in which everybody sees everything.
//
// A node is a position, reached by `move` from its parent; the position itself is
// not kept but played out again from the root, since a copy costs more memory
// than it saves time. The children of a node lie side by side:
//
//     pool  [ root | a b c d e | c1 c2 c3 | ... ]
//               first--^         ^--first of c
//
// `mean` is what the node is worth to the player who chose it (the parent's `who`), and
// `reach` how much that may be off, so that choosing reads two numbers of each child,
// multiplies, adds, and has no cases to tell apart: that loop is run more than anything else.
//
//     a child        mean                 reach
//     never tried    fpu                  0
//     tried          of all results       1 / sqrt(visits)
//     proven         the exact utility    0; if it is lost, so low that others go first
//
// Chance is a node like any other whose "mover" draws by weight. Where there are
// many children, only the first few are looked at (`open`), more of them with
// every visit: they are sorted, moves by the game's `rate`, outcomes so that likely
// ones tend to come first.
//
// A proven node has its exact value in `mean`; proofs climb as far as they hold.
// They need that one side's gain is the other's loss, or that there is one player.
//
// Memory: a fixed pool of two halves. A tree grows in one; to keep a part of it
// for the next move, that part is copied to the other. When a half is full the
// tree stops growing and goes on learning.

#include "agents/block.h"
#include "agents/leaf.h"

typedef struct mcts_node {
    tsr_move move;
    double mean;
    uint32_t visits;
    uint32_t first; // index of the first child
    union {
        float reach;
        uint32_t weight; // of this outcome, below a chance node, where nobody chooses
    };
    uint16_t count; // children; 0 = not expanded
    uint8_t who;    // the mover here, TSR_CHANCE, or one of the marks below
    uint8_t proven;
} mcts_node;

enum { MCTS_UNKNOWN = 255, MCTS_OVER = 254 }; // mcts_node.who

enum { MCTS_MAX_DEPTH = 512, MCTS_ROOTS = 4096, MCTS_OCTAVES = 21, MCTS_STEPS = 64 };

typedef struct mcts_tree {
    const tsr_rules *r;
    leaf leaf;
    double explore, fpu;
    int eases; // explores less where moves are many
    uint32_t widen;

    mcts_node *pool; // the half in use
    mcts_node *spare;
    uint32_t used, cap; // nodes of one half
    void *root_state;
    void *state; // of the iteration
    void *trial; // a move further
    tsr_move *moves;
    uint32_t *weights;
    int64_t *order;                               // of the moves, for sorting
    float *inverse_root;                          // [n] = 1 / sqrt(n), for small n
    double *inverse;                              // [n] = 1 / n
    float *root_log;                              // [n] = sqrt(log(n + 1)), for small n
    float root_log_big[MCTS_OCTAVES][MCTS_STEPS]; // and for large ones, by leading bits
    uint32_t path[MCTS_MAX_DEPTH];
    int depth, deepest;
    int full;                    // nodes could not be made for lack of memory
    int solves;                  // proofs are sound in this game
    double win[TSR_MAX_PLAYERS]; // sums at the root, for people to watch
    uint64_t iterations;
} mcts_tree;

// Takes the tree's parts out of `b` (see block.h); `memory` bytes for nodes.
void mcts_tree_layout(mcts_tree *t, block *b, size_t memory);

// `rollout`: see leaf_init.
void mcts_tree_init(mcts_tree *t, const tsr_rules *r, double rollout);

// A new tree of one node: `who` decides in `state`.
void mcts_tree_plant(mcts_tree *t, const void *state, int who);

// Makes the child reached by `move` the root and forgets the rest. `state` is the
// position there. 0 = there is no such child; the tree is then of no use.
int mcts_tree_follow(mcts_tree *t, tsr_move move, const void *state);

// Searches until the budget is spent or the root is proven. With `say` now and
// then tells the host how it stands.
void mcts_tree_search(mcts_tree *t, tsr_rng *g, budget *b, int say);

// The same in pieces, for leaves that are valued many at a time (mcts_crowd.h). Walks down to a node that has
// not been looked at, or to an end (MCTS_OVER), which mcts_tree_end learns at once. The position is in
// `state`, the way in `path`.
mcts_node *mcts_tree_descend(mcts_tree *t, tsr_rng *g);
void mcts_tree_end(mcts_tree *t, mcts_node *node);

// Counts the way as one that was lost by everybody who chose on it, so that others go elsewhere meanwhile; and
// puts in what came of it. `path` has `depth` + 1 nodes.
void mcts_tree_expect(mcts_tree *t);
void mcts_tree_fulfil(mcts_tree *t, const uint32_t *path, int depth, const float *value);

// Adds what `other`, another tree of the same position, has learned about the moves at the
// root. What is below stays as it is.
void mcts_tree_add(mcts_tree *t, const mcts_tree *other);

// The best move at the root; TSR_NO_MOVE if it has no children yet.
tsr_move mcts_tree_best(const mcts_tree *t);

// Tells the host how the search stands.
void mcts_tree_say(const mcts_tree *t, const budget *b);

#endif
