// SPDX-License-Identifier: MIT
// A life in PostgreSQL: its statements.
#include "server/store_pg_life.h"

#include <inttypes.h>
#include <stdio.h>

#include "server/sql_pg.h"

// With the life as $1 and, if it is used, the lease in milliseconds as $2.
static int64_t ask(pg_life *l, const char *text, int count, int64_t *out) {
    char life[24], lease[24];
    const char *const values[] = {life, lease};
    (void)snprintf(life, sizeof life, "%" PRIu64, l->id);
    (void)snprintf(lease, sizeof lease, "%d", l->lease_ms);
    return sql_pg_do(l->link, text, count, values, out);
}

// --- Birth -------------------------------------------------------------------

enum { BIRTH_MS = 10000 };

// The lowest place at which nobody is.
static const char a_place[] =
    "(SELECT min(p) FROM generate_series(0,63) p WHERE p NOT IN (SELECT l.place FROM fences f JOIN"
    " lives l ON l.id=f.life WHERE f.alive))";

// With its lock from the first moment on: others must not find it free. Until its first beat it has time.
static int64_t insert(pg_life *l, int64_t *life) {
    char lease[24], text[600];
    const char *const values[] = {l->node, lease};
    (void)snprintf(lease, sizeof lease, "%d", l->lease_ms + BIRTH_MS);
    (void)snprintf(
        text, sizeof text,
        "WITH l AS (INSERT INTO lives(node,expires,seen,place) VALUES($1,clock_timestamp()+"
        "$2*interval '1 ms',clock_timestamp(),%s) RETURNING id), h AS MATERIALIZED (SELECT id,"
        "pg_try_advisory_lock(id) AS has FROM l) INSERT INTO fences SELECT id,has FROM h"
        " RETURNING life",
        l->shares ? a_place : "-1");
    return sql_pg_do(l->link, text, 2, values, life);
}

// Waiting for a lock has a limit from then on, for the sake of beats: whoever holds a row that this waits for may
// hang, and the beat must not hang with them. One that gets no answer within a lease is none.
static int be_impatient(pg_life *l) {
    char text[60];
    (void)snprintf(text, sizeof text, "SET lock_timeout=%d", l->lease_ms / 3 + 1);
    return sql_pg_set(l->link, text, l->lease_ms);
}

// Places are given one at a time.
uint64_t pg_life_birth(pg_life *l) {
    char text[60];
    int64_t life = 0;
    (void)snprintf(text, sizeof text, "SET lock_timeout=%d", BIRTH_MS);
    int fine = sql_pg_set(l->link, text, BIRTH_MS) &&
               (!l->shares || ask(l, "SELECT pg_advisory_lock(0,1)", 0, NULL) >= 0) &&
               insert(l, &life) == 1;
    if (fine && l->shares) {
        (void)ask(l, "SELECT pg_advisory_unlock(0,1)", 0, NULL);
    }
    l->line = sql_pg_lines(l->link);
    return be_impatient(l) && fine ? (uint64_t)life : 0;
}

// --- While it lasts ----------------------------------------------------------

// A life whose line is gone has lost this lock, and whoever wants to know can take it.
void pg_life_hold_lock(pg_life *l) {
    int64_t has = 0;
    if (l->line != sql_pg_lines(l->link) &&
        ask(l, "SELECT pg_try_advisory_lock($1)", 1, &has) == 1 && has) {
        l->line = sql_pg_lines(l->link);
    }
}

// A beat does not wait for the disk, nor for a standby: it means nothing once the database has crashed, and those who
// wait there for a slow disk are alive.
int pg_life_beat(pg_life *l, int hears_others) {
    char life[24], lease[24];
    const char *const values[] = {life, lease, hears_others ? "t" : "f"};
    int64_t alive = 0;
    (void)snprintf(life, sizeof life, "%" PRIu64, l->id);
    (void)snprintf(lease, sizeof lease, "%d", l->lease_ms);
    int64_t n = sql_pg_do(l->link,
                          "UPDATE lives SET expires=clock_timestamp()+$2*interval '1 ms',"
                          "seen=clock_timestamp(),bus=$3 WHERE id=$1 RETURNING (SELECT alive FROM"
                          " fences WHERE life=$1),set_config('synchronous_commit','off',true)",
                          3, values, &alive);
    return n < 0 ? -1 : n == 1 && alive;
}

void pg_life_bury_others(pg_life *l, int late) {
    char life[24];
    const char *const values[] = {life, late ? "t" : "f"};
    (void)snprintf(life, sizeof life, "%" PRIu64, l->id);
    (void)sql_pg_do(l->link,
                    "UPDATE fences f SET alive=false FROM lives l WHERE l.id=f.life AND f.alive AND"
                    " f.life<>$1 AND (($2 AND l.expires<clock_timestamp()) OR"
                    " pg_try_advisory_xact_lock(f.life))",
                    2, values, NULL);
}

int pg_life_take_turn(pg_life *l) {
    int64_t has = 0;
    return ask(l, "SELECT pg_try_advisory_lock(0,0)", 0, &has) == 1 && has;
}

void pg_life_end_turn(pg_life *l) {
    (void)ask(l, "SELECT pg_advisory_unlock(0,0)", 0, NULL);
}

int64_t pg_life_claim_all(pg_life *l) {
    int64_t mine = 0;
    if (!pg_life_take_turn(l)) {
        return -1;
    }
    (void)ask(l,
              "UPDATE shards SET life=$1,epoch=epoch+1 WHERE NOT EXISTS(SELECT 1 FROM shards s JOIN"
              " fences f ON f.life=s.life WHERE f.alive)",
              1, NULL);
    int told = ask(l, "SELECT count(*) FROM shards WHERE life=$1", 1, &mine) == 1;
    pg_life_end_turn(l);
    return told ? mine : -1;
}

void pg_life_end(pg_life *l) {
    (void)ask(l, "UPDATE fences SET alive=false WHERE life=$1", 1, NULL);
    (void)ask(l, "UPDATE shards SET life=0 WHERE life=$1", 1, NULL);
}
