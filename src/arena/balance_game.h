// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_BALANCE_GAME_H
#define TSR_ARENA_BALANCE_GAME_H

// What one game was like to play: how much there was to choose, who expected to win when, and which
// pieces and places were of any use.
//
// A watch listens while a game is played (balance_watch_hear) and walks through it afterwards
// (balance_watch_write). It writes whole numbers as text, so that games may be played in other
// processes; the reader gets them back with balance_game_read and adds them up.
//
// Not thread-safe: one owner.

#include <tessera/agent.h>
#include <tessera/match.h>

#include "base/buffer.h"

enum { BALANCE_STEPS = 20 }; // a game in so many equal parts, for curves

// Expectations are counted in millionths.
#define BALANCE_WHOLE 1000000

typedef enum balance_field {
    BALANCE_DECISIONS = 0, // of players
    BALANCE_CHOICES,       // moves they had to choose from, in all
    BALANCE_MOST_CHOICES,  // at one decision
    BALANCE_GLANCED,       // decisions at which moves look different at a glance: to the game's
                           // evaluation, one move ahead
    BALANCE_OVERTURNED,    // and a move was played that did not look best
    BALANCE_TOLD,          // 1 = expectations are known, so what follows means something
    BALANCE_LEAD_CHANGES,  // how often another player was the one who expects most
    BALANCE_WON,           // 1 = somebody won alone, and expectations are known
    BALANCE_DRAMA,         // of the decisions at which the later winner was behind, the mean root
                           // of the leader's lead over him
    BALANCE_STEP_CHOICES,
    BALANCE_STEP_DECISIONS = BALANCE_STEP_CHOICES + BALANCE_STEPS,
    BALANCE_STEP_WINNER = BALANCE_STEP_DECISIONS + BALANCE_STEPS, // what the later winner expects
    BALANCE_STEP_TOLD = BALANCE_STEP_WINNER + BALANCE_STEPS,
    BALANCE_FIELDS = BALANCE_STEP_TOLD + BALANCE_STEPS
} balance_field;

// A place of a board. What lies there may change; where it is may not.
typedef struct balance_place {
    uint16_t zone;
    int16_t row, col;
    uint8_t has_piece; // at the start
    uint8_t pad;
    uint64_t content; // what lies there, as a number
    uint32_t label;   // of the piece, or else of the place; offset into the scene's text
} balance_place;

// The places of the game's own start, in the order of its scene.
typedef struct balance_places {
    tsr_scene scene; // of the start; has the labels
    balance_place *place;
    size_t count;
} balance_places;

TSR_NODISCARD tsr_err balance_places_init(balance_places *p, const tsr_rules *r, tsr_error *err);
void balance_places_deinit(balance_places *p); // a zeroed one is fine

static inline const char *balance_place_label(const balance_places *p, size_t i) {
    return p->scene.text + p->place[i].label;
}

// --- While games are played ----------------------------------------------------------------

typedef struct balance_thought {
    int ply;
    float win[TSR_MAX_PLAYERS];
} balance_thought;

typedef struct balance_watch {
    const tsr_rules *rules;
    const balance_places *places;
    balance_thought *heard; // of the present game, by ply
    size_t count, cap;
    unsigned char *state, *after; // scratch
    tsr_move *moves;
    char *used; // a '1' for every place whose content changed, else '0'
    uint64_t *now;
    tsr_scene scene;
    int failed; // no memory
} balance_watch;

TSR_NODISCARD tsr_err balance_watch_init(balance_watch *w, const tsr_rules *r,
                                         const balance_places *places, tsr_error *err);
void balance_watch_deinit(balance_watch *w); // a zeroed one is fine

// What the player who decides now expects.
void balance_watch_hear(balance_watch *w, const tsr_match *match, const tsr_agent_info *info);

// The game is over: what it was like, as a text; the watch is ready for the next one.
void balance_watch_write(balance_watch *w, const tsr_result *result, const tsr_match *match,
                         buffer *out);

// --- Reading it ----------------------------------------------------------------------------

typedef struct balance_game {
    int64_t field[BALANCE_FIELDS];
    const char *used; // borrowed from the text: `places` characters
} balance_game;

// 0 = the text is none of these.
int balance_game_read(const char *text, size_t places, balance_game *out);

#endif
