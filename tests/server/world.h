// SPDX-License-Identifier: MIT
#ifndef TESTS_SERVER_WORLD_H
#define TESTS_SERVER_WORLD_H

// A world for a hub without sockets, threads and a clock: the database lives in
// memory, batches become durable when the test says so, pages are structs. A crash
// throws away everything but what was durable.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include <tessera/registry.h>

#include "server/hub.h"
#include "server/store_refused.h"

enum { WORLD_INBOX = 256 };

typedef struct page {
    uint64_t conn; // 0 = not connected
    char token[TOKEN_BYTES];
    char match[32];
    char word[16]; // the series of numbers
    json_t *full;  // the last one
    json_t *event; // the last one
    json_t *last;  // the last message of any kind
    json_t *ask;   // what it is asked now, or NULL
    int seat;      // that it is shown, -1 = none
    int ply;
    uint64_t version;
    int64_t next_a;
    int acks, refusals, fulls, events, overs, closed;
    int64_t last_ack;
    char why[256];   // of the last refusal
    json_t *answer;  // the last message with its `a`
    char paired[32]; // the match it was put into from the lobby
    json_t *heard;   // a list that takes every message as its text, or NULL
} page;

typedef struct world {
    tsr_registry *registry;
    store_db *db;
    hub *hub;
    uint64_t now_ms;
    tsr_rng rng;
    store_batch *first, *last; // not durable yet
    int fail_disk;             // commits fail
    int poison;                // so many of the next batches are refused by the file
    int at_once;               // so many are written before the hub hears of them; 0 = all
    store_refused refused;     // as the writer has it
    page *pages;
    int page_count;
    uint64_t next_conn, next_request;
    int held_back;             // batches wait until world_sync
    hub_thought *thoughts[64]; // handed out, not answered
    int thought_count;
    int bots_wait;     // answers of bots wait until world_think
    hub_ask *asks[64]; // handed to the store, not answered
    int ask_count;
    int asks_wait;       // answers of the store wait until world_read
    hub_file *files[64]; // handed out to be looked at
    int file_count;
    int files_wait; // they wait until world_look
    int notices;    // mails and pushes sent
    hub_notice last_notice;
    notice_result notice_result; // GONE: what pushes are answered; else they arrive
    int logged;                  // lines for the operator
    char last_log[300];          // the last of them
    hub_secret *secrets[64];
    int secret_count;
    int secrets_wait;    // passwords wait until world_hash
    hub_sign_up sign_up; // who may make an account, from the next start on
    int statuses[64];    // of requests by their number modulo 64; 0 = not answered
    // The last reply.
    int status;
    json_t *body;
    char *raw;
    char set_token[TOKEN_BYTES];
    int got_token;
} world;

void world_open(world *w, uint64_t seed, int pages);
void world_close(world *w);

// The process dies and comes back: pages lose their sockets, what was not durable is gone.
void world_crash(world *w);
void world_sync(world *w);              // everything handed to the store is durable, or has failed
void world_pass(world *w, uint64_t ms); // time passes
void world_think(world *w);             // bots answer, with the first legal move
void world_read(world *w);              // the store answers what it was asked
void world_hash(world *w);              // passwords are hashed
void world_look(world *w);              // files are looked at

// A request as a page, or from another address; the reply is in w->status and w->body. `body` is JSON or "".
int world_ask(world *w, page *p, const char *method, const char *path, const char *body);
int world_ask_from(world *w, page *p, uint64_t ip, const char *method, const char *path,
                   const char *body);
void world_connect(world *w, page *p, const char *match, int resume);
void world_disconnect(world *w, page *p);
// Sends with a new number; returns it.
int64_t world_say(world *w, page *p, const char *format, ...) TSR_PRINTF(3, 4);
void world_raw(world *w, page *p, const char *text);
// Plays the move with this index among those it is asked for.
int64_t world_play(world *w, page *p, int index);

// Makes a match as `p` and connects it; `seats` is JSON. The match's id is in p->match.
void world_match(world *w, page *p, const char *game, int players, const char *seats);

#endif
