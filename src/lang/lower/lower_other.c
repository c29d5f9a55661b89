// SPDX-License-Identifier: MIT
//
// What an expression is as another player reads it: `mine for next player`.
#include "lang/lower/lower_expr.h"

// As another player reads it. Where it is only known in play who that is, for each who may be it.
value lower_for_player(lower *l, const ast *e) {
    const int me = l->me;
    int seat[MAX_PLAYERS];
    const int count = lower_one_of(l, e->b, seat);
    if (count < 2) {
        l->me = count ? seat[0] : me;
        value v = lower_expr(l, e->a);
        l->me = me;
        return v;
    }
    const value all = lower_peek(l, e->a);
    const int is_number = all.type == V_INT, cells = lower_new_set(l), number = lower_new_num(l);
    value out = is_number ? lower_value_of_reg(l, number, INT32_MAX, INT32_MIN)
                          : lower_value_of_set(cells, 1);
    label done = {0};
    for (int i = 0; i < count; i++) {
        label away = {0};
        const int shared = l->shared_count;
        if (i + 1 < count) {
            lower_jump_if_out(l, seat[i], &away);
        }
        l->me = seat[i];
        if (is_number) {
            const value v = lower_int(l, e->a, "a number");
            lower_emit(l, OP_IMOV, number, lower_num_reg(l, &v), 0, 0, 0);
            out.lo = v.lo < out.lo ? v.lo : out.lo;
            out.hi = v.hi > out.hi ? v.hi : out.hi;
        } else {
            lower_emit(l, OP_MOV, cells, lower_set(l, e->a, "players have cells or numbers"), 0, 0,
                       0);
        }
        if (i + 1 < count) {
            lower_emit_jump(l, OP_JMP, 0, 0, &done);
        }
        lower_emit_label(l, &away);
        l->me = me;
        l->shared_count = shared; // what the others have worked out may have been jumped over
    }
    lower_emit_label(l, &done);
    return out;
}
