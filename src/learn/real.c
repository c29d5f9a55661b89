// SPDX-License-Identifier: MIT
// Exponential and logarithm by series; see real.h.
#include "learn/real.h"

// ln 2 in two pieces, so that a multiple of it is taken off without loss.
static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;

// 1 / 13!, 1 / 12! ... 1 / 0!
enum { TERMS = 14 };
static const double inverse_factorial[TERMS] = {1.0 / 6227020800.0,
                                                1.0 / 479001600.0,
                                                1.0 / 39916800.0,
                                                1.0 / 3628800.0,
                                                1.0 / 362880.0,
                                                1.0 / 40320.0,
                                                1.0 / 5040.0,
                                                1.0 / 720.0,
                                                1.0 / 120.0,
                                                1.0 / 24.0,
                                                1.0 / 6.0,
                                                1.0 / 2.0,
                                                1.0,
                                                1.0};

// 2^n, for exponents of normal numbers.
static double power_of_two(int n) {
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

double real_exp(double x) {
    if (!(x > -700.0)) {
        return 0.0;
    }
    x = x > 700.0 ? 700.0 : x;
    double turns = x * 0x1.71547652b82fep0;
    int n = (int)(turns + (turns < 0 ? -0.5 : 0.5));
    double r = x - n * ln2_high - n * ln2_low; // at most 0.35
    double sum = inverse_factorial[0];
    for (int i = 1; i < TERMS; i++) {
        sum = sum * r + inverse_factorial[i];
    }
    return sum * power_of_two(n);
}

double real_log(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int n = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    memcpy(&x, &bits, sizeof x); // from 1 to 2
    if (x > 1.4142135623730951) {
        x *= 0.5;
        n++;
    }
    double t = (x - 1.0) / (x + 1.0), square = t * t, sum = 0.0;
    for (int i = 19; i > 0; i -= 2) {
        sum = sum * square + 1.0 / i;
    }
    return 2.0 * t * sum + n * ln2_low + n * ln2_high;
}
