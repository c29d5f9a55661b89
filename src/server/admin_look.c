// SPDX-License-Identifier: MIT
// The operator's looks into the database: accounts, all about one person, every record.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "room/wire_json.h"
#include "server/admin.h"
#include "server/admin_place.h"
#include "server/hub_ask.h"
#include "server/ident.h"
#include "server/room.h"

static tsr_err failed(sql_link *l, tsr_error *err) {
    return tsr_fail(err, TSR_ERR_IO, "the database cannot be read: %s", l->driver->error(l));
}

// --- Rows as JSON ------------------------------------------------------------

static void add_value(buffer *out, const sql_query *s, int i) {
    if (s->driver->is_null_at(s, i)) {
        buffer_add_text(out, "null");
    } else if (s->driver->is_int_at(s, i)) {
        buffer_addf(out, "%" PRId64, sql_int_at(s, i));
    } else if (s->driver->is_double_at(s, i)) {
        buffer_addf(out, "%.4f", sql_double_at(s, i));
    } else {
        wire_string(out, sql_text_at(s, i));
    }
}

// The row as the members of an object, named by their columns, which is left open.
static void add_row(buffer *out, const sql_query *s) {
    for (int i = 0; i < s->driver->columns(s); i++) {
        buffer_addf(out, "%s\"%s\":", i ? "," : "{", s->driver->name_at(s, i));
        add_value(out, s, i);
    }
}

// Rows with `between` between them; -1 if the statement does not run, else how many. Takes it.
static int add_rows(sql_query *s, const char *between, buffer *out) {
    sql_step code;
    int n = 0;
    while ((code = sql_next(s)) == SQL_ROW) {
        buffer_add_text(out, n++ ? between : "");
        add_row(out, s);
        buffer_add_text(out, "}");
    }
    sql_drop(s);
    return code == SQL_FAILED ? -1 : n;
}

// --- Accounts ----------------------------------------------------------------

#define ACCOUNTS                                                                                   \
    "SELECT name,since,banned,mail,(SELECT count(*) FROM seats WHERE \"user\"=u.id) AS matches,"   \
    "(SELECT count(*) FROM sessions WHERE \"user\"=u.id) AS sessions,"                             \
    "(SELECT count(*) FROM tokens WHERE \"user\"=u.id) AS tokens FROM users u WHERE "

// In SQLite the column itself has no regard to case.
static const char *account_text(const sql_link *l, const char *name) {
    if (!name) {
        return ACCOUNTS "name IS NOT NULL ORDER BY name";
    }
    return l->driver->is_pg ? ACCOUNTS "lower(name COLLATE \"C\")=lower(?1 COLLATE \"C\")"
                            : ACCOUNTS "name=?1";
}

tsr_err admin_users(const admin_place *at, const char *name, buffer *out, tsr_error *err) {
    sql_link *l = NULL;
    tsr_err e = admin_open_link(at, &l, err);
    if (e) {
        return e;
    }
    sql_query *s = sql_prepare(l, account_text(l, name));
    if (name) {
        sql_bind_text(s, 1, name);
    }
    int n = add_rows(s, "\n", out);
    if (n < 0) {
        e = failed(l, err);
    } else if (name && !n) {
        e = tsr_fail(err, TSR_ERR_UNKNOWN, "nobody here is called %s", name);
    } else if (n) {
        buffer_add_text(out, "\n");
    }
    l->driver->close(l);
    return e;
}

tsr_err admin_reports(const admin_place *at, buffer *out, tsr_error *err) {
    static const char open[] =
        "SELECT r.n,r.at,(SELECT name FROM users WHERE id=r.who) AS by,(SELECT name FROM users "
        "WHERE id=r.about) AS about,r.match,r.words FROM reports r WHERE done=0 ORDER BY n";
    sql_link *l = NULL;
    tsr_err e = admin_open_link(at, &l, err);
    if (e) {
        return e;
    }
    int n = add_rows(sql_prepare(l, open), "\n", out);
    e = n < 0 ? failed(l, err) : TSR_OK;
    if (n > 0) {
        buffer_add_text(out, "\n");
    }
    l->driver->close(l);
    return e;
}

// --- One person --------------------------------------------------------------

// What a file's JSON and bytes are called in each.
#define FILES(hash, named)                                                                         \
    "SELECT " hash " AS file,text FROM files WHERE " hash " IN (SELECT " named                     \
    " FROM seats s JOIN matches m ON m.id=s.match WHERE s.\"user\"=?1)"

static const struct {
    const char *key, *text, *pg_text; // the last if it is another one there
} parts[] = {
    {"account", "SELECT name,since,banned,mail FROM users WHERE id=?1", NULL},
    {"sessions", "SELECT seen AS since FROM sessions WHERE \"user\"=?1", NULL},
    {"tokens", "SELECT kind,label,made,until FROM tokens WHERE \"user\"=?1", NULL},
    {"ratings", "SELECT game,rating,rd,volatility,games FROM ratings WHERE \"user\"=?1", NULL},
    {"files", FILES("lower(hex(hash))", "json_extract(m.meta,'$.file')"),
     FILES("encode(hash,'hex')", "m.meta::jsonb->>'file'")},
    {"remarks",
     "SELECT c.match,c.n,c.words FROM seats s JOIN chat c ON c.match=s.match WHERE s.\"user\"=?1 "
     "AND "
     "c.who=(SELECT name FROM users WHERE id=?1)",
     NULL},
    {"reports", "SELECT at,match,words FROM reports WHERE who=?1", NULL},
    {"notices", "SELECT mail,notices,away_from,away_until,muted,moderator FROM users WHERE id=?1",
     NULL},
    {"browsers", "SELECT endpoint,made FROM pushes WHERE \"user\"=?1", NULL},
    {"events", "SELECT event,state,meta FROM entries WHERE \"user\"=?1", NULL},
    {"teams", "SELECT t.name FROM members m JOIN teams t ON t.id=m.team WHERE m.\"user\"=?1", NULL},
    {"notes", "SELECT at,by,words FROM notes WHERE about=?1", NULL},
    {"blocks", "SELECT u.name FROM blocks b JOIN users u ON u.id=b.other WHERE b.\"user\"=?1",
     NULL},
};

