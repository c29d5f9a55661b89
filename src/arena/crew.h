// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_CREW_H
#define TSR_ARENA_CREW_H

// Numbered pieces of work done by several processes at once, and handed over in order.
//
//     parent  --- numbers --->  worker      a fork each; does one piece after another
//             <-- bytes ------
//             done(0), done(1), done(2) ... in this order, whoever was first
//
// Since results come in order, everything that depends on them (files, a test that may stop, a
// report) is the same with any number of processes. A piece whose worker dies is
// reported as lost; another worker goes on with the rest. What a piece is, and what its bytes
// mean, only the caller knows.
//
// Pieces can also be done on other machines (`away`). Then `brief` says all that whoever does them must
// know, since nothing of this process is there; the bytes and their order are the same.
//
// Not thread-safe: one owner. POSIX.

#include <stdint.h>

#include <tessera/error.h>

#include "arena/crew_away.h"
#include "base/buffer.h"

enum { CREW_JOBS = 256 };

typedef struct crew_config {
    int jobs;            // processes at once; 0 = none: everything is done in this one
    uint64_t first, end; // pieces first .. end-1
    void *self;
    // Does a piece and adds its bytes to `out`. In a worker: what it changes stays there.
    tsr_err (*work)(void *self, uint64_t piece, buffer *out, tsr_error *err);
    // opt. A worker ends, having done its last piece.
    void (*leave)(void *self);
    // Takes the bytes of a piece, or NULL if its worker died. In this process.
    tsr_err (*done)(void *self, uint64_t piece, const char *bytes, size_t size, tsr_error *err);
    int (*stopped)(void *self); // asked after every piece and a few times a second
    // opt. Done on other machines instead, by whoever is given the brief.
    const crew_away *away;
    const char *brief;
    int (*is_known)(void *self, uint64_t piece); // opt. Such a piece needs no bytes
} crew_config;

// Does all pieces, or those before it was stopped. An error of `work` or `done` ends it.
TSR_NODISCARD tsr_err crew_run(const crew_config *config, tsr_error *err);

// Seconds of processor time that this process and all workers that have ended took.
double crew_cpu_s(void);

#endif
