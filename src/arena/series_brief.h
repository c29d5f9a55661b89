// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_SERIES_BRIEF_H
#define TSR_ARENA_SERIES_BRIEF_H

// A series as a text (brief.h), so that somebody elsewhere can play its groups: who plays whom, with
// which luck and which clock. Rules, openings, a start and adjudication are the caller's part of it.

#include "arena/series_config.h"

// Adds what `config` says.
void series_put_brief(const series_config *config, buffer *out);

// A series read back. A zeroed one may be freed.
typedef struct series_brief {
    series_config config; // the caller's part is empty
    char **spec, **name;
    int entrants;
    schedule_lineup *lineup;
} series_brief;

TSR_NODISCARD tsr_err series_read_brief(const char *text, series_brief *out, tsr_error *err);
void series_free_brief(series_brief *b);

#endif
