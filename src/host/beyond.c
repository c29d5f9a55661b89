// SPDX-License-Identifier: MIT
// Beyond POSIX: locks of open files, random bytes, large pages. See beyond.h.
#define _DEFAULT_SOURCE

#include "host/beyond.h"

#include <errno.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/types.h>

#include "host/memory.h"

int host_lock_file(int fd) {
    return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

int host_random(void *bytes, size_t size) {
    return getrandom(bytes, size, 0) == (ssize_t)size;
}

void host_large_pages(void *base, size_t size) {
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096, LARGE = 8 << 20 };
    uintptr_t from = ((uintptr_t)base + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    uintptr_t to = ((uintptr_t)base + size) & ~(uintptr_t)(PAGE - 1);
    if (size >= LARGE) {
        (void)madvise((void *)from, to - from, MADV_HUGEPAGE); // NOLINT: an address it is
    }
#else
    (void)base, (void)size;
#endif
}
