// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HUB_MATCHES_H
#define TSR_SERVER_HUB_MATCHES_H

// How matches come to be, shared by the files that make them: hub_seats.c (who sits where),
// hub_setup.c (what a request wants), hub_matches.c (making and joining), hub_again.c (a match
// made from another).

#include "server/hub_impl.h"

// --- Seats (hub_seats.c) -----------------------------------------------------

void hub_name_seat(room *r, int seat, const char *name); // names within a match differ
void hub_sit(hub *h, room *r, int seat, const session *s, store_batch *b);
void hub_code_seat(hub *h, room_seat *s); // a new code to be invited with
void hub_copy_seat(room_seat *seat, const room_seat *from);
int hub_may_be_rated(const room *r);

// The seat somebody may take; -1 with `p` filled if there is none.
int hub_seat_for(const room *r, const session *s, const json_t *body, problem *p);
// A seat as a request wants it; 0 with `p` filled if it cannot be.
int hub_read_seat(hub *h, room *r, int seat, const json_t *j, const session *s, store_batch *b,
                  problem *p);

// --- Wishes (hub_setup.c) ----------------------------------------------------

// A match as a request wants it; NULL with `p` filled if it cannot be.
room *hub_read_match(hub *h, const json_t *body, session *s, uint64_t ip, store_batch *b,
                     problem *p);

// --- Making (hub_matches.c) --------------------------------------------------

int hub_may_make(hub *h, const hub_request *q, const session *s, problem *p); // another match
// Puts a room that is ready into the world: begins it if it is full, stores it. Takes `r` and
// `b`; 0 with `p` filled on failure.
int hub_open_room(hub *h, room *r, store_batch *b, const void *start, problem *p);
int hub_join_room(hub *h, room *r, int seat, session *s, problem *p);
// Answers with the match; `reader` (0 = nobody) is told at once what a socket of theirs would be.
void hub_answer_match(hub *h, const hub_request *q, room *r, uint64_t reader, const char *token);

#endif
