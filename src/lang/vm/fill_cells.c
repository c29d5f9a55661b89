// SPDX-License-Identifier: MIT
//
// The cells that may be filled, as the list that random play draws from (fill.c).
#include "lang/vm/vm_play.h"

void play_fill_pool(const frame *f, play_pool *pool, const uint64_t *cells) {
    int count = 0;
    for (int i = 0; i < f->p->b.words; i++) {
        for (uint64_t left = cells[i]; left; left &= left - 1) {
            pool->cell[count++] = (uint16_t)(64 * i + __builtin_ctzll(left));
        }
    }
    pool->count = count;
}
