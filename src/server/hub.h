// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HUB_H
#define TSR_SERVER_HUB_H

// The server's core: all matches, all visitors, and nothing of the outside world.
//
// Requests, socket messages, finished thoughts of bots and the time go in; replies, messages
// and work for others come out through `hub_io`; changes and questions go to the store, which
// may have something to tell (hub_hear). The hub opens no socket, starts no thread and reads no clock, so a test
// can drive thousands of visitors through drops, repeats and crashes from one seed.
//
// Durability. Whatever tells of a change waits in the outbox until the store (store.h) has
// reported that change's number. If the store has refused it or failed, what was waiting
// is forgotten, and the rooms concerned are read again.
//
// Not thread-safe: one owner. Strings in requests are borrowed for the call.

#include <tessera/agent.h>
#include <tessera/registry.h>

#include "base/buffer.h"
#include "server/bytes.h"
#include "server/hub_ask.h"
#include "server/letter.h"
#include "server/limits.h"
#include "server/notice.h"
#include "server/rules_cache.h"
#include "server/store.h"

typedef struct hub hub;

typedef struct hub_request {
    uint64_t id;        // the caller's number for the reply
    const char *method; // "GET"
    const char *path;   // "/api/me", without the query
    const char *query;  // "before=7", or ""
    const char *token;  // the session cookie, or NULL
    int same_origin;    // the Origin header is there and is the server's own, or needs not be:
                        // the token was sent on purpose (Authorization), not by a browser
    int is_operator;    // it came through the control socket: control.h
    const char *body;
    size_t body_size;
    uint64_t ip; // a number for the address
} hub_request;

typedef struct hub_reply {
    uint64_t id;
    int status;
    const char *type; // of the content
    bytes *body;      // borrowed; NULL = memory was lacking
    // A new session's token for the cookie, "" = the cookie shall go, NULL = as it was.
    const char *token;
} hub_reply;

// A question to a bot. Lives from io.think to hub_thought_done.
typedef struct hub_thought {
    uint64_t room;
    int seat;
    uint32_t asked;
    rules_entry *entry; // held
    const tsr_agent_type *type;
    char spec[SPEC_BYTES];
    void *view; // what the seat sees; owned
    uint64_t seed;
    uint32_t time_ms;
    tsr_move answer; // filled by whoever thinks
    int failed;
    uint64_t payer, due_ms, begun_ms; // the hub's own
    uint32_t window_ms; // its answer waits for the end of a window of this length; 0 = it does not
    uint64_t ready_ms;  // which is then
    struct hub_thought *next;
} hub_thought;

typedef enum secret_use {
    SECRET_REGISTER,
    SECRET_LOGIN,
    SECRET_CHANGE,
    SECRET_DELETE,
    SECRET_RESET
} secret_use;

// Who may make an account.
typedef enum hub_sign_up { SIGN_UP_OPEN, SIGN_UP_INVITE, SIGN_UP_CLOSED } hub_sign_up;

// A password to be hashed or compared, which takes long on purpose.
typedef struct hub_secret {
    secret_use use;
    uint64_t request, user, session, ip;
    char name[NAME_BYTES];
    char password[LIMIT_PASSWORD + 1]; // to compare with `hash`, if that is not ""
    char fresh[LIMIT_PASSWORD + 1];    // to be hashed, if not ""
    char hash[128];
    unsigned char word[32]; // hash of the word that is used up by it: RESET, invitations
    int has_word;
    int matches;          // filled: the comparison's outcome
    char fresh_hash[128]; // filled
    int failed;           // filled: memory was lacking
} hub_secret;

// A file of somebody's own to be looked at. It takes milliseconds, or a good part of a second where
// it is made to. A deck: what is wrong with it, and the rules opened with it. The record of a match
// that was played without this server: the match, played through again.
typedef struct hub_file {
    tsr_setup setup; // a deck: its data is `text`
    char *text;      // owned
    rules_cache *cache;
    int report;          // what is wrong and what it holds is wanted, too
    rules_entry *entry;  // filled: held; NULL = it cannot be opened, and
    tsr_error err;       // filled: why
    buffer faults;       // filled: as `data_faults` tells them
    buffer things;       // filled: as `things` tells them
    uint32_t cost_us;    // filled: processor time
    hub_request request; // the hub's own: who waits, with copies of its texts

    uint64_t match;               // the number that the match of a record gets; 0 = it is a deck
    const tsr_registry *registry; // for a record: where its game is found
    int64_t wall_s;               // and when it was sent
    struct room *room;            // filled: over, and with no host; owned. NULL = see `err`
} hub_file;

