// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_FEATURES_H
#define TSR_LANG_FEATURES_H

// A position as numbers, for whoever learns: the contract's `features` for every rules file.
//
// All is seen from one player's side. For each owner (that player first, then the others in
// turn, then nobody) and each kind of piece there is one number a cell: 1 where such a piece
// stands. Where players look at each other, the second one sees the board turned round, so that
// what is learned on one side holds on the other. Then, where the game has them: tokens on cells,
// pieces in hand, the phase. Last: whether that player is to move, and which colour it has.
//
// Made with the program it belongs to, in the same arena; threads share it.

#include "lang/vm/vm.h"

typedef struct lang_features {
    tsr_game_ai ai;   // what agents get; slots_open.c fills it in
    uint32_t count;   // numbers
    int owners;       // players, and nobody where there are neutral pieces
    int token_kinds;  // kinds of tokens
    uint16_t *turned; // [cells] a cell as the second player sees it
} lang_features;

// NULL for lack of memory.
lang_features *features_new(const program *p, arena *a);

// The slot.
void slot_features(const tsr_rules *r, const void *view, int viewer, float *out);

#endif
