// SPDX-License-Identifier: MIT
// The tables in PostgreSQL, and the steps from one format to the next.
#include "server/store_pg_schema.h"

#include <stdio.h>

#include "server/sql_pg.h"
#include "server/store_pg_months.h"

// --- Format 5 ----------------------------------------------------------------

// Names are one without regard to the case of ASCII letters, as the file's NOCASE.
static const char people[] =
    "CREATE TABLE users(id int8 PRIMARY KEY, name text, password text, since int8 NOT NULL,"
    " look text UNIQUE, banned int8 NOT NULL DEFAULT 0, mail text, muted int8 NOT NULL DEFAULT 0,"
    " moderator int8 NOT NULL DEFAULT 0, away_from int8 NOT NULL DEFAULT 0,"
    " away_until int8 NOT NULL DEFAULT 0, away_days int8 NOT NULL DEFAULT 0,"
    " away_year int8 NOT NULL DEFAULT 0, notices int8 NOT NULL DEFAULT 0);"
    "CREATE UNIQUE INDEX users_name ON users(lower(name COLLATE \"C\"));"
    "CREATE TABLE sessions(hash bytea PRIMARY KEY, \"user\" int8 NOT NULL, seen int8 NOT NULL);"
    "CREATE INDEX sessions_of ON sessions(\"user\");"
    "CREATE TABLE tokens(hash bytea PRIMARY KEY, \"user\" int8 NOT NULL, kind int8 NOT NULL,"
    " label text NOT NULL, made int8 NOT NULL, until int8 NOT NULL);"
    "CREATE INDEX tokens_of ON tokens(\"user\");"
    "CREATE TABLE ratings(\"user\" int8, game text, rating float8 NOT NULL, rd float8 NOT NULL,"
    " volatility float8 NOT NULL, games int8 NOT NULL, PRIMARY KEY(\"user\",game));"
    "CREATE INDEX ratings_best ON ratings(game,(rating-2*rd));"
    "CREATE TABLE reports(n bigserial PRIMARY KEY, at int8 NOT NULL, who int8 NOT NULL,"
    " about int8 NOT NULL, match int8 NOT NULL, words text NOT NULL, done int8 NOT NULL DEFAULT 0);"
    "CREATE TABLE blocks(\"user\" int8, other int8, PRIMARY KEY(\"user\",other));"
    "CREATE TABLE pushes(endpoint text PRIMARY KEY, \"user\" int8 NOT NULL, keys text NOT NULL,"
    " made int8 NOT NULL);"
    "CREATE INDEX pushes_of ON pushes(\"user\");"
    "CREATE TABLE notes(n bigserial PRIMARY KEY, about int8 NOT NULL, at int8 NOT NULL,"
    " by text NOT NULL, words text NOT NULL);"
    "CREATE TABLE audit(n bigserial PRIMARY KEY, at int8 NOT NULL, by text NOT NULL,"
    " what text NOT NULL);"
    "CREATE TABLE teams(id int8 PRIMARY KEY, leader int8 NOT NULL, made int8 NOT NULL,"
    " name text NOT NULL, look text UNIQUE NOT NULL);"
    "CREATE TABLE members(team int8, \"user\" int8, PRIMARY KEY(team,\"user\"));"
    "CREATE INDEX members_of ON members(\"user\");";

