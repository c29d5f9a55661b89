// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HUB_IMPL_H
#define TSR_SERVER_HUB_IMPL_H

// The inside of the hub, shared by its files:
//
//   hub.c           life and time
//   hub_outbox.c    what waits for the disk, and news of it
//   hub_sockets.c   who may open one, and what comes in through it
//   hub_metrics.c   figures for the operator
//   hub_rooms.c     rooms in memory, what rooms ask of the hub
//   hub_bots.c      questions to bots
//   hub_load.c      questions to the store, and who waits for the answers
//   hub_sleep.c     rooms that leave memory and come back in time
//   hub_routes.c    which request is answered by what; games, lobby, history
//   hub_lobby.c     which matches are shown to whom looks for one
//   hub_pool.c      people who want the same are put together
//   hub_seats.c     who sits where
//   hub_setup.c     what a match shall be like
//   hub_matches.c   making and joining
//   hub_again.c     rematch, fork
//   hub_files.c     decks of people's own: looked at and opened elsewhere
//   hub_records.c   matches that were played without the server
//   hub_annex.c     published games, which are played elsewhere
//   hub_look.c      summaries, records, history, profiles
//   hub_sessions.c  sessions and guests
//   hub_secrets.c   who may try passwords, and who is hashed for next
//   hub_accounts.c  signing up, in and out
//   hub_claims.c    names and words that are being taken
//   hub_devices.c   where an account is signed in
//   hub_ratings.c   ratings after a match
//   hub_events.c    tournaments, ladders, exhibitions that run
//   hub_event_routes.c  what people ask of them
//   hub_teams.c     people who play events together
//   hub_notices.c   who is told that it is their turn
//   hub_mail.c      mail addresses, pushes, vacations
//   hub_moderation.c  what moderators see and do
//   hub_town.h      other hubs: hub_lines.c, hub_forward.c, hub_gather.c, hub_shards.c

#include <string.h>

#include "server/event.h"
#include "server/fair.h"
#include "server/hub.h"
#include "server/map.h"
#include "server/room.h"

typedef struct session {
    unsigned char hash[32]; // SHA-256 of the token
    uint64_t user;
    char name[NAME_BYTES];
    int account;    // not a guest
    int scope;      // 0 = everything; else what the token allows: TOKEN_PLAY, TOKEN_WATCH
    uint64_t saved; // the change that put it on disk, 0 = it is not there
    uint64_t seen_ms;
    bucket reports, browsers;
} session;

typedef struct hub_conn {
    uint64_t id, user, ip;
    uint64_t session; // key of its session, 0 = none
    uint64_t room;    // 0 = none, or not yet
    int in_lobby;
    int scope;         // of its session
    int annex;         // the published game it has gone on to, less 1; 0 = it is here
    int away;          // the hub that has its match, plus 1; 0 = this one; or
#define AWAY_LOST (-1) // the line there is broken: it is being closed
    int away_shard;    // and the shard that it is for
    bucket rate, looks;
} hub_conn;

// One address: what it has open and how much it asks.
typedef struct hub_ip {
    int sockets;
    uint64_t seen_ms;
    bucket requests, secrets, matches, files, mails, decks, uploads, published;
} hub_ip;

// TEXT is a reply that is no JSON.
// LETTER is for another hub, or for all of them.
typedef enum out_kind { OUT_SEND, OUT_REPLY, OUT_TEXT, OUT_CLOSE, OUT_LETTER } out_kind;

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

// Tables of limits have a fixed size and are found by a salted hash: a flood of invented
// names makes none of them grow or be emptied, and a collision only counts twice.
enum {
    PAIR_SLOTS = 16384,  // who has rated whom today
    GUESS_SLOTS = 65536, // passwords tried
    FRIEND_SLOTS = 16384 // from where a name was signed in
};

