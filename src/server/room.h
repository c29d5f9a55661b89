// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ROOM_H
#define TSR_SERVER_ROOM_H

// A room: one match with its seats, the sockets that look at it, offers and talk.
//
// A room does no I/O and reads no clock. What it is told comes with the time; what
// it has to say goes through its host: messages to sockets, changes to be stored,
// questions to bots. The host holds messages back until everything the room has
// stored before them is on disk, so whoever is told of a move can rely on it.
//
//     OPEN  seats are missing  ->  LIVE  being played  ->  OVER
//
// A viewer is a socket. It sees with the eyes of one seat (`shown`) or as a
// watcher. Where one person has several seats and the game hides something, the
// curtain falls when the turn passes from one of those seats to another: nothing is
// sent until the device has been handed over and the person there says so.
//
// The files: room.c (making, loading, starting), room_meta.c (as stored), room_say.c
// (messages), room_log.c (what has happened), room_viewers.c (who looks), room_play.c (moves),
// room_acts.c (what else people say), room_offer.c (what they ask of each other), room_plan.c
// (conditional moves), room_late.c (watchers who see it later), room_series.c (what was said
// before), room_clock.c (time). Not thread-safe: one owner, the hub.

#include <jansson.h>

#include <tessera/match.h>
#include <tessera/record.h>

#include "base/buffer.h"
#include "room/wire_json.h"
#include "server/bucket.h"
#include "server/bytes.h"
#include "server/ident.h"
#include "server/limits.h"
#include "server/rules_cache.h"
#include "server/store_batch.h"

typedef enum room_state { ROOM_OPEN, ROOM_LIVE, ROOM_OVER } room_state;

// The numbers are stored.
typedef enum seat_kind {
    SEAT_PERSON = 0, // `user` plays, on a device of their own
    SEAT_HERE = 1,   // somebody else plays on `user`'s device
    SEAT_BOT = 2,    // `spec` plays
    SEAT_OPEN = 3,   // anybody may sit down
    SEAT_INVITE = 4  // whoever has the code may, or `user`, if there is one
} seat_kind;

typedef struct room_seat {
    uint8_t kind;    // seat_kind
    uint8_t present; // a socket of its user is here
    uint8_t account; // the user has an account, so may be rated
    uint8_t pad;
    uint32_t asked;   // number of the question a bot is thinking about; 0 = none
    uint64_t user;    // 0 = nobody
    uint64_t left_ms; // when the last socket went
    uint32_t refused; // how often what it offered was
    uint64_t wait_ms; // it may not offer anything before
    uint32_t lag_ms;  // how far away its player is: room_clock.c
    uint32_t lag_gained, lag_spent;
    int rating; // 0 = none shown
    char *plan; // its conditional moves: room_plan.c; NULL = none
    int plan_ply;
    char name[NAME_BYTES + 16];
    char spec[SPEC_BYTES];
    char code[CODE_BYTES];
} room_seat;

typedef struct viewer {
    uint64_t conn, user;
    int shown;        // seat or TSR_WATCHER
    int curtain;      // the seat the device shall be handed to, or -1
    char session[36]; // the page's own word for its series of numbers
    bucket rate;      // of its remarks
    struct viewer *next;
} viewer;

// Which numbers of one page's series are done: the highest, and the 64 below it.
typedef struct room_series {
    uint64_t user, conn; // whose; conn: of a page without a word
    char session[36];
    uint64_t highest, below; // bit i: highest - 1 - i is done
    uint64_t used_ms;
} room_series;

typedef enum offer_kind { OFFER_NONE, OFFER_DRAW, OFFER_TAKEBACK } offer_kind;

typedef struct room_offer {
    offer_kind kind;
    int from;     // seat
    int ply;      // TAKEBACK: where to
    uint32_t yes; // seats that agree
} room_offer;

// A position that watchers will see later.
typedef struct room_late {
    int ply;
    uint64_t at_ms; // when it came up
} room_late;

