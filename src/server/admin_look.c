// SPDX-License-Identifier: MIT
// The operator's looks into the database: accounts, all about one person, every record.
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "room/wire_json.h"
#include "server/admin.h"
#include "server/hub_ask.h"
#include "server/ident.h"
#include "server/room.h"
#include "server/store_db.h"

static tsr_err open_file(const char *db, sqlite3 **out, tsr_error *err) {
    if (access(db, R_OK) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", db, strerror(errno));
    }
    if (sqlite3_open_v2(db, out, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        tsr_err e = tsr_fail(err, TSR_ERR_IO, "%s: %s", db, sqlite3_errmsg(*out));
        sqlite3_close(*out);
        return e;
    }
    sqlite3_busy_timeout(*out, 5000);
    return TSR_OK;
}

static void add_value(buffer *out, sqlite3_stmt *s, int i) {
    if (sqlite3_column_type(s, i) == SQLITE_NULL) {
        buffer_add_text(out, "null");
    } else if (sqlite3_column_type(s, i) == SQLITE_INTEGER) {
        buffer_addf(out, "%lld", (long long)sqlite3_column_int64(s, i));
    } else if (sqlite3_column_type(s, i) == SQLITE_FLOAT) {
        buffer_addf(out, "%.4f", sqlite3_column_double(s, i));
    } else {
        wire_string(out, (const char *)sqlite3_column_text(s, i));
    }
}

// Rows as JSON objects named by their columns, with `between` between them; -1 if the
// statement does not run, else how many.
static int add_rows(sqlite3 *sql, const char *statement, sqlite3_int64 a, const char *text,
                    const char *between, buffer *out) {
    sqlite3_stmt *s = NULL;
    int n = 0, code;
    if (sqlite3_prepare_v2(sql, statement, -1, &s, NULL) != SQLITE_OK) {
        return -1;
    }
    sqlite3_bind_int64(s, 1, a);
    sqlite3_bind_text(s, 2, text, -1, SQLITE_STATIC);
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        buffer_add_text(out, n++ ? between : "");
        for (int i = 0; i < sqlite3_column_count(s); i++) {
            buffer_addf(out, "%s\"%s\":", i ? "," : "{", sqlite3_column_name(s, i));
            add_value(out, s, i);
        }
        buffer_add_text(out, "}");
    }
    sqlite3_finalize(s);
    return code == SQLITE_DONE ? n : -1;
}

static tsr_err failed(sqlite3 *sql, tsr_error *err) {
    return tsr_fail(err, TSR_ERR_IO, "the database cannot be read: %s", sqlite3_errmsg(sql));
}

// --- Accounts ----------------------------------------------------------------

tsr_err admin_users(const char *db, const char *name, buffer *out, tsr_error *err) {
    static const char all[] =
        "SELECT name,since,banned,mail,(SELECT count(*) FROM seats WHERE user=u.id) AS matches,"
        "(SELECT count(*) FROM sessions WHERE user=u.id) AS sessions,"
        "(SELECT count(*) FROM tokens WHERE user=u.id) AS tokens FROM users u "
        "WHERE name IS NOT NULL AND (?2 IS NULL OR name=?2) ORDER BY name";
    sqlite3 *sql = NULL;
    tsr_err e = open_file(db, &sql, err);
    if (e) {
        return e;
    }
    int n = add_rows(sql, all, 0, name, "\n", out);
    if (n < 0) {
        e = failed(sql, err);
    } else if (name && !n) {
        e = tsr_fail(err, TSR_ERR_UNKNOWN, "nobody here is called %s", name);
    } else if (n) {
        buffer_add_text(out, "\n");
    }
    sqlite3_close(sql);
    return e;
}

tsr_err admin_reports(const char *db, buffer *out, tsr_error *err) {
    static const char open[] =
        "SELECT r.n,r.at,(SELECT name FROM users WHERE id=r.who) AS by,(SELECT name FROM users "
        "WHERE id=r.about) AS about,r.match,r.words FROM reports r WHERE done=0 ORDER BY n";
    sqlite3 *sql = NULL;
    tsr_err e = open_file(db, &sql, err);
    if (e) {
        return e;
    }
    int n = add_rows(sql, open, 0, NULL, "\n", out);
    e = n < 0 ? failed(sql, err) : TSR_OK;
    if (n > 0) {
        buffer_add_text(out, "\n");
    }
    sqlite3_close(sql);
    return e;
}

