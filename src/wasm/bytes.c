// SPDX-License-Identifier: MIT
//
// Bytes copied, set and looked for: functions of the C library that the engine has shorter ones for.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// --- Memory -----------------------------------------------------------------------------------------

// One instruction each, with the option that this file is compiled with (CMakeLists.txt).

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size) {
    return __builtin_memset(to, byte, size);
}

void *memchr(const void *from, int byte, size_t size) {
    const unsigned char *at = from;
    for (; size > 0; size--, at++) {
        if (*at == (unsigned char)byte) {
            return (void *)(uintptr_t)at;
        }
    }
    return NULL;
}

// --- Texts ------------------------------------------------------------------------------------------

// From `text` on to the first character that is `c`, or the end.
char *__strchrnul(const char *text, int c);

char *__strchrnul(const char *text, int c) {
    while (*text && *text != (char)c) {
        text++;
    }
    return (char *)(uintptr_t)text;
}

char *strchr(const char *text, int c) {
    char *at = __strchrnul(text, c);
    return *at == (char)c ? at : NULL;
}

// How many characters from the first on are in `set`, or are not.
static size_t span_of(const char *text, const char *set, int inside) {
    size_t n = 0;
    while (text[n] && (*__strchrnul(set, text[n]) != '\0') == inside) {
        n++;
    }
    return n;
}

size_t strspn(const char *text, const char *set) {
    return span_of(text, set, 1);
}

size_t strcspn(const char *text, const char *set) {
    return span_of(text, set, 0);
}
