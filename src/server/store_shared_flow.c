// SPDX-License-Identifier: MIT
// Batches of several hubs to one store and what comes back: numbers of theirs into numbers of its own, and back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_shared_impl.h"

static shared_part *of(store *s) {
    return (shared_part *)s;
}

void shared_ring(shared_part *p) {
    if (p->wake && !atomic_exchange(&p->rung, 1)) {
        p->wake(p->self);
    }
}

// --- Writing -----------------------------------------------------------------

static origin *origin_of(store_shared *all, uint64_t seq) {
    return &all->ring[seq & (all->room - 1)];
}

static int grow(store_shared *all) {
    uint64_t room = all->room ? 2 * all->room : 256;
    origin *ring = malloc(room * sizeof *ring);
    if (!ring) {
        return 0;
    }
    for (uint64_t i = all->first_seq; i < all->next_seq; i++) {
        ring[i & (room - 1)] = *origin_of(all, i);
    }
    free(all->ring);
    all->ring = ring;
    all->room = room;
    return 1;
}

// Nothing that is on its way will be there: every hub is told so.
static void void_all(store_shared *all, store_outcome then, const char *why) {
    all->first_seq = all->next_seq;
    all->epoch++;
    for (int i = 0; i < all->hubs; i++) {
        shared_part *p = &all->part[i];
        p->news.then = then;
        memcpy(p->news.why, why, sizeof p->news.why);
        atomic_fetch_sub(&p->waits, p->batches);
        p->batches = 0;
    }
}

// A number that cannot be noted can neither be told nor taken back: the hub reads again what it has put.
static int has_place(shared_part *p) {
    store_shared *all = p->all;
    if (all->next_seq - all->first_seq < all->room || grow(all)) {
        return 1;
    }
    p->news.then = STORE_UNKNOWN;
    (void)snprintf(p->news.why, sizeof p->news.why, "out of memory");
    return 0;
}

// What builds on something void is void, and the hub does not know it yet.
void shared_put(store *s, store_batch *b) {
    shared_part *p = of(s);
    store_shared *all = p->all;
    pthread_mutex_lock(&all->lock);
    if (p->news.then == STORE_WELL && has_place(p)) {
        b->hub = p->hub;
        *origin_of(all, all->next_seq) = (origin){p->hub, b->seq};
        b->seq = all->next_seq++;
        b->epoch = all->epoch;
        p->batches++;
        atomic_fetch_add(&p->waits, 1);
        store_put(all->base, b);
    } else {
        store_batch_free(b);
    }
    pthread_mutex_unlock(&all->lock);
}

static void hand_back(store_shared *all, store_batch *refused) {
    while (refused) {
        store_batch *b = refused;
        const origin from = *origin_of(all, b->seq);
        store_batch **end = &all->part[from.hub].news.refused;
        refused = b->next;
        while (*end) {
            end = &(*end)->next;
        }
        b->next = NULL;
        b->seq = from.seq;
        *end = b;
    }
}

static void note_durable(store_shared *all, uint64_t durable, uint64_t waited_us) {
    for (; all->first_seq <= durable; all->first_seq++) {
        const origin from = *origin_of(all, all->first_seq);
        shared_part *p = &all->part[from.hub];
        p->news.durable = from.seq;
        p->news.waited_us = waited_us;
        p->batches--;
        atomic_fetch_sub(&p->waits, 1);
    }
}

// Takes the store's news for all.
static void spread(store_shared *all) {
    store_news n = store_hear(all->base);
    hand_back(all, n.refused);
    if (n.durable) {
        note_durable(all, n.durable, n.waited_us);
    }
    for (int i = 0; i < all->hubs; i++) {
        all->part[i].news.commits = n.commits;
        all->part[i].news.batches = n.batches;
    }
    if (n.then != STORE_WELL) {
        void_all(all, n.then, n.why);
    }
}

static int has_news(const shared_part *p) {
    return p->news.durable || p->news.then != STORE_WELL || p->first;
}

void shared_spread_answers(store_shared *all) {
    store_ask *a;
    while ((a = store_answered(all->base)) != NULL) {
        shared_part *p = &all->part[a->hub];
        atomic_fetch_sub(&p->waits, 1);
        a->next = NULL;
        *(p->last ? &p->last->next : &p->first) = a;
        p->last = a;
    }
}

// Whoever asks takes what there is for everybody, and wakes those for whom there was something: the
// store may have rung before they waited for anything.
static void take_all(shared_part *own) {
    store_shared *all = own->all;
    spread(all);
    shared_spread_answers(all);
    for (int i = 0; i < all->hubs; i++) {
        shared_part *p = &all->part[i];
        if (p != own && has_news(p)) {
            shared_ring(p);
        }
    }
}

store_news shared_news(store *s) {
    shared_part *p = of(s);
    atomic_store(&p->rung, 0);
    pthread_mutex_lock(&p->all->lock);
    take_all(p);
    store_news n = p->news;
    p->news = (store_news){.commits = n.commits, .batches = n.batches};
    pthread_mutex_unlock(&p->all->lock);
    return n;
}

// --- Reading -----------------------------------------------------------------

void shared_ask(store *s, store_ask *a) {
    shared_part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    a->hub = p->hub;
    atomic_fetch_add(&p->waits, 1);
    store_ask_for(p->all->base, a);
    pthread_mutex_unlock(&p->all->lock);
}

store_ask *shared_answered(store *s) {
    shared_part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    if (!p->first) {
        shared_spread_answers(p->all);
    }
    store_ask *a = p->first;
    if (a) {
        p->first = a->next;
        p->last = p->first ? p->last : NULL;
    }
    pthread_mutex_unlock(&p->all->lock);
    return a;
}
