// SPDX-License-Identifier: MIT
#include "arena/repeats.h"

#include <string.h>

#include <tessera/alloc.h>

void repeats_deinit(repeats *r) {
    tsr_mem_free(NULL, r->slot, r->cap * sizeof *r->slot);
    memset(r, 0, sizeof *r);
}

// Where `hash` is, or the free slot where it belongs. The table is never full.
static size_t find(const repeats *r, uint64_t hash) {
    size_t at = (size_t)hash & (r->cap - 1);
    while (r->slot[at] && r->slot[at] != hash) {
        at = (at + 1) & (r->cap - 1);
    }
    return at;
}

static int grow(repeats *r) {
    repeats more = {.cap = r->cap ? 2 * r->cap : 256, .count = r->count};
    more.slot = tsr_mem_new(NULL, more.cap * sizeof *more.slot);
    if (!more.slot) {
        return 0;
    }
    for (size_t i = 0; i < r->cap; i++) {
        if (r->slot[i]) {
            more.slot[find(&more, r->slot[i])] = r->slot[i];
        }
    }
    repeats_deinit(r);
    *r = more;
    return 1;
}

int repeats_has(const repeats *r, uint64_t hash) {
    return r->cap && r->slot[find(r, hash ? hash : 1)] != 0;
}

int repeats_add(repeats *r, uint64_t hash) {
    hash = hash ? hash : 1; // 0 marks a free slot
    if (repeats_has(r, hash)) {
        return 0;
    }
    if (2 * (r->count + 1) > r->cap && !grow(r)) {
        r->failed = 1;
        return 1;
    }
    r->slot[find(r, hash)] = hash;
    r->count++;
    return 1;
}