struct hub {
    hub_config config;
    hub_io io;
    store *store;
    store_reader *reader; // the store's, for glances
    uint64_t now_ms;
    uint64_t play_ms;    // the rooms' time: without that in which the server stood still
    uint64_t stalled_ms; // how much that was
    uint64_t stall_ms;   // when the last standstill ended; 0 = none yet
    uint64_t stalls;
    int64_t wall_s;
    rules_cache rules;
    summaries *summaries; // of finished matches
    room_host host;
    wire_scene scene;
    buffer text;         // rooms' scratch
    buffer out;          // replies' scratch
    map rooms;           // id -> room
    map conns;           // id -> hub_conn
    map sessions;        // first 8 bytes of the hash -> session
    const hub_who *who;  // what was read of whoever's request is answered now; or NULL
    uint64_t people_seq; // the newest change of somebody who was known before
    map ips;             // number -> hub_ip
    uint64_t salt;       // of hashes into tables of limits, so that nobody can aim
    bucket *pairs, *guesses;
    uint64_t *friends;
    unsigned char guest_key[32]; // seals guests' words

    uint64_t next_seq, durable_seq;
    uint64_t waits_ms;      // since when a change waits for the disk, if one does
    struct ending *endings; // sessions whose end is not durable yet: hub_ending.c
    size_t ending_count, ending_room;
    struct hub_taken *claims; // what is taken and not durable yet: hub_claims.c
    size_t claim_count, claim_room;
    struct hub_rated *rated; // ratings that are not durable yet: hub_ratings.c
    size_t rated_count, rated_room;
    uint32_t epoch;
    uint64_t life;  // how often somebody else has taken over
    uint64_t heard; // the newest refusal of the store: store_refused.h
    out_entry *out_first, *out_last;

    hub_thought *due_first, *due_last;         // questions to bots that pause
    hub_thought *kept;                         // answers that wait for the end of their window
    fair_queue *bots, *secrets, *asks, *files; // what takes long, in turn of who pays
    map loads;                                 // match -> who waits for it: hub_load.c
    int waiters;
    struct hub_seek *seeks; // who wants to be paired: hub_pool.c
    size_t seek_count, seek_room;
    uint64_t pool_ms;
    map programs; // user -> who waits to be asked: hub_programs.c
    map asleep;   // match -> when its time is up: hub_sleep.c
    map events;   // that are not over, or just were: hub_events.c
    uint64_t events_ms;
    map due; // user -> what they are to be told, and when: hub_notices.c
    uint64_t due_ms;
    int notices_out;
    hub_notice *held; // wait for the disk, in order
    uint64_t notices_sent, notices_lost;

    bytes *lobby; // as it was last made: hub_lobby.c
    int lobby_changed, lobby_untold;
    uint64_t lobby_ms, sweep_ms;
    struct town *town; // NULL = this hub is alone
    uint64_t requests, messages, sent, limited, store_failures, evicted, damaged, failed_logins;
};

// --- hub_ground.c ------------------------------------------------------------

void hub_set_now(hub *h, uint64_t now_ms);
void hub_random(hub *h, void *out, size_t size);
void hub_log(hub *h, const char *event, const char *const *pairs);
hub_ip *hub_ip_of(hub *h, uint64_t ip);
// The value of `name` in a query string into `out`; 0 if it is not there.
int hub_query(const char *query, const char *name, char *out, size_t cap);

// A request with texts of its own; 0 for lack of memory, and then there is nothing to free.
int hub_copy_request(hub_request *out, const hub_request *q);
void hub_free_request(hub_request *q);
void hub_note_damage(hub *h, uint64_t match, const char *why);

// --- hub_numbers.c -----------------------------------------------------------

int hub_is_mine(const hub *h, uint64_t id); // a match or an event, by its number
int hub_is_home(const hub *h);              // what there is one of is here
uint64_t hub_new_id(hub *h);                // below 2^50, never 0
// For a match: here, anywhere, or in the shard of another thing.
uint64_t hub_new_match_id(hub *h);
uint64_t hub_new_match_id_anywhere(hub *h);
uint64_t hub_new_match_id_beside(hub *h, uint64_t other);
int hub_published_of(uint64_t match); // the published game that the number is kept for, -1 = none

