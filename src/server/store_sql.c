// SPDX-License-Identifier: MIT
// The statements of a database, prepared once.
#include "server/store_sql.h"

#include <stdio.h>
#include <string.h>

#define USER_COLUMNS                                                                               \
    "id,name,password,since,banned,muted,away_until,away_days,away_year,moderator,notices,mail,"   \
    "away_from"

// Where the two databases differ: names without regard to case, and JSON within a text.
#define NAME_IS(value)      "name=" value
#define ENTRY_WITHOUT_NAME  "json_set(meta,'$.name','Deleted','$.team_name','')"
#define EVENT_WITHOUT_OWNER "json_set(meta,'$.owner_name','Deleted')"
#define EVENT_OWNER         "json_extract(meta,'$.owner')"
static const char *const lite_text[SQL_COUNT] = {
#define X(name, sql) sql,
#include "server/store_statements.def"
#undef X
};
#undef NAME_IS
#undef ENTRY_WITHOUT_NAME
#undef EVENT_WITHOUT_OWNER
#undef EVENT_OWNER

#define NAME_IS(value)      "lower(name COLLATE \"C\")=lower(" value " COLLATE \"C\")"
#define ENTRY_WITHOUT_NAME  "(meta::jsonb||'{\"name\":\"Deleted\",\"team_name\":\"\"}')::text"
#define EVENT_WITHOUT_OWNER "(meta::jsonb||'{\"owner_name\":\"Deleted\"}')::text"
#define EVENT_OWNER         "(meta::jsonb->>'owner')"
static const char *const pg_text[SQL_COUNT] = {
#define X(name, sql) sql,
#include "server/store_statements.def"
#undef X
};

static const char *const statement_name[SQL_COUNT] = {
#define X(name, sql) #name,
#include "server/store_statements.def"
#undef X
};

tsr_err sql_fail(const store_db *db, tsr_error *err, const char *what) {
    return tsr_fail(err, TSR_ERR_IO, "%s: %s", what, db->link->driver->error(db->link));
}

tsr_err sql_problem(const store_db *db, tsr_error *err) {
    int refuses = db->link->driver->fault(db->link) == SQL_REFUSES;
    return refuses ? tsr_fail(err, TSR_ERR_ARGUMENT, "the change is refused: %s",
                              db->link->driver->error(db->link))
                   : sql_fail(db, err, "writing failed");
}

// Those that change something take the values of a change.
static sql_values values_of(int i) {
    const char *name = statement_name[i];
    int is_op = strncmp(name, "PUT", 3) == 0 || strncmp(name, "DEL", 3) == 0;
    return is_op ? SQL_OP_VALUES : SQL_OWN_VALUES;
}

int sql_prepare_all(store_db *db) {
    const char *const *text = db->link->driver->is_pg ? pg_text : lite_text;
    for (int i = 0; i < SQL_COUNT; i++) {
        db->statement[i] = db->link->driver->prepare(db->link, text[i], values_of(i));
        if (!db->statement[i]) {
            return 0;
        }
    }
    return 1;
}

int sql_row(store_db *db, sql_query *q) {
    sql_step code = sql_next(q);
    if (code == SQL_FAILED) {
        store_db_note_trouble(db);
    }
    return code == SQL_ROW;
}

sql_link *store_db_link(store_db *db) {
    return db->link;
}

// --- Trouble -----------------------------------------------------------------

void store_db_note_trouble(store_db *db) {
    db->trouble = 1;
    (void)snprintf(db->why, sizeof db->why, "the database cannot be read: %s",
                   db->link->driver->error(db->link));
}

int store_db_trouble(store_db *db, char *why, size_t cap) {
    int trouble = db->trouble;
    if (trouble) {
        (void)snprintf(why, cap, "%s", db->why);
    }
    db->trouble = 0;
    return trouble;
}
