// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_BYTES_H
#define TSR_SERVER_BYTES_H

// A message, made once and sent to many: bytes with a count of holders.
// Not thread-safe: only the hub's thread holds and drops.

#include <stddef.h>
#include <stdint.h>

typedef struct bytes {
    uint32_t holders;
    uint32_t size;
    char data[]; // `size` bytes and a NUL
} bytes;

// A copy with one holder, or NULL for lack of memory.
bytes *bytes_new(const char *data, size_t size);
bytes *bytes_hold(bytes *b); // NULL is fine
void bytes_drop(bytes *b);   // NULL is fine

#endif