typedef struct room_remark {
    char from[NAME_BYTES + 16];
    char words[LIMIT_CHAT * 4 + 1];
} room_remark;

typedef struct room room;

// A log as somebody was told it, for the next time (room_log.c).
typedef struct room_kept_log {
    uint64_t room, hash; // of everything it was made of
    int eyes, from, to;
    buffer text;
} room_kept_log;

// What has just been told of new moves, while one piece of news goes to all: for the next viewer
// with the same eyes.
typedef struct room_said {
    int is_there, from, to, eyes;
    buffer text;
} room_said;

typedef struct room_host {
    void *self;
    // Takes the batch; its number, or 0 if nothing can be stored now.
    uint64_t (*commit)(void *self, room *r, store_batch *b);
    // Sends once r->seq is durable; `message` is borrowed.
    void (*send)(void *self, room *r, uint64_t conn, bytes *message);
    // What is sent next is told from memory alone: it waits until it is known that the match is still here.
    void (*be_sure)(void *self, room *r);
    // A bot must decide; the answer comes through room_bot_answer.
    void (*think)(void *self, room *r, int seat);
    // Somebody who is no bot must decide.
    void (*person_asked)(void *self, room *r, int seat);
    // Whether a player wants to hear another's remarks.
    int (*hears)(void *self, uint64_t listener, uint64_t speaker);
    // Whether a player may make remarks.
    int (*may_speak)(void *self, uint64_t user);
    // How long a player was on vacation within the last `window_ms`.
    uint64_t (*away_ms)(void *self, uint64_t user, uint64_t window_ms);
    // The match has just ended: ratings may go into the same batch.
    void (*ended)(void *self, room *r, store_batch *b);
    void (*changed)(void *self, room *r); // for the lobby
    wire_scene *scene;
    buffer *text;               // scratch
    void *state, *after, *walk; // scratch of TSR_MAX_STATE bytes each
    room_kept_log logs[KEEP_LOGS];
    room_said said;
    int64_t *wall_s;         // seconds since 1970
    uint64_t moves, refused; // counted by rooms
    uint64_t rendered;       // whole messages about a position made
} room_host;

struct room {
    uint64_t id;
    room_host *host;
    rules_cache *cache;
    rules_entry *entry;
    room_state state, stored_state; // the latter when it was read from the disk
    int players;
    char file_name[RULES_FILE_NAME]; // of the deck or the like that it is played with; "" = none
    room_seat seat[TSR_MAX_PLAYERS];
    tsr_clock clock;
    uint64_t seed, seed_high; // secret, 128 bits; seed_high is 0 where the owner chose it
    uint64_t owner;           // who made it
    uint64_t payer;           // the address its bots think for; 0 = not known
    size_t size;              // bytes of the record so far
    int64_t made, updated;    // seconds since 1970
    int rated, is_public;
    int offline;      // it was played without the server, and its record sent later
    uint64_t rematch; // the next match, 0 = none yet
    uint64_t event;   // it is played for, 0 = none

    tsr_match *match;  // NULL while OPEN, and when OVER until somebody looks
    tsr_record record; // what names point into after loading
    int has_record;
    int64_t pieces; // number of the next piece of lines
    buffer lines;   // written by the match, not yet handed to the store
    uint64_t seq;   // the newest change of this room in the store
    uint64_t heard; // the newest refusal of the store when this was made or read
    tsr_result result[TSR_MAX_PLAYERS];
    tsr_end end;

    uint64_t version;     // of the last numbered message
    uint64_t deadline_ms; // next clock to run out; UINT64_MAX = none
    uint64_t since_ms;    // when the last change was, in the match's own time
    uint64_t credit_ms;   // how far that time is behind the server's
    uint64_t away_ms;     // of it, for vacations within the running decision
    uint32_t delay_ms;    // watchers see it so much later: room_late.c
    int late_ply;         // what those see now
    room_late *late;      // KEEP_LATE of them; NULL = nothing waits
    int late_count;
    uint32_t questions; // ever asked of bots
    viewer *viewers;
    int viewer_count;
    room_series series[KEEP_SESSIONS];
    room_offer offer;
    room_remark *chat; // ring of KEEP_CHAT, or NULL
    int64_t chat_count;
};

