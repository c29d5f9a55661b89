// SPDX-License-Identifier: MIT
#ifdef __linux__
#define _DEFAULT_SOURCE // madvise
#include <sys/mman.h>
#endif

#include "host/memory.h"

#include <stdint.h>

enum { PAGE = 4096, LARGE = 8 << 20 };

void host_large_pages(void *base, size_t size) {
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
