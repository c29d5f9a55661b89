// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_SPREAD_H
#define TSR_BASE_SPREAD_H

// Bits as bytes of 0 and 1, many at a time: planes and masks for those who learn.

#include <stdint.h>

// Byte k of `out` is bit k of the words, for the first `count` bits; nothing behind is written.
void spread_bits(const uint64_t *bits, uint32_t count, uint8_t *out);

// The first `count` bits, 1 to 64, of each of `rows` words, row after row.
void spread_rows(const uint64_t *word, uint32_t rows, uint32_t count, uint8_t *out);

// The ways it is done, from the slowest; machines have all up to the last that they have.
typedef enum spread_way { SPREAD_PLAIN, SPREAD_AVX2, SPREAD_AVX512 } spread_way;

spread_way spread_best(void);

// The same as spread_bits in a way that the machine has, for tests.
void spread_bits_by(spread_way way, const uint64_t *bits, uint32_t count, uint8_t *out);

#endif
