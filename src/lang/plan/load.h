// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LOAD_H
#define TSR_LANG_LOAD_H

// Turns that take up some of a pile, carry them cell by cell and lay some down on each: what is known of such a turn at a
// node without a look at the position, and what code makes of that.

#include "lang/plan/ways.h"

// Where a turn stands. Heights from LOAD_ROWS - 1 on are one: as high, or higher.
typedef struct cargo {
    int laden;  // things were taken up; `height` is how many are carried
    int height; // ... before: of the pile on `here`
    int here;
    int cell;                               // where what is carried lies, -1 = nothing was taken up
    uint64_t at_here[IR_MAX_SETS / 64 + 1]; // set registers that hold the cell `here`, as bits
    int number;                             // a number register of the state that is known,
    int32_t value;                          // and what it holds; -1 = none is
} cargo;

enum { CELL_ANY = -1, CELL_NONE = -2 };

// What may come of code.
typedef struct code_end {
    int failed; // it cannot be said
    int offers; // it may offer something: nothing more than one choice
    int cell; // ... a cell, CELL_ANY = any of constant `within` - 1, CELL_NONE = a choice without a cell
    int within;            // 0 = any at all
    uint64_t kinds;        // ... of what may stand on it: bit 0 nothing, bit 1 + t type t
    int says_yes, says_no; // what it may answer
} code_end;

// What code offers or answers, which leaves the cargo alone; and what it does, with the cell `to` at hand, -1 = none.
code_end load_ask(const program *p, uint32_t code, const cargo *c);
code_end load_do(const program *p, uint32_t code, cargo *c, int to);

#endif
