// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_LOOK_H
#define TSR_TERM_LOOK_H

// How a picture is wanted: which characters, how many colours, how much room,
// and what to point at. Plain data, filled by whoever shows something.

#include <stdint.h>

#include "term/style.h"

typedef enum term_glyphs {
    TERM_ASCII = 0, // 7-bit characters only
    TERM_UNICODE    // lines, dots and the game's own signs
} term_glyphs;

typedef struct term_look {
    term_glyphs glyphs;
    term_depth depth;
    int rows; // room for the picture; 0 = as much as it needs
    int cols;
    int flip;             // boards turned by half a turn
    uint32_t turn;        // players who decide now; their areas get a pointer
    const uint32_t *last; // refs the last move touched
    int last_count;
    const char *const *names; // of the players, for their areas; NULL = the game's words
} term_look;

#endif
