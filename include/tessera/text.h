// SPDX-License-Identifier: MIT
#ifndef TESSERA_TEXT_H
#define TESSERA_TEXT_H

// Writing into a buffer that may be too small, and reading with a cursor.
//
// `tsr_out` keeps snprintf's rule: it goes on counting past the end, so
// `tsr_out_end` returns the length the whole text needs, and a caller with
// `buf` NULL and `cap` 0 learns the size. `tsr_in` walks over a text that came
// from outside: nothing in it can read past the final NUL.
//
// Inline and on libc alone, so that a plugin needs no symbol of ours.

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
    size_t len; // characters the text needs so far, without the final NUL
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

// Ends the text with NUL (if there is any room at all) and returns its length.
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

// The column of the next character, from 1, for error messages.
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

// Takes character `c` if it is next.
static inline int tsr_take_char(tsr_in *in, char c) {
    if (c == '\0' || *in->at != c) {
        return 0;
    }
    in->at++;
    return 1;
}

// Takes `word` if the text goes on with exactly that.
static inline int tsr_take(tsr_in *in, const char *word) {
    size_t n = strlen(word);
    if (strncmp(in->at, word, n) != 0) {
        return 0;
    }
    in->at += n;
    return 1;
}

// Takes decimal digits with an optional minus; the value must lie in min .. max.
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

// Takes a run of characters up to a blank or the end into `buf`; 0 if there is
// none or it does not fit.
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
