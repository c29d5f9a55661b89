// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_TREE_OPTIONS_H
#define TSR_AGENTS_TREE_OPTIONS_H

// The options of the two tree searches, mcts and ismcts: one table, so that mcts
// can hand a game with hidden information over to ismcts as it stands.

#include <tessera/agent.h>

#include "agents/leaf.h"

enum {
    TREE_NODES,
    TREE_TIME,
    TREE_MEMORY,
    TREE_EXPLORE,
    TREE_FPU,
    TREE_ROLLOUT,
    TREE_WIDEN,
    TREE_REUSE,
    TREE_THREADS,
    TREE_TRUST,
    TREE_GAMES,
    TREE_DEVICE,
    TREE_NET,
    TREE_POLICY,
    TREE_OPTION_COUNT
};

// clang-format off
#define TREE_OPTIONS                                                                                                 \
    [TREE_NODES]   = {"nodes", "iterations per move; 0 = no limit", TSR_VALUE_INT, 0, 0, 0, 1e15},                   \
    [TREE_TIME]    = {"time", "time for a move; 0 = no limit", TSR_VALUE_TIME, 0, 0, 0, 1e9},                        \
    [TREE_MEMORY]  = {"memory", "bytes for the tree", TSR_VALUE_INT, 0, 64e6, 1e4, 1e12},                            \
    [TREE_EXPLORE] = {"explore", "exploration constant of UCT; -1 = chosen by the agent",                            \
                      TSR_VALUE_REAL, 0, -1, -1, 100},                                                               \
    [TREE_FPU]     = {"fpu", "value of an untried move", TSR_VALUE_REAL, 0, 1.0, 0, 1000},                           \
    [TREE_ROLLOUT] = {"rollout", "random plies before the evaluation; -1 = chosen by the agent",                     \
                      TSR_VALUE_INT, 0, -1, -1, 1e6},                                                                \
    [TREE_WIDEN]   = {"widen", "moves or outcomes searched at first where there are many",                           \
                      TSR_VALUE_INT, 0, 40, 1, TSR_MAX_MOVES},                                                       \
    [TREE_REUSE]   = {"reuse", "keep the tree between moves when time is the limit",                                 \
                      TSR_VALUE_FLAG, 0, 1, 0, 1},                                                                   \
    [TREE_THREADS] = {"threads", "number of threads (mcts)", TSR_VALUE_INT, 0, 1, 1, 64},                            \
    [TREE_TRUST]   = {"trust", "visits of a node during which the policy chooses",                                   \
                      TSR_VALUE_INT, 0, 8, 0, 1e9},                                                                  \
    [TREE_GAMES]   = {"games", "random games from each leaf, with device=gpu", TSR_VALUE_INT, 0, 32, 1, 1024},       \
    [TREE_DEVICE]  = {"device", "where random games are played: gpu, gpu1, ... (mcts)", TSR_VALUE_TEXT, 0, 0, 0, 0}, \
    [TREE_NET]     = {"net", "a network that evaluates positions; see tessera train", TSR_VALUE_TEXT, 0, 0, 0, 0},   \
    [TREE_POLICY]  = {"policy", "the player that continues where the tree ends: none, or a name",                    \
                      TSR_VALUE_TEXT, 0, 0, 0, 0}
// clang-format on

// A heuristic's values lie close together and do not waver as random games do, so
// they need less exploring. Measured on azul and domineering: docs/agents.md.
static const double tree_explore_heuristic = 0.1, tree_explore_playout = 0.7;

static inline double tree_option(const tsr_agent *a, int option) {
    return a->value[option].number;
}

static inline double tree_explore(const tsr_agent *a, const leaf *l) {
    double given = tree_option(a, TREE_EXPLORE);
    int steady = leaf_judges(l) && (l->plies == 0 || l->policy);
    return given >= 0 ? given : steady ? tree_explore_heuristic : tree_explore_playout;
}

// mcts gives games with hidden information to these.
tsr_err ismcts_open(tsr_agent *a, tsr_error *err);
void ismcts_close(tsr_agent *a);
tsr_err ismcts_choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err);

#endif
