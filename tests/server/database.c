// SPDX-License-Identifier: MIT
// The database of a test: SQLite's, or a part of a PostgreSQL server.
#include "server/database.h"

#include "server/world.h"

#ifdef TSR_POSTGRES
#include <unistd.h>

#include "server/sql_pg.h"
#include "server/store_pg_schema.h"
#include "server/store_pg_wide.h"
#endif

const char *database_postgres(void) {
    return getenv("TSR_TEST_STORE");
}

#ifdef TSR_POSTGRES
static const uint64_t life = 1; // whose fence is up

static void make_fresh(sql_link *l, const char *name) {
    char text[200];
    tsr_error err;
    snprintf(text, sizeof text, "DROP SCHEMA IF EXISTS %s CASCADE; CREATE SCHEMA %s", name, name);
    assert_true(l->driver->run(l, text));
    if (store_pg_bring(l, &err) != TSR_OK) {
        fail_msg("%s", err.message);
    }
    assert_true(l->driver->run(l, "INSERT INTO fences VALUES(1,true)"));
}

static store_db *open_postgres(const char *url, database_state state) {
    char name[40], settings[100];
    tsr_error err;
    sql_link *l = NULL;
    store_db *db = NULL;
    snprintf(name, sizeof name, "t%ld", (long)getpid());
    snprintf(settings, sizeof settings, "SET search_path=%s; SET client_min_messages=warning",
             name);
    if (sql_pg_open(url, settings, SQL_PG_FOR_EVER, &l, &err) != TSR_OK) {
        fail_msg("%s", err.message);
    }
    if (state == DATABASE_FRESH) {
        make_fresh(l, name);
    }
    assert_int_equal(store_db_over(l, store_pg_wide(&life), &db, &err), TSR_OK);
    return db;
}
#else
static store_db *open_postgres(const char *url, database_state state) {
    (void)url;
    (void)state;
    fail_msg("this was built without PostgreSQL");
    return NULL;
}
#endif

store_db *database_open(const char *path, database_state state) {
    const char *url = database_postgres();
    store_db *db = NULL;
    if (url) {
        return open_postgres(url, state);
    }
    assert_int_equal(store_db_open(path, &db, NULL), TSR_OK);
    return db;
}
