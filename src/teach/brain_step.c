// SPDX-License-Identifier: MIT
// A step of Adam over what all shards of a batch have found; see brain.h.
#include <string.h>

#include "teach/brain.h"

static const float decay = 1e-4f;

// --- Rows that have slopes --------------------------------------------------------------

static void move_row(const brain *b, brain_table *t, uint32_t row, const float *slope,
                     const wide_pace *pace) {
    size_t at = (size_t)row * t->stride;
    b->wide->step(t->weight + at, t->mean + at, t->square + at, slope, t->stride, pace);
    t->seen[row] = 1;
}

// Adds up a row of all shards from this one on, in their order, and empties them.
static void gather(brain *b, brain_part part, uint32_t row, int from, float *sum) {
    size_t at = (size_t)row * b->part[part].stride, size = b->part[part].stride;
    memset(sum, 0, size * sizeof *sum);
    for (int s = from; s < BRAIN_SHARDS; s++) {
        brain_slope *slope = &b->slope[s];
        if (slope->is_touched[part][row]) {
            b->wide->add_times(sum, slope->at[part] + at, 1, (uint32_t)size);
            memset(slope->at[part] + at, 0, size * sizeof(float));
            slope->is_touched[part][row] = 0;
        }
    }
}

static void step_part(brain *b, brain_part part, const wide_pace *pace) {
    float sum[TNET_WIDTH + WIDE_LANE];
    for (int s = 0; s < BRAIN_SHARDS; s++) {
        brain_slope *slope = &b->slope[s];
        for (uint32_t i = 0; i < slope->count[part]; i++) {
            uint32_t row = slope->touched[part][i];
            if (slope->is_touched[part][row]) { // no earlier shard had it
                gather(b, part, row, s, sum);
                move_row(b, &b->part[part], row, sum, pace);
            }
        }
        slope->count[part] = 0;
    }
}

// --- Rows of inputs ---------------------------------------------------------------------

// In how many lessons each input holds; returns how many inputs do in any.
static uint32_t count_inputs(brain *b) {
    uint32_t listed = 0;
    for (int s = 0; s < BRAIN_SHARDS; s++) {
        const brain_blame *x = &b->slope[s].blame;
        for (size_t k = 0; k < x->used; k++) {
            if (b->holds[x->held[k]]++ == 0) {
                b->listed[listed++] = x->held[k];
            }
        }
    }
    return listed;
}

// The lessons of each input, in the inputs' order, lessons ascending. What `holds` says becomes where the
// next one of an input is put.
static void list_lessons(brain *b, uint32_t listed) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < listed; i++) {
        uint32_t *holds = &b->holds[b->listed[i]], begin = at;
        at += *holds;
        *holds = begin;
    }
    for (uint32_t s = 0; s < BRAIN_SHARDS; s++) {
        const brain_blame *x = &b->slope[s].blame;
        const uint32_t *held = x->held;
        for (uint32_t j = 0; j < x->lessons; j++) {
            for (uint32_t k = 0; k < x->inputs[j]; k++) {
                b->lesson[b->holds[*held++]++] = s * BRAIN_LESSONS + j;
            }
        }
    }
}

static void step_inputs(brain *b, uint32_t listed, const wide_pace *pace) {
    brain_table *t = &b->part[BRAIN_INPUT];
    float sum[TNET_WIDTH + WIDE_LANE];
    uint32_t begin = 0;
    for (uint32_t i = 0; i < listed; i++) {
        uint32_t row = b->listed[i], end = b->holds[row];
        memset(sum, 0, t->stride * sizeof *sum);
        b->wide->add_rows(b->back, b->h1, b->h1, b->lesson + begin, end - begin, sum);
        move_row(b, t, row, sum, pace);
        b->holds[row] = 0;
        begin = end;
    }
}

static int make_room(brain *b) {
    size_t all = 0;
    int failed = 0;
    for (int s = 0; s < BRAIN_SHARDS; s++) {
        all += b->slope[s].blame.used;
        failed |= b->slope[s].blame.failed;
    }
    if (!failed && all > b->lesson_room) {
        void *more = tsr_mem_resize(b->memory.alloc, b->lesson, b->lesson_room * sizeof *b->lesson,
                                    all * sizeof *b->lesson);
        b->lesson = more ? more : b->lesson;
        b->lesson_room = more ? all : b->lesson_room;
    }
    return !failed && all <= b->lesson_room;
}

// --- A step -----------------------------------------------------------------------------

static double power(double base, uint64_t n) {
    double x = 1;
    for (; n; n >>= 1, base *= base) {
        x *= n & 1 ? base : 1;
    }
    return x;
}

int brain_step(brain *b, double rate, uint32_t count) {
    if (!make_room(b)) {
        return 0;
    }
    b->steps++;
    wide_pace pace = {.rate = (float)rate,
                      .share = 1.0f / (float)count,
                      .mean = (float)(1 / (1 - power(0.9, b->steps))),
                      .square = (float)(1 / (1 - power(0.999, b->steps))),
                      .decay = decay};
    uint32_t listed = count_inputs(b);
    list_lessons(b, listed);
    step_inputs(b, listed, &pace);
    for (brain_part part = BRAIN_FIRST; part < BRAIN_PARTS; part++) {
        step_part(b, part, &pace);
    }
    for (int s = 0; s < BRAIN_SHARDS; s++) {
        b->slope[s].blame.used = b->slope[s].blame.lessons = 0;
    }
    return 1;
}
