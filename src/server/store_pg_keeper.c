// SPDX-License-Identifier: MIT
// Lives, fences and shards in PostgreSQL.
#include "server/store_pg_keeper.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <tessera/host.h>

#include "server/sql_pg.h"

enum { SHARDS = 256, BEATS = 12 };

struct pg_keeper {
    sql_link *link;
    int lease_ms;
    pg_keeper_buried *buried;
    void *self;
    char node[100];
    pthread_t thread;
    uint32_t line;        // on which the lock of the life is held
    uint64_t beat_ms;     // when the last beat was answered
    uint64_t steady_ms;   // since when beats have been on time
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t changed;
    uint64_t life;
    int owns;   // all shards
    int others; // somebody else alive has some
    int closing;
};

// --- Statements --------------------------------------------------------------

// With the life as $1 and, if it is used, the lease in milliseconds as $2.
static int64_t ask(pg_keeper *k, const char *text, int count, int64_t *out) {
    char life[24], lease[24];
    const char *const values[] = {life, lease};
    (void)snprintf(life, sizeof life, "%" PRIu64, k->life);
    (void)snprintf(lease, sizeof lease, "%d", k->lease_ms);
    return sql_pg_do(k->link, text, count, values, out);
}

// A new life, with its lock from the first moment on: others must not find it free.
static uint64_t birth(pg_keeper *k) {
    char lease[24];
    const char *const values[] = {k->node, lease};
    int64_t life = 0;
    (void)snprintf(lease, sizeof lease, "%d", k->lease_ms);
    if (sql_pg_do(
            k->link,
            "WITH l AS (INSERT INTO lives(node,expires,seen) VALUES($1,clock_timestamp()+"
            "$2*interval '1 ms',clock_timestamp()) RETURNING id), h AS MATERIALIZED (SELECT id,"
            "pg_try_advisory_lock(id) AS has FROM l) INSERT INTO fences SELECT id,has FROM h"
            " RETURNING life",
            2, values, &life) != 1) {
        return 0;
    }
    k->line = sql_pg_lines(k->link);
    return (uint64_t)life;
}

// A life whose line is gone has lost this lock, and whoever wants to know can take it.
static void hold_lock(pg_keeper *k) {
    int64_t has = 0;
    if (k->line != sql_pg_lines(k->link) &&
        ask(k, "SELECT pg_try_advisory_lock($1)", 1, &has) == 1 && has) {
        k->line = sql_pg_lines(k->link);
    }
}

// Whether the life is alive; -1: that could not be asked.
static int beat(pg_keeper *k) {
    int64_t alive = 0;
    int64_t n = ask(k,
                    "UPDATE lives SET expires=clock_timestamp()+$2*interval '1 ms',"
                    "seen=clock_timestamp() WHERE id=$1 RETURNING (SELECT alive FROM fences WHERE"
                    " life=$1)",
                    2, &alive);
    return n < 0 ? -1 : n == 1 && alive;
}

static void bury(pg_keeper *k) {
    (void)ask(k,
              "UPDATE fences f SET alive=false FROM lives l WHERE l.id=f.life AND f.alive AND"
              " f.life<>$1 AND (l.expires<clock_timestamp() OR pg_try_advisory_xact_lock(f.life))",
              1, NULL);
}

static void note_others(pg_keeper *k, int others) {
    pthread_mutex_lock(&k->lock);
    k->others = others;
    pthread_mutex_unlock(&k->lock);
}

// The shards that nobody alive has; whether all are ours now. One keeper at a time: a statement that
// began before another's claim was committed would look at the new rows of shards beside the old ones of
// fences, and take what has just been taken. It sees everything that was done before it got the lock.
static int claim(pg_keeper *k) {
    int64_t mine = 0, has = 0;
    if (ask(k, "SELECT pg_try_advisory_lock(0,0)", 0, &has) != 1 || !has) {
        return 0; // at the next beat
    }
    (void)ask(
        k,
        "UPDATE shards SET life=$1,epoch=epoch+1 WHERE id IN (SELECT s.id FROM shards s LEFT"
        " JOIN fences f ON f.life=s.life WHERE f.alive IS NOT TRUE ORDER BY s.id FOR UPDATE OF"
        " s SKIP LOCKED)",
        1, NULL);
    int told = ask(k, "SELECT count(*) FROM shards WHERE life=$1", 1, &mine) == 1;
    (void)ask(k, "SELECT pg_advisory_unlock(0,0)", 0, NULL);
    if (told) {
        note_others(k, mine < SHARDS);
    }
    return told && mine == SHARDS;
}

// --- The thread --------------------------------------------------------------

static void set_life(pg_keeper *k, uint64_t life, int owns) {
    pthread_mutex_lock(&k->lock);
    k->life = life;
    k->owns = owns;
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
}

