// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SQL_H
#define TSR_SERVER_SQL_H

// A database that speaks SQL, whichever it is: statements are prepared, filled and stepped through.
//
// Texts of statements are such that SQLite and PostgreSQL both understand them; values are ?1, ?2...
// Not thread-safe: a link and its statements belong to one thread at a time. A NULL statement is fine
// everywhere: it gives no row and fails.

#include <stddef.h>
#include <stdint.h>

typedef struct sql_link sql_link;   // to a database
typedef struct sql_query sql_query; // a prepared statement

typedef enum sql_step { SQL_FAILED, SQL_END, SQL_ROW } sql_step;

// What the last failure was.
typedef enum sql_fault {
    SQL_REFUSES, // the change itself cannot be made
    SQL_CANNOT,  // nothing can be written or read now
    SQL_CUT,     // the line broke: what was being written is there, or it is not
    SQL_FENCED,  // somebody else writes what this wanted to
    SQL_CROSSED  // two waited for each other, and this one was undone: it can be tried again
} sql_fault;

typedef enum sql_values {
    SQL_OWN_VALUES, // the statement counts its own
    SQL_OP_VALUES   // those of a change: see store_statements.def
} sql_values;

typedef struct sql_driver {
    int is_pg; // it speaks PostgreSQL's dialect, where the two differ
    sql_query *(*prepare)(sql_link *l, const char *text, sql_values values); // NULL: it cannot be
    int (*run)(sql_link *l, const char *text); // without values, perhaps several; 0: it failed
    const char *(*error)(sql_link *l);         // words about the last failure
    sql_fault (*fault)(sql_link *l);
    int (*is_writing)(sql_link *l); // a transaction is open
    void (*close)(sql_link *l);
    int (*values)(const sql_query *q); // the highest number of a value
    void (*set_int)(sql_query *q, int i, int64_t value);
    void (*set_double)(sql_query *q, int i, double value);
    void (*set_text)(sql_query *q, int i, const char *text);
    void (*set_bytes)(sql_query *q, int i, const void *data, size_t size);
    sql_step (*step)(sql_query *q);
    void (*reset)(sql_query *q); // it can be filled and used again
    void (*drop)(sql_query *q);
    int (*columns)(const sql_query *q);
    const char *(*name_at)(const sql_query *q, int i);
    int (*is_null_at)(const sql_query *q, int i);
    int (*is_int_at)(const sql_query *q, int i);
    int (*is_double_at)(const sql_query *q, int i);
    int64_t (*int_at)(const sql_query *q, int i);
    double (*double_at)(const sql_query *q, int i);
    const char *(*text_at)(const sql_query *q, int i); // NULL for NULL; until the next row
    const void *(*bytes_at)(const sql_query *q, int i, size_t *size);
} sql_driver;

struct sql_link { // the beginning of every driver's own
    const sql_driver *driver;
};

struct sql_query { // the same
    const sql_driver *driver;
};

// --- Statements --------------------------------------------------------------

static inline sql_query *sql_prepare(sql_link *l, const char *text) {
    return l->driver->prepare(l, text, SQL_OWN_VALUES);
}

static inline void sql_drop(sql_query *q) {
    if (q) {
        q->driver->drop(q);
    }
}

static inline int sql_value_count(const sql_query *q) {
    return q ? q->driver->values(q) : 0;
}

// Values by number from 1. Texts and bytes are borrowed until the statement is done.
static inline void sql_bind_int(sql_query *q, int i, int64_t value) {
    if (q) {
        q->driver->set_int(q, i, value);
    }
}

static inline void sql_bind_id(sql_query *q, int i, uint64_t id) {
    sql_bind_int(q, i, (int64_t)id);
}

static inline void sql_bind_double(sql_query *q, int i, double value) {
    if (q) {
        q->driver->set_double(q, i, value);
    }
}

static inline void sql_bind_text(sql_query *q, int i, const char *text) { // NULL is fine
    if (q) {
        q->driver->set_text(q, i, text);
    }
}

static inline void sql_bind_hash(sql_query *q, int i, const unsigned char hash[32]) {
    if (q) {
        q->driver->set_bytes(q, i, hash, 32);
    }
}

static inline void sql_bind_bytes(sql_query *q, int i, const void *data, size_t size) {
    if (q) {
        q->driver->set_bytes(q, i, data, size);
    }
}

static inline sql_step sql_next(sql_query *q) {
    return q ? q->driver->step(q) : SQL_FAILED;
}

static inline void sql_done(sql_query *q) { // it can be used again
    if (q) {
        q->driver->reset(q);
    }
}

static inline int sql_finish(sql_query *q) { // runs one that gives no rows; 0: it failed
    int fine = sql_next(q) == SQL_END;
    sql_done(q);
    return fine;
}

// --- The row it stands at ----------------------------------------------------

static inline int64_t sql_int_at(const sql_query *q, int i) {
    return q->driver->int_at(q, i);
}

static inline uint64_t sql_id_at(const sql_query *q, int i) {
    return (uint64_t)q->driver->int_at(q, i);
}

static inline double sql_double_at(const sql_query *q, int i) {
    return q->driver->double_at(q, i);
}

static inline const char *sql_text_at(const sql_query *q, int i) { // "" for NULL
    const char *text = q->driver->text_at(q, i);
    return text ? text : "";
}

static inline const void *sql_bytes_at(const sql_query *q, int i, size_t *size) { // until the next
    return q->driver->bytes_at(q, i, size);
}

// 32 bytes, or NULL if there are not so many.
static inline const unsigned char *sql_hash_at(const sql_query *q, int i) {
    size_t size = 0;
    const void *hash = q->driver->bytes_at(q, i, &size);
    return size == 32 ? hash : NULL;
}

#endif