// --- hub_reply.c -------------------------------------------------------------

// A reply with what is in h->out; after `seq` is durable.
void hub_answer(hub *h, const hub_request *q, int status, uint64_t seq, const char *token);
void hub_fail(hub *h, const hub_request *q, int status, const char *field, const char *why);
void hub_answer_id(hub *h, uint64_t request, int status, uint64_t seq, const char *token);
void hub_fail_id(hub *h, uint64_t request, int status, const char *field, const char *why);
// The same once `seq` is durable; if that is lost, it is said instead that nothing was changed.
void hub_fail_after(hub *h, uint64_t request, uint64_t seq, int status, const char *field,
                    const char *why);

// What stands in the way of a request; empty = nothing.
typedef struct problem {
    int status;
    const char *field;
    char why[256];
} problem;

void hub_complain(problem *p, int status, const char *field, const char *why);
void hub_complain_err(problem *p, const char *field, const tsr_error *err);

// --- Other hubs: hub_forward.c, hub_gather.c, hub_letters.c, hub_tell.c ------

tsr_err hub_town_open(hub *h, tsr_error *err);
void hub_gather_deinit(hub *h); // before rooms and rules go
void hub_town_close(hub *h);
void hub_town_tick(hub *h);

// Passes on what is for another hub; 0: it is for this one.
int hub_forward_request(hub *h, const hub_request *q);
int hub_forward_connect(hub *h, hub_conn *c, const char *query, const char *token);
void hub_forward_text(hub *h, const hub_conn *c, const char *text, size_t size);
void hub_forward_lag(hub *h, const hub_conn *c, uint32_t ms);
void hub_forward_gone(hub *h, const hub_conn *c);

extern const char hub_changes_servers[]; // what a request is told whose match nobody has now

// hub_io, by the door through which it came.
void hub_io_send(hub *h, uint64_t conn, bytes *message);
void hub_io_close(hub *h, uint64_t conn, int code, const char *why);
void hub_io_reply(hub *h, const hub_reply *r);

void hub_emit_letter(hub *h, uint64_t to, const bytes *packed);
// All hubs hear, once the next batch to be committed is durable, what has become of somebody.
void hub_tell_ended(hub *h, uint64_t user, const unsigned char *hash);
void hub_tell_erased(hub *h, uint64_t user, uint64_t seq);
// A match that was made here for another hub, and is stored; takes it.
void hub_give_room(hub *h, room *r);
uint64_t
hub_people_known(const hub *h); // another number after every change of somebody, here or elsewhere
void hub_add_their_events(hub *h, buffer *b, int live, const char *comma);

// --- hub_outbox.c ------------------------------------------------------------

// Sends once everything up to `seq` is on disk; `body` is borrowed.
void hub_post(hub *h, out_kind kind, uint64_t seq, uint64_t target, int status, bytes *body,
              const char *token);
uint64_t hub_commit(hub *h, store_batch *b); // takes it; its number, 0 = void
// What waits for `seq` is told from memory alone. The number to wait for instead: it comes only if nobody else has taken
// over meanwhile (store_may_be_fenced).
uint64_t hub_be_sure(hub *h, uint64_t seq);
void hub_outbox_send(hub *h);                     // what is durable by now
void hub_outbox_lose(hub *h, store_outcome then); // everything; who waits is told
void hub_outbox_refuse(hub *h, const store_batch *refused);
void hub_outbox_deinit(hub *h);

// --- hub_sockets.c -----------------------------------------------------------

typedef void hub_route(hub *h, const hub_request *q, const char *arg);
hub_route hub_get_socket;
// To the room the socket is in; 0: that is not in memory.
int hub_say(hub *h, const hub_conn *c, const json_t *m);

// Lets the socket into the room, or to the one that waits for it; or closes it.
void hub_enter(hub *h, hub_conn *c, uint64_t id, const char *word, uint64_t version);

