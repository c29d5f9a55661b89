// SPDX-License-Identifier: MIT
//
// What an expression depends on, through definitions and `where`.
#include "lang/lower/lower_expr.h"

#include <string.h>

enum { MAX_SEEN = 64 };

typedef struct search {
    lower *l;
    const char *word; // or NULL: anything that is about `here`
    int pieces;       // or about what stands where
    int found;
    uint64_t defs;                 // looked into already
    const binding *lets[MAX_SEEN]; // the same, of `where` and the texts of arguments
    int let_count;
} search;

static int look(const ast *n, void *with);

static void look_into(search *s, const ast *e, const binding *env) {
    const binding *saved = s->l->env;
    s->l->env = env;
    scan_tree(e, look, s);
    s->l->env = saved;
}

// 1 = it has not been looked into before.
static int is_new_let(search *s, const binding *b) {
    for (int i = 0; i < s->let_count; i++) {
        if (s->lets[i] == b) {
            return 0;
        }
    }
    if (s->let_count < MAX_SEEN) {
        s->lets[s->let_count++] = b;
    }
    return 1;
}

static void look_behind(search *s, const char *name) {
    const binding *b = lower_find_binding(s->l, name);
    const decl_def *d = b ? NULL : lower_find_def(s->l, name);
    uint64_t bit = d ? (uint64_t)1 << (d - s->l->g->defs) : 0;
    if (b && b->kind == BIND_LET && is_new_let(s, b)) {
        look_into(s, b->let, b->env);
    } else if (d && !(s->defs & bit)) {
        s->defs |= bit;
        look_into(s, d->body, NULL);
    }
}

static int speaks_of_pieces(lower *l, const ast *n) {
    static const char *const words[] = {"empty", "pieces", "mine", "enemy", "neutral"};
    if (n->kind == A_TITLE || n->kind == A_CAN || n->kind == A_SUPPOSING || n->kind == A_WAS) {
        return 1;
    }
    if (n->kind == A_OWNED) { // `my zone` is what its player was given
        int is_type = lower_find_type(l, n->name) >= 0;
        for (int i = 0; !is_type && i < l->g->has_count; i++) {
            is_type |= strcmp(l->g->has[i].name, n->name) == 0 &&
                       lower_mentions_pieces(l, l->g->has[i].value);
        }
        return is_type;
    }
    int found = 0;
    for (size_t i = 0; n->kind == A_WORD && i < sizeof words / sizeof *words; i++) {
        found |= strcmp(words[i], n->name) == 0 && !lower_find_binding(l, n->name);
    }
    return found;
}

static int look(const ast *n, void *with) {
    search *s = with;
    int named = n->kind == A_WORD || n->kind == A_CALL || n->kind == R_REF;
    const int is_mine = n->kind == A_OWNED && n->flag != 1; // my lives
    if (s->word && (named || is_mine) && strcmp(n->name, s->word) == 0) {
        s->found = 1;
    }
    if (s->pieces) {
        s->found |= speaks_of_pieces(s->l, n);
    } else if (!s->word) {
        s->found |=
            n->kind == A_RAY || n->kind == A_TOWARD ||
            ((n->kind == A_IN || n->kind == A_IS) && !n->a) ||
            (n->kind == A_WORD && (strcmp(n->name, "here") == 0 || strcmp(n->name, "it") == 0 ||
                                   strcmp(n->name, "unmoved") == 0));
    }
    if (named && !s->found) {
        look_behind(s, n->name);
    }
    return !s->found;
}

static int mentions(lower *l, const ast *e, const char *word, int pieces) {
    search s = {.l = l, .word = word, .pieces = pieces};
    ast only = *e; // without its neighbours in a list
    only.next = NULL;
    scan_tree(&only, look, &s);
    return s.found;
}

int lower_mentions_here(lower *l, const ast *e) {
    return mentions(l, e, NULL, 0);
}

int lower_mentions_word(lower *l, const ast *e, const char *word) {
    return mentions(l, e, word, 0);
}

int lower_mentions_pieces(lower *l, const ast *e) {
    return mentions(l, e, NULL, 1);
}

// Whether all cells of an expression are certainly empty.
int lower_is_empty_set(lower *l, const ast *e) {
    switch ((ast_kind)e->kind) {
    case A_WORD: return strcmp(e->name, "empty") == 0 && !lower_find_binding(l, "empty");
    case A_MEET: return lower_is_empty_set(l, e->a) || lower_is_empty_set(l, e->b);
    case A_SUB: return lower_is_empty_set(l, e->a);
    case A_RAY: return e->b && !e->flag && lower_is_empty_set(l, e->b);
    default: return 0;
    }
}