// What grows with the matches is in parts: those that are found by their number are cut by ranges of
// it (numbers below 2^50 have no month; for those that begin with theirs see format 8), those that are
// written all over the place are spread.
static const char matches[] =
    "CREATE TABLE matches(id int8 PRIMARY KEY, state int8 NOT NULL, updated int8 NOT NULL,"
    " meta text NOT NULL) PARTITION BY RANGE(id);"
    "CREATE TABLE matches_0 PARTITION OF matches FOR VALUES FROM (MINVALUE) TO (1125899906842624);"
    "CREATE TABLE matches_later PARTITION OF matches DEFAULT;"
    "CREATE INDEX unfinished ON matches(updated) WHERE state<2;"
    "CREATE TABLE chat(match int8, n int8, who text NOT NULL, words text NOT NULL,"
    " PRIMARY KEY(match,n)) PARTITION BY RANGE(match);"
    "CREATE TABLE chat_0 PARTITION OF chat FOR VALUES FROM (MINVALUE) TO (1125899906842624);"
    "CREATE TABLE chat_later PARTITION OF chat DEFAULT;"
    "CREATE TABLE lines(match int8, n int8, text text NOT NULL, PRIMARY KEY(match,n))"
    " PARTITION BY HASH(match);"
    "CREATE TABLE seats(\"user\" int8, made int8, match int8, PRIMARY KEY(\"user\",made,match))"
    " PARTITION BY HASH(\"user\");"
    "CREATE TABLE files(hash bytea PRIMARY KEY, text text NOT NULL);"
    "CREATE TABLE events(id int8 PRIMARY KEY, state int8 NOT NULL, updated int8 NOT NULL,"
    " meta text NOT NULL);"
    "CREATE INDEX events_by ON events(state,updated);"
    "CREATE TABLE entries(event int8, n int8, \"user\" int8 NOT NULL, state int8 NOT NULL,"
    " meta text NOT NULL, PRIMARY KEY(event,n));"
    "CREATE INDEX entries_of ON entries(\"user\");"
    "CREATE TABLE games(event int8, n int8, match int8 NOT NULL, over int8 NOT NULL,"
    " meta text NOT NULL, PRIMARY KEY(event,n));"
    "DO $$ BEGIN FOR i IN 0..7 LOOP EXECUTE format('CREATE TABLE lines_%s PARTITION OF lines FOR"
    " VALUES WITH (MODULUS 8, REMAINDER %s)', i, i); END LOOP; FOR i IN 0..15 LOOP EXECUTE"
    " format('CREATE TABLE seats_%s PARTITION OF seats FOR VALUES WITH (MODULUS 16, REMAINDER %s)',"
    " i, i); END LOOP; END $$;";

// Whose the matches are: store_pg_keeper.h. The fence is apart from the life because changing a row
// waits for those who hold it, and a beat must not.
static const char owners[] =
    "CREATE TABLE lives(id bigserial PRIMARY KEY, node text NOT NULL, expires timestamptz NOT NULL,"
    " seen timestamptz NOT NULL);"
    "CREATE TABLE fences(life int8 PRIMARY KEY, alive bool NOT NULL);"
    "CREATE TABLE shards(id int2 PRIMARY KEY, life int8 NOT NULL DEFAULT 0,"
    " epoch int8 NOT NULL DEFAULT 0);"
    "INSERT INTO shards(id) SELECT generate_series(0,255);"
    "CREATE FUNCTION fence(mine int8) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 FROM"
    " fences WHERE life=mine AND alive FOR SHARE; IF NOT FOUND THEN RAISE EXCEPTION 'another server"
    " has taken over' USING ERRCODE='TS001'; END IF; END $$;"
    "CREATE TABLE format(version int4 NOT NULL, oldest_program int4 NOT NULL);";

static const char *const format_5[] = {people, matches, owners, NULL};

// --- Format 6 ----------------------------------------------------------------

// Records of matches that are over are packed (store_pack.h).
static const char packed[] =
    "ALTER TABLE matches ADD COLUMN packed int8 NOT NULL DEFAULT 0;"
    "CREATE INDEX to_pack ON matches(updated) WHERE state>=2 AND packed=0;"
    "CREATE TABLE records(match int8 PRIMARY KEY, pieces int8 NOT NULL, codec int8 NOT NULL,"
    " body bytea NOT NULL) PARTITION BY RANGE(match);"
    "CREATE TABLE records_0 PARTITION OF records FOR VALUES FROM (MINVALUE) TO (1125899906842624);"
    "CREATE TABLE records_later PARTITION OF records DEFAULT;";

static const char *const format_6[] = {packed, NULL};

// --- Format 7 ----------------------------------------------------------------

