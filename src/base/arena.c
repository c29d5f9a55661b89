// SPDX-License-Identifier: MIT
//
// Blocks in a chain; what is too large for one gets its own.
#include "base/arena.h"

#include <stdint.h>

struct arena_block {
    arena_block *previous;
    size_t size; // of `bytes`
    size_t used;
    size_t pad; // keeps `bytes` at a multiple of 16
    unsigned char bytes[];
};

enum { BLOCK_SIZE = 16 * 1024 };

void arena_init(arena *a, const tsr_alloc *alloc, size_t limit) {
    *a = (arena){.alloc = alloc, .limit = limit};
}

void arena_deinit(arena *a) {
    for (arena_block *b = a->last; b;) {
        arena_block *previous = b->previous;
        tsr_mem_free(a->alloc, b, sizeof *b + b->size);
        b = previous;
    }
    a->last = NULL;
    a->used = 0;
}

static arena_block *add_block(arena *a, size_t size) {
    size_t bytes = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    arena_block *b = tsr_mem_new(a->alloc, sizeof *b + bytes);
    if (b) {
        b->size = bytes;
        b->previous = a->last;
        a->last = b;
    }
    return b;
}

void *arena_new(arena *a, size_t size) {
    if (size > SIZE_MAX - 64 || (a->limit && size > a->limit - a->used)) {
        a->failed = 1;
        return NULL;
    }
    size_t rounded = (size + 15) & ~(size_t)15;
    arena_block *b = a->last;
    if (!b || b->size - b->used < rounded) {
        b = add_block(a, rounded);
        if (!b) {
            a->failed = 1;
            return NULL;
        }
    }
    void *p = b->bytes + b->used;
    b->used += rounded;
    a->used += size;
    return p;
}

char *arena_text(arena *a, const char *bytes, size_t size) {
    char *p = arena_new(a, size + 1);
    if (p && size) {
        memcpy(p, bytes, size);
    }
    return p;
}