// --- hub_rooms.c -------------------------------------------------------------

void hub_host_init(hub *h);                // hub_host.c: what rooms ask of the hub
room *hub_room(const hub *h, uint64_t id); // in memory, or NULL
room *hub_new_room(hub *h, rules_entry *entry, const session *s, uint64_t ip); // takes entry
int hub_room_add(hub *h, room *r);
int hub_room_put(hub *h, room *r); // one that was read; 0: there is no place for it
// One that was read again (NULL: it could not be) for those who were in it; takes all.
void hub_room_back(hub *h, room *r, uint64_t id, viewer *viewers, uint64_t version);
void hub_rooms_leave(hub *h, const unsigned char *shards); // forgets those in these shards
void hub_rooms_fenced(hub *h); // forgets all, and reads those that are not over again
// Changes are lost: those rooms whose newest is among the numbers `from` to `to`; those that `b`,
// which was refused, was about.
void hub_rooms_lost(hub *h, uint64_t from, uint64_t to);
void hub_rooms_refused(hub *h, const store_batch *b);
// Matches of `user` leave memory now and are read again once the change that takes the name out is
// on disk: nothing is written with the name any more.
void hub_forget_name(hub *h, uint64_t user, uint64_t seq);
tsr_err hub_rooms_resume(hub *h, tsr_error *err);
void hub_rooms_deinit(hub *h);

// --- hub_bots.c --------------------------------------------------------------

void hub_think(void *self, room *r, int seat); // for room_host
void hub_hand_out(hub *h);
void hub_bots_deinit(hub *h);

// --- hub_load.c --------------------------------------------------------------

// Takes the question, to be paid for by `ip`; 0 if it cannot be asked now.
int hub_put_ask(hub *h, hub_ask *a, uint64_t ip);
void hub_hand_out_asks(hub *h);

// Lets a request, a socket or nobody wait until the match is in memory; 0 if it cannot.
int hub_wait_request(hub *h, const hub_request *q, uint64_t id, int tries);
int hub_wait_socket(hub *h, const hub_conn *c, uint64_t id, const char *word, uint64_t version);
int hub_wait_nobody(hub *h, uint64_t id, int in_turn); // with what others ask, or before it
// What a socket says waits with it, if its match is being read again.
void hub_wait_message(hub *h, const hub_conn *c, json_t *m);
// The same for those who were in it when it was forgotten; takes them. It is read once the change
// `after` is durable.
void hub_wait_again(hub *h, uint64_t id, viewer *viewers, uint64_t version, uint64_t after);
// Takes viewers; their sockets are closed once they have been told of everything up to `seq`.
void hub_send_away(hub *h, viewer *viewers, uint64_t seq, int code);
void hub_loads_outdated(hub *h, uint64_t seq); // what is read before this is durable is no good
void hub_loads_due(hub *h);                    // something has become durable, or was lost
void hub_loads_leave(hub *h, const unsigned char *shards); // nobody waits for what is in these
void hub_loads_fenced(hub *h);                             // nobody waits to be back in a match
void hub_take_answers(hub *h);                             // of the store: hub_answers.c
void hub_loads_deinit(hub *h);

// --- hub_sleep.c, hub_clocks.c -----------------------------------------------

void hub_rooms_sweep(hub *h); // lets go of matches that are over or asleep, and not looked at
uint64_t hub_wake_time(hub *h, uint64_t id); // when the match's running decision began
int hub_note_clock(hub *h, const room *r); // when it runs out; 0 for lack of memory: then it stays
// The next whose time is up before that, from *at on; 0 = none.
uint64_t hub_next_due(const hub *h, size_t *at, uint64_t before_ms);
void hub_awake(hub *h, uint64_t id);                       // it is in memory again
void hub_sleep_leave(hub *h, const unsigned char *shards); // forgets clocks of these shards
void hub_sleep_deinit(hub *h);

