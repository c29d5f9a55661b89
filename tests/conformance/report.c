// SPDX-License-Identifier: MIT
#include "law.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

// What a crash handler can say; see law_where. Set before every law's turn.
static struct { const law_run *run; } here;

static const char *const titles[LAW_COUNT + 1] = {
#define LAW(n, title) [n] = title,
#include "laws.def"
#undef LAW
};

const char *law_title(int law) {
    return law >= 1 && law <= LAW_COUNT ? titles[law] : "";
}

uint32_t law_broken_bits(const law_tally *tally) {
    uint32_t bits = 0;
    for (int n = 1; n <= LAW_COUNT; n++) {
        bits |= tally->broken[n] ? LAW_BIT(n) : 0;
    }
    return bits;
}

const char *law_who(int who) {
    static const char *const words[] = {"player 1", "player 2",   "player 3", "player 4",
                                        "player 5", "player 6",   "player 7", "player 8",
                                        "chance",   "the watcher"};
    return who >= 0 && who <= TSR_WATCHER ? words[who] : "nobody";
}

// --- Sentences ---------------------------------------------------------------

static void put_setup(tsr_out *o, const law_run *run) {
    const tsr_rules *r = run->r;
    tsr_putf(o, "%s (%d player%s", r->g.name, r->players, r->players == 1 ? "" : "s");
    for (int i = 0; i < r->g.option_count; i++) {
        char value[64] = "";
        tsr_option_text(r, i, value, sizeof value);
        tsr_putf(o, ", %s=%s", r->g.options[i].name, value);
    }
    tsr_put(o, ")");
}

static void put_again(tsr_out *o, const law_run *run) {
    const law_config *config = run->config;
    const tsr_rules *r = run->r;
    tsr_putf(o, "  again: %s --game %s --players %d",
             config->command ? config->command : "conformance", r->g.name, r->players);
    for (int i = 0; i < r->g.option_count; i++) {
        char value[64] = "";
        tsr_option_text(r, i, value, sizeof value);
        if (r->opt[i] != r->g.options[i].def && r->g.options[i].kind != TSR_OPTION_FILE) {
            tsr_putf(o, " --option %s=%s", r->g.options[i].name, value);
        }
    }
    tsr_putf(o, " --law %d --seed %llu --games %d%s\n", run->law,
             (unsigned long long)(run->whole || run->far ? config->seed : run->seed),
             run->whole || run->far ? config->games : 1, config->deep ? "" : " --deep");
}

static void put_place(tsr_out *o, const law_run *run) {
    char text[400] = "";
    if (run->whole) {
        tsr_putf(o, "  over %d games from seed %llu\n", run->config->games,
                 (unsigned long long)run->config->seed);
        return;
    }
    if (!run->spot.state) {
        return;
    }
    int n = run->r->g.text(run->r, run->spot.state, text, sizeof text);
    tsr_putf(o, "  seed %llu, ply %d: %s%s\n", (unsigned long long)run->seed, run->spot.ply, text,
             n >= (int)sizeof text ? " ..." : "");
}

int law_kept(law_run *run) {
    run->tally->checks[run->variant ? 22 : run->law]++;
    return 1;
}

int law_broken(law_run *run, const char *format, ...) {
    int counted = run->variant ? 22 : run->law;
    char what[1024];
    char text[4096];
    tsr_out o = tsr_out_to(text, sizeof text);
    va_list args;
    run->tally->checks[counted]++;
    run->tally->broken[counted]++;
    if (!run->config->tell || run->told[counted] >= run->config->told) {
        return 0;
    }
    run->told[counted]++;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    put_setup(&o, run);
    tsr_putf(&o, " breaks law %d, %s:\n  ", counted, law_title(counted));
    if (counted != run->law) {
        tsr_putf(&o, "(law %d) ", run->law);
    }
    tsr_putf(&o, "%s\n", what);
    put_place(&o, run);
    put_again(&o, run);
    tsr_out_end(&o);
    run->config->tell(run->config->self, text);
    return 0;
}

// --- Faults of texts and sentences -------------------------------------------

