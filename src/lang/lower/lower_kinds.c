// SPDX-License-Identifier: MIT
//
// Attributes of pieces: which kinds have a number, which number a piece has, the highest there is, their sum. A kind is
// a type, so all of it is made of the sets of types.
#include <limits.h>

#include "lang/lower/lower_expr.h"

// --- Values, one after the other ----------------------------------------------------------------

// The next value above `after` that some kind has, or INT_MAX.
static int32_t value_above(const ast *list, int64_t after) {
    int32_t least = INT_MAX;
    for (const ast *x = list; x; x = x->next) {
        least = x->num > after && x->num < least ? x->num : least;
    }
    return least;
}

static int32_t value_below(const ast *list, int64_t before) {
    int32_t most = INT_MIN;
    for (const ast *x = list; x; x = x->next) {
        most = x->num < before && x->num > most ? x->num : most;
    }
    return most;
}

// The cells with a kind of this value.
static int cells_with(lower *l, const ast *list, int32_t number) {
    int some = -1, own = 0;
    for (const ast *x = list; x; x = x->next) {
        if (x->num != number) {
            continue;
        }
        const int type = lower_type_set(l, lower_find_type(l, x->name));
        const int out = own || some < 0 ? some : lower_new_set(l);
        if (some >= 0) {
            lower_emit(l, OP_OR, out, some, type, 0, 0);
            own = 1;
        }
        some = some < 0 ? type : out;
    }
    return some;
}

static int no_cells(lower *l) {
    const int out = lower_new_set(l);
    lower_emit(l, OP_ZERO, out, 0, 0, 0, 0);
    return out;
}

static int int_reg(lower *l, int32_t n) {
    const value v = lower_value_of_int(n);
    return lower_num_reg(l, &v);
}

// --- Sets ----------------------------------------------------------------------------------------

// number 3, number die, number 1..die
static value kinds_with(lower *l, const ast *e) {
    const value least = lower_int(l, e->a, "this attribute is a number"),
                most = e->b ? lower_int(l, e->b, "this attribute is a number") : least;
    const int out = no_cells(l);
    for (int32_t v = value_above(e->list, INT64_MIN); v != INT_MAX; v = value_above(e->list, v)) {
        if (v < least.lo || v > most.hi) {
            continue;
        }
        label other = {0};
        if (v < least.hi) {
            const int low = lower_num_reg(l, &least);
            lower_emit_jump(l, OP_JLT, int_reg(l, v), low, &other);
        }
        if (v > most.lo) {
            const int high = lower_num_reg(l, &most);
            lower_emit_jump(l, OP_JLT, high, int_reg(l, v), &other);
        }
        lower_emit(l, OP_OR, out, out, cells_with(l, e->list, v), 0, 0);
        lower_emit_label(l, &other);
    }
    return lower_value_of_set(out, 1);
}

// number of x: all that have the same
static value kinds_same(lower *l, const ast *e) {
    const int cells = lower_set(l, e->a, "cells have pieces with attributes"), out = no_cells(l);
    for (int32_t v = value_above(e->list, INT64_MIN); v != INT_MAX; v = value_above(e->list, v)) {
        label other = {0};
        const int with = cells_with(l, e->list, v);
        lower_emit_jump(l, OP_JAPART, cells, with, &other);
        lower_emit(l, OP_OR, out, out, with, 0, 0);
        lower_emit_label(l, &other);
    }
    return lower_value_of_set(out, 1);
}

// highest number in x: those of x with the highest that is there
static value kinds_best(lower *l, const ast *e) {
    const int is_high = e->flag == KINDS_HIGHEST, none = is_high ? INT_MIN : INT_MAX;
    const int cells = lower_set(l, e->a, "cells have pieces with attributes"), out = no_cells(l);
    label done = {0};
    int32_t v = is_high ? value_below(e->list, INT64_MAX) : value_above(e->list, INT64_MIN);
    while (v != none) {
        lower_emit(l, OP_AND, out, cells, cells_with(l, e->list, v), 0, 0);
        lower_emit_jump(l, OP_JANY, out, 0, &done);
        v = is_high ? value_below(e->list, v) : value_above(e->list, v);
    }
    lower_emit_label(l, &done);
    return lower_value_of_set(out, 1);
}

