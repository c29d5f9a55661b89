// SPDX-License-Identifier: MIT
//
// `each d in any: ray d while enemy`, `each x in mine: x if height at x > 1`: a set collected for every direction, or for
// every cell, of which there is then code for one after the other.
#include <string.h>

#include "lang/lower/lower_expr.h"

enum { MOST_CELLS = 64 };

// What is collected while the name stands for `one`; `if_in` is a set that this must lie in, or NO_REG.
static void collect(lower *l, const ast *e, value one, int if_in, int sum) {
    const int saved_top = l->set_top, shared = l->shared_count;
    binding b = {.name = e->name, .kind = BIND_VALUE, .v = one, .up = l->env}, lets[MAX_WHERES];
    const binding *saved = l->env;
    label skip = {0};
    if (if_in != NO_REG) {
        lower_emit_jump(l, OP_JAPART, lower_set_reg(l, &one), if_in, &skip);
    }
    l->env = &b;
    lower_bind_lets(l, e->list, lets);
    if (e->c) {
        lower_cond(l, e->c, 0, &skip);
    }
    const int x = lower_set(l, e->b, "`each` collects cells");
    lower_emit(l, OP_OR, sum, sum, x, 0, 0);
    lower_emit_label(l, &skip);
    l->env = saved;
    l->set_top = saved_top;
    l->shared_count = l->shared_count < shared ? l->shared_count : shared;
}

static value each_direction(lower *l, const ast *e) {
    const value dirs = lower_dirs(l, e->a, "`each` goes through directions or cells");
    const int sum = lower_new_set(l);
    lower_emit(l, OP_ZERO, sum, 0, 0, 0, 0);
    if (dirs.type == V_DIRI) {
        diag_add(l->diags, DIAG_NOT_CONSTANT, e->a->at,
                 "these directions must be known before play");
        return none_value();
    }
    for (int i = 0; i < dirs.count; i++) {
        collect(l, e, lower_value_of_dirs(&dirs.shift[i], 1), NO_REG, sum);
    }
    return lower_value_of_set(sum, 1);
}

static value each_cell(lower *l, const ast *e, const uint64_t *within) {
    const uint64_t *cells = within ? within : l->b->all;
    if (lower_count_cells(l, cells) > MOST_CELLS) {
        lower_too_big(l, e->at, "cells to go through one by one");
        return none_value();
    }
    const int sum = lower_new_set(l), all = lower_new_set(l);
    lower_emit(l, OP_MOV, all, lower_set(l, e->a, "`each` goes through directions or cells"), 0, 0,
               0);
    lower_emit(l, OP_ZERO, sum, 0, 0, 0, 0);
    for (int c = 0; c < l->b->cells; c++) {
        if (board_has(cells, c)) {
            uint64_t *k = lower_fresh_set(l);
            board_put(k, c);
            collect(l, e, lower_value_of_const(k), all, sum);
        }
    }
    return lower_value_of_set(sum, 1);
}

value lower_each(lower *l, const ast *e) {
    if (l->here != NO_REG && lower_is_flank(l, e)) {
        return lower_value_of_set(lower_flank(l, e, l->here, 0), 1);
    }
    const value through = lower_peek(l, e->a);
    return through.type == V_SET ? each_cell(l, e, through.k) : each_direction(l, e);
}
