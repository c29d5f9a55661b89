// SPDX-License-Identifier: MIT
//
// What a node of the tree stood for in the file, as one line without comments: for messages and reasons.
#include "lang/front/ast.h"

// A bracket belongs to no node of its own: where only one of two lies within, the other one is taken along.
static void take_brackets(const ast *n, uint32_t *pos, uint32_t *end) {
    uint32_t opened = 0, closed = 0, i = n->pos;
    for (int comment = 0; i < n->end; i++) {
        const char c = n->src[i];
        comment = c == '#' || (comment && c != '\n');
        closed += !comment && c == ')' && !opened;
        opened += (uint32_t)(!comment && c == '(') - (uint32_t)(!comment && c == ')' && opened);
    }
    for (; opened && (n->src[i] == ')' || n->src[i] == ' '); i++) {
        opened -= n->src[i] == ')';
        *end = n->src[i] == ')' ? i + 1 : *end;
    }
    for (i = n->pos; closed && i > 0 && (n->src[i - 1] == '(' || n->src[i - 1] == ' '); i--) {
        closed -= n->src[i - 1] == '(';
        *pos = n->src[i - 1] == '(' ? i - 1 : *pos;
    }
}

size_t ast_line(const ast *n, char *out, size_t cap) {
    size_t used = 0;
    int blank = 0;
    uint32_t pos = n->pos, end = n->end;
    if (pos < end) {
        take_brackets(n, &pos, &end);
    }
    for (uint32_t i = pos; i < end && used + 2 < cap; i++) {
        char c = n->src[i];
        if (c == '#') {
            while (i < end && n->src[i] != '\n') {
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