// --- hub_routes.c ------------------------------------------------------------

// Answers a request; `tries` is how often it has waited for a match.
void hub_dispatch(hub *h, const hub_request *q, int tries);

hub_route hub_get_games, hub_get_rules; // hub_games.c
int hub_is_bot(const hub *h, const tsr_game *g, const char *spec, char *name, size_t cap);

// --- hub_secrets.c -----------------------------------------------------------

int hub_may_try(hub *h, uint64_t ip, const char *name); // another password for this name
void hub_note_signed_in(hub *h, const char *name, uint64_t ip);
void hub_start_secret(hub *h, const hub_request *q, hub_secret *job); // takes it
void hub_hand_out_secrets(hub *h);
void hub_forget_secret(hub_secret *job); // nothing of it is left in memory
void hub_secrets_deinit(hub *h);

// --- hub_sessions.c ----------------------------------------------------------

// The session of a token, or NULL. `make` = a guest's, if there is none; then `token`
// (TOKEN_BYTES) is filled for the cookie, else it is "".
session *hub_session(hub *h, const char *token);
// Lets the request wait until it is read whose it is; 0: that is known, or cannot be asked now.
int hub_wait_session(hub *h, const hub_request *q);
session *hub_session_or_guest(hub *h, const hub_request *q, char *token);
// A new secret word and its hash.
void hub_make_word(hub *h, char word[TOKEN_BYTES], unsigned char hash[32]);
session *hub_new_session(hub *h, uint64_t user, char token[TOKEN_BYTES]);
static inline uint64_t session_key(const session *s) {
    uint64_t key;
    memcpy(&key, s->hash, sizeof key);
    return key ? key : 1;
}

// hub_ending.c: ends one session, or all of a user but `keep` (may be NULL): in memory, its
// sockets, and with `b`, which must be the next batch to be committed, on disk.
void hub_end_session(hub *h, const unsigned char hash[32], store_batch *b);
void hub_end_sessions(hub *h, uint64_t user, const session *keep, store_batch *b);
void hub_drop_session(hub *h, const unsigned char hash[32]); // in memory alone
void hub_drop_sessions(hub *h, uint64_t user, uint64_t kept);
int hub_is_ending(const hub *h, const unsigned char hash[32], uint64_t user);
void hub_endings_done(hub *h); // something has become durable, or was lost
// Adds to `b`, which must be the next batch to be committed.
void hub_save_session(hub *h, session *s, store_batch *b);
void hub_keep_session(hub *h, session *s);                    // the same in a batch of its own
void hub_unsave_sessions(hub *h, uint64_t from, uint64_t to); // these changes are lost
void hub_sessions_sweep(hub *h);

// --- hub_accounts.c ----------------------------------------------------------

hub_route hub_get_me, hub_post_register, hub_post_login, hub_post_logout, hub_post_password,
    hub_post_delete, hub_post_reset;

// --- hub_claims.c ------------------------------------------------------------

typedef enum claim_kind {
    CLAIM_NAME,   // of a person: what it looks like (names.h)
    CLAIM_TEAM,   // of a team, the same
    CLAIM_USER,   // a guest's number: it becomes one account
    CLAIM_WORD,   // the hash of a word that is good once
    CLAIM_MEMBER, // a place in a team, by the team's number
    CLAIM_JOINER  // the same, by the person's
} claim_kind;

// The change that takes it, which is not durable yet; 0 = nobody is taking it.
uint64_t hub_claimed(const hub *h, claim_kind kind, const void *what, size_t size);
// How many such changes are on their way: what is limited by number counts these, too.
int hub_claims_of(const hub *h, claim_kind kind, const void *what, size_t size);
// Takes it with the batch that is committed next; 0 for lack of memory.
int hub_claim(hub *h, claim_kind kind, const void *what, size_t size);
void hub_claims_done(hub *h); // something has become durable, or was lost

// --- hub_devices.c -----------------------------------------------------------

