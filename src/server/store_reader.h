// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_READER_H
#define TSR_SERVER_STORE_READER_H

// Reading what is stored, whatever it is stored in.
//
// A reader belongs to one thread at a time; a store (store.h) lends one to whoever answers a
// question in a thread of the store's, and one to the hub for glances by a key. Each function
// gives 1 if it was found, 0 if not or if it cannot be read. The second is told by
// store_read_trouble: whether reading has failed since it was last called, and why.

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "server/limits.h"
#include "server/store_batch.h"

// --- What is read ------------------------------------------------------------

typedef struct store_user {
    uint64_t id;
    char name[NAME_BYTES]; // "" for a guest
    char password[128];    // hash, "" for a guest
    int64_t since;
    int64_t banned; // until when, in seconds since 1970; 0 = not
    int64_t muted;  // the same
    int64_t away;   // the same: on vacation
    int64_t away_from;
    int away_days, away_year; // days of vacation taken in that year
    int moderator;
    int notices; // which they want: notice.h
    char mail[LIMIT_MAIL + 1];
} store_user;

typedef struct store_match {
    uint64_t id;
    int state;
    int64_t updated, pieces; // pieces: the number of the next piece of lines
} store_match;

typedef struct store_session {
    unsigned char hash[32];
    int64_t since; // seconds since 1970
} store_session;

typedef struct store_token {
    uint64_t user;
    token_kind kind;
    int64_t until; // seconds since 1970
} store_token;

typedef struct store_rating {
    char game[32];
    double rating, rd, volatility;
    int64_t games;
} store_rating;

// Lists of events and teams.
typedef enum store_events_list {
    STORE_READ_EVENT,   // of this number
    STORE_READ_ENTRIES, // of an event: other = user, state
    STORE_READ_GAMES,   // of an event: other = match, state = when it ended
    STORE_READ_RUNNING, // all that are not over
    STORE_READ_PAST,    // the newest that are
    STORE_READ_TEAMS,   // text: name, state: members, other: leader
    STORE_READ_TEAM,    // the one of this number
    STORE_READ_MEMBERS, // of a team: text: name, other: user
    STORE_READ_TEAMS_OF // of a user: text: name
} store_events_list;

typedef struct store_event_row {
    uint64_t id, other;
    int64_t state, at;
    const char *text; // borrowed
} store_event_row;

typedef void store_each_remark(void *self, const char *who, const char *words);
typedef void store_each_match(void *self, const store_match *m, const char *meta);
typedef void store_each_row(void *self, const store_event_row *row);
typedef void store_each_push(void *self, const char *endpoint, const char *keys);

// --- How ---------------------------------------------------------------------

typedef struct store_reader store_reader;

// What an implementation offers; what each does stands with the functions below.
typedef struct store_reads {
    int (*trouble)(store_reader *r, char *why, size_t cap);
    int (*has_match)(store_reader *r, uint64_t match);
    int (*match)(store_reader *r, uint64_t match, store_match *out, buffer *meta, buffer *record);
    int (*file)(store_reader *r, const unsigned char hash[32], buffer *text);
    int64_t (*chat)(store_reader *r, uint64_t match, int newest, void *self,
                    store_each_remark *each);
    int (*unfinished)(store_reader *r, uint64_t *out, int cap);
    void (*history)(store_reader *r, uint64_t user, int64_t before, int most, void *self,
                    store_each_match *each);
    int (*user)(store_reader *r, uint64_t id, store_user *out);
    int (*user_named)(store_reader *r, const char *name, store_user *out);
    int (*session)(store_reader *r, const unsigned char hash[32], uint64_t *user);
    int (*sessions)(store_reader *r, uint64_t user, store_session *out, int cap);
    int (*token)(store_reader *r, const unsigned char hash[32], store_token *out);
    int (*token_label)(store_reader *r, const unsigned char hash[32], char *out, size_t cap);
    int (*is_blocked)(store_reader *r, uint64_t user, uint64_t other);
    int (*rating)(store_reader *r, uint64_t user, const char *game, store_rating *out);
    int (*ratings)(store_reader *r, uint64_t user, store_rating *out, int cap);
    void (*events)(store_reader *r, store_events_list what, uint64_t id, void *self,
                   store_each_row *each);
    int (*is_member)(store_reader *r, uint64_t team, uint64_t user);
    int (*team_named)(store_reader *r, const char *name);
    void (*pushes)(store_reader *r, uint64_t user, void *self, store_each_push *each);
    void (*desk)(store_reader *r, buffer *out);
    int (*person)(store_reader *r, const char *name, buffer *out);
    void (*ranking)(store_reader *r, const char *game, int64_t now, buffer *out);
} store_reads;

