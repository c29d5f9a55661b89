// SPDX-License-Identifier: MIT
//
// White space, a sign, what says the base, digits.
#include "wasm/number.h"

#include <errno.h>
#include <stdint.h>

static int digit(char c) {
    const int letter = (c | 32) - 'a';
    return c >= '0' && c <= '9' ? c - '0' : letter >= 0 && letter < 26 ? letter + 10 : 99;
}

// The digits; `end` stays where it is if there are none, and what is too large becomes `most`.
static unsigned long long digits(const char *at, const char **end, int base,
                                 unsigned long long most, int *over) {
    unsigned long long value = 0;
    *over = 0;
    for (int d; (d = digit(*at)) < base; *end = ++at) {
        *over |= value > (most - (unsigned long long)d) / (unsigned long long)base;
        value = *over ? most : value * (unsigned long long)base + (unsigned long long)d;
    }
    errno = *over ? ERANGE : errno;
    return value;
}

// Where the digits begin, after a sign.
static const char *begin(const char *at, int *minus, int *base) {
    while (*at == ' ' || (*at >= '\t' && *at <= '\r')) {
        at++;
    }
    *minus = *at == '-';
    at += *at == '-' || *at == '+';
    if ((*base == 0 || *base == 16) && at[0] == '0' && (at[1] | 32) == 'x' && digit(at[2]) < 16) {
        *base = 16;
        return at + 2;
    }
    *base = *base ? *base : *at == '0' ? 8 : 10;
    return at;
}

unsigned long long number_unsigned(const char *text, char **end, int base,
                                   unsigned long long most) {
    int minus, over;
    const char *stop = text, *at = begin(text, &minus, &base);
    const unsigned long long size = digits(at, &stop, base, most, &over);
    if (end) {
        *end = (char *)(uintptr_t)stop;
    }
    return minus && !over ? 0 - size : size;
}

long long number_signed(const char *text, char **end, int base, long long most) {
    int minus, over;
    const char *stop = text, *at = begin(text, &minus, &base);
    const unsigned long long size =
        digits(at, &stop, base, (unsigned long long)most + (minus != 0), &over);
    if (end) {
        *end = (char *)(uintptr_t)stop;
    }
    return minus ? (long long)(0 - size) : (long long)size;
}
