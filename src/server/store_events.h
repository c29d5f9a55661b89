// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_EVENTS_H
#define TSR_SERVER_STORE_EVENTS_H

// The part of the file that events and teams are in: reading it (what writes it is with all other
// changes in store_write.c). Used seldom, so statements are prepared when they are needed. Thread rule and meaning of failures: store_db.h.

#include <stdint.h>

#include "server/store_db.h"

void store_events_read(store_db *db, store_events_list what, uint64_t id, void *self,
                       void (*each)(void *self, const store_event_row *row));

int store_events_is_member(store_db *db, uint64_t team, uint64_t user);
int store_events_team_named(store_db *db, const char *name); // whether a team looks like that

#endif
