// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_CREW_AWAY_H
#define TSR_ARENA_CREW_AWAY_H

// Numbered pieces of work done on other machines, and handed over in order: the part of a crew (crew.h)
// that is elsewhere. How pieces travel is not known here.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>

// Takes a piece that came back; NULL bytes: nobody could do it. Answers 1 to be given no more by this call of
// `collect`; what is left comes with the next.
typedef int crew_taker(void *self, uint64_t piece, const char *bytes, size_t size);

// The way to other machines.
typedef struct crew_away {
    void *self;
    tsr_err (*begin)(void *self, const char *brief, tsr_error *err);
    // Pieces first .. end-1 may be done.
    tsr_err (*offer)(void *self, uint64_t first, uint64_t end, tsr_error *err);
    // Gives those that came back, from `next` on in order, or waits a moment if there are none.
    tsr_err (*collect)(void *self, uint64_t next, crew_taker *take, void *taker, tsr_error *err);
    void (*end)(void *self, int all); // all of them have been taken
} crew_away;

// As in crew_config.
typedef struct crew_away_config {
    const crew_away *away;
    const char *brief;
    uint64_t first, end;
    void *self;
    tsr_err (*done)(void *self, uint64_t piece, const char *bytes, size_t size, tsr_error *err);
    int (*stopped)(void *self);                  // opt
    int (*is_known)(void *self, uint64_t piece); // opt
} crew_away_config;

TSR_NODISCARD tsr_err crew_away_run(const crew_away_config *config, tsr_error *err);

#endif
