// SPDX-License-Identifier: MIT
//
// Lifting: a condition on one cell becomes the set of all cells where it holds.
//
// `place Disc on empty if here + south is not empty` would otherwise ask each of
// 42 cells in turn. With lifting it is three instructions on whole sets. Only what
// depends on `here` by shifts, membership and flanking runs can be lifted; for
// everything else the walker goes through the cells one by one, which is slower
// and gives the same answer.
#include "lang/ir/pass.h"
#include "lang/lower/lower_lift.h"

#include <string.h>

static int is_word(const lower *l, const ast *e, const char *word) {
    return e->kind == A_WORD && strcmp(e->name, word) == 0 && !lower_find_binding(l, word);
}

// --- Names ------------------------------------------------------------------------------------------

// A condition with a name is lifted where the name stands, with texts for its parameters.
typedef struct named {
    const ast *text;
    binding args[4];
    const binding *saved;
    const decl_def *def; // NULL: a `where`, or the parameter of a definition
} named;

// What a name stands for, among its own names; `leave` goes back. 0 = it is no such name, or stands in itself.
static int enter(lower *l, const ast *e, named *n) {
    const binding *env;
    *n = (named){.text = lift_text(l, e, &env), .saved = l->env};
    if (n->text != e) {
        l->env = env;
        return 1;
    }
    const int is_name = (e->kind == A_WORD && !lower_find_binding(l, e->name)) || e->kind == A_CALL;
    const decl_def *d = is_name ? lower_find_def(l, e->name) : NULL;
    int count = 0;
    for (const ast *a = e->list; d && a; a = a->next) {
        count++;
    }
    if (!d || d->is_rule || d->busy || count != d->param_count) {
        return 0;
    }
    (void)lower_bind_argument_texts(l, d, e, n->args);
    n->text = d->body;
    n->def = d;
    l->env = count ? &n->args[count - 1] : NULL;
    (void)lower_enter_def(l, e, d);
    return 1;
}

static void leave(lower *l, const named *n) {
    l->env = n->saved;
    if (n->def) {
        lower_leave_def(l, n->def);
    }
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

// --- How high a pile is ------------------------------------------------------------------------------

enum { MOST_TALL = 128 }; // what OP_TALL takes

// `height at x < 3`, where x is one cell seen from `here`, or what it has in common with cells that are the same
// everywhere. So many things lie there that the condition is `tall`, or not so: *least.
static int asks_height(lower *l, const ast *e, int *least, int *tall, const ast **seen,
                       const ast **other) {
    if (e->kind != A_CMP || e->a->kind != A_AT || strcmp(e->a->name, "height") != 0 ||
        e->b->kind != A_NUM || (e->name[0] != '<' && e->name[0] != '>') || !l->p->pile.at) {
        return 0;
    }
    const int or_equal = e->name[1] == '=';
    *other = NULL;
    *seen = e->a->a->kind == A_MEET ? lift_seen_of_meet(l, e->a->a, other) : e->a->a;
    *tall = e->name[0] == '>';
    *least = e->b->num + (*tall ? !or_equal : or_equal);
    return *least >= 2 && *least <= MOST_TALL && *seen && lift_is_one(l, *seen);
}

// --- What can be lifted -------------------------------------------------------------------------------

static int can_lift_named(lower *l, const ast *e) {
    named n;
    if (!enter(l, e, &n)) {
        return 0;
    }
    const int can = lower_can_lift(l, n.text);
    leave(l, &n);
    return can;
}

static int can_lift_height(lower *l, const ast *e) {
    const ast *seen, *other;
    int least, tall;
    return asks_height(l, e, &least, &tall, &seen, &other);
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
    case A_NO:
        return e->a->kind == A_MEET ? lift_seen_of_meet(l, e->a, &other) != NULL
                                    : lift_is_looked(l, e->a);
    case A_IS:
    case A_IN:
        return !is_word(l, subject_of(e, &word), "last") &&
               lift_is_looked(l, subject_of(e, &word)) && lift_is_same_everywhere(l, e->b);
    case A_MEET: return lift_seen_of_meet(l, e, &other) != NULL;
    case A_CMP: return can_lift_height(l, e);
    case A_WORD:
        return is_word(l, e, "unmoved") || flank_of(l, e, &env) != NULL || can_lift_named(l, e);
    case A_CALL: return can_lift_named(l, e);
    case A_EACH: return lower_is_flank(l, e);
    default: return 0;
    }
}