// Several servers that share the matches (serve --bus): each has a place among them, and says whether it
// hears the others. One that wants all of them for itself has the place -1. What seals guests' words is the same
// for all. Programs before it take shards that they do not serve, and must not be started beside these.
static const char sharing[] =
    "ALTER TABLE lives ADD COLUMN place int8 NOT NULL DEFAULT -1;"
    "ALTER TABLE lives ADD COLUMN bus boolean NOT NULL DEFAULT false;"
    "CREATE INDEX fences_alive ON fences(life) WHERE alive;"
    "CREATE TABLE town(seal bytea NOT NULL);"
    "INSERT INTO town SELECT sha256(convert_to(gen_random_uuid()::text||gen_random_uuid()::text||"
    "gen_random_uuid()::text,'UTF8'));";

static const char *const format_7[] = {sharing, NULL};

// --- Format 8 ----------------------------------------------------------------

static const char *const format_8[] = {store_pg_months_tables, NULL};

// --- Steps -------------------------------------------------------------------

enum { FIRST_FORMAT = 5 };

// To FIRST_FORMAT, and one further each; and the oldest program that can still use it then.
static const struct {
    const char *const *parts;
    int oldest_program;
} steps[] = {{format_5, 5}, {format_6, 6}, {format_7, 7}, {format_8, 7}};

int store_pg_format(sql_link *l) {
    int64_t there = 0, version = 0;
    if (sql_pg_do(l, "SELECT to_regclass('format') IS NOT NULL", 0, NULL, &there) < 0) {
        return -1;
    }
    if (there && sql_pg_do(l, "SELECT version FROM format", 0, NULL, &version) != 1) {
        return -1;
    }
    return (int)version;
}

static int take_step(sql_link *l, int to) {
    char text[200];
    int fine = l->driver->run(l, "BEGIN");
    for (const char *const *part = steps[to - FIRST_FORMAT].parts; fine && *part; part++) {
        fine = l->driver->run(l, *part);
    }
    (void)snprintf(text, sizeof text,
                   "DELETE FROM format; INSERT INTO format(version,oldest_program) VALUES(%d,%d)",
                   to, steps[to - FIRST_FORMAT].oldest_program);
    return fine && l->driver->run(l, text) && l->driver->run(l, "COMMIT");
}

static tsr_err bring(sql_link *l, int format, tsr_error *err) {
    int version = store_pg_format(l);
    int64_t oldest = 0;
    if (version > STORE_PG_FORMAT &&
        (sql_pg_do(l, "SELECT oldest_program FROM format", 0, NULL, &oldest) != 1 ||
         oldest > STORE_PG_FORMAT)) {
        return tsr_fail(err, TSR_ERR_MISMATCH,
                        "the database has format %d, and this program knows format %d", version,
                        STORE_PG_FORMAT);
    }
    int fine = version >= 0;
    for (int to = version < FIRST_FORMAT ? FIRST_FORMAT : version + 1; fine && to <= format; to++) {
        fine = take_step(l, to);
    }
    fine = fine && (format < STORE_PG_WITH_MONTHS || store_pg_make_months(l));
    return fine ? TSR_OK
                : tsr_fail(err, TSR_ERR_IO, "the database cannot be brought to format %d: %s",
                           format, l->driver->error(l));
}

tsr_err store_pg_bring_to(sql_link *l, int format, tsr_error *err) {
    static const char lock[] = "SELECT pg_advisory_lock(54367, 1)"; // ours, whatever else is there
    if (!l->driver->run(l, lock)) {
        return tsr_fail(err, TSR_ERR_IO, "the database cannot be used: %s", l->driver->error(l));
    }
    tsr_err e = bring(l, format, err);
    if (e) {
        (void)l->driver->run(l, "ROLLBACK");
    }
    (void)l->driver->run(l, "SELECT pg_advisory_unlock(54367, 1)");
    return e;
}

tsr_err store_pg_bring(sql_link *l, tsr_error *err) {
    return store_pg_bring_to(l, STORE_PG_FORMAT, err);
}
