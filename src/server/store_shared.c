// SPDX-License-Identifier: MIT
// One store for several hubs: its life, and what each of them asks of it beside reading and writing.
#include "server/store_shared.h"

#include <stdlib.h>

#include "server/store_shared_impl.h"

static shared_part *of(store *s) {
    return (shared_part *)s;
}

static store_reader *glance(store *s) {
    return of(s)->glances;
}

// --- For the operator --------------------------------------------------------

static int is_in_place(store *s) {
    shared_part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    int fine = store_is_in_place(p->all->base);
    pthread_mutex_unlock(&p->all->lock);
    return fine;
}

static uint64_t room_left(store *s) {
    shared_part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    uint64_t room = store_room(p->all->base);
    pthread_mutex_unlock(&p->all->lock);
    return room;
}

static void metrics(store *s, buffer *out) {
    shared_part *p = of(s);
    pthread_mutex_lock(&p->all->lock);
    store_metrics(p->all->base, out);
    pthread_mutex_unlock(&p->all->lock);
}

static int is_gone(store *s) {
    shared_part *p = of(s);
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

static const store_engine engine = {.put = shared_put,
                                    .ask = shared_ask,
                                    .answered = shared_answered,
                                    .news = shared_news,
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
            shared_ring(&all->part[i]);
            woken = 1;
        }
    }
    if (!woken) {
        shared_ring(&all->part[0]);
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
        shared_spread_answers(all);
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
