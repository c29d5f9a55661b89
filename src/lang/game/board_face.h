// SPDX-License-Identifier: MIT
//
// What a board looks like beyond its cells: what it is made of, whether men stand in squares, on crossings of
// lines or in hollows, which sides belong to whom. Most of it follows from the rules; the rest is said by a
// line of the leaflet: "# Board: slate, points, plain."
#ifndef TSR_LANG_BOARD_FACE_H
#define TSR_LANG_BOARD_FACE_H

#include <tessera/scene.h>

#include "lang/front/diag.h"
#include "lang/game/goals.h"
#include "lang/ir/ir.h"
#include "lang/ir/sources.h"

typedef struct board_face {
    uint8_t material, form;    // tsr_material, tsr_form
    uint8_t plain;             // not chequered
    uint8_t stars;             // crossings are marked as on boards of go
    uint8_t ring;              // its places lie in a ring
    uint8_t goals;             // so many places are marked ...
    uint16_t goal[GOAL_CELLS]; // ... which are what the game is about
    uint8_t owner[4]; // who joins the north, east, south and west side; IR_NEUTRAL = nobody
} board_face;

// The look of a program's board; `src` are its text and those it inherits from.
board_face board_face_of(const program *p, const lang_sources *src);

// Words after "Board:" that mean nothing: a warning for each.
void board_face_check(const char *text, diag_list *diags);

#endif
