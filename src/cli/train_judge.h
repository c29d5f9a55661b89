// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_TRAIN_JUDGE_H
#define TSR_CLI_TRAIN_JUDGE_H

// How strong a network is: games of one player against another from fresh openings, all seats, as
// `tessera match` plays them.

#include "arena/sprt.h"
#include "cli/table.h"

typedef struct train_verdict {
    uint64_t games, distinct;
    double score, low, high; // of the first player
    sprt_state sprt;         // two players and a test was asked for
} train_verdict;

typedef struct train_trial {
    const cli_table *table;
    const char *mine, *other; // specs; all other seats are the other's
    uint64_t pairs;           // groups of games, at most
    int test;                 // stop as soon as it is clear whether it is 0 or 20 Elo stronger
    int cpu_clock;            // players think by processor time
    uint64_t seed;
    int jobs;
} train_trial;

// Complains by itself. With fewer games than asked for it was interrupted.
cli_exit train_judge(const train_trial *t, train_verdict *out);

#endif
