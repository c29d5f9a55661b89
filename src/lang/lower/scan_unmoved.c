// SPDX-License-Identifier: MIT
//
// Who is asked outside abilities whether it is unmoved: the types named where a player chooses among cells that
// are (`choose rook in my Rook if unmoved`), and all types if it is asked in any other way.
#include "lang/lower/lower.h"

#include <string.h>

typedef struct unmoved_search {
    const game_ast *g;
    features *out;
    int asked, understood; // times
} unmoved_search;

static int is_unmoved(const ast *n) {
    return n && n->kind == A_WORD && strcmp(n->name, "unmoved") == 0;
}

static int count_unmoved(const ast *n, void *with) {
    *(int *)with += is_unmoved(n) || (n->kind == A_MEMBER && strcmp(n->name, "unmoved") == 0);
    return 1;
}

// The type of `my Rook` and `my Rook on rank 1`, or -1.
static int type_of(const game_ast *g, const ast *set) {
    const ast *owned = set->kind == A_MEET ? set->a : set;
    for (int i = 0; owned->kind == A_OWNED && i < g->piece_count; i++) {
        if (strcmp(g->pieces[i].name, owned->name) == 0) {
            return i;
        }
    }
    return -1;
}

// How many parts of a condition, joined by `and`, are the bare word.
static int bare_parts(const ast *cond) {
    return cond->kind == A_AND ? bare_parts(cond->a) + bare_parts(cond->b) : is_unmoved(cond);
}

static int look_for_unmoved(const ast *n, void *with) {
    unmoved_search *s = with;
    (void)count_unmoved(n, &s->asked);
    if (n->kind == R_IF && n->a->kind == R_CHOOSE && !n->a->flag && bare_parts(n->b)) {
        const int type = type_of(s->g, n->a->a);
        if (type >= 0) {
            s->out->latch_types[type] = 1;
            s->understood += bare_parts(n->b);
        }
    }
    return 1;
}

void scan_unmoved(const game_ast *g, features *out) {
    unmoved_search s = {.g = g, .out = out};
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, look_for_unmoved, &s);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].unfolded ? NULL : g->defs[i].body, look_for_unmoved, &s);
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].cond, count_unmoved, &s.asked);
        scan_tree(g->endings[i].stuck, count_unmoved, &s.asked);
    }
    if (s.asked > s.understood) {
        memset(out->latch_types, 1, sizeof out->latch_types);
    }
}
