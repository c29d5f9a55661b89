// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/seats.h"
#include "cli/uci_engine.h"

enum { HASH_USUAL = 64, HASH_MOST = 65536 };

// The agent's own option of this name, or NULL.
static const tsr_agent_option *own_option(const tsr_agent_type *type, const char *name) {
    for (uint32_t i = 0; i < type->option_count; i++) {
        if (strcmp(type->options[i].name, name) == 0) {
            return &type->options[i];
        }
    }
    return NULL;
}

static const tsr_agent_type *type_of(const uci_engine *e) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)tsr_agent_spec_name(e->spec), e->spec);
    return tsr_registry_agent(e->registry, name, NULL);
}

// The spec with what was set by options put before what it says itself: of two values for one
// option the later one holds, so those of the command line would. A text that takes the
// rest of the spec stays last.
static void full_spec(const uci_engine *e, char *out, size_t cap) {
    size_t name = tsr_agent_spec_name(e->spec);
    const tsr_agent_type *type = type_of(e);
    char set[96] = "";
    int n = 0;
    if (type && e->hash_mb && own_option(type, "memory")) {
        n = snprintf(set, sizeof set, "memory=%" PRId64 ",", e->hash_mb * 1000000);
    }
    if (type && e->threads && own_option(type, "threads")) {
        n += snprintf(set + n, sizeof set - (size_t)n, "threads=%" PRId64 ",", e->threads);
    }
    const char *rest = e->spec[name] == ':' ? e->spec + name + 1 : "";
    if (n > 0 && !*rest) {
        set[n - 1] = '\0'; // the last comma
    }
    snprintf(out, cap, "%.*s%s%s%s", (int)name, e->spec, *set || *rest ? ":" : "", set, rest);
}

tsr_err uci_open_agent(uci_engine *e, tsr_error *err) {
    char spec[4096];
    tsr_agent *a = NULL;
    full_spec(e, spec, sizeof spec);
    tsr_err failed = seats_open_agent(e->registry, spec, e->r, &a, err);
    if (failed == TSR_OK) {
        tsr_agent_close(e->agent);
        e->agent = a;
    }
    return failed;
}

void uci_say_options(const uci_engine *e) {
    const tsr_agent_option *threads = own_option(e->agent->type, "threads");
    if (own_option(e->agent->type, "memory")) {
        uci_say("option name Hash type spin default %d min 1 max %d", HASH_USUAL, HASH_MOST);
    }
    uci_say("option name Threads type spin default 1 min 1 max %d",
            threads ? (int)threads->max : 1);
    uci_say("option name MultiPV type spin default 1 min 1 max %d", UCI_LINES);
}

// "name Clear Hash value 3" -> a name in small letters, and where its value begins.
static const char *read_name(const char *words, char *name, size_t cap) {
    const char *at = strstr(words, "name ");
    const char *value = at ? strstr(at, " value ") : NULL;
    size_t n = at ? (value ? (size_t)(value - at - 5) : strlen(at + 5)) : 0;
    n = n < cap ? n : cap - 1;
    for (size_t i = 0; i < n; i++) {
        name[i] = at[5 + i];
        name[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    }
    name[n] = '\0';
    return value ? value + 7 : "";
}

static int read_value(const char *text, int64_t most, int64_t *out) {
    char *end = NULL;
    long long v = strtoll(text, &end, 10);
    if (end == text || *end || v < 1 || v > most) {
        return 0;
    }
    *out = v;
    return 1;
}

void uci_set_option(uci_engine *e, const char *words) {
    char name[40];
    const char *value = read_name(words, name, sizeof name);
    const tsr_agent_option *threads = own_option(e->agent->type, "threads");
    const uci_engine before = {
        .hash_mb = e->hash_mb, .threads = e->threads, .lines = e->lines}; // if it cannot be done
    tsr_error err = {0};
    int ok = strcmp(name, "hash") == 0 ? read_value(value, HASH_MOST, &e->hash_mb)
             : strcmp(name, "threads") == 0
                 ? read_value(value, threads ? (int64_t)threads->max : 1, &e->threads)
             : strcmp(name, "multipv") == 0 ? read_value(value, UCI_LINES, &e->lines)
                                            : 0;
    if (!ok) {
        uci_say("info string there is no such option or value: %.100s", words);
        return;
    }
    if (strcmp(name, "multipv") != 0 && uci_open_agent(e, &err) != TSR_OK) {
        uci_say("info string %s", err.message);
        e->hash_mb = before.hash_mb;
        e->threads = before.threads;
    }
}
