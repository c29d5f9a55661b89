// SPDX-License-Identifier: MIT
//
// Operators: sets with sets, sets with directions, numbers with numbers.
#include "lang/lower/lower_expr.h"

#include <string.h>

// The author's word between two operands: `&`, or `on`, which means the same.
static const char *operator_of(const ast *e, char *buf, size_t cap) {
    const char *s = e->src + e->a->end, *end = e->src + e->b->pos;
    while (s < end && strchr(" )\n", *s)) {
        s++;
    }
    const size_t n = s < end ? strcspn(s, " (\n") : 0;
    if (n == 0 || n >= cap || n > (size_t)(end - s)) {
        return e->kind == A_ADD    ? "+"
               : e->kind == A_SUB  ? "-"
               : e->kind == A_MUL  ? "*"
               : e->kind == A_MEET ? "&"
                                   : "|";
    }
    memcpy(buf, s, n);
    buf[n] = '\0';
    return buf;
}

// `count mine & edge`: a number of one set reaches no further than that.
static void offer_brackets(lower *l, diag *d, const ast *e) {
    const ast *last = e->a; // points + sum value in x
    while (last->kind == A_ADD || last->kind == A_SUB || last->kind == A_MUL) {
        last = last->b;
    }
    const ast *of = last->kind == A_COUNT || (last->kind == A_KINDS && last->flag == KINDS_SUM)
                        ? last->a
                        : NULL;
    if (of) {
        char asked[60], text[100];
        ast before = *e->a, inside = *e;
        before.end = inside.pos = of->pos;
        lower_quote_text(l, &before, asked, sizeof asked);
        lower_quote_text(l, &inside, text, sizeof text);
        diag_help(d, "brackets say of which cells:   %s(%s)", asked, text);
    }
}

static value mixed_error(lower *l, const ast *e, const value *x, const value *y) {
    char word[8];
    if (x->type && y->type) {
        diag *d =
            diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "`%s` cannot join %s and %s",
                     operator_of(e, word, sizeof word), lower_type_phrase((value_type)x->type),
                     lower_type_phrase((value_type)y->type));
        if (x->type == V_INT && is_set(y)) {
            offer_brackets(l, d, e);
        }
    }
    return none_value();
}

// Whether `e` is `x + n*dirs` or `x - n*dirs` with such an n; *out is its value then.
static int lower_times(lower *l, const ast *e, value *out) {
    if ((e->kind != A_ADD && e->kind != A_SUB) || e->b->kind != A_MUL) {
        return 0;
    }
    value n = lower_expr(l, e->b->a);
    if (n.type != V_INT || n.konst) {
        return 0; // constants were only looked at: no code
    }
    value x = lower_expr(l, e->a), dirs = lower_expr(l, e->b->b);
    if (x.type == V_NONE) {
        *out = x; // said already
        return 1;
    }
    if (!is_set(&x) || dirs.type != V_DIR) {
        return 0;
    }
    const int from = lower_set_reg(l, &x);
    *out = lower_value_of_set(lower_shift_times(l, e, from, &n, &dirs, e->kind == A_SUB), 1);
    return 1;
}

value lower_binary(lower *l, const ast *e) {
    ast_kind op = (ast_kind)e->kind;
    value times;
    if (lower_times(l, e, &times) || lower_sorted_kinds(l, e, &times)) {
        return times;
    }
    value x = lower_expr(l, e->a), y = lower_expr(l, e->b);
    if (x.type == V_DIR && y.type == V_DIR) {
        if (op == A_ADD) return lower_add_dirs(l, e, &x, &y);
        if (op == A_UNION) {
            for (int i = 0; i < y.count; i++) {
                lower_add_shift(l, e, &x, y.shift[i]);
            }
            return x;
        }
        if (op == A_SUB) { // without these directions
            value v = lower_value_of_dirs(NULL, 0);
            for (int i = 0; i < x.count; i++) {
                int drop = 0;
                for (int k = 0; k < y.count; k++) {
                    drop |= x.shift[i] == y.shift[k];
                }
                if (!drop) {
                    lower_add_shift(l, e, &v, x.shift[i]);
                }
            }
            return v;
        }
    }
    if (is_set(&x) && y.type == V_DIR && (op == A_ADD || op == A_SUB)) {
        return lower_shift_set(l, &x, &y, op == A_SUB);
    }
    if (is_set(&x) && y.type == V_DIRI && (op == A_ADD || op == A_SUB)) {
        return lower_shift_set_by_number(l, &x, &y, op == A_SUB);
    }
    if (is_set(&x) && y.type == V_TURN && (op == A_ADD || op == A_SUB)) {
        return lower_turn_set(l, e, &x, &y, op == A_SUB);
    }
    if (is_set(&x) && is_set(&y) && (op == A_UNION || op == A_MEET || op == A_SUB)) {
        return lower_combine_sets(l, op, &x, &y);
    }
    if (x.type == V_INT && y.type == V_INT && (op == A_ADD || op == A_SUB || op == A_MUL)) {
        return lower_combine_ints(l, op, &x, &y);
    }
    if (op == A_MUL && x.type == V_INT && x.konst && y.type == V_DIR) {
        return lower_multiply_dirs(l, e, x.num, &y);
    }
    if (op == A_MUL && x.type == V_INT && x.konst && y.type == V_DIRI && x.num > 0 && x.num < 64) {
        y.num *= x.num;
        return y;
    }
    return mixed_error(l, e, &x, &y);
}

// X on attacked, X & safe: only the cells of X are looked at.
static int is_attack_word(const lower *l, const ast *e, const char *word) {
    return e->kind == A_WORD && strcmp(e->name, word) == 0 && !lower_find_binding(l, word);
}

value lower_meet(lower *l, const ast *e) {
    for (int swap = 0; swap < 2; swap++) {
        const ast *word = swap ? e->a : e->b, *cells = swap ? e->b : e->a;
        int safe = is_attack_word(l, word, "safe");
        if (safe || is_attack_word(l, word, "attacked")) {
            int x = lower_set(l, cells, "`attacked` is about cells");
            int hit = lower_attacked(l, x, NULL);
            if (safe) {
                lower_emit(l, OP_ANDN, hit, x, hit, 0, 0);
            }
            return lower_value_of_set(hit, 1);
        }
    }
    return lower_binary(l, e);
}
