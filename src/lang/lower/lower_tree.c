// SPDX-License-Identifier: MIT
//
// The way into a tree: what an expression, a condition or a rule stands for is asked here, by whoever has one below
// its own. What each kind of tree means is said by lower_meanings.
#include "lang/lower/lower_expr.h"

value lower_expr(lower *l, const ast *e) {
    if (l->broken) {
        return none_value();
    }
    if (!l->in_expr) {
        l->shared_count = 0; // code before this may have been jumped over
    }
    l->in_expr++;
    value v = l->means->expr(l, e);
    l->in_expr--;
    return v;
}

// What was wrong is said by whoever does not only look.
static void forget_wrong(lower *l) {
    int kept = 0;
    for (int i = 0; i < l->shared_count; i++) {
        if (l->shared[i].v.type != V_NONE) {
            l->shared[kept++] = l->shared[i];
        }
    }
    l->shared_count = kept;
}

value lower_peek(lower *l, const ast *e) {
    int count = l->diags->count, errors = l->diags->errors, full = l->diags->full;
    int broken = l->broken, sets = l->set_top, nums = l->num_top;
    uint32_t before = lower_emit_here(l);
    value v = lower_expr(l, e);
    l->p->code_count = before;
    if (l->diags->errors != errors || l->broken) {
        v.type = V_NONE;
    }
    l->broken = broken;
    l->diags->count = count;
    l->diags->errors = errors;
    l->diags->full = full;
    l->num_top = nums;
    lower_free_sets(l, sets);
    forget_wrong(l);
    return v;
}

void lower_cond(lower *l, const ast *e, int want, label *to) {
    if (l->broken) {
        return;
    }
    int sets = l->set_top;
    l->means->cond(l, e, want, to);
    lower_free_sets(l, sets > l->set_top ? l->set_top : sets);
}

uint32_t lower_cond_code(lower *l, const ast *e) {
    uint32_t code = lower_begin_code(l);
    label no = {0};
    lower_cond(l, e, 0, &no);
    lower_end_code(l, 1);
    lower_emit_label(l, &no);
    lower_end_code(l, 0);
    return code;
}

int lower_rule(lower *l, const ast *r, rule_context ctx, int next) {
    return l->broken ? NODE_DEAD : l->means->rule(l, r, ctx, next);
}

// --- With a type in mind ----------------------------------------------------------------

int lower_set(lower *l, const ast *e, const char *what) {
    value v = lower_expr(l, e);
    if (v.type == V_SET) {
        return lower_set_reg(l, &v);
    }
    lower_wrong_type(l, e, what, (value_type)v.type);
    int r = lower_new_set(l);
    lower_emit(l, OP_ZERO, r, 0, 0, 0, 0);
    return r;
}

value lower_int(lower *l, const ast *e, const char *what) {
    value v = lower_expr(l, e);
    if (v.type != V_INT) {
        lower_wrong_type(l, e, what, (value_type)v.type);
        return lower_value_of_int(1);
    }
    return v;
}

value lower_dirs(lower *l, const ast *e, const char *what) {
    const char *saved = l->wanted;
    l->wanted = "direction";
    value v = lower_expr(l, e);
    l->wanted = saved;
    if (v.type != V_DIR && v.type != V_DIRI) {
        char text[60];
        lower_quote_text(l, e, text, sizeof text);
        if (v.type) {
            diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "%s, but `%s` is %s", what, text,
                     lower_type_phrase((value_type)v.type));
        }
        return lower_value_of_dirs(NULL, 0);
    }
    return v;
}