typedef struct hub_io {
    void *self;
    void (*send)(void *self, uint64_t conn, bytes *message); // borrowed
    void (*close)(void *self, uint64_t conn, int code, const char *why);
    void (*reply)(void *self, const hub_reply *reply);
    void (*think)(void *self, hub_thought *job); // takes it
    void (*secret)(void *self, hub_secret *job); // takes it
    void (*file)(void *self, hub_file *job);     // takes it
    void (*random)(void *self, void *out, size_t size);
    void (*notify)(void *self, hub_notice *n); // takes it; NULL = nobody can be told anything
    // A line for the operator: pairs of names and texts, ended by NULL. May be NULL.
    void (*log)(void *self, const char *event, const char *const *pairs);
} hub_io;

// Somebody, as a published game is told of them.
typedef struct hub_person {
    uint64_t user;
    const char *name;
    const char *token; // of a new guest, for their cookie; or ""
} hub_person;

// Published games, which are played elsewhere (annex.h): what the hub asks of that place. Requests are
// answered from there, whatever becomes of them.
typedef struct hub_annex {
    int (*find)(void *self, const char *name); // by-...: its number, -1 = there is none
    int (*has)(void *self, int game);
    void (*ask)(void *self, int game, const hub_request *q, const hub_person *p);
    void (*connect)(void *self, int game, uint64_t conn, const char *query, uint64_t ip,
                    const hub_person *p);
    void (*say)(void *self, int game, uint64_t conn, const char *text, size_t size);
    void (*gone)(void *self, int game, uint64_t conn);
    void (*publish)(void *self, const hub_request *q, const hub_person *p, const char *rules,
                    int is_open);
    void (*remove)(void *self, const hub_request *q, uint64_t user, int game);
    void (*list)(void *self, uint64_t user, buffer *out); // those that this user may see
} hub_annex;

// The other hubs on the same store (letter.h), if there are any.
enum { TOWN_SHARDS = 256, TOWN_HUBS = 64 };

typedef struct hub_town {
    int me, hubs;  // this one's number, and how many there are
    mailbox *mail; // kept
    void *self;
    int (*owner)(void *self, int shard);    // which hub has it, -1 = nobody has it now
    int (*has_shards)(void *self, int hub); // whether matches can be made there
    int (*is_there)(void *self, int hub);   // whether there is such a hub now; NULL = all are
    unsigned char seal[32];                 // of guests' words: the same for all
    uint64_t start; // lines to others get numbers above this: higher after every start
} hub_town;

// Adds what the things of a game (cards) say, as members of a JSON object: "name":"text",...
typedef void hub_words(const tsr_rules *r, buffer *out);

typedef struct hub_config {
    const tsr_registry *registry; // kept
    store *store;                 // kept; nobody else uses it but to stop it
    hub_io io;
    int64_t wall_s;        // seconds since 1970 at `now_ms`
    uint64_t now_ms;       // monotonic
    uint32_t bot_pause_ms; // people like to see what a bot answers to
    int bots_at_once;      // questions handed out at a time
    int secrets_at_once;   // the same for passwords
    int asks_at_once;      // and for questions to the store
    int no_limits;         // closed network: no rate limits
    hub_sign_up sign_up;
    int mail;             // mails can be sent
    const char *push_key; // for browsers that want pushes; "" or NULL = there are none
    const char *origin;   // the page's address, for links in mails; or NULL
    int asleep;           // leaves matches on the disk at the start: for orders, not for playing
    void (*leaflet)(const tsr_rules *r, buffer *out); // how a game is played; or NULL
    hub_words *words;                                 // or NULL
    const hub_annex *annex;                           // published games; NULL = there are none
    void *annex_self;
    const hub_town *town; // copied; NULL = this hub is alone and has everything
    int published; // this hub is the place of the published game of this number less 1; 0 = it is not
} hub_config;

