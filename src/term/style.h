// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_STYLE_H
#define TSR_TERM_STYLE_H

// How a character looks, as meanings: "the colour of player 2, bold, on a dark
// square". What that is on a given terminal is decided in one place, style.c,
// by the number of colours the terminal has. With none, everything still reads:
// nothing in a picture is told by colour alone.

#include <stddef.h>
#include <stdint.h>

enum { // term_style.attr
    TERM_BOLD = 1u << 0,
    TERM_DIM = 1u << 1,
    TERM_UNDERLINE = 1u << 2,
    TERM_REVERSE = 1u << 3
};

typedef enum term_back { // term_style.back
    TERM_BACK_NONE = 0,
    TERM_BACK_LIGHT, // the two squares of a chequered board
    TERM_BACK_DARK,
    TERM_BACK_LIGHT_LAST, // the same, part of the last move
    TERM_BACK_DARK_LAST
} term_back;

typedef struct term_style {
    uint8_t fore; // tsr_colour
    uint8_t back; // term_back
    uint8_t attr; // TERM_BOLD ...
    uint8_t pad;
} term_style;

// How many colours there are: none at all (plain text), the classic 16, or 256.
typedef enum term_depth { TERM_PLAIN = 0, TERM_16 = 16, TERM_256 = 256 } term_depth;

static inline int term_style_equal(term_style a, term_style b) {
    return a.fore == b.fore && a.back == b.back && a.attr == b.attr;
}

// The escape sequence that switches to `style`, "" on a plain terminal;
// snprintf's rule, 64 bytes are always enough.
int term_style_code(term_style style, term_depth depth, char *buf, size_t cap);

#endif
