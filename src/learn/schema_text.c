// SPDX-License-Identifier: MIT
// A schema as lines of text, as network files have it; see schema.h.
//
//     inputs connect4
//     sight 2 6 7 6           planes, height, width, scalars
//     moves 7 0 1 1f5c...     numbers, pieces, values, and a hash of what the numbers mean
//     lines 4
//     plane 1 1 1 my disc     digit in lines, steps, each of them; a range a line, in their order
//     scalar 0 2 0.125 0.25 passes / 8
//
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learn/real_text.h"
#include "learn/schema.h"

void schema_write(const schema *s, buffer *out) {
    buffer_addf(out, "inputs %s\n", s->game);
    buffer_addf(out, "sight %u %u %u %u\n", s->sight.planes, s->sight.height, s->sight.width,
                s->sight.scalars);
    buffer_addf(out, "moves %u %u %u %016" PRIx64 "\n", s->actions, s->pieces, s->values,
                s->action_hash);
    buffer_addf(out, "lines %u\n", s->line);
    for (uint32_t i = 0; i < s->ranges; i++) {
        const schema_range *range = &s->range[i];
        buffer_addf(out, "%s %u %u", range->scalar ? "scalar" : "plane", range->digit,
                    range->steps);
        for (int k = 0; k < range->steps; k++) {
            buffer_addf(out, " %.9g", (double)range->step[k]);
        }
        buffer_addf(out, " %s\n", range->name);
    }
}

// --- Reading ----------------------------------------------------------------------------

typedef struct reader {
    const char *at;
    uint32_t line;
    tsr_error *err;
} reader;

static tsr_err refuse(reader *in, const char *wanted) {
    return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, 1, "%s is expected, not '%.20s'", wanted,
                       in->at);
}

static int take_word(reader *in, const char *word) {
    size_t n = strlen(word);
    if (strncmp(in->at, word, n) != 0) {
        return 0;
    }
    in->at += n;
    return 1;
}

static int take_number(reader *in, uint64_t max, int base, uint64_t *out) {
    char *end;
    if (*in->at != ' ' || in->at[1] == '-' || in->at[1] == '+' || in->at[1] == ' ') {
        return 0;
    }
    errno = 0;
    unsigned long long v = strtoull(in->at + 1, &end, base);
    if (end == in->at + 1 || errno || v > max) {
        return 0;
    }
    *out = v;
    in->at = end;
    return 1;
}

static int take_u32(reader *in, uint32_t max, uint32_t *out) {
    uint64_t v;
    int ok = take_number(in, max, 10, &v);
    *out = ok ? (uint32_t)v : 0;
    return ok;
}

static int take_end(reader *in) {
    if (*in->at != '\n') {
        return 0;
    }
    in->at++;
    in->line++;
    return 1;
}

// The rest of the line after a blank.
static int take_rest(reader *in, char *out, size_t cap) {
    size_t n = strcspn(in->at, "\n");
    if (*in->at != ' ' || n == 0 || n > cap || in->at[n] != '\n') {
        return 0;
    }
    memcpy(out, in->at + 1, n - 1);
    out[n - 1] = '\0';
    in->at += n;
    return take_end(in);
}

static int take_steps(reader *in, schema_range *range) {
    for (int k = 0; k < range->steps; k++) {
        float v = 0;
        const char *end = *in->at == ' ' ? real_read(in->at + 1, &v) : NULL;
        if (!end || !isfinite(v) || (k && v <= range->step[k - 1])) {
            return 0;
        }
        range->step[k] = v;
        in->at = end;
    }
    return 1;
}

static int take_range(reader *in, schema_range *range, uint32_t *digits) {
    uint32_t digit, steps;
    if (!take_word(in, range->scalar ? "scalar" : "plane") || !take_u32(in, 64, &digit) ||
        !take_u32(in, SCHEMA_STEPS, &steps)) {
        return 0;
    }
    if (digit && (range->scalar || digit != ++*digits)) {
        return 0;
    }
    range->digit = (uint16_t)digit;
    range->steps = (uint8_t)steps;
    return take_steps(in, range) && take_rest(in, range->name, SCHEMA_NAME);
}

static int take_sight(reader *in, tsr_sight *sight) {
    int ok = take_word(in, "sight") && take_u32(in, SCHEMA_RANGES, &sight->planes) &&
             take_u32(in, UINT16_MAX, &sight->height) && take_u32(in, UINT16_MAX, &sight->width) &&
             take_u32(in, SCHEMA_RANGES, &sight->scalars);
    uint64_t cells = (uint64_t)sight->height * sight->width;
    return ok && sight->planes + sight->scalars <= SCHEMA_RANGES && cells <= UINT16_MAX &&
           sight->planes * cells <= SCHEMA_INPUTS && take_end(in);
}

static int take_moves(reader *in, schema *s) {
    return take_word(in, "moves") && take_u32(in, SCHEMA_INPUTS, &s->actions) &&
           take_u32(in, UINT16_MAX, &s->pieces) && take_u32(in, TSR_MAX_PLAYERS, &s->values) &&
           s->values >= 1 && take_number(in, UINT64_MAX, 16, &s->action_hash) && take_end(in);
}

static tsr_err read_ranges(reader *in, schema *s) {
    uint32_t digits = 0;
    if (!take_moves(in, s)) {
        return refuse(in, "'moves NUMBERS PIECES VALUES HASH'");
    }
    if (!take_word(in, "lines") || !take_u32(in, SCHEMA_LINE, &s->line) || s->line == 1 ||
        !take_end(in)) {
        return refuse(in, "'lines CELLS'");
    }
    for (uint32_t i = 0; i < s->ranges; i++) {
        if (!take_range(in, &s->range[i], &digits)) {
            return refuse(in, s->range[i].scalar ? "'scalar 0 STEPS ... NAME'"
                                                 : "'plane DIGIT STEPS ... NAME'");
        }
    }
    return *in->at ? refuse(in, "the end of the inputs") : TSR_OK;
}

tsr_err schema_read(const char *text, const tsr_alloc *alloc, schema **out, tsr_error *err) {
    reader in = {.at = text, .line = 1, .err = err};
    tsr_sight sight = {0};
    char game[64] = "";
    if (!take_word(&in, "inputs") || !take_rest(&in, game, sizeof game)) {
        return refuse(&in, "'inputs GAME'");
    }
    if (!take_sight(&in, &sight)) {
        return refuse(&in, "'sight PLANES HEIGHT WIDTH SCALARS'");
    }
    schema *s = schema_new(&sight, alloc);
    if (!s) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the inputs of a network");
    }
    memcpy(s->game, game, sizeof game);
    tsr_err e = read_ranges(&in, s);
    if (!e && !schema_lay_out(s)) {
        e = s->memory.failed
                ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for the inputs of a network")
                : tsr_fail(err, TSR_ERR_LIMIT, "a network has at most %d inputs", SCHEMA_INPUTS);
    }
    if (e) {
        schema_free(s);
        return e;
    }
    *out = s;
    return TSR_OK;
}
