// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_EVENTS_H
#define TSR_SERVER_STORE_EVENTS_H

// The part of the file that events and teams are in: reading it (what writes it is with all other
// changes in store_write.c). Used seldom, so statements are prepared when they are needed. Thread rule and meaning of failures: store_db.h.

#include <stdint.h>

#include "server/store_db.h"

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

void store_events_read(store_db *db, store_events_list what, uint64_t id, void *self,
                       void (*each)(void *self, const store_event_row *row));

int store_events_is_member(store_db *db, uint64_t team, uint64_t user);
int store_events_team_named(store_db *db, const char *name); // whether a team looks like that

#endif
