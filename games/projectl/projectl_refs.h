// SPDX-License-Identifier: MIT
#ifndef PROJECTL_REFS_H
#define PROJECTL_REFS_H

// Names for the items of a scene: projectl_scene.c draws them, projectl_path.c
// turns them into moves and back.

#include "projectl_state.h"

enum {
    PROJECTL_REF_ROW = 1,      // + place
    PROJECTL_REF_DECK = 20,    // + colour
    PROJECTL_REF_RESERVE = 30, // + shape
    PROJECTL_REF_BUTTON = 40,  // + tsr_pl_kind
    PROJECTL_REF_RECYCLE = 60, // + colour
    PROJECTL_REF_PIECE = 100,  // + 16 * player + shape
    PROJECTL_REF_TURN = 200,   // + 8 * shape + turn
    PROJECTL_REF_CELL = 1000   // + 128 * player + 32 * slot + cell
};

static inline uint32_t projectl_ref_piece(int player, int shape) {
    return (uint32_t)(PROJECTL_REF_PIECE + 16 * player + shape);
}

static inline uint32_t projectl_ref_turn(int shape, int turn) {
    return (uint32_t)(PROJECTL_REF_TURN + 8 * shape + turn);
}

static inline uint32_t projectl_ref_cell(int player, int slot, int cell) {
    return (uint32_t)(PROJECTL_REF_CELL + 128 * player + 32 * slot + cell);
}

// Whether a piece looks different when turned: then its turn is a pick of its own.
static inline int projectl_has_turns(int shape) {
    return shape != TSR_PL_O1 && shape != TSR_PL_O2;
}

#endif
