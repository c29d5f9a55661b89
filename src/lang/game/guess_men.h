// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_GUESS_MEN_H
#define TSR_LANG_GUESS_MEN_H

// Kinds for hidden men on the board, and for cards in hidden areas (guess_men.c).

#include <tessera/rng.h>

#include "lang/ir/ir.h"

// Kinds to deal from: those of one player where pieces are hidden, else those of all.
typedef struct kind_pool {
    uint16_t left[IR_MAX_TYPES]; // of each kind, what is nowhere to be seen
    uint32_t all;
} kind_pool;

// Takes one out of the pool, which is not empty: each thing is as likely as any other.
int kind_pool_draw(tsr_rng *g, kind_pool *of);

// The cells on which one player's men stand that are not known; of cards, the first cells of their areas.
typedef struct men {
    uint16_t cell[BOARD_MAX_CELLS];
    int count;
} men;

// A kind for each of them, taken out of the pool; 0 = there are too few, and nothing was drawn.
int guess_men(const program *p, const void *s, tsr_rng *g, const men *m, kind_pool *of,
              uint8_t *kind);

#endif
