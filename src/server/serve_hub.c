// SPDX-License-Identifier: MIT
// The hub in the outside world: what it asks for goes to sockets, HTTP, the disk and other threads,
// and what comes in from them goes to it.
#include <stdio.h>
#include <time.h>

#include <sodium.h>

#include <tessera/host.h>

#include "server/log.h"
#include "server/serve_impl.h"
#include "server/watch.h"

// --- What the hub asks for ---------------------------------------------------

static void io_send(void *self, uint64_t conn, bytes *message) {
    ws_send(((server *)self)->ws, conn, message);
}

static void io_close(void *self, uint64_t conn, int code, const char *why) {
    ws_close(((server *)self)->ws, conn, code, why);
}

static void io_reply(void *self, const hub_reply *reply) {
    server *s = self;
    if (reply->id >= CONTROL_FIRST) {
        control_reply(s->control, reply);
    } else {
        http_reply(s->http, reply);
    }
}

static void io_random(void *self, void *out, size_t size) {
    (void)self;
    randombytes_buf(out, size);
}

static void io_think(void *self, hub_thought *thought) {
    serve_put_job(self, JOB_THOUGHT, thought);
}

static void io_secret(void *self, hub_secret *secret) {
    serve_put_job(self, JOB_SECRET, secret);
}

static void io_file(void *self, hub_file *file) {
    serve_put_job(self, JOB_FILE, file);
}

// Not carried for lack of memory is lost, and said so.
static void io_notify(void *self, hub_notice *n) {
    serve_put_job(self, JOB_NOTICE, n);
}

static void io_log(void *self, const char *event, const char *const *pairs) {
    (void)self;
    log_pairs(event, pairs);
}

// --- What comes in -----------------------------------------------------------

static void on_request(void *self, const hub_request *q) {
    server *s = self;
    uint64_t begin = tsr_now_us();
    hub_request_in(s->hub, q, begin / 1000);
    timing_add(&s->times, timing_request(q->path), tsr_now_us() - begin);
}

static int on_may_fetch(void *self, uint64_t ip) {
    return hub_may_fetch(((server *)self)->hub, ip, tsr_now_ms());
}

static void on_connect(void *self, int fd, const char *early, size_t early_size, const char *query,
                       const char *token, uint64_t ip) {
    if (!serve_town_hand_over(self, fd, early, early_size, query, token, ip)) {
        serve_take_socket(self, fd, early, early_size, query, token, ip);
    }
}

void serve_take_socket(server *s, int fd, const char *early, size_t early_size, const char *query,
                       const char *token, uint64_t ip) {
    uint64_t now = tsr_now_ms();
    uint64_t conn = ws_add(s->ws, fd, early, early_size, now);
    if (!conn) {
        return;
    }
    hub_connect(s->hub, conn, query, token, ip, now);
    if (early_size) {
        ws_ready(s->ws, conn, WATCH_READ, now);
    }
}

static void on_message(void *self, uint64_t conn, const char *text, size_t size) {
    server *s = self;
    uint64_t begin = tsr_now_us();
    int kind = timing_message(text, size);
    hub_receive(s->hub, conn, text, size, begin / 1000);
    timing_add(&s->times, kind, tsr_now_us() - begin);
}

static void on_gone(void *self, uint64_t conn) {
    hub_disconnect(((server *)self)->hub, conn, tsr_now_ms());
}

static void on_lag(void *self, uint64_t conn, uint32_t ms) {
    hub_lag(((server *)self)->hub, conn, ms);
}

// --- Life --------------------------------------------------------------------

void serve_fill_hub_config(server *s, hub_config *out) {
    *out = (hub_config){.registry = s->config.registry,
                        .store = s->store,
                        .io = {.self = s,
                               .send = io_send,
                               .close = io_close,
                               .reply = io_reply,
                               .think = io_think,
                               .secret = io_secret,
                               .file = io_file,
                               .random = io_random,
                               .notify = s->courier ? io_notify : NULL,
                               .log = io_log},
                        .wall_s = (int64_t)time(NULL),
                        .now_ms = tsr_now_ms(),
                        .bot_pause_ms = (uint32_t)s->config.bot_pause_ms,
                        .bots_at_once = s->config.threads,
                        .secrets_at_once = 4,
                        .asks_at_once = 8,
                        .no_limits = s->config.no_limits,
                        .sign_up = s->config.sign_up,
                        .mail = courier_has_mail(s->courier),
                        .push_key = courier_push_key(s->courier),
                        .origin = s->config.origin ? s->config.origin : s->address,
                        .leaflet = s->config.leaflet,
                        .words = s->config.words,
                        .annex = s->annexes ? &annexes_door : NULL,
                        .annex_self = s->annexes};
}

tsr_err serve_open_hub(server *s, tsr_error *err) {
    hub_config config;
    hub_town town;
    if (s->http) {
        (void)snprintf(s->address, sizeof s->address, "http://localhost:%d", http_port(s->http));
    }
    serve_fill_hub_config(s, &config);
    if (s->town) {
        serve_town_fill(s, &town);
        config.town = &town;
    }
    if (s->node) {
        serve_node_fill(s, &town);
        config.town = &town;
    }
    return hub_new(&config, &s->hub, err);
}

tsr_err serve_open_annexes(server *s, tsr_error *err) {
    const annex_config config = {.folder = s->config.published,
                                 .program = "/proc/self/exe",
                                 .no_limits = s->config.no_limits,
                                 .self = s,
                                 .reply = io_reply,
                                 .send = io_send,
                                 .close = io_close};
    return s->config.published ? annexes_open(&config, &s->annexes, err) : TSR_OK;
}

tsr_err serve_open_http(server *s, tsr_error *err) {
    tsr_err e = s->config.engine ? engine_files_open(s->config.engine, &s->engine, err) : TSR_OK;
    if (e) {
        return e;
    }
    const http_config config = {.listen = s->config.listen,
                                .port = s->config.port,
                                .origin = s->config.origin,
                                .proxy = s->config.proxy,
                                .engine = s->engine,
                                .no_limits = s->config.no_limits,
                                .self = s,
                                .request = on_request,
                                .may_fetch = on_may_fetch,
                                .ready = serve_is_ready,
                                .connect = on_connect,
                                .metrics = serve_metrics};
    return http_open(&config, &s->http, err);
}

tsr_err serve_open_sockets(server *s, tsr_error *err) {
    const ws_events events = {.self = s,
                              .message = on_message,
                              .gone = on_gone,
                              .lag = on_lag,
                              .no_limits = s->config.no_limits};
    s->ws = ws_new(s->watched, &events);
    return s->ws ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
}

tsr_err serve_open_control(server *s, uint64_t tag, tsr_error *err) {
    const control_events orders = {.self = s, .request = on_request};
    return control_open(s->config.db, s->watched, tag, &orders, &s->control, err);
}
