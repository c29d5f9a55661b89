// SPDX-License-Identifier: MIT
// The thread that packs records of matches that are over, and makes parts of tables for months to come.
#include "server/store_pg_packer.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "server/sql_pg.h"
#include "server/store_pack.h"
#include "server/store_pg_months.h"

enum { PAUSE_S = 60, DAY_S = 86400 };

struct pg_packer {
    sql_link *link;
    int after_s;
    time_t looked; // for missing months
    pthread_t thread;
    pthread_mutex_t lock; // guards what follows
    pthread_cond_t changed;
    int closing;
    uint64_t packed; // ever
};

static int is_closing(pg_packer *p) {
    pthread_mutex_lock(&p->lock);
    int closing = p->closing;
    pthread_mutex_unlock(&p->lock);
    return closing;
}

// Until the next round; 0: it is time to end.
static int pause_a_while(pg_packer *p) {
    struct timespec until;
    int late = 0;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PAUSE_S;
    pthread_mutex_lock(&p->lock);
    while (!p->closing && !late) {
        late = pthread_cond_timedwait(&p->changed, &p->lock, &until) != 0;
    }
    int goes_on = !p->closing;
    pthread_mutex_unlock(&p->lock);
    return goes_on;
}

static void note_packed(pg_packer *p, int count) {
    pthread_mutex_lock(&p->lock);
    p->packed += count > 0 ? (uint64_t)count : 0;
    pthread_mutex_unlock(&p->lock);
}

static void pack_all(pg_packer *p) {
    int count = sql_pg_is_up(p->link) || sql_pg_again(p->link) ? STORE_PACK_MOST : 0;
    while (count == STORE_PACK_MOST && !is_closing(p)) {
        count = store_pack_some(p->link, (int64_t)time(NULL) - p->after_s);
        note_packed(p, count);
    }
}

// If it fails, it is tried again a day later: they are made long before they are needed.
static void look_ahead(pg_packer *p) {
    time_t now = time(NULL);
    if (now - p->looked >= DAY_S && sql_pg_is_up(p->link)) {
        (void)store_pg_make_months(p->link);
        p->looked = now;
    }
}

static void *run(void *arg) {
    pg_packer *p = arg;
    do {
        pack_all(p);
        look_ahead(p);
    } while (pause_a_while(p));
    return NULL;
}

uint64_t pg_packer_count(pg_packer *p) {
    pthread_mutex_lock(&p->lock);
    uint64_t packed = p->packed;
    pthread_mutex_unlock(&p->lock);
    return packed;
}

static void discard(pg_packer *p) {
    sql_pg_close(p->link);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

tsr_err pg_packer_open(const char *url, int after_s, pg_packer **out, tsr_error *err) {
    pg_packer *p = calloc(1, sizeof *p);
    if (!p) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    p->after_s = after_s;
    p->looked = time(NULL); // whoever opened the store has
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    tsr_err e = sql_pg_open(url, "", SQL_PG_FOR_EVER, &p->link, err);
    if (!e && pthread_create(&p->thread, NULL, run, p) != 0) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "a thread cannot be started");
    }
    if (e) {
        discard(p);
        return e;
    }
    *out = p;
    return TSR_OK;
}

void pg_packer_close(pg_packer *p) {
    if (p) {
        pthread_mutex_lock(&p->lock);
        p->closing = 1;
        pthread_cond_broadcast(&p->changed);
        pthread_mutex_unlock(&p->lock);
        pthread_join(p->thread, NULL);
        discard(p);
    }
}
