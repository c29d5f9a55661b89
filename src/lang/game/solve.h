// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SOLVE_H
#define TSR_LANG_SOLVE_H

// Who wins a game that only fills cells and is won by a line: the contract's `prove`.
//
// Where the rules are of that kind (fill.h), on a board that fits a wide word, and cells are
// either always open or opened by the one before them, questions about the end can be
// settled on two words of bits instead of states: some millions of positions a second. Connect
// Four is such a game from its first move on.
//
// Only one question is ever asked: does a given player, the hunter, get a line? "Am I sure to win?"
// asks it about oneself, "am I sure not to lose?" about the other, and both share one table.
// What is cut off:
//   - a player who can complete a line does, and one who must prevent it does that;
//   - a move that opens the cell the other one needs is not made;
//   - a hunter without room for a line gets none, and one whose every move has an answer that
//     leaves him no line gets none either (see `can_be_answered` in solve.c);
//   - positions that mirror each other are one.

#include "lang/plan/fill.h"

enum { SOLVE_SYMMETRIES = 8 };

// Made when rules are opened, in their arena; threads share it. All sets are wide words.
typedef struct lang_solver {
    const program *p;
    int line[2]; // how many in a row win, by colour
    int axes, step[8];
    int up, down;          // a filled cell opens the one so many bits above, or below
    uint64_t board, floor; // all cells; those that nothing has to be filled for
    uint64_t low;          // cells with an odd number of cells to be opened after them
    uint8_t place[64], cell[64];
    uint8_t lines_through[2][64]; // by colour and place
    int symmetries;
    uint64_t key[2][64][SOLVE_SYMMETRIES]; // of a piece, as each symmetry has it
} lang_solver;

// 0 for lack of memory. *out is NULL if the rules are of another kind.
int solver_new(const program *p, arena *a, const lang_solver **out);

// The slot.
int slot_prove(const tsr_rules *r, const void *s, tsr_proof *q);

#endif
