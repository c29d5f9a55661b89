// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_JUDGE_H
#define TSR_ARENA_JUDGE_H

// How good each of many candidates is: each plays the same games, on `seats` seats of the table,
// against the same others, with the same luck and from the same openings.
//
// A deal is one opening, or one seed, with the seats rotated. Candidates and deals are done by several
// processes at once (crew.h); sums are made in a fixed order, so verdicts have the same bits
// with any number of them.
//
// Not thread-safe: one owner. POSIX.

#include "arena/judge_config.h"
#include "base/buffer.h"

typedef struct judge_verdict {
    uint64_t games, distinct;
    uint64_t firsts;       // games in which one of its seats is first
    double fitness, share; // means; `share` as in JUDGE_SHARE
    uint32_t deals;        // whole ones
    double *first;         // by deal: the share of its games in which one of them is first
} judge_verdict;

// Plays; `out` has `candidates` places. An agent that fails or crashes ends it with an error. If it was
// stopped, what is in `out` is not whole.
TSR_NODISCARD tsr_err judge_run(const judge_config *config, judge_verdict *out, tsr_error *err);
void judge_free(judge_verdict *verdicts, int count);

// One piece at a time, for somebody elsewhere (judge_brief.h). `config` is kept; of its hooks none is called.
struct judge;
TSR_NODISCARD tsr_err judge_open(const judge_config *config, struct judge **out, tsr_error *err);
TSR_NODISCARD tsr_err judge_play(struct judge *j, uint64_t piece, buffer *out, tsr_error *err);
void judge_close(struct judge *j); // NULL is fine

typedef struct judge_rate {
    double mean, low, high; // 95 % interval
    int sure;
} judge_rate;

// How often one of its seats is first, over deals.
judge_rate judge_first_rate(const judge_verdict *v);

// How much more often than `b` in the same deals, -1 to 1.
judge_rate judge_difference(const judge_verdict *a, const judge_verdict *b);

#endif
