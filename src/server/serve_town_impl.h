// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SERVE_TOWN_IMPL_H
#define TSR_SERVER_SERVE_TOWN_IMPL_H

// Several hubs in one process from the inside: serve_town.c (their threads), serve_post.c (what goes between
// them), serve_turn.c (what has come for one).

#include <pthread.h>
#include <stdatomic.h>

#include "server/post_office.h"
#include "server/serve_impl.h"
#include "server/store_shared.h"

// A socket on its way to the thread that has its match.
typedef struct arrival {
    int fd;
    char *early, *token; // token NULL = none
    size_t early_size;
    char query[256];
    uint64_t ip;
    struct arrival *next;
} arrival;

// What the first thread needs of another.
typedef struct place {
    server *server;
    pthread_t thread;
    int runs;
    pthread_mutex_t lock; // guards what follows
    arrival *first, *last;
    uint64_t figures[HUB_FIGURES], oldest_wait_ms, shown_ms;
    timing times;
} place;

struct serve_town {
    int hubs;
    store_shared *store;
    post_office *post;
    unsigned char seal[32];
    uint64_t start;
    atomic_int stopping;
    place place[TOWN_HUBS];
};

// --- serve_post.c ------------------------------------------------------------

arrival *serve_take_arrivals(place *p); // a list that is the caller's
void serve_free_arrival(arrival *a);

#endif
