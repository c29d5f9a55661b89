// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_TRAIN_GATE_H
#define TSR_CLI_TRAIN_GATE_H

// A gate for networks that learn: the newest one must beat the best one before it in a match
// of its own, looking one move ahead, from openings and from all seats.

#include "cli/table.h"

typedef struct train_gate {
    uint64_t games, distinct;
    double score, low, high; // of the newer one
} train_gate;

// Plays `games` games of the network in `fresh` against the one in `best`. Complains by itself.
cli_exit train_gate_play(const cli_table *t, const char *fresh, const char *best, int64_t games,
                         uint64_t seed, train_gate *out);

#endif
