// SPDX-License-Identifier: MIT
//
// Writing text: what everybody in this storey does all the time.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "lang/cgen/cgen_board.h"

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

void cgen_put_literal(buffer *out, const uint64_t *x, int words) {
    if (words == 1) {
        buffer_addf(out, "0x%" PRIx64 "ull", x[0]);
    } else if (words == 2) {
        buffer_addf(out, "SET2(0x%" PRIx64 "u, 0x%" PRIx64 "u)", x[1], x[0]);
    } else {
        buffer_add_text(out, "{{");
        for (int i = 0; i < words; i++) {
            buffer_addf(out, "%s0x%" PRIx64 "u", i ? ", " : "", x[i]);
        }
        buffer_add_text(out, "}}");
    }
}
