// SPDX-License-Identifier: MIT
#include "arena/genes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One gap: letters, or a number between two ends.
typedef struct gap {
    int letters;
    int given;         // it says where to start
    const char *first; // the letters to start with, if given
    double low, high, start;
} gap;

static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

static int letter_at(char c) {
    const char *at = c ? strchr(letters, c) : NULL;
    return at ? (int)(at - letters) : -1;
}

static int read_number(const char **at, double *out) {
    char *end = NULL;
    *out = strtod(*at, &end);
    int ok = end != *at && isfinite(*out);
    *at = end;
    return ok;
}

// strtod takes "0." of "0..2" and leaves ".2": the dots are found first.
static int read_range(const char *at, const char *end, gap *out) {
    char text[80];
    size_t size = (size_t)(end - at);
    if (size >= sizeof text) {
        return 0;
    }
    memcpy(text, at, size);
    text[size] = '\0';
    char *dots = strstr(text, "..");
    if (!dots) {
        return 0;
    }
    *dots = '\0';
    const char *low = text, *high = dots + 2;
    if (!read_number(&low, &out->low) || *low || !read_number(&high, &out->high)) {
        return 0;
    }
    out->start = (out->low + out->high) / 2;
    if (*high == '=') {
        high++;
        out->given = 1;
        if (!read_number(&high, &out->start)) {
            return 0;
        }
    }
    return !*high && out->low < out->high && out->start >= out->low && out->start <= out->high;
}

// "=0V_", as many as there are letters.
static int read_first(const char *at, const char *end, gap *out) {
    out->given = 1;
    out->first = at + 1;
    int fits = *at == '=' && end - at - 1 == out->letters;
    for (int i = 0; fits && i < out->letters; i++) {
        fits = letter_at(out->first[i]) >= 0;
    }
    return fits;
}

// Reads the gap at `*at`, which points to its '{'. 0 = it is none.
static int read_gap(const char **at, gap *out) {
    const char *from = *at + 1, *end = strchr(from, '}');
    *out = (gap){.letters = 0};
    if (!end) {
        return 0;
    }
    *at = end + 1;
    if (*from == 'x') {
        char *rest = NULL;
        long n = strtol(from + 1, &rest, 10);
        out->letters = n > 0 && n <= GENES_MAX ? (int)n : 0;
        return out->letters > 0 && (rest == end || read_first(rest, end, out));
    }
    return read_range(from, end, out);
}

tsr_err genes_read(const char *text, genes *out, tsr_error *err) {
    const char *at = strchr(text, '{');
    *out = (genes){.text = text};
    while (at) {
        const char *from = at;
        gap g;
        if (!read_gap(&at, &g)) {
            return tsr_fail(err, TSR_ERR_PARSE,
                            "'%.30s' is not a gap: gaps are {0..2}, {0..2=0.5} or {x68}", from);
        }
        int n = g.letters ? g.letters : 1;
        if (out->count + n > GENES_MAX) {
            return tsr_fail(err, TSR_ERR_LIMIT, "there are more than %d numbers to look for",
                            GENES_MAX);
        }
        for (int i = 0; i < n; i++) {
            double start = !g.letters ? (g.start - g.low) / (g.high - g.low)
                           : g.given  ? letter_at(g.first[i]) / 63.0
                                      : 0.5;
            out->given[out->count] = (char)g.given;
            out->start[out->count++] = start;
        }
        at = strchr(at, '{');
    }
    if (out->count == 0) {
        return tsr_fail(err, TSR_ERR_PARSE,
                        "'%.60s' has no gap to fill: {0..2} for a number, {x68} for letters", text);
    }
    return TSR_OK;
}

static double inside(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static int write_gap(const gap *g, const double *gene, char *buf, size_t room) {
    if (!g->letters) {
        return snprintf(buf, room, "%.4f", g->low + (g->high - g->low) * inside(*gene));
    }
    for (int i = 0; i < g->letters && (size_t)i < room; i++) {
        buf[i] = letters[(int)(inside(gene[i]) * 63 + 0.5)];
    }
    return g->letters;
}

int genes_write(const genes *g, const double *gene, char *buf) {
    const char *at = g->text;
    size_t n = 0;
    while (*at && n < GENES_SPEC) {
        gap one;
        if (*at != '{') {
            buf[n++] = *at++;
        } else if (read_gap(&at, &one)) {
            n += (size_t)write_gap(&one, gene, buf + n, GENES_SPEC - n);
            gene += one.letters ? one.letters : 1;
        }
    }
    if (n >= GENES_SPEC) {
        return 0;
    }
    buf[n] = '\0';
    return (int)n;
}

// --- And back ------------------------------------------------------------------------------

// What filled a gap, at `*at`. 0 = it does not fit.
static int find_gap(const gap *g, const char **at, double *gene) {
    if (!g->letters) {
        double x;
        if (!read_number(at, &x) || x < g->low || x > g->high) {
            return 0;
        }
        *gene = (x - g->low) / (g->high - g->low);
        return 1;
    }
    for (int i = 0; i < g->letters; i++, (*at)++) {
        int letter = letter_at(**at);
        if (letter < 0) {
            return 0;
        }
        gene[i] = letter / 63.0;
    }
    return 1;
}

tsr_err genes_find(const genes *g, const char *spec, double *gene, tsr_error *err) {
    const char *want = g->text, *at = spec;
    int fits = 1;
    while (fits && *want) {
        gap one;
        if (*want != '{') {
            fits = *want++ == *at++;
        } else {
            fits = read_gap(&want, &one) && find_gap(&one, &at, gene);
            gene += one.letters ? one.letters : 1;
        }
    }
    return fits && !*at ? TSR_OK
                        : tsr_fail(err, TSR_ERR_MISMATCH,
                                   "'%.90s' is not '%.60s' with its gaps filled", spec, g->text);
}