// The length of the well-formed UTF-8 sequence at `p`, 0 if it is none.
static int utf8_length(const unsigned char *p) {
    int n = p[0] < 0x80 ? 1 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : p[0] >= 0xe0 && p[0] < 0xf0 ? 3 : 4;
    if (n == 4 && (p[0] < 0xf0 || p[0] > 0xf4)) {
        return 0;
    }
    for (int i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return n;
}

const char *law_text_fault(const char *text) {
    const unsigned char *p = (const unsigned char *)text;
    if (!*p) {
        return "is empty";
    }
    if (*p == ' ' || text[strlen(text) - 1] == ' ') {
        return "begins or ends with a blank";
    }
    while (*p) {
        int n = utf8_length(p);
        if (n == 0) {
            return "is not UTF-8";
        }
        if (*p < 0x20 || *p == 0x7f) {
            return *p == '\t'   ? "has a tab"
                   : *p == '\n' ? "has a line feed"
                                : "has a control character";
        }
        p += n;
    }
    return NULL;
}

static const char *argument_fault(const law_run *run, const tsr_line *line, int i) {
    int32_t v = line->v[i];
    switch (line->kind[i]) {
    case TSR_ARG_INT: return NULL;
    case TSR_ARG_PLAYER:
        return v >= 0 && v < run->r->players ? NULL : "names a player who is not there";
    case TSR_ARG_NAME:
        return v >= 0 && v < run->r->name_count ? NULL : "has a name beyond name_count";
    case TSR_ARG_CELL: return v >= 0 ? NULL : "has a cell with a negative row";
    case TSR_ARG_CHAR: return v >= 0x20 && v <= 0x10ffff ? NULL : "has a character that is none";
    default: return "has an argument of unknown kind";
    }
}

// Templates name only arguments that are there.
static const char *template_fault(const tsr_line *line, const char *words) {
    if (!words || !*words) {
        return "has a code without words";
    }
    for (const char *p = words; *p; p++) {
        if (p[0] == '{' && (p[1] < '0' || p[1] >= '0' + line->argc)) {
            return "has words for an argument that is missing";
        }
    }
    return NULL;
}

const char *law_line_fault(const law_run *run, const tsr_line *line) {
    char text[512];
    if (line->argc > TSR_LINE_ARGS) {
        return "has more than four arguments";
    }
    for (int i = 0; i < line->argc; i++) {
        const char *fault = argument_fault(run, line, i);
        if (fault) {
            return fault;
        }
    }
    if (line->code < TSR_LINE_CORE) {
        if (line->code >= run->r->line_count) {
            return "has a code beyond line_count";
        }
        const char *fault = template_fault(line, run->r->lines[line->code]);
        if (fault) {
            return fault;
        }
    }
    if (tsr_line_text(run->r, line, NULL, text, sizeof text) <= 0) {
        return "has no words";
    }
    return law_text_fault(text);
}

// --- Differences -------------------------------------------------------------

int law_difference(const law_run *run, const void *a, const void *b) {
    const unsigned char *p = a, *q = b;
    for (uint32_t i = 0; i < run->r->state_size; i++) {
        if (p[i] != q[i]) {
            return (int)i;
        }
    }
    return -1;
}

int law_same(law_run *run, const void *is, const void *should, const char *what, ...) {
    char words[512];
    va_list args;
    int at = memcmp(is, should, run->r->state_size) ? law_difference(run, is, should) : -1;
    if (at < 0) {
        return law_kept(run);
    }
    va_start(args, what);
    vsnprintf(words, sizeof words, what, args);
    va_end(args);
    return LAW_HOLDS(run, 0, "%s: byte %d is 0x%02x, not 0x%02x", words, at,
                     ((const unsigned char *)is)[at], ((const unsigned char *)should)[at]);
}

// --- For the crash handler ---------------------------------------------------

void law_here(const law_run *run);
void law_here(const law_run *run) {
    here.run = run;
}

static int put_chars(char *buf, int cap, int at, const char *text) {
    while (*text && at < cap) {
        buf[at++] = *text++;
    }
    return at;
}

static int put_number(char *buf, int cap, int at, uint64_t n) {
    char digits[24];
    int i = (int)sizeof digits - 1;
    digits[i] = '\0';
    do {
        digits[--i] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    return put_chars(buf, cap, at, digits + i);
}

int law_where(char *buf, int cap) {
    const law_run *run = here.run;
    int at = 0;
    if (!run) {
        return 0;
    }
    at = put_chars(buf, cap, at, "while looking at law ");
    at = put_number(buf, cap, at, (uint64_t)run->law);
    at = put_chars(buf, cap, at, " at ply ");
    at = put_number(buf, cap, at, (uint64_t)run->spot.ply);
    at = put_chars(buf, cap, at, "; again: --game ");
    at = put_chars(buf, cap, at, run->r->g.name);
    at = put_chars(buf, cap, at, " --players ");
    at = put_number(buf, cap, at, run->r->players);
    at = put_chars(buf, cap, at, " --seed ");
    at = put_number(buf, cap, at, run->seed);
    at = put_chars(buf, cap, at, run->config->deep ? " --games 1" : " --games 1 --deep");
    at = put_chars(buf, cap, at, "\n");
    return at;
}
