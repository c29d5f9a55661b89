// SPDX-License-Identifier: MIT
#ifndef TESSERA_STORY_H
#define TESSERA_STORY_H

// A story: the consequences of a move, as data. A tile was placed and scored 3 points, the floor
// cost 2, a card was destroyed by another one, seeds were sown.
//
// A story is a list of events, in the order in which to present them. The terminal prints their
// sentences, the web page animates them from `from` to `to`, and a screen reader speaks them. A
// story is made for one viewer from that viewer's views before and after the move (`told` in
// game.h), so it cannot reveal hidden information.
//
//     Anna takes 3 blue tiles                     the move itself (`say`), not in the story
//       MOVE   tile   factory 2 -> line 3         one event per item, or one with a count
//       SCORE  +3     "row 1: blue +2 +1"
//       TAKE   marker centre -> floor
//
// tsr_tell adds events to the caller's array; events beyond its end are counted, not written.
// Inline, so that a plugin does not have to link libtessera.

#include <stdint.h>
#include <string.h>

#include <tessera/line.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tsr_event_kind {
    TSR_EVENT_SAY = 0, // only a sentence: "the last round begins"
    TSR_EVENT_MOVE,    // an item moves from one place to another
    TSR_EVENT_TAKE,    // an item is removed: captured, destroyed, discarded
    TSR_EVENT_DEAL,    // an item enters play: drawn, dealt, placed from a supply
    TSR_EVENT_FLIP,    // an item changes: promoted, turned over, another owner
    TSR_EVENT_SCORE,   // points won or lost
    TSR_EVENT_SHUFFLE, // a pile is shuffled
    TSR_EVENT_STOP     // a pending effect is cancelled: a card is countered
} tsr_event_kind;

// A place in a scene; row and column are those of an item in the zone.
typedef struct tsr_place {
    int16_t zone; // the index of the zone; -1 = no place
    int16_t row, col;
    int16_t pad;
} tsr_place;

typedef struct tsr_event {
    uint8_t kind;   // tsr_event_kind
    uint8_t who;    // the player it concerns, or TSR_NOBODY (255)
    uint16_t count; // the number of items; 0 and 1 both mean one
    int32_t points; // won or lost by `who`; on events of any kind; front ends add them up
    uint32_t key;   // the `key` of the item in its scene; 0 = none or unknown
    uint32_t cause; // the `key` of the item that caused it; 0 = the move itself
    tsr_place from; // in the scene before the move
    tsr_place to;   // in the scene after it
    tsr_line line;  // the sentence; code 0 = none
} tsr_event;

typedef struct tsr_story {
    tsr_event *events;
    uint32_t cap, count;
} tsr_story;

static inline tsr_place tsr_place_of(int zone, int row, int col) {
    tsr_place p = {(int16_t)zone, (int16_t)row, (int16_t)col, 0};
    return p;
}

static inline tsr_place tsr_no_place(void) {
    return tsr_place_of(-1, 0, 0);
}

// An event without item, place, points and sentence, to be filled in.
static inline tsr_event tsr_event_of(tsr_event_kind kind, int who) {
    tsr_event e;
    memset(&e, 0, sizeof e);
    e.kind = (uint8_t)kind;
    e.who = (uint8_t)who;
    e.from = e.to = tsr_no_place();
    return e;
}

// Adds an event to the story.
static inline void tsr_tell(tsr_story *story, tsr_event event) {
    if (story->count < story->cap) {
        story->events[story->count] = event;
    }
    story->count++;
}

#ifdef __cplusplus
}
#endif

#endif
