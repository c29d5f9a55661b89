// SPDX-License-Identifier: MIT
// The thread that writes: what has come meanwhile goes to the disk together.
#include "server/store_writer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/store_refused.h"

struct store_writer {
    store_db *db;
    store_writer_wake *wake;
    void *self;
    pthread_t thread;
    store_refused refused; // the thread's own
    pthread_mutex_t lock;  // guards what follows
    pthread_cond_t filled;
    store_batch *first, *last;
    store_news news;
    uint32_t failures; // ever
    uint32_t told;     // and how many of them the hub has heard of
    int fenced;        // somebody else has taken over
    int closing;
    store_writer_mend *mend;
    void *mender;
};

// What has come, and whether it is known that none of it will be written; 0: it is time to end.
static int take_all(store_writer *w, store_batch **list, int *fenced) {
    pthread_mutex_lock(&w->lock);
    while (!w->first && !w->closing && !w->fenced) {
        pthread_cond_wait(&w->filled, &w->lock);
    }
    *list = w->first;
    *fenced = w->fenced;
    int goes_on = *list || (*fenced && !w->closing);
    w->first = w->last = NULL;
    w->fenced = 0;
    pthread_mutex_unlock(&w->lock);
    return goes_on;
}

// Hands what was refused, which is marked, from `list` to the news, and frees the rest.
static void hand_over(store_writer *w, store_batch *list) {
    store_batch **end = &w->news.refused;
    while (*end) {
        end = &(*end)->next;
    }
    while (list) {
        store_batch *b = list;
        list = b->next;
        b->next = NULL;
        if (b->refusal) {
            *end = b;
            end = &b->next;
        } else {
            store_batch_free(b);
        }
    }
}

static void report_written(store_writer *w, store_batch *list) {
    pthread_mutex_lock(&w->lock);
    for (const store_batch *b = list; b; b = b->next) {
        w->news.durable = b->seq;
        w->news.batches += b->refusal == 0;
    }
    w->news.commits++;
    hand_over(w, list);
    pthread_mutex_unlock(&w->lock);
    w->wake(w->self);
}

// What the file does not keep is lost; elsewhere it takes a while until that is known.
static store_outcome outcome(store_writer *w, sql_fault fault) {
    return w->mend ? w->mend(w->mender, w, fault) : STORE_LOST;
}

static void report_failure(store_writer *w, store_batch *list, sql_fault fault, const char *why) {
    store_outcome then = outcome(w, fault);
    pthread_mutex_lock(&w->lock);
    w->news.then = then;
    w->failures++;
    w->fenced = then == STORE_FENCED ? 0 : w->fenced;
    (void)snprintf(w->news.why, sizeof w->news.why, "%.190s", why);
    pthread_mutex_unlock(&w->lock);
    store_refused_clear(&w->refused); // nothing that builds on it comes through
    store_batch_free_all(list);
    w->wake(w->self);
}

// All in one go, which is what nearly always works.
static tsr_err apply_all(store_writer *w, const store_batch *list, tsr_error *err) {
    tsr_err e = TSR_OK;
    for (const store_batch *b = list; b && !e; b = b->next) {
        e = store_refused_has(&w->refused, b)
                ? tsr_fail(err, TSR_ERR_ARGUMENT, "it builds on a change that was refused")
                : store_db_apply(w->db, b, err);
    }
    return e;
}

// One after the other, each so that it can be undone alone; those that are refused are marked.
static tsr_err apply_each(store_writer *w, store_batch *list, tsr_error *err) {
    tsr_err e = TSR_OK;
    for (store_batch *b = list; b && !e; b = b->next) {
        e = store_refused_has(&w->refused, b)
                ? tsr_fail(err, TSR_ERR_ARGUMENT, "it builds on a change that was refused")
                : store_db_apply_alone(w->db, b, err);
        if (e == TSR_ERR_ARGUMENT) {
            e = store_refused_add(&w->refused, b, err->message)
                    ? TSR_OK
                    : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
        }
    }
    return e;
}

static tsr_err write_list(store_writer *w, store_batch *list, int each, tsr_error *err) {
    tsr_err e = store_db_begin(w->db, err);
    if (!e) {
        e = each ? apply_each(w, list, err) : apply_all(w, list, err);
    }
    if (!e) {
        e = store_db_commit(w->db, err);
    }
    if (e) {
        store_db_undo(w->db);
    }
    return e;
}

static void write_all(store_writer *w, store_batch *list) { // takes it
    enum { TRIES = 5 };
    tsr_error err;
    tsr_err e = write_list(w, list, 0, &err);
    for (int i = 1; e && i < TRIES && store_db_fault(w->db) == SQL_CROSSED; i++) {
        e = write_list(w, list, 0, &err); // nothing of it is there
    }
    if (e == TSR_ERR_ARGUMENT) {
        e = write_list(w, list, 1, &err);
    }
    if (e) {
        report_failure(w, list, store_db_fault(w->db), err.message);
    } else {
        report_written(w, list);
    }
}

// Drops what is void from the front of the list: what was made without knowing of the last failure.
static store_batch *drop_void(store_writer *w, store_batch *list) {
    pthread_mutex_lock(&w->lock);
    uint32_t failures = w->failures;
    pthread_mutex_unlock(&w->lock);
    while (list && list->told < failures) {
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
        store_batch *list;
        int fenced;
        if (!take_all(w, &list, &fenced)) {
            return NULL;
        }
        if (fenced) {
            report_failure(w, list, SQL_FENCED, "another server has taken over");
        } else if ((list = drop_void(w, list)) != NULL) {
            write_all(w, list);
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
    store_refused_deinit(&w->refused);
    store_batch_free_all(w->news.refused);
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
    b->told = w->told;
    pthread_mutex_unlock(&w->lock);
}

void store_writer_mends(store_writer *w, store_writer_mend *mend, void *self) {
    pthread_mutex_lock(&w->lock);
    w->mend = mend;
    w->mender = self;
    pthread_mutex_unlock(&w->lock);
}

void store_writer_fence(store_writer *w) {
    pthread_mutex_lock(&w->lock);
    w->fenced = 1;
    pthread_cond_signal(&w->filled);
    pthread_mutex_unlock(&w->lock);
}

int store_writer_is_closing(store_writer *w) {
    pthread_mutex_lock(&w->lock);
    int closing = w->closing;
    pthread_mutex_unlock(&w->lock);
    return closing;
}

store_news store_writer_news(store_writer *w) {
    pthread_mutex_lock(&w->lock);
    store_news news = w->news;
    w->news.durable = 0;
    w->news.refused = NULL;
    w->news.then = STORE_WELL;
    w->told = w->failures;
    pthread_mutex_unlock(&w->lock);
    return news;
}

int store_writer_is_in_place(const store_writer *w) {
    return store_db_is_in_place(w->db);
}