// --- Making (room.c) ---------------------------------------------------------

// A new room for `entry` (taken), OPEN and with empty seats; NULL for lack of memory.
room *room_new(room_host *host, rules_cache *cache, rules_entry *entry, uint64_t id);
void room_free(room *r); // NULL is fine

// Begins the match when no seat is missing; otherwise does nothing. `start` is a state to
// begin from, or NULL.
TSR_NODISCARD tsr_err room_start(room *r, const void *start, uint64_t now_ms, tsr_error *err);

// Rebuilds the match from its record's text.
TSR_NODISCARD tsr_err room_resume(room *r, const char *text, size_t size, uint64_t now_ms,
                                  tsr_error *err);

static inline int room_is_played(const room_seat *s) {
    return s->kind <= SEAT_BOT;
}
// Whether a list of somebody's matches has it for others, too.
static inline int room_is_shown(const room *r) {
    return r->is_public || (r->state == ROOM_OVER && !r->offline);
}

// --- Whose it is (room_state.c) ----------------------------------------------

// Bits of the seats that belong to `user`.
uint32_t room_seats_of(const room *r, uint64_t user);
int room_is_own(const room *r, const viewer *v, int seat);
const char *room_seat_problem(const room *r, const viewer *v, int seat); // NULL = may act

// Decides with whose eyes a viewer looks now.
void room_place_eyes(room *r, viewer *v);

// --- Storing (room_store.c) --------------------------------------------------

// Stores the lines written so far, the meta if `meta`, and whatever is in `b` (taken;
// NULL = a new batch).
void room_store(room *r, store_batch *b, int meta);

// --- Stored form (room_meta.c) -----------------------------------------------

void room_add_meta(buffer *b, const room *r);

// Reads players, options and seats of a meta text: the setup first (its file is read by whoever
// has the store, under the hash that room_meta_file gives; 0 = it has none), then, into a room made
// with it, the rest.
int room_meta_file(const json_t *meta, unsigned char hash[32]);
TSR_NODISCARD tsr_err room_meta_setup(const json_t *meta, const tsr_game *game, tsr_setup *out,
                                      tsr_error *err);
void room_meta_read(room *r, const json_t *meta);

// --- Messages (room_say.c) ---------------------------------------------------

void room_add_summary(buffer *b, const room *r);
void room_send_full(room *r, viewer *v, uint64_t now_ms);
// The same as a socket of `user` would be sent on coming in; "null" for lack of memory.
void room_add_full(buffer *b, room *r, uint64_t user, uint64_t now_ms);

// Tells every viewer what happened from ply `from` on; `jump` = the past has changed.
void room_tell(room *r, int from, int jump, uint64_t now_ms);
void room_tell_over(room *r);
void room_tell_answer(room *r, offer_kind kind, int yes); // to an offer
void room_tell_late(room *r, int from, uint64_t now_ms);  // those who see it later
// `text` is a message whose opening brace and "v" are missing: "\"t\":\"chat\",...}".
void room_tell_all(room *r, const char *text);
// The same, but players who do not want to hear `speaker` get the number alone.
void room_tell_remark(room *r, const char *text, uint64_t speaker);
void room_send_ask(room *r, viewer *v, uint64_t now_ms);
void room_send_past(room *r, const viewer *v, int64_t a, int ply);
void room_ack(room *r, const viewer *v, int64_t a);
void room_refuse(room *r, const viewer *v, int64_t a, const char *why);

// --- What has happened (room_log.c) ------------------------------------------

