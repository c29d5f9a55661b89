// SPDX-License-Identifier: MIT
//
// Cells moved in a direction, so often as a number says that is known only during play.
#include "lang/lower/lower_expr.h"

// The shifts for each of these numbers, one behind the other; 0 = some are the same, or they are too many.
static int shifts_of(lower *l, const ast *e, int least, int most, const value *dirs,
                     uint16_t *out) {
    uint16_t shift[DIRSET_MAX];
    const int count = most - least + 1;
    if (dirs->count != 1 || count < 1 || count > DIRSET_MAX) {
        return 0;
    }
    for (int k = least; k <= most; k++) {
        const value far = lower_multiply_dirs(l, e, k, dirs);
        shift[k - least] = far.shift[0];
    }
    *out = board_dirset(l->b, shift, count);
    return l->b->set[*out].count == count;
}

// One branch for each value.
static void branch_on(lower *l, const ast *e, int out, int from, int times, int k,
                      const value *dirs, int back) {
    label other = {0};
    value is = lower_value_of_int(k), set = lower_value_of_set(from, 0);
    lower_emit_jump(l, OP_JNE, times, lower_num_reg(l, &is), &other);
    if (k > 0) {
        value far = lower_multiply_dirs(l, e, k, dirs);
        set = lower_shift_set(l, &set, &far, back);
    }
    lower_emit(l, OP_OR, out, out, lower_set_reg(l, &set), 0, 0);
    lower_emit_label(l, &other);
}

int lower_shift_times(lower *l, const ast *e, int from, const value *n, const value *dirs,
                      int back) {
    const int times = lower_num_reg(l, n), out = lower_new_set(l);
    const int least = n->lo > 0 ? n->lo : 0, most = n->hi < 64 ? n->hi : 64;
    const int first = least > 0 ? least : 1;
    uint16_t all;
    if (shifts_of(l, e, first, most, dirs, &all)) {
        lower_emit(l, back ? OP_BACKN : OP_SHIFTN, out, from, times, all, first);
        if (!least) {
            branch_on(l, e, out, from, times, 0, dirs, back);
        }
        return out;
    }
    lower_emit(l, OP_ZERO, out, 0, 0, 0, 0);
    for (int k = least; k <= most; k++) {
        branch_on(l, e, out, from, times, k, dirs, back);
    }
    return out;
}
