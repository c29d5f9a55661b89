// SPDX-License-Identifier: MIT
// Lives, fences and shards in PostgreSQL: the keeper's thread.
#include "server/store_pg_keeper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tessera/host.h>

#include "server/sql_pg.h"
#include "server/store_pg_keeper_impl.h"

enum { BEATS = 12 };

// --- What others see ---------------------------------------------------------

static void set_life(pg_keeper *k, uint64_t life, int owns) {
    pthread_mutex_lock(&k->lock);
    k->self.id = k->life = life;
    k->owns = owns;
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
}

static void call_buried(pg_keeper *k) {
    pthread_mutex_lock(&k->lock);
    if (k->buried) {
        k->buried(k->called);
    }
    pthread_mutex_unlock(&k->lock);
}

// What was read; and whoever wants to know is told that it is not what it was.
static void show(pg_keeper *k) {
    pthread_mutex_lock(&k->lock);
    int differs = memcmp(&k->leases, &k->table.now, sizeof k->leases) != 0;
    k->leases = k->table.now;
    k->mine = k->table.mine;
    if (differs && k->tell_changed) {
        k->tell_changed(k->called);
    }
    pthread_mutex_unlock(&k->lock);
}

// --- A step ------------------------------------------------------------------

static void begin_anew(pg_keeper *k) {
    uint64_t life = k->self.shares ? 0 : pg_life_birth(&k->self);
    if (life) {
        set_life(k, life, 0);
        call_buried(k);
    } else if (k->self.shares) {
        pg_keeper_fenced(k);
        call_buried(k);
    }
}

// All shards, if nobody alive has any; whether all are ours now.
static int claim(pg_keeper *k) {
    int64_t mine = pg_life_claim_all(&k->self);
    pthread_mutex_lock(&k->lock);
    k->others = mine < 0 ? k->others : mine < LEASE_SHARDS;
    pthread_mutex_unlock(&k->lock);
    return mine == LEASE_SHARDS;
}

// Whether beats have been on time for a whole lease.
static int is_steady(pg_keeper *k) {
    uint64_t now = tsr_now_ms(), lease_ms = (uint64_t)k->self.lease_ms;
    if (now - k->beat_ms > lease_ms / 2) {
        k->steady_ms = now;
    }
    k->beat_ms = now;
    return now - k->steady_ms >= lease_ms;
}

// Whether the line has been the same for a whole lease. Then the database was not begun anew meanwhile, and whoever has
// no line any more has lost it for a reason of their own.
static int has_old_line(pg_keeper *k) {
    uint32_t line = sql_pg_lines(k->self.link);
    uint64_t now = tsr_now_ms();
    k->line_ms = line == k->line ? k->line_ms : now;
    k->line = line;
    return now - k->line_ms >= (uint64_t)k->self.lease_ms;
}

static int has_any(const unsigned char set[LEASE_SHARDS]) {
    return memchr(set, 1, LEASE_SHARDS) != NULL;
}

// Gives away what was left, takes what it lacks, and says what is to be left next. That a shard was left counts
// only while it is to be: it may have come back since.
static void share(pg_keeper *k, const store_told *told) {
    unsigned char gone[LEASE_SHARDS];
    pg_life *me = &k->self;
    for (int i = 0; i < LEASE_SHARDS; i++) {
        gone[i] = (unsigned char)(told->left[i] && k->table.now.leaving[i]);
    }
    if (has_any(gone) && !pg_shards_release(me->link, me->id, gone)) {
        return;
    }
    if (!pg_shards_read(&k->table, me->id)) {
        return;
    }
    int due = pg_shards_due(&k->table, told);
    if (due > 0 && pg_life_take_turn(me)) {
        (void)pg_shards_take(me->link, me->id, due);
        pg_life_end_turn(me);
        (void)pg_shards_read(&k->table, me->id);
    } else if (due < 0) {
        pg_shards_leave(&k->table, -due, told);
    }
    show(k);
}

// What was told since; 0: this life is over.
static int take_told(pg_keeper *k, store_told *out) {
    pthread_mutex_lock(&k->lock);
    *out = k->told;
    memset(k->told.left, 0, sizeof k->told.left);
    int goes_on = !k->dead;
    pthread_mutex_unlock(&k->lock);
    return goes_on;
}

