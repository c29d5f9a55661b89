// SPDX-License-Identifier: MIT
//
// Writes until everything is written, through signals and short writes.
#include "host/write_all.h"

#include <errno.h>
#include <unistd.h>

int host_write_all(int fd, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return 0;
        }
        at += n;
        size -= (size_t)n;
    }
    return 1;
}