hub_route hub_get_sessions, hub_post_end_session;

// --- hub_admin.c -------------------------------------------------------------

hub_route hub_admin; // the argument is the order
// Carries out an order of `by`, who may give it.
void hub_order(hub *h, const hub_request *q, const char *name, const char *by);
uint64_t hub_admin_match(const hub_request *q); // the match it is about, 0 = none

// --- hub_programs.c ----------------------------------------------------------

// Programs that play: what they are asked, their answers, and who waits to be asked.
hub_route hub_get_turns, hub_post_turn;
void hub_person_asked(void *self, room *r, int seat); // for room_host
void hub_invited(hub *h, uint64_t user);              // a seat is kept for them
void hub_programs_tick(hub *h);
void hub_programs_deinit(hub *h);

// --- hub_notices.c, hub_mail.c, hub_moderation.c ------------------------------

void hub_notice_turn(hub *h, const room *r, int seat);     // somebody must decide
void hub_send_notice(hub *h, hub_notice *n, uint64_t seq); // takes it; after `seq` is durable
void hub_notices_lost(hub *h);                             // those that wait tell of nothing
void hub_notices_refused(hub *h, uint64_t seq);            // those that wait for this
void hub_notices_tick(hub *h);
void hub_notices_deinit(hub *h);
uint64_t hub_away_ms(void *self, uint64_t user, uint64_t window_ms); // for room_host
int hub_may_speak(void *self, uint64_t user);                        // for room_host
hub_route hub_post_mail, hub_post_mail_confirm, hub_post_forgot, hub_get_notices, hub_post_notices,
    hub_post_push, hub_post_vacation, hub_get_desk, hub_get_file, hub_post_moderation;

static inline int hub_year(const hub *h) {
    return 1970 + (int)(h->wall_s / 31556952); // of 365.2425 days
}

// --- hub_lobby.c -------------------------------------------------------------

bytes *hub_lobby(hub *h);                 // borrowed; NULL for lack of memory
void hub_lobby_part(hub *h, buffer *out); // what this hub has to show, for the one that shows it
void hub_tell_lobby(hub *h);
hub_route hub_get_lobby;

// --- hub_matches.c, hub_again.c, hub_setup.c ---------------------------------

hub_route hub_post_match, hub_post_join, hub_post_rematch, hub_post_fork;

// What a match shall be like, from a request; 0 with `p` filled if it cannot be.
int hub_read_setup(hub *h, const json_t *body, tsr_setup *setup, problem *p);
int hub_read_clock(room *r, const json_t *body, problem *p);

// A match that begins at once.
typedef struct hub_new_match {
    tsr_setup setup;
    tsr_clock clock;
    int rated;
    session *const *people; // by seat; those that are `saved` need not be sessions
    int count;
    uint64_t ip;           // who pays for it
    uint64_t id;           // 0 = any
    uint64_t event, owner; // 0 = none, the first of them
    uint32_t delay_ms;     // for watchers
} hub_new_match;
room *hub_make_match(hub *h, const hub_new_match *wish); // NULL if it cannot be made

// --- hub_files.c -------------------------------------------------------------

// POST /api/games/*/check: what is wrong with a file, and what it holds.
hub_route hub_post_check;
// Puts the file of `body` ({"file": text}, may be absent) into `setup`, borrowed from it. What is
// no text, too long or of a game without one is a problem: 0.
int hub_read_file(const json_t *body, tsr_setup *setup, problem *p);
// Lets the request wait until the rules of `setup`, which has a file, are open; it is dispatched
// again then. 0: they are open now, or there is a problem.
int hub_wait_file(hub *h, const hub_request *q, const tsr_setup *setup, problem *p);
void hub_hand_out_files(hub *h);
void hub_files_deinit(hub *h);
// A job for `text`, to be filled further; NULL for lack of memory.
void hub_free_file(hub *h, hub_file *job);
hub_file *hub_new_file(hub *h, const hub_request *q, const char *text, size_t size);
int hub_put_file(hub *h, hub_file *job, problem *p); // takes it; 0 with `p` filled if it cannot be

