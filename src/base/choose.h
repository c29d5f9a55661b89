// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_CHOOSE_H
#define TSR_BASE_CHOOSE_H

// Choosing among the bits of a mask: how many are set, and which is number n of them. Callers draw n at
// random, so no branch here depends on where bits are: guessed wrongly, it would take longer
// than all the rest.

#include <stdint.h>

uint32_t choose_count(const uint64_t *bits, uint32_t words);

// `n` is below choose_count.
uint32_t choose_nth(const uint64_t *bits, uint32_t words, uint32_t n);

#endif
