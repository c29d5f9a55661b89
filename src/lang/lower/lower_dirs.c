// SPDX-License-Identifier: MIT
//
// Directions: words, sums, multiples and reflections of them.
#include "lang/lower/lower_expr.h"

#include <string.h>

static const struct {
    const char *name;
    int8_t turn; // 0 forward, 1 backward, 2 left, 3 right, 4 sideways
} relative_words[] = {
    {"forward", 0}, {"backward", 1}, {"leftward", 2}, {"rightward", 3}, {"sideways", 4}};

int lower_relative_turn(const char *name) {
    for (int i = 0; i < 5; i++) {
        if (strcmp(relative_words[i].name, name) == 0) {
            return relative_words[i].turn;
        }
    }
    return -1;
}

value lower_relative_dirs(lower *l, const ast *e, int turn) {
    static const char *const word[4] = {"north", "south", "east", "west"};
    if (lower_race_way(l, l->me)) {
        return lower_race_dirs(l, e, turn);
    }
    int f = lower_facing_of(l, l->me);
    uint16_t s[2];
    if (f < 0) {
        lower_no_facing(l, e);
        return lower_value_of_dirs(s, 0);
    }
    // Reflected, not turned: left is west for everybody who looks north or south.
    int across[2] = {f < 2 ? 3 : 0, f < 2 ? 2 : 1};
    int pick[2] = {turn == 0   ? f
                   : turn == 1 ? f ^ 1
                   : turn == 2 ? across[0]
                   : turn == 3 ? across[1]
                               : across[0],
                   across[1]};
    int n = turn == 4 ? 2 : 1;
    for (int i = 0; i < n; i++) {
        int d = board_dir_find(l->b, word[pick[i]]);
        if (d < 0) {
            return lower_value_of_dirs(s, 0);
        }
        s[i] = l->b->dir[d].shift;
    }
    return lower_value_of_dirs(s, n);
}

int lower_add_shift(lower *l, const ast *e, value *v, uint16_t s) {
    for (int i = 0; i < v->count; i++) {
        if (v->shift[i] == s) {
            return 1;
        }
    }
    if (v->count >= DIRSET_MAX) {
        lower_too_big(l, e->at, "directions at once");
        return 0;
    }
    v->shift[v->count++] = s;
    return 1;
}

// (1,2): all reflections. Boards without coordinates have none.
value lower_vector_dirs(lower *l, const ast *e) {
    value v = lower_value_of_dirs(NULL, 0);
    int x = e->num, y = (int16_t)e->num2;
    if (!l->b->lattice || x < -99 || x > 99 || y < -99 || y > 99) {
        diag_add(l->diags, DIAG_NO_FORWARD, e->at, "a leap like (1,2) needs a grid");
        return v;
    }
    for (int i = 0; i < 8; i++) {
        int dx = i & 4 ? y : x, dy = i & 4 ? x : y;
        lower_add_shift(l, e, &v, board_shift_by(l->b, i & 1 ? -dx : dx, i & 2 ? -dy : dy));
    }
    return v;
}

value lower_add_dirs(lower *l, const ast *e, const value *x, const value *y) {
    value v = lower_value_of_dirs(NULL, 0);
    for (int i = 0; i < x->count; i++) {
        for (int k = 0; k < y->count; k++) {
            if (!lower_add_shift(l, e, &v, board_shift_join(l->b, x->shift[i], y->shift[k]))) {
                return v;
            }
        }
    }
    return v;
}

value lower_negate_dirs(lower *l, const ast *e, const value *x) {
    value v = lower_value_of_dirs(NULL, 0);
    for (int i = 0; i < x->count; i++) {
        uint16_t s = board_shift_back(l->b, x->shift[i]);
        if (s == BOARD_NONE) {
            diag_add(l->diags, DIAG_NO_FORWARD, e->at, "this direction has no opposite");
            return v;
        }
        lower_add_shift(l, e, &v, s);
    }
    return v;
}

value lower_multiply_dirs(lower *l, const ast *e, int n, const value *x) {
    value v = lower_value_of_dirs(NULL, 0);
    if (n < 1 || n > 64) {
        diag_add(l->diags, DIAG_OUT_OF_RANGE, e->at, "a direction is taken 1 to 64 times");
        return v;
    }
    for (int i = 0; i < x->count; i++) {
        uint16_t s = x->shift[i];
        for (int k = 1; k < n; k++) {
            s = board_shift_join(l->b, s, x->shift[i]);
        }
        lower_add_shift(l, e, &v, s);
    }
    return v;
}
