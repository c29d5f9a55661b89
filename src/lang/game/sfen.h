// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SFEN_H
#define TSR_LANG_SFEN_H

// Pieces and hands as in SFEN, the notation of positions of shogi (sfen.c). Only for games whose program has words.sfen:
// those with a grid, two players and hands.

#include <tessera/text.h>

#include "lang/ir/ir.h"

void sfen_put_piece(tsr_out *o, const program *p, int owner, int type);
int sfen_read_piece(tsr_in *in, const program *p, int *owner); // the type, or -1

void sfen_put_hands(tsr_out *o, const program *p, const void *s);
int sfen_read_hands(tsr_in *in, const program *p,
                    int32_t *hands); // 0 = that is none; `hands` is zero before

#endif
