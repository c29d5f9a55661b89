// SPDX-License-Identifier: MIT
#ifndef TESSERA_TEXT_H
#define TESSERA_TEXT_H

// Writing text to a buffer that may be too small, and parsing text.
//
// `tsr_out` counts as snprintf does: at most `cap` bytes are written, with the final NUL, but
// `tsr_out_end` returns the full length. To learn the size, pass `buf` NULL and `cap` 0. Other
// headers call this "length as snprintf". `tsr_in` is a cursor in an untrusted text; no function
// reads past its NUL.
//
// Inline; needs only libc, so that a plugin does not have to link libtessera.

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <tessera/error.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Writing -----------------------------------------------------------------

typedef struct tsr_out {
    char *buf; // may be NULL when cap is 0
    size_t cap;
    size_t len; // the full length so far in bytes, without the final NUL
} tsr_out;

static inline tsr_out tsr_out_to(char *buf, size_t cap) {
    tsr_out o = {buf, cap, 0};
    return o;
}

static inline void tsr_put_char(tsr_out *o, char c) {
    if (o->len + 1 < o->cap) {
        o->buf[o->len] = c;
    }
    o->len++;
}

static inline void tsr_put(tsr_out *o, const char *text) {
    size_t n = strlen(text);
    if (o->len + 1 < o->cap) {
        size_t room = o->cap - 1 - o->len;
        memcpy(o->buf + o->len, text, n < room ? n : room);
    }
    o->len += n;
}

static inline void tsr_put_int(tsr_out *o, int64_t n) {
    char digits[24];
    int i = (int)sizeof digits - 1;
    uint64_t u = n < 0 ? 0u - (uint64_t)n : (uint64_t)n;
    digits[i] = '\0';
    do {
        digits[--i] = (char)('0' + u % 10);
        u /= 10;
    } while (u);
    if (n < 0) {
        digits[--i] = '-';
    }
    tsr_put(o, digits + i);
}

static inline void TSR_PRINTF(2, 3) tsr_putf(tsr_out *o, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = o->len < o->cap ? vsnprintf(o->buf + o->len, o->cap - o->len, format, args)
                            : vsnprintf(NULL, 0, format, args);
    va_end(args);
    o->len += n > 0 ? (size_t)n : 0;
}

// Terminates the text with NUL (unless cap is 0) and returns its full length.
static inline int tsr_out_end(tsr_out *o) {
    if (o->cap) {
        o->buf[o->len < o->cap ? o->len : o->cap - 1] = '\0';
    }
    return (int)o->len;
}

// --- Reading -----------------------------------------------------------------

typedef struct tsr_in {
    const char *start;
    const char *at; // the next character; *at == '\0' at the end
} tsr_in;

static inline tsr_in tsr_in_from(const char *text) {
    tsr_in in = {text, text};
    return in;
}

// The column of the next byte, from 1, for error messages.
static inline uint32_t tsr_in_column(const tsr_in *in) {
    return (uint32_t)(in->at - in->start) + 1;
}

static inline void tsr_skip_blanks(tsr_in *in) {
    while (*in->at == ' ') {
        in->at++;
    }
}

static inline int tsr_at_end(const tsr_in *in) {
    return *in->at == '\0';
}

// Skips the character `c` if it is next; returns whether it was.
static inline int tsr_take_char(tsr_in *in, char c) {
    if (c == '\0' || *in->at != c) {
        return 0;
    }
    in->at++;
    return 1;
}

// Skips `word` if the text continues with it; returns whether it does.
static inline int tsr_take(tsr_in *in, const char *word) {
    size_t n = strlen(word);
    if (strncmp(in->at, word, n) != 0) {
        return 0;
    }
    in->at += n;
    return 1;
}

// Parses a decimal number with an optional minus sign; 0 unless it is in min .. max.
static inline int tsr_take_int(tsr_in *in, int64_t min, int64_t max, int64_t *out) {
    const char *p = in->at;
    int negative = *p == '-';
    uint64_t u = 0, most = (uint64_t)INT64_MAX + (uint64_t)negative;
    p += negative;
    if (*p < '0' || *p > '9') {
        return 0;
    }
    for (; *p >= '0' && *p <= '9'; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (u > (most - digit) / 10) {
            return 0;
        }
        u = u * 10 + digit;
    }
    int64_t v = negative && u ? -(int64_t)(u - 1) - 1 : (int64_t)u;
    if (v < min || v > max) {
        return 0;
    }
    in->at = p;
    *out = v;
    return 1;
}

// Copies the characters up to the next blank or the end to `buf`; 0 if there are none or they do
// not fit.
static inline int tsr_take_word(tsr_in *in, char *buf, size_t cap) {
    size_t n = 0;
    while (in->at[n] && in->at[n] != ' ') {
        n++;
    }
    if (n == 0 || n >= cap) {
        return 0;
    }
    memcpy(buf, in->at, n);
    buf[n] = '\0';
    in->at += n;
    return 1;
}

#ifdef __cplusplus
}
#endif

#endif
