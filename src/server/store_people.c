// SPDX-License-Identifier: MIT
// Reading what moderators see, and where pushes go.
#include "server/store_people.h"

#include <inttypes.h>

#include "room/wire_json.h"
#include "server/ident.h"

// The next row; that it cannot be read is noted.
static int next(store_db *db, sql_query *q) {
    sql_step code = sql_next(q);
    if (code == SQL_FAILED) {
        store_db_note_trouble(db);
    }
    return code == SQL_ROW;
}

void store_people_pushes(store_db *db, uint64_t user, void *self,
                         void (*each)(void *self, const char *endpoint, const char *keys)) {
    static const char text[] =
        "SELECT endpoint,keys FROM pushes WHERE \"user\"=?1 ORDER BY made DESC LIMIT 5";
    sql_query *q = sql_prepare(store_db_link(db), text);
    sql_bind_id(q, 1, user);
    while (next(db, q)) {
        each(self, sql_text_at(q, 0), sql_text_at(q, 1));
    }
    sql_drop(q);
}

// A column as JSON; one called "match" is a match's number, "what" is JSON already.
static void add_value(buffer *out, const sql_query *q, int i) {
    const char *name = q->driver->name_at(q, i);
    if (q->driver->is_null_at(q, i)) {
        buffer_add_text(out, "null");
    } else if (name[0] == 'm' && name[1] == 'a' && name[2] == 't') {
        char id[IDENT_BYTES];
        ident_text(sql_id_at(q, i), id);
        wire_string(out, sql_int_at(q, i) ? id : "");
    } else if (q->driver->is_int_at(q, i)) {
        buffer_addf(out, "%" PRId64, sql_int_at(q, i));
    } else if (name[0] == 'w' && name[1] == 'h' && name[2] == 'a') {
        buffer_add_text(out, sql_text_at(q, i));
    } else {
        wire_string(out, sql_text_at(q, i));
    }
}

static void add_list(store_db *db, const char *statement, uint64_t a, buffer *out) {
    sql_query *q = sql_prepare(store_db_link(db), statement);
    int n = 0;
    buffer_add_text(out, "[");
    if (sql_value_count(q)) {
        sql_bind_id(q, 1, a);
    }
    while (next(db, q)) {
        buffer_add_text(out, n++ ? "," : "");
        for (int i = 0; i < q->driver->columns(q); i++) {
            buffer_addf(out, "%s\"%s\":", i ? "," : "{", q->driver->name_at(q, i));
            add_value(out, q, i);
        }
        buffer_add_text(out, "}");
    }
    sql_drop(q);
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
        "SELECT u.name,r.rating,r.rd,r.games FROM ratings r JOIN users u ON u.id=r.\"user\" WHERE "
        "r.game=?1 AND u.name IS NOT NULL AND u.banned<=?2 ORDER BY r.rating-2*r.rd DESC LIMIT 20";
    sql_query *q = sql_prepare(store_db_link(db), text);
    const char *before = "";
    buffer_add_text(out, "{\"best\":[");
    sql_bind_text(q, 1, game);
    sql_bind_int(q, 2, now);
    while (next(db, q)) {
        buffer_addf(out, "%s{\"name\":", before);
        wire_string(out, sql_text_at(q, 0));
        buffer_addf(out, ",\"rating\":%.1f,\"rd\":%.1f,\"games\":%d}", sql_double_at(q, 1),
                    sql_double_at(q, 2), (int)sql_int_at(q, 3));
        before = ",";
    }
    sql_drop(q);
    buffer_add_text(out, "]}");
}
