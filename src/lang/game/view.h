// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VIEW_H
#define TSR_LANG_VIEW_H

// Games where something is hidden: the slots that others leave to their defaults.

#include <tessera/game.h>

#include "lang/ir/ir.h"

// Whether a cell of a hidden area holds what a player does not know.
int view_veils(const program *p, const void *s, int colour, int cell);
// That, or a cell of the board where a hidden piece stands that he does not know.
int view_hides(const program *p, const void *s, int colour, int cell);

void lang_view(const program *p, const void *s, int viewer, void *out);

// Whether a position is as the author says it always is.
int lang_is_as_always(const program *p, const void *s);

void slot_view(const tsr_rules *r, const void *s, int viewer, void *out);
// What is seen of a move. `asked`: the position as it is shown to `who`, where several choose at once; else the same.
tsr_move lang_seen(const tsr_rules *r, const void *s, const void *asked, int who, tsr_move m,
                   int viewer);
tsr_move slot_seen(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer);

#endif
