// SPDX-License-Identifier: MIT
//
// Lifting: a condition on one cell becomes the set of all cells where it holds.
//
// `place Disc on empty if here + south is not empty` would otherwise ask each of
// 42 cells in turn. With lifting it is three instructions on whole sets. Only what
// depends on `here` by shifts, membership and flanking runs can be lifted; for
// everything else the walker goes through the cells one by one, which is slower
// and gives the same answer.
#include "lang/lower/lower.h"

#include <string.h>

#include "lang/ir/pass.h"

static int is_word(const lower *l, const ast *e, const char *word) {
    return e->kind == A_WORD && strcmp(e->name, word) == 0 && !lower_find_binding(l, word);
}

// --- Sets that are `here` moved -----------------------------------------------------

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

// Whether `e` is `here` moved by constant directions, such as `here + north - any`, or the lines it is on.
static int is_moved_here(lower *l, const ast *e) {
    if (is_word(l, e, "here")) {
        return 1;
    }
    if (is_line_of(e)) {
        return is_moved_here(l, e->a);
    }
    if (e->kind == A_ADD || e->kind == A_SUB) {
        return is_moved_here(l, e->a) && !lower_mentions_here(l, e->b) && e->b->kind != A_NUM &&
               (e->b->kind != A_MUL || is_known_number(l, e->b->a));
    }
    return e->kind == A_UNION && is_moved_here(l, e->a) && is_moved_here(l, e->b);
}

// The cells h for which `e` at h meets `goal`: the same moves, undone.
static int reach_back(lower *l, const ast *e, int goal) {
    if (is_word(l, e, "here")) {
        return goal;
    }
    if (e->kind == A_UNION) {
        int x = reach_back(l, e->a, goal), y = reach_back(l, e->b, goal), out = lower_new_set(l);
        lower_emit(l, OP_OR, out, x, y, 0, 0);
        return out;
    }
    int out = lower_new_set(l);
    if (is_line_of(e)) { // who is on my line has me on his
        lower_emit(l, e->kind == A_ROW ? OP_ROWOF : OP_COLOF, out, goal, 0, 0, 0);
        return reach_back(l, e->a, out);
    }
    value dirs = lower_dirs(l, e->b, "`here` moves by directions");
    uint16_t d = board_dirset(l->b, dirs.shift, dirs.count);
    if (!l->b->lattice) {
        board_need_near(l->b, d);
    }
    lower_emit(l, e->kind == A_ADD ? OP_NEARB : OP_NEAR, out, goal, d, 0, 0);
    return reach_back(l, e->a, out);
}

// --- Conditions ------------------------------------------------------------------------

static const ast *subject_of(const ast *e, ast *word) {
    if (e->a) {
        return e->a;
    }
    *word = *e;
    word->kind = A_WORD;
    word->name = "here";
    word->next = NULL;
    return word;
}

static const ast *flank_of(lower *l, const ast *e, const binding **env) {
    *env = l->env;
    if (lower_is_flank(l, e)) {
        return e;
    }
    if (e->kind != A_WORD || lower_find_binding(l, e->name)) {
        return NULL;
    }
    const decl_def *d = lower_find_def(l, e->name);
    if (!d || d->is_rule || d->param_count) {
        return NULL;
    }
    *env = NULL;
    return lower_is_flank(l, d->body) ? d->body : NULL;
}

// Whether cells are the same wherever `here` is, and no question about attacks, which are asked of one cell.
static int is_same_everywhere(lower *l, const ast *e) {
    return !lower_mentions_here(l, e) && !lower_mentions_word(l, e, "attacked") &&
           !lower_mentions_word(l, e, "safe");
}

// Of what two sets have in common, the one that is `here` moved; *other is the same everywhere. NULL = it is not so.
static const ast *moved_of_meet(lower *l, const ast *meet, const ast **other) {
    *other = meet->b;
    if (is_moved_here(l, meet->a) && is_same_everywhere(l, meet->b)) {
        return meet->a;
    }
    *other = meet->a;
    return is_moved_here(l, meet->b) && is_same_everywhere(l, meet->a) ? meet->b : NULL;
}

