// SPDX-License-Identifier: MIT
//
// Values joined and moved: sets with sets, sets by directions, numbers with numbers. What is constant stays it.
#include "lang/lower/lower_expr.h"

static value fold_const(lower *l, ast_kind op, const value *x, const value *y) {
    uint64_t *k = lower_fresh_set(l);
    for (int i = 0; i < l->b->words; i++) {
        k[i] = op == A_UNION  ? x->k[i] | y->k[i]
               : op == A_MEET ? x->k[i] & y->k[i]
                              : x->k[i] & ~y->k[i];
    }
    return lower_value_of_const(k);
}

value lower_combine_sets(lower *l, ast_kind op, const value *x, const value *y) {
    if (x->k && y->k) {
        return fold_const(l, op, x, y);
    }
    if (y->k && op != A_UNION) {
        int out = x->owned ? x->reg : lower_new_set(l);
        lower_emit(l, op == A_MEET ? OP_ANDK : OP_ANDNK, out, x->reg, lower_new_const(l, y->k), 0,
                   0);
        return lower_value_of_set(out, 1);
    }
    if (x->k && op == A_MEET) {
        return lower_combine_sets(l, op, y, x);
    }
    int p = lower_set_reg(l, x), q = lower_set_reg(l, y);
    int out = x->owned ? p : lower_new_set(l);
    lower_emit(l, op == A_UNION ? OP_OR : op == A_MEET ? OP_AND : OP_ANDN, out, p, q, 0, 0);
    return lower_value_of_set(out, 1);
}

static void shift_const(const board *b, uint64_t *out, const uint64_t *k, uint16_t s, int back) {
    for (int c = 0; c < b->cells; c++) {
        uint16_t t = b->shift[s].to[c];
        if (t == BOARD_NONE) {
            continue;
        }
        if (back ? board_has(k, t) : board_has(k, c)) {
            board_put(out, back ? c : t);
        }
    }
}

value lower_shift_set(lower *l, const value *x, const value *dirs, int back) {
    if (x->k) {
        uint64_t *k = lower_fresh_set(l);
        for (int i = 0; i < dirs->count; i++) {
            shift_const(l->b, k, x->k, dirs->shift[i], back);
        }
        return lower_value_of_const(k);
    }
    int out = lower_new_set(l);
    if (dirs->count == 1) {
        lower_emit(l, back ? OP_BACK : OP_SHIFT, out, x->reg, dirs->shift[0], 0, 0);
    } else {
        uint16_t d = board_dirset(l->b, dirs->shift, dirs->count);
        if (dirs->count > 4 || !l->b->lattice) {
            board_need_near(l->b, d);
        }
        lower_emit(l, back ? OP_NEARB : OP_NEAR, out, x->reg, d, 0, 0);
    }
    return lower_value_of_set(out, 1);
}

value lower_shift_set_by_number(lower *l, const value *x, const value *dir, int back) {
    int out = lower_new_set(l);
    lower_emit(l, OP_SHIFTI, out, lower_set_reg(l, x), dir->reg,
               (uint16_t)(int16_t)(back ? -dir->num : dir->num), 0);
    return lower_value_of_set(out, 1);
}

static int32_t safe_range(int64_t v) {
    return (int32_t)(v > 1000000000 ? 1000000000 : v < -1000000000 ? -1000000000 : v);
}

value lower_combine_ints(lower *l, ast_kind op, const value *x, const value *y) {
    int64_t a = x->lo, b = x->hi, c = y->lo, d = y->hi;
    if (x->konst && y->konst) {
        int64_t v = op == A_ADD ? a + c : op == A_SUB ? a - c : a * c;
        return lower_value_of_int(safe_range(v));
    }
    int out = lower_new_num(l), p = lower_num_reg(l, x), q = lower_num_reg(l, y);
    lower_emit(l, op == A_ADD ? OP_IADD : op == A_SUB ? OP_ISUB : OP_IMUL, out, p, q, 0, 0);
    int64_t lo, hi;
    if (op == A_ADD) {
        lo = a + c, hi = b + d;
    } else if (op == A_SUB) {
        lo = a - d, hi = b - c;
    } else {
        int64_t m[4] = {a * c, a * d, b * c, b * d};
        lo = hi = m[0];
        for (int i = 1; i < 4; i++) {
            lo = m[i] < lo ? m[i] : lo;
            hi = m[i] > hi ? m[i] : hi;
        }
    }
    return lower_value_of_reg(l, out, safe_range(lo), safe_range(hi));
}
