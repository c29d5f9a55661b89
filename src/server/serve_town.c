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
#include "server/serve_town_impl.h"
#include "server/store_shared.h"
#include "server/watch.h"

enum { LAST_TURNS = 5 };

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
    for (arrival *a = serve_take_arrivals(p), *next; a; a = next) {
        next = a->next;
        close(a->fd);
        serve_free_arrival(a);
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
