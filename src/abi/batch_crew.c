// SPDX-License-Identifier: MIT
// The threads of a batch: they sleep between calls and take games in parts, so that nobody waits for
// one slow game. Which thread takes which part does not matter: games know nothing of each other.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "abi/batch_impl.h"

enum { PART = 64 }; // games taken at once

typedef struct hand {
    struct crew *crew;
    uint32_t number;
    pthread_t thread;
} hand;

struct crew {
    tsr_batch *b;
    batch_worker *work;
    uint32_t threads, started;
    hand *hand; // [threads], number 0 is the caller
    pthread_mutex_t lock;
    pthread_cond_t go, done;
    uint64_t call; // counts calls, so that nobody works twice
    uint32_t busy;
    int quit;
    atomic_uint next; // first game that nobody has taken
};

static void take_parts(crew *c, desk *d) {
    uint32_t games = c->b->config.games;
    for (;;) {
        uint32_t from = atomic_fetch_add(&c->next, PART);
        if (from >= games) {
            return;
        }
        c->work(c->b, d, from, from + PART < games ? from + PART : games);
    }
}

static void *run(void *self) {
    hand *h = self;
    crew *c = h->crew;
    uint64_t seen = 0;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->call == seen && !c->quit) {
            pthread_cond_wait(&c->go, &c->lock);
        }
        if (c->quit) {
            break;
        }
        seen = c->call;
        pthread_mutex_unlock(&c->lock);
        take_parts(c, &c->b->desk[h->number]);
        pthread_mutex_lock(&c->lock);
        if (--c->busy == 0) {
            pthread_cond_signal(&c->done);
        }
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

crew *batch_crew_new(tsr_batch *b, uint32_t threads, batch_worker *work) {
    crew *c = calloc(1, sizeof *c);
    if (!c) {
        return NULL;
    }
    c->b = b;
    c->work = work;
    c->threads = threads;
    c->started = 1;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->go, NULL);
    pthread_cond_init(&c->done, NULL);
    c->hand = calloc(threads, sizeof *c->hand);
    while (c->hand && c->started < threads) {
        hand *h = &c->hand[c->started];
        *h = (hand){.crew = c, .number = c->started};
        if (pthread_create(&h->thread, NULL, run, h) != 0) {
            break;
        }
        c->started++;
    }
    if (!c->hand || c->started < threads) {
        batch_crew_free(c);
        return NULL;
    }
    return c;
}

void batch_crew_free(crew *c) {
    if (!c) {
        return;
    }
    pthread_mutex_lock(&c->lock);
    c->quit = 1;
    pthread_cond_broadcast(&c->go);
    pthread_mutex_unlock(&c->lock);
    for (uint32_t i = 1; c->hand && i < c->started; i++) {
        pthread_join(c->hand[i].thread, NULL);
    }
    pthread_cond_destroy(&c->go);
    pthread_cond_destroy(&c->done);
    pthread_mutex_destroy(&c->lock);
    free(c->hand);
    free(c);
}

void batch_crew_run(crew *c) {
    atomic_store(&c->next, 0);
    pthread_mutex_lock(&c->lock);
    c->busy = c->threads - 1;
    c->call++;
    pthread_cond_broadcast(&c->go);
    pthread_mutex_unlock(&c->lock);
    take_parts(c, &c->b->desk[0]);
    pthread_mutex_lock(&c->lock);
    while (c->busy) {
        pthread_cond_wait(&c->done, &c->lock);
    }
    pthread_mutex_unlock(&c->lock);
}
