// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CARD_FACE_H
#define TSR_LANG_CARD_FACE_H

// What is printed on a card, which is a kind of piece that attributes tell from others.

#include "lang/ir/ir.h"

typedef struct card_face {
    char glyph[12]; // two columns: the suit's sign and a rank, or what tells the kind apart
    char name[64];  // "queen of spades", "5"
    uint8_t colour; // tsr_colour
} card_face;

card_face card_face_of(const program *p, int type);

// Whether a piece is a card where there is no board: one of several kinds, which players own.
int card_is_one(const program *p, int type);

#endif