tsr_err admin_export(const char *db, const char *name, buffer *out, tsr_error *err) {
    static const struct {
        const char *key, *statement;
    } parts[] = {
        {"account", "SELECT name,since,banned,mail FROM users WHERE id=?1"},
        {"sessions", "SELECT seen AS since FROM sessions WHERE user=?1"},
        {"tokens", "SELECT kind,label,made,until FROM tokens WHERE user=?1"},
        {"ratings", "SELECT game,rating,rd,volatility,games FROM ratings WHERE user=?1"},
        {"matches", "SELECT m.id,m.state,m.updated,m.meta,(SELECT group_concat(text,'') FROM "
                    "(SELECT text FROM lines WHERE match=m.id ORDER BY n)) AS record FROM seats s "
                    "JOIN matches m ON m.id=s.match WHERE s.user=?1 ORDER BY s.made"},
        {"files",
         "SELECT lower(hex(hash)) AS file,text FROM files WHERE lower(hex(hash)) IN (SELECT "
         "json_extract(m.meta,'$.file') FROM seats s JOIN matches m ON m.id=s.match WHERE "
         "s.user=?1)"},
        {"remarks", "SELECT c.match,c.n,c.words FROM seats s JOIN chat c ON c.match=s.match "
                    "WHERE s.user=?1 AND c.who=(SELECT name FROM users WHERE id=?1)"},
        {"reports", "SELECT at,match,words FROM reports WHERE who=?1"},
        {"notices",
         "SELECT mail,notices,away_from,away_until,muted,moderator FROM users WHERE id=?1"},
        {"browsers", "SELECT endpoint,made FROM pushes WHERE user=?1"},
        {"events", "SELECT event,state,meta FROM entries WHERE user=?1"},
        {"teams", "SELECT t.name FROM members m JOIN teams t ON t.id=m.team WHERE m.user=?1"},
        {"notes", "SELECT at,by,words FROM notes WHERE about=?1"},
        {"blocks", "SELECT u.name FROM blocks b JOIN users u ON u.id=b.other WHERE b.user=?1"},
    };
    store_user user;
    store_db *kept = NULL;
    sqlite3 *sql = NULL;
    tsr_err e = open_file(db, &sql, err);
    e = e ? e : store_db_open(db, &kept, err);
    if (!e && !store_db_user_named(kept, name, &user)) {
        e = tsr_fail(err, TSR_ERR_UNKNOWN, "nobody here is called %s", name);
    }
    for (size_t i = 0; !e && i < sizeof parts / sizeof *parts; i++) {
        buffer_addf(out, "%s\"%s\":[", i ? "," : "{", parts[i].key);
        if (add_rows(sql, parts[i].statement, (sqlite3_int64)user.id, NULL, ",", out) < 0) {
            e = failed(sql, err);
        }
        buffer_add_text(out, "]");
    }
    buffer_add_text(out, "}\n");
    store_db_close(kept);
    sqlite3_close(sql);
    return e;
}

// --- Records -----------------------------------------------------------------

static void verify_one(store_db *kept, const tsr_registry *registry, rules_cache *cache,
                       uint64_t id, admin_verdict *out, void *self,
                       void (*each)(void *self, const char *match, const char *why)) {
    hub_ask *a = hub_ask_new(ASK_ROOM);
    if (!a) {
        return;
    }
    a->match = id;
    a->registry = registry;
    a->cache = cache;
    hub_ask_answer(a, store_db_reader(kept));
    out->matches++;
    if (a->found == ASK_DAMAGED) {
        char word[IDENT_BYTES];
        ident_text(id, word);
        out->damaged++;
        if (each) {
            each(self, word, a->why);
        }
    } else if (a->room && a->room->match) {
        out->plies += (uint64_t)tsr_match_ply_count(a->room->match);
    }
    hub_ask_free(a);
}

tsr_err admin_verify(const char *db, const tsr_registry *registry, void *self,
                     void (*each)(void *self, const char *match, const char *why),
                     admin_verdict *out, tsr_error *err) {
    rules_cache cache;
    store_db *kept = NULL;
    sqlite3 *sql = NULL;
    sqlite3_stmt *s = NULL;
    *out = (admin_verdict){0};
    tsr_err e = open_file(db, &sql, err);
    e = e ? e : store_db_open(db, &kept, err);
    if (!e &&
        sqlite3_prepare_v2(sql, "SELECT id FROM matches ORDER BY id", -1, &s, NULL) != SQLITE_OK) {
        e = failed(sql, err);
    }
    rules_cache_init(&cache);
    int code = SQLITE_DONE;
    while (!e && (code = sqlite3_step(s)) == SQLITE_ROW) {
        verify_one(kept, registry, &cache, (uint64_t)sqlite3_column_int64(s, 0), out, self, each);
    }
    if (!e && code != SQLITE_DONE) {
        e = failed(sql, err);
    }
    rules_cache_deinit(&cache);
    sqlite3_finalize(s);
    store_db_close(kept);
    sqlite3_close(sql);
    return e;
}
