// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_SCENE_VIEW_H
#define TSR_TERM_SCENE_VIEW_H

// Any scene as text: the one picture every game gets for nothing.
//
// Zones become blocks; blocks flow from left to right and wrap, groups keep
// their zones together under a title. If the result is higher than the room
// there is, it is drawn again tighter: boards lose their lines, then their
// frame, and players' areas stand side by side.

#include <tessera/rules.h>

#include "term/canvas.h"
#include "term/look.h"

// Draws `sc` on `out`, an empty canvas.
void term_draw_scene(const tsr_scene *sc, const term_look *look, term_canvas *out);

// The refs that move `m` of `who`, made in `before`, touches: picks, then marks.
// Returns how many; none for chance and for masked moves.
enum { TERM_TOUCHED_MAX = TSR_PICKS_MAX + TSR_MARKS_MAX };
int term_touched(const tsr_rules *r, const void *before, int who, tsr_move m, uint32_t *out);

#endif
