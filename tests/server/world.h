// SPDX-License-Identifier: MIT
#ifndef TESTS_SERVER_WORLD_H
#define TESTS_SERVER_WORLD_H

// A world for hubs without sockets, threads and a clock: the database lives in
// memory, batches become durable when the test says so, pages are structs. A crash
// throws away everything but what was durable. Where there are several hubs, each page knocks at
// one of them, and the letters between them may be lost, come twice or late.

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
#include "server/store_db.h"
#include "server/store_refused.h"
#include "server/store_shared.h"

enum { WORLD_INBOX = 256, WORLD_HUBS = 4 };

typedef struct page {
    int door;          // the hub it comes to
    uint64_t conn;     // 0 = not connected
    uint64_t old_conn; // the last one that a crash or a takeover has ended
    int64_t late_ack;  // what was acknowledged through that afterwards
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

// Faults of a store that a test must notice.
typedef enum planted {
    PLANTED_NOTHING,
    PLANTED_NO_FENCE,        // who was taken over still writes, and no key is in the way
    PLANTED_EARLY,           // durable is told before it is written
    PLANTED_UNKNOWN_IS_LOST, // what may be there is called lost
    PLANTED_TWO_OWNERS       // every hub has every match: whoever is asked plays it
} planted;

enum { WORLD_WALL_S = 1700000000 }; // seconds since 1970 when a world begins

// A hub's way to the store: world_store.c.
typedef struct shelf {
    store store; // first
    struct world *w;
    uint64_t life;             // its owner's: nobody writes with an older one than the world's
    store_batch *first, *last; // not durable yet
    uint32_t void_epoch;       // batches of this epoch and before are void
    store_refused refused;
    store_news news;
    worker_job *asks, *last_ask, *answers, *last_answer;
    int ask_count;
} shelf;

// Letters between hubs: world_mail.c.
typedef struct world_letter {
    int to;
    char *data;
    size_t size;
} world_letter;

typedef struct world_mail {
    mailbox box; // first
    struct world *w;
    world_letter *letters;
    int count, room;
} world_mail;

// One process: its hubs, their way to the store and to each other.
typedef struct world_process {
    shelf *shelf;
    store_shared *shared; // NULL = there is one hub
    world_mail *mail;     // the same
    hub *hubs[WORLD_HUBS];
    int rung[WORLD_HUBS]; // the store has something for it
} world_process;

// How a hub knows the world.
typedef struct world_hub {
    struct world *w;
    int number;
} world_hub;

typedef struct world {
    int hubs, next_hubs; // how many, and after the next start
    world_hub ends[WORLD_HUBS];
    world_process now, old; // that which serves, and one that was taken over and does not know it
    // Of so many letters one is lost, doubled, or held back until a later one has come; 0 = none is.
    int mail_lost, mail_twice, mail_late, mail_waits;
    int letters_lost, letters_carried;
    // Shards that go from one hub to another: by how many hubs each is further, and which are on their way.
    int shift[TOWN_SHARDS], shards_move;
    unsigned char moving[TOWN_SHARDS];
    uint64_t settles[WORLD_HUBS];
    tsr_registry *registry;
    store_db *db;
    hub *hub; // the first
    uint64_t now_ms;
    tsr_rng rng;
    shelf *shelf;
    uint64_t life; // who may write
    planted planted;
    int may_be_fenced;    // the store says that somebody else may take over
    int64_t later_s;      // the calendar is so many seconds ahead, for hubs that begin
    uint32_t first_month; // the store is cut by months from this one on: ident.h
    int fail_disk;        // commits fail
    int unknown; // the line breaks in the next commit, when so many less one are written; 0 = not
    int poison;  // so many of the next batches are refused by the file
    int at_once; // so many are written before the hub hears of them; 0 = all
    page *pages;
    int page_count;
    uint64_t next_conn, next_request;
    int held_back;                           // batches wait until world_sync
    hub_thought *thoughts[64];               // handed out, not answered
    int thinker[64], looker[64], hasher[64]; // the hubs whose thoughts, files and secrets they are
    int thought_count;
    int bots_wait;       // answers of bots wait until world_think
    int hears_late;      // answers that are there are not heard yet
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

void world_open(world *w, uint64_t seed,
                int pages); // with WORLD_HUBS hubs of the environment, or one
void world_open_town(world *w, uint64_t seed, int pages, int hubs);
void world_close(world *w);

// The process dies and comes back: pages lose their sockets, what was not durable is gone.
void world_crash(world *w);
void world_prepare_hubs(world *w, int hubs); // how many there are after the next crash
// Another hub takes over while the old one hangs; then the old one wakes, with all it had to write.
void world_take_over(world *w);
void world_wake_zombie(world *w);
void world_forget_zombie(world *w);
// The hub is declared dead, wrongly: what it writes from now on is fenced off, once.
void world_fence(world *w);
void world_tick(world *w);              // all hubs hear of the time
void world_sync(world *w);              // everything handed to the store is durable, or has failed
void world_pass(world *w, uint64_t ms); // time passes
void world_think(world *w);             // bots answer, with the first legal move
void world_read(world *w);              // the store answers what it was asked
void world_read_one(world *w);          // the question that has waited longest
void world_read_unheard(world *w);      // the same, and the hub has not heard of it yet
// The first of what waits is written, and the server has no time to hear of it.
void world_write(world *w, int count);
void world_hash(world *w); // passwords are hashed
void world_look(world *w); // files are looked at

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

// One shard in so many goes to the next hub; which has them once that has settled: then 1. Not before a start.
void world_move_shards(world *w, int in);
int world_shards_arrive(world *w);
void world_shards_begin(world *w); // for world.c
void world_carry(world *w);        // letters between hubs arrive, with what they bring about

// For world.c: a way to the store for a new owner, and its writing done.
shelf *world_shelf(world *w);
void world_shelf_sync(shelf *s);
void world_hear(world *w, world_process *p); // whoever the store has something for hears it
world_mail *world_mail_new(world *w);
void world_mail_free(world_mail *m); // NULL is fine
void world_mail_deliver(world_mail *m, hub *const *hubs);
void world_fill_town(world *w, world_process *p, int number, hub_town *out);

#endif
