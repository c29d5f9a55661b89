// SPDX-License-Identifier: MIT
// One store for several hubs: numbers of theirs into numbers of its own, and back.
#include "server/store_shared.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One hub's end.
typedef struct part {
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
} part;

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
    part part[];
};

static part *of(store *s) {
    return (part *)s;
}

// Once is enough: a loop's turn for nothing costs as much as a move.
static void ring(part *p) {
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
        part *p = &all->part[i];
        p->news.then = then;
        memcpy(p->news.why, why, sizeof p->news.why);
        atomic_fetch_sub(&p->waits, p->batches);
        p->batches = 0;
    }
}

// A number that cannot be noted can neither be told nor taken back: the hub reads again what it has put.
static int has_place(part *p) {
    store_shared *all = p->all;
    if (all->next_seq - all->first_seq < all->room || grow(all)) {
        return 1;
    }
    p->news.then = STORE_UNKNOWN;
    (void)snprintf(p->news.why, sizeof p->news.why, "out of memory");
    return 0;
}

// What builds on something void is void, and the hub does not know it yet.
static void put(store *s, store_batch *b) {
    part *p = of(s);
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
        part *p = &all->part[from.hub];
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

static int has_news(const part *p) {
    return p->news.durable || p->news.then != STORE_WELL || p->first;
}

static void spread_answers(store_shared *all) {
    store_ask *a;
    while ((a = store_answered(all->base)) != NULL) {
        part *p = &all->part[a->hub];
        atomic_fetch_sub(&p->waits, 1);
        a->next = NULL;
        *(p->last ? &p->last->next : &p->first) = a;
        p->last = a;
    }
}

// Whoever asks takes what there is for everybody, and wakes those for whom there was something: the
// store may have rung before they waited for anything.
static void take_all(part *own) {
    store_shared *all = own->all;
    spread(all);
    spread_answers(all);
    for (int i = 0; i < all->hubs; i++) {
        part *p = &all->part[i];
        if (p != own && has_news(p)) {
            ring(p);
        }
    }
}

static store_news news(store *s) {
    part *p = of(s);
    atomic_store(&p->rung, 0);
    pthread_mutex_lock(&p->all->lock);
    take_all(p);
    store_news n = p->news;
    p->news = (store_news){.commits = n.commits, .batches = n.batches};
    pthread_mutex_unlock(&p->all->lock);
    return n;
}

// --- Reading -----------------------------------------------------------------

static void ask(store *s, store_ask *a) {
    part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    a->hub = p->hub;
    atomic_fetch_add(&p->waits, 1);
    store_ask_for(p->all->base, a);
    pthread_mutex_unlock(&p->all->lock);
}

static store_ask *answered(store *s) {
    part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    if (!p->first) {
        spread_answers(p->all);
    }
    store_ask *a = p->first;
    if (a) {
        p->first = a->next;
        p->last = p->first ? p->last : NULL;
    }
    pthread_mutex_unlock(&p->all->lock);
    return a;
}

static store_reader *glance(store *s) {
    return of(s)->glances;
}

// --- For the operator --------------------------------------------------------

static int is_in_place(store *s) {
    part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    int fine = store_is_in_place(p->all->base);
    pthread_mutex_unlock(&p->all->lock);
    return fine;
}

static uint64_t room_left(store *s) {
    part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    uint64_t room = store_room(p->all->base);
    pthread_mutex_unlock(&p->all->lock);
    return room;
}

static void metrics(store *s, buffer *out) {
    part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    store_metrics(p->all->base, out);
    pthread_mutex_unlock(&p->all->lock);
}

static int is_gone(store *s) {
    part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    int gone = store_is_gone(p->all->base);
    pthread_mutex_unlock(&p->all->lock);
    return gone;
}

static int may_be_fenced(store *s) {
    return store_may_be_fenced(of(s)->all->base); // never another answer: no lock
}

// --- Life --------------------------------------------------------------------

static void nothing(store *s) {
    (void)s; // it is stopped and closed for all
}

static const store_engine engine = {.put = put,
                                    .ask = ask,
                                    .answered = answered,
                                    .news = news,
                                    .glance = glance,
                                    .is_in_place = is_in_place,
                                    .room = room_left,
                                    .metrics = metrics,
                                    .is_gone = is_gone,
                                    .may_be_fenced = may_be_fenced,
                                    .stop = nothing,
                                    .close = nothing};

store_shared *store_shared_new(int hubs) {
    store_shared *all = calloc(1, sizeof *all + (size_t)hubs * sizeof *all->part);
    if (!all) {
        return NULL;
    }
    pthread_mutex_init(&all->lock, NULL);
    all->hubs = hubs;
    all->first_seq = all->next_seq = 1;
    all->epoch = 1;
    for (int i = 0; i < hubs; i++) {
        all->part[i].store.engine = &engine;
        all->part[i].all = all;
        all->part[i].hub = i;
    }
    return all;
}

tsr_err store_shared_over(store_shared *all, store *base, tsr_error *err) {
    all->base = base;
    for (int i = 0; i < all->hubs; i++) {
        all->part[i].store.first_month = base->first_month;
        all->part[i].glances = i ? store_another(base) : store_glance(base);
        if (!all->part[i].glances) {
            return tsr_fail(err, TSR_ERR_IO, "the store cannot be read by %d hubs", all->hubs);
        }
    }
    return TSR_OK;
}

// Whoever waits for something is woken, and wakes the others for whom there is something, too; where nobody waits, the
// first one looks.
void store_shared_wake(void *self) {
    store_shared *all = self;
    int woken = 0;
    for (int i = 0; i < all->hubs; i++) {
        if (atomic_load(&all->part[i].waits)) {
            ring(&all->part[i]);
            woken = 1;
        }
    }
    if (!woken) {
        ring(&all->part[0]);
    }
}

store *store_shared_of(store_shared *all, int hub, store_wake *wake, void *self) {
    all->part[hub].wake = wake;
    all->part[hub].self = self;
    return &all->part[hub].store;
}

void store_shared_stop(store_shared *all) {
    pthread_mutex_lock(&all->lock);
    if (all->base) {
        store_stop(all->base);
        spread_answers(all);
    }
    pthread_mutex_unlock(&all->lock);
}

void store_shared_close(store_shared *all) {
    if (!all) {
        return;
    }
    store_close(all->base);
    for (int i = 0; i < all->hubs; i++) {
        store_batch_free_all(all->part[i].news.refused);
    }
    pthread_mutex_destroy(&all->lock);
    free(all->ring);
    free(all);
}
