// SPDX-License-Identifier: MIT
// Learning: forwards and backwards; see brain.h.
#include "teach/brain.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "learn/real.h"
#include "teach/deed.h"

static const float top = 8.0f; // of a layer, as in learn/tnet.h

// --- Making -----------------------------------------------------------------------------

static int make_table(brain_table *t, uint32_t rows, uint32_t width, arena *a) {
    *t = (brain_table){.rows = rows, .width = width, .stride = width + WIDE_LANE};
    size_t size = (size_t)rows * t->stride * sizeof(float) + 1;
    t->weight = arena_new(a, size);
    t->mean = arena_new(a, size);
    t->square = arena_new(a, size);
    t->seen = arena_new(a, (size_t)rows + 1);
    return t->weight && t->mean && t->square && t->seen;
}

static int make_slope(brain *b, brain_slope *s) {
    int ok = 1;
    for (int p = BRAIN_FIRST; ok && p < BRAIN_PARTS; p++) {
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

static int make_blame(brain *b) {
    const size_t shard = (size_t)BRAIN_LESSONS * b->h1;
    b->back = arena_new(&b->memory, BRAIN_SHARDS * shard * sizeof *b->back);
    b->holds = arena_new(&b->memory, ((size_t)b->see->inputs + 1) * sizeof *b->holds);
    b->listed = arena_new(&b->memory, ((size_t)b->see->inputs + 1) * sizeof *b->listed);
    for (size_t i = 0; b->back && i < BRAIN_SHARDS; i++) {
        b->slope[i].blame.back = b->back + i * shard;
    }
    return b->back && b->holds && b->listed;
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
    ok = ok && make_blame(b);
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
    b->wide = wide_best();
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
        for (int i = 0; i < BRAIN_SHARDS; i++) {
            brain_blame *x = &b->slope[i].blame;
            tsr_mem_free(alloc, x->held, x->room * sizeof *x->held);
        }
        tsr_mem_free(alloc, b->lesson, b->lesson_room * sizeof *b->lesson);
        arena_deinit(&b->memory);
        tsr_mem_free(alloc, b, sizeof *b);
    }
}

// --- Rows -------------------------------------------------------------------------------

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

static void think(const brain *b, const uint32_t *input, uint32_t count, thought *t) {
    const brain_table *from = &b->part[BRAIN_INPUT], *hidden = &b->part[BRAIN_HIDDEN];
    memcpy(t->first, row_of(&b->part[BRAIN_FIRST], 0), b->h1 * sizeof *t->first);
    b->wide->add_rows(from->weight, from->stride, b->h1, input, count, t->first);
    b->wide->cut_off(t->first, b->h1, top);
    b->wide->products(hidden->weight, hidden->stride, b->h1, b->h2, t->first, t->second);
    b->wide->cut_off(t->second, b->h2, top);
}

static float answer(const brain *b, brain_part part, uint32_t row, const thought *t) {
    const brain_table *from = &b->part[part];
    float out;
    b->wide->products(row_of(from, row), from->stride, b->h2, 1, t->second, &out);
    return out;
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
    b->wide->add_times(slope, t->second, much, b->h2);
    slope[b->h2] += much;
    b->wide->add_times(second, row_of(&b->part[part], row), much, b->h2);
}

static void learn_values(const brain *b, brain_slope *s, const brain_lesson *l, const thought *t,
                         float *second) {
    for (uint32_t i = 0; i < b->see->values; i++) {
        double opinion = b->adds ? (double)l->opinion : 0;
        float v = (float)real_sigmoid(opinion + (double)answer(b, BRAIN_VALUE, i, t));
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

static void move_answers(const brain *b, const brain_lesson *l, const thought *t, float *out) {
    const uint32_t *row = l->row;
    for (uint32_t i = 0; i < l->moves; row += l->rows[i], i++) {
        out[i] = move_answer(b, row, l->rows[i], t);
    }
}

void brain_moves(const brain *b, const brain_lesson *l, float *out) {
    thought t;
    think(b, l->input, l->inputs, &t);
    move_answers(b, l, &t, out);
}

// Slopes towards what should be played, and how far that is.
static double share_slopes(const brain_lesson *l, const float *logit, double whole, float *slope) {
    double loss = 0;
    for (uint32_t i = 0; i < l->moves; i++) {
        double log_share = (double)logit[i] - whole, want = (double)l->share[i];
        slope[i] = (float)(real_exp(log_share) - want);
        loss += want > 1e-6 ? want * (real_log(want) - log_share) : 0;
    }
    return loss;
}

static void learn_moves(const brain *b, brain_slope *s, const brain_lesson *l, const thought *t,
                        float *second) {
    float logit[TSR_MAX_MOVES], much[TSR_MAX_MOVES];
    const uint32_t *row = l->row;
    move_answers(b, l, t, logit);
    double whole = log_sum(logit, l->moves);
    s->policy_loss += l->gains  ? tries_slopes(l, logit, whole, much)
                      : l->made ? deed_slopes(l, logit, whole, much)
                                : share_slopes(l, logit, whole, much);
    for (uint32_t i = 0; i < l->moves; row += l->rows[i], i++) {
        for (uint32_t k = 0; k < l->rows[i]; k++) {
            blame(b, s, BRAIN_MOVE, row[k], t, much[i], second);
        }
    }
}

// The second layer's rows, all of which count as touched.
static void learn_hidden(const brain *b, brain_slope *s, const thought *t, const float *second,
                         float *first) {
    const brain_table *hidden = &b->part[BRAIN_HIDDEN];
    for (uint32_t i = 0; i < b->h2; i++) {
        slope_of(b, s, BRAIN_HIDDEN, i)[b->h1] += second[i];
    }
    b->wide->backwards(hidden->weight, s->at[BRAIN_HIDDEN], hidden->stride, b->h1, b->h2, second,
                       t->first, first);
}

// Room for the inputs of one more lesson; 0 = there is none.
static int make_room(const brain *b, brain_blame *x, uint32_t inputs) {
    size_t room = x->used + inputs > x->room ? 2 * (x->used + inputs) : x->room;
    if (room > x->room) {
        void *held = tsr_mem_resize(b->memory.alloc, x->held, x->room * sizeof *x->held,
                                    room * sizeof *x->held);
        x->failed |= !held;
        if (!held) {
            return 0;
        }
        x->held = held;
        x->room = room;
    }
    assert(x->lessons < BRAIN_LESSONS);
    return 1;
}

// Notes which inputs held, and what they are to blame for.
static void blame_inputs(const brain *b, brain_blame *x, const brain_lesson *l,
                         const float *first) {
    if (make_room(b, x, l->inputs)) {
        memcpy(x->back + (size_t)x->lessons * b->h1, first, b->h1 * sizeof *first);
        memcpy(x->held + x->used, l->input, l->inputs * sizeof *l->input);
        x->used += l->inputs;
        x->inputs[x->lessons++] = l->inputs;
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
    b->wide->stop_at_ends(t.second, second, b->h2, top);
    learn_hidden(b, s, &t, second, first);
    b->wide->stop_at_ends(t.first, first, b->h1, top);
    b->wide->add_times(slope_of(b, s, BRAIN_FIRST, 0), first, 1, b->h1);
    blame_inputs(b, &s->blame, l, first);
}
