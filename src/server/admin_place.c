// SPDX-License-Identifier: MIT
// Opening an operator's database, for looking and for changing.
#include "server/admin_place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "server/sql_lite.h"
#ifdef TSR_POSTGRES
#include "server/sql_pg.h"
#include "server/store_pg_keeper.h"
#include "server/store_pg_schema.h"
#include "server/store_pg_wide.h"
#include "server/store_sql.h"
#endif

// --- A file ------------------------------------------------------------------

static tsr_err link_to_file(const char *db, sql_link **out, tsr_error *err) {
    sqlite3 *sql = NULL;
    if (access(db, R_OK) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", db, strerror(errno));
    }
    if (sqlite3_open_v2(db, &sql, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        tsr_err e = tsr_fail(err, TSR_ERR_IO, "%s: %s", db, sqlite3_errmsg(sql));
        sqlite3_close(sql);
        return e;
    }
    sqlite3_busy_timeout(sql, 5000);
    *out = sql_lite(sql);
    return *out ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
}

static tsr_err open_file(const char *db, store_db **out, tsr_error *err) {
    return access(db, R_OK) == 0 ? store_db_open(db, out, err)
                                 : tsr_fail(err, TSR_ERR_IO, "%s: %s", db, strerror(errno));
}

static tsr_err hold_file(const char *db, admin_hold *out, tsr_error *err) {
    out->lock = open(db, O_RDWR | O_CLOEXEC);
    if (out->lock < 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", db, strerror(errno));
    }
    if (flock(out->lock, LOCK_EX | LOCK_NB) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s is being used by a server that does not answer", db);
    }
    return store_db_open(db, &out->db, err);
}

// --- PostgreSQL --------------------------------------------------------------

#ifdef TSR_POSTGRES
static tsr_err link_to_store(const char *url, sql_link **out, tsr_error *err) {
    return sql_pg_open(url, "", SQL_PG_FOR_EVER, out, err);
}

static tsr_err link_and_bring(const char *url, sql_link **out, tsr_error *err) {
    tsr_err e = link_to_store(url, out, err);
    if (!e) {
        e = store_pg_bring(*out, err);
        if (e) {
            sql_pg_close(*out);
        }
    }
    return e;
}

static tsr_err open_store(const char *url, store_db **out, tsr_error *err) {
    sql_link *l = NULL;
    tsr_err e = link_and_bring(url, &l, err);
    return e ? e : store_db_over(l, NULL, out, err);
}

// Whose the matches are.
static tsr_err say_owner(sql_link *l, tsr_error *err) {
    sql_query *s =
        sql_prepare(l, "SELECT DISTINCT l.node FROM shards s JOIN lives l ON l.id=s.life "
                       "JOIN fences f ON f.life=l.id WHERE f.alive LIMIT 1");
    char node[100] = "another";
    if (sql_next(s) == SQL_ROW) {
        (void)snprintf(node, sizeof node, "%s", sql_text_at(s, 0));
    }
    sql_drop(s);
    return tsr_fail(
        err, TSR_ERR_IO,
        "a server uses the database (machine and process: %s); give the order there, with the "
        "--db that it was started with",
        node);
}

// A server that was killed is found out within its lease.
static tsr_err hold_store(const char *url, admin_hold *out, tsr_error *err) {
    enum { LEASE_MS = 1000, WAITS = 80 }; // of 50 ms
    sql_link *l = NULL;
    pg_keeper *keeper = NULL;
    tsr_err e = link_and_bring(url, &l, err);
    if (e) {
        return e;
    }
    const pg_keeper_config config = {.url = url, .lease_ms = LEASE_MS};
    e = pg_keeper_open(&config, &keeper, err);
    out->keeper = keeper;
    for (int i = 0; !e && !out->life && i < WAITS; i++) {
        out->life = pg_keeper_wait(keeper, 0);
    }
    if (!e && !out->life) {
        e = say_owner(l, err);
    }
    if (e) {
        sql_pg_close(l);
        return e;
    }
    return store_db_over(l, store_pg_wide(&out->life), &out->db, err);
}

static void release_store(admin_hold *h) {
    pg_keeper_close(h->keeper);
}

static tsr_err bring_store(const char *url, int *from, int *to, tsr_error *err) {
    sql_link *l = NULL;
    tsr_err e = link_to_store(url, &l, err);
    if (!e) {
        *from = store_pg_format(l);
        e = store_pg_bring(l, err);
        *to = store_pg_format(l);
        sql_pg_close(l);
    }
    return e;
}
#else
static tsr_err unknown(tsr_error *err) {
    return tsr_fail(err, TSR_ERR_ARGUMENT,
                    "--store: this program was built without PostgreSQL (libpq)");
}

static tsr_err link_to_store(const char *url, sql_link **out, tsr_error *err) {
    (void)url;
    (void)out;
    return unknown(err);
}

static tsr_err open_store(const char *url, store_db **out, tsr_error *err) {
    (void)url;
    (void)out;
    return unknown(err);
}

static tsr_err hold_store(const char *url, admin_hold *out, tsr_error *err) {
    (void)url;
    (void)out;
    return unknown(err);
}

static void release_store(admin_hold *h) {
    (void)h;
}

static tsr_err bring_store(const char *url, int *from, int *to, tsr_error *err) {
    (void)url;
    (void)from;
    (void)to;
    return unknown(err);
}
#endif

// --- Either ------------------------------------------------------------------

static tsr_err check(const admin_place *at, tsr_error *err) {
    return !at->store || store_is_address(at->store)
               ? TSR_OK
               : tsr_fail(
                     err, TSR_ERR_ARGUMENT,
                     "--store takes postgres://user@host/database, and not '%s'; a file is --db",
                     at->store);
}

tsr_err admin_open_link(const admin_place *at, sql_link **out, tsr_error *err) {
    tsr_err e = check(at, err);
    return e ? e : at->store ? link_to_store(at->store, out, err) : link_to_file(at->db, out, err);
}

tsr_err admin_open_db(const admin_place *at, store_db **out, tsr_error *err) {
    tsr_err e = check(at, err);
    return e ? e : at->store ? open_store(at->store, out, err) : open_file(at->db, out, err);
}

tsr_err admin_hold_db(const admin_place *at, admin_hold *out, tsr_error *err) {
    *out = (admin_hold){.lock = -1};
    tsr_err e = check(at, err);
    return e ? e : at->store ? hold_store(at->store, out, err) : hold_file(at->db, out, err);
}

tsr_err admin_bring_store(const admin_place *at, int *from, int *to, tsr_error *err) {
    tsr_err e = check(at, err);
    return e ? e : bring_store(at->store, from, to, err);
}

void admin_release(admin_hold *h) {
    store_db_close(h->db);
    if (h->keeper) {
        release_store(h);
    }
    if (h->lock >= 0) {
        close(h->lock);
    }
}
