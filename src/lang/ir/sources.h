// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SOURCES_H
#define TSR_LANG_SOURCES_H

// The text of a game and of those it inherits from: what a program is made of, what printed C
// carries along, and what the table of a game on the shelf points to.

#include <stdint.h>

typedef struct lang_sources lang_sources;
struct lang_sources {
    const char *text;           // of the game
    const lang_sources *parent; // the game it inherits from, or NULL
    int has_view;               // the last option of the table is joined or split
    uint32_t passes_off;        // rewrites that are not done: opt.h
};

#endif
