// SPDX-License-Identifier: MIT
// A run as bytes: "tessera-evolve 1\n", numbers of genes, individuals, generations judged and
// champions, the last generation, the hall, what cma has learned, what else goes with it, and a CRC-32 of it all. Numbers are as the
// machine has them: a checkpoint is for going on with on the same kind of machine.
#include <string.h>

#include "arena/evolve.h"
#include "learn/crc.h"

static const char magic[] = "tessera-evolve 1\n";

typedef struct head {
    uint32_t genes, count, judged, halls;
    uint64_t cma, more; // bytes of it, and of what goes with it
} head;

void evolve_put(const evolve *e, const buffer *more, buffer *out) {
    size_t begin = out->size, cma = e->cma ? evolve_cma_size(e) : 0;
    head h = {e->plan.genes, e->count, e->judged, e->halls, cma, more->size};
    buffer_add(out, magic, sizeof magic - 1);
    buffer_add(out, &h, sizeof h);
    buffer_add(out, e->last, sizeof e->last);
    buffer_add(out, e->hall, sizeof e->hall);
    buffer_add(out, e->one, e->count * sizeof *e->one);
    if (cma) {
        buffer_add(out, e->cma, cma);
    }
    buffer_add(out, buffer_text(more), more->size);
    out->failed |= more->failed;
    uint32_t crc = out->failed ? 0 : crc_of(out->bytes + begin, out->size - begin, 0);
    buffer_add(out, &crc, sizeof crc);
}

static const char *take(const char *at, void *to, size_t size) {
    memcpy(to, at, size);
    return at + size;
}

static int fits(const evolve *e, const head *h, size_t size) {
    size_t cma = e->cma ? evolve_cma_size(e) : 0;
    size_t fixed = sizeof magic - 1 + sizeof *h + sizeof e->last + sizeof e->hall +
                   e->count * sizeof *e->one + cma + sizeof(uint32_t);
    return h->genes == e->plan.genes && h->count == e->count && h->cma == cma && h->halls >= 1 &&
           h->halls <= EVOLVE_HALL && h->judged <= e->plan.generations && size >= fixed &&
           h->more == size - fixed;
}

tsr_err evolve_take(evolve *e, const char *bytes, size_t size, const char **more, size_t *more_size,
                    tsr_error *err) {
    head h;
    uint32_t crc;
    if (size < sizeof magic - 1 + sizeof h + sizeof crc ||
        memcmp(bytes, magic, sizeof magic - 1) != 0) {
        return tsr_fail(err, TSR_ERR_PARSE, "the file is not a checkpoint or is incomplete");
    }
    (void)take(bytes + size - sizeof crc, &crc, sizeof crc);
    if (crc != crc_of(bytes, size - sizeof crc, 0)) {
        return tsr_fail(err, TSR_ERR_PARSE, "the checkpoint has been altered or is incomplete");
    }
    const char *at = take(bytes + sizeof magic - 1, &h, sizeof h);
    if (!fits(e, &h, size)) {
        return tsr_fail(err, TSR_ERR_MISMATCH, "the checkpoint is of another population");
    }
    at = take(at, e->last, sizeof e->last);
    at = take(at, e->hall, sizeof e->hall);
    at = take(at, e->one, e->count * sizeof *e->one);
    if (h.cma) {
        at = take(at, evolve_cma_bytes(e), h.cma);
    }
    e->judged = h.judged;
    e->halls = h.halls;
    *more = at;
    *more_size = h.more;
    return TSR_OK;
}
