// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_REAL_H
#define TSR_LEARN_REAL_H

// Exponential and logarithm with the same bits on every machine.
//
// The C library's differ in their last bits from one system to the next, and a search or a training
// that uses them goes its own way there. These use only what IEEE 754 rounds in one way (sums,
// products, quotients), in a fixed order; they are good to about 1e-14.

#include <stdint.h>
#include <string.h>

double real_exp(double x); // 0 below -700, as at 700 above
double real_log(double x); // x > 0

// The exponential of what is not above 0, good to about 1e-8: for loops that need many of them. Below
// -40 it is 0.
static inline double real_exp_quick(double x) {
    if (!(x > -40.0)) {
        return 0.0;
    }
    int n = (int)(x * 0x1.71547652b82fep0 - 0.5);
    double r = x - n * 0x1.62e42fefa39efp-1, square = r * r; // r is at most 0.35
    double low = (1.0 + r) + square * (1.0 / 2 + r * (1.0 / 6));
    double high = (1.0 / 24 + r * (1.0 / 120)) + square * (1.0 / 720 + r * (1.0 / 5040));
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return (low + square * square * high) * power;
}

// 1 / (1 + e^-x), as good as that.
static inline double real_sigmoid(double x) {
    double e = real_exp_quick(x < 0 ? x : -x);
    return (x < 0 ? e : 1.0) / (1.0 + e);
}

#endif
