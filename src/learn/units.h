// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_UNITS_H
#define TSR_LEARN_UNITS_H

// What the whole numbers of a network stand for (tnet.h), and how a product becomes one of them.

#include <stdint.h>

enum {
    TNET_TOP = 4095,       // of a layer
    TNET_FIRST = 1 << 10,  // of the first sum
    TNET_UNIT = 1 << 9,    // of the layers
    TNET_LOGIT = 1 << 16,  // of a logit
    TNET_SCALE = 1 << 24,  // of a row's scale
    TNET_LOGIT_SHIFT = 17, // a product, times its row's scale, is so much finer than a logit
    TNET_LAYER_SHIFT = 7,  // and that than a layer
    TNET_LOGIT_LIMIT = 64 * TNET_LOGIT,
};

// The product of a row and a layer as a logit.
static inline int32_t tnet_logit(int32_t product, uint32_t scale, int32_t bias) {
    const int64_t limit = TNET_LOGIT_LIMIT, unit = 1 << TNET_LOGIT_SHIFT;
    int64_t sum = (int64_t)product * scale / unit + bias;
    return (int32_t)(sum < -limit ? -limit : sum > limit ? limit : sum);
}

#endif
