// SPDX-License-Identifier: MIT
//
// Growing, and the writing of bytes, words and numbers.
#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void buffer_init(buffer *b, const tsr_alloc *alloc) {
    *b = (buffer){.alloc = alloc};
}

void buffer_deinit(buffer *b) {
    tsr_mem_free(b->alloc, b->bytes, b->cap);
    b->bytes = NULL;
    b->size = b->cap = 0;
}

void buffer_clear(buffer *b) {
    b->size = 0;
    b->failed = 0;
    if (b->bytes) {
        b->bytes[0] = '\0';
    }
}

int buffer_reserve(buffer *b, size_t more) {
    if (b->failed || more > SIZE_MAX / 2 - b->size - 1) {
        b->failed = 1;
        return 0;
    }
    size_t need = b->size + more + 1;
    if (need <= b->cap) {
        return 1;
    }
    size_t cap = b->cap ? b->cap * 2 : 256;
    cap = cap < need ? need : cap;
    char *p = tsr_mem_resize(b->alloc, b->bytes, b->cap, cap);
    if (!p) {
        b->failed = 1;
        return 0;
    }
    b->bytes = p;
    b->cap = cap;
    return 1;
}

void buffer_add(buffer *b, const void *bytes, size_t size) {
    if (buffer_reserve(b, size)) {
        if (size) {
            memcpy(b->bytes + b->size, bytes, size);
        }
        b->size += size;
        b->bytes[b->size] = '\0';
    }
}

void buffer_add_text(buffer *b, const char *text) {
    buffer_add(b, text, strlen(text));
}

void buffer_addf(buffer *b, const char *format, ...) {
    va_list args, again;
    // Most texts fit into the room there is, so one pass is enough for them.
    size_t room = b->failed ? 0 : b->cap - b->size;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(room ? b->bytes + b->size : NULL, room, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n < room) {
        b->size += (size_t)n;
    } else if (n >= 0 && buffer_reserve(b, (size_t)n)) {
        (void)vsnprintf(b->bytes + b->size, (size_t)n + 1, format, again);
        b->size += (size_t)n;
    } else if (room) {
        b->bytes[b->size] = '\0'; // as it was
    }
    va_end(again);
}
