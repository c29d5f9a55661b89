// SPDX-License-Identifier: MIT
#ifndef TSR_HOST_BEYOND_H
#define TSR_HOST_BEYOND_H

// What the library likes to have beyond POSIX 2008: beyond.c asks Linux and the BSDs for it. With
// -DTSR_POSIX_ONLY=ON posix.c is built instead and makes do with what POSIX has. The advice on large pages
// (host/memory.h) is answered by the same two files.

#include <stddef.h>

// 0 when another program has locked the file; where locks are not to be had, there is none. The
// lock goes with the open file. With POSIX alone it goes with the process: it holds against others
// only, and ends when this process closes the file anywhere.
int host_lock_file(int fd);

// Bytes nobody can guess; 0 when there are none to be had.
int host_random(void *bytes, size_t size);

#endif
