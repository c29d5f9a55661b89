// SPDX-License-Identifier: MIT
//
// Attributes asked of pieces that have none: where the text says which pieces lie on the cells that are asked about.
#include "lang/lower/lower_expr.h"

#include <string.h>

enum { MOST_DEEP = 16 };

// The types that can lie on the cells of an expression, as bits; 0 = the text does not say.
static uint64_t types_on(lower *l, const ast *e, int depth);

static uint64_t type_bit(const lower *l, const char *name) {
    const int type = lower_find_type(l, name);
    return type >= 0 ? (uint64_t)1 << type : 0;
}

static uint64_t types_of_kinds(const lower *l, const ast *e) {
    uint64_t bits = 0;
    for (const ast *x = e->list; x; x = x->next) {
        bits |= type_bit(l, x->name);
    }
    return bits;
}

static uint64_t types_of_word(lower *l, const ast *e, int depth) {
    const binding *b = lower_find_binding(l, e->name);
    const decl_def *d = b ? NULL : lower_find_def(l, e->name);
    if (b) {
        return b->picked ? types_on(l, b->picked, depth + 1)
               : b->let  ? types_on(l, b->let, depth + 1)
                         : 0;
    }
    return d && !d->is_rule && !d->param_count ? types_on(l, d->body, depth + 1) : 0;
}

static uint64_t types_on(lower *l, const ast *e, int depth) {
    uint64_t a, b;
    if (depth > MOST_DEEP) {
        return 0;
    }
    switch ((ast_kind)e->kind) {
    case A_TITLE:
    case A_OWNED: return type_bit(l, e->name);
    case A_KINDS: return e->flag == KINDS_SAME || e->flag == KINDS_WITH ? types_of_kinds(l, e) : 0;
    case A_WORD: return types_of_word(l, e, depth);
    case A_SUB: return types_on(l, e->a, depth + 1);
    case A_MEET:
    case A_UNION:
        a = types_on(l, e->a, depth + 1);
        b = types_on(l, e->b, depth + 1);
        return e->kind == A_UNION ? (a && b ? a | b : 0) : a && b ? a & b : a | b;
    default: return 0;
    }
}

// What the author calls a piece: kinds by what they have in common.
static const char *family_of(const lower *l, int type) {
    const decl_piece *d = &l->g->pieces[type];
    return d->family ? d->family : d->name;
}

int lower_lacks(lower *l, const ast *e) {
    const uint64_t there = e->flag == KINDS_WITH ? 0 : types_on(l, e->a, 0),
                   have = types_of_kinds(l, e);
    if (!there || there & have || !have) {
        return 0;
    }
    const char *asked = family_of(l, __builtin_ctzll(there)),
               *other = family_of(l, __builtin_ctzll(have));
    diag *d =
        diag_add(l->diags, DIAG_LACKS, e->at, "`%s` is not something a %s has", e->name, asked);
    diag_note(d, "declared: piece %s of %s …; a %s has none", other, e->name, asked);
    diag_help(d, "ask it where a %s lies:   %s of (… & %s)", other, e->name, other);
    return 1;
}
