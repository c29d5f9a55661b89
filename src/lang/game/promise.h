// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_PROMISE_H
#define TSR_LANG_PROMISE_H

// What a move would do, for whoever is about to make it.

#include <tessera/scene.h>

#include "lang/ir/ir.h"

// Adds to the picks of a legal move which things it takes elsewhere than it goes to (marks), and, if something comes to
// lie on other places than the last one that is picked, all places where it does (lands).
void promise(const program *p, const void *s, tsr_move m, tsr_picks *out);

#endif
