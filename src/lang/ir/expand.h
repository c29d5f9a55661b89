// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_EXPAND_H
#define TSR_LANG_EXPAND_H

// What the instructions about pieces mean, as simpler ones: which registers change depends on what a game
// has (players, types, neutral pieces, what has not moved), and is known once its layout is.
//
// This is their definition. Printed C is made of it; the interpreter does the same at once (vm_effects.h),
// and test_lang_expand runs both.

#include "lang/ir/ir.h"

enum {
    EXPAND_TEMPS = 3, // set registers behind those of the program that expansions work with
    EXPAND_ARGS = 2,  // and two more, for whoever wants to have the operands there
    EXPAND_MOST = 3 * (IR_MAX_PLAYERS + 1 + IR_MAX_TYPES) + IR_MAX_PLAYERS + 24
};

static inline uint16_t expand_temp(const program *p, int k) {
    return (uint16_t)(p->at.set_count + k);
}

static inline uint16_t expand_arg(const program *p, int k) {
    return expand_temp(p, EXPAND_TEMPS + k);
}

// Writes instruction `x` as simpler ones, up to EXPAND_MOST, and returns how many; -1 = it is no instruction
// about pieces. Jumps lead forward, and count from the first. CLEAR and CAPTURE are simple enough for
// the others.
int ir_expand(const program *p, const insn *x, insn *out);

#endif
