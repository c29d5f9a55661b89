// SPDX-License-Identifier: MIT
//
// What a rules file says about itself, for people. The comment at its head is the
// leaflet: the first line is what lists and menus say, what follows explains the game. The
// compiler reads no comment, and a record is good however they are reworded.
#ifndef TSR_LANG_LEAFLET_H
#define TSR_LANG_LEAFLET_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

// One line for lists; a neutral one where the file has none. NULL: no memory.
const char *leaflet_about(arena *a, const char *text);

// The explanation, then the rules themselves. NULL: no memory.
const char *leaflet_text(arena *a, const char *text);

// How many minutes a usual game takes, where the leaflet says so in these words: "A game takes about 30
// minutes." 0 = it does not, or names more than a day.
uint16_t leaflet_minutes(const char *text);

// What follows `head` in a line of the leaflet that begins so ("Board: "), `size` bytes of it; NULL = there is
// no such line. Its number goes to `at` unless that is NULL.
const char *leaflet_line(const char *text, const char *head, size_t *size, uint32_t *at);

// A hash of all the rest: without comments, blank lines and blanks at the ends of lines.
uint64_t leaflet_hash_rest(const char *text, uint64_t seed);

#endif
