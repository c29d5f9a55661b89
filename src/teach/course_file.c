// SPDX-License-Identifier: MIT
// Checkpoints: everything a run needs to go on, as bytes; see course.h.
//
//     "tessera-run 2\n", eight numbers of 8 bytes (generations, steps, bytes of the replay, games,
//     plies, samples, bytes of the curve, bytes of the best network), the curve, the best network, then of each
//     table weights, means, squares and what was seen, the weights of the mean network if there is one, and a CRC-32
//     of it all.
//
// Numbers are as the machine has them: a checkpoint is for going on with on the same kind of machine. Networks
// are for everybody.
#include <string.h>

#include "learn/crc.h"
#include "teach/course.h"

static const char magic[] = "tessera-run 2\n";

typedef struct head {
    uint64_t generation, steps, replay_size;
    uint64_t games, plies, samples;
    uint64_t curve, best;
} head;

// --- Bytes ------------------------------------------------------------------------------

void course_put(const course *c, buffer *out) {
    size_t begin = out->size;
    head h = {.generation = c->generation,
              .steps = c->brain->steps,
              .replay_size = c->replay.file_size,
              .games = c->all.games,
              .plies = c->all.plies,
              .samples = c->all.samples,
              .curve = c->curve.size,
              .best = c->best.size};
    buffer_add(out, magic, sizeof magic - 1);
    buffer_add(out, &h, sizeof h);
    buffer_add(out, buffer_text(&c->curve), c->curve.size);
    buffer_add(out, buffer_text(&c->best), c->best.size);
    for (int p = 0; p < BRAIN_PARTS; p++) {
        const brain_table *t = &c->brain->part[p];
        size_t size = (size_t)t->rows * t->stride * sizeof(float);
        buffer_add(out, t->weight, size);
        buffer_add(out, t->mean, size);
        buffer_add(out, t->square, size);
        buffer_add(out, t->seen, t->rows);
    }
    for (int p = 0; c->calm && p < BRAIN_PARTS; p++) {
        const brain_table *t = &c->calm->part[p];
        buffer_add(out, t->weight, (size_t)t->rows * t->stride * sizeof(float));
        buffer_add(out, t->seen, t->rows);
    }
    uint32_t crc = out->failed ? 0 : crc_of(out->bytes + begin, out->size - begin, 0);
    buffer_add(out, &crc, sizeof crc);
}

static uint64_t table_bytes(const course *c) {
    const brain *b = c->brain;
    uint64_t size = 0;
    for (int p = 0; p < BRAIN_PARTS; p++) {
        const brain_table *t = &b->part[p];
        size += (uint64_t)t->rows * t->stride * sizeof(float) * 3 + t->rows;
        size += c->calm ? (uint64_t)t->rows * t->stride * sizeof(float) + t->rows : 0;
    }
    return size;
}

static const char *take(const char *at, void *to, size_t size) {
    memcpy(to, at, size);
    return at + size;
}

static void take_tables(course *c, const char *at) {
    brain *b = c->brain;
    for (int p = 0; p < BRAIN_PARTS; p++) {
        brain_table *t = &b->part[p];
        size_t size = (size_t)t->rows * t->stride * sizeof(float);
        at = take(at, t->weight, size);
        at = take(at, t->mean, size);
        at = take(at, t->square, size);
        at = take(at, t->seen, t->rows);
    }
    for (int p = 0; c->calm && p < BRAIN_PARTS; p++) {
        brain_table *t = &c->calm->part[p];
        at = take(at, t->weight, (size_t)t->rows * t->stride * sizeof(float));
        at = take(at, t->seen, t->rows);
    }
}

tsr_err course_take(course *c, const char *bytes, size_t size, tsr_error *err) {
    head h;
    uint32_t crc;
    size_t first = sizeof magic - 1 + sizeof h;
    if (size < first + sizeof crc || memcmp(bytes, magic, sizeof magic - 1) != 0) {
        return tsr_fail(err, TSR_ERR_PARSE,
                        "the file is not a checkpoint, is incomplete, or is of another version");
    }
    (void)take(bytes + size - sizeof crc, &crc, sizeof crc);
    if (crc != crc_of(bytes, size - sizeof crc, 0)) {
        return tsr_fail(err, TSR_ERR_PARSE, "the checkpoint has been altered");
    }
    const char *at = take(bytes + sizeof magic - 1, &h, sizeof h);
    if (h.curve > size || h.best > size ||
        first + h.curve + h.best + table_bytes(c) + sizeof crc != size) {
        return tsr_fail(err, TSR_ERR_MISMATCH, "the checkpoint is of a network of another size");
    }
    buffer_add(&c->curve, at, h.curve);
    buffer_add(&c->best, at + h.curve, h.best);
    take_tables(c, at + h.curve + h.best);
    c->generation = (uint32_t)h.generation;
    c->brain->steps = h.steps;
    c->all = (selfplay_count){.games = h.games, .plies = h.plies, .samples = h.samples};
    c->replay.file_size = h.replay_size;
    return c->curve.failed || c->best.failed
               ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for the checkpoint")
               : TSR_OK;
}
