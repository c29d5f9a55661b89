// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_UNSEEN_H
#define TSR_LANG_UNSEEN_H

// `unseen`: cells of which a player does not see whether anything is there. A colour that is no player's looks on, and
// sees what all see.

#include <tessera/game.h>

#include "lang/ir/ir.h"
#include "lang/vm/walk.h"

// Whether the game has such cells.
static inline int unseen_any(const program *p) {
    return p->words.unseen_code[0] != 0;
}

// Which cells these are, in a position or in a view of it.
void unseen_cells(const program *p, const void *s, int colour, uint64_t *out);

// What lies there is known by number and kind, not by place: in a view it lies on the first of these cells (in a guess,
// guess.c, on any of them). The cells are added to `hidden`.
void unseen_veil(const program *p, void *s, int colour, uint64_t *hidden);

// Whether a move chose one of them and left it one: then others do not hear which. `cells`: all that are left so.
int unseen_hides(const program *p, const void *s, const void *after, int colour,
                 const walk_step *step, int count, uint64_t *cells);

#endif
