// SPDX-License-Identifier: MIT
//
// What a node of the tree stood for in the file, as one line without comments: for messages and reasons.
#include "lang/front/ast.h"

size_t ast_line(const ast *n, char *out, size_t cap) {
    size_t used = 0;
    int blank = 0;
    for (uint32_t i = n->pos; i < n->end && used + 2 < cap; i++) {
        char c = n->src[i];
        if (c == '#') {
            while (i < n->end && n->src[i] != '\n') {
                i++;
            }
            blank = 1;
        } else if (c == ' ' || c == '\n' || c == '\r') {
            blank = 1;
        } else {
            if (blank && used) {
                out[used++] = ' ';
            }
            blank = 0;
            out[used++] = c;
        }
    }
    out[used] = '\0';
    return used;
}
