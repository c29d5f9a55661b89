// SPDX-License-Identifier: MIT
//
// What is known of vars at a place in the rules: conditions that hold there narrow the range a var was
// declared with, assignments move it. `pass if n > 0 then n -= 1` cannot leave 0..3.
#include "lang/lower/ranges.h"

#include <string.h>

// --- Which var, which number ------------------------------------------------------------

// The var that `e` names, the mover's own, or -1.
static int own_var(const lower *l, const ast *e) {
    int owned = e->kind == A_OWNED && !e->flag;
    if ((e->kind != A_WORD || lower_find_binding(l, e->name)) && !owned) {
        return -1;
    }
    for (int i = 0; i < l->g->var_count; i++) {
        if (strcmp(l->g->vars[i].name, e->name) == 0 && (!owned || l->g->vars[i].each)) {
            return i;
        }
    }
    return -1;
}

// A number known before play: written, or an option.
static int known_number(const lower *l, const ast *e, int32_t *out) {
    if (e->kind == A_NUM && !e->flag) {
        *out = e->num;
        return 1;
    }
    if (e->kind == A_NEG && e->a->kind == A_NUM && !e->a->flag) {
        *out = -e->a->num;
        return 1;
    }
    for (int i = 0; e->kind == A_WORD && !lower_find_binding(l, e->name) && i < l->g->option_count;
         i++) {
        if (strcmp(l->g->options[i].name, e->name) == 0) {
            *out = l->p->option_value[i];
            return 1;
        }
    }
    return 0;
}

// --- Conditions -------------------------------------------------------------------------

typedef enum relation { LESS, LESS_EQUAL, MORE, MORE_EQUAL, EQUAL, UNEQUAL } relation;

static relation relation_of(const char *op) {
    if (op[0] == '=') return EQUAL;
    if (op[0] == '!') return UNEQUAL;
    return op[0] == '<' ? (op[1] == '=' ? LESS_EQUAL : LESS) : op[1] == '=' ? MORE_EQUAL : MORE;
}

static relation turned_round(relation r) {
    static const relation other[] = {MORE, MORE_EQUAL, LESS, LESS_EQUAL, EQUAL, UNEQUAL};
    return other[r];
}

static relation negated(relation r) {
    static const relation other[] = {MORE_EQUAL, MORE, LESS_EQUAL, LESS, UNEQUAL, EQUAL};
    return other[r];
}

static void apply(ir_range *now, relation r, int32_t n) {
    int32_t most = r == LESS ? n - 1 : n, least = r == MORE ? n + 1 : n;
    if (r == LESS || r == LESS_EQUAL || r == EQUAL) {
        now->max = most < now->max ? most : now->max;
    }
    if (r == MORE || r == MORE_EQUAL || r == EQUAL) {
        now->min = least > now->min ? least : now->min;
    }
    if (r == UNEQUAL) {
        now->min += n == now->min;
        now->max -= n == now->max;
    }
    if (now->min > now->max) { // it never comes to this; any single value will do
        now->max = now->min;
    }
}

static void narrow_comparison(lower *l, const ast *cond, int truth) {
    int32_t n;
    relation r = relation_of(cond->name);
    int var = own_var(l, cond->a);
    if (var < 0 || !known_number(l, cond->b, &n)) {
        var = own_var(l, cond->b);
        if (var < 0 || !known_number(l, cond->a, &n)) {
            return;
        }
        r = turned_round(r);
    }
    apply(&l->var_now[var], truth ? r : negated(r), n);
}

void ranges_narrow(lower *l, const ast *cond, int truth) {
    switch ((ast_kind)cond->kind) {
    case A_NOT: ranges_narrow(l, cond->a, !truth); break;
    case A_AND:
    case A_OR: // all parts of a true `and` hold, and no part of a false `or`
        if ((cond->kind == A_AND) == truth) {
            ranges_narrow(l, cond->a, truth);
            ranges_narrow(l, cond->b, truth);
        }
        break;
    case A_CMP: narrow_comparison(l, cond, truth); break;
    default: break;
    }
}

// --- Assignments ------------------------------------------------------------------------

typedef struct forgetter {
    lower *l;
    uint64_t seen; // definitions
    int abilities; // these, too
} forgetter;

static int forget(const ast *n, void *with);

static void forget_abilities(forgetter *f) {
    if (f->abilities) {
        return;
    }
    f->abilities = 1;
    for (int i = 0; i < f->l->g->piece_count; i++) {
        scan_tree(f->l->g->pieces[i].abilities, forget, f);
        scan_tree(f->l->g->pieces[i].after, forget, f);
    }
}

static int forget(const ast *n, void *with) {
    forgetter *f = with;
    lower *l = f->l;
    if (n->kind == R_ASSIGN) {
        for (int i = 0; i < l->g->var_count; i++) {
            if (strcmp(l->g->vars[i].name, n->name) == 0) {
                l->var_now[i] = l->p->var_range[i];
            }
        }
    } else if (n->kind == R_MOVE) {
        forget_abilities(f);
    } else if (n->kind == R_REF) {
        int def = -1;
        for (int i = 0; i < l->g->def_count; i++) {
            def = strcmp(l->g->defs[i].name, n->name) == 0 ? i : def;
        }
        if (def < 0) {
            forget_abilities(f); // a label
        } else if (!(f->seen >> def & 1)) {
            f->seen |= (uint64_t)1 << def;
            scan_tree(l->g->defs[def].body, forget, f);
        }
    }
    return 1;
}

void ranges_forget(lower *l, const ast *r) {
    forgetter f = {.l = l};
    ast only = *r;
    only.next = NULL;
    scan_tree(&only, forget, &f);
}

static void pass_assignment(lower *l, const ast *r) {
    int32_t n;
    for (int i = 0; i < l->g->var_count; i++) {
        if (strcmp(l->g->vars[i].name, r->name) != 0) {
            continue;
        }
        ir_range *now = &l->var_now[i], all = l->p->var_range[i];
        int sign = r->name2[0] == '+' ? 1 : r->name2[0] == '-' ? -1 : 0;
        if (!known_number(l, r->a, &n)) {
            *now = all;
        } else if (!sign) {
            now->min = now->max = n;
        } else {
            now->min += sign * n;
            now->max += sign * n;
        }
        if (now->min < all.min || now->max > all.max) { // error 13 has said so
            *now = all;
        }
    }
}

void ranges_pass(lower *l, const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_IF: // the condition held before the choice
        ranges_narrow(l, r->b, 1);
        ranges_pass(l, r->a);
        break;
    case R_LABEL: ranges_pass(l, r->a); break;
    case R_SEQ:
        for (const ast *x = r->list; x; x = x->next) {
            ranges_pass(l, x);
        }
        break;
    case R_REQUIRE: ranges_narrow(l, r->a, 1); break;
    case R_ASSIGN: pass_assignment(l, r); break;
    default: ranges_forget(l, r); break;
    }
}
