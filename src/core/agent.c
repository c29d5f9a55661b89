// SPDX-License-Identifier: MIT
// Opening agents from their specs: "mcts:time=1s,threads=2".
#include <tessera/agent.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"

size_t tsr_agent_spec_name(const char *spec) {
    return strcspn(spec, ":");
}

// --- Values ------------------------------------------------------------------

static int scale_of(tsr_value_kind kind, const char *suffix, double *out) {
    static const struct {
        tsr_value_kind kind;
        const char *suffix;
        double scale;
    } table[] = {
        {TSR_VALUE_INT, "", 1},        {TSR_VALUE_INT, "k", 1e3},  {TSR_VALUE_INT, "M", 1e6},
        {TSR_VALUE_INT, "G", 1e9},     {TSR_VALUE_REAL, "", 1},    {TSR_VALUE_TIME, "", 1},
        {TSR_VALUE_TIME, "ms", 1},     {TSR_VALUE_TIME, "s", 1e3}, {TSR_VALUE_TIME, "m", 60e3},
        {TSR_VALUE_TIME, "min", 60e3},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].kind == kind && strcmp(table[i].suffix, suffix) == 0) {
            *out = table[i].scale;
            return 1;
        }
    }
    return 0;
}

// Digits with an optional sign and point, then a unit. Locale-free on purpose:
// strtod would read "1,5" in some countries.
static int read_number(const char *text, tsr_value_kind kind, double *out) {
    double v = 0, step = 1, scale = 1;
    int digits = 0, negative = *text == '-';
    const char *p = text + negative;
    for (; *p >= '0' && *p <= '9'; p++, digits++) {
        v = v * 10 + (*p - '0');
    }
    if (*p == '.') {
        for (p++; *p >= '0' && *p <= '9'; p++, digits++) {
            step /= 10;
            v += step * (*p - '0');
        }
    }
    if (digits == 0 || digits > 18 || !scale_of(kind, p, &scale)) {
        return 0;
    }
    v *= scale;
    if (kind != TSR_VALUE_REAL) {
        // Decimal fractions are not exact in binary: 0.3 s is 300 ms.
        double whole = floor(v + 0.5);
        if (kind == TSR_VALUE_INT && fabs(v - whole) > 1e-9 * (v + 1)) {
            return 0;
        }
        // The shortest time is not none, which often means no limit.
        v = v > 0 && whole < 1 ? 1 : whole;
    }
    *out = negative ? -v : v;
    return 1;
}

static int read_flag(const char *text, double *out) {
    static const char *const yes[] = {"", "yes", "on", "true", "1"};
    static const char *const no[] = {"no", "off", "false", "0"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
        if (strcmp(text, yes[i]) == 0) {
            *out = 1;
            return 1;
        }
    }
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
        if (strcmp(text, no[i]) == 0) {
            *out = 0;
            return 1;
        }
    }
    return 0;
}

static const char *kind_words(tsr_value_kind kind) {
    switch (kind) {
    case TSR_VALUE_INT: return "a whole number";
    case TSR_VALUE_TIME: return "a time such as 200ms or 1.5s";
    case TSR_VALUE_REAL: return "a number";
    case TSR_VALUE_FLAG: return "yes or no";
    case TSR_VALUE_TEXT: return "text";
    }
    return "text";
}

static tsr_err set_value(tsr_agent *a, uint32_t i, const char *text, tsr_error *err) {
    const tsr_agent_option *o = &a->type->options[i];
    tsr_value_kind kind = (tsr_value_kind)o->kind;
    if (kind == TSR_VALUE_TEXT) {
        a->value[i].text = text;
        return TSR_OK;
    }
    double v = 0;
    int ok = kind == TSR_VALUE_FLAG ? read_flag(text, &v) : read_number(text, kind, &v);
    if (!ok) {
        return tsr_fail(err, TSR_ERR_PARSE, "%s: option %s must be %s, not '%.40s'", a->type->name,
                        o->name, kind_words(kind), text);
    }
    if (kind != TSR_VALUE_FLAG && (v < o->min || v > o->max)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "%s: option %s must be from %.12g to %.12g, not %.12g", a->type->name,
                        o->name, o->min, o->max, v);
    }
    a->value[i].number = v;
    return TSR_OK;
}

// --- Specs -------------------------------------------------------------------

