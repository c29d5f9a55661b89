// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_PRINT_H
#define TSR_WASM_PRINT_H

// The part of the C library's printing that is used here: d i u x c s f g and %, with widths, precisions, the flags - and
// 0, and the lengths l, ll, z, j and t. The library's own is a twentieth of what a page has to load, since it writes to
// files and knows wide characters. To the letter the same as the library's; anything else stops the program.

#include <stdarg.h>
#include <stddef.h>

// As vsnprintf.
int print_into(char *out, size_t cap, const char *format, va_list args);

#endif