static void step(pg_keeper *k) {
    store_told told;
    sql_link *link = k->self.link;
    if (!take_told(k, &told) || (!sql_pg_is_up(link) && !sql_pg_again(link))) {
        return;
    }
    int alive = pg_life_beat(&k->self, told.hears_others);
    if (alive < 0) {
        return; // and the next beat is late
    }
    int steady = is_steady(k);
    if (!alive) {
        begin_anew(k);
        return;
    }
    pg_life_hold_lock(&k->self);
    if (has_old_line(k)) {
        pg_life_bury_others(&k->self, steady);
    }
    if (k->self.shares) {
        share(k, &told);
    } else if (!k->owns && claim(k)) {
        set_life(k, k->self.id, 1);
    }
}

// --- The thread --------------------------------------------------------------

// Until the next beat; 0: it is time to end.
static int pause_a_beat(pg_keeper *k) {
    int beat_ms = k->self.lease_ms / BEATS;
    struct timespec until = keeper_in_ms(beat_ms > 0 ? beat_ms : 1);
    int late = 0;
    pthread_mutex_lock(&k->lock);
    while (!k->closing && !k->nudged && !late) {
        late = pthread_cond_timedwait(&k->changed, &k->lock, &until) != 0;
    }
    k->nudged = 0;
    int goes_on = !k->closing;
    pthread_mutex_unlock(&k->lock);
    return goes_on;
}

static void *run(void *arg) {
    pg_keeper *k = arg;
    do {
        step(k);
    } while (pause_a_beat(k));
    pg_life_end(&k->self);
    return NULL;
}

static void discard(pg_keeper *k) {
    pg_shards_close(&k->table);
    sql_pg_close(k->self.link);
    pthread_cond_destroy(&k->changed);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

static tsr_err fail(pg_keeper *k, tsr_error *err) {
    sql_link *link = k->self.link;
    return tsr_fail(err, TSR_ERR_IO, "the database cannot be used: %s", link->driver->error(link));
}

// Who shares knows from the beginning where it is.
static tsr_err be_born(pg_keeper *k, tsr_error *err) {
    sql_link *link = k->self.link;
    k->self.id = k->life = pg_life_birth(&k->self);
    if (!k->life || (k->self.shares &&
                     (!pg_shards_open(&k->table, link) || !pg_shards_read(&k->table, k->life)))) {
        return fail(k, err);
    }
    k->leases = k->table.now;
    return TSR_OK;
}

static tsr_err start(pg_keeper *k, const pg_keeper_config *config, tsr_error *err) {
    tsr_err e = sql_pg_open(config->url, "", config->lease_ms, &k->self.link, err);
    e = e ? e : be_born(k, err);
    k->beat_ms = k->steady_ms = k->line_ms = tsr_now_ms();
    k->line = e ? 0 : sql_pg_lines(k->self.link);
    if (!e && pthread_create(&k->thread, NULL, run, k) != 0) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "a thread cannot be started");
    }
    return e;
}

tsr_err pg_keeper_open(const pg_keeper_config *config, pg_keeper **out, tsr_error *err) {
    pg_keeper *k = calloc(1, sizeof *k);
    char host[64] = "";
    if (!k) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    *k = (pg_keeper){.self = {.lease_ms = config->lease_ms, .shares = config->shares},
                     .buried = config->buried,
                     .tell_changed = config->changed,
                     .called = config->self};
    (void)gethostname(host, sizeof host - 1);
    (void)snprintf(k->self.node, sizeof k->self.node, "%s %ld", host, (long)getpid());
    pthread_mutex_init(&k->lock, NULL);
    pthread_cond_init(&k->changed, NULL);
    tsr_err e = start(k, config, err);
    if (e) {
        discard(k);
        return e;
    }
    *out = k;
    return TSR_OK;
}

void pg_keeper_close(pg_keeper *k) {
    if (k) {
        pthread_mutex_lock(&k->lock);
        k->closing = 1;
        pthread_cond_broadcast(&k->changed);
        pthread_mutex_unlock(&k->lock);
        pthread_join(k->thread, NULL);
        discard(k);
    }
}
