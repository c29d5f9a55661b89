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
#include "server/store_pg_shards.h"

enum { SHARDS = 256, BEATS = 12 };

struct pg_keeper {
    sql_link *link;
    int lease_ms, shares;
    pg_shards table; // of one that shares; the thread's own
    char node[100];
    pthread_t thread;
    uint32_t line;        // on which the lock of the life is held
    uint64_t beat_ms;     // when the last beat was answered
    uint64_t steady_ms;   // since when beats have been on time
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t changed;
    pg_keeper_call *buried, *tell_changed;
    void *self;
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

// --- Statements --------------------------------------------------------------

// With the life as $1 and, if it is used, the lease in milliseconds as $2.
static int64_t ask(pg_keeper *k, const char *text, int count, int64_t *out) {
    char life[24], lease[24];
    const char *const values[] = {life, lease};
    (void)snprintf(life, sizeof life, "%" PRIu64, k->life);
    (void)snprintf(lease, sizeof lease, "%d", k->lease_ms);
    return sql_pg_do(k->link, text, count, values, out);
}

// The lowest place at which nobody is.
static const char a_place[] =
    "(SELECT min(p) FROM generate_series(0,63) p WHERE p NOT IN (SELECT l.place FROM fences f JOIN"
    " lives l ON l.id=f.life WHERE f.alive))";

// Waiting for a lock has a limit, for the sake of beats; whoever is born waits on.
static int hold_places(pg_keeper *k) {
    enum { TRIES = 30 };
    int64_t got = k->shares ? -1 : 0;
    for (int i = 0; got < 0 && i < TRIES && sql_pg_is_up(k->link); i++) {
        got = ask(k, "SELECT pg_advisory_lock(0,1)", 0, NULL);
    }
    return got >= 0;
}

static void let_places_go(pg_keeper *k) {
    if (k->shares) {
        (void)ask(k, "SELECT pg_advisory_unlock(0,1)", 0, NULL);
    }
}

// A new life, with its lock from the first moment on: others must not find it free. Places are given one at a time.
static uint64_t birth(pg_keeper *k) {
    char lease[24], text[600];
    const char *const values[] = {k->node, lease};
    int64_t life = 0;
    (void)snprintf(lease, sizeof lease, "%d", k->lease_ms);
    (void)snprintf(
        text, sizeof text,
        "WITH l AS (INSERT INTO lives(node,expires,seen,place) VALUES($1,clock_timestamp()+"
        "$2*interval '1 ms',clock_timestamp(),%s) RETURNING id), h AS MATERIALIZED (SELECT id,"
        "pg_try_advisory_lock(id) AS has FROM l) INSERT INTO fences SELECT id,has FROM h"
        " RETURNING life",
        k->shares ? a_place : "-1");
    int64_t n = hold_places(k) ? sql_pg_do(k->link, text, 2, values, &life) : -1;
    let_places_go(k);
    k->line = sql_pg_lines(k->link);
    return n == 1 ? (uint64_t)life : 0;
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
static int beat(pg_keeper *k, int hears) {
    char life[24], lease[24];
    const char *const values[] = {life, lease, hears ? "t" : "f"};
    int64_t alive = 0;
    (void)snprintf(life, sizeof life, "%" PRIu64, k->life);
    (void)snprintf(lease, sizeof lease, "%d", k->lease_ms);
    int64_t n = sql_pg_do(k->link,
                          "UPDATE lives SET expires=clock_timestamp()+$2*interval '1 ms',"
                          "seen=clock_timestamp(),bus=$3 WHERE id=$1 RETURNING (SELECT alive FROM"
                          " fences WHERE life=$1)",
                          3, values, &alive);
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

// One keeper at a time takes shards: a statement that began before another's was committed would look at the
// new rows of shards beside the old ones of fences, and take what has just been taken. It sees everything that was
// done before it got the lock.
static int take_turn(pg_keeper *k) {
    int64_t has = 0;
    return ask(k, "SELECT pg_try_advisory_lock(0,0)", 0, &has) == 1 && has; // else at the next beat
}

static void end_turn(pg_keeper *k) {
    (void)ask(k, "SELECT pg_advisory_unlock(0,0)", 0, NULL);
}

// All shards, if nobody alive has any; whether all are ours now.
static int claim(pg_keeper *k) {
    int64_t mine = 0;
    if (!take_turn(k)) {
        return 0;
    }
    (void)ask(k,
              "UPDATE shards SET life=$1,epoch=epoch+1 WHERE NOT EXISTS(SELECT 1 FROM shards s JOIN"
              " fences f ON f.life=s.life WHERE f.alive)",
              1, NULL);
    int told = ask(k, "SELECT count(*) FROM shards WHERE life=$1", 1, &mine) == 1;
    end_turn(k);
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

static void call_buried(pg_keeper *k) {
    pthread_mutex_lock(&k->lock);
    if (k->buried) {
        k->buried(k->self);
    }
    pthread_mutex_unlock(&k->lock);
}

static void begin_anew(pg_keeper *k) {
    uint64_t life = k->shares ? 0 : birth(k);
    if (life) {
        set_life(k, life, 0);
        call_buried(k);
    } else if (k->shares) {
        pg_keeper_fenced(k);
        call_buried(k);
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

// Shows others what was read, and tells whoever wants to know that it is not what it was.
static void show(pg_keeper *k) {
    pthread_mutex_lock(&k->lock);
    int differs = memcmp(&k->leases, &k->table.now, sizeof k->leases) != 0;
    k->leases = k->table.now;
    k->mine = k->table.mine;
    if (differs && k->tell_changed) {
        k->tell_changed(k->self);
    }
    pthread_mutex_unlock(&k->lock);
}

static int has_any(const unsigned char set[LEASE_SHARDS]) {
    return memchr(set, 1, LEASE_SHARDS) != NULL;
}

// Gives away what was left, takes what it lacks, and says what is to be left next. That a shard was left counts
// only while it is to be: it may have come back since.
static void share(pg_keeper *k, const store_told *told) {
    unsigned char gone[LEASE_SHARDS];
    for (int i = 0; i < LEASE_SHARDS; i++) {
        gone[i] = (unsigned char)(told->left[i] && k->table.now.leaving[i]);
    }
    if (has_any(gone) && !pg_shards_release(k->link, k->life, gone)) {
        return;
    }
    if (!pg_shards_read(&k->table, k->life)) {
        return;
    }
    int due = pg_shards_due(&k->table, told);
    if (due > 0 && take_turn(k)) {
        (void)pg_shards_take(k->link, k->life, due);
        end_turn(k);
        (void)pg_shards_read(&k->table, k->life);
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
    if (!take_told(k, &told) || (!sql_pg_is_up(k->link) && !sql_pg_again(k->link))) {
        return;
    }
    int alive = beat(k, told.hears_others);
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
    if (k->shares) {
        share(k, &told);
    } else if (!k->owns && claim(k)) {
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
    (void)ask(k, "UPDATE fences SET alive=false WHERE life=$1", 1, NULL);
    (void)ask(k, "UPDATE shards SET life=0 WHERE life=$1", 1, NULL);
    return NULL;
}

// --- Life --------------------------------------------------------------------

static void discard(pg_keeper *k) {
    pg_shards_close(&k->table);
    sql_pg_close(k->link);
    pthread_cond_destroy(&k->changed);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

static tsr_err fail(pg_keeper *k, tsr_error *err) {
    return tsr_fail(err, TSR_ERR_IO, "the database cannot be used: %s",
                    k->link->driver->error(k->link));
}

// Who shares knows from the beginning where it is.
static tsr_err be_born(pg_keeper *k, tsr_error *err) {
    k->life = birth(k);
    if (!k->life || (k->shares && (!pg_shards_open(&k->table, k->link) ||
                                   !pg_shards_read(&k->table, k->life)))) {
        return fail(k, err);
    }
    k->leases = k->table.now;
    return TSR_OK;
}

tsr_err pg_keeper_open(const pg_keeper_config *config, pg_keeper **out, tsr_error *err) {
    pg_keeper *k = calloc(1, sizeof *k);
    int lease_ms = config->lease_ms;
    char host[64] = "", settings[60];
    if (!k) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    *k = (pg_keeper){.lease_ms = lease_ms,
                     .shares = config->shares,
                     .buried = config->buried,
                     .tell_changed = config->changed,
                     .self = config->self};
    (void)gethostname(host, sizeof host - 1);
    (void)snprintf(k->node, sizeof k->node, "%s %ld", host, (long)getpid());
    pthread_mutex_init(&k->lock, NULL);
    pthread_cond_init(&k->changed, NULL);
    // Whoever holds a row that this waits for may hang: the beat must not hang with them. One that
    // gets no answer within a lease is none.
    (void)snprintf(settings, sizeof settings, "SET lock_timeout=%d", lease_ms / 3 + 1);
    tsr_err e = sql_pg_open(config->url, settings, lease_ms, &k->link, err);
    e = e ? e : be_born(k, err);
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
        k->buried = k->tell_changed = NULL;
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
    int late = k->dead || (k->others && !k->owns);
    pthread_mutex_unlock(&k->lock);
    return late;
}

uint64_t pg_keeper_life(pg_keeper *k, int *shards) {
    pthread_mutex_lock(&k->lock);
    uint64_t life = k->life;
    *shards = k->shares ? k->mine : k->owns ? SHARDS : 0;
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

void pg_keeper_fenced(pg_keeper *k) {
    pthread_mutex_lock(&k->lock);
    k->dead = k->shares;
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
