// SPDX-License-Identifier: MIT
//
// Reads a command line by the rows of a table, and says what it does not understand.
#include "cli/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <tessera/text.h>

#include "base/near.h"

int cli_number(const char *text, uint64_t *out) {
    uint64_t base = 10, n = 0;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    }
    if (!*text) {
        return 0;
    }
    for (; *text; text++) {
        char c = *text;
        uint64_t digit = c >= '0' && c <= '9'   ? (uint64_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint64_t)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (uint64_t)(c - 'A') + 10
                                                : 99;
        if (digit >= base || n > (UINT64_MAX - digit) / base) {
            return 0;
        }
        n = n * base + digit;
    }
    *out = n;
    return 1;
}

const char *cli_nearest(const char *typed, const char *const *words) {
    const char *best = NULL;
    int best_distance = near_limit(typed) + 1;
    for (; *words; words++) {
        int distance = near_distance(typed, *words);
        if (distance < best_distance) {
            best = *words;
            best_distance = distance;
        }
    }
    return best;
}

void cli_options_init(const cli_option *options, int count, void *values) {
    for (int i = 0; i < count; i++) {
        char *at = (char *)values + options[i].offset;
        double real = (double)options[i].def / 100;
        if (options[i].kind == CLI_INT) {
            memcpy(at, &options[i].def, sizeof options[i].def);
        } else if (options[i].kind == CLI_REAL) {
            memcpy(at, &real, sizeof real);
        }
    }
}

// --- Values ------------------------------------------------------------------------

static tsr_err set_int(const cli_option *o, const char *text, int64_t *out, tsr_error *err) {
    tsr_in in = tsr_in_from(text);
    if (!tsr_take_int(&in, o->min, o->max, out) || !tsr_at_end(&in)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "--%s wants a number from %" PRId64 " to %" PRId64 ", not '%.60s'", o->name,
                        o->min, o->max, text);
    }
    return TSR_OK;
}

// Digits with at most one point, whatever the locale's own sign for it is.
static int read_real(const char *text, double *out) {
    double value = 0, scale = 0;
    int digits = 0;
    for (; *text; text++) {
        if (*text == '.' && scale == 0) {
            scale = 1;
        } else if (*text >= '0' && *text <= '9') {
            value = value * 10 + (*text - '0');
            scale *= 10;
            digits++;
        } else {
            return 0;
        }
    }
    *out = scale > 0 ? value / scale : value;
    return digits > 0;
}

static tsr_err set_real(const cli_option *o, const char *text, double *out, tsr_error *err) {
    double value = 0;
    if (!read_real(text, &value) || value < (double)o->min || value > (double)o->max) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "--%s wants a number from %" PRId64 " to %" PRId64
                        ", such as 0.5, not '%.60s'",
                        o->name, o->min, o->max, text);
    }
    *out = value;
    return TSR_OK;
}

static tsr_err set_choice(const cli_option *o, const char *text, int64_t *out, tsr_error *err) {
    char all[128];
    tsr_out list = tsr_out_to(all, sizeof all);
    for (int i = 0; o->choices[i]; i++) {
        if (strcmp(o->choices[i], text) == 0) {
            *out = i;
            return TSR_OK;
        }
        tsr_put(&list, i ? ", " : "");
        tsr_put(&list, o->choices[i]);
    }
    tsr_out_end(&list);
    return tsr_fail(err, TSR_ERR_ARGUMENT, "--%s is one of %s, not '%.40s'", o->name, all, text);
}

// Digits, maybe with a point, and a unit: "500ms", "1.5s", "2m". At most a day.
static int read_time(tsr_in *in, uint32_t *out) {
    static const struct {
        const char *unit;
        double ms;
    } units[] = {{"ms", 1}, {"s", 1000}, {"min", 60000}, {"m", 60000}, {"h", 3600000}};
    char digits[16];
    size_t n = strspn(in->at, "0123456789.");
    double value = 0;
    if (n >= sizeof digits) {
        return 0;
    }
    memcpy(digits, in->at, n);
    digits[n] = '\0';
    in->at += n;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (tsr_take(in, units[i].unit)) {
            if (!read_real(digits, &value) || value * units[i].ms > 86400000.0) {
                return 0;
            }
            *out = (uint32_t)(value * units[i].ms + 0.5);
            return 1;
        }
    }
    return 0;
}

static tsr_err set_clock(const cli_option *o, const char *text, tsr_clock *out, tsr_error *err) {
    tsr_in in = tsr_in_from(text);
    tsr_clock clock = {0};
    int ok = read_time(&in, &clock.base_ms) && clock.base_ms > 0;
    if (ok && tsr_take_char(&in, '+')) {
        ok = read_time(&in, &clock.increment_ms);
    }
    if (!ok || !tsr_at_end(&in)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "--%s wants a time for the whole game such as 5m or 90s+2s, not '%.40s'",
                        o->name, text);
    }
    *out = clock;
    return TSR_OK;
}

