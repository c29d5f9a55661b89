// SPDX-License-Identifier: MIT
//
// One name is one thing: what is declared by a name is nothing else, and no choice, parameter or value of a rule is
// called like a word of the language or like anything declared. (Cells may have the names of parameters: a track of
// cells a to x has taken most letters.)
#include "lang/lower/game_stages.h"

#include <string.h>

enum {
    MOST_THINGS = MAX_OPTIONS + MAX_VARS + MAX_TOKENS + MAX_AREAS + 2 + MAX_DEFS + MAX_LINKS +
                  MAX_HAS + MAX_ATTRS * (MAX_PIECES + 1)
};

typedef struct thing {
    const char *name;
    const char *what; // things of one kind are looked at where they are declared
    span at;
    int is_called; // a definition with parameters: brackets follow it, so rules may use the name without them
} thing;

typedef struct names {
    lower *l;
    int count;
    const decl_def *def; // whose body is looked at, or NULL
    thing item[MOST_THINGS];
} names;

// --- What is declared ---------------------------------------------------------------------

static void say_two_things(diag_list *diags, const thing *t, const thing *before) {
    if (t->at.file == before->at.file && t->at.line < before->at.line) {
        say_two_things(diags, before, t);
        return;
    }
    diag *d =
        diag_add(diags, DIAG_TWICE, t->at, "`%s` is %s and %s", t->name, before->what, t->what);
    diag_also(d, before->at, "here first");
    diag_help(d, "give one of them another name");
}

static const thing *find_thing(const names *n, const char *name, const char *what) {
    for (int i = 0; i < n->count; i++) {
        if (strcmp(n->item[i].name, name) == 0 && (!what || n->item[i].what == what)) {
            return &n->item[i];
        }
    }
    return NULL;
}

static void add(names *n, const char *name, const char *what, span at) {
    const thing one = {name, what, at, 0}, *before = find_thing(n, name, NULL);
    if (find_thing(n, name, what)) {
        return; // what another player has, more of a link
    }
    if (before) {
        say_two_things(n->l->diags, &one, before);
    }
    n->item[n->count++] = one;
}

static void add_values(names *n, const decl_attr *d) {
    for (int i = 0; i < d->count && d->value[i]; i++) {
        for (int k = 0; k < i; k++) {
            if (strcmp(d->value[i], d->value[k]) == 0) {
                diag_add(n->l->diags, DIAG_TWICE, d->at, "`%s` is two values of `%s`", d->value[i],
                         d->name);
                return;
            }
        }
        add(n, d->value[i], "a value of an attribute", d->at);
    }
}

// A value of one attribute is none of another: `hearts` must say which.
static void compare_values(names *n, const decl_attr *a, const decl_attr *b) {
    for (int i = 0; i < a->count && a->value[i]; i++) {
        for (int k = 0; k < b->count && b->value[k]; k++) {
            if (strcmp(a->value[i], b->value[k]) == 0) {
                diag *d =
                    diag_add(n->l->diags, DIAG_TWICE, b->at, "`%s` is a value of `%s` and of `%s`",
                             b->value[k], a->name, b->name);
                diag_also(d, a->at, "here first");
            }
        }
    }
}

static void add_attributes(names *n) {
    const game_ast *g = n->l->g;
    for (int i = 0; i < g->attr_count; i++) {
        add(n, g->attrs[i].name, "an attribute", g->attrs[i].at);
        add_values(n, &g->attrs[i]);
        for (int k = 0; k < i; k++) {
            compare_values(n, &g->attrs[k], &g->attrs[i]);
        }
    }
}

