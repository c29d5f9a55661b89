// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_BATCH_H
#define TSR_SERVER_STORE_BATCH_H

// What shall be on disk: a list of changes that come true together or not at all.
//
// The hub fills a batch and hands it to the store with a number (`seq`); batches
// become durable in the order of their numbers. Texts are copied into the batch,
// so it may travel to another thread. One owner at a time.

#include <stdint.h>

typedef enum store_kind {
    STORE_MATCH,         // a: match, n: state, at: updated, text: meta
    STORE_LINES,         // a: match, n: number of this piece, text: lines of the record
    STORE_CHAT,          // a: match, n: number, text: who, more: words
    STORE_SEAT,          // a: match, b: user, at: when the match was made
    STORE_USER,          // a: user, at: since
    STORE_ACCOUNT,       // a: user, text: name, more: password's hash
    STORE_PASSWORD,      // a: user, text: hash
    STORE_ACCOUNT_GONE,  // a: user
    STORE_SESSION,       // hash, a: user, at: when
    STORE_SESSION_GONE,  // hash
    STORE_SESSIONS_GONE, // a: user, hash: the one that stays
    STORE_RATED,         // a: match, text: game, more: who came where (rated.h)
    STORE_BAN,           // a: user, at: until, 0 = not
    STORE_NAME,          // a: user, text: the new name
    STORE_TOKEN,         // hash, a: user, n: kind, text: label, at: made, b: until
    STORE_TOKEN_GONE,    // hash
    STORE_TOKENS_GONE,   // a: user, text: label
    STORE_REPORT,        // a: who, b: about whom, n: match, at, text: words
    STORE_SETTLE,        // n: the report's number
    STORE_BLOCK,         // a: user, b: other, n: 1 = from now on, 0 = no longer
    STORE_EVENT,         // a: event, n: state, at: updated, text: meta
    STORE_ENTRY,         // a: event, b: user, n: state, at: number, text: meta
    STORE_GAME,          // a: event, b: match, n: number, at: when it ended, text: meta
    STORE_TEAM,          // a: team, b: leader, at: made, text: name, more: its look
    STORE_TEAM_GONE,     // a: team, if nobody is in it
    STORE_MEMBER,        // a: team, b: user, n: 1 = joins, 0 = leaves
    STORE_MUTE,          // a: user, at: until, 0 = not
    STORE_MODERATOR,     // a: user, n: 1 = is one
    STORE_VACATION,      // a: user, at: until, n: days used, b: in which year, text: from when
    STORE_MAIL,          // a: user, text: address, NULL = none, n: which notices (notice.h)
    STORE_PUSH,          // a: user, text: endpoint, more: keys as JSON, at: when
    STORE_PUSH_GONE,     // text: endpoint
    STORE_NOTE,          // a: about whom, at: when, text: by whom, more: words
    STORE_AUDIT,         // at: when, text: by whom, more: what, as JSON
    STORE_FILE,          // a: match, hash, text: a deck or the like that it is played with
} store_kind;

// What a change is about: the thing whose number is its `a`.
typedef enum store_subject { ABOUT_USER, ABOUT_MATCH, ABOUT_EVENT, ABOUT_TEAM } store_subject;
store_subject store_subject_of(store_kind kind);

// People and teams are the directory: nobody's memory owns them. Matches and events are in the
// memory of one hub, which alone writes them. A batch is of one of the two sorts.
static inline int store_is_directory(store_kind kind) {
    store_subject about = store_subject_of(kind);
    return about == ABOUT_USER || about == ABOUT_TEAM;
}

// What a word opens; the numbers are stored.
typedef enum token_kind {
    TOKEN_PLAY = 1,   // a program plays for the account: no passwords, no sessions
    TOKEN_RESET = 2,  // a new password, once
    TOKEN_INVITE = 3, // a new account, once
    TOKEN_WATCH = 4,  // a program looks, and does nothing
    TOKEN_MAIL = 5    // a mail address is the account's, once
} token_kind;

typedef struct store_op {
    store_kind kind;
    uint64_t a, b;
    int64_t n, at;
    unsigned char hash[32];
    char *text, *more; // owned
} store_op;

typedef struct store_batch {
    store_op *ops;
    int count, cap;
    int failed;       // memory was lacking: must not be committed
    int hub;          // which of several hubs made it: store_shared.h; 0 where there is one
    uint64_t seq;     // from 1
    uint32_t epoch;   // batches of an older epoch than the hub's are void
    uint32_t told;    // the store's own
    uint64_t heard;   // the newest refusal the hub knew of when it made this: store_refused.h
    uint64_t refusal; // its own number, once it is refused, and why
    char *why;        // owned
    struct store_batch *next;
} store_batch;

store_batch *store_batch_new(void); // NULL for lack of memory
void store_batch_free(store_batch *b);
void store_batch_free_all(store_batch *first); // and all behind it

// Adds a change; `text` and `more` (may be NULL) are copied. Sets b->failed for lack of
// memory. A NULL batch is fine and stays one.
store_op *store_batch_add(store_batch *b, store_kind kind, uint64_t a, const char *text,
                          const char *more);

// Whether all of it is of the sort of its first: of people, or of matches.
int store_batch_is_of_one_sort(const store_batch *b);

#endif
