// SPDX-License-Identifier: MIT
//
// Numbers with a point as text. Every one has an end in decimal digits, since 1 / 2 = 5 / 10: they are all written down
// (at most 767 that count), rounded where they have to end, and laid out.
#include "wasm/print_real.h"

#include <stdint.h>
#include <string.h>

enum { WORDS = 84, DIGITS = 800, FRACTION = 52, LOWEST = -1074 };

// All digits of a number, and how many of them stand before the point: 0.025 is 25 with -1.
typedef struct decimal {
    char digit[DIGITS];
    int count, point;
} decimal;

typedef struct whole {
    uint32_t word[WORDS]; // the lowest first
    int words;
} whole;

static void times(whole *x, uint32_t factor) {
    uint64_t carry = 0;
    for (int i = 0; i < x->words; i++) {
        carry += (uint64_t)x->word[i] * factor;
        x->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        x->word[x->words++] = (uint32_t)carry;
    }
}

static int last_digit(whole *x) {
    uint64_t rest = 0;
    for (int i = x->words - 1; i >= 0; i--) {
        rest = rest << 32 | x->word[i];
        x->word[i] = (uint32_t)(rest / 10);
        rest %= 10;
    }
    while (x->words && !x->word[x->words - 1]) {
        x->words--;
    }
    return (int)rest;
}

// m * 2^e is m * 5^-e tenths, hundredths ... where e is negative.
static void expand(double value, decimal *out) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int e = (int)(bits >> FRACTION & 2047);
    uint64_t m = (bits & ((UINT64_C(1) << FRACTION) - 1)) | (uint64_t)(e > 0) << FRACTION;
    e = e ? e + LOWEST - 1 : LOWEST;
    whole x = {.word = {(uint32_t)m, (uint32_t)(m >> 32)}, .words = m >> 32 ? 2 : m != 0};
    for (int i = 0; i < (e < 0 ? -e : e); i++) {
        times(&x, e < 0 ? 5 : 2);
    }
    char back[DIGITS];
    int n = 0;
    while (x.words) {
        back[n++] = (char)last_digit(&x);
    }
    for (int i = 0; i < n; i++) {
        out->digit[i] = back[n - 1 - i];
    }
    out->count = n;
    out->point = n + (e < 0 ? e : 0);
}

// Ends the number after so many digits, at the nearer side; halves go to the even one.
static void end_after(decimal *d, int keep) {
    if (keep >= d->count) {
        return;
    }
    int up = 0;
    if (keep >= 0) {
        int rest = 0;
        for (int i = keep + 1; i < d->count; i++) {
            rest |= d->digit[i];
        }
        int odd = keep > 0 && (d->digit[keep - 1] & 1);
        up = d->digit[keep] > 5 || (d->digit[keep] == 5 && (rest || odd));
    }
    d->count = keep > 0 ? keep : 0;
    int i = d->count - 1;
    for (; up && i >= 0 && d->digit[i] == 9; i--) {
        d->digit[i] = 0;
    }
    if (up && i >= 0) {
        d->digit[i]++;
    } else if (up) { // 99 is 100 now
        memmove(d->digit + 1, d->digit, (size_t)d->count);
        d->digit[0] = 1;
        d->count++;
        d->point++;
    }
}

static char digit_at(const decimal *d, int i) {
    return (char)('0' + (i >= 0 && i < d->count ? d->digit[i] : 0));
}

// Digits from `first`, the point after the first `before` of them, and `behind` more.
static char *put_digits(const decimal *d, int first, int before, int behind, char *out) {
    for (int i = 0; i < before; i++) {
        *out++ = digit_at(d, first + i);
    }
    if (behind > 0) {
        *out++ = '.';
    }
    for (int i = 0; i < behind; i++) {
        *out++ = digit_at(d, first + before + i);
    }
    return out;
}

static char *put_plain(const decimal *d, int behind, char *out) {
    int before = d->point > 0 ? d->point : 1;
    return put_digits(d, d->point - before, before, behind, out);
}

static char *put_power(const decimal *d, int behind, char *out) {
    int power = d->point - 1;
    out = put_digits(d, 0, 1, behind, out);
    *out++ = 'e';
    *out++ = power < 0 ? '-' : '+';
    power = power < 0 ? -power : power;
    if (power > 99) {
        *out++ = (char)('0' + power / 100);
    }
    *out++ = (char)('0' + power / 10 % 10);
    *out++ = (char)('0' + power % 10);
    return out;
}

// g: the shorter of both forms, without zeros at the end.
static char *put_general(decimal *d, int precision, char *out) {
    precision = precision ? precision : 1;
    end_after(d, precision);
    while (d->count && !d->digit[d->count - 1]) {
        d->count--;
    }
    if (!d->count) {
        *out++ = '0';
        return out;
    }
    int plain = d->point > -4 && d->point <= precision;
    int behind = plain ? d->count - d->point : d->count - 1;
    return plain ? put_plain(d, behind, out) : put_power(d, behind, out);
}

int print_real(char *out, double value, int precision, int general) {
    char *at = out;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (bits >> 63) {
        *at++ = '-';
    }
    if ((bits >> FRACTION & 2047) == 2047) {
        memcpy(at, bits << 12 ? "nan" : "inf", 3);
        return (int)(at + 3 - out);
    }
    decimal d;
    expand(value, &d);
    if (general) {
        at = put_general(&d, precision, at);
    } else {
        end_after(&d, d.point + precision);
        at = put_plain(&d, precision, at);
    }
    return (int)(at - out);
}