static tsr_err set_value(const cli_option *o, const char *text, void *values, tsr_error *err) {
    void *at = (char *)values + o->offset;
    switch (o->kind) {
    case CLI_FLAG: *(int *)at = 1; return TSR_OK;
    case CLI_INT: return set_int(o, text, at, err);
    case CLI_REAL: return set_real(o, text, at, err);
    case CLI_CHOICE: return set_choice(o, text, at, err);
    case CLI_CLOCK: return set_clock(o, text, at, err);
    case CLI_TEXT: *(const char **)at = text; return TSR_OK;
    case CLI_SEED: {
        cli_seed *seed = at;
        seed->given = cli_number(text, &seed->value);
        return seed->given
                   ? TSR_OK
                   : tsr_fail(err, TSR_ERR_ARGUMENT,
                              "--%s wants a number from 0 to 2^64-1, not '%.60s'", o->name, text);
    }
    case CLI_LIST: {
        cli_list *list = at;
        if (list->count == CLI_LIST_MAX) {
            return tsr_fail(err, TSR_ERR_LIMIT, "--%s may be given at most %d times", o->name,
                            CLI_LIST_MAX);
        }
        list->item[list->count++] = text;
        return TSR_OK;
    }
    }
    return TSR_OK;
}

// --- Names -------------------------------------------------------------------------

static tsr_err unknown_option(const cli_option *options, int count, const char *name,
                              tsr_error *err) {
    const char *words[64];
    int n = 0;
    for (int i = 0; i < count && n < 63; i++) {
        words[n++] = options[i].name;
    }
    words[n] = NULL;
    const char *nearest = cli_nearest(name, words);
    if (nearest) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "there is no option --%.40s; did you mean --%s?",
                        name, nearest);
    }
    return tsr_fail(err, TSR_ERR_UNKNOWN, "there is no option --%.40s here", name);
}

// By its whole name, or by the only one that begins so.
static tsr_err find_option(const cli_option *options, int count, const char *name,
                           const cli_option **out, tsr_error *err) {
    const cli_option *found = NULL;
    size_t size = strlen(name);
    int fits = 0;
    for (int i = 0; i < count; i++) {
        if (strncmp(options[i].name, name, size) == 0) {
            found = &options[i];
            fits++;
            if (found->name[size] == '\0') {
                *out = found;
                return TSR_OK;
            }
        }
    }
    if (fits > 1) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "--%.40s fits %d options; write more of it", name,
                        fits);
    }
    if (fits == 0 || size == 0) {
        return unknown_option(options, count, name, err);
    }
    *out = found;
    return TSR_OK;
}

// --- The line ----------------------------------------------------------------------

// Reads the option at argv[*i] and its value, which may be the next argument.
static tsr_err read_one(const cli_option *options, int count, int argc, char **argv, int *i,
                        void *values, tsr_error *err) {
    char name[64];
    const char *text = argv[*i] + 2;
    const char *equals = strchr(text, '=');
    size_t size = equals ? (size_t)(equals - text) : strlen(text);
    const cli_option *o = NULL;
    snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : sizeof name - 1), text);
    tsr_err e = find_option(options, count, name, &o, err);
    if (e != TSR_OK) {
        return e;
    }
    if (o->kind == CLI_FLAG) {
        return equals ? tsr_fail(err, TSR_ERR_ARGUMENT, "--%s takes no value", o->name)
                      : set_value(o, NULL, values, err);
    }
    if (!equals && *i + 1 >= argc) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "--%s wants a value: --%s %s", o->name, o->name,
                        o->arg);
    }
    return set_value(o, equals ? equals + 1 : argv[++*i], values, err);
}

tsr_err cli_options_read(const cli_option *options, int count, int argc, char **argv, void *values,
                         int *left, int *help, tsr_error *err) {
    static char output[] = "--output";
    int kept = 0, only_arguments = 0;
    for (int i = 0; i < argc; i++) {
        char *text = argv[i];
        // "- a 0 ..." is a position without a board.
        if (only_arguments || text[0] != '-' || text[1] == '\0' || text[1] == ' ') {
            argv[kept++] = text;
        } else if (strcmp(text, "--") == 0) {
            only_arguments = 1;
        } else if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
            *help = 1;
        } else if (strcmp(text, "-o") == 0) { // what everybody types
            argv[i] = output;
            i--;
        } else if (text[1] != '-') {
            return tsr_fail(err, TSR_ERR_UNKNOWN,
                            "there is no option %.40s; options have two dashes", text);
        } else {
            tsr_err e = read_one(options, count, argc, argv, &i, values, err);
            if (e != TSR_OK) {
                return e;
            }
        }
    }
    *left = kept;
    return TSR_OK;
}
