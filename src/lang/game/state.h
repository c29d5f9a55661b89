// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_STATE_H
#define TSR_LANG_STATE_H

// From the rules of an opened game to its program, and looking into its states: what everybody in
// this storey needs who is given a `tsr_rules` and a position. `r->data` is a lang_unit, and
// `r->g.self` the lang_sources it came from.

#include <tessera/game.h>

#include "lang/game/compile.h"

static inline const program *program_of(const tsr_rules *r) {
    return &((const lang_unit *)r->data)->p;
}

// The same rules as machine code, or NULL: then the interpreter plays.
static inline const lang_native *native_of(const tsr_rules *r) {
    return ((const lang_unit *)r->data)->native;
}

// Seats and colours are the same until the players swap sides.
static inline int seat_of(const ir_head *h, int colour) {
    return h->swapped && colour < 2 ? 1 - colour : colour;
}

// ... of one who looks on, what no player's is.
static inline int colour_of(const ir_head *h, int viewer) {
    return viewer < TSR_MAX_PLAYERS ? seat_of(h, viewer) : viewer;
}

// What stands on a cell of a state: owner (IR_NEUTRAL, -1 = nobody) and type.
int lang_owner_at(const program *p, const void *s, int cell);
int lang_type_at(const program *p, const void *s, int cell);

static inline const uint64_t *state_set(const program *p, const void *s, int reg) {
    return (const uint64_t *)(const void *)((const char *)s + p->size.head_sets) + reg * p->b.words;
}
static inline const int32_t *state_nums(const program *p, const void *s) {
    return (const int32_t *)(const void *)((const char *)s + p->size.head_nums);
}

#endif
