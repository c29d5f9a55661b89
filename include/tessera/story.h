// SPDX-License-Identifier: MIT
#ifndef TESSERA_STORY_H
#define TESSERA_STORY_H

// What followed from a move, told as data: a tile was laid and brought 3 points, the floor cost 2,
// a card was destroyed because of another one, seeds were sown.
//
// A story is a list of events in the order in which a person would tell them. The terminal prints
// their sentences, the page lets things fly from `from` to `to` and points rise, a screen reader
// speaks them, and all tell the same. A story is made for one viewer, from what that viewer saw
// before and after the move (`told` in game.h), so it cannot give away a secret.
//
//     Anna takes 3 blue tiles                     the move itself: `say`, not part of the story
//       MOVE   tile   factory 2 -> line 3         one event for each thing, or one with a count
//       SCORE  +3     "row 1: blue +2 +1"
//       TAKE   marker centre -> floor
//
// Events are written into the caller's array by tsr_tell, which goes on counting past the end
// (snprintf's rule). Inline, so that a plugin needs no symbol of ours.

#include <stdint.h>
#include <string.h>

#include <tessera/line.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tsr_event_kind {
    TSR_EVENT_SAY = 0, // only words: "the last round begins"
    TSR_EVENT_MOVE,    // a thing goes from one place to another
    TSR_EVENT_TAKE,    // a thing leaves its place for good: captured, destroyed, discarded
    TSR_EVENT_DEAL,    // a thing comes into play: drawn, dealt, put from a supply
    TSR_EVENT_FLIP,    // a thing shows another face: promoted, turned over, now somebody else's
    TSR_EVENT_SCORE,   // points won or lost
    TSR_EVENT_SHUFFLE, // a pile is mixed anew
    TSR_EVENT_STOP     // something under way is stopped: a card is countered
} tsr_event_kind;

// A place in a scene: row and column mean what they mean for items of the zone.
typedef struct tsr_place {
    int16_t zone; // index of the zone; -1 = no place
    int16_t row, col;
    int16_t pad;
} tsr_place;

typedef struct tsr_event {
    uint8_t kind;   // tsr_event_kind
    uint8_t who;    // the player it concerns, or TSR_NOBODY (255)
    uint16_t count; // how many things at once; 0 and 1 both mean one
    int32_t points; // what it brought `who`; on events of any kind, summed by fronts
    uint32_t key;   // the thing, as items name it in a scene; 0 = none or not known
    uint32_t cause; // the thing because of which it happened; 0 = the move itself
    tsr_place from; // in the scene before the move
    tsr_place to;   // in the scene after it
    tsr_line line;  // the sentence; code 0 = nothing that the move's own does not say
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

// An event without thing, place, points and words, to be filled in.
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
