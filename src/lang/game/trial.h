// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_TRIAL_H
#define TSR_LANG_TRIAL_H

// A trial: some random positions of a game, to see what listing their moves takes. What cannot be bounded
// by reading the rules is bounded by refusing them when it happens here (error 47).

#include "lang/game/compile.h"

// What is proved of any rules before they are played: that a turn depends only on what its player knows (error 35).
tsr_err lang_prove(lang_unit *u, const tsr_alloc *alloc);

tsr_err lang_try(lang_unit *u, const tsr_alloc *alloc);

#endif
