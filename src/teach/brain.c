// SPDX-License-Identifier: MIT
// Learning: forwards, backwards, and a step of Adam; see brain.h.
#include "teach/brain.h"

#include <math.h>
#include <string.h>

#include "learn/real.h"

static const float top = 8.0f; // of a layer, as in learn/tnet.h
static const float decay = 1e-4f;

// --- Making -----------------------------------------------------------------------------

static int make_table(brain_table *t, uint32_t rows, uint32_t width, arena *a) {
    *t = (brain_table){.rows = rows, .width = width, .stride = width + BRAIN_LANE};
    size_t size = (size_t)rows * t->stride * sizeof(float) + 1;
    t->weight = arena_new(a, size);
    t->mean = arena_new(a, size);
    t->square = arena_new(a, size);
    t->seen = arena_new(a, (size_t)rows + 1);
    return t->weight && t->mean && t->square && t->seen;
}

static int make_slope(brain *b, brain_slope *s) {
    int ok = 1;
    for (int p = 0; ok && p < BRAIN_PARTS; p++) {
        const brain_table *t = &b->part[p];
        s->at[p] = arena_new(&b->memory, (size_t)t->rows * t->stride * sizeof(float) + 1);
        s->is_touched[p] = arena_new(&b->memory, (size_t)t->rows + 1);
        s->touched[p] = arena_new(&b->memory, ((size_t)t->rows + 1) * sizeof *s->touched[p]);
        ok = s->at[p] && s->is_touched[p] && s->touched[p];
    }
    return ok;
}

// As large as keeps signals from growing or dying out on their way; of the inputs some forty hold at once.
static void scatter(brain_table *t, double fan, tsr_rng *g) {
    double reach = sqrt(6.0 / (fan + t->width));
    for (uint32_t i = 0; i < t->rows; i++) {
        for (uint32_t k = 0; k < t->width; k++) {
            t->weight[(size_t)i * t->stride + k] = (float)((2 * tsr_rng_unit(g) - 1) * reach);
        }
    }
}

static int make(brain *b, uint64_t seed) {
    tsr_rng g;
    arena *a = &b->memory;
    int ok = make_table(&b->part[BRAIN_INPUT], b->see->inputs, b->h1, a) &&
             make_table(&b->part[BRAIN_FIRST], 1, b->h1, a) &&
             make_table(&b->part[BRAIN_HIDDEN], b->h2, b->h1, a) &&
             make_table(&b->part[BRAIN_VALUE], b->see->values, b->h2, a) &&
             make_table(&b->part[BRAIN_MOVE], b->see->moves, b->h2, a);
    for (int i = 0; ok && i < BRAIN_SHARDS; i++) {
        ok = make_slope(b, &b->slope[i]);
    }
    if (ok) {
        tsr_rng_init(&g, seed);
        scatter(&b->part[BRAIN_INPUT], b->see->line ? 400 : 40, &g);
        scatter(&b->part[BRAIN_HIDDEN], b->h2, &g);
        scatter(&b->part[BRAIN_VALUE], 500, &g);
    }
    return ok;
}

tsr_err brain_new(schema *see, uint32_t h1, uint32_t h2, uint64_t seed, brain **out,
                  tsr_error *err) {
    const tsr_alloc *alloc = see->memory.alloc;
    tsr_err e = TSR_OK;
    if (h1 % TNET_LANE || h2 % TNET_LANE || !h1 || !h2 || h1 > TNET_WIDTH || h2 > TNET_WIDTH) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "a layer is %d to %d wide, in steps of %d", TNET_LANE,
                     TNET_WIDTH, TNET_LANE);
    }
    brain *b = e ? NULL : tsr_mem_new(alloc, sizeof *b);
    if (!b) {
        schema_free(see);
        return e ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory for a network");
    }
    b->see = see;
    b->h1 = h1;
    b->h2 = h2;
    arena_init(&b->memory, alloc, 0);
    if (!make(b, seed)) {
        brain_free(b);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to train a network");
    }
    *out = b;
    return TSR_OK;
}

void brain_free(brain *b) {
    if (b) {
        const tsr_alloc *alloc = b->memory.alloc;
        schema_free(b->see);
        arena_deinit(&b->memory);
        tsr_mem_free(alloc, b, sizeof *b);
    }
}

// --- Sums -------------------------------------------------------------------------------

typedef float lanes __attribute__((vector_size(4 * BRAIN_LANE), aligned(4), may_alias));

