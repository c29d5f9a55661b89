// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_BLOCK_H
#define TSR_AGENTS_BLOCK_H

// One block of memory for one agent, cut into parts.
//
// An agent allocates once, when it is opened, and never while it thinks. Its
// layout is written down once, as a function that takes one part after the
// other; it runs first without memory, which tells the size, and then again
// with it:
//
//     layout(&b)                      b.base NULL: every part is NULL
//     block_allocate(&b, alloc)       b.used bytes
//     layout(&b)                      the same parts, now real
//
// The memory is not cleared: a search tree of a gigabyte costs nothing until it
// is used.

#include <stdint.h>

#include <tessera/alloc.h>

typedef struct block {
    unsigned char *base; // aligned to BLOCK_ALIGN, a cache line
    size_t used;
    void *made; // what was allocated
    size_t size;
} block;

enum { BLOCK_ALIGN = 64 };

// A part of `count` elements of `size` bytes, aligned.
static inline void *block_take(block *b, size_t count, size_t size) {
    size_t at = (b->used + BLOCK_ALIGN - 1) & ~(size_t)(BLOCK_ALIGN - 1);
    b->used = at + count * size;
    return b->base ? b->base + at : NULL;
}

// Makes the memory for a layout that has been counted; 0 for lack of memory.
int block_allocate(block *b, const tsr_alloc *alloc);

static inline void block_free(block *b, const tsr_alloc *alloc) {
    tsr_mem_free(alloc, b->made, b->size);
    *b = (block){0};
}

#endif
