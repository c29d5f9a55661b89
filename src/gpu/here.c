// SPDX-License-Identifier: MIT
//
// Kernels compiled for this machine, and its own memory; see here.h.
#include "gpu/here.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

enum { MOST_PIECES = 64, LINE = 64 };

typedef struct here {
    place place;
    const lanes_native *kernels;
    void *piece[MOST_PIECES];
    int pieces;
} here;

static tsr_err here_alloc(place *p, size_t size, void *out, tsr_error *err) {
    here *h = (here *)p;
    if (h->pieces == MOST_PIECES) {
        return tsr_fail(err, TSR_ERR_LIMIT, "a place has at most %d pieces of memory", MOST_PIECES);
    }
    size_t whole = size < SIZE_MAX / 2 ? (size / LINE + 1) * LINE : 0;
    void *piece = whole ? aligned_alloc(LINE, whole) : NULL;
    if (!piece) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for %zu MiB", size >> 20);
    }
    h->piece[h->pieces++] = memset(piece, 0, whole);
    memcpy(out, &piece, sizeof piece);
    return TSR_OK;
}

static tsr_err here_bring(place *p, void *to, const void *from, size_t size, tsr_error *err) {
    (void)p, (void)err;
    if (size) {
        memcpy(to, from, size);
    }
    return TSR_OK;
}

static tsr_err here_run(place *p, lanes_job job, const lanes_batch *b, void *stream,
                        tsr_error *err) {
    (void)stream, (void)err;
    ((here *)p)->kernels->run(job, b);
    return TSR_OK;
}

static tsr_err here_wait(place *p, void *stream, tsr_error *err) {
    (void)p, (void)stream, (void)err;
    return TSR_OK;
}

static void here_close(place *p) {
    here *h = (here *)p;
    for (int i = 0; i < h->pieces; i++) {
        free(h->piece[i]);
    }
    free(h);
}

static const place_type type = {here_alloc, here_bring, here_bring,
                                here_run,   here_wait,  here_close};

tsr_err here_open(const tsr_rules *r, place **out, tsr_error *err) {
    lanes_facts facts;
    tsr_built built;
    char *text = NULL;
    size_t size = 0;
    const void *table = NULL;
    *out = NULL;
    tsr_err e = lanes_print(r, NULL, &text, &size, &facts, err);
    e = e ? e : tsr_compile_load(text, size, LANES_SYMBOL, 1, &table, &built, err);
    if (text) {
        tsr_mem_free(r->alloc, text, size + 1);
    }
    const lanes_native *kernels = table;
    if (!e && (kernels->abi != LANES_ABI || kernels->program != facts.program)) {
        e = tsr_fail(err, TSR_ERR_ABI, "the kernels in the cache are of another version");
    }
    here *h = e ? NULL : calloc(1, sizeof *h);
    if (!e && !h) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "no memory for a game's kernels");
    }
    if (h) {
        *h = (here){.place = {&type, facts}, .kernels = kernels};
        *out = &h->place;
    }
    return e;
}
