// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SERVE_IMPL_H
#define TSR_SERVER_SERVE_IMPL_H

// The inside of a running server, shared by its files: serve.c (its life and its loop),
// serve_hub.c (the hub between sockets, HTTP and threads), serve_jobs.c (work for other threads),
// serve_store.c (news of the store), serve_town.c (several hubs), serve_node.c (several servers), serve_state.c (what an operator can ask), serve_annex.c (the place
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

// Several servers on one store: serve_node.c.
struct serve_node;

// Several hubs: one has the server's own thread with HTTP, each other one a server of its own without.
struct serve_town;

struct server {
    serve_config config;
    int me;                  // the number of its hub
    struct serve_town *town; // NULL = there is one hub
    struct serve_node *node; // NULL = no other server has matches of this store
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

// What descriptors of a server are watched by; SERVE_NEWS is its bell, the only one of those that a hub's own
// thread has.
enum { SERVE_HTTP, SERVE_NEWS, SERVE_SIGNAL, SERVE_CONTROL, SERVE_ANNEXES };

// --- serve_bell.c ------------------------------------------------------------

int serve_is_asked_to_stop(const server *s); // by a signal that nobody has read yet

// Tells the loop that another thread has something for it; for threads.
void serve_wake(void *self);

// --- serve_turn.c ------------------------------------------------------------

int serve_turn(server *s); // one turn of the loop; 0 when it is to stop

// --- serve_hub.c -------------------------------------------------------------

TSR_NODISCARD tsr_err serve_open_http(server *s, tsr_error *err);
TSR_NODISCARD tsr_err serve_open_hub(server *s, tsr_error *err); // after HTTP, which knows the port
void serve_fill_hub_config(server *s, hub_config *out);
TSR_NODISCARD tsr_err serve_open_annexes(server *s, tsr_error *err);
TSR_NODISCARD tsr_err serve_open_sockets(server *s, tsr_error *err);
// A socket that HTTP has let in; takes fd.
void serve_take_socket(server *s, int fd, const char *early, size_t early_size, const char *query,
                       const char *token, uint64_t ip);
TSR_NODISCARD tsr_err serve_open_control(server *s, uint64_t tag, tsr_error *err);

// --- serve_jobs.c ------------------------------------------------------------

typedef enum job_kind { JOB_THOUGHT, JOB_SECRET, JOB_CHECK, JOB_NOTICE, JOB_FILE } job_kind;

TSR_NODISCARD tsr_err serve_open_jobs(server *s, tsr_error *err);
void serve_put_job(server *s, job_kind kind, void *arg); // takes arg
void serve_take_jobs(server *s);                         // what is done goes back to the hub
void serve_stop_jobs(server *s);                         // no thread begins another
void serve_close_jobs(server *s);                        // what was left undone is dropped

// --- serve_store.c -----------------------------------------------------------

// The store itself, which wakes whomever.
tsr_err serve_open_base(server *s, store_wake *wake, void *self, store **out, tsr_error *err);
void serve_take_news(server *s);

// --- serve_town.c ------------------------------------------------------------

// The store for all hubs, before the first; their threads, once the first is there; and their end in
// three steps: the threads, what they had other threads do, and, once the store is stopped, the rest.
TSR_NODISCARD tsr_err serve_town_open(server *first, tsr_error *err);
TSR_NODISCARD tsr_err serve_town_start(server *first, tsr_error *err);
void serve_town_end(server *first);
void serve_town_stop(server *first);
void serve_town_close(server *first);

// --- serve_post.c ------------------------------------------------------------

void serve_town_fill(server *s, hub_town *out); // what a hub is told of the others
// Hands the socket to the thread whose hub has its match; 0: that is this one.
int serve_town_hand_over(server *first, int fd, const char *early, size_t early_size,
                         const char *query, const char *token, uint64_t ip);
void serve_town_show(server *s); // its figures, for the first to add up
// Adds the figures of the others; the longest that a change has waited in any.
void serve_town_figures(server *first, uint64_t figures[HUB_FIGURES], timing *times);
uint64_t serve_town_oldest_wait_ms(server *first);

// --- serve_node.c ------------------------------------------------------------

// After the store; the end once nothing sends letters any more. Without libnats it cannot be opened.
TSR_NODISCARD tsr_err serve_node_open(server *s, tsr_error *err);
void serve_node_fill(server *s, hub_town *out);
void serve_node_hear(server *s);  // about every 50 ms, and when somebody rings
void serve_node_leave(server *s); // gives back all shards, from now on
int serve_node_has_any(const server *s);
int serve_node_is_cut(const server *s); // no other server can be reached
void serve_node_metrics(server *s, buffer *out);
void serve_node_close(server *s);

// --- serve_state.c -----------------------------------------------------------

// A look through the whole file for damage, by SQLite itself.
typedef struct serve_check {
    const char *path;
    char why[200]; // "" = it is whole
} serve_check;

int serve_is_ready(void *self, buffer *out); // with the reasons as JSON: /readyz
void serve_metrics(void *self, buffer *out);
void serve_look_through(server *s, uint64_t now_ms); // when it is time for that

#endif
