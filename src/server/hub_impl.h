// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HUB_IMPL_H
#define TSR_SERVER_HUB_IMPL_H

// The inside of the hub, shared by its files:
//
//   hub.c           life and time, the outbox, sockets
//   hub_rooms.c     rooms in memory, what rooms ask of the hub, bots
//   hub_routes.c    which request is answered by what; games, lobby, history
//   hub_matches.c   making, joining, rematch, fork
//   hub_look.c      summaries, records, history, profiles
//   hub_accounts.c  sessions, guests, accounts
//   hub_devices.c   where an account is signed in
//   hub_ratings.c   ratings after a match

#include "server/hub.h"
#include "server/map.h"
#include "server/room.h"

typedef struct session {
    unsigned char hash[32]; // SHA-256 of the token
    uint64_t user;
    char name[NAME_BYTES];
    int account;    // not a guest
    uint64_t saved; // the change that put it on disk, 0 = it is not there
    uint64_t seen_ms;
    bucket requests;
} session;

typedef struct hub_conn {
    uint64_t id, user, ip;
    uint64_t session; // key of its session, 0 = none
    uint64_t room;    // 0 = the lobby
    bucket rate, looks;
} hub_conn;

// One address: what it has open and how much it asks.
typedef struct hub_ip {
    int sockets;
    uint64_t seen_ms;
    bucket requests, secrets, matches;
} hub_ip;

// TEXT is a reply that is no JSON.
typedef enum out_kind { OUT_SEND, OUT_REPLY, OUT_TEXT, OUT_CLOSE } out_kind;

typedef struct out_entry {
    out_kind kind;
    int status;
    uint64_t seq; // waits for this
    uint64_t target;
    bytes *body;
    char token[TOKEN_BYTES];
    int has_token;
    struct out_entry *next;
} out_entry;

struct hub {
    hub_config config;
    hub_io io;
    store_db *db;
    uint64_t now_ms;
    int64_t wall_s;
    rules_cache rules;
    room_host host;
    wire_scene scene;
    buffer text;  // rooms' scratch
    buffer out;   // replies' scratch
    map rooms;    // id -> room
    map conns;    // id -> hub_conn
    map sessions; // first 8 bytes of the hash -> session
    map ips;      // number -> hub_ip
    map names;    // hash of a name -> bucket, for passwords tried

    uint64_t next_seq, durable_seq;
    uint64_t sign_up_seq;   // the newest account: names are unique on disk
    struct ending *endings; // sessions whose end is not durable yet: hub_ending.c
    size_t ending_count, ending_room;
    uint32_t epoch;
    out_entry *out_first, *out_last;

    hub_thought *due_first, *due_last; // questions not handed out yet
    int thinking;                      // handed out
    int secrets;                       // handed out

    int lobby_changed;
    uint64_t lobby_ms, sweep_ms;
    uint64_t requests, messages, sent, limited, store_failures, evicted;
};

// --- hub.c -------------------------------------------------------------------

// Sends once everything up to `seq` is on disk; `body` is borrowed.
void hub_post(hub *h, out_kind kind, uint64_t seq, uint64_t target, int status, bytes *body,
              const char *token);
uint64_t hub_commit(hub *h, store_batch *b); // takes it; its number, 0 = void
void hub_random(hub *h, void *out, size_t size);
uint64_t hub_new_id(hub *h); // below 2^50, never 0
hub_ip *hub_ip_of(hub *h, uint64_t ip);

// The value of `name` in a query string into `out`; 0 if it is not there.
int hub_query(const char *query, const char *name, char *out, size_t cap);

// Closes the sockets of a session, and those of `user` except the session `keep`'s; 0 = none.
void hub_close_sockets(hub *h, uint64_t session, uint64_t user, uint64_t keep);

// --- hub_rooms.c -------------------------------------------------------------

void hub_rooms_init(hub *h);
room *hub_room(hub *h, uint64_t id);       // in memory, or read from the disk; or NULL
room *hub_room_shell(hub *h, uint64_t id); // not in memory: without its match; room_free it
int hub_room_add(hub *h, room *r);
void hub_room_reload(hub *h, room *r);
void hub_rooms_sweep(hub *h); // lets go of matches that are over or asleep, and not looked at
tsr_err hub_rooms_resume(hub *h, tsr_error *err);
void hub_hand_out(hub *h); // questions to bots
void hub_rooms_deinit(hub *h);

// --- hub_routes.c ------------------------------------------------------------

// A reply with what is in h->out; after `seq` is durable.
void hub_answer(hub *h, const hub_request *q, int status, uint64_t seq, const char *token);
void hub_fail(hub *h, const hub_request *q, int status, const char *field, const char *why);
void hub_answer_id(hub *h, uint64_t request, int status, uint64_t seq, const char *token);
void hub_fail_id(hub *h, uint64_t request, int status, const char *field, const char *why);
void hub_add_lobby(hub *h, buffer *b);
int hub_is_bot(const hub *h, const tsr_game *g, const char *spec, char *name, size_t cap);

// --- hub_accounts.c ----------------------------------------------------------

// The session of a token, or NULL. `make` = a guest's, if there is none; then `token`
// (TOKEN_BYTES) is filled for the cookie, else it is "".
session *hub_session(hub *h, const char *token);
session *hub_session_or_guest(hub *h, const hub_request *q, char *token);
uint64_t session_key(const session *s);

// hub_ending.c: ends one session, or all of a user but `keep` (may be NULL): in memory, its
// sockets, and with `b`, which must be the next batch to be committed, on disk.
void hub_end_session(hub *h, const unsigned char hash[32], store_batch *b);
void hub_end_sessions(hub *h, uint64_t user, const session *keep, store_batch *b);
int hub_is_ending(const hub *h, const unsigned char hash[32], uint64_t user);
void hub_endings_done(hub *h); // something has become durable, or was lost
// Adds to `b`, which must be the next batch to be committed.
void hub_save_session(hub *h, session *s, store_batch *b);
void hub_unsave_sessions(hub *h, uint64_t good); // changes after `good` are lost
void hub_sessions_sweep(hub *h);

typedef void hub_route(hub *h, const hub_request *q, const char *arg);
hub_route hub_get_me, hub_post_register, hub_post_login, hub_post_logout, hub_post_password,
    hub_post_delete;

// --- hub_devices.c -----------------------------------------------------------

hub_route hub_get_sessions, hub_post_end_session;

// --- hub_matches.c -----------------------------------------------------------

hub_route hub_post_match, hub_post_join, hub_post_rematch, hub_post_fork;

// --- hub_look.c --------------------------------------------------------------

hub_route hub_get_match, hub_get_record, hub_get_history, hub_get_user;

// --- hub_ratings.c -----------------------------------------------------------

void hub_rate(hub *h, room *r, store_batch *b);
void hub_add_ratings(hub *h, buffer *b, uint64_t user);
int hub_rating_of(hub *h, uint64_t user, const char *game); // 0 = none yet

#endif
