// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_SHARED_IMPL_H
#define TSR_SERVER_STORE_SHARED_IMPL_H

// What the parts of a shared store have in common: batches, news and answers on their way (store_shared_flow.c), and its
// life with what operators ask (store_shared.c).

#include <pthread.h>
#include <stdatomic.h>

#include "server/store_shared.h"

// One hub's end.
typedef struct shared_part {
    store store; // first
    struct store_shared *all;
    int hub;
    store_wake *wake;
    void *self;
    store_reader *glances;
    atomic_int waits;        // batches and questions that are on their way: it is worth ringing
    atomic_int rung;         // it has been woken, and has not looked since
    int batches;             // of them
    store_news news;         // for it, not heard yet
    store_ask *first, *last; // answers for it
} shared_part;

// Whose a number is, and which of its own.
typedef struct origin {
    int hub;
    uint64_t seq;
} origin;

struct store_shared {
    pthread_mutex_t lock; // guards what follows, and the store under it
    store *base;
    uint64_t first_seq, next_seq; // of the batches that are on their way: first..next - 1
    uint32_t epoch;
    origin *ring; // where they came from: number modulo `room`, a power of two
    uint64_t room;
    int hubs;
    shared_part part[];
};

void shared_ring(
    shared_part *p); // once is enough: a loop's turn for nothing costs as much as a move
void shared_spread_answers(store_shared *all);

// What a hub's end does: store.h.
void shared_put(store *s, store_batch *b);
store_news shared_news(store *s);
void shared_ask(store *s, store_ask *a);
store_ask *shared_answered(store *s);

#endif
