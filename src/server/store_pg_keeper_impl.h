// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_KEEPER_IMPL_H
#define TSR_SERVER_STORE_PG_KEEPER_IMPL_H

// The inside of a keeper, shared by its files: store_pg_keeper.c (its thread and its end), store_pg_keeper_ask.c
// (what other threads ask and tell it).

#include <pthread.h>
#include <time.h>

#include "server/store_pg_keeper.h"
#include "server/store_pg_life.h"
#include "server/store_pg_shards.h"

struct pg_keeper {
    pg_life self;    // the thread's own, as is what follows up to the lock
    pg_shards table; // of one that shares
    pthread_t thread;
    uint64_t beat_ms;   // when the last beat was answered
    uint64_t steady_ms; // since when beats have been on time
    uint32_t line;      // the line to the database, and since when it is the same
    uint64_t line_ms;
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t changed;
    pg_keeper_call *buried, *tell_changed;
    void *called;
    uint64_t life;
    int owns;   // all shards
    int others; // somebody else alive has some
    int dead;   // it shares, and its life is buried
    int mine;   // shards of one that shares
    store_leases leases;
    store_told told;
    int nudged;
    int closing;
};

static inline struct timespec keeper_in_ms(long ms) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += ms % 1000 * 1000000;
    t.tv_sec += ms / 1000 + t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

#endif
