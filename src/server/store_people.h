// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PEOPLE_H
#define TSR_SERVER_STORE_PEOPLE_H

// Reading what the file has about people for those who look after them, and where browsers are
// reached. Statements are prepared when they are needed. Thread rule: store_db.h.

#include "base/buffer.h"
#include "server/store_db.h"

// The browsers of a user, at most five, the newest first.
void store_people_pushes(store_db *db, uint64_t user, void *self,
                         void (*each)(void *self, const char *endpoint, const char *keys));

// For moderators: {"reports":[...],"audit":[...]}, the open reports and the latest orders.
void store_people_desk(store_db *db, buffer *out);

// For moderators, about one account: {"name","since","banned","muted","reports":[...],"notes":[...]};
// 0 if nobody has that name.
int store_people_file(store_db *db, const char *name, buffer *out);

// Who plays a game best: {"best":[{"name","rating","rd","games"}...]}, at most 20, by what they are
// sure to be worth (two deviations below the rating), without whoever is banned at `now`.
void store_people_ranking(store_db *db, const char *game, int64_t now, buffer *out);

#endif
