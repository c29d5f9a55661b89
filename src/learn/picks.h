// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_PICKS_H
#define TSR_LEARN_PICKS_H

// Which inputs hold, many cells at a time: boards are bytes, one a cell, and what is found are indices.
//
// Boards have room for a multiple of PICKS_LANE bytes, zeros behind the last cell (schema.h). Whole numbers, so that
// every way gives the same.

#include <stdint.h>

enum {
    PICKS_LANE = 32, // cells at a time
    PICKS_SPARE = 16 // indices that may be written behind the last one
};

typedef struct picks {
    const char *name;

    // Where a plane is not 0, `digit` becomes `value`.
    void (*mark)(const uint8_t *plane, uint32_t count, uint8_t value, uint8_t *digit);

    // For each cell the content of the line that begins there: its `length` digits, from cells that lie
    // `step` apart, as a number in base `digits`, which a byte can hold. 0 where `fits` is 0; elsewhere that is 255.
    void (*contents)(const uint8_t *digit, uint32_t count, uint32_t step, uint32_t length,
                     uint32_t digits, const uint8_t *fits, uint8_t *out);

    // first + base[i] + of[i] for each i whose of[i], which counts as `most` at most, is not 0, in ascending order;
    // returns how many.
    uint32_t (*pick)(const uint8_t *of, uint32_t count, uint8_t most, uint32_t first,
                     const uint32_t *base, uint32_t *out);
} picks;

// The ways it is done, from the slowest; machines have all up to the last that they have. NULL = this one has it not.
enum { PICKS_PLAIN, PICKS_AVX2, PICKS_AVX512, PICKS_WAYS };
const picks *picks_way(int way);
const picks *picks_best(void);

#endif
