// SPDX-License-Identifier: MIT
// Reading what moderators see, and where pushes go.
#include "server/store_people.h"

#include <inttypes.h>
#include <sqlite3.h>

#include "room/wire_json.h"
#include "server/ident.h"

void store_people_pushes(store_db *db, uint64_t user, void *self,
                         void (*each)(void *self, const char *endpoint, const char *keys)) {
    static const char text[] =
        "SELECT endpoint,keys FROM pushes WHERE user=?1 ORDER BY made DESC LIMIT 5";
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(store_db_sql(db), text, -1, &s, NULL) != SQLITE_OK) {
        store_db_note_trouble(db);
        return;
    }
    sqlite3_bind_int64(s, 1, (sqlite3_int64)user);
    while (sqlite3_step(s) == SQLITE_ROW) {
        each(self, (const char *)sqlite3_column_text(s, 0),
             (const char *)sqlite3_column_text(s, 1));
    }
    sqlite3_finalize(s);
}

// A column as JSON; one called "match" is a match's number, "what" is JSON already.
static void add_value(buffer *out, sqlite3_stmt *s, int i) {
    const char *name = sqlite3_column_name(s, i);
    const char *text = (const char *)sqlite3_column_text(s, i);
    if (sqlite3_column_type(s, i) == SQLITE_NULL) {
        buffer_add_text(out, "null");
    } else if (name[0] == 'm' && name[1] == 'a' && name[2] == 't') {
        char id[IDENT_BYTES];
        ident_text((uint64_t)sqlite3_column_int64(s, i), id);
        wire_string(out, sqlite3_column_int64(s, i) ? id : "");
    } else if (sqlite3_column_type(s, i) == SQLITE_INTEGER) {
        buffer_addf(out, "%" PRId64, (int64_t)sqlite3_column_int64(s, i));
    } else if (name[0] == 'w' && name[1] == 'h' && name[2] == 'a') {
        buffer_add_text(out, text);
    } else {
        wire_string(out, text);
    }
}

static void add_list(store_db *db, const char *statement, uint64_t a, buffer *out) {
    sqlite3_stmt *s = NULL;
    int n = 0;
    buffer_add_text(out, "[");
    if (sqlite3_prepare_v2(store_db_sql(db), statement, -1, &s, NULL) != SQLITE_OK) {
        store_db_note_trouble(db);
        buffer_add_text(out, "]");
        return;
    }
    sqlite3_bind_int64(s, 1, (sqlite3_int64)a);
    while (sqlite3_step(s) == SQLITE_ROW) {
        buffer_add_text(out, n++ ? "," : "");
        for (int i = 0; i < sqlite3_column_count(s); i++) {
            buffer_addf(out, "%s\"%s\":", i ? "," : "{", sqlite3_column_name(s, i));
            add_value(out, s, i);
        }
        buffer_add_text(out, "}");
    }
    sqlite3_finalize(s);
    buffer_add_text(out, "]");
}

#define REPORTS                                                                                    \
    "SELECT r.n AS n,r.at AS at,(SELECT name FROM users WHERE id=r.who) AS by,(SELECT name FROM "  \
    "users WHERE id=r.about) AS about,r.match AS match,r.words AS words,r.done AS done FROM "      \
    "reports r "

void store_people_desk(store_db *db, buffer *out) {
    buffer_add_text(out, "{\"reports\":");
    add_list(db, REPORTS "WHERE done=0 ORDER BY n DESC LIMIT 100", 0, out);
    buffer_add_text(out, ",\"audit\":");
    add_list(db, "SELECT at,by,what FROM audit ORDER BY n DESC LIMIT 100", 0, out);
    buffer_add_text(out, "}");
}

int store_people_file(store_db *db, const char *name, buffer *out) {
    store_user u;
    if (!store_db_user_named(db, name, &u)) {
        return 0;
    }
    buffer_add_text(out, "{\"name\":");
    wire_string(out, u.name);
    buffer_addf(out,
                ",\"since\":%" PRId64 ",\"banned\":%" PRId64 ",\"muted\":%" PRId64
                ",\"moderator\":%s,\"reports\":",
                u.since, u.banned, u.muted, u.moderator ? "true" : "false");
    add_list(db, REPORTS "WHERE r.about=?1 ORDER BY n DESC LIMIT 100", u.id, out);
    buffer_add_text(out, ",\"notes\":");
    add_list(db, "SELECT at,by,words FROM notes WHERE about=?1 ORDER BY n DESC LIMIT 100", u.id,
             out);
    buffer_add_text(out, "}");
    return 1;
}

void store_people_ranking(store_db *db, const char *game, int64_t now, buffer *out) {
    static const char text[] =
        "SELECT u.name,r.rating,r.rd,r.games FROM ratings r JOIN users u ON u.id=r.user WHERE "
        "r.game=?1 AND u.name IS NOT NULL AND u.banned<=?2 ORDER BY r.rating-2*r.rd DESC LIMIT 20";
    sqlite3_stmt *s = NULL;
    const char *before = "";
    buffer_add_text(out, "{\"best\":[");
    if (sqlite3_prepare_v2(store_db_sql(db), text, -1, &s, NULL) != SQLITE_OK) {
        store_db_note_trouble(db);
    } else {
        sqlite3_bind_text(s, 1, game, -1, SQLITE_STATIC);
        sqlite3_bind_int64(s, 2, now);
    }
    while (s && sqlite3_step(s) == SQLITE_ROW) {
        buffer_addf(out, "%s{\"name\":", before);
        wire_string(out, (const char *)sqlite3_column_text(s, 0));
        buffer_addf(out, ",\"rating\":%.1f,\"rd\":%.1f,\"games\":%d}", sqlite3_column_double(s, 1),
                    sqlite3_column_double(s, 2), sqlite3_column_int(s, 3));
        before = ",";
    }
    sqlite3_finalize(s);
    buffer_add_text(out, "]}");
}
