// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_FILL_H
#define TSR_LANG_FILL_H

// Games that only fill cells: what can be known about them before play.
//
// In many games a turn puts one piece on one of some empty cells, and the one thing that can
// end the game early is a line or a link through it. Compiled code plays such games at random
// in a loop of their own (cgen_fill.c), and questions about their ends are settled by a
// search of their own (solve.h). All that is known here is read from the program's code,
// whoever wrote the rules; in doubt the answer is no.

#include "lang/ir/pass.h"

typedef struct fill_game {
    const program *p;
    const ir_node *node[2]; // the choice of each player
    const insn *end[2];     // what may end the game after it, or NULL
    const insn *side[2][2]; // of a link: the KSETs of both sides
    int after;              // other turns are possible up to this number of turns, -1 = none
    int opens;              // the shift to the cell that filling one opens, -1 = not so simple
    int rows;               // an axis whose lines are cells that follow each other, -1 = none
    uint8_t place[64];      // the bit of each cell in a wide word, see fill_places
} fill_game;

// Whether `p` is such a game; fills in all but `opens`, `rows` and `place`.
int fill_find(fill_game *f, const program *p);
// The choice with cells of player `me`, a part of the above; 0 = there is not just one.
int fill_choice(fill_game *f, int me);

int fill_is_line(const insn *end); // not a link
int fill_line_length(const insn *end);

// fill_opens.c: the shift by which filling a cell opens another, the same for both players;
// -1 = it is not so simple. And whether just the empty cells are on offer, to both.
int fill_opening_shift(const program *p);
int fill_offers_empties(const program *p);

// On a board of one word, lines that lead over its edge would go on at the other side and must be
// masked. If there is room, rows are kept with an empty bit after each, and no line needs a mask.
// 0 = there is no room, or it would not help.
int fill_places(fill_game *f);
// By how many bits a shift moves in that wide word; 0 = not all cells by the same, or it leads over
// an edge to a cell.
int fill_step(const fill_game *f, int shift);
int fill_starts_row(const fill_game *f, int cell);

// The first axis along whose lines the cells have one number after the other, or -1.
int fill_rows(const board *b);

#endif