static inline void add_times(float *to, const float *row, float x, uint32_t width) {
    for (uint32_t i = 0; i < width; i += BRAIN_LANE) {
        *(lanes *)(to + i) += *(const lanes *)(row + i) * x;
    }
}

static inline float dot(const float *a, const float *b, uint32_t width) {
    lanes s = {0};
    for (uint32_t i = 0; i < width; i += BRAIN_LANE) {
        s += *(const lanes *)(a + i) * *(const lanes *)(b + i);
    }
    return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
}

static const float *row_of(const brain_table *t, uint32_t row) {
    return t->weight + (size_t)row * t->stride;
}

// A row of slopes, noted as touched.
static float *slope_of(const brain *b, brain_slope *s, brain_part part, uint32_t row) {
    if (!s->is_touched[part][row]) {
        s->is_touched[part][row] = 1;
        s->touched[part][s->count[part]++] = row;
    }
    return s->at[part] + (size_t)row * b->part[part].stride;
}

// --- Forwards ---------------------------------------------------------------------------

typedef struct thought {
    float first[TNET_WIDTH], second[TNET_WIDTH];
} thought;

static void cut_off(float *x, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        x[i] = x[i] < 0 ? 0 : x[i] > top ? top : x[i];
    }
}

static void think(const brain *b, const uint32_t *input, uint32_t count, thought *t) {
    const brain_table *hidden = &b->part[BRAIN_HIDDEN];
    memcpy(t->first, row_of(&b->part[BRAIN_FIRST], 0), b->h1 * sizeof *t->first);
    for (uint32_t i = 0; i < count; i++) {
        add_times(t->first, row_of(&b->part[BRAIN_INPUT], input[i]), 1, b->h1);
    }
    cut_off(t->first, b->h1);
    for (uint32_t i = 0; i < b->h2; i++) {
        const float *row = row_of(hidden, i);
        t->second[i] = dot(row, t->first, b->h1) + row[b->h1];
    }
    cut_off(t->second, b->h2);
}

static float answer(const brain *b, brain_part part, uint32_t row, const thought *t) {
    const float *w = row_of(&b->part[part], row);
    return dot(w, t->second, b->h2) + w[b->h2];
}

void brain_values(const brain *b, const uint32_t *input, uint32_t count, float *out) {
    thought t;
    think(b, input, count, &t);
    for (uint32_t i = 0; i < b->see->values; i++) {
        out[i] = answer(b, BRAIN_VALUE, i, &t);
    }
}

// --- Backwards --------------------------------------------------------------------------

// An answer was too large by `much`: blames its row, and the second layer.
static void blame(const brain *b, brain_slope *s, brain_part part, uint32_t row, const thought *t,
                  float much, float *second) {
    float *slope = slope_of(b, s, part, row);
    add_times(slope, t->second, much, b->h2);
    slope[b->h2] += much;
    add_times(second, row_of(&b->part[part], row), much, b->h2);
}

static void learn_values(const brain *b, brain_slope *s, const brain_lesson *l, const thought *t,
                         float *second) {
    for (uint32_t i = 0; i < b->see->values; i++) {
        float v = (float)real_sigmoid((double)answer(b, BRAIN_VALUE, i, t));
        float much = v - l->value[i];
        s->value_loss += (double)(much * much);
        blame(b, s, BRAIN_VALUE, i, t, much, second);
    }
}

static float move_answer(const brain *b, const uint32_t *row, uint32_t rows, const thought *t) {
    float sum = 0;
    for (uint32_t k = 0; k < rows; k++) {
        sum += answer(b, BRAIN_MOVE, row[k], t);
    }
    return sum;
}

// Shares of the moves by their answers, into `share`; returns the logarithm of what they sum up to.
static double share_out(float *share, uint32_t n) {
    float most = share[0];
    double sum = 0;
    for (uint32_t i = 1; i < n; i++) {
        most = share[i] > most ? share[i] : most;
    }
    for (uint32_t i = 0; i < n; i++) {
        sum += real_exp((double)(share[i] - most));
    }
    double whole = (double)most + real_log(sum);
    return whole;
}

