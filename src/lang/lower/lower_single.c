// SPDX-License-Identifier: MIT
//
// Whether an expression stands for not more than one cell, as far as that can be seen.
#include "lang/lower/lower_expr.h"

#include <string.h>

// Whether a value is one cell at most.
static int is_one_cell(const lower *l, const value *v) {
    int cells = 0;
    for (int i = 0; v->k && i < l->b->words; i++) {
        cells += __builtin_popcountll(v->k[i]);
    }
    return v->k ? cells <= 1
                : v->reg == l->p->at.here || v->reg == l->p->at.it || v->reg == l->here ||
                      (v->reg >= l->p->at.named && v->reg < l->p->at.named + l->p->named_count);
}

static int is_all_crossed(const ast *e) { // this.over
    return e->kind == A_MEMBER && e->a->kind == A_WORD && strcmp(e->a->name, "this") == 0 &&
           strcmp(e->name, "over") == 0;
}

static int is_one_of_past(const ast *e) { // last.over may be several
    return e->kind == A_MEMBER && e->a->kind == A_WORD && strcmp(e->a->name, "last") == 0 &&
           strcmp(e->name, "over") != 0;
}

// Whether `by` moves a cell to one other at most: one direction, however often.
static int is_one_way(lower *l, const ast *by) {
    value v = lower_peek(l, by->kind == A_MUL ? by->b : by);
    return v.type == V_DIRI || (v.type == V_DIR && v.count <= 1);
}

int lower_is_single(lower *l, const ast *e) {
    const binding *b = e->kind == A_WORD ? lower_find_binding(l, e->name) : NULL;
    if (b && b->kind == BIND_LET) {
        const binding *saved = l->env;
        l->env = b->env;
        int one = lower_is_single(l, b->let);
        l->env = saved;
        return one;
    }
    int player, area = lower_area_of(l, e, &player);
    if (area >= 0) {
        value cells = lower_value_of_const(l->area[area][player]);
        return is_one_cell(l, &cells);
    }
    switch ((ast_kind)e->kind) {
    case A_WAS: return 0;
    case A_MEMBER:
        if (is_all_crossed(e)) {
            return 0;
        }
        break;
    case A_RANK:
        if (lower_race_way(l, l->me)) {
            return e->flag ? lower_is_single(l, e->a) : !e->b;
        }
        break;
    case A_MEET: return lower_is_single(l, e->a) || lower_is_single(l, e->b);
    case A_ADD: return lower_is_single(l, e->a) && is_one_way(l, e->b);
    case A_SUB:
        return lower_is_single(l, e->a) &&
               (is_one_way(l, e->b) || lower_peek(l, e->b).type == V_SET);
    default: break;
    }
    value v = lower_peek(l, e);
    return is_one_of_past(e) || v.type != V_SET || is_one_cell(l, &v);
}

// Of several cells the first would be taken, in an order that is nobody's rule. What is one only in play
// (`my King`) is believed.
void lower_need_one(lower *l, const ast *e) {
    const value v = lower_peek(l, e);
    char text[80];
    if (v.type != V_SET || !v.k || is_one_cell(l, &v)) {
        return;
    }
    ast only = *e;
    only.next = NULL;
    ast_line(&only, text, sizeof text);
    diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, e->at,
                       "this is about one cell, and `%s` is several", text);
    diag_note(d, "which of them is meant?");
}
