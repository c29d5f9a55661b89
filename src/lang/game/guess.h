// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_GUESS_H
#define TSR_LANG_GUESS_H

// A position that a view may be of, at random (guess.c).

#include <tessera/game.h>

void slot_guess(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out);

#endif
