// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_WORKERS_H
#define TSR_SERVER_WORKERS_H

// Threads for what takes long: bots and passwords. Jobs go in from the hub's thread
// and come back there; the hub hands out only so many at a time, so the queue is
// bounded. Workers run at low priority: moves of people come first.

#include <stdatomic.h>

typedef struct worker_job {
    void (*work)(struct worker_job *job); // in a worker's thread
    void *arg;
    int kind;
    const atomic_int *stopping; // work shall come to an end
    struct worker_job *next;
} worker_job;

typedef struct workers workers;

// `wake` is called in a worker's thread when a job is done. NULL if no thread can be
// started.
workers *workers_open(int threads, void (*wake)(void *self), void *self);

// Waits for running jobs; those not begun are given back through workers_done, too.
void workers_stop(workers *w);
void workers_close(workers *w); // after workers_stop; NULL is fine

void workers_put(workers *w, worker_job *job); // takes it
worker_job *workers_done(workers *w);          // one that is done, or NULL

#endif