struct store_reader { // the beginning of every implementation's own
    const store_reads *reads;
};

static inline int store_read_trouble(store_reader *r, char *why, size_t cap) {
    return r->reads->trouble(r, why, cap);
}

// --- Matches -----------------------------------------------------------------

static inline int store_read_has_match(store_reader *r, uint64_t match) {
    return r->reads->has_match(r, match);
}

// A match's state, its meta appended to `meta`, and the record's text to `record` (may be NULL).
static inline int store_read_match(store_reader *r, uint64_t match, store_match *out, buffer *meta,
                                   buffer *record) {
    return r->reads->match(r, match, out, meta, record);
}

// A text that matches are played with, appended to `text`.
static inline int store_read_file(store_reader *r, const unsigned char hash[32], buffer *text) {
    return r->reads->file(r, hash, text);
}

// The newest remarks, oldest first; returns the next number.
static inline int64_t store_read_chat(store_reader *r, uint64_t match, int newest, void *self,
                                      store_each_remark *each) {
    return r->reads->chat(r, match, newest, self, each);
}

// Numbers of matches that are not over, at most `cap`; how many.
static inline int store_read_unfinished(store_reader *r, uint64_t *out, int cap) {
    return r->reads->unfinished(r, out, cap);
}

// Matches of a user that were made before `before` (INT64_MAX = all), newest first.
static inline void store_read_history(store_reader *r, uint64_t user, int64_t before, int most,
                                      void *self, store_each_match *each) {
    r->reads->history(r, user, before, most, self, each);
}

// --- People ------------------------------------------------------------------

static inline int store_read_user(store_reader *r, uint64_t id, store_user *out) {
    return r->reads->user(r, id, out);
}

// By name, or by what looks like it (names.h).
static inline int store_read_user_named(store_reader *r, const char *name, store_user *out) {
    return r->reads->user_named(r, name, out);
}

static inline int store_read_session(store_reader *r, const unsigned char hash[32],
                                     uint64_t *user) {
    return r->reads->session(r, hash, user);
}

// Sessions of a user, the newest first; how many.
static inline int store_read_sessions(store_reader *r, uint64_t user, store_session *out, int cap) {
    return r->reads->sessions(r, user, out, cap);
}

static inline int store_read_token(store_reader *r, const unsigned char hash[32],
                                   store_token *out) {
    return r->reads->token(r, hash, out);
}

static inline int store_read_token_label(store_reader *r, const unsigned char hash[32], char *out,
                                         size_t cap) {
    return r->reads->token_label(r, hash, out, cap);
}

// `user` wants none of `other`.
static inline int store_read_is_blocked(store_reader *r, uint64_t user, uint64_t other) {
    return r->reads->is_blocked(r, user, other);
}

static inline int store_read_rating(store_reader *r, uint64_t user, const char *game,
                                    store_rating *out) {
    return r->reads->rating(r, user, game, out);
}

static inline int store_read_ratings(store_reader *r, uint64_t user, store_rating *out, int cap) {
    return r->reads->ratings(r, user, out, cap); // how many
}

// The browsers of a user, at most five, the newest first.
static inline void store_read_pushes(store_reader *r, uint64_t user, void *self,
                                     store_each_push *each) {
    r->reads->pushes(r, user, self, each);
}

// For moderators: {"reports":[...],"audit":[...]}, the open reports and the latest orders.
static inline void store_read_desk(store_reader *r, buffer *out) {
    r->reads->desk(r, out);
}

// For moderators, about one account: {"name","since","banned","muted","reports":[...],
// "notes":[...]}.
static inline int store_read_person(store_reader *r, const char *name, buffer *out) {
    return r->reads->person(r, name, out);
}

// Who plays a game best: {"best":[{"name","rating","rd","games"}...]}, at most 20, by what they are
// sure to be worth (two deviations below the rating), without whoever is banned at `now`.
static inline void store_read_ranking(store_reader *r, const char *game, int64_t now, buffer *out) {
    r->reads->ranking(r, game, now, out);
}

// --- Events and teams --------------------------------------------------------

static inline void store_read_events(store_reader *r, store_events_list what, uint64_t id,
                                     void *self, store_each_row *each) {
    r->reads->events(r, what, id, self, each);
}

static inline int store_read_is_member(store_reader *r, uint64_t team, uint64_t user) {
    return r->reads->is_member(r, team, user);
}

// Whether a team looks like that.
static inline int store_read_team_named(store_reader *r, const char *name) {
    return r->reads->team_named(r, name);
}

#endif
