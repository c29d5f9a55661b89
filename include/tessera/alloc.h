// SPDX-License-Identifier: MIT
#ifndef TESSERA_ALLOC_H
#define TESSERA_ALLOC_H

// Memory comes from the host, through one function.
//
// `resize(self, old, old_size, new_size)` behaves like realloc with sizes told:
// `old` NULL makes a new block, `new_size` 0 frees and returns NULL. It may
// return NULL for lack of memory, and then `old` is still valid. Blocks are
// aligned as malloc's are. Everything in Tessera that allocates takes such an
// allocator, and copes when any single call of it fails; tests prove that by
// failing the first call, then the second, and so on.
//
// Wherever an allocator may be NULL, NULL means malloc.

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

// A zeroed block of `size` bytes, or NULL. `size` 0 gives one byte.
static inline void *tsr_mem_new(const tsr_alloc *a, size_t size) {
    void *p = tsr_mem_resize(a, NULL, 0, size ? size : 1);
    if (p) {
        memset(p, 0, size ? size : 1);
    }
    return p;
}

// Frees a block made by tsr_mem_new with the same `size`; NULL is fine.
static inline void tsr_mem_free(const tsr_alloc *a, void *p, size_t size) {
    if (p) {
        (void)tsr_mem_resize(a, p, size ? size : 1, 0);
    }
}

#ifdef __cplusplus
}
#endif

#endif