// --- Numbers -------------------------------------------------------------------------------------

// How many cells an expression can be at most.
static int most_cells(lower *l, const ast *e) {
    int player, area = lower_area_of(l, e, &player);
    if (area >= 0) {
        return lower_count_cells(l, l->area[area][player]);
    }
    if (lower_is_single(l, e)) {
        return 1;
    }
    const int a = e->kind == A_UNION || e->kind == A_MEET ? most_cells(l, e->a) : 0,
              b = e->kind == A_UNION || e->kind == A_MEET ? most_cells(l, e->b) : 0,
              all = l->b->cells, both = a + b < all ? a + b : all;
    return e->kind == A_UNION ? both : e->kind == A_MEET ? (a < b ? a : b) : all;
}

static value kinds_sum(lower *l, const ast *e) {
    const int cells = lower_set(l, e->a, "cells have pieces with attributes");
    const int out = lower_new_num(l), count = lower_new_num(l), there = lower_new_set(l);
    const int32_t high = value_below(e->list, INT64_MAX), low = value_above(e->list, INT64_MIN);
    const int most = most_cells(l, e->a);
    lower_emit(l, OP_IMOV, out, int_reg(l, 0), 0, 0, 0);
    for (int32_t v = low; v != INT_MAX; v = value_above(e->list, v)) {
        lower_emit(l, OP_AND, there, cells, cells_with(l, e->list, v), 0, 0);
        lower_emit(l, OP_COUNT, count, there, 0, 0, 0);
        lower_emit(l, OP_IMUL, count, count, int_reg(l, v), 0, 0);
        lower_emit(l, OP_IADD, out, out, count, 0, 0);
    }
    return lower_value_of_reg(l, out, low < 0 ? low * most : 0, high > 0 ? high * most : 0);
}

// x.number; of a cell without one it is 0, and no comparison with it is true.
static value kinds_value(lower *l, const ast *e) {
    const int32_t high = value_below(e->list, INT64_MAX), low = value_above(e->list, INT64_MIN);
    if (!lower_is_single(l, e->a)) {
        diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, e->at,
                           "this asks for the `%s` of one piece, and it may be several", e->name);
        diag_help(d, "for example:   sum %s in …   or   highest %s in …", e->name, e->name);
        return none_value();
    }
    const int cell = lower_set(l, e->a, "a cell has a piece with attributes"),
              out = lower_new_num(l);
    lower_emit(l, OP_IMOV, out, int_reg(l, 0), 0, 0, 0);
    for (int32_t v = low; v != INT_MAX; v = value_above(e->list, v)) {
        label other = {0};
        lower_emit_jump(l, OP_JAPART, cell, cells_with(l, e->list, v), &other);
        lower_emit(l, OP_IMOV, out, int_reg(l, v), 0, 0, 0);
        lower_emit_label(l, &other);
    }
    return lower_value_of_reg(l, out, low < 0 ? low : 0, high > 0 ? high : 0);
}

value lower_kinds(lower *l, const ast *e) {
    switch ((kinds_question)e->flag) {
    case KINDS_WITH: return kinds_with(l, e);
    case KINDS_SAME: return kinds_same(l, e);
    case KINDS_HIGHEST:
    case KINDS_LOWEST: return kinds_best(l, e);
    case KINDS_SUM: return kinds_sum(l, e);
    case KINDS_VALUE: return kinds_value(l, e);
    }
    return none_value();
}

// --- Nothing -------------------------------------------------------------------------------------

void lower_jump_without(lower *l, const ast *e, label *to) {
    if (e->kind == A_KINDS && e->flag == KINDS_VALUE) {
        const int cell = lower_set(l, e->a, "a cell has a piece with attributes"),
                  any = no_cells(l);
        for (const ast *x = e->list; x; x = x->next) {
            lower_emit(l, OP_OR, any, any, lower_type_set(l, lower_find_type(l, x->name)), 0, 0);
        }
        lower_emit_jump(l, OP_JAPART, cell, any, to);
    }
    if (e->kind == A_ADD || e->kind == A_SUB || e->kind == A_MUL) {
        lower_jump_without(l, e->a, to);
        lower_jump_without(l, e->b, to);
    }
}
