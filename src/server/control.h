// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_CONTROL_H
#define TSR_SERVER_CONTROL_H

// The operator's door: a Unix socket beside the database (FILE.control), which only the
// owner of the file can open. A caller sends one line, {"order":"ban","name":"Eve"}, and gets
// one line back when it is done and on disk. What orders there are: hub_admin.c.
//
// One thread, the loop's. A caller that says nothing holds nothing up.

#include <stdint.h>

#include <tessera/error.h>

#include "server/hub.h"

typedef struct control control;

// Numbers of requests from here on are the control's.
#define CONTROL_FIRST ((uint64_t)1 << 62)

typedef struct control_events {
    void *self;
    void (*request)(void *self, const hub_request *q);
} control_events;

// Listens beside the database `db`; `watched` is a set of watch.h, kept, and gets `tag` for all that is to be
// told by control_ready. *out is new: control_close.
TSR_NODISCARD tsr_err control_open(const char *db, int watched, uint64_t tag,
                                   const control_events *events, control **out, tsr_error *err);
void control_close(control *c); // NULL is fine
void control_ready(control *c);
void control_reply(control *c, const hub_reply *reply);

// The other end, for `tessera admin`: sends an order as one JSON line and waits for the
// answer; 1 if a server runs there, 0 if none does (and *err tells nothing), -1 with *err filled.
int control_call(const char *db, const char *order, int *status, char *answer, size_t cap,
                 tsr_error *err);

#endif
