// SPDX-License-Identifier: MIT
//
// Writing text: what everybody in this storey does all the time.
#include <stdarg.h>
#include <stdio.h>

#include "lang/cgen/cgen_impl.h"

void cgen_put(cgen *g, const char *format, ...) {
    char line[4096];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    g->failed |= n < 0 || (size_t)n >= sizeof line;
    buffer_add_text(g->out, line);
}

void cgen_set(char *to, size_t cap, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (vsnprintf(to, cap, format, args) >= (int)cap) {
        to[0] = '@'; // no C: the compiler will say so, whatever we print
    }
    va_end(args);
}
