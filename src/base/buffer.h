// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_BUFFER_H
#define TSR_BASE_BUFFER_H

// A growing string of bytes. After a failed allocation it stays as it was and
// `failed` sticks, so a writer may append a whole document and test once.
// Always NUL-ended beyond `size`. Not thread-safe.

#include <stddef.h>
#include <stdint.h>

#include <tessera/alloc.h>
#include <tessera/error.h>

typedef struct buffer {
    const tsr_alloc *alloc; // kept
    char *bytes;            // NULL while empty
    size_t size, cap;
    int failed;
} buffer;

void buffer_init(buffer *b, const tsr_alloc *alloc);
void buffer_deinit(buffer *b);
void buffer_clear(buffer *b); // keeps the memory

// Makes room for `more` bytes; 0 on failure.
int buffer_reserve(buffer *b, size_t more);

void buffer_add(buffer *b, const void *bytes, size_t size);
void buffer_add_text(buffer *b, const char *text);
void buffer_addf(buffer *b, const char *format, ...) TSR_PRINTF(2, 3);

// The text so far; never NULL.
static inline const char *buffer_text(const buffer *b) {
    return b->bytes ? b->bytes : "";
}

#endif
