// SPDX-License-Identifier: MIT
// Orders: to the server that runs, or to a hub of our own on a database nobody uses.
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tessera/host.h>

#include "server/admin.h"
#include "server/admin_place.h"
#include "server/control.h"
#include "server/hub.h"
#include "server/json_in.h"
#include "server/log.h"
#include "server/store_db.h"

// A hub without sockets and threads: what it hands out is done at once.
typedef struct desk {
    store store; // first: the hub's store is the desk itself
    store_db *db;
    hub *hub;
    store_batch *first, *last;
    worker_job *questions;
    store_news news;
    int status;
    buffer *answer;
} desk;

static void on_send(void *self, uint64_t conn, bytes *message) {
    (void)self;
    (void)conn;
    (void)message;
}

static void on_close(void *self, uint64_t conn, int code, const char *why) {
    (void)self;
    (void)conn;
    (void)code;
    (void)why;
}

static void on_reply(void *self, const hub_reply *reply) {
    desk *d = self;
    d->status = reply->status;
    if (reply->body) {
        buffer_add(d->answer, reply->body->data, reply->body->size);
    }
}

static void on_think(void *self, hub_thought *job) {
    hub_thought_drop(((desk *)self)->hub, job);
}

static void on_secret(void *self, hub_secret *job) {
    (void)self;
    free(job); // no order looks at a password
}

static void on_random(void *self, void *out, size_t size) {
    (void)self;
    randombytes_buf(out, size);
}

static void on_log(void *self, const char *event, const char *const *pairs) {
    (void)self;
    log_pairs(event, pairs);
}

// --- The store: what is put and asked waits until the hub has said what it wants ----------------

static void put(store *s, store_batch *b) {
    desk *d = (desk *)s;
    b->next = NULL;
    *(d->last ? &d->last->next : &d->first) = b;
    d->last = b;
}

static void ask(store *s, store_ask *a) {
    desk *d = (desk *)s;
    a->job = (worker_job){.arg = a, .next = d->questions};
    d->questions = &a->job;
}

static store_ask *answered(store *s) {
    desk *d = (desk *)s;
    store_ask *a = d->questions ? d->questions->arg : NULL;
    if (a) {
        d->questions = d->questions->next;
        a->answer(a, store_db_reader(d->db));
    }
    return a;
}

static store_news hear(store *s) {
    desk *d = (desk *)s;
    store_news news = d->news;
    d->news = (store_news){0};
    return news;
}

static store_reader *glance(store *s) {
    return store_db_reader(((desk *)s)->db);
}

static const store_engine engine = {
    .put = put, .ask = ask, .answered = answered, .news = hear, .glance = glance};

// --- Orders ------------------------------------------------------------------

static tsr_err write_all(desk *d, tsr_error *err) {
    tsr_err e = TSR_OK;
    while (d->first) {
        store_batch *b = d->first;
        uint64_t seq = b->seq;
        d->first = b->next;
        d->last = d->first ? d->last : NULL;
        e = e ? e : store_db_begin(d->db, err);
        e = e ? e : store_db_apply(d->db, b, err);
        e = e ? e : store_db_commit(d->db, err);
        store_batch_free(b);
        if (e) {
            store_db_undo(d->db);
        } else {
            d->news.durable = seq;
            (void)hub_hear(d->hub, tsr_now_ms());
        }
    }
    return e;
}

static tsr_err carry_out(desk *d, const tsr_registry *registry, const char *order, tsr_error *err) {
    char path[64];
    const hub_config config = {.registry = registry,
                               .store = &d->store,
                               .io = {.self = d,
                                      .send = on_send,
                                      .close = on_close,
                                      .reply = on_reply,
                                      .think = on_think,
                                      .secret = on_secret,
                                      .random = on_random,
                                      .log = on_log},
                               .wall_s = (int64_t)time(NULL),
                               .now_ms = tsr_now_ms(),
                               .bots_at_once = 1,
                               .secrets_at_once = 1,
                               .asks_at_once = 1,
                               .asleep = 1};
    tsr_err e = hub_new(&config, &d->hub, err);
    if (e) {
        return e;
    }
    json_t *j = json_in_object(order, strlen(order));
    const char *what = json_in_text(j, "order");
    (void)snprintf(path, sizeof path, "/admin/%.40s", what ? what : "");
    const hub_request q = {.id = 1,
                           .method = "POST",
                           .path = path,
                           .query = "",
                           .same_origin = 1,
                           .is_operator = 1,
                           .body = order,
                           .body_size = strlen(order),
                           .ip = 1};
    hub_request_in(d->hub, &q, tsr_now_ms());
    json_decref(j);
    (void)hub_hear(d->hub, tsr_now_ms()); // the answers to its questions
    return write_all(d, err);
}

static tsr_err order_here(const admin_place *at, const tsr_registry *registry, const char *order,
                          int *status, buffer *answer, tsr_error *err) {
    desk d = {.store.engine = &engine, .answer = answer};
    admin_hold hold;
    if (sodium_init() < 0) {
        return tsr_fail(err, TSR_ERR_IO, "there is no source of randomness");
    }
    tsr_err e = admin_hold_db(at, &hold, err);
    d.db = hold.db;
    e = e ? e : carry_out(&d, registry, order, err);
    hub_free(d.hub);
    admin_release(&hold);
    *status = d.status;
    return e;
}

tsr_err admin_order(const admin_place *at, const tsr_registry *registry, const char *order,
                    int *status, buffer *answer, tsr_error *err) {
    char text[8192];
    int there = at->db ? control_call(at->db, order, status, text, sizeof text, err) : 0;
    if (there < 0) {
        return err->code;
    }
    if (there) {
        buffer_add_text(answer, text);
        return TSR_OK;
    }
    return order_here(at, registry, order, status, answer, err);
}
