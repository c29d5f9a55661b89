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

// Goes to `other` if the kind numbered `kind` has not this value: kinds that follow each other are asked about at once.
static void jump_unless_of(lower *l, const ast *list, int32_t number, int kind, label *other) {
    uint64_t has = 0;
    label yes = {0};
    for (const ast *x = list; x; x = x->next) {
        has |= x->num == number ? (uint64_t)1 << lower_find_type(l, x->name) : 0;
    }
    for (int t = 0; t < l->p->types; t++) {
        label no = {0};
        int last = t;
        if (!(has >> t & 1)) {
            continue;
        }
        while (last + 1 < l->p->types && has >> (last + 1) & 1) {
            last++;
        }
        lower_emit_jump(l, OP_JLT, kind, int_reg(l, t), &no);
        lower_emit_jump(l, OP_JLE, kind, int_reg(l, last), &yes);
        lower_emit_label(l, &no);
        t = last;
    }
    lower_emit_jump(l, OP_JMP, 0, 0, other);
    lower_emit_label(l, &yes);
}

// Adds the cells that a type has in sorted areas.
static void add_cells_of(const lower *l, int type, uint64_t *out) {
    for (int c = l->b->area0; c < l->b->cells; c++) {
        if (l->p->slot_kind[c] == type) {
            board_put(out, c);
        }
    }
}

// The cells for kinds of this value in sorted areas.
static int sorted_cells_with(lower *l, const ast *list, int32_t number) {
    uint64_t *k = lower_fresh_set(l);
    for (const ast *x = list; x; x = x->next) {
        if (x->num == number) {
            add_cells_of(l, lower_find_type(l, x->name), k);
        }
    }
    const value cells = lower_value_of_const(k);
    return lower_set_reg(l, &cells);
}

// number of x: all that have the same; where only sorted areas are looked at, all cells for it
static value kinds_same(lower *l, const ast *e, int in_sorted) {
    const int is_one = l->p->slot_at && l->p->at.type != BOARD_NONE && lower_is_single(l, e->a),
              cells = lower_set(l, e->a, "cells have pieces with attributes"), out = no_cells(l);
    const int kind = is_one ? lower_new_num(l) : -1;
    if (is_one) {
        lower_emit(l, OP_KIND, kind, cells, 0, 0, 0);
    }
    for (int32_t v = value_above(e->list, INT64_MIN); v != INT_MAX; v = value_above(e->list, v)) {
        label other = {0};
        if (is_one) {
            jump_unless_of(l, e->list, v, kind, &other);
        }
        if (!is_one) {
            lower_emit_jump(l, OP_JAPART, cells, cells_with(l, e->list, v), &other);
        }
        const int with = in_sorted ? sorted_cells_with(l, e->list, v) : cells_with(l, e->list, v);
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

// --- Cells that belong to kinds --------------------------------------------------------------------

// Whether all cells of an expression are in sorted areas, where a cell says which kind lies there.
static int is_sorted(lower *l, const ast *e) {
    int player;
    const int area = lower_area_of(l, e, &player);
    if (area >= 0) {
        return l->g->areas[area].sorted;
    }
    return e->kind == A_MEET  ? is_sorted(l, e->a) || is_sorted(l, e->b)
           : e->kind == A_SUB ? is_sorted(l, e->a)
                              : 0;
}

// Of kinds that the text names: where they can lie in sorted areas. 0 = it is something else.
static int add_cells_of_kinds(lower *l, const ast *e, uint64_t *out) {
    if (e->kind == A_UNION) {
        return add_cells_of_kinds(l, e->a, out) && add_cells_of_kinds(l, e->b, out);
    }
    if (e->kind == A_KINDS && e->flag == KINDS_WITH && !e->b && e->a->kind == A_NUM) {
        for (const ast *x = e->list; x; x = x->next) {
            if (x->num == e->a->num) {
                add_cells_of(l, lower_find_type(l, x->name), out);
            }
        }
        return 1;
    }
    const int type = e->kind == A_TITLE ? lower_find_type(l, e->name) : -1;
    if (type >= 0) {
        add_cells_of(l, type, out);
    }
    return type >= 0;
}

int lower_slots_of_kinds(lower *l, const ast *e) {
    if (e->kind == A_KINDS && e->flag == KINDS_SAME) {
        const value same = kinds_same(l, e, 1);
        return lower_set_reg(l, &same);
    }
    uint64_t *k = lower_fresh_set(l);
    if (!add_cells_of_kinds(l, e, k)) {
        return NO_REG;
    }
    const value cells = lower_value_of_const(k);
    return lower_set_reg(l, &cells);
}

int lower_sorted_kinds(lower *l, const ast *e, value *out) {
    if (!l->p->slot_at || (e->kind != A_MEET && e->kind != A_SUB)) {
        return 0;
    }
    for (int swap = 0; swap < (e->kind == A_MEET ? 2 : 1); swap++) {
        const ast *cells = swap ? e->b : e->a, *kinds = swap ? e->a : e->b;
        uint64_t *k = is_sorted(l, cells) ? lower_fresh_set(l) : NULL;
        if (k && kinds->kind == A_KINDS && kinds->flag == KINDS_SAME) {
            const value x = lower_expr(l, cells), y = kinds_same(l, kinds, 1);
            *out = lower_combine_sets(l, (ast_kind)e->kind, &x, &y);
            return 1;
        }
        if (k && add_cells_of_kinds(l, kinds, k)) {
            const value x = lower_expr(l, cells), y = lower_value_of_const(k);
            *out = lower_combine_sets(l, (ast_kind)e->kind, &x, &y);
            return 1;
        }
    }
    return 0;
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

// Where nothing lies but dice there are no more pieces than dice.
static int most_pieces(lower *l, const ast *e) {
    const int cells = most_cells(l, e), dice = lower_is_dice(l) ? lower_most_dice(l) : -1;
    return dice >= 0 && dice < cells ? dice : cells;
}

static value kinds_sum(lower *l, const ast *e) {
    const int cells = lower_set(l, e->a, "cells have pieces with attributes");
    const int out = lower_new_num(l), count = lower_new_num(l), there = lower_new_set(l);
    const int32_t high = value_below(e->list, INT64_MAX), low = value_above(e->list, INT64_MIN);
    const int most = most_pieces(l, e->a);
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
    if (lower_lacks(l, e)) {
        return none_value();
    }
    switch ((kinds_question)e->flag) {
    case KINDS_WITH: return kinds_with(l, e);
    case KINDS_SAME: return kinds_same(l, e, 0);
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
