// SPDX-License-Identifier: MIT
//
// What declarations have in common: nothing is said twice, there is not too much, sizes, pictures.
#include "lang/front/parse_decl.h"

#include <stdio.h>

int decl_said_twice(parser *p, span before, span at, const char *what) {
    if (!before.line || before.file != p->file || p->panicking) {
        return 0;
    }
    diag *d = diag_add(p->diags, DIAG_TWICE, at, "%s is declared twice", what);
    diag_also(d, before, "here first");
    return 1;
}

int decl_name_twice(parser *p, span before, span at, const char *what, const char *name) {
    char thing[100];
    (void)snprintf(thing, sizeof thing, "%s `%.60s`", what, name);
    return decl_said_twice(p, before, at, thing);
}

int decl_room(parser *p, int count, int max, const char *what) {
    if (count < max) {
        return 1;
    }
    diag_add(p->diags, DIAG_TOO_BIG, (p->t - 1)->at, "a game has at most %d %s", max, what);
    p->panicking = 1;
    return 0;
}

void decl_picture(parser *p, const char **text, uint32_t *size, uint32_t *line) {
    if (p->t->kind != T_PICTURE) {
        parse_unexpected(p, "a picture, indented below");
        return;
    }
    *text = p->t->text;
    *size = p->t->size;
    *line = p->t->at.line;
    parse_advance(p);
}

static ast *parse_size_of(parser *p, int products);

static ast *parse_size_part(parser *p) {
    if (parse_is(p, "(") && parse_enter(p)) {
        parse_advance(p);
        ast *sum = parse_size_of(p, 0);
        p->depth--;
        parse_expect(p, ")", "a closing bracket");
        return sum;
    }
    ast *n = parse_node(p, A_NUM, p->t);
    if (p->t->kind == T_WORD) {
        n->kind = A_WORD;
        n->name = parse_word(p, "a size or an option");
    } else {
        parse_int(p, "a size: 8x8", &n->num);
    }
    return parse_finish(p, n);
}

// A number, an option, or what they add up to: 2 * size + 1.
ast *parse_size(parser *p) {
    return parse_size_of(p, 0);
}

static ast *parse_size_of(parser *p, int products) {
    ast *n = products ? parse_size_part(p) : parse_size_of(p, 1);
    while (products ? parse_is(p, "*") : parse_is(p, "+") || parse_is(p, "-")) {
        ast *sum = parse_node(p, products ? A_MUL : parse_is(p, "+") ? A_ADD : A_SUB, p->t);
        parse_advance(p);
        sum->a = n;
        sum->b = products ? parse_size_part(p) : parse_size_of(p, 1);
        sum->at = n->at;
        sum->pos = n->pos;
        n = parse_finish(p, sum);
    }
    return n;
}
