// SPDX-License-Identifier: MIT
// Texts packed for the way or for keeping, as gzip.
#ifndef SERVER_GZIP_H
#define SERVER_GZIP_H

#include <stddef.h>

#include "base/buffer.h"

// Appends `text`, packed; what is there if memory was short is told by the buffer (`failed`).
void gzip_pack(buffer *out, const char *text, size_t size);

// Appends what gzip_pack has packed; 0: it is none, or damaged, or memory was short.
int gzip_unpack(buffer *out, const void *packed, size_t size);

#endif
