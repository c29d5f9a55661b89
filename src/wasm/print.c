// SPDX-License-Identifier: MIT
//
// Printing into memory: a format is read once, from left to right, and what does not fit is counted.
#include "wasm/print.h"

#include <stdint.h>
#include <string.h>

#include "wasm/print_real.h"

typedef struct printer {
    char *out;
    size_t cap, printed; // all there is to write
} printer;

typedef struct directive {
    int left, zeros, width, precision; // precision -1 = none
    char length;                       // 'l', 'L' for ll, 'z', 'j', 't', or 0
} directive;

static void put(printer *p, const char *text, size_t n) {
    for (size_t i = 0; i < n; i++, p->printed++) {
        if (p->printed + 1 < p->cap) {
            p->out[p->printed] = text[i];
        }
    }
}

static void put_times(printer *p, char c, int times) {
    for (; times > 0; times--) {
        put(p, &c, 1);
    }
}

// Text with a sign before it, filled up to the width.
static void put_filled(printer *p, const directive *d, const char *text, int n) {
    int sign = d->zeros && n && *text == '-', fill = d->width - n;
    put_times(p, ' ', d->left || d->zeros ? 0 : fill);
    put(p, text, (size_t)sign);
    put_times(p, '0', d->zeros && !d->left ? fill : 0);
    put(p, text + sign, (size_t)(n - sign));
    put_times(p, ' ', d->left ? fill : 0);
}

// --- Kinds ----------------------------------------------------------------------------------------

static void put_number(printer *p, directive *d, uint64_t value, int minus, unsigned base) {
    char text[80];
    int at = sizeof text, most = d->precision > 60 ? 60 : d->precision;
    for (uint64_t v = value; v; v /= base) {
        text[--at] = "0123456789abcdef"[v % base];
    }
    while ((int)sizeof text - at < (most < 0 ? 1 : most)) {
        text[--at] = '0';
    }
    if (minus) {
        text[--at] = '-';
    }
    d->zeros = d->zeros && d->precision < 0;
    put_filled(p, d, text + at, (int)sizeof text - at);
}

static void put_text(printer *p, directive *d, const char *text) {
    size_t n = 0, most = d->precision < 0 ? SIZE_MAX : (size_t)d->precision;
    text = text ? text : "(null)";
    while (n < most && text[n]) {
        n++;
    }
    d->zeros = 0;
    put_filled(p, d, text, (int)n);
}

static void put_real(printer *p, directive *d, double value, int general) {
    char text[PRINT_REAL];
    int precision = d->precision < 0 ? 6 : d->precision > 40 ? 40 : d->precision;
    int n = print_real(text, value, precision, general);
    d->zeros = d->zeros && text[n - 1] <= '9'; // not before inf and nan
    put_filled(p, d, text, n);
}

static int64_t signed_of(const directive *d, va_list *args) {
    switch (d->length) {
    case 'l': return va_arg(*args, long);
    case 'L': return va_arg(*args, long long);
    case 'j': return va_arg(*args, intmax_t);
    case 'z':
    case 't': return va_arg(*args, ptrdiff_t);
    default: return va_arg(*args, int);
    }
}

static uint64_t unsigned_of(const directive *d, va_list *args) {
    switch (d->length) {
    case 'l': return va_arg(*args, unsigned long);
    case 'L': return va_arg(*args, unsigned long long);
    case 'j': return va_arg(*args, uintmax_t);
    case 'z':
    case 't': return va_arg(*args, size_t);
    default: return va_arg(*args, unsigned);
    }
}

static void put_kind(printer *p, directive *d, char kind, va_list *args) {
    char c;
    int64_t number;
    switch (kind) {
    case 'd':
    case 'i':
        number = signed_of(d, args);
        put_number(p, d, number < 0 ? -(uint64_t)number : (uint64_t)number, number < 0, 10);
        break;
    case 'u': put_number(p, d, unsigned_of(d, args), 0, 10); break;
    case 'x': put_number(p, d, unsigned_of(d, args), 0, 16); break;
    case 's': put_text(p, d, va_arg(*args, const char *)); break;
    case 'f':
    case 'g': put_real(p, d, va_arg(*args, double), kind == 'g'); break;
    case 'c':
        c = (char)va_arg(*args, int);
        d->zeros = 0;
        put_filled(p, d, &c, 1);
        break;
    case '%': put(p, "%", 1); break;
    default: __builtin_trap();
    }
}

// --- The format -----------------------------------------------------------------------------------

static const char *read_count(const char *at, int *out, va_list *args) {
    if (*at == '*') {
        *out = va_arg(*args, int);
        return at + 1;
    }
    for (*out = 0; *at >= '0' && *at <= '9'; at++) {
        *out = 10 * *out + (*at - '0');
    }
    return at;
}

static const char *read_directive(const char *at, directive *d, va_list *args) {
    *d = (directive){.precision = -1};
    for (; *at == '-' || *at == '0'; at++) {
        d->left |= *at == '-';
        d->zeros |= *at == '0';
    }
    at = read_count(at, &d->width, args);
    if (d->width < 0) { // as with a minus before it
        d->left = 1;
        d->width = -d->width;
    }
    d->zeros = d->zeros && !d->left;
    if (*at == '.') {
        at = read_count(at + 1, &d->precision, args);
    }
    if (*at == 'l' || *at == 'z' || *at == 'j' || *at == 't') {
        d->length = *at++;
        if (d->length == 'l' && *at == 'l') {
            d->length = 'L';
            at++;
        }
    }
    return at;
}

int print_into(char *out, size_t cap, const char *format, va_list args) {
    printer p = {.out = out, .cap = cap};
    va_list rest;
    va_copy(rest, args);
    while (*format) {
        size_t plain = strcspn(format, "%");
        put(&p, format, plain);
        format += plain;
        if (*format) {
            directive d;
            format = read_directive(format + 1, &d, &rest);
            put_kind(&p, &d, *format++, &rest);
        }
    }
    va_end(rest);
    if (cap) {
        out[p.printed < cap ? p.printed : cap - 1] = '\0';
    }
    return (int)p.printed;
}
