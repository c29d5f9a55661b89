// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_HALF_TURN_H
#define TSR_LANG_HALF_TURN_H

// Cells that a position remembers: those chosen in a turn that has stopped in the middle, and those of the turn before.
// Where cells belong to kinds, a cell tells which card was chosen, even when the card has left it. So whoever does not
// look into a place sees that something was chosen there, but not what: such a cell becomes the first one on which he
// knows nothing to lie.

#include "lang/game/things.h"

// A place that a player does not look into: an area, or his part of it, from cell `first` on.
static inline int half_turn_is_own(const ir_area *a, int first, int colour) {
    return a->each && first == a->first + colour * a->size;
}

// Its cells on which the player knows nothing to lie: the same in a position, in his view of it and in a guess.
void half_turn_blind(const program *p, const void *s, int colour, const ir_area *a, int first,
                     uint64_t *out);

// The registers with remembered cells, first those that the author named, in their order. Returns how many these are.
enum { HALF_TURN_MOST = IR_MAX_NAMED + 16 };
int half_turn_registers(const program *p, uint16_t *out);

// Removes these cells from all registers; returns the registers that held one, as bits by their order.
uint64_t half_turn_take(const program *p, void *view, const uint64_t *cells);
// Puts a cell into such registers.
void half_turn_put(const program *p, void *view, uint64_t which, int cell);
// What was remembered as one cell is remembered as the other.
void half_turn_moved(const program *p, void *view, int from, int to);

#endif
