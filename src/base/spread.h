// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_SPREAD_H
#define TSR_BASE_SPREAD_H

// Bits as bytes of 0 and 1, many at a time: planes and masks for those who learn.

#include <stdint.h>

// Byte k of `out` is bit k of the words, for the first `count` bits; nothing behind is written.
void spread_bits(const uint64_t *bits, uint32_t count, uint8_t *out);

#endif
