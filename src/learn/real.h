// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_REAL_H
#define TSR_LEARN_REAL_H

// Exponential and logarithm with the same bits on every machine.
//
// The C library's differ in their last bits from one system to the next, and a search or a training
// that uses them goes its own way there. These use only what IEEE 754 rounds in one way (sums,
// products, quotients), in a fixed order; they are good to about 1e-14.

double real_exp(double x); // 0 below -700, as at 700 above
double real_log(double x); // x > 0

// 1 / (1 + e^-x).
static inline double real_sigmoid(double x) {
    return 1.0 / (1.0 + real_exp(-x));
}

#endif