static int add_part(sql_link *l, size_t i, uint64_t user, buffer *out) {
    sql_query *s =
        sql_prepare(l, l->driver->is_pg && parts[i].pg_text ? parts[i].pg_text : parts[i].text);
    sql_bind_id(s, 1, user);
    buffer_addf(out, "%s\"%s\":[", i ? "," : "{", parts[i].key);
    int n = add_rows(s, ",", out);
    buffer_add_text(out, "]");
    return n >= 0;
}

// With their records, which may be packed.
static int add_matches(store_db *db, uint64_t user, buffer *out) {
    sql_query *s = sql_prepare(
        store_db_link(db), "SELECT m.id,m.state,m.updated,m.meta FROM seats s JOIN matches m ON "
                           "m.id=s.match WHERE s.\"user\"=?1 ORDER BY s.made");
    sql_step code;
    int n = 0;
    sql_bind_id(s, 1, user);
    buffer_add_text(out, ",\"matches\":[");
    while ((code = sql_next(s)) == SQL_ROW) {
        store_match m;
        buffer meta, record;
        buffer_init(&meta, NULL);
        buffer_init(&record, NULL);
        (void)store_db_match(db, sql_id_at(s, 0), &m, &meta, &record);
        buffer_add_text(out, n++ ? "," : "");
        add_row(out, s);
        buffer_add_text(out, ",\"record\":");
        wire_string(out, buffer_text(&record));
        buffer_add_text(out, "}");
        buffer_deinit(&meta);
        buffer_deinit(&record);
    }
    sql_drop(s);
    buffer_add_text(out, "]");
    return code != SQL_FAILED;
}

tsr_err admin_export(const admin_place *at, const char *name, buffer *out, tsr_error *err) {
    store_user user;
    store_db *db = NULL;
    tsr_err e = admin_open_db(at, &db, err);
    if (!e && !store_db_user_named(db, name, &user)) {
        e = tsr_fail(err, TSR_ERR_UNKNOWN, "nobody here is called %s", name);
    }
    int fine = 1;
    for (size_t i = 0; !e && fine && i < sizeof parts / sizeof *parts; i++) {
        fine = add_part(store_db_link(db), i, user.id, out);
    }
    fine = fine && (e || add_matches(db, user.id, out));
    e = fine ? e : failed(store_db_link(db), err);
    buffer_add_text(out, "}\n");
    store_db_close(db);
    return e;
}

// --- Records -----------------------------------------------------------------

typedef struct inspection {
    store_db *db;
    const tsr_registry *registry;
    rules_cache cache;
    void *self;
    void (*each)(void *self, const char *match, const char *why);
    admin_verdict *out;
} inspection;

static void verify_one(inspection *v, uint64_t id) {
    hub_ask *a = hub_ask_new(ASK_ROOM);
    if (!a) {
        return;
    }
    a->match = id;
    a->registry = v->registry;
    a->cache = &v->cache;
    hub_ask_answer(a, store_db_reader(v->db));
    v->out->matches++;
    if (a->found == ASK_DAMAGED) {
        char word[IDENT_BYTES];
        ident_text(id, word);
        v->out->damaged++;
        if (v->each) {
            v->each(v->self, word, a->why);
        }
    } else if (a->room && a->room->match) {
        v->out->plies += (uint64_t)tsr_match_ply_count(a->room->match);
    }
    hub_ask_free(a);
}

enum { PAGE = 500 };

// The numbers that come after `after`; how many, -1: they cannot be read.
static int next_page(sql_link *l, uint64_t after, uint64_t out[PAGE]) {
    sql_query *s = sql_prepare(l, "SELECT id FROM matches WHERE id>?1 ORDER BY id LIMIT ?2");
    sql_step code;
    int n = 0;
    sql_bind_id(s, 1, after);
    sql_bind_int(s, 2, PAGE);
    while ((code = sql_next(s)) == SQL_ROW && n < PAGE) {
        out[n++] = sql_id_at(s, 0);
    }
    sql_drop(s);
    return code == SQL_FAILED ? -1 : n;
}

tsr_err admin_verify(const admin_place *at, const tsr_registry *registry, void *self,
                     void (*each)(void *self, const char *match, const char *why),
                     admin_verdict *out, tsr_error *err) {
    inspection v = {.registry = registry, .self = self, .each = each, .out = out};
    uint64_t page[PAGE] = {0};
    int n = PAGE;
    *out = (admin_verdict){0};
    tsr_err e = admin_open_db(at, &v.db, err);
    if (e) {
        return e;
    }
    rules_cache_init(&v.cache);
    while (n == PAGE) {
        n = next_page(store_db_link(v.db), page[PAGE - 1], page);
        for (int i = 0; i < n; i++) {
            verify_one(&v, page[i]);
        }
    }
    e = n < 0 ? failed(store_db_link(v.db), err) : TSR_OK;
    rules_cache_deinit(&v.cache);
    store_db_close(v.db);
    return e;
}
