// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_HUB_TOWN_H
#define TSR_SERVER_HUB_TOWN_H

// A hub among others (letter.h), shared by the files that know of them: hub_letters.c (sending), hub_lines.c
// (letters in order, or a broken line), hub_forward.c, hub_arrive.c (sockets and requests of matches that another
// hub has, out and in), hub_gather.c
// (what is known by all together), hub_shards.c (who has what changes). A hub that is alone has none of this.
//
// Where things are. A match, and an event with its matches, belong to the hub that has their shard. Whatever
// there is one of (the lobby, pairing, accounts, teams) is at home: with the hub that has shard 0.

#include "server/hub_impl.h"
#include "server/letter.h"

// The hub at the other end of a line there and a line back.
typedef struct town_peer {
    uint64_t out_line, out_count; // the line there, and how many letters it has taken
    uint64_t in_line, in_count;   // the line back, and how many have come
    int in_broken;                // one is missing: nothing more is taken from it
    int silent;                   // beats of ours since the last came
    uint64_t complained_ms;
    char *lobby, *open, *live; // hub_gather.c: what it shows, its events; NULL = nothing
    uint64_t lobby_ms;
} town_peer;

struct town {
    hub_town config;
    uint64_t next_line, next_forward, next_turns;
    uint64_t beat_ms, gather_ms;
    int next_maker;
    map forwards;    // number -> a request that another hub answers: hub_forward.c
    map watches;     // user -> a program that waits at home: hub_programs.c
    room *given;     // the last match that was made for another hub
    uint64_t people; // how often something has become of people elsewhere
    town_peer peer[TOWN_HUBS];
};

// A socket or request of another hub's, as a number here: its door, and the number there.
#define TOWN_FOREIGN ((uint64_t)1 << 63)
enum { TOWN_NUMBER_BITS = 48 };

static inline int town_is_foreign(uint64_t id) {
    return (id & TOWN_FOREIGN) != 0;
}

static inline int town_door(uint64_t id) {
    return (int)(id >> TOWN_NUMBER_BITS & (TOWN_HUBS - 1));
}

static inline uint64_t town_number(uint64_t id) {
    return id & (((uint64_t)1 << TOWN_NUMBER_BITS) - 1);
}

static inline uint64_t town_id(int door, uint64_t number) {
    return TOWN_FOREIGN | (uint64_t)door << TOWN_NUMBER_BITS | number;
}

// Which hub has a shard, -1 = nobody has it now; whose a match or event is by its number.
int town_owner(const hub *h, int shard);
int town_owner_of(const hub *h, uint64_t id);

// --- hub_letters.c -----------------------------------------------------------

#define TOWN_ALL UINT64_MAX // hub_emit_letter: to all others

enum { REPLY_HAS_TOKEN = 1, REPLY_HAS_BODY = 2, REPLY_IS_TEXT = 4 }; // of a LETTER_REPLY
extern const char hub_type_json[], hub_type_text[];

void hub_begin_line(struct town *t, town_peer *p);
void hub_send_letter(hub *h, int to, letter *l); // fills who writes it, and its place on the line
int hub_send_all(hub *h, letter *l);             // to all others that are there; how many
int hub_is_there(const hub *h, int peer);

// --- hub_lines.c -------------------------------------------------------------

void hub_lines_tick(hub *h);
void hub_lines_end(hub *h, int peer, uint64_t last_line); // nothing more comes on lines up to this

// --- hub_forward.c -----------------------------------------------------------

// A request that another hub answers.
typedef struct town_forward {
    uint64_t request, since_ms;
    int to;
} town_forward;

enum { REQUEST_SAME_ORIGIN = 1, REQUEST_OPERATOR = 2 }; // of a LETTER_REQUEST

uint64_t hub_subject_of(const hub_request *q); // the match or event that it is about; 0 = none
// Who went to one of these shards through this door is to look for it anew.
void hub_forward_moved(hub *h, const unsigned char shards[TOWN_SHARDS]);

// --- hub_arrive.c ------------------------------------------------------------

void hub_forward_letter(hub *h, const letter *l); // of a socket or a request
void hub_forward_lost(hub *h, int peer);          // what hung on the lines with it is ended
void hub_forward_tick(hub *h);

// --- hub_gather.c ------------------------------------------------------------

// What has become of people: PEOPLE letters.
typedef enum people_news {
    PEOPLE_SESSION,  // one session has ended
    PEOPLE_SESSIONS, // all of a user's but one
    PEOPLE_ERASED    // the account is gone, and its name with it
} people_news;

void hub_gather_letter(hub *h, const letter *l);
void hub_gather_tick(hub *h);
void hub_gather_forget(hub *h, int peer); // what it had to show

// --- hub_programs.c ----------------------------------------------------------

void hub_turns_letter(hub *h, const letter *l);

#endif
