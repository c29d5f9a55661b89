// SPDX-License-Identifier: MIT
// A network in whole numbers: making and running it; see tnet.h.
#include "learn/tnet.h"

#include <assert.h>
#include <string.h>

static_assert((int64_t)TNET_SCALE * TNET_UNIT / TNET_LOGIT == 1 << TNET_LOGIT_SHIFT, "units");
static_assert(TNET_LOGIT / TNET_UNIT == 1 << TNET_LAYER_SHIFT, "units");

// --- Making -----------------------------------------------------------------------------

static int make_rows(tnet_rows *rows, uint32_t count, uint32_t width, arena *a) {
    *rows = (tnet_rows){.count = count, .width = width};
    rows->weight = arena_new(a, (size_t)count * width * sizeof *rows->weight + 1);
    rows->scale = arena_new(a, (size_t)count * sizeof *rows->scale + 1);
    rows->bias = arena_new(a, (size_t)count * sizeof *rows->bias + 1);
    rows->kept = arena_new(a, (size_t)count + 1);
    return rows->weight && rows->scale && rows->bias && rows->kept;
}

static int make(tnet *n, int moves) {
    arena *a = &n->memory;
    n->first = arena_new(a, n->h1 * sizeof *n->first);
    int16_t *pair = arena_new(a, (size_t)n->h1 * n->h2 * sizeof *pair);
    int made = n->first && pair && make_rows(&n->input, n->see->inputs, n->h1, a) &&
               make_rows(&n->hidden, n->h2, n->h1, a) &&
               make_rows(&n->value, n->see->values, n->h2, a) &&
               make_rows(&n->move, moves ? n->see->moves : 0, n->h2, a);
    n->hidden.pair = pair;
    return made;
}

static int is_width(uint32_t w) {
    return w >= TNET_LANE && w <= TNET_WIDTH && w % TNET_LANE == 0;
}

tsr_err tnet_new(schema *see, uint32_t h1, uint32_t h2, int moves, tnet **out, tsr_error *err) {
    const tsr_alloc *alloc = see->memory.alloc;
    tsr_err e = TSR_OK;
    if (!is_width(h1) || !is_width(h2)) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "a layer is %d to %d wide, in steps of %d", TNET_LANE,
                     TNET_WIDTH, TNET_LANE);
    }
    tnet *n = e ? NULL : tsr_mem_new(alloc, sizeof *n);
    if (!n) {
        schema_free(see);
        return e ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory for a network");
    }
    uint32_t inputs = see->inputs;
    n->see = see;
    n->h1 = h1;
    n->h2 = h2;
    n->sums = sums_best();
    arena_init(&n->memory, alloc, (size_t)1 << 30);
    if (!make(n, moves)) {
        tnet_free(n);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a network of %u inputs", inputs);
    }
    *out = n;
    return TSR_OK;
}

void tnet_free(tnet *n) {
    if (n) {
        const tsr_alloc *alloc = n->memory.alloc;
        schema_free(n->see);
        arena_deinit(&n->memory);
        tsr_mem_free(alloc, n, sizeof *n);
    }
}

void tnet_set_row(tnet_rows *rows, uint32_t row, const int8_t *weight, uint32_t scale,
                  int32_t bias) {
    int16_t *to = rows->weight + (size_t)row * rows->width;
    for (uint32_t i = 0; i < rows->width; i++) {
        to[i] = weight[i];
    }
    for (uint32_t i = 0; rows->pair && i < rows->width; i++) {
        rows->pair[((size_t)(i / 2) * rows->count + row) * 2 + i % 2] = weight[i];
    }
    rows->scale[row] = scale;
    rows->bias[row] = bias;
    rows->kept[row] = 1;
}

// What is kept of the scale is for writing it again.
void tnet_set_input(tnet *n, uint32_t row, const int8_t *weight, uint32_t scale) {
    int16_t *to = n->input.weight + (size_t)row * n->h1;
    const int64_t unit = TNET_SCALE / TNET_FIRST;
    for (uint32_t i = 0; i < n->h1; i++) {
        int64_t w = (int64_t)weight[i] * scale;
        w = (w + (w < 0 ? -unit : unit) / 2) / unit;
        to[i] = (int16_t)(w < INT16_MIN ? INT16_MIN : w > INT16_MAX ? INT16_MAX : w);
    }
    n->input.scale[row] = scale;
    n->input.kept[row] = 1;
}

// --- Running ----------------------------------------------------------------------------

// The first sum as a layer.
static void cut_off(int16_t *sum, uint32_t width) {
    for (uint32_t i = 0; i < width; i++) {
        int16_t x = sum[i] < 0 ? 0 : sum[i];
        x = (int16_t)(x / (TNET_FIRST / TNET_UNIT));
        sum[i] = x > TNET_TOP ? TNET_TOP : x;
    }
}

static inline int32_t logit(const tnet_rows *rows, uint32_t row, int32_t product) {
    return tnet_logit(product, rows->scale[row], rows->bias[row]);
}

void tnet_see(const tnet *n, const uint32_t *input, uint32_t count, tnet_look *out) {
    int32_t product[TNET_WIDTH];
    memcpy(out->first, n->first, n->h1 * sizeof *out->first);
    n->sums->add(n->input.weight, n->h1, input, count, out->first);
    cut_off(out->first, n->h1);
    n->sums->layer(n->hidden.weight, n->hidden.pair, n->h1, n->h2, out->first, product);
    n->sums->cut_off(product, n->hidden.scale, n->hidden.bias, n->h2, out->second);
}

int32_t tnet_value(const tnet *n, const tnet_look *look, uint32_t i) {
    int32_t product;
    n->sums->products(n->value.weight, n->h2, &i, 1, look->second, &product);
    return logit(&n->value, i, product);
}

void tnet_moves(const tnet *n, const int16_t *second, const uint32_t *row, uint32_t count,
                int32_t *out) {
    n->sums->products(n->move.weight, n->h2, row, count, second, out);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = logit(&n->move, row[i], out[i]);
    }
}
