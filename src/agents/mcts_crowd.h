// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_MCTS_CROWD_H
#define TSR_AGENTS_MCTS_CROWD_H

// Growing a tree whose leaves are valued many at a time, by random games elsewhere (core/crowd.h: a GPU).
//
// Leaves are gathered into a basket. Each way to one is counted as lost until its games are played, so that the
// next goes elsewhere. While one basket is played out, another is filled. How many go into one depends on how
// much is known, not on the clock: the same seed and number of nodes give the same tree.

#include "agents/mcts_tree.h"

typedef struct mcts_crowd mcts_crowd;

// `device` is as the option says: "gpu", "gpu1" ..., or "cpu", the same code on this machine's processor. `games`
// are played from each leaf.
TSR_NODISCARD tsr_err mcts_crowd_open(const tsr_rules *r, const tsr_alloc *alloc,
                                      const char *device, uint32_t games, mcts_crowd **out,
                                      tsr_error *err);
void mcts_crowd_close(mcts_crowd *c); // NULL is fine

// As mcts_tree_search. After an error the tree is of no use.
TSR_NODISCARD tsr_err mcts_crowd_search(mcts_crowd *c, mcts_tree *t, tsr_rng *g, budget *b, int say,
                                        tsr_error *err);

#endif