static int option_index(const tsr_agent_type *type, const char *name) {
    for (uint32_t i = 0; i < type->option_count; i++) {
        if (strcmp(type->options[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static tsr_err unknown_option(const tsr_agent_type *type, const char *name, tsr_error *err) {
    const char *best = NULL;
    int best_distance = near_limit(name) + 1;
    for (uint32_t i = 0; i < type->option_count; i++) {
        int d = near_distance(name, type->options[i].name);
        if (d < best_distance) {
            best_distance = d;
            best = type->options[i].name;
        }
    }
    if (best) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "%s has no option '%.40s'; did you mean '%s'?",
                        type->name, name, best);
    }
    return tsr_fail(err, TSR_ERR_UNKNOWN, "%s has no option '%.40s'", type->name, name);
}

// Reads "name=value" at `part` (changed in place). A type whose first option is
// text takes a part without "=" as that option: "exec:./bot --fast".
static tsr_err read_part(tsr_agent *a, char *part, tsr_error *err) {
    char *equals = strchr(part, '=');
    const char *value = "";
    const tsr_agent_type *type = a->type;
    int bare_text = type->option_count && type->options[0].kind == TSR_VALUE_TEXT;
    if (equals) {
        *equals = '\0';
        value = equals + 1;
    }
    int i = option_index(type, part);
    if (i < 0 && bare_text && !a->value[0].text[0]) {
        if (equals) {
            *equals = '=';
        }
        a->value[0].text = part;
        return TSR_OK;
    }
    return i < 0 ? unknown_option(type, part, err) : set_value(a, (uint32_t)i, value, err);
}

// Whether `part` begins an option whose value may hold commas: the last, of kind TEXT.
static int takes_the_rest(const tsr_agent_type *type, const char *part) {
    if (type->option_count == 0 || type->options[type->option_count - 1].kind != TSR_VALUE_TEXT) {
        return 0;
    }
    const char *name = type->options[type->option_count - 1].name;
    size_t n = strlen(name);
    return (strncmp(part, name, n) == 0 && part[n] == '=') || type->option_count == 1;
}

static void set_defaults(tsr_agent *a) {
    for (uint32_t i = 0; i < a->type->option_count; i++) {
        a->value[i].number = a->type->options[i].def;
        a->value[i].text = "";
    }
}

static tsr_err read_spec(tsr_agent *a, tsr_error *err) {
    char *p = a->spec + tsr_agent_spec_name(a->spec);
    set_defaults(a);
    int more = *p == ':';
    while (more) {
        char *part = p + 1; // after ':' or ','
        size_t n = takes_the_rest(a->type, part) ? strlen(part) : strcspn(part, ",");
        more = part[n] == ',';
        part[n] = '\0';
        if (n == 0) {
            return tsr_fail(err, TSR_ERR_PARSE, "%s: an option is missing in its spec",
                            a->type->name);
        }
        tsr_err e = read_part(a, part, err);
        if (e) {
            return e;
        }
        p = part + n;
    }
    return TSR_OK;
}

static void free_agent(tsr_agent *a) {
    tsr_mem_free(a->alloc, a->spec, a->spec_size);
    tsr_mem_free(a->alloc, a, sizeof *a);
}

tsr_err tsr_agent_open(const tsr_agent_type *type, const char *spec, const tsr_rules *rules,
                       const tsr_alloc *alloc, tsr_agent **out, tsr_error *err) {
    if (type->game && strcmp(type->game, rules->g.name) != 0) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "%s plays only %s", type->name, type->game);
    }
    tsr_agent *a = tsr_mem_new(alloc, sizeof *a);
    if (!a) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    a->type = type;
    a->rules = rules;
    a->alloc = alloc;
    a->spec_size = strlen(spec) + 1;
    a->spec = tsr_mem_new(alloc, a->spec_size);
    if (!a->spec) {
        a->spec_size = 0;
        free_agent(a);
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    memcpy(a->spec, spec, a->spec_size);
    tsr_err e = read_spec(a, err);
    if (!e && type->open) {
        e = type->open(a, err);
    }
    if (e) {
        free_agent(a);
        return e;
    }
    *out = a;
    return TSR_OK;
}

void tsr_agent_close(tsr_agent *a) {
    if (a) {
        if (a->type->close) {
            a->type->close(a);
        }
        free_agent(a);
    }
}
