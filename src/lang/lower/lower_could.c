// SPDX-License-Identifier: MIT
//
// What everybody can tell of a hidden piece by what it was chosen for: `choose man in mine - bomb - flag` never
// chooses a bomb. For each kind a set of cells (ir_layout.could_not) says where a piece stands that is none of that kind,
// whoever it is; guesses heed it. Only choices say something whose text names the kinds they leave out or are restricted
// to; what else a turn may tell is left alone.
#include "lang/lower/lower_could.h"

#include <string.h>

enum { MOST_DEEP = 16 };

// --- What a choice leaves out -------------------------------------------------------------------------

// The kinds of a set that is all pieces of some kinds, as bits; 0 = it is another set.
static uint64_t kinds_of(const lower *l, const ast *e) {
    if (e->kind == A_TITLE) {
        const int type = lower_find_type(l, e->name);
        return type < 0 ? 0 : (uint64_t)1 << type;
    }
    if (e->kind == A_UNION) {
        const uint64_t a = kinds_of(l, e->a), b = kinds_of(l, e->b);
        return a && b ? a | b : 0;
    }
    uint64_t bits = 0;
    const int one = e->kind == A_KINDS && e->flag == KINDS_WITH && !e->b && e->a->kind == A_NUM;
    for (const ast *x = one ? e->list : NULL; x; x = x->next) {
        const int type = x->num == e->a->num ? lower_find_type(l, x->name) : -1;
        bits |= type < 0 ? 0 : (uint64_t)1 << type;
    }
    return bits;
}

// The kinds that never lie in a set, as bits; 0 = that is not known.
static uint64_t left_out(lower *l, const ast *e, int depth) {
    const uint64_t only = kinds_of(l, e);
    const decl_def *d =
        e->kind == A_WORD && !lower_find_binding(l, e->name) ? lower_find_def(l, e->name) : NULL;
    if (only || depth > MOST_DEEP) {
        return only ? ~only : 0;
    }
    if (d && !d->is_rule && !d->param_count) {
        const binding *saved = l->env;
        l->env = NULL;
        const uint64_t bits = left_out(l, d->body, depth + 1);
        l->env = saved;
        return bits;
    }
    if (e->kind != A_SUB && e->kind != A_MEET && e->kind != A_UNION) {
        return 0;
    }
    const uint64_t first = left_out(l, e->a, depth + 1),
                   second = e->kind == A_SUB ? kinds_of(l, e->b) : left_out(l, e->b, depth + 1);
    return e->kind == A_UNION ? first & second : first | second;
}

static uint64_t hidden_kinds(const lower *l) {
    uint64_t bits = 0;
    for (int t = 0; t < l->g->piece_count; t++) {
        bits |= l->p->hidden_type[t] ? (uint64_t)1 << t : 0;
    }
    return bits;
}

typedef struct choice_search {
    lower *l;
    int found;
} choice_search;

static int look_for_choice(const ast *n, void *with) {
    choice_search *s = with;
    if (n->kind == R_CHOOSE && !n->flag) {
        s->found |= (left_out(s->l, n->a, 0) & hidden_kinds(s->l)) != 0;
    }
    return !s->found;
}

int lower_any_left_out(lower *l) {
    choice_search s = {.l = l};
    for (int i = 0; l->p->hides_pieces && !l->g->unseen && i < l->g->phase_count; i++) {
        scan_named(l->g, l->g->phases[i].turn, look_for_choice, &s);
    }
    return s.found;
}

// --- Code ---------------------------------------------------------------------------------------------

static int says(const lower *l, int type) {
    return l->p->at.could_not != BOARD_NONE && l->p->hidden_type[type];
}

void lower_could_chosen(lower *l, const ast *from, int cell) {
    const uint64_t bits = l->p->at.could_not == BOARD_NONE ? 0 : left_out(l, from, 0);
    const value on = lower_value_of_const(l->b->on);
    const int saved = l->set_top, stands = lower_new_set(l);
    if (!(bits & hidden_kinds(l))) {
        l->set_top = saved;
        return;
    }
    lower_emit(l, OP_AND, stands, cell, lower_set_reg(l, &on), 0, 0);
    for (int t = 0; t < l->p->types; t++) {
        if (says(l, t) && bits >> t & 1) {
            const int reg = l->p->at.could_not + t;
            lower_emit(l, OP_OR, reg, reg, stands, 0, 0);
        }
    }
    lower_free_sets(l, saved);
}

void lower_could_forget(lower *l, int cells) {
    for (int t = 0; t < l->p->types; t++) {
        if (says(l, t)) {
            const int reg = l->p->at.could_not + t;
            lower_emit(l, OP_ANDN, reg, reg, cells, 0, 0);
        }
    }
}

void lower_could_moved(lower *l, int from, int to) {
    const int saved = l->set_top, left = lower_new_set(l);
    label stayed = {0};
    if (l->p->at.could_not == BOARD_NONE) {
        l->set_top = saved;
        return;
    }
    lower_emit(l, OP_ANDN, left, from, to, 0, 0);
    lower_emit_jump(l, OP_JNONE, left, 0, &stayed);
    for (int t = 0; t < l->p->types; t++) {
        const int reg = l->p->at.could_not + t;
        label no = {0}, done = {0};
        if (!says(l, t)) {
            continue;
        }
        lower_emit_jump(l, OP_JAPART, reg, from, &no);
        lower_emit(l, OP_OR, reg, reg, to, 0, 0);
        lower_emit(l, OP_ANDN, reg, reg, from, 0, 0);
        lower_emit_jump(l, OP_JMP, 0, 0, &done);
        lower_emit_label(l, &no);
        lower_emit(l, OP_ANDN, reg, reg, to, 0, 0);
        lower_emit_label(l, &done);
    }
    lower_emit_label(l, &stayed);
    lower_free_sets(l, saved);
}
