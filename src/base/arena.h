// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_ARENA_H
#define TSR_BASE_ARENA_H

// An arena: memory for things that die together. Blocks come from a tsr_alloc
// and are given back all at once; nothing in an arena is freed alone. `limit`
// bounds the total, so that hostile input cannot exhaust the machine. Not
// thread-safe.

#include <stddef.h>

#include <tessera/alloc.h>

typedef struct arena_block arena_block;

typedef struct arena {
    const tsr_alloc *alloc; // kept
    arena_block *last;
    size_t used;  // bytes handed out
    size_t limit; // 0 = none
    int failed;   // sticky: some call returned NULL
} arena;

void arena_init(arena *a, const tsr_alloc *alloc, size_t limit);
void arena_deinit(arena *a);

// `size` zeroed bytes aligned to 16, valid until arena_deinit; NULL if memory or the limit
// is exhausted.
void *arena_new(arena *a, size_t size);

// A NUL-ended copy of `size` bytes.
char *arena_text(arena *a, const char *bytes, size_t size);

#endif
