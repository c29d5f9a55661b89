// SPDX-License-Identifier: MIT
//
// Reading numbers with a point: digits as a whole number, then so many tens.
//
// Nine digits are exact in a double, and what is multiplied or divided later is wrong by less than a part in 10^13. Nine
// digits of a float differ from it by at most half a part in 10^9, and two floats by a part in 10^8, so the nearest float
// is the one that was written.
#include "learn/real_text.h"

#include <stddef.h>

enum { MOST_DIGITS = 18, MOST_TENS = 400 };

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static double scaled(double v, int tens) {
    for (; tens > 0; tens--) {
        v *= 10;
    }
    double down = 1;
    for (; tens < 0; tens++) {
        down *= 10;
    }
    return v / down;
}

// "e-3" and how many tens that is; a text without one means none.
static const char *read_tens(const char *at, int *tens) {
    const char *p = at + 1;
    int minus = 0, n = 0;
    if (*at != 'e' && *at != 'E') {
        return at;
    }
    if (*p == '-' || *p == '+') {
        minus = *p++ == '-';
    }
    if (!is_digit(*p)) {
        return at;
    }
    for (; is_digit(*p); p++) {
        n = n < MOST_TENS ? 10 * n + (*p - '0') : MOST_TENS;
    }
    *tens += minus ? -n : n;
    return p;
}

const char *real_read(const char *text, float *out) {
    const char *p = text + (*text == '-');
    double v = 0;
    int digits = 0, kept = 0, tens = 0;
    for (int behind = 0; is_digit(*p) || (*p == '.' && !behind); p++) {
        if (*p == '.') {
            behind = 1;
            continue;
        }
        digits++;
        if (kept < MOST_DIGITS) {
            v = v * 10 + (*p - '0');
            kept += v > 0;
            tens -= behind;
        } else {
            tens += !behind;
        }
    }
    if (!digits) {
        return NULL;
    }
    p = read_tens(p, &tens);
    *out = (float)scaled(*text == '-' ? -v : v, tens);
    return p;
}
