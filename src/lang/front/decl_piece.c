// SPDX-License-Identifier: MIT
//
// Pieces, and what they can do.
#include "lang/front/parse_decl.h"

#include <string.h>

#include "lang/front/kinds.h"

static decl_piece *piece_slot(parser *p, const char *name, span at) {
    for (int i = 0; i < p->g->piece_count; i++) {
        if (strcmp(p->g->pieces[i].name, name) == 0) {
            decl_name_twice(p, p->g->pieces[i].at, at, "piece", name);
            return &p->g->pieces[i];
        }
    }
    return decl_room(p, p->g->piece_count, MAX_PIECES, "kinds of pieces")
               ? &p->g->pieces[p->g->piece_count++]
               : NULL;
}

static void add_ability(parser *p, decl_piece *d, ast ***tail) {
    if (parse_refuse_dangling(p)) {
        return;
    }
    if (parse_is(p, "after") && parse_is_at(p, 1, ":")) {
        parse_advance(p);
        parse_advance(p);
        d->after = parse_body(p, R_SEQ);
        return;
    }
    if (parse_is(p, "taken") && parse_is_at(p, 1, ":")) {
        parse_advance(p);
        parse_advance(p);
        d->taken = parse_body(p, R_SEQ);
        return;
    }
    **tail = parse_rule(p);
    *tail = &(**tail)->next;
}

static void parse_abilities(parser *p, decl_piece *d) {
    ast **tail = &d->abilities;
    if (p->t->kind != T_NEWLINE) {
        add_ability(p, d, &tail);
        return;
    }
    if (p->t[1].kind != T_INDENT) {
        parse_unexpected(p, "what the piece can do");
        return;
    }
    parse_advance(p);
    parse_advance(p);
    while (p->t->kind != T_DEDENT && p->t->kind != T_END && !p->failed) {
        add_ability(p, d, &tail);
        parse_end_line(p);
    }
    if (p->t->kind == T_DEDENT) {
        parse_advance(p);
    }
}

void parse_piece(parser *p) {
    span at = p->t->at;
    const char *name = parse_title(p, "a piece's name, which starts with a capital letter");
    if (kinds_is_family(p->g, name)) {
        diag_add(p->diags, DIAG_TWICE, at, "the kinds of `%s` are declared once", name);
        p->panicking = 1;
        return;
    }
    const int before = p->g->piece_count;
    decl_piece *d = p->panicking ? NULL : piece_slot(p, name, at);
    if (!d) {
        return;
    }
    char letter = d->letter;
    memset(d, 0, sizeof *d);
    d->name = name;
    d->at = at;
    d->letter = letter;
    if (parse_take(p, "as")) {
        if (p->t->size != 1) {
            parse_unexpected(p, "one letter");
            return;
        }
        d->letter = p->t->text[0];
        parse_advance(p);
    }
    d->neutral = (uint8_t)parse_take(p, "neutral");
    d->hidden = (uint8_t)parse_take(p, "hidden");
    if (parse_take(p, "like")) {
        d->like_at = p->t->at;
        d->like = parse_title(p, "a piece that can do the same");
    }
    const int kinds = parse_take(p, "of") ? kinds_declare(p, d, p->g->piece_count > before) : 1;
    if (parse_take(p, ":")) {
        parse_abilities(p, d);
    }
    kinds_share(d, kinds);
}