static void learn_moves(const brain *b, brain_slope *s, const brain_lesson *l, const thought *t,
                        float *second) {
    float logit[TSR_MAX_MOVES];
    const uint32_t *row = l->row;
    for (uint32_t i = 0; i < l->moves; row += l->rows[i], i++) {
        logit[i] = move_answer(b, row, l->rows[i], t);
    }
    double whole = share_out(logit, l->moves);
    row = l->row;
    for (uint32_t i = 0; i < l->moves; row += l->rows[i], i++) {
        double log_share = (double)logit[i] - whole, want = (double)l->share[i];
        float much = (float)(real_exp(log_share) - want);
        s->policy_loss += want > 1e-6 ? want * (real_log(want) - log_share) : 0;
        for (uint32_t k = 0; k < l->rows[i]; k++) {
            blame(b, s, BRAIN_MOVE, row[k], t, much, second);
        }
    }
}

// What was cut off below or above learns nothing.
static void stop_at_ends(const float *layer, float *slope, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        slope[i] = layer[i] > 0 && layer[i] < top ? slope[i] : 0;
    }
}

void brain_learn(const brain *b, brain_slope *s, const brain_lesson *l) {
    thought t;
    float first[TNET_WIDTH] = {0}, second[TNET_WIDTH] = {0};
    think(b, l->input, l->inputs, &t);
    learn_values(b, s, l, &t, second);
    if (l->moves > 1) {
        learn_moves(b, s, l, &t, second);
    }
    stop_at_ends(t.second, second, b->h2);
    for (uint32_t i = 0; i < b->h2; i++) {
        if (second[i] != 0) {
            float *slope = slope_of(b, s, BRAIN_HIDDEN, i);
            add_times(slope, t.first, second[i], b->h1);
            slope[b->h1] += second[i];
            add_times(first, row_of(&b->part[BRAIN_HIDDEN], i), second[i], b->h1);
        }
    }
    stop_at_ends(t.first, first, b->h1);
    add_times(slope_of(b, s, BRAIN_FIRST, 0), first, 1, b->h1);
    for (uint32_t i = 0; i < l->inputs; i++) {
        add_times(slope_of(b, s, BRAIN_INPUT, l->input[i]), first, 1, b->h1);
    }
}

// --- A step -----------------------------------------------------------------------------

typedef struct pace {
    float rate, share, mean, square; // mean and square: corrections for the first steps
} pace;

static void move_row(brain_table *t, uint32_t row, const float *slope, const pace *p) {
    size_t at = (size_t)row * t->stride;
    float *restrict w = t->weight + at, *restrict m = t->mean + at, *restrict v = t->square + at;
    for (uint32_t k = 0; k < t->width + 1; k++) {
        float x = slope[k] * p->share;
        m[k] = 0.9f * m[k] + 0.1f * x;
        v[k] = 0.999f * v[k] + 0.001f * (x * x);
        w[k] -= p->rate * ((m[k] * p->mean) / (sqrtf(v[k] * p->square) + 1e-8f) + decay * w[k]);
    }
    t->seen[row] = 1;
}

// Adds a row of a later shard to the first shard that has it; 1 if this shard was the first.
static void gather(brain *b, brain_part part, uint32_t row, int from, float *sum) {
    size_t at = (size_t)row * b->part[part].stride, size = b->part[part].stride;
    memset(sum, 0, size * sizeof *sum);
    for (int s = from; s < BRAIN_SHARDS; s++) {
        brain_slope *slope = &b->slope[s];
        if (slope->is_touched[part][row]) {
            add_times(sum, slope->at[part] + at, 1, (uint32_t)size);
            memset(slope->at[part] + at, 0, size * sizeof(float));
            slope->is_touched[part][row] = 0;
        }
    }
}

static double power(double base, uint64_t n) {
    double x = 1;
    for (; n; n >>= 1, base *= base) {
        x *= n & 1 ? base : 1;
    }
    return x;
}

void brain_step(brain *b, double rate, uint32_t count) {
    float sum[TNET_WIDTH + BRAIN_LANE];
    b->steps++;
    pace p = {.rate = (float)rate,
              .share = 1.0f / (float)count,
              .mean = (float)(1 / (1 - power(0.9, b->steps))),
              .square = (float)(1 / (1 - power(0.999, b->steps)))};
    for (brain_part part = 0; part < BRAIN_PARTS; part++) {
        for (int s = 0; s < BRAIN_SHARDS; s++) {
            brain_slope *slope = &b->slope[s];
            for (uint32_t i = 0; i < slope->count[part]; i++) {
                uint32_t row = slope->touched[part][i];
                if (slope->is_touched[part][row]) { // no earlier shard had it
                    gather(b, part, row, s, sum);
                    move_row(&b->part[part], row, sum, &p);
                }
            }
            slope->count[part] = 0;
        }
    }
}
