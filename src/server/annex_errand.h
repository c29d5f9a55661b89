// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ANNEX_ERRAND_H
#define TSR_SERVER_ANNEX_ERRAND_H

// What published games need of the disk, and of processes that are about to end, done by one thread in the
// order in which it was asked for: writing down and removing take milliseconds each, and many strangers may
// publish at once, so the server's loop, in which everybody's moves are, never waits for it.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "server/workers.h"

enum { ERRAND_PATH = 4096, ERRAND_FILES = 8 };

typedef enum errand_kind {
    ERRAND_WRITE, // `text` to the first file; where there is a second, it gets that name when it is whole
    ERRAND_REMOVE // all files, when the killed process `pid` (0 = none) is gone
} errand_kind;

typedef struct errand {
    worker_job job; // first
    errand_kind kind;
    int number, what; // for whoever hears of it
    uint64_t request; // that waits for it; 0 = none
    char name[16];    // whose it was: numbers are given again
    char stem[ERRAND_PATH];
    const char *ending[ERRAND_FILES]; // of files stem.ending, up to the first NULL; borrowed
    char *text;                       // its own
    size_t size;
    pid_t pid;
    int begun, fine;
} errand;

typedef struct errands errands;

errands *errands_open(int watched, uint64_t tag); // rings there; NULL = there are no threads
void errands_close(errands *e);                   // all that was asked for is done; NULL is fine

errand *errand_new(errand_kind kind);    // NULL = there is no memory
void errand_run(errand *x);              // at once, by whoever calls
void errands_ask(errands *e, errand *x); // takes it
errand *errands_done(errands *e);        // one that is done, to be freed, or NULL
void errand_free(errand *x);

#endif
