// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HUB_ASK_H
#define TSR_SERVER_HUB_ASK_H

// Questions to the store that take longer than a glance: a match with its whole record, a
// list of fifty matches, a record's text. The hub asks, a thread of the store's reads and makes
// of it what the hub needs, and the answer comes back to the hub (hub_hear). Meanwhile whoever
// asked waits; nobody else does.

#include <tessera/registry.h>

#include "base/buffer.h"
#include "server/limits.h"
#include "server/rules_cache.h"
#include "server/store.h"
#include "server/summaries.h"

// Whose a secret word is, by its hash.
typedef enum who_kind {
    WHO_NOBODY,  // nothing is known of it: a guest's who is in memory alone, or no word of ours
    WHO_SESSION, // somebody's: `user`, `person`
    WHO_PROGRAM, // a program's: `token`, and `person` for whom it acts
    WHO_SPENT    // the guest whose word it was is stored, and this session is not
} who_kind;

typedef struct hub_who {
    unsigned char hash[32];
    uint64_t guest; // the number a guest with this word has
    who_kind kind;  // filled, with what follows
    uint64_t user;
    store_user person;
    store_token token;
} hub_who;

void hub_who_read(hub_who *w, store_reader *from);

typedef enum hub_ask_kind {
    ASK_WHO,     // who -> the same, filled
    ASK_ROOM,    // match -> room: read and played through
    ASK_SUMMARY, // match -> text
    ASK_RECORD,  // match -> text, if it may be seen
    ASK_FILE,    // match -> text: the deck or the like that it is played with
    ASK_COURSE,  // match -> text, if it is over
    ASK_HISTORY, // user, before -> rows
    ASK_PROFILE, // name -> person, ratings, rows
    ASK_RANKING, // the game in `name` -> text
    ASK_EVENT,   // its number in `match` -> text
    ASK_EVENTS,  // the latest that are over -> text
    ASK_TEAMS,   // one (`match`) or all -> text
    ASK_DESK     // for moderators: about somebody (`name`) or everything -> text
} hub_ask_kind;

typedef enum ask_found { ASK_THERE, ASK_NOT_THERE, ASK_SECRET, ASK_DAMAGED } ask_found;

// One match of a list: its summary is a piece of `text`.
typedef struct ask_row {
    uint64_t match;
    int shown; // also to others than its players
    size_t at, size;
} ask_row;

enum { ASK_ROWS = 50, ASK_RATINGS = 64 };

struct room;

typedef struct hub_ask {
    store_ask ask; // first: the store knows it by this
    hub_ask_kind kind;
    uint64_t match, user;
    int64_t before;
    char name[NAME_BYTES];
    const tsr_registry *registry;
    rules_cache *cache;
    summaries *summaries;           // NULL = none are kept
    int64_t wall_s;                 // ASK_ROOM: the time it is read at
    uint64_t now_ms;                // and when its running decision began
    uint64_t request, asker, payer; // the hub's own
    uint64_t life;                  // in which it was asked
    int free;                       // nobody pays for it
    hub_who who;
    uint64_t people;             // what was known of people: hub_impl.h
    struct hub_request *waiting; // for this; the hub's

    ask_found found;
    char why[200]; // of damage
    buffer text;
    struct room *room; // owned
    store_user person;
    store_rating ratings[ASK_RATINGS];
    int rating_count;
    ask_row rows[ASK_ROWS];
    int row_count;
} hub_ask;

hub_ask *hub_ask_new(hub_ask_kind kind); // NULL for lack of memory
void hub_ask_free(hub_ask *a);           // NULL is fine

// Answers it: in any thread, with a reader that thread alone uses.
void hub_ask_answer(hub_ask *a, store_reader *from);

#endif
