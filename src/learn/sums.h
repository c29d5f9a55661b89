// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_SUMS_H
#define TSR_LEARN_SUMS_H

// The sums a network is made of, as wide as the machine can: whole numbers, so that every way gives the
// same.
//
// Widths are multiples of TNET_LANE. Sums of int16 wrap round rather than being undefined: a network whose
// sums leave the range plays badly, and equally badly everywhere.

#include <stdint.h>

typedef struct sums {
    const char *name;

    // Adds rows of a table to `sum`.
    void (*add)(const int16_t *table, uint32_t width, const uint32_t *row, uint32_t count,
                int16_t *sum);

    // The product of each row with `layer`. `row` NULL: the first `count` rows.
    void (*products)(const int16_t *table, uint32_t width, const uint32_t *row, uint32_t count,
                     const int16_t *layer, int32_t *out);

    // The products of all `count` rows with `layer`. `pair` is the same table by pairs of columns,
    // [width / 2][count][2]: where that is read, no sum across a register is needed.
    void (*layer)(const int16_t *table, const int16_t *pair, uint32_t width, uint32_t count,
                  const int16_t *layer, int32_t *out);

    // Products as a layer, by the scale and the bias of each row (tnet.h).
    void (*cut_off)(const int32_t *product, const uint32_t *scale, const int32_t *bias,
                    uint32_t count, int16_t *out);
} sums;

const sums *sums_plain(void); // on every machine
const sums *sums_best(void);  // on this one

#endif
