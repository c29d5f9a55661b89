// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_LEARN_H
#define TSR_CORE_LEARN_H

// Observations of any game: by its `learn` table, or else its `features` as scalars, or else the
// bytes of a view. Always made of a view, so that nothing leaks.
//
// Threads share it all.

#include <tessera/rules.h>

void learn_sight(const tsr_rules *r, tsr_sight *out);

// `view` is what `viewer` sees. Either pointer may be NULL.
void learn_observe(const tsr_rules *r, const void *view, int viewer, uint8_t *planes,
                   float *scalars);

// What plane `i` holds, or scalar `i - planes`; snprintf's rule.
int learn_legend(const tsr_rules *r, uint32_t i, char *buf, size_t cap);

uint32_t learn_turned(const tsr_rules *r, uint32_t action);

// The slots of the table, NULL where the game has not got them.
const tsr_game_learn *learn_of(const tsr_rules *r);

#endif
