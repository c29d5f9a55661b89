// SPDX-License-Identifier: MIT
#ifndef TSR_ROOM_WIRE_PUT_H
#define TSR_ROOM_WIRE_PUT_H

// How JSON is written here: a few bytes at a time into a buffer that is mostly large enough. Most of
// what the server does is this.

#include <stdint.h>
#include <string.h>

#include "base/buffer.h"

static inline void put(buffer *b, const void *bytes, size_t size) {
    if (b->cap - b->size > size && !b->failed) {
        memcpy(b->bytes + b->size, bytes, size);
        b->size += size;
        b->bytes[b->size] = '\0';
    } else {
        buffer_add(b, bytes, size);
    }
}

// A number as it is written; most have one digit.
static inline void put_int(buffer *b, int64_t value) {
    char digits[24];
    int at = (int)sizeof digits;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    if (left < 10 && value >= 0) {
        put(b, &"0123456789"[left], 1);
        return;
    }
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (value < 0) {
        digits[--at] = '-';
    }
    put(b, digits + at, sizeof digits - (size_t)at);
}

// A word of ours in quotes: nothing in it needs an escape.
static inline void put_word(buffer *b, const char *word) {
    put(b, "\"", 1);
    put(b, word, strlen(word));
    put(b, "\"", 1);
}

// A literal, whose length the compiler knows; and a number or a word behind it.
#define PUT(b, literal)            put(b, literal, sizeof(literal) - 1)
#define PUT_INT(b, literal, value) (PUT(b, literal), put_int(b, value))
#define PUT_WORD(b, literal, word) (PUT(b, literal), put_word(b, word))

// The word for a number; the first one for a number that has none.
#define WORD(table, i) ((i) < sizeof(table) / sizeof *(table) ? (table)[i] : (table)[0])

#endif
