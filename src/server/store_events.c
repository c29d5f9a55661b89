// SPDX-License-Identifier: MIT
// Reading events and teams.
#include "server/store_events.h"

#include "server/names.h"

// --- Reading -----------------------------------------------------------------

// Columns: id, other, state, at, text.
static const char *const lists[] = {
    [STORE_READ_EVENT] = "SELECT id,0,state,updated,meta FROM events WHERE id=?1",
    [STORE_READ_ENTRIES] =
        "SELECT event,\"user\",state,n,meta FROM entries WHERE event=?1 ORDER BY n",
    [STORE_READ_GAMES] = "SELECT event,match,over,n,meta FROM games WHERE event=?1 ORDER BY n",
    [STORE_READ_RUNNING] = "SELECT id,0,state,updated,meta FROM events WHERE state<2 ORDER BY id",
    [STORE_READ_PAST] = "SELECT id,0,state,updated,meta FROM events WHERE state=2 ORDER BY updated "
                        "DESC LIMIT 20",
    [STORE_READ_TEAMS] = "SELECT id,leader,(SELECT count(*) FROM members WHERE team=id),made,name "
                         "FROM teams ORDER BY 3 DESC,id LIMIT 100",
    [STORE_READ_TEAM] = "SELECT id,leader,(SELECT count(*) FROM members WHERE team=id),made,name "
                        "FROM teams WHERE id=?1",
    [STORE_READ_MEMBERS] = "SELECT m.team,u.id,0,u.since,u.name FROM members m JOIN users u ON "
                           "u.id=m.\"user\" WHERE m.team=?1 AND u.name IS NOT NULL ORDER BY u.name "
                           "LIMIT 500",
    [STORE_READ_TEAMS_OF] = "SELECT t.id,t.leader,0,t.made,t.name FROM members m JOIN teams t ON "
                            "t.id=m.team WHERE m.\"user\"=?1 ORDER BY t.name LIMIT 50",
};

void store_events_read(store_db *db, store_events_list what, uint64_t id, void *self,
                       void (*each)(void *self, const store_event_row *row)) {
    sql_query *q = sql_prepare(store_db_link(db), lists[what]);
    sql_step code;
    if (sql_value_count(q)) {
        sql_bind_id(q, 1, id);
    }
    while ((code = sql_next(q)) == SQL_ROW) {
        const store_event_row row = {.id = sql_id_at(q, 0),
                                     .other = sql_id_at(q, 1),
                                     .state = sql_int_at(q, 2),
                                     .at = sql_int_at(q, 3),
                                     .text = sql_text_at(q, 4)};
        each(self, &row);
    }
    if (code == SQL_FAILED) {
        store_db_note_trouble(db);
    }
    sql_drop(q);
}

static int is_there(store_db *db, const char *statement, uint64_t a, uint64_t b, const char *text) {
    sql_query *q = sql_prepare(store_db_link(db), statement);
    if (text) {
        sql_bind_text(q, 1, text);
    } else {
        sql_bind_id(q, 1, a);
        sql_bind_id(q, 2, b);
    }
    int found = sql_next(q) == SQL_ROW;
    sql_drop(q);
    return found;
}

int store_events_is_member(store_db *db, uint64_t team, uint64_t user) {
    return is_there(db, "SELECT 1 FROM members WHERE team=?1 AND \"user\"=?2", team, user, NULL);
}

int store_events_team_named(store_db *db, const char *name) {
    char look[NAME_LOOK_BYTES];
    name_look(name, look);
    return is_there(db, "SELECT 1 FROM teams WHERE look=?1", 0, 0, look);
}
