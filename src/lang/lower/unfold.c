// SPDX-License-Identifier: MIT
//
// `was(...)` is noted when a turn begins, before anybody has called the definition it stands in. So a
// call of a definition with parameters that asks what was is replaced by what it stands for, with the
// arguments in place of the parameters: each call notes its own.
#include "lang/lower/lower.h"

#include <string.h>

enum { MAX_UNFOLDED = 2000 }; // nodes made; calls of calls of calls could double for ever

typedef struct unfolding {
    game_ast *g;
    arena *a;
    diag_list *diags;
    int made;
    int changed;
} unfolding;

static decl_def *def_of(game_ast *g, const ast *n) {
    for (int i = 0; (n->kind == A_CALL || n->kind == R_REF) && i < g->def_count; i++) {
        if (strcmp(g->defs[i].name, n->name) == 0) {
            return &g->defs[i];
        }
    }
    return NULL;
}

static int finds_was(const ast *n, void *with) {
    (void)with;
    return n->kind != A_WAS;
}

static const ast *argument(const decl_def *d, const ast *call, const char *name) {
    const ast *a = call->list;
    for (int i = 0; a && i < d->param_count; i++, a = a->next) {
        if (strcmp(d->param[i], name) == 0) {
            return a;
        }
    }
    return NULL;
}

static ast *copy_list(unfolding *u, const ast *n, const decl_def *d, const ast *call);

// A copy of `n`; parameters become the arguments of the call.
static ast *copy_node(unfolding *u, const ast *n, const decl_def *d, const ast *call) {
    const ast *given = d && n->kind == A_WORD ? argument(d, call, n->name) : NULL;
    ast *to = arena_new(u->a, sizeof *to);
    if (!to || ++u->made > MAX_UNFOLDED) {
        return NULL;
    }
    if (given) { // names in it are the caller's
        d = NULL;
        n = given;
    }
    *to = *n;
    to->next = NULL;
    to->a = copy_list(u, n->a, d, call);
    to->b = copy_list(u, n->b, d, call);
    to->c = copy_list(u, n->c, d, call);
    to->list = copy_list(u, n->list, d, call);
    return to;
}

static ast *copy_list(unfolding *u, const ast *n, const decl_def *d, const ast *call) {
    ast *first = NULL, **tail = &first;
    for (; n; n = n->next) {
        ast *one = copy_node(u, n, d, call);
        if (!one) {
            break;
        }
        *tail = one;
        tail = &one->next;
    }
    return first;
}

static int count_arguments(const ast *call) {
    int n = 0;
    for (const ast *a = call->list; a; a = a->next) {
        n++;
    }
    return n;
}

// What a call stands for, in its place.
static void unfold_call(unfolding *u, ast *call, decl_def *d) {
    ast *body = copy_node(u, d->body, d, call), *next = call->next;
    if (!body || u->made > MAX_UNFOLDED) {
        diag_add(u->diags, DIAG_TOO_BIG, call->at, "this game uses `was` too often");
        return;
    }
    d->used = 1;
    *call = *body;
    call->next = next;
    u->changed = 1;
}

// Replaces the calls in a tree; what is made may hold calls again.
static void unfold(unfolding *u, ast *n) {
    for (; n && !u->diags->errors; n = n->next) {
        unfold(u, n->a);
        unfold(u, n->b);
        unfold(u, n->c);
        unfold(u, n->list);
        decl_def *d = def_of(u->g, n);
        if (d && d->param_count && count_arguments(n) == d->param_count &&
            !scan_tree(d->body, finds_was, NULL)) {
            unfold_call(u, n, d);
        }
    }
}

static void unfold_all(unfolding *u) {
    game_ast *g = u->g;
    for (int i = 0; i < g->def_count; i++) {
        unfold(u, g->defs[i].body);
    }
    for (int i = 0; i < g->piece_count; i++) {
        unfold(u, g->pieces[i].abilities);
        unfold(u, g->pieces[i].after);
    }
    for (int i = 0; i < g->phase_count; i++) {
        unfold(u, g->phases[i].turn);
    }
    for (int i = 0; i < g->ending_count; i++) {
        unfold(u, g->endings[i].stuck);
    }
}

void lower_unfold(game_ast *g, arena *a, diag_list *diags) {
    unfolding u = {.g = g, .a = a, .diags = diags};
    do {
        u.changed = 0;
        unfold_all(&u);
    } while (u.changed && !diags->errors);
    // What is left in definitions with parameters is nobody's.
    for (int i = 0; i < g->def_count; i++) {
        decl_def *d = &g->defs[i];
        d->unfolded = d->param_count && !scan_tree(d->body, finds_was, NULL);
    }
}
