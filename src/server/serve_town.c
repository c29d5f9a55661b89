// SPDX-License-Identifier: MIT
// Several hubs in one process (serve --hubs N): each has a thread, a loop and sockets of its own.
//
// The first hub's thread is the server's: it has HTTP, the control socket and the annexes, and what there
// is one of (hub_town.h). Shard s is hub s modulo N's. A socket is handed to the thread whose hub has its
// match when it is opened; requests go there as letters (letter.h) and come back the same way. All share one
// store (store_shared.h), the registry, which nobody changes, and the courier.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include <tessera/host.h>

#include "server/post_office.h"
#include "server/serve_impl.h"
#include "server/store_shared.h"
#include "server/watch.h"

enum { SHOW_MS = 1000, LAST_TURNS = 5 };

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

// --- What a hub is told of the others ----------------------------------------

static int owner(void *self, int shard) {
    const struct serve_town *t = self;
    return shard % t->hubs;
}

static int has_shards(void *self, int number) {
    (void)self;
    (void)number;
    return 1;
}

void serve_town_fill(server *s, hub_town *out) {
    struct serve_town *t = s->town;
    *out = (hub_town){.me = s->me,
                      .hubs = t->hubs,
                      .mail = post_office_box(t->post),
                      .self = t,
                      .owner = owner,
                      .has_shards = has_shards,
                      .start = t->start};
    memcpy(out->seal, t->seal, sizeof out->seal);
}

// --- Sockets -----------------------------------------------------------------

static void free_arrival(arrival *a) {
    if (a->token) {
        sodium_memzero(a->token, strlen(a->token));
    }
    free(a->token);
    free(a->early);
    free(a);
}

static arrival *new_arrival(const char *early, size_t early_size, const char *query,
                            const char *token) {
    arrival *a = calloc(1, sizeof *a);
    if (!a) {
        return NULL;
    }
    (void)snprintf(a->query, sizeof a->query, "%s", query);
    a->token = token ? strdup(token) : NULL;
    a->early = early_size ? malloc(early_size) : NULL;
    a->early_size = early_size;
    if ((token && !a->token) || (early_size && !a->early)) {
        free_arrival(a);
        return NULL;
    }
    if (early_size) {
        memcpy(a->early, early, early_size);
    }
    return a;
}

int serve_town_hand_over(server *first, int fd, const char *early, size_t early_size,
                         const char *query, const char *token, uint64_t ip) {
    int to = first->town ? hub_whose_socket(first->hub, query) : 0;
    if (to <= 0) {
        return 0;
    }
    place *p = &first->town->place[to];
    arrival *a = new_arrival(early, early_size, query, token);
    if (!a) {
        close(fd);
        return 1;
    }
    a->fd = fd;
    a->ip = ip;
    pthread_mutex_lock(&p->lock);
    *(p->last ? &p->last->next : &p->first) = a;
    p->last = a;
    pthread_mutex_unlock(&p->lock);
    serve_wake(p->server);
    return 1;
}

static arrival *take_arrivals(place *p) {
    pthread_mutex_lock(&p->lock);
    arrival *a = p->first;
    p->first = p->last = NULL;
    pthread_mutex_unlock(&p->lock);
    return a;
}

void serve_town_hear(server *s) {
    struct serve_town *t = s->town;
    size_t size;
    for (arrival *a = take_arrivals(&t->place[s->me]), *next; a; a = next) {
        next = a->next;
        serve_take_socket(s, a->fd, a->early, a->early_size, a->query, a->token, a->ip);
        free_arrival(a);
    }
    for (char *data; (data = post_office_take(t->post, s->me, &size)) != NULL; free(data)) {
        hub_letter_in(s->hub, data, size, tsr_now_ms());
    }
}

// --- Figures -----------------------------------------------------------------

