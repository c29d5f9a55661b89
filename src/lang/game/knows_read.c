// SPDX-License-Identifier: MIT
//
// What an expression reads (knows.h).
#include "lang/game/knows.h"

#include <string.h>

enum { MOST_DEEP = 128 };

int knows_bind(knows *k, const char *name, knows_reading is) {
    if (k->names == KNOWS_NAMES) {
        k->steps = KNOWS_STEPS;
        return 0;
    }
    k->name[k->names++] = (knows_name){name, is};
    return 1;
}

int knows_bind_arguments(knows *k, const decl_def *d, const ast *call) {
    const int before = k->names;
    knows_reading arg[4];
    int n = 0;
    for (const ast *x = call->list; x && n < d->param_count; x = x->next) {
        arg[n++] = knows_read(k, x);
    }
    for (int i = 0; i < n; i++) {
        (void)knows_bind(k, d->param[i], arg[i]);
    }
    return before;
}

const decl_def *knows_def(const knows *k, const char *name) {
    for (int i = 0; i < k->g->def_count; i++) {
        if (strcmp(k->g->defs[i].name, name) == 0) {
            return &k->g->defs[i];
        }
    }
    return NULL;
}

// --- Words -------------------------------------------------------------------------------------------

static knows_reading read_word(knows *k, const ast *e) {
    knows_reading bound = {0};
    for (int i = 0; i < k->names; i++) { // a name that is given twice is read as either
        if (strcmp(k->name[i].name, e->name) == 0) {
            bound.where |= k->name[i].is.where;
            bound.depends |= k->name[i].is.depends;
        }
    }
    if (bound.where) {
        return bound;
    }
    const int area = knows_area(k->g, e->name);
    const decl_def *d = knows_def(k, e->name);
    if (area >= 0) {
        return knows_read_area(k, area, e);
    }
    if (d) {
        return d->is_rule ? KNOWS_IN_THE_OPEN : knows_read(k, d->body);
    }
    if (strcmp(e->name, "here") == 0) {
        return k->here;
    }
    if (strcmp(e->name, "empty") == 0 ||
        (strcmp(e->name, "mine") == 0 && k->me == k->viewer && k->me >= 0)) {
        return KNOWS_IN_THE_OPEN;
    }
    const int attack = strcmp(e->name, "attacked") == 0 || strcmp(e->name, "safe") == 0;
    return knows_everywhere(k, attack && (k->secret & KNOWS_BOARD));
}

// --- Kinds -------------------------------------------------------------------------------------------

static knows_reading read_kinds(knows *k, const ast *e) {
    knows_reading all = {.where = KNOWS_OPEN};
    for (const ast *x = e->list; x; x = x->next) {
        const knows_reading one = knows_read_kind(k, x->name);
        all.where |= one.where;
        all.depends |= one.depends;
    }
    const knows_reading a = e->a ? knows_read(k, e->a) : KNOWS_IN_THE_OPEN,
                        b = e->b ? knows_read(k, e->b) : KNOWS_IN_THE_OPEN;
    const uint64_t of_secrets = a.depends | (a.where & all.depends);
    switch ((kinds_question)e->flag) {
    case KINDS_WITH: return a.depends || b.depends ? knows_everywhere(k, 1) : all;
    case KINDS_SAME: return of_secrets ? knows_everywhere(k, 1) : all;
    case KINDS_HIGHEST:
    case KINDS_LOWEST: return of_secrets ? (knows_reading){a.where, a.where} : a;
    case KINDS_SUM:
    case KINDS_VALUE: break;
    }
    return knows_everywhere(k, of_secrets != 0);
}

// --- Everything ----------------------------------------------------------------------------------------

static knows_reading meet(knows_reading a, knows_reading b) {
    const uint64_t where = a.where & b.where;
    return (knows_reading){where, (a.depends | b.depends) & where};
}

static knows_reading read_meet(knows *k, const ast *a, const ast *b) {
    const knows_reading first = a ? knows_read(k, a) : k->here, second = knows_read(k, b);
    return meet(first, second);
}

static knows_reading read_less(knows *k, const ast *e) {
    const knows_reading a = knows_read(k, e->a), b = knows_read(k, e->b);
    const uint64_t where = a.where & ~knows_whole(k, e->b);
    return (knows_reading){where, (a.depends | b.depends) & where};
}

// Whatever has no rule of its own depends on secrets if a part of it does.
static knows_reading read_parts(knows *k, const ast *e) {
    const ast *const part[] = {e->a, e->b, e->c};
    uint64_t depends = 0;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        depends |= part[i] ? knows_read(k, part[i]).depends : 0;
    }
    for (const ast *x = e->list; x; x = x->next) {
        depends |= knows_read(k, x).depends;
    }
    return knows_everywhere(k, depends != 0);
}

static knows_reading read_call(knows *k, const ast *e) {
    const decl_def *d = knows_def(k, e->name);
    if (!d || d->is_rule) {
        return read_parts(k, e);
    }
    const int names = knows_bind_arguments(k, d, e);
    const knows_reading out = knows_read(k, d->body);
    k->names = names;
    return out;
}

static knows_reading read_each(knows *k, const ast *e) {
    const int names = k->names;
    const knows_reading a = knows_read(k, e->a);
    (void)knows_bind(k, e->name, (knows_reading){.where = a.where});
    const knows_reading rest = read_parts(k, e);
    k->names = names;
    return knows_everywhere(k, (a.depends | rest.depends) != 0);
}

static knows_reading read_as_other(knows *k, const ast *e) {
    const int me = k->me;
    k->me = -1;
    const knows_reading out = knows_read(k, e->a);
    k->me = me;
    return out;
}

static knows_reading read_inner(knows *k, const ast *e) {
    knows_reading a, b;
    switch ((ast_kind)e->kind) {
    case A_WORD: return read_word(k, e);
    case A_TITLE: return knows_read_kind(k, e->name);
    case A_OWNED: return knows_read_owned(k, e);
    case A_OF:
        return knows_area(k->g, e->name) < 0 ? read_parts(k, e)
                                             : knows_read_area(k, knows_area(k->g, e->name), e);
    case A_NTH: return knows_area(k->g, e->name) < 0 ? read_parts(k, e) : knows_read(k, e->a);
    case A_KINDS: return read_kinds(k, e);
    case A_UNION:
        a = knows_read(k, e->a);
        b = knows_read(k, e->b);
        return (knows_reading){a.where | b.where, a.depends | b.depends};
    case A_MEET:
    case A_IS:
    case A_IN: return read_meet(k, e->a, e->b);
    case A_SUB: return read_less(k, e);
    case A_CALL: return read_call(k, e);
    case A_EACH: return read_each(k, e);
    case A_FOR: return read_as_other(k, e);
    case A_CAN:
    case A_SUPPOSING: return knows_everywhere(k, (k->secret & KNOWS_BOARD) != 0);
    default: return read_parts(k, e);
    }
}

knows_reading knows_read(knows *k, const ast *e) {
    if (k->depth == MOST_DEEP || k->steps >= KNOWS_STEPS) {
        k->steps = KNOWS_STEPS;
        return KNOWS_IN_THE_OPEN;
    }
    k->depth++;
    k->steps++;
    const knows_reading out = read_inner(k, e);
    k->depth--;
    return out;
}
