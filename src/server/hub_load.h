// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HUB_LOAD_H
#define TSR_SERVER_HUB_LOAD_H

// Who waits for a match that is being read: hub_load.c lets them wait, hub_answers.c lets them go on.

#include "server/hub_impl.h"

enum { ASK_NOBODY = 0, ASK_THE_HUB = 1 }; // who pays: read at once, or in turn with everybody

typedef struct waiter {
    int is_socket;
    uint64_t conn, version; // a socket
    char word[36];
    json_t *said;        // by one that is in it; held
    hub_request request; // or a request, with copies of its texts
    int tries;
    struct waiter *next;
} waiter;

typedef struct load {
    waiter *first, *last;
    int again; // it was in memory, with these in it
    viewer *viewers;
    uint64_t version;
    uint64_t after; // what is read is good only if this change was durable before; 0 = any is
    int unasked;    // and until it is, nobody reads
} load;

int hub_ask_for_match(hub *h, uint64_t id, uint64_t ip);
void hub_drop_ask(hub_ask *a);
void hub_free_waiter(waiter *w);

#endif
