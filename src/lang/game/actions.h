// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_ACTIONS_H
#define TSR_LANG_ACTIONS_H

// Fixed numbers for the moves of any rules file, for whoever learns: the contract's `action`.
//
// One number is one *step* of a move: a motion from a cell to a cell, a cell where a piece goes
// on, is placed, chosen or taken, a piece to become, a pass. A move of several steps is several
// numbers, and number 0 ends a move that could have gone on. Steps that can never be legal for
// the same piece at the same moment share numbers, and pairs of cells that no motion connects
// have none, so there are few: 1,797 in chess, 362 in go.
//
// Made with the program it belongs to, in the same arena; threads share it.

#include "lang/ir/native.h"
#include "lang/vm/walk.h"

enum {
    ACTION_STOP = 0,    // the number that ends a move
    ACTION_CHOICE = 22, // lang_actions.step: choice, from and to by their first bits, ...
    ACTION_FROM = 11,
    ACTION_CELL = (1 << 11) - 1, // ... a cell as bits, ...
    ACTION_NO_CELL = ACTION_CELL // ... and one that is left out
};

enum {
    NO_MOVER = 0,
    SEVERAL_WHOLE = 0xfffe,
    SEVERAL_MOVERS = 0xffff
}; // none; several; or the move may go on

typedef struct lang_actions {
    uint32_t count;
    int layers;
    int by_cells; // a motion is two numbers, from and to: pairs would be too many
    uint8_t layer[IR_MAX_CHOICES + 1];   // of a motion
    uint8_t goes_on[IR_MAX_CHOICES + 1]; // a move may go on after this choice
    uint64_t *going; // [choices + 1][words] the cells to which it must have led for that
    int32_t base[IR_MAX_CHOICES + 1]; // first number of a choice without a `from`
    int32_t from_base;                // by cells: numbers of `from`, then those of `to`
    int32_t *pair;                    // [layers][cells][cells], -1 = none; by pairs only
    int32_t *rank;                    // [cells] which of the cells that exist, -1 = none
    uint32_t *step;                   // [count] what a number means: ACTION_CHOICE
    uint32_t *turned; // [count] the number with its cells turned round; NULL = none moves
    // A number that is the whole of a move: its code; of a motion, which depends on the piece, the
    // code without its choice, which `mover` has: [count][types].
    tsr_move *whole;
    uint16_t *mover;
    lang_ids ids; // the same tables as machine code reads them
} lang_actions;

// `turned` is where the second player sees each cell. NULL for lack of memory.
lang_actions *actions_new(const program *p, const uint16_t *turned, arena *a);

// The first number of a move, from its code alone; -1 = the code does not tell.
int64_t actions_first(const program *p, const lang_actions *f, tsr_move m);

// The slots.
int slot_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out);
int slot_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap);

#endif
