// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_POINTS_H
#define TSR_LANG_POINTS_H

// Moves of backgammon as its players write them: 13/8 6/5, bar/22, 3/off. A point is a place counted from where the
// player's men leave the board. Only for games whose program reads it: those on a track (lower/notation.c).

#include "lang/vm/walk.h"

enum { POINTS_OFF = 0, POINTS_BAR = 255, POINTS_MOST = 8 };

// The men of a move, in the order in which they are moved.
typedef struct points_play {
    struct {
        uint8_t from, to, hits;
    } man[POINTS_MOST];
    int count;
} points_play;

// What the move of these choices does; 0 = something else than moving men.
int points_of(const program *p, const void *s, const walk_step *step, int count, points_play *out);

int points_text(const points_play *play, char *buf, size_t cap);

// What somebody typed; 0 = it is not well-formed. A man may go on: 13/8/7, and 13/7 may stand for both.
int points_read(const program *p, const char *typed, points_play *out);

// Whether the legal move `play` is what was typed: in any order, over any places. 2 = with the same hits, too.
int points_fits(const points_play *typed, const points_play *play);

#endif
