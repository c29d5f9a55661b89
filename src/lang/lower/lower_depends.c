// SPDX-License-Identifier: MIT
//
// What an expression depends on, through definitions and `where`.
#include "lang/lower/lower_expr.h"

#include <string.h>

typedef struct search {
    lower *l;
    const char *word; // or NULL: anything that is about `here`
    int found, depth;
} search;

static int look(const ast *n, void *with);

static void look_into(search *s, const ast *e, const binding *env) {
    const binding *saved = s->l->env;
    if (s->depth > 24 || s->found) {
        return;
    }
    s->depth++;
    s->l->env = env;
    scan_tree(e, look, s);
    s->l->env = saved;
    s->depth--;
}

static int look(const ast *n, void *with) {
    search *s = with;
    int named = n->kind == A_WORD || n->kind == A_CALL || n->kind == R_REF;
    if (s->word && named && strcmp(n->name, s->word) == 0) {
        s->found = 1;
    }
    if (!s->word) {
        s->found |=
            n->kind == A_RAY || n->kind == A_TOWARD ||
            ((n->kind == A_IN || n->kind == A_IS) && !n->a) ||
            (n->kind == A_WORD && (strcmp(n->name, "here") == 0 || strcmp(n->name, "it") == 0 ||
                                   strcmp(n->name, "unmoved") == 0));
    }
    if (named && !s->found) {
        const binding *b = lower_find_binding(s->l, n->name);
        if (b && b->kind == BIND_LET) {
            look_into(s, b->let, b->env);
        } else if (!b) {
            const decl_def *d = lower_find_def(s->l, n->name);
            if (d) {
                look_into(s, d->body, NULL);
            }
        }
    }
    return !s->found;
}

static int mentions(lower *l, const ast *e, const char *word) {
    search s = {l, word, 0, 0};
    const ast *next = e->next;
    ast only = *e; // without its neighbours in a list
    (void)next;
    only.next = NULL;
    scan_tree(&only, look, &s);
    return s.found;
}

int lower_mentions_here(lower *l, const ast *e) {
    return mentions(l, e, NULL);
}

int lower_mentions_word(lower *l, const ast *e, const char *word) {
    return mentions(l, e, word);
}