static void begin_anew(pg_keeper *k) {
    uint64_t life = birth(k);
    if (life) {
        set_life(k, life, 0);
        pthread_mutex_lock(&k->lock);
        if (k->buried) {
            k->buried(k->self);
        }
        pthread_mutex_unlock(&k->lock);
    }
}

// Whether beats have been on time for a whole lease.
static int is_steady(pg_keeper *k) {
    uint64_t now = tsr_now_ms();
    if (now - k->beat_ms > (uint64_t)k->lease_ms / 2) {
        k->steady_ms = now;
    }
    k->beat_ms = now;
    return now - k->steady_ms >= (uint64_t)k->lease_ms;
}

static void step(pg_keeper *k) {
    if (!sql_pg_is_up(k->link) && !sql_pg_again(k->link)) {
        return;
    }
    int alive = beat(k);
    if (alive < 0) {
        return; // and the next beat is late
    }
    int steady = is_steady(k);
    if (!alive) {
        begin_anew(k);
        return;
    }
    hold_lock(k);
    if (steady) {
        bury(k);
    }
    if (!k->owns && claim(k)) {
        set_life(k, k->life, 1);
    }
}

static struct timespec in_ms(long ms) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += ms % 1000 * 1000000;
    t.tv_sec += ms / 1000 + t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

// Until the next beat; 0: it is time to end.
static int pause_a_beat(pg_keeper *k) {
    struct timespec until = in_ms(k->lease_ms / BEATS > 0 ? k->lease_ms / BEATS : 1);
    int late = 0;
    pthread_mutex_lock(&k->lock);
    while (!k->closing && !late) {
        late = pthread_cond_timedwait(&k->changed, &k->lock, &until) != 0;
    }
    int goes_on = !k->closing;
    pthread_mutex_unlock(&k->lock);
    return goes_on;
}

static void *run(void *arg) {
    pg_keeper *k = arg;
    do {
        step(k);
    } while (pause_a_beat(k));
    (void)ask(k, "UPDATE fences SET alive=false WHERE life=$1", 1, NULL);
    (void)ask(k, "UPDATE shards SET life=0 WHERE life=$1", 1, NULL);
    return NULL;
}

// --- Life --------------------------------------------------------------------

static void discard(pg_keeper *k) {
    sql_pg_close(k->link);
    pthread_cond_destroy(&k->changed);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

tsr_err pg_keeper_open(const char *url, int lease_ms, pg_keeper_buried *buried, void *self,
                       pg_keeper **out, tsr_error *err) {
    pg_keeper *k = calloc(1, sizeof *k);
    char host[64] = "", settings[60];
    if (!k) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    *k = (pg_keeper){.lease_ms = lease_ms, .buried = buried, .self = self};
    (void)gethostname(host, sizeof host - 1);
    (void)snprintf(k->node, sizeof k->node, "%s %ld", host, (long)getpid());
    pthread_mutex_init(&k->lock, NULL);
    pthread_cond_init(&k->changed, NULL);
    // Whoever holds a row that this waits for may hang: the beat must not hang with them. One that
    // gets no answer within a lease is none.
    (void)snprintf(settings, sizeof settings, "SET lock_timeout=%d", lease_ms / 3 + 1);
    tsr_err e = sql_pg_open(url, settings, lease_ms, &k->link, err);
    if (!e && !(k->life = birth(k))) {
        e = tsr_fail(err, TSR_ERR_IO, "the database cannot be used: %s",
                     k->link->driver->error(k->link));
    }
    k->beat_ms = k->steady_ms = tsr_now_ms();
    if (!e && pthread_create(&k->thread, NULL, run, k) != 0) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "a thread cannot be started");
    }
    if (e) {
        discard(k);
        return e;
    }
    *out = k;
    return TSR_OK;
}

void pg_keeper_hush(pg_keeper *k) {
    if (k) {
        pthread_mutex_lock(&k->lock);
        k->buried = NULL;
        pthread_mutex_unlock(&k->lock);
    }
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

int pg_keeper_is_late(pg_keeper *k) {
    pthread_mutex_lock(&k->lock);
    int late = k->others && !k->owns;
    pthread_mutex_unlock(&k->lock);
    return late;
}

uint64_t pg_keeper_life(pg_keeper *k, int *shards) {
    pthread_mutex_lock(&k->lock);
    uint64_t life = k->life;
    *shards = k->owns ? SHARDS : 0;
    pthread_mutex_unlock(&k->lock);
    return life;
}

uint64_t pg_keeper_wait(pg_keeper *k, uint64_t not ) {
    enum { MOMENT_MS = 50 };
    struct timespec until = in_ms(MOMENT_MS);
    int late = 0;
    pthread_mutex_lock(&k->lock);
    while (!late && (!k->owns || k->life == not )) {
        late = pthread_cond_timedwait(&k->changed, &k->lock, &until) != 0;
    }
    uint64_t life = k->owns && k->life != not ? k->life : 0;
    pthread_mutex_unlock(&k->lock);
    return life;
}
