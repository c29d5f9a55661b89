// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_WIDE_H
#define TSR_TEACH_WIDE_H

// The loops of learning over rows of floating-point numbers, as wide as the machine can.
//
// Every way adds up in the same order, eight lanes side by side and these in pairs, so that all of them give
// the same bits. Widths are multiples of WIDE_LANE; `stride` is the distance from one row to the next.

#include <stdint.h>

enum { WIDE_LANE = 8 };

// A step of Adam: `mean` and `square` are corrections for the first steps.
typedef struct wide_pace {
    float rate, share, mean, square, decay;
} wide_pace;

typedef struct wide {
    const char *name;

    // sum += rows of a table.
    void (*add_rows)(const float *table, uint32_t stride, uint32_t width, const uint32_t *row,
                     uint32_t count, float *sum);

    // The products of the first `count` rows with `layer`, each plus what follows its row.
    void (*products)(const float *table, uint32_t stride, uint32_t width, uint32_t count,
                     const float *layer, float *out);

    // Cuts what is below 0 or above `top` off a layer.
    void (*cut_off)(float *layer, uint32_t width, float top);

    // What was cut off learns nothing: its slopes become 0.
    void (*stop_at_ends)(const float *layer, float *slope, uint32_t width, float top);

    // to += x * row.
    void (*add_times)(float *to, const float *row, float x, uint32_t width);

    // Backwards through `products`: slope[i] += blame[i] * layer, and back += blame[i] * table[i].
    void (*backwards)(const float *table, float *slope, uint32_t stride, uint32_t width,
                      uint32_t count, const float *blame, const float *layer, float *back);

    // Moves weights by their slopes.
    void (*step)(float *weight, float *mean, float *square, const float *slope, uint32_t width,
                 const wide_pace *pace);
} wide;

const wide *wide_plain(void); // on every machine
const wide *wide_best(void);  // on this one

#endif
