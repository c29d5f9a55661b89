// SPDX-License-Identifier: MIT
// Reading (store_reader.h) from a database that speaks SQL: each function, by its place in the table.
#include "server/store_events.h"
#include "server/store_people.h"
#include "server/store_sql.h"

static store_db *of(store_reader *r) {
    return (store_db *)r;
}

static int trouble(store_reader *r, char *why, size_t cap) {
    return store_db_trouble(of(r), why, cap);
}

// --- Matches -----------------------------------------------------------------

static int has_match(store_reader *r, uint64_t match) {
    return store_db_has_match(of(r), match);
}

static int match(store_reader *r, uint64_t id, store_match *out, buffer *meta, buffer *record) {
    return store_db_match(of(r), id, out, meta, record);
}

static int file(store_reader *r, const unsigned char hash[32], buffer *text) {
    return store_db_file(of(r), hash, text);
}

static int64_t chat(store_reader *r, uint64_t id, int newest, void *self, store_each_remark *each) {
    return store_db_chat(of(r), id, newest, self, each);
}

static int unfinished(store_reader *r, uint64_t *out, int cap) {
    return store_db_unfinished(of(r), out, cap);
}

static void history(store_reader *r, uint64_t id, int64_t before, int most, void *self,
                    store_each_match *each) {
    store_db_history(of(r), id, before, most, self, each);
}

// --- People ------------------------------------------------------------------

static int user(store_reader *r, uint64_t id, store_user *out) {
    return store_db_user(of(r), id, out);
}

static int user_named(store_reader *r, const char *name, store_user *out) {
    return store_db_user_named(of(r), name, out);
}

static int session(store_reader *r, const unsigned char hash[32], uint64_t *out) {
    return store_db_session(of(r), hash, out);
}

static int sessions(store_reader *r, uint64_t id, store_session *out, int cap) {
    return store_db_sessions(of(r), id, out, cap);
}

static int token(store_reader *r, const unsigned char hash[32], store_token *out) {
    return store_db_token(of(r), hash, out);
}

static int token_label(store_reader *r, const unsigned char hash[32], char *out, size_t cap) {
    return store_db_token_label(of(r), hash, out, cap);
}

static int is_blocked(store_reader *r, uint64_t id, uint64_t other) {
    return store_db_is_blocked(of(r), id, other);
}

static int rating(store_reader *r, uint64_t id, const char *game, store_rating *out) {
    return store_db_rating(of(r), id, game, out);
}

static int ratings(store_reader *r, uint64_t id, store_rating *out, int cap) {
    return store_db_ratings(of(r), id, out, cap);
}

static void pushes(store_reader *r, uint64_t id, void *self, store_each_push *each) {
    store_people_pushes(of(r), id, self, each);
}

static void desk(store_reader *r, buffer *out) {
    store_people_desk(of(r), out);
}

static int person(store_reader *r, const char *name, buffer *out) {
    return store_people_file(of(r), name, out);
}

static void ranking(store_reader *r, const char *game, int64_t now, buffer *out) {
    store_people_ranking(of(r), game, now, out);
}

// --- Events and teams --------------------------------------------------------

static void events(store_reader *r, store_events_list what, uint64_t id, void *self,
                   store_each_row *each) {
    store_events_read(of(r), what, id, self, each);
}

static int is_member(store_reader *r, uint64_t team, uint64_t id) {
    return store_events_is_member(of(r), team, id);
}

static int team_named(store_reader *r, const char *name) {
    return store_events_team_named(of(r), name);
}

const store_reads store_sql_reads = {
    .trouble = trouble,
    .has_match = has_match,
    .match = match,
    .file = file,
    .chat = chat,
    .unfinished = unfinished,
    .history = history,
    .user = user,
    .user_named = user_named,
    .session = session,
    .sessions = sessions,
    .token = token,
    .token_label = token_label,
    .is_blocked = is_blocked,
    .rating = rating,
    .ratings = ratings,
    .events = events,
    .is_member = is_member,
    .team_named = team_named,
    .pushes = pushes,
    .desk = desk,
    .person = person,
    .ranking = ranking,
};

store_reader *store_db_reader(store_db *db) {
    return &db->reader;
}
