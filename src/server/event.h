// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_EVENT_H
#define TSR_SERVER_EVENT_H

// An event: people who have entered, matches they play for it, and where that leaves them.
//
//     OPEN  people enter  ->  LIVE  rounds are paired and played  ->  OVER
//
// Five kinds share all of it and differ in who plays whom next and how places are counted:
//
//     swiss      rounds; everybody plays in each, against others of the same score
//     knockout   rounds; who wins goes on
//     arena      for a time; who is free is paired; winning on end counts double
//     ladder     without end; who beats somebody above takes their place
//     simul      one against all at once
//
// Everything that counts is entries and games; places are made from them anew (event_count), so
// what is stored cannot contradict itself. A game is stored before its match is made, with the
// match's number; whoever finds a game without its match makes it. So a crash at any instant
// leaves a round either not paired, or paired and played.
//
// No I/O and no clock here: hub_events.c drives it. Not thread-safe: one owner.

#include <jansson.h>

#include <tessera/match.h>
#include <tessera/registry.h>

#include "base/buffer.h"
#include "server/bytes.h"
#include "server/limits.h"
#include "server/pairing.h"
#include "server/store_reader.h"

// The numbers are stored.
typedef enum event_kind {
    EVENT_SWISS = 0,
    EVENT_KNOCKOUT = 1,
    EVENT_ARENA = 2,
    EVENT_LADDER = 3,
    EVENT_SIMUL = 4,
    EVENT_KINDS = 5
} event_kind;
typedef enum event_state { EVENT_OPEN = 0, EVENT_LIVE = 1, EVENT_OVER = 2 } event_state;
typedef enum entry_state {
    ENTRY_IN = 0,
    ENTRY_AWAY = 1, // is not paired until they come back
    ENTRY_OUT = 2   // has withdrawn
} entry_state;

typedef struct event_entry {
    uint64_t user, team;
    char name[NAME_BYTES], team_name[NAME_BYTES];
    int rating; // when they entered
    entry_state state;
    int missed; // matches in a row they did not come to
    // Made by event_count:
    int seed;                        // by rating, 0 = strongest
    int busy;                        // matches they are playing
    int points, buchholz, sonneborn; // in halves of a point
    int wins, played, streak, byes;
    int reached; // knockout: the last round they were in, and one more if they won it
    int place;   // 0 = first
} event_entry;

typedef struct event_game {
    uint64_t match; // 0 = a bye
    int round, count;
    int who[TSR_MAX_PLAYERS]; // entries, by seat
    uint8_t rank[TSR_MAX_PLAYERS];
    int64_t over;     // the how manieth it was to end; 0 = it is being played
    int made;         // its match is there, as far as is known
    uint32_t missing; // seats whose players did not come
} event_game;

typedef struct event {
    uint64_t id, owner;
    char owner_name[NAME_BYTES], title[LIMIT_TITLE * 4 + 1];
    event_kind kind;
    event_state state;
    const tsr_game *game;
    int players;   // at a table, at most
    char *options; // JSON object of texts
    tsr_clock clock;
    int rated, with_teams;
    int rounds;            // swiss; knockout: counted
    int minutes;           // arena
    int pause_s;           // between rounds
    int delay_s;           // watchers see matches so much later
    int arrive_s;          // who has not moved by then does not come
    int64_t made, begins;  // seconds since 1970; begins 0 = when its owner says so
    int64_t ends, next_at; // arena; the next round
    int64_t updated;
    int round; // being played, from 1
    int64_t overs;
    event_entry *entry;
    int entries, entry_room;
    event_game *gamelist;
    int games, game_room;
    int unfinished;     // made by event_count
    uint64_t seq;       // the newest change in the store
    uint64_t heard;     // the newest refusal of the store when this was made or read
    bytes *page;        // as pages were told of it last; NULL = it has changed since
    uint64_t paired_ms; // arena: when it was looked for pairs last
} event;

event *event_new(uint64_t id);
void event_free(event *e); // NULL is fine

event_entry *event_add_entry(event *e);            // NULL for lack of memory or place
event_game *event_add_game(event *e);              // the same
int event_entry_of(const event *e, uint64_t user); // its number, -1 = none
event_game *event_game_of(event *e, uint64_t match);

// Counts points, ties and places anew.
void event_count(event *e);

// Who plays whom next. Adds games without matches (and byes, which are over); how many. 0 with
// nothing running = the event has come to its end.
int event_pair(event *e);

// Ladder: whether `who` may challenge `whom`; NULL = yes, else why not.
const char *event_challenge_problem(const event *e, int who, int whom);

// --- Text (event_text.c) -----------------------------------------------------

extern const char *const event_kind_words[EVENT_KINDS];
extern const char *const event_state_words[3];

void event_add_meta(buffer *b, const event *e);
int event_read_meta(event *e, const json_t *meta, const tsr_registry *registry); // 0 = it cannot be
void event_add_entry_meta(buffer *b, const event_entry *x);
void event_add_game_meta(buffer *b, const event_game *g);

void event_add_summary(buffer *b, const event *e); // {...} for lists
void event_add_full(buffer *b, const event *e);    // with entries and games

// A whole event from the file; NULL if it is not there or cannot be read. New: event_free.
event *event_load(store_reader *from, uint64_t id, const tsr_registry *registry);

#endif
