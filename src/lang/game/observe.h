// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_OBSERVE_H
#define TSR_LANG_OBSERVE_H

// A position as planes of 0 and 1 and some scalars: the contract's `learn` for every rules file.
//
// All is seen from one player's side, the second player's turned round where players look at each
// other (features.h). Planes: for each owner, the viewer first, then the others in turn, then nobody,
// one for each kind of piece; then, where the rules have them, counts of tokens, closed cells, pieces
// that have not moved, the last move, and inside a turn of several steps what was picked so far.
// Scalars: to move, colour, phase, pieces in hand, counters, and how near the limits are. So planes and
// scalars decide which moves are legal, but for rules about positions that were there before.
//
// Made with the program it belongs to, in the same arena; threads share it.

#include "lang/vm/vm.h"

enum {
    SIGHT_ALWAYS = 4,  // scalars that every game has: see put_always in observe.c
    SIGHT_AT_ONCE = 48 // planes that are written at once
};

typedef enum plane_kind {
    PLANE_PIECE,  // of owner `a` (0 = the viewer), type `b`
    PLANE_TOKENS, // kind `a`
    PLANE_SET     // register `a` of the state
} plane_kind;

typedef struct lang_plane {
    uint8_t kind;        // plane_kind
    uint8_t only_inside; // a turn: else it is empty
    uint16_t a, b;
    const char *name;               // PLANE_SET
    uint16_t owner[IR_MAX_PLAYERS]; // PLANE_PIECE: whose register that is for each player who looks
    uint16_t pad;
} lang_plane;

typedef struct lang_sight {
    lang_plane *plane;
    uint32_t planes, height, width, scalars;
    int mirrors;  // turning is the other order of bytes
    int one_word; // every plane is a word: no tokens, few planes, turned by bytes at most
    int phases, hands, vars, quiets; // how many scalars are for each
    float limit;                     // of turns
    const uint16_t
        *turned; // [cells] a cell as the second player sees it; NULL = all are as they are
} lang_sight;

// `turned` is features.h's. NULL for lack of memory.
lang_sight *sight_new(const program *p, const uint16_t *turned, arena *a);

// Its slots that are asked when rules are opened: slots_learn.c.
void slot_sight(const tsr_rules *r, tsr_sight *out);
uint32_t slot_action_turned(const tsr_rules *r, uint32_t action);
int slot_sees_turned(const tsr_rules *r, const void *s, int who);

extern const tsr_game_learn lang_learn;

#endif
