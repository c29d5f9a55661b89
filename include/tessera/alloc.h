// SPDX-License-Identifier: MIT
#ifndef TESSERA_ALLOC_H
#define TESSERA_ALLOC_H

// Allocators: the host provides memory through one function.
//
// `resize(self, old, old_size, new_size)` is like realloc, with the old size passed
// in: `old` NULL allocates a new block; `new_size` 0 frees the block and returns
// NULL. It returns NULL if there is not enough memory; `old` then stays valid.
// Blocks are aligned as by malloc. All functions that allocate take an allocator
// and report TSR_ERR_MEMORY if it fails; the tests let every single call fail in
// turn.
//
// Where an allocator may be NULL, NULL means malloc.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_alloc {
    void *(*resize)(void *self, void *old, size_t old_size, size_t new_size);
    void *self;
} tsr_alloc;

static inline void *tsr_mem_resize(const tsr_alloc *a, void *old, size_t old_size,
                                   size_t new_size) {
    if (a && a->resize) {
        return a->resize(a->self, old, old_size, new_size);
    }
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

// Allocates `size` bytes, set to 0; NULL if out of memory. `size` 0 allocates one byte.
static inline void *tsr_mem_new(const tsr_alloc *a, size_t size) {
    void *p = tsr_mem_resize(a, NULL, 0, size ? size : 1);
    if (p) {
        memset(p, 0, size ? size : 1);
    }
    return p;
}

// Frees a block from tsr_mem_new; `size` must be the same. NULL is allowed.
static inline void tsr_mem_free(const tsr_alloc *a, void *p, size_t size) {
    if (p) {
        (void)tsr_mem_resize(a, p, size ? size : 1, 0);
    }
}

#ifdef __cplusplus
}
#endif

#endif
