// SPDX-License-Identifier: MIT
// Reading events and teams.
#include "server/store_events.h"

#include <sqlite3.h>
#include <string.h>

#include "server/names.h"

// --- Reading -----------------------------------------------------------------

// Columns: id, other, state, at, text.
static const char *const lists[] = {
    [STORE_READ_EVENT] = "SELECT id,0,state,updated,meta FROM events WHERE id=?1",
    [STORE_READ_ENTRIES] = "SELECT event,user,state,n,meta FROM entries WHERE event=?1 ORDER BY n",
    [STORE_READ_GAMES] = "SELECT event,match,over,n,meta FROM games WHERE event=?1 ORDER BY n",
    [STORE_READ_RUNNING] = "SELECT id,0,state,updated,meta FROM events WHERE state<2 ORDER BY id",
    [STORE_READ_PAST] = "SELECT id,0,state,updated,meta FROM events WHERE state=2 ORDER BY updated "
                        "DESC LIMIT 20",
    [STORE_READ_TEAMS] = "SELECT id,leader,(SELECT count(*) FROM members WHERE team=id),made,name "
                         "FROM teams ORDER BY 3 DESC,id LIMIT 100",
    [STORE_READ_TEAM] = "SELECT id,leader,(SELECT count(*) FROM members WHERE team=id),made,name "
                        "FROM teams WHERE id=?1",
    [STORE_READ_MEMBERS] = "SELECT m.team,u.id,0,u.since,u.name FROM members m JOIN users u ON "
                           "u.id=m.user WHERE m.team=?1 AND u.name IS NOT NULL ORDER BY u.name "
                           "LIMIT 500",
    [STORE_READ_TEAMS_OF] = "SELECT t.id,t.leader,0,t.made,t.name FROM members m JOIN teams t ON "
                            "t.id=m.team WHERE m.user=?1 ORDER BY t.name LIMIT 50",
};

void store_events_read(store_db *db, store_events_list what, uint64_t id, void *self,
                       void (*each)(void *self, const store_event_row *row)) {
    sqlite3_stmt *s = NULL;
    int code = sqlite3_prepare_v2(store_db_sql(db), lists[what], -1, &s, NULL);
    if (code == SQLITE_OK && sqlite3_bind_parameter_count(s)) {
        sqlite3_bind_int64(s, 1, (sqlite3_int64)id);
    }
    while (code == SQLITE_OK && (code = sqlite3_step(s)) == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(s, 4);
        const store_event_row row = {.id = (uint64_t)sqlite3_column_int64(s, 0),
                                     .other = (uint64_t)sqlite3_column_int64(s, 1),
                                     .state = sqlite3_column_int64(s, 2),
                                     .at = sqlite3_column_int64(s, 3),
                                     .text = text ? (const char *)text : ""};
        each(self, &row);
        code = SQLITE_OK;
    }
    if (code != SQLITE_DONE) {
        store_db_note_trouble(db);
    }
    sqlite3_finalize(s);
}

static int is_there(store_db *db, const char *statement, uint64_t a, uint64_t b, const char *text) {
    sqlite3_stmt *s = NULL;
    int found = 0;
    if (sqlite3_prepare_v2(store_db_sql(db), statement, -1, &s, NULL) == SQLITE_OK) {
        if (text) {
            sqlite3_bind_text(s, 1, text, -1, SQLITE_STATIC);
        } else {
            sqlite3_bind_int64(s, 1, (sqlite3_int64)a);
            sqlite3_bind_int64(s, 2, (sqlite3_int64)b);
        }
        found = sqlite3_step(s) == SQLITE_ROW;
    }
    sqlite3_finalize(s);
    return found;
}

int store_events_is_member(store_db *db, uint64_t team, uint64_t user) {
    return is_there(db, "SELECT 1 FROM members WHERE team=?1 AND user=?2", team, user, NULL);
}

int store_events_team_named(store_db *db, const char *name) {
    char look[NAME_LOOK_BYTES];
    name_look(name, look);
    return is_there(db, "SELECT 1 FROM teams WHERE look=?1", 0, 0, look);
}
