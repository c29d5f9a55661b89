// SPDX-License-Identifier: MIT
#ifdef __linux__
#define _DEFAULT_SOURCE // madvise
#include <sys/mman.h>
#endif

#include "agents/block.h"

enum { PAGE = 4096, LARGE = 8 << 20 };

// A search jumps about in its table: with pages of the usual size nearly every look costs a walk
// through the page tables as well. The system may take this advice or leave it.
static void ask_for_large_pages(void *base, size_t size) {
#ifdef MADV_HUGEPAGE
    uintptr_t from = ((uintptr_t)base + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    uintptr_t to = ((uintptr_t)base + size) & ~(uintptr_t)(PAGE - 1);
    if (size >= LARGE) {
        (void)madvise((void *)from, to - from, MADV_HUGEPAGE); // NOLINT: an address it is
    }
#else
    (void)base, (void)size;
#endif
}

int block_allocate(block *b, const tsr_alloc *alloc) {
    size_t size = b->used + 2 * BLOCK_ALIGN;
    *b = (block){.made = tsr_mem_resize(alloc, NULL, 0, size), .size = size};
    if (!b->made) {
        b->size = 0;
        return 0;
    }
    size_t off = BLOCK_ALIGN - (uintptr_t)b->made % BLOCK_ALIGN;
    b->base = (unsigned char *)b->made + off;
    ask_for_large_pages(b->made, size);
    return 1;
}
