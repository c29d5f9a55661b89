// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_SERIES_H
#define TSR_ARENA_SERIES_H

// Many groups of games: lineups (schedule.h) on all their seatings (runner.h), from openings
// (openings.h), by several processes at once (crew.h), delivered group by group in order.
//
// Group g plays lineup (g - first) % lineups; all lineups meet the same openings, one after the
// other. A match is a series of one lineup; a tournament is one of many.
//
// With `away` the groups are played on other machines: whoever reads the brief (series_brief.h) there opens the
// same series and plays the groups it is given.
//
// Not thread-safe: one owner. POSIX.

#include "arena/series_config.h"

// The games in a group.
int series_group_size(const tsr_rules *r, runner_seating seating);

// The games of `group` among `count` games in whole groups of `size`, in their order; NULL if it is
// not there.
const series_game *series_find(const series_game *games, size_t count, int size, uint64_t group);

TSR_NODISCARD tsr_err series_run(const series_config *config, tsr_error *err);

// --- One group at a time, for somebody elsewhere -----------------------------

struct series;

// `config` is kept; of its hooks none is called. *out is new: series_close.
TSR_NODISCARD tsr_err series_open(const series_config *config, struct series **out, tsr_error *err);
void series_close(struct series *s); // NULL is fine

// Plays a group and adds it to `out` as bytes for series_run.
TSR_NODISCARD tsr_err series_play(struct series *s, uint64_t group, buffer *out, tsr_error *err);

#endif
