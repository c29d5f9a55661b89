// SPDX-License-Identifier: MIT
// A network that has learned, rounded to whole numbers; see brain.h.
#include <string.h>

#include "teach/brain.h"

enum { MOVE_NAME = 128 };

static int32_t rounded(double x) {
    x += x < 0 ? -0.5 : 0.5;
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
}

// The scale with which the row's largest weight becomes 127.
static uint32_t scale_of(const float *row, uint32_t width) {
    double most = 0;
    for (uint32_t i = 0; i < width; i++) {
        double x = (double)(row[i] < 0 ? -row[i] : row[i]);
        most = x > most ? x : most;
    }
    double scale = most / 127 * TNET_SCALE;
    return scale < 1 ? 1 : scale > 4e9 ? 4000000000u : (uint32_t)(scale + 0.5);
}

static uint32_t round_row(const float *row, uint32_t width, int8_t *out) {
    uint32_t scale = scale_of(row, width);
    for (uint32_t i = 0; i < width; i++) {
        int32_t q = rounded((double)row[i] * TNET_SCALE / scale);
        out[i] = (int8_t)(q < -127 ? -127 : q > 127 ? 127 : q);
    }
    return scale;
}

static void round_table(const brain_table *from, tnet_rows *to, int all) {
    int8_t weight[TNET_WIDTH];
    for (uint32_t i = 0; i < from->rows; i++) {
        const float *row = from->weight + (size_t)i * from->stride;
        if (all || from->seen[i]) {
            uint32_t scale = round_row(row, from->width, weight);
            tnet_set_row(to, i, weight, scale, rounded((double)row[from->width] * TNET_LOGIT));
        }
    }
}

static int name_moves(const brain *b, const tsr_rules *r, tnet *n) {
    char name[MOVE_NAME];
    n->move_name = arena_new(&n->memory, (n->move.count + 1) * sizeof *n->move_name);
    for (uint32_t i = 0; n->move_name && i < n->move.count; i++) {
        if (n->move.kept[i]) {
            (void)schema_move_name(b->see, r, i, name, sizeof name);
            n->move_name[i] = arena_text(&n->memory, name, strlen(name));
        }
    }
    return !n->memory.failed;
}

static void round_all(const brain *b, tnet *n) {
    int8_t weight[TNET_WIDTH];
    const brain_table *input = &b->part[BRAIN_INPUT];
    for (uint32_t i = 0; i < input->rows; i++) {
        if (input->seen[i]) {
            uint32_t scale = round_row(input->weight + (size_t)i * input->stride, n->h1, weight);
            tnet_set_input(n, i, weight, scale);
        }
    }
    for (uint32_t i = 0; i < n->h1; i++) {
        int32_t x = rounded((double)b->part[BRAIN_FIRST].weight[i] * TNET_FIRST);
        n->first[i] = (int16_t)(x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : x);
    }
    round_table(&b->part[BRAIN_HIDDEN], &n->hidden, 1);
    round_table(&b->part[BRAIN_VALUE], &n->value, 1);
    if (n->move.count) {
        round_table(&b->part[BRAIN_MOVE], &n->move, 0);
    }
}

tsr_err brain_round(const brain *b, const tsr_rules *r, int moves, tnet **out, tsr_error *err) {
    const tsr_alloc *alloc = b->memory.alloc;
    schema *see = NULL;
    buffer text;
    buffer_init(&text, alloc);
    schema_write(b->see, &text);
    tsr_err e = text.failed ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for a network")
                            : schema_read(buffer_text(&text), alloc, &see, err);
    buffer_deinit(&text);
    e = e ? e : tnet_new(see, b->h1, b->h2, moves, out, err);
    if (!e) {
        (*out)->adds = b->adds;
        round_all(b, *out);
        if (!name_moves(b, r, *out)) {
            tnet_free(*out);
            e = tsr_fail(err, TSR_ERR_MEMORY, "no memory for the names of moves");
        }
    }
    return e;
}
