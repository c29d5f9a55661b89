// SPDX-License-Identifier: MIT
#include "server/store_writer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct store_writer {
    store_db *db;
    store_writer_wake *wake;
    void *self;
    pthread_t thread;
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t filled;
    store_batch *first, *last;
    store_news news;
    uint32_t void_epoch; // batches of this epoch and before are void
    int closing;
};

static store_batch *take_all(store_writer *w) {
    pthread_mutex_lock(&w->lock);
    while (!w->first && !w->closing) {
        pthread_cond_wait(&w->filled, &w->lock);
    }
    store_batch *list = w->first;
    w->first = w->last = NULL;
    pthread_mutex_unlock(&w->lock);
    return list;
}

static void report(store_writer *w, uint64_t durable, int commits, int batches,
                   const tsr_error *why, uint32_t epoch) {
    pthread_mutex_lock(&w->lock);
    w->news.durable = durable > w->news.durable ? durable : w->news.durable;
    w->news.commits += (uint64_t)commits;
    w->news.batches += (uint64_t)batches;
    if (why) {
        w->news.failed = 1;
        w->void_epoch = epoch;
        (void)snprintf(w->news.why, sizeof w->news.why, "%.190s", why->message);
    }
    pthread_mutex_unlock(&w->lock);
    w->wake(w->self);
}

static tsr_err write_list(store_writer *w, const store_batch *list, const store_batch *end,
                          tsr_error *err) {
    tsr_err e = store_db_begin(w->db, err);
    for (const store_batch *b = list; b != end && !e; b = b->next) {
        e = store_db_apply(w->db, b, err);
    }
    if (!e) {
        e = store_db_commit(w->db, err);
    }
    if (e) {
        store_db_undo(w->db);
    }
    return e;
}

// The whole list in one go; if that fails, one by one, so that a single bad batch takes
// nobody else's with it.
static void write_all(store_writer *w, const store_batch *list) {
    tsr_error err;
    int n = 0;
    uint64_t newest = 0;
    for (const store_batch *b = list; b; b = b->next) {
        newest = b->seq;
        n++;
    }
    if (write_list(w, list, NULL, &err) == TSR_OK) {
        report(w, newest, 1, n, NULL, 0);
        return;
    }
    for (const store_batch *b = list; b; b = b->next) {
        if (write_list(w, b, b->next, &err) != TSR_OK) {
            report(w, 0, 0, 0, &err, b->epoch);
            return;
        }
        report(w, b->seq, 1, 1, NULL, 0);
    }
}

// Drops what is void from the front of the list.
static store_batch *drop_void(store_writer *w, store_batch *list) {
    pthread_mutex_lock(&w->lock);
    uint32_t epoch = w->void_epoch;
    pthread_mutex_unlock(&w->lock);
    while (list && list->epoch <= epoch) {
        store_batch *b = list;
        list = b->next;
        store_batch_free(b);
    }
    return list;
}

// A moment for others to come along; far below what anybody notices, and it lets the
// hub go on with its work on a machine with one core.
static void gather(void) {
    nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
}

static void *run(void *arg) {
    store_writer *w = arg;
    for (;;) {
        store_batch *list = take_all(w);
        if (!list) {
            return NULL;
        }
        list = drop_void(w, list);
        if (list) {
            write_all(w, list);
        }
        while (list) {
            store_batch *b = list;
            list = b->next;
            store_batch_free(b);
        }
        gather();
    }
}

tsr_err store_writer_open(store_db *db, store_writer_wake *wake, void *self, store_writer **out,
                          tsr_error *err) {
    store_writer *w = calloc(1, sizeof *w);
    if (!w) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    w->db = db;
    w->wake = wake;
    w->self = self;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->filled, NULL);
    if (pthread_create(&w->thread, NULL, run, w) != 0) {
        pthread_cond_destroy(&w->filled);
        pthread_mutex_destroy(&w->lock);
        free(w);
        return tsr_fail(err, TSR_ERR_MEMORY, "a thread cannot be started");
    }
    *out = w;
    return TSR_OK;
}

void store_writer_close(store_writer *w) {
    if (!w) {
        return;
    }
    pthread_mutex_lock(&w->lock);
    w->closing = 1;
    pthread_cond_signal(&w->filled);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->filled);
    pthread_mutex_destroy(&w->lock);
    store_db_close(w->db);
    free(w);
}

void store_writer_put(store_writer *w, store_batch *b) {
    b->next = NULL;
    pthread_mutex_lock(&w->lock);
    if (w->last) {
        w->last->next = b;
    } else {
        w->first = b;
        pthread_cond_signal(&w->filled);
    }
    w->last = b;
    pthread_mutex_unlock(&w->lock);
}

store_news store_writer_news(store_writer *w) {
    pthread_mutex_lock(&w->lock);
    store_news news = w->news;
    w->news.durable = 0;
    w->news.failed = 0;
    pthread_mutex_unlock(&w->lock);
    return news;
}

int store_writer_is_in_place(const store_writer *w) {
    return store_db_is_in_place(w->db);
}
