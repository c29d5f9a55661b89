// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_JUDGE_BRIEF_H
#define TSR_ARENA_JUDGE_BRIEF_H

// A judgement as a text (brief.h), so that somebody elsewhere can play its pieces: who is judged, who sits
// with them, and with which luck. Rules, openings and adjudication are the caller's part of it.

#include "arena/judge_config.h"
#include "base/buffer.h"

// Adds what `config` says.
void judge_put_brief(const judge_config *config, buffer *out);

// A judgement read back. A zeroed one may be freed.
typedef struct judge_brief {
    judge_config config; // the caller's part is empty
    char **candidate, **other;
    judge_table *table;
} judge_brief;

TSR_NODISCARD tsr_err judge_read_brief(const char *text, judge_brief *out, tsr_error *err);
void judge_free_brief(judge_brief *b);

#endif
