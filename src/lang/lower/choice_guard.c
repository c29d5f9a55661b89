// SPDX-License-Identifier: MIT
//
// The conditions around a choice, each among the names it was written among. What does not ask about `here`
// is asked once; what can be said of many cells at once becomes a set (lift.c); the rest is asked for each
// piece or cell.
#include "lang/lower/choice.h"

static const binding *enter(lower *l, const guard *g) {
    const binding *saved = l->env;
    l->env = g->env;
    return saved;
}

void guards_free(lower *l, const guard *g, label *out) {
    for (; g; g = g->up) {
        const binding *saved = enter(l, g);
        if (!lower_mentions_here(l, g->cond)) {
            lower_cond(l, g->cond, 0, out);
        }
        l->env = saved;
    }
}

void guards_all(lower *l, const guard *g, label *out) {
    for (; g; g = g->up) {
        const binding *saved = enter(l, g);
        lower_cond(l, g->cond, 0, out);
        l->env = saved;
    }
}

int guards_all_lift(lower *l, const guard *g) {
    int yes = 1;
    for (; g; g = g->up) {
        const binding *saved = enter(l, g);
        yes = yes && lower_can_lift(l, g->cond);
        l->env = saved;
    }
    return yes;
}

void guards_lifted(lower *l, const guard *g, int cells) {
    for (; g; g = g->up) {
        const binding *saved = enter(l, g);
        if (lower_mentions_here(l, g->cond) && lower_can_lift(l, g->cond)) {
            int sets = l->set_top;
            lower_emit(l, OP_AND, cells, cells, lower_lift_cond(l, g->cond), 0, 0);
            l->set_top = sets;
        }
        l->env = saved;
    }
}

void guards_of_cell(lower *l, const guard *g, label *no) {
    for (; g; g = g->up) {
        const binding *saved = enter(l, g);
        if (lower_mentions_here(l, g->cond) && !lower_can_lift(l, g->cond)) {
            lower_cond(l, g->cond, 0, no);
        }
        l->env = saved;
    }
}

void guards_explain(lower *l, const guard *g, int node) {
    for (; g; g = g->up) {
        const binding *saved = enter(l, g);
        lower_explain(l, node, g->cond);
        l->env = saved;
    }
}

int guards_mention(lower *l, const guard *g, const char *word) {
    int found = 0;
    for (; g; g = g->up) {
        const binding *saved = enter(l, g);
        found |= lower_mentions_word(l, g->cond, word);
        l->env = saved;
    }
    return found;
}
