// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_WORKERS_H
#define TSR_SERVER_WORKERS_H

// Threads for what takes long: bots, passwords, reading. Jobs go in from the hub's thread
// and come back there; the hub hands out only so many at a time, so the queue is
// bounded. Each kind of work has threads of its own, so that none waits for another, and
// what can wait runs at low priority: moves of people come first.

#include <stdatomic.h>

typedef struct worker_job {
    void (*work)(struct worker_job *job); // in a worker's thread
    void *arg, *self;
    int kind;
    const atomic_int *stopping; // work shall come to an end
    struct worker_job *next;
} worker_job;

typedef struct workers workers;

// `wake` is called in a worker's thread when a job is done; `nice` is added to the threads'
// niceness. NULL if no thread can be started.
workers *workers_open(int threads, int nice, void (*wake)(void *self), void *self);

// Waits for running jobs; those not begun are given back through workers_done, too.
void workers_stop(workers *w);
void workers_close(workers *w); // after workers_stop; NULL is fine

void workers_put(workers *w, worker_job *job); // takes it
worker_job *workers_done(workers *w);          // one that is done, or NULL

#endif
