// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_PILE_TEXT_H
#define TSR_LANG_PILE_TEXT_H

// What lies on a cell, as letters: one piece, or a pile from the bottom up. Piles stand in brackets on the board;
// those of areas follow as @area=letters.

#include <tessera/text.h>

#include "lang/ir/ir.h"

// What lies on a cell of a state, from the bottom up, as pile_form's numbers; how many. Also where there are no piles.
int lang_things_at(const program *p, const void *s, int cell, uint16_t out[PILE_MOST + 2]);
int lang_thing_owner(const program *p, int thing); // IR_NEUTRAL too
int lang_thing_type(const program *p, int thing);

void lang_put_thing(tsr_out *o, const program *p, int thing);
void lang_put_things(tsr_out *o, const program *p, const void *s, int cell); // letters, no brackets

// One thing read; 0 and a sentence in *why if it is none.
int lang_read_thing(tsr_in *in, const program *p, const char **why);

// Puts things onto a cell of a state, which is empty; 0 = it has no room for them.
int lang_lay_things(const program *p, void *s, int cell, const uint16_t *things, int count);

// Whether piles hold what there is, and not more than the rules can ever bring about.
int lang_piles_are_good(const program *p, const void *s);

#endif
