// SPDX-License-Identifier: MIT
//
// Functions of the C library that the engine has shorter ones for; these are linked instead of the library's.
#include <stdio.h>

#include "wasm/print.h"

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
