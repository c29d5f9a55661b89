// SPDX-License-Identifier: MIT
//
// Takes the block of an agent from the host's memory, and cuts its parts at aligned places.
#include "agents/block.h"

#include "host/memory.h"

int block_allocate(block *b, const tsr_alloc *alloc) {
    size_t size = b->used + 2 * BLOCK_ALIGN;
    *b = (block){.made = tsr_mem_resize(alloc, NULL, 0, size), .size = size};
    if (!b->made) {
        b->size = 0;
        return 0;
    }
    size_t off = BLOCK_ALIGN - (uintptr_t)b->made % BLOCK_ALIGN;
    b->base = (unsigned char *)b->made + off;
    // A search jumps about in its table: with pages of the usual size nearly every look costs a
    // walk through the page tables as well.
    host_large_pages(b->made, size);
    return 1;
}
