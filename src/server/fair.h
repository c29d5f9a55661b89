// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_FAIR_H
#define TSR_SERVER_FAIR_H

// A queue in which nobody waits for somebody else's heap of work.
//
// Every job belongs to whoever pays for it (a number: an address, a user). Each payer has a
// lane of its own; the next job is that of the payer who has had least so far. Time is
// counted as in start-time fair queueing: a lane that was empty begins where the others are,
// so having been quiet saves nothing up, and what was used is not forgotten by going away.
// So an honest visitor waits for at most the jobs that run now, whatever lies in other lanes.
//
// Not thread-safe: one owner. Jobs are the caller's pointers.

#include <stdint.h>

#include "server/map.h"

typedef struct fair_queue fair_queue;

typedef struct fair_limits {
    int running;      // jobs handed out at a time
    int running_each; // of them, of one payer; 0 = as many as there are
    int waiting;      // jobs that may wait; 0 = any number
    int waiting_each; // of one payer; 0 = any number
} fair_limits;

typedef enum fair_answer { FAIR_TAKEN, FAIR_FULL, FAIR_ENOUGH_OF_YOU } fair_answer;

fair_queue *fair_new(const fair_limits *limits); // NULL for lack of memory
void fair_free(fair_queue *q);                   // NULL is fine; empty it first: fair_any

// FULL also for lack of memory.
fair_answer fair_put(fair_queue *q, uint64_t payer, void *job);

// The next job to run, or NULL: none waits, or enough run. It counts as running until
// fair_done, which says what it has cost, in any unit that is the same for all.
void *fair_take(fair_queue *q);
void fair_done(fair_queue *q, uint64_t payer, double cost);

void *fair_any(fair_queue *q); // any job that waits, taken out and forgotten; NULL = none
int fair_waiting(const fair_queue *q);
int fair_running(const fair_queue *q);

// Whether somebody else than `payer` waits.
int fair_others_wait(const fair_queue *q, uint64_t payer);

#endif
