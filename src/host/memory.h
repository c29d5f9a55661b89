// SPDX-License-Identifier: MIT
#ifndef TSR_HOST_MEMORY_H
#define TSR_HOST_MEMORY_H

// Advice to the system about memory that was allocated; it may take it or leave it.

#include <stddef.h>

// `size` bytes at `base` will be looked at here and there: large pages would spare walks through the
// page tables. Nothing is asked for blocks that are small.
void host_large_pages(void *base, size_t size);

#endif