static void add_declared(names *n) {
    const game_ast *g = n->l->g;
    for (int i = 0; i < g->option_count; i++) {
        add(n, g->options[i].name, "an option", g->options[i].at);
    }
    for (int i = 0; i < g->var_count; i++) {
        add(n, g->vars[i].name, "a var", g->vars[i].at);
    }
    for (int i = 0; i < g->token_count; i++) {
        add(n, g->tokens[i], "a kind of tokens", g->tokens_at[i]);
    }
    if (g->has_hand || g->uses_hand || g->hand_count) {
        add(n, "hand", "what players hold", g->has_hand ? g->hand_at : g->hands[0].at);
    }
    if (g->board.each) {
        add(n, g->board.each, "an area", g->board.at);
    }
    for (int i = 0; i < g->area_count; i++) {
        add(n, g->areas[i].name, "an area", g->areas[i].at);
    }
    for (int i = 0; i < g->link_count; i++) {
        add(n, g->links[i].name, "a link", g->links[i].at);
    }
    for (int i = 0; i < g->has_count; i++) {
        add(n, g->has[i].name, "what a player has", g->has[i].at);
    }
    for (int i = 0; i < g->def_count; i++) {
        const decl_def *d = &g->defs[i];
        add(n, d->name, "a definition", d->at);
        n->item[n->count - 1].is_called |= d->param_count > d->borrowed;
    }
    add_attributes(n);
}

// --- What rules name ----------------------------------------------------------------------

static void check_local(names *n, const char *name, span at) {
    const thing *t = find_thing(n, name, NULL);
    if (t && !t->is_called) {
        diag *d = diag_add(n->l->diags, DIAG_SHADOW, at, "`%s` is %s already", name, t->what);
        diag_also(d, t->at, "declared here");
        diag_help(d, "give it a name of its own, such as `the_%s`", name);
        return;
    }
    lower_check_no_word(n->l, name, at);
}

static int is_param(const decl_def *d, const char *name) {
    for (int i = 0; d && i < d->param_count - d->borrowed; i++) {
        if (strcmp(d->param[i], name) == 0) {
            return 1;
        }
    }
    return 0;
}

static int visit(const ast *e, void *with) {
    names *n = with;
    const int gives = e->kind == R_CHOOSE || e->kind == R_ROLL || e->kind == R_FOR ||
                      e->kind == R_EACH || e->kind == R_LET || e->kind == A_EACH;
    if (!gives || !e->name) {
        return 1;
    }
    if (is_param(n->def, e->name)) {
        diag_add(n->l->diags, DIAG_SHADOW, e->at, "`%s` is what `%s` is given", e->name,
                 n->def->name);
    } else {
        check_local(n, e->name, e->at);
    }
    for (const ast *x = e->kind == R_LET ? e->next : NULL; x; x = x->next) {
        if (strcmp(x->name, e->name) == 0) {
            diag_add(n->l->diags, DIAG_TWICE, x->at, "`%s` stands for two values", x->name);
        }
    }
    return 1;
}

static void check_def(names *n, const decl_def *d) {
    for (int i = 0; i < d->param_count - d->borrowed; i++) {
        check_local(n, d->param[i], d->at);
        for (int k = 0; k < i; k++) {
            if (strcmp(d->param[i], d->param[k]) == 0) {
                diag_add(n->l->diags, DIAG_TWICE, d->at, "`%s` is given `%s` twice", d->name,
                         d->param[i]);
            }
        }
    }
    n->def = d;
    scan_tree(d->body, visit, n);
    n->def = NULL;
}

static void check_rules(names *n) {
    const game_ast *g = n->l->g;
    for (int i = 0; i < g->def_count; i++) {
        check_def(n, &g->defs[i]);
    }
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, visit, n);
        scan_tree(g->pieces[i].after, visit, n);
        scan_tree(g->pieces[i].taken, visit, n);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, visit, n);
        for (int k = 0; k < g->phases[i].next_count; k++) {
            scan_tree(g->phases[i].next[k].cond, visit, n);
        }
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].cond, visit, n);
        scan_tree(g->endings[i].stuck, visit, n);
    }
    scan_tree(g->setup.steps, visit, n);
    scan_tree(g->score, visit, n);
    scan_tree(g->taken, visit, n);
    scan_tree(g->unseen, visit, n);
    for (int i = 0; i < g->always_count; i++) {
        scan_tree(g->always[i], visit, n);
    }
}

int lower_check_one_name(lower *l) {
    const int errors = l->diags->errors;
    names *n = arena_new(l->a, sizeof *n);
    if (n) {
        n->l = l;
        add_declared(n);
        check_rules(n);
    }
    return l->diags->errors == errors;
}
