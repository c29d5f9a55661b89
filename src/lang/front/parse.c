// SPDX-License-Identifier: MIT
//
// The parser's main loop: the head of a file, then one declaration after the other (parse_decl.c).
#include "lang/front/parse.h"

#include <stdio.h>
#include <string.h>

static void parse_header(parser *p) {
    if (parse_take(p, "language")) {
        int32_t version = 0;
        span at = p->t->at;
        if (parse_int(p, "the language's version", &version) && version > 1) {
            diag_add(p->diags, DIAG_NEW_LANGUAGE, at, "this file is for language %d, I know 1",
                     version);
        }
        while (p->t->kind == T_NEWLINE) {
            parse_advance(p);
        }
    }
    if (!parse_take(p, "game") || p->t->kind != T_STRING) {
        parse_unexpected(p, "a first line such as: game \"Chess\"");
        parse_skip_statement(p);
        return;
    }
    if (!p->file) {
        p->g->title = p->t->text;
        p->g->title_at = p->t->at;
    }
    parse_advance(p);
    if (parse_take(p, "from")) {
        if (p->t->kind != T_STRING) {
            parse_unexpected(p, "the name of a game: from \"Chess\"");
            return;
        }
        if (!p->file) {
            p->g->parent = p->t->text;
            p->g->parent_at = p->t->at;
        }
        parse_advance(p);
    }
}

static void end_statement(parser *p) {
    if (!p->panicking && p->t->kind != T_NEWLINE && p->t->kind != T_END &&
        (p->t - 1)->kind != T_DEDENT && (p->t - 1)->kind != T_PICTURE) {
        parse_too_much(p);
    }
    if (p->panicking) {
        parse_skip_statement(p);
    }
    while (p->t->kind == T_NEWLINE || p->t->kind == T_DEDENT) {
        parse_advance(p);
    }
}

static const parse_nested nested = {parse_unary, parse_rule, parse_steps};

int parse_game(const char *source, int file, arena *a, diag_list *diags, game_ast *g) {
    token_list tokens;
    parser p = {.source = source, .a = a, .diags = diags, .g = g, .file = file, .nested = &nested};
    if (!lex_all(source, file, a, diags, &tokens)) {
        return diags->errors > 0;
    }
    p.t = tokens.item;
    while (p.t->kind == T_NEWLINE) {
        p.t++;
    }
    parse_header(&p);
    end_statement(&p);
    while (p.t->kind != T_END && !p.failed && !diags->full) {
        const token *before = p.t;
        p.panicking = 0;
        p.in_rule = 0;
        p.depth = 0;
        parse_declaration(&p);
        end_statement(&p);
        if (p.t == before) {
            p.t++;
        }
    }
    if (file) {
        g->inherited_endings = g->ending_count;
    }
    return !p.failed;
}