// *out is new: hub_free. Reads all matches that are not over back into memory.
TSR_NODISCARD tsr_err hub_new(const hub_config *config, hub **out, tsr_error *err);
void hub_free(hub *h); // after store_stop; NULL is fine

void hub_request_in(hub *h, const hub_request *q, uint64_t now_ms);

// A socket: first GET /ws with its query as a request, to which 101 is the answer if it may be
// opened; then, once it is, hub_connect.
void hub_connect(hub *h, uint64_t conn, const char *query, const char *token, uint64_t ip,
                 uint64_t now_ms);
void hub_receive(hub *h, uint64_t conn, const char *text, size_t size, uint64_t now_ms);
void hub_disconnect(hub *h, uint64_t conn, uint64_t now_ms);
void hub_lag(hub *h, uint64_t conn, uint32_t ms); // a ping of the socket took so long

// Which hub has what a socket with this query is for, -1 = nobody has it now: it may be opened there at once.
int hub_whose_socket(hub *h, const char *query);

// A letter of another hub's has come; borrowed.
void hub_letter_in(hub *h, const char *data, size_t size, uint64_t now_ms);

// Shards change hands (hub_shards.c). `owner` of the town says so already. What was in those that go is on its way
// until the change that is returned is settled; then others may have them. A hub that is not there any more is
// told by the name of the last line it can have begun; or all lines may have lost letters.
void hub_shards_come(hub *h, const unsigned char shards[TOWN_SHARDS], uint64_t now_ms);
uint64_t hub_shards_go(hub *h, const unsigned char shards[TOWN_SHARDS], uint64_t now_ms);
int hub_is_settled(const hub *h, uint64_t seq);
void hub_shards_move(hub *h, const unsigned char shards[TOWN_SHARDS], uint64_t now_ms);
void hub_peer_gone(hub *h, int peer, uint64_t last_line, uint64_t now_ms);
void hub_lines_lost(hub *h, uint64_t now_ms);
void hub_shard_rooms(const hub *h, uint32_t out[TOWN_SHARDS]); // matches in memory

// For the place of a published game: somebody whom another server knows. `token` is what their requests
// and sockets come with from now on; 0 for lack of memory.
int hub_lend(hub *h, uint64_t user, const char *name, char token[TOKEN_BYTES]);

// The store may have news or answers. What it told, for the operator; what was refused is seen to.
store_news hub_hear(hub *h, uint64_t now_ms);

void hub_thought_done(hub *h, hub_thought *job, uint64_t now_ms); // takes it back
void hub_secret_done(hub *h, hub_secret *job, uint64_t now_ms);   // takes it back
void hub_file_done(hub *h, hub_file *job, uint64_t now_ms);       // takes it back
void hub_notice_done(hub *h, hub_notice *n, uint64_t now_ms);     // takes it back
void hub_thought_drop(hub *h, hub_thought *job);                  // takes it back unanswered
void hub_file_drop(hub *h, hub_file *job);                        // takes it back unanswered

// To be called about every 50 ms: a gap of more than a quarter of a second is taken for a
// standstill of the server, and no player's clock runs in it.
void hub_tick(hub *h, uint64_t now_ms);

// Whether the address may fetch another file of the page.
int hub_may_fetch(hub *h, uint64_t ip, uint64_t now_ms);

// For readiness: how long the oldest change has waited for the disk, and how many matches could
// not be read.
uint64_t hub_oldest_wait_ms(const hub *h);
uint64_t hub_damaged(const hub *h);

// Figures for /metrics, in Prometheus' text format: of this hub; or first as numbers, which can be added up.
enum { HUB_FIGURES = 27, HUB_FIGURE_DAMAGED = 11 };
void hub_figures(const hub *h, uint64_t out[HUB_FIGURES]);
void hub_write_figures(const uint64_t figures[HUB_FIGURES], buffer *out);
void hub_metrics(const hub *h, buffer *out);

#endif
