// SPDX-License-Identifier: MIT
//
// Functions of the C library that the engine has shorter ones for; these are linked instead of the library's.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/find.h"
#include "wasm/number.h"
#include "wasm/print.h"
#include "wasm/sort.h"

int vsnprintf(char *restrict out, size_t cap, const char *restrict format, va_list args) {
    return print_into(out, cap, format, args);
}

int snprintf(char *restrict out, size_t cap, const char *restrict format, ...) {
    va_list args;
    va_start(args, format);
    int size = print_into(out, cap, format, args);
    va_end(args);
    return size;
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort_items(base, count, size, compare);
}

char *strstr(const char *text, const char *part) {
    return (char *)(uintptr_t)find_text(text, part);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
    return number_unsigned(text, end, base, ULLONG_MAX);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
    return (unsigned long)number_unsigned(text, end, base, ULONG_MAX);
}

long strtol(const char *restrict text, char **restrict end, int base) {
    return (long)number_signed(text, end, base, LONG_MAX);
}
