// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CARD_TEXT_H
#define TSR_LANG_CARD_TEXT_H

// Cards in moves: a card is written as what it is (`clubs2`, `king`), wherever it lies. Where every kind has cells of
// its own (a sorted area), that says which cell is meant.

#include <tessera/text.h>

#include "lang/ir/ir.h"

// A kind, without blanks.
void card_put_kind(tsr_out *o, const program *p, int type);

// A cell: what alone lies there, or its name.
void card_put_cell(tsr_out *o, const program *p, int cell);

// Takes the longest kind at the start of `*text`: the cell where the player on turn has it, or else one where it could
// lie. -1 = there is none.
int card_take(const program *p, const void *s, const char **text);

// The hidden area that a cell lies in, or NULL.
const ir_area *card_hidden_area(const program *p, int cell);

#endif