// The entries of plies that are new, each with the steps of what followed from it.
void room_add_log(buffer *b, const room *r, int from, int to, int eyes);
// All entries up to ply `to`, each with what followed in words; of a long match the last ones.
void room_add_whole_log(buffer *b, const room *r, int to, int eyes);
void room_forget_logs(room_host *host);
void room_forget_said(room_host *host); // before other news are told

// --- Viewers (room_viewers.c) ------------------------------------------------

// A socket comes in; `version` is the last message it has seen, 0 = none. NULL for lack
// of memory or room.
viewer *room_enter(room *r, uint64_t conn, uint64_t user, const char *session, uint64_t version,
                   uint64_t now_ms);
void room_leave(room *r, uint64_t conn, uint64_t now_ms);
viewer *room_viewer(const room *r, uint64_t conn);
void room_count_present(room *r); // whose sockets are here, told to nobody

// --- What is said (room_acts.c, room_series.c) -------------------------------

// A message of the page.
void room_message(room *r, viewer *v, const json_t *m, uint64_t now_ms);

// One act: does it and gives NULL, or says why not (in `why` or constant).
typedef struct room_act {
    uint64_t now_ms;
    int64_t a;    // its number, 0 = none
    int answered; // set by acts that answer by themselves: no acknowledgement
    char why[512];
} room_act;
typedef const char *room_act_of(room *r, viewer *v, const json_t *m, room_act *act);

room_series *room_series_of(room *r, const viewer *v, uint64_t now_ms);
int room_series_has(const room_series *s, uint64_t a);
void room_series_note(room_series *s, uint64_t a);

// --- Time (room_clock.c) -----------------------------------------------------

// The match's own time: the server's without what was given back for the network.
uint64_t room_time(const room *r, uint64_t now_ms);
// `seat` is about to move: what the network took is given back.
void room_clock_credit(room *r, int seat, uint64_t now_ms);
void room_clock_lag(room *r, uint64_t user, uint32_t ms); // a ping of theirs took so long
void room_clock_note(room *r, uint64_t now_ms);           // something has changed
void room_note_deadline(room *r);                         // when a clock runs out
// In slow matches nobody's time runs while they are on vacation; what is not credited yet is.
void room_credit_vacation(room *r, int seat, uint64_t now_ms);

void room_tick(room *r,
               uint64_t now_ms); // room_tick.c: clocks that have run out, and what is shown later

// --- Playing (room_play.c) ---------------------------------------------------

room_act_of room_act_move, room_act_why, room_act_resign;

// A bot has answered question `asked`; `failed` = it gave no answer.
void room_bot_answer(room *r, int seat, uint32_t asked, tsr_move move, int failed, uint64_t now_ms);

// The player of a seat is gone for good: of two the other wins, with more a bot plays on.
void room_drop_player(room *r, int seat, uint64_t now_ms);

// A match that will never begin.
void room_give_up(room *r, uint64_t now_ms);

// Everything that follows a change of the match: store, tell, ask bots.
void room_after(room *r, int from, int jump, uint64_t now_ms);
void room_ask_bots(room *r);
void room_offer_clear(room *r); // what somebody has offered no longer holds

// --- Conditional moves (room_plan.c) -----------------------------------------

room_act_of room_act_plan;
void room_plan_clear(room *r, int seat);
void room_add_plan(buffer *b, const room *r, int seat); // members of an object
void room_tell_plan(room *r, int seat);                 // to whoever sits there

// --- Watchers who see it later (room_late.c) ---------------------------------

int room_is_delayed(const room *r, const viewer *v);
int room_seen_ply(const room *r, const viewer *v); // how far a viewer may look
void room_late_note(room *r, int jump, uint64_t now_ms);

// --- Offers (room_offer.c) ---------------------------------------------------

const char *room_offer_make(room *r, int seat, const char *kind, uint64_t now_ms);
const char *room_offer_answer(room *r, uint64_t user, const char *kind, int yes, uint64_t now_ms);

// A remark of a player; NULL if said, else why not.
const char *room_say(room *r, int seat, const char *words);
void room_keep_remark(room *r, const char *from, const char *words);

#endif
