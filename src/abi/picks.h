// SPDX-License-Identifier: MIT
#ifndef TSR_ABI_PICKS_H
#define TSR_ABI_PICKS_H

// Moves by fixed numbers, picked one after the other: which numbers may come next, and which move is
// meant once only one is left. Works for every game that has `action`, by listing.
//
// Nothing is allocated: `room` has space for r->max_moves.

#include <tessera/rules.h>

// What was picked of a move that is not whole.
typedef struct picks {
    uint32_t count;
    uint32_t at[TSR_MAX_ACTIONS];
} picks;

// The numbers that may come next, as bits of (action_count + 63) / 64 words; returns how many moves
// are left.
int picks_mask(const tsr_rules *r, const void *s, int who, const picks *p, uint64_t *bits,
               tsr_move *room);

// Picks `action`: 0 = no legal move goes on so. Else the number of moves left; if that is one, it is
// in *out, and otherwise `p` has grown.
int picks_take(const tsr_rules *r, const void *s, int who, picks *p, uint32_t action, tsr_move *out,
               tsr_move *room);

// "action 17 (e2e5) is not legal now; legal: 3 (a2a3), ..." into buf.
void picks_explain(const tsr_rules *r, const uint64_t *bits, int64_t action, char *buf, size_t cap);

#endif