int lower_can_lift(lower *l, const ast *e) {
    ast word;
    const ast *other;
    const binding *env;
    if (!lower_mentions_here(l, e)) {
        return 1;
    }
    if (!pass_on(l->p, PASS_lift)) {
        return 0;
    }
    switch ((ast_kind)e->kind) {
    case A_AND:
    case A_OR: return lower_can_lift(l, e->a) && lower_can_lift(l, e->b);
    case A_NOT: return lower_can_lift(l, e->a);
    case A_NO: return e->a->kind == A_MEET && moved_of_meet(l, e->a, &other) != NULL;
    case A_IS:
    case A_IN:
        return !is_word(l, subject_of(e, &word), "last") &&
               is_moved_here(l, subject_of(e, &word)) && is_same_everywhere(l, e->b);
    case A_MEET: return moved_of_meet(l, e, &other) != NULL;
    case A_WORD: return is_word(l, e, "unmoved") || flank_of(l, e, &env) != NULL;
    case A_EACH: return lower_is_flank(l, e);
    default: return 0;
    }
}

static int complement(lower *l, int x) {
    int out = lower_new_set(l);
    lower_emit(l, OP_NOT, out, x, 0, 0, 0);
    return out;
}

static int all_cells(lower *l) {
    value v = lower_value_of_const(l->b->all);
    return lower_set_reg(l, &v);
}

// A has a cell and lies inside B: some of A is on the board, none of it outside B.
static int lift_inside(lower *l, const ast *subject, int in) {
    int some = reach_back(l, subject, all_cells(l));
    int bad = reach_back(l, subject, complement(l, in)), out = lower_new_set(l);
    lower_emit(l, OP_ANDN, out, some, bad, 0, 0);
    return out;
}

// Everywhere or nowhere: a condition that does not ask about `here`.
static int lift_constant(lower *l, const ast *e) {
    label no = {0};
    int out = lower_new_set(l);
    lower_emit(l, OP_ZERO, out, 0, 0, 0, 0);
    lower_cond(l, e, 0, &no);
    lower_emit(l, OP_KSET, out, lower_new_const(l, l->b->all), 0, 0, 0);
    lower_emit_label(l, &no);
    return out;
}

static int lift_flank(lower *l, const ast *e) {
    const binding *env, *saved = l->env;
    const ast *flank = flank_of(l, e, &env);
    l->env = env;
    int out = lower_flank(l, flank, all_cells(l), 1);
    l->env = saved;
    return out;
}

static int lift_meet(lower *l, const ast *meet) {
    const ast *other, *moved = moved_of_meet(l, meet, &other);
    return reach_back(l, moved, lower_set(l, other, "this compares with cells"));
}

static int lift_pair(lower *l, const ast *e, opcode op) {
    int x = lower_lift_cond(l, e->a), y = lower_lift_cond(l, e->b), out = lower_new_set(l);
    lower_emit(l, op, out, x, y, 0, 0);
    return out;
}

int lower_lift_cond(lower *l, const ast *e) {
    ast word;
    if (!lower_mentions_here(l, e)) {
        return lift_constant(l, e);
    }
    switch ((ast_kind)e->kind) {
    case A_AND: return lift_pair(l, e, OP_AND);
    case A_OR: return lift_pair(l, e, OP_OR);
    case A_NOT: return complement(l, lower_lift_cond(l, e->a));
    case A_NO: return complement(l, lift_meet(l, e->a));
    case A_IS:
    case A_IN: {
        int in = lower_set(l, e->b, "this compares with cells");
        int x = lift_inside(l, subject_of(e, &word), in);
        return e->flag && e->kind == A_IS ? complement(l, x) : x;
    }
    case A_MEET: return lift_meet(l, e);
    case A_WORD:
        if (is_word(l, e, "unmoved")) {
            return l->p->at.latch;
        }
        return lift_flank(l, e);
    default: return lift_flank(l, e);
    }
}
