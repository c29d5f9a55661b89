// SPDX-License-Identifier: MIT
//
// What an expression is as another player reads it: `mine for next player`.
#include "lang/lower/lower_expr.h"

void lower_readers(lower *l, const ast *who, readers *r) {
    *r = (readers){.at = -1, .me = l->me};
    r->count = lower_one_of(l, who, r->seat);
}

static void leave_reader(lower *l, readers *r) {
    if (r->at + 1 < r->count) {
        lower_emit_jump(l, OP_JMP, 0, 0, &r->done);
    }
    lower_emit_label(l, &r->away);
    l->me = r->me;
    l->shared_count = r->count > 1 ? r->shared : l->shared_count; // which may have been jumped over
}

int lower_next_reader(lower *l, readers *r) {
    if (r->at >= 0) {
        leave_reader(l, r);
    }
    if (++r->at >= r->count) {
        lower_emit_label(l, &r->done);
        return 0;
    }
    r->away = (label){0};
    r->shared = l->shared_count;
    if (r->at + 1 < r->count) {
        lower_jump_if_out(l, r->seat[r->at], &r->away);
    }
    l->me = r->seat[r->at];
    return 1;
}

// As another player reads it. Where it is only known in play who that is, for each who may be it.
value lower_for_player(lower *l, const ast *e) {
    const int me = l->me;
    readers r;
    lower_readers(l, e->b, &r);
    if (r.count < 2) {
        l->me = r.count ? r.seat[0] : me;
        value v = lower_expr(l, e->a);
        l->me = me;
        return v;
    }
    const value all = lower_peek(l, e->a);
    const int is_number = all.type == V_INT, cells = lower_new_set(l), number = lower_new_num(l);
    value out = is_number ? lower_value_of_reg(l, number, INT32_MAX, INT32_MIN)
                          : lower_value_of_set(cells, 1);
    while (lower_next_reader(l, &r)) {
        if (is_number) {
            const value v = lower_int(l, e->a, "a number");
            lower_emit(l, OP_IMOV, number, lower_num_reg(l, &v), 0, 0, 0);
            out.lo = v.lo < out.lo ? v.lo : out.lo;
            out.hi = v.hi > out.hi ? v.hi : out.hi;
        } else {
            lower_emit(l, OP_MOV, cells, lower_set(l, e->a, "players have cells or numbers"), 0, 0,
                       0);
        }
    }
    return out;
}
