// SPDX-License-Identifier: MIT
// Shards shared by several lives, in PostgreSQL.
#include "server/store_pg_shards.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "server/sql_pg.h"

enum { LEAVE_AT_ONCE = 32 };

// --- Reading -----------------------------------------------------------------

static int read_seal(pg_shards *t, sql_link *l) {
    sql_query *q = sql_prepare(l, "SELECT seal FROM town");
    const unsigned char *seal = sql_next(q) == SQL_ROW ? sql_hash_at(q, 0) : NULL;
    if (seal) {
        memcpy(t->now.seal, seal, sizeof t->now.seal);
    }
    sql_drop(q);
    return seal != NULL;
}

int pg_shards_open(pg_shards *t, sql_link *l) {
    *t = (pg_shards){0};
    memset(t->now.owner, LEASE_NOBODY, sizeof t->now.owner);
    t->lives = sql_prepare(l, "SELECT l.id,l.place,l.bus::int4 FROM fences f JOIN lives l ON "
                              "l.id=f.life WHERE f.alive AND l.place>=0");
    t->shards = sql_prepare(l, "SELECT id::int8,life,epoch FROM shards");
    return t->lives && t->shards && read_seal(t, l);
}

void pg_shards_close(pg_shards *t) {
    sql_drop(t->lives);
    sql_drop(t->shards);
    t->lives = t->shards = NULL;
}

static int read_lives(pg_shards *t, store_leases *out, uint64_t life) {
    sql_step step;
    t->alive = t->hearing = 0;
    while ((step = sql_next(t->lives)) == SQL_ROW) {
        int64_t place = sql_int_at(t->lives, 1);
        int hears = sql_int_at(t->lives, 2) != 0;
        if (place < LEASE_PLACES) {
            uint64_t id = sql_id_at(t->lives, 0);
            out->lives[place] = id;
            out->there[place] = hears || id == life ? id : 0;
            out->place = id == life ? (int)place : out->place;
            t->alive++;
            t->hearing += hears;
        }
    }
    sql_done(t->lives);
    return step == SQL_END;
}

static int8_t place_of(const store_leases *of, uint64_t life) {
    for (int i = 0; life && i < LEASE_PLACES; i++) {
        if (of->there[i] == life) {
            return (int8_t)i;
        }
    }
    return LEASE_NOBODY;
}

static int read_shards(pg_shards *t, store_leases *out) {
    sql_step step;
    t->mine = t->leaving = 0;
    while ((step = sql_next(t->shards)) == SQL_ROW) {
        int64_t id = sql_int_at(t->shards, 0);
        uint64_t owner = sql_id_at(t->shards, 1);
        if (id < 0 || id >= LEASE_SHARDS) {
            continue;
        }
        int mine = owner == out->life;
        out->owner[id] = place_of(out, owner);
        out->epoch[id] = sql_id_at(t->shards, 2);
        out->leaving[id] = (unsigned char)(mine && out->leaving[id]);
        t->mine += mine;
        t->leaving += out->leaving[id];
    }
    sql_done(t->shards);
    return step == SQL_END;
}

int pg_shards_read(pg_shards *t, uint64_t life) {
    store_leases next = t->now;
    memset(next.lives, 0, sizeof next.lives);
    memset(next.there, 0, sizeof next.there);
    next.life = life;
    int fine = read_lives(t, &next, life) && read_shards(t, &next);
    if (fine) {
        t->now = next;
    }
    return fine;
}

// --- Shares ------------------------------------------------------------------

// Who hears nobody has nothing to give to those who come to others' doors: where somebody does hear, they are to
// have it all. Where nobody does, everybody keeps what they have for those who come to their own.
int pg_shards_due(const pg_shards *t, const store_told *told) {
    int others_hear = t->hearing > (told->hears_others != 0);
    int sharers = others_hear || told->hears_others ? t->hearing : t->alive;
    int share = sharers > 0 ? (LEASE_SHARDS + sharers - 1) / sharers : LEASE_SHARDS;
    if (told->ends || (!told->hears_others && others_hear)) {
        share = 0;
    }
    return share - (t->mine - t->leaving);
}

void pg_shards_leave(pg_shards *t, int count, const store_told *told) {
    int most = told->ends ? LEASE_SHARDS : LEAVE_AT_ONCE;
    for (int i = LEASE_SHARDS - 1; i >= 0 && count > 0 && t->leaving < most; i--) {
        if (t->now.owner[i] == t->now.place && !t->now.leaving[i]) {
            t->now.leaving[i] = 1;
            t->leaving++;
            count--;
        }
    }
}

// --- Changing hands ----------------------------------------------------------

int pg_shards_take(sql_link *l, uint64_t life, int most) {
    char me[24], count[24];
    const char *const values[] = {me, count};
    (void)snprintf(me, sizeof me, "%" PRIu64, life);
    (void)snprintf(count, sizeof count, "%d", most);
    return sql_pg_do(l,
                     "UPDATE shards SET life=$1,epoch=epoch+1 WHERE id IN (SELECT s.id FROM shards"
                     " s LEFT JOIN fences f ON f.life=s.life WHERE f.alive IS NOT TRUE ORDER BY"
                     " s.id LIMIT $2 FOR UPDATE OF s SKIP LOCKED)",
                     2, values, NULL) >= 0;
}

int pg_shards_release(sql_link *l, uint64_t life, const unsigned char left[LEASE_SHARDS]) {
    char me[24], list[LEASE_SHARDS * 4 + 3] = "{";
    const char *const values[] = {me, list};
    size_t n = 1;
    for (int i = 0; i < LEASE_SHARDS; i++) {
        if (left[i]) {
            n += (size_t)snprintf(list + n, sizeof list - n, "%s%d", n > 1 ? "," : "", i);
        }
    }
    (void)snprintf(list + n, sizeof list - n, "}");
    (void)snprintf(me, sizeof me, "%" PRIu64, life);
    return sql_pg_do(l, "UPDATE shards SET life=0 WHERE life=$1 AND id=ANY($2::int2[])", 2, values,
                     NULL) >= 0;
}