// --- Lifting --------------------------------------------------------------------------------------------

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
    if (lift_goes_by_number(l, subject) &&
        lift_is_one(l, subject)) { // one cell lies inside, or none does
        return lift_reach_back(l, subject, in);
    }
    int some = lift_reach_back(l, subject, all_cells(l));
    int bad = lift_reach_back(l, subject, complement(l, in)), out = lower_new_set(l);
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
    const ast *other, *seen = lift_seen_of_meet(l, meet, &other);
    return lift_reach_back(l, seen, lower_set(l, other, "this compares with cells"));
}

// Some of the cells: a set that has a cell is true.
static int lift_set(lower *l, const ast *e) {
    return e->kind == A_MEET ? lift_meet(l, e) : lift_reach_back(l, e, all_cells(l));
}

static int lift_pair(lower *l, const ast *e, opcode op) {
    int x = lower_lift_cond(l, e->a), y = lower_lift_cond(l, e->b), out = lower_new_set(l);
    lower_emit(l, op, out, x, y, 0, 0);
    return out;
}

// The parts of `a and b and c` that are the same everywhere, asked: to `no` where one does not hold.
static void ask_constants(lower *l, const ast *e, label *no) {
    if (e->kind == A_AND) {
        ask_constants(l, e->a, no);
        ask_constants(l, e->b, no);
    } else if (!lower_mentions_here(l, e)) {
        lower_cond(l, e, 0, no);
    }
}

// The cells where the other parts hold; NO_REG = there are none.
static int lift_others(lower *l, const ast *e) {
    if (e->kind != A_AND) {
        return lower_mentions_here(l, e) ? lower_lift_cond(l, e) : NO_REG;
    }
    const int x = lift_others(l, e->a), y = lift_others(l, e->b);
    if (x == NO_REG || y == NO_REG) {
        return x == NO_REG ? y : x;
    }
    const int out = lower_new_set(l);
    lower_emit(l, OP_AND, out, x, y, 0, 0);
    return out;
}

static int has_constants(lower *l, const ast *e) {
    return e->kind == A_AND ? has_constants(l, e->a) || has_constants(l, e->b)
                            : !lower_mentions_here(l, e);
}

// What is the same everywhere is asked first: nothing else needs to be known where it does not hold.
static int lift_and(lower *l, const ast *e) {
    label no = {0};
    if (!has_constants(l, e)) {
        return lift_pair(l, e, OP_AND);
    }
    const int out = lower_new_set(l);
    lower_emit(l, OP_ZERO, out, 0, 0, 0, 0);
    ask_constants(l, e, &no);
    lower_emit(l, OP_MOV, out, lift_others(l, e), 0, 0, 0);
    lower_emit_label(l, &no);
    return out;
}

static int lift_height(lower *l, const ast *e) {
    const ast *seen, *other;
    int least, is_tall;
    (void)asks_height(l, e, &least, &is_tall, &seen, &other);
    const int among = other ? lower_set(l, other, "a pile lies on a cell") : all_cells(l);
    const int tall = lower_new_set(l);
    lower_emit(l, OP_TALL, tall, among, least, 0, 0);
    const int out = lift_reach_back(l, seen, tall);
    return is_tall ? out : complement(l, out);
}

static int lift_named(lower *l, const ast *e) {
    named n;
    if (!enter(l, e, &n)) {
        return all_cells(l); // not where it can be lifted
    }
    const int out = lower_lift_cond(l, n.text);
    leave(l, &n);
    return out;
}

int lower_lift_cond(lower *l, const ast *e) {
    ast word;
    const binding *env;
    if (!lower_mentions_here(l, e)) {
        return lift_constant(l, e);
    }
    switch ((ast_kind)e->kind) {
    case A_AND: return lift_and(l, e);
    case A_OR: return lift_pair(l, e, OP_OR);
    case A_NOT: return complement(l, lower_lift_cond(l, e->a));
    case A_NO: return complement(l, lift_set(l, e->a));
    case A_IS:
    case A_IN: {
        int in = lower_set(l, e->b, "this compares with cells");
        int x = lift_inside(l, subject_of(e, &word), in);
        return e->flag && e->kind == A_IS ? complement(l, x) : x;
    }
    case A_MEET: return lift_meet(l, e);
    case A_CMP: return lift_height(l, e);
    case A_CALL: return lift_named(l, e);
    case A_WORD:
        if (is_word(l, e, "unmoved")) {
            return l->p->at.latch;
        }
        return flank_of(l, e, &env) ? lift_flank(l, e) : lift_named(l, e);
    default: return lift_flank(l, e);
    }
}