void serve_town_show(server *s) {
    place *p = &s->town->place[s->me];
    uint64_t now = tsr_now_ms();
    if (now - p->shown_ms < SHOW_MS) {
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->shown_ms = now;
    hub_figures(s->hub, p->figures);
    p->oldest_wait_ms = hub_oldest_wait_ms(s->hub);
    p->times = s->times;
    pthread_mutex_unlock(&p->lock);
}

void serve_town_figures(server *first, uint64_t figures[HUB_FIGURES], timing *times) {
    for (int i = 1; first->town && i < first->town->hubs; i++) {
        place *p = &first->town->place[i];
        pthread_mutex_lock(&p->lock);
        for (int k = 0; k < HUB_FIGURES; k++) {
            figures[k] += p->figures[k];
        }
        timing_sum(times, &p->times);
        pthread_mutex_unlock(&p->lock);
    }
}

uint64_t serve_town_oldest_wait_ms(server *first) {
    uint64_t oldest = 0;
    for (int i = 1; first->town && i < first->town->hubs; i++) {
        place *p = &first->town->place[i];
        pthread_mutex_lock(&p->lock);
        oldest = p->oldest_wait_ms > oldest ? p->oldest_wait_ms : oldest;
        pthread_mutex_unlock(&p->lock);
    }
    return oldest;
}

// --- Life --------------------------------------------------------------------

static void *run(void *arg) {
    enum { GOING_AWAY = 1001, SERVICE_RESTART = 1012 };
    server *s = arg;
    while (!atomic_load(&s->town->stopping)) {
        (void)serve_turn(s);
        serve_town_show(s);
    }
    ws_goodbye(s->ws, s->config.store ? SERVICE_RESTART : GOING_AWAY, "the server stops");
    for (int i = 0; i < LAST_TURNS; i++) {
        (void)serve_turn(s);
    }
    return NULL;
}

static server *new_server(const server *first, int number) {
    server *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    *s = (server){.config = first->config,
                  .me = number,
                  .town = first->town,
                  .watched = watch_open(),
                  .news = watch_bell(),
                  .signals = -1};
    s->config.threads = (first->config.threads + first->config.hubs - 1) / first->config.hubs;
    if (s->watched < 0 || s->news < 0 || !watch_add(s->watched, s->news, SERVE_NEWS)) {
        close(s->watched);
        close(s->news);
        free(s);
        return NULL;
    }
    return s;
}

static tsr_err out_of_memory(tsr_error *err) {
    return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
}

static int make_places(struct serve_town *t, server *first) {
    for (int i = 0; i < t->hubs; i++) {
        place *p = &t->place[i];
        pthread_mutex_init(&p->lock, NULL);
        p->server = i ? new_server(first, i) : first;
        if (!p->server) {
            return 0;
        }
        post_office_bell(t->post, i, serve_wake, p->server);
        p->server->store = store_shared_of(t->store, i, serve_wake, p->server);
    }
    return 1;
}

tsr_err serve_town_open(server *first, tsr_error *err) {
    store *base = NULL;
    struct serve_town *t = calloc(1, sizeof *t);
    if (!t) {
        return out_of_memory(err);
    }
    first->town = t;
    t->hubs = first->config.hubs;
    t->store = store_shared_new(t->hubs);
    t->post = post_office_new(t->hubs);
    t->start = (uint64_t)time(NULL)
               << 24; // a line a hub that begins anew: never so many in a second
    randombytes_buf(t->seal, sizeof t->seal);
    if (!t->store || !t->post || !make_places(t, first)) {
        return out_of_memory(err);
    }
    tsr_err e = serve_open_base(first, store_shared_wake, t->store, &base, err);
    return e ? e : store_shared_over(t->store, base, err);
}

static tsr_err open_place(server *s, const server *first, tsr_error *err) {
    s->courier = first->courier;
    memcpy(s->address, first->address, sizeof s->address);
    tsr_err e = serve_open_jobs(s, err);
    e = e ? e : serve_open_sockets(s, err);
    return e ? e : serve_open_hub(s, err);
}

tsr_err serve_town_start(server *first, tsr_error *err) {
    struct serve_town *t = first->town;
    tsr_err e = TSR_OK;
    for (int i = 1; t && i < t->hubs && !e; i++) {
        e = open_place(t->place[i].server, first, err);
    }
    for (int i = 1; t && i < t->hubs && !e; i++) {
        place *p = &t->place[i];
        p->runs = pthread_create(&p->thread, NULL, run, p->server) == 0;
        e = p->runs ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "a thread cannot be started");
    }
    return e;
}

void serve_town_end(server *first) {
    struct serve_town *t = first->town;
    if (!t) {
        return;
    }
    atomic_store(&t->stopping, 1);
    for (int i = 1; i < t->hubs; i++) {
        place *p = &t->place[i];
        if (p->runs) {
            serve_wake(p->server);
            pthread_join(p->thread, NULL);
            p->runs = 0;
        }
    }
}

void serve_town_stop(server *first) {
    struct serve_town *t = first->town;
    for (int i = 1; t && i < t->hubs; i++) {
        server *s = t->place[i].server;
        if (s) {
            serve_stop_jobs(s);
            serve_close_jobs(s);
            ws_free(s->ws);
        }
    }
    if (t && t->store) {
        store_shared_stop(t->store);
    }
}

static void close_place(place *p) {
    for (arrival *a = take_arrivals(p), *next; a; a = next) {
        next = a->next;
        close(a->fd);
        free_arrival(a);
    }
    pthread_mutex_destroy(&p->lock);
}

void serve_town_close(server *first) {
    struct serve_town *t = first->town;
    if (!t) {
        return;
    }
    for (int i = 0; i < t->hubs; i++) {
        server *s = t->place[i].server;
        if (s && i) {
            hub_free(s->hub);
            close(s->watched);
            close(s->news);
            free(s);
        }
        close_place(&t->place[i]);
    }
    store_shared_close(t->store);
    post_office_free(t->post);
    free(t);
    first->town = NULL;
}
