// SPDX-License-Identifier: MIT
// What other threads ask a keeper, and tell it.
#include <string.h>

#include "server/store_pg_keeper_impl.h"

void pg_keeper_hush(pg_keeper *k) {
    if (k) {
        pthread_mutex_lock(&k->lock);
        k->buried = k->tell_changed = NULL;
        pthread_mutex_unlock(&k->lock);
    }
}

int pg_keeper_is_late(pg_keeper *k) {
    pthread_mutex_lock(&k->lock);
    int late = k->dead || (k->others && !k->owns);
    pthread_mutex_unlock(&k->lock);
    return late;
}

uint64_t pg_keeper_life(pg_keeper *k, int *shards) {
    pthread_mutex_lock(&k->lock);
    uint64_t life = k->life;
    *shards = k->self.shares ? k->mine : k->owns ? LEASE_SHARDS : 0;
    pthread_mutex_unlock(&k->lock);
    return life;
}

uint64_t pg_keeper_wait(pg_keeper *k, uint64_t not ) {
    enum { MOMENT_MS = 50 };
    struct timespec until = keeper_in_ms(MOMENT_MS);
    int late = 0;
    pthread_mutex_lock(&k->lock);
    while (!late && (!k->owns || k->life == not )) {
        late = pthread_cond_timedwait(&k->changed, &k->lock, &until) != 0;
    }
    uint64_t life = k->owns && k->life != not ? k->life : 0;
    pthread_mutex_unlock(&k->lock);
    return life;
}

void pg_keeper_fenced(pg_keeper *k) {
    pthread_mutex_lock(&k->lock);
    k->dead = k->self.shares;
    pthread_mutex_unlock(&k->lock);
}

void pg_keeper_leases(pg_keeper *k, store_leases *out) {
    pthread_mutex_lock(&k->lock);
    *out = k->leases;
    pthread_mutex_unlock(&k->lock);
}

static void wake(pg_keeper *k) {
    k->nudged = 1;
    pthread_cond_broadcast(&k->changed);
}

// What is told each time anew is no reason to hurry; what makes somebody wait is.
void pg_keeper_tell(pg_keeper *k, const store_told *told) {
    pthread_mutex_lock(&k->lock);
    int differs = memcmp(&k->told, told, sizeof *told) != 0;
    k->told = *told;
    if (differs) {
        wake(k);
    }
    pthread_mutex_unlock(&k->lock);
}

void pg_keeper_nudge(pg_keeper *k) {
    pthread_mutex_lock(&k->lock);
    wake(k);
    pthread_mutex_unlock(&k->lock);
}
