// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SERVE_IMPL_H
#define TSR_SERVER_SERVE_IMPL_H

// The inside of a running server, shared by its files: serve.c (its life and its loop),
// serve_hub.c (the hub between sockets, HTTP and threads), serve_jobs.c (work for other threads),
// serve_store.c (news of the store), serve_state.c (what an operator can ask), serve_annex.c (the place
// of one published game).

#include "server/annex.h"
#include "server/control.h"
#include "server/courier.h"
#include "server/http.h"
#include "server/hub.h"
#include "server/serve.h"
#include "server/store.h"
#include "server/timing.h"
#include "server/workers.h"
#include "server/ws.h"

// Each kind of work has threads of its own, so that none waits for another.
enum { POOL_BOTS, POOL_SECRETS, POOL_NOTICES, POOL_FILES, POOLS };

typedef struct server server;

struct server {
    serve_config config;
    int watched, news, signals;
    store *store;
    workers *pool[POOLS];
    hub *hub;
    engine_files *engine; // NULL = pages have none
    annexes *annexes;     // NULL = nobody may publish a game
    http *http;
    ws_set *ws;
    control *control;
    courier *courier; // NULL = nobody is told anything outside
    char address[80]; // of the page, where no origin is given
    uint64_t tick_ms, sweep_ms, http_ms;
    uint64_t commits, batches;
    uint64_t outcomes[STORE_FENCED + 1]; // how often the store has told each: store.h
    int disk_fails;
    int taken_over;    // another server has the matches: this one is to stand by
    uint64_t check_ms; // when the file was looked through last, 0 = never
    int checking;
    char damage[200]; // what was found; "" = nothing
    timing times;
};

int serve_is_asked_to_stop(const server *s); // by a signal that nobody has read yet

// Tells the loop that another thread has something for it; for threads.
void serve_wake(void *self);

// --- serve_hub.c -------------------------------------------------------------

TSR_NODISCARD tsr_err serve_open_http(server *s, tsr_error *err);
TSR_NODISCARD tsr_err serve_open_hub(server *s, tsr_error *err); // after HTTP, which knows the port
void serve_fill_hub_config(server *s, hub_config *out);
TSR_NODISCARD tsr_err serve_open_annexes(server *s, tsr_error *err);
TSR_NODISCARD tsr_err serve_open_sockets(server *s, tsr_error *err);
TSR_NODISCARD tsr_err serve_open_control(server *s, uint64_t tag, tsr_error *err);

// --- serve_jobs.c ------------------------------------------------------------

typedef enum job_kind { JOB_THOUGHT, JOB_SECRET, JOB_CHECK, JOB_NOTICE, JOB_FILE } job_kind;

TSR_NODISCARD tsr_err serve_open_jobs(server *s, tsr_error *err);
void serve_put_job(server *s, job_kind kind, void *arg); // takes arg
void serve_take_jobs(server *s);                         // what is done goes back to the hub
void serve_stop_jobs(server *s);                         // no thread begins another
void serve_close_jobs(server *s);                        // what was left undone is dropped

// --- serve_store.c -----------------------------------------------------------

tsr_err serve_open_store(server *s, tsr_error *err);
void serve_take_news(server *s);

// --- serve_state.c -----------------------------------------------------------

// A look through the whole file for damage, by SQLite itself.
typedef struct serve_check {
    const char *path;
    char why[200]; // "" = it is whole
} serve_check;

int serve_is_ready(void *self, buffer *out); // with the reasons as JSON: /readyz
void serve_metrics(void *self, buffer *out);
void serve_look_through(server *s, uint64_t now_ms); // when it is time for that
void serve_check_done(server *s, serve_check *c);    // takes it

#endif
