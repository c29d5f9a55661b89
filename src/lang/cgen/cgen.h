// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CGEN_H
#define TSR_LANG_CGEN_H

// A program as C: the second back end.
//
// cgen_print writes one self-contained C17 file that plays the game: the automaton as
// functions that call each other, the code as expressions, the board as tables. It
// has no semantics of its own: it prints the plan (plan/plan.h, plan/ways.h) of this one program, with
// everything known folded in.
// docs/compiler.md follows a game through it.
//
//     program --- cgen_print ---> C text --- system compiler ---> lang_native table
//
// Reentrant; only `out` is written.

#include "base/buffer.h"
#include "lang/ir/ir.h"
#include "lang/ir/native.h"
#include "lang/ir/sources.h"

typedef struct cgen_source {
    const lang_sources *embed; // put into the file, so that the module stands alone; or NULL
    const char *symbol;        // name of the exported table; NULL = TSR_LANG_NATIVE_SYMBOL
    int lanes;                 // the file goes on with kernels (lang/lanes), which need no table
    uint64_t asked; // then: motions (1 << choice) of which it is asked whether they are on offer
} cgen_source;

// Appends the file to `out`. TSR_ERR_LIMIT with `err` filled if the program has
// something that is not compiled; TSR_ERR_MEMORY.
tsr_err cgen_print(const program *p, const cgen_source *source, buffer *out, tsr_error *err);

#endif
