// SPDX-License-Identifier: MIT
#ifndef TSR_HOST_WRITE_ALL_H
#define TSR_HOST_WRITE_ALL_H

// Writing to a file or a pipe to the last byte, however few the system takes at once.

#include <stddef.h>

// 0 with errno on failure; some of the bytes may be written then.
int host_write_all(int fd, const void *bytes, size_t size);

#endif
