// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_PASS_H
#define TSR_LANG_PASS_H

// The switches of the rewrites: each row of passes.def can be left out, for tests and to see what
// it gains. Whoever does a rewrite asks here whether it is wanted.

#include "lang/ir/ir.h"

typedef enum pass_id {
#define PASS(name, level, about) PASS_##name,
#include "lang/ir/passes.def"
#undef PASS
    PASS_COUNT_
} pass_id;

static inline int pass_on(const program *p, pass_id id) {
    return !(p->passes_off >> id & 1);
}

#endif
