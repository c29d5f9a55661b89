// SPDX-License-Identifier: MIT
//
// Cells seen from `here`, and back from what is seen to where one must be: whoever moves by the shift, or looks along
// the ray, is found by the same ways backwards.
#include "lang/lower/lower_lift.h"

#include <string.h>

static int is_word(const lower *l, const ast *e, const char *word) {
    return e->kind == A_WORD && strcmp(e->name, word) == 0 && !lower_find_binding(l, word);
}

const ast *lift_text(const lower *l, const ast *e, const binding **env) {
    const binding *b = e->kind == A_WORD ? lower_find_binding(l, e->name) : NULL;
    *env = b && b->kind == BIND_LET ? b->env : l->env;
    return b && b->kind == BIND_LET ? b->let : e;
}

// --- What is seen -----------------------------------------------------------------------------------

// A factor of directions that does not change during play.
static int is_known_number(const lower *l, const ast *e) {
    if (e->kind != A_WORD || lower_find_binding(l, e->name)) {
        return e->kind == A_NUM;
    }
    for (int i = 0; i < l->g->option_count; i++) {
        if (strcmp(l->g->options[i].name, e->name) == 0) {
            return 1;
        }
    }
    return 0;
}

static int is_line_of(const ast *e) {
    return (e->kind == A_ROW || e->kind == A_COLUMN) && e->flag;
}

// `n*dirs` where n is known only during play.
static int is_times(lower *l, const ast *e) {
    return e->kind == A_MUL && !is_known_number(l, e->a) && lower_peek(l, e->a).type == V_INT &&
           !lower_peek(l, e->a).konst && lower_peek(l, e->b).type == V_DIR;
}

static int is_way(lower *l, const ast *e) {
    return !lower_mentions_here(l, e) && e->kind != A_NUM &&
           (e->kind != A_MUL || is_known_number(l, e->a) || is_times(l, e));
}

static int is_moved(lower *l, const ast *e) {
    const binding *saved = l->env, *env;
    const ast *text = lift_text(l, e, &env);
    if (text != e) {
        l->env = env;
        const int moved = is_moved(l, text);
        l->env = saved;
        return moved;
    }
    if (is_word(l, e, "here")) {
        return 1;
    }
    if (is_line_of(e)) {
        return is_moved(l, e->a);
    }
    if (e->kind == A_ADD || e->kind == A_SUB) {
        return is_moved(l, e->a) && is_way(l, e->b);
    }
    return e->kind == A_UNION && is_moved(l, e->a) && is_moved(l, e->b);
}

// `ray dirs`, to the edge of the board, in directions that can be gone backwards.
static int is_plain_ray(lower *l, const ast *e) {
    if (e->kind != A_RAY || e->b || lower_mentions_here(l, e->a)) {
        return 0;
    }
    const value dirs = lower_peek(l, e->a);
    int back = dirs.type == V_DIR;
    for (int i = 0; back && i < dirs.count; i++) {
        back = board_shift_back(l->b, dirs.shift[i]) != BOARD_NONE;
    }
    return back;
}

int lift_is_looked(lower *l, const ast *e) {
    return is_moved(l, e) || is_plain_ray(l, e);
}

int lift_is_one(lower *l, const ast *e) {
    return is_moved(l, e) && lower_is_single(l, e);
}

int lift_goes_by_number(lower *l, const ast *e) {
    const binding *saved = l->env, *env;
    const ast *text = lift_text(l, e, &env);
    if (text == e) {
        return (e->kind == A_ADD || e->kind == A_SUB) &&
               (is_times(l, e->b) || lift_goes_by_number(l, e->a));
    }
    l->env = env;
    const int goes = lift_goes_by_number(l, text);
    l->env = saved;
    return goes;
}

// --- Back --------------------------------------------------------------------------------------------

static int back_along_ray(lower *l, const ast *e, int goal) {
    const value dirs = lower_dirs(l, e->a, "a ray has a direction");
    const value all = lower_value_of_const(l->b->all);
    uint16_t back[DIRSET_MAX];
    for (int i = 0; i < dirs.count; i++) {
        back[i] = board_shift_back(l->b, dirs.shift[i]);
        board_need_ray(l->b, back[i]);
    }
    const int out = lower_new_set(l), along = lower_set_reg(l, &all);
    lower_emit(l, OP_RAY, out, goal, board_dirset(l->b, back, dirs.count), along, 0);
    return out;
}

static int back_by(lower *l, const ast *e, int goal) {
    if (is_times(l, e->b)) {
        const value n = lower_int(l, e->b->a, ""), dirs = lower_dirs(l, e->b->b, "");
        return lower_shift_times(l, e, goal, &n, &dirs, e->kind == A_ADD);
    }
    const int out = lower_new_set(l);
    const value dirs = lower_dirs(l, e->b, "`here` moves by directions");
    const uint16_t d = board_dirset(l->b, dirs.shift, dirs.count);
    if (!l->b->lattice) {
        board_need_near(l->b, d);
    }
    lower_emit(l, e->kind == A_ADD ? OP_NEARB : OP_NEAR, out, goal, d, 0, 0);
    return out;
}

int lift_reach_back(lower *l, const ast *e, int goal) {
    const binding *saved = l->env, *env;
    const ast *text = lift_text(l, e, &env);
    if (text != e) {
        l->env = env;
        const int out = lift_reach_back(l, text, goal);
        l->env = saved;
        return out;
    }
    if (is_word(l, e, "here")) {
        return goal;
    }
    if (e->kind == A_RAY) {
        return back_along_ray(l, e, goal);
    }
    if (e->kind == A_UNION) {
        const int x = lift_reach_back(l, e->a, goal), y = lift_reach_back(l, e->b, goal);
        const int out = lower_new_set(l);
        lower_emit(l, OP_OR, out, x, y, 0, 0);
        return out;
    }
    if (is_line_of(e)) { // who is on my line has me on his
        const int out = lower_new_set(l);
        lower_emit(l, e->kind == A_ROW ? OP_ROWOF : OP_COLOF, out, goal, 0, 0, 0);
        return lift_reach_back(l, e->a, out);
    }
    return lift_reach_back(l, e->a, back_by(l, e, goal));
}

// --- Two sets ------------------------------------------------------------------------------------------

int lift_is_same_everywhere(lower *l, const ast *e) {
    return !lower_mentions_here(l, e) && !lower_mentions_word(l, e, "attacked") &&
           !lower_mentions_word(l, e, "safe");
}

const ast *lift_seen_of_meet(lower *l, const ast *meet, const ast **other) {
    *other = meet->b;
    if (lift_is_looked(l, meet->a) && lift_is_same_everywhere(l, meet->b)) {
        return meet->a;
    }
    *other = meet->a;
    return lift_is_looked(l, meet->b) && lift_is_same_everywhere(l, meet->a) ? meet->b : NULL;
}
