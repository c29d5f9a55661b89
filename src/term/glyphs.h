// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_GLYPHS_H
#define TSR_TERM_GLYPHS_H

// The character for an item, in the set of characters at hand. Games give a
// glyph of one or two columns; where it cannot be shown, a substitute is found:
// the usual letter of a chess piece, a sign for the shape, the label's initial.

#include <tessera/scene.h>

#include "term/look.h"

enum { TERM_GLYPH_MAX = 16 }; // bytes, with the final NUL

// Whether `item` is a free place that needs no ink of its own.
int term_is_free(const tsr_scene *sc, const tsr_item *item);

// The text of one item, however many there are of it.
void term_glyph(term_glyphs set, const tsr_scene *sc, const tsr_item *item, char *out);

#endif