// --- hub_records.c -----------------------------------------------------------

// POST /api/records: a match that was played without the server.
hub_route hub_post_record;
void hub_record_done(hub *h, hub_file *job); // it has been played through again

// --- hub_annex.c -------------------------------------------------------------

// Passes a request on to the published game it is for; 0 = it is for none.
int hub_passed_on(hub *h, const hub_request *q);
int hub_is_published(hub *h, const hub_request *q); // whether it would be
int hub_is_published_match(hub *h, uint64_t match);
// The same for a socket, for what it says, and when it goes.
int hub_connect_on(hub *h, hub_conn *c, const char *query, const session *s);
void hub_say_on(hub *h, const hub_conn *c, const char *text, size_t size);
void hub_leave_on(hub *h, const hub_conn *c);
hub_route hub_get_published, hub_post_published, hub_post_unpublish;

// --- hub_people.c ------------------------------------------------------------

hub_route hub_post_block, hub_post_report;
int hub_hears(void *self, uint64_t listener, uint64_t speaker); // for room_host

// --- hub_events.c ------------------------------------------------------------

// Adds the event itself (STORE_EVENT), its entry `i` or its game `i` (STORE_ENTRY, STORE_GAME) to
// `b`, which must be the next batch to be committed.
void hub_event_put(hub *h, event *e, store_kind part, int i, store_batch *b);

void hub_event_start(hub *h, event *e);
void hub_event_end(hub *h, event *e);
void hub_event_add_pair(hub *h, event *e, int a, int b);
// The entry leaves a match that is being played.
void hub_event_drop(hub *h, const event *e, const event_game *g, int entry);
void hub_event_ended(hub *h, const room *r, store_batch *b); // a match is over
// Before somebody is forgotten: their running matches are lost.
void hub_events_give_up(hub *h, uint64_t user);
void hub_events_forget(hub *h, uint64_t user); // an account goes
void hub_events_tick(hub *h);
void hub_events_resume(hub *h);
void hub_events_lost(hub *h, uint64_t good);                // changes after `good` are lost
void hub_events_fenced(hub *h);                             // forgets all and reads them again
void hub_events_leave(hub *h, const unsigned char *shards); // forgets those in these shards
void hub_events_refused(hub *h, const store_batch *b);
void hub_events_deinit(hub *h);

// --- hub_event_routes.c, hub_teams.c -----------------------------------------

hub_route hub_get_events, hub_get_event, hub_post_event, hub_post_event_join, hub_post_event_leave,
    hub_post_event_start, hub_post_event_end, hub_post_event_challenge;
void hub_add_events(hub *h, buffer *b, const hub_ask *past);
hub_route hub_get_teams, hub_get_team, hub_post_team, hub_post_team_join, hub_post_team_leave;

// --- hub_pool.c --------------------------------------------------------------

void hub_lobby_message(hub *h, const hub_conn *c, const json_t *m);
void hub_pool_leave(hub *h, uint64_t conn);
void hub_pool_tick(hub *h);

// --- hub_look.c --------------------------------------------------------------

hub_route hub_get_match, hub_get_record, hub_get_course, hub_get_file_of, hub_get_history;
hub_route hub_get_user, hub_get_ranking;
void hub_look_done(hub *h, const hub_ask *a);

// --- hub_ratings.c -----------------------------------------------------------

// Adds the ratings to `b`, which must be the next batch to be committed.
void hub_rate(hub *h, room *r, store_batch *b);
void hub_ratings_done(hub *h); // something has become durable, or was lost
void hub_add_ratings(hub *h, buffer *b, uint64_t user);
void hub_write_ratings(buffer *b, const store_rating *list, int count);
int hub_rank_of(const room *r, int seat);                   // who has left comes last
int hub_rating_of(hub *h, uint64_t user, const char *game); // 0 = none yet

#endif
