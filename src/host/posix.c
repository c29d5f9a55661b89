// SPDX-License-Identifier: MIT
// Instead of beyond.c: the same with nothing but POSIX 2008.
#include "host/beyond.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "host/memory.h"

int host_lock_file(int fd) {
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_SETLK, &all) == 0 || (errno != EAGAIN && errno != EACCES);
}

int host_random(void *bytes, size_t size) {
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, bytes, size) : -1;
    if (fd >= 0) {
        close(fd);
    }
    return n == (ssize_t)size;
}

void host_large_pages(void *base, size_t size) {
    (void)base, (void)size;
}
