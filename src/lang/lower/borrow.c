// SPDX-License-Identifier: MIT
//
// A definition may speak of what was chosen before it is used: `choose man in mine then fight`, where `fight` says
// `remove man`. Such a name is a parameter that nobody writes: it is added to the definition, and to every use of it.
// A name that means something without a choice keeps that meaning.
#include "lang/lower/lower.h"

#include <string.h>

enum { MOST_PARAMS = 4 };

typedef struct borrowing {
    game_ast *g;
    arena *a;
    const char *chosen[IR_MAX_NAMED + MAX_VARS]; // the names that choices give
    int chosen_count;
    const char *name; // what is looked for in a definition
    const ast *found; // where it is read
    int is_bound;     // or that it is named there
    decl_def *lent;   // whose uses get an argument more
} borrowing;

static int is_in(const char *const *list, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i], name) == 0) {
            return 1;
        }
    }
    return 0;
}

static decl_def *def_called(game_ast *g, const char *name) {
    for (int i = 0; i < g->def_count; i++) {
        if (strcmp(g->defs[i].name, name) == 0) {
            return &g->defs[i];
        }
    }
    return NULL;
}

// Whether a word has a meaning of its own, in every place of the file.
static int is_known(game_ast *g, const char *name) {
    static const char *const words[] = {
        "all",        "any",      "attacked", "backward",  "board",     "bottom",    "corners",
        "dark",       "edge",     "diagonal", "east",      "empty",     "enemy",     "forward",
        "hand",       "here",     "it",       "last",      "left",      "leftward",  "light",
        "me",         "mine",     "neutral",  "next",      "north",     "northeast", "northwest",
        "orthogonal", "others",   "partner",  "pieces",    "prev",      "right",     "rightward",
        "safe",       "sideways", "south",    "southeast", "southwest", "stuck",     "this",
        "top",        "turns",    "unmoved",  "west"};
    int found = is_in(words, (int)(sizeof words / sizeof *words), name);
    for (int i = 0; i < g->var_count; i++) {
        found |= strcmp(g->vars[i].name, name) == 0;
    }
    for (int i = 0; i < g->option_count; i++) {
        found |= strcmp(g->options[i].name, name) == 0;
    }
    for (int i = 0; i < g->area_count; i++) {
        found |= strcmp(g->areas[i].name, name) == 0;
    }
    for (int i = 0; i < g->link_count; i++) {
        found |= strcmp(g->links[i].name, name) == 0;
    }
    return found || is_in(g->tokens, g->token_count, name) || def_called(g, name) != NULL;
}

// --- The names that choices give ---------------------------------------------------------------------------

static int is_choice(const ast *n) {
    return n->kind == R_CHOOSE || n->kind == R_ROLL || n->kind == R_FOR ||
           (n->kind == R_EACH && n->name);
}

static int note_choice(const ast *n, void *with) {
    borrowing *b = with;
    const int most = (int)(sizeof b->chosen / sizeof *b->chosen);
    if (is_choice(n) && b->chosen_count < most && !is_in(b->chosen, b->chosen_count, n->name) &&
        !is_known(b->g, n->name)) {
        b->chosen[b->chosen_count++] = n->name;
    }
    return 1;
}

// Every tree of the game, but for those in which nothing is chosen.
static void visit_all(game_ast *g, int (*visit)(const ast *n, void *with), void *with) {
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, visit, with);
    }
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, visit, with);
        scan_tree(g->pieces[i].after, visit, with);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, visit, with);
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].stuck, visit, with);
    }
    scan_tree(g->setup.steps, visit, with);
}

// --- What a definition reads and does not name ------------------------------------------------------------------

static int look_for_name(const ast *n, void *with) {
    borrowing *b = with;
    const int names = is_choice(n) || n->kind == A_EACH || n->kind == R_LET;
    b->is_bound |= names && strcmp(n->name, b->name) == 0;
    if (n->kind == A_WORD && !b->found && strcmp(n->name, b->name) == 0) {
        b->found = n;
    }
    return 1;
}

// Where the definition reads a name that it must be lent, or NULL.
static const ast *lacks(borrowing *b, const decl_def *d, const char *name) {
    b->name = name;
    b->found = NULL;
    b->is_bound = is_in(d->param, d->param_count, name);
    scan_tree(d->body, look_for_name, b);
    return b->is_bound || d->param_count == MOST_PARAMS ? NULL : b->found;
}

// --- One argument more --------------------------------------------------------------------------------------------

static ast *word_like(borrowing *b, const ast *word) {
    ast *to = arena_new(b->a, sizeof *to);
    if (to) {
        *to = *word;
        to->next = NULL;
    }
    return to;
}

static int is_use(const ast *n, const decl_def *d) {
    return (n->kind == A_WORD || n->kind == A_CALL || n->kind == R_REF) &&
           strcmp(n->name, d->name) == 0;
}

// A rule that several pieces have is met several times.
static int lend(const ast *n, void *with) {
    borrowing *b = with;
    if (is_use(n, b->lent)) {
        ast *use = (ast *)(uintptr_t)n, **tail = &use->list;
        const ast *last = NULL;
        for (; *tail; tail = &(*tail)->next) {
            last = *tail;
        }
        if (!last || last->src != b->found->src || last->pos != b->found->pos) {
            use->kind = (uint8_t)(n->kind == A_WORD ? A_CALL : n->kind);
            *tail = word_like(b, b->found);
        }
    }
    return 1;
}

static void visit_conditions(game_ast *g, int (*visit)(const ast *n, void *with), void *with) {
    for (int i = 0; i < g->phase_count; i++) {
        for (int k = 0; k < g->phases[i].next_count; k++) {
            scan_tree(g->phases[i].next[k].cond, visit, with);
        }
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].cond, visit, with);
    }
    for (int i = 0; i < g->always_count; i++) {
        scan_tree(g->always[i], visit, with);
    }
    scan_tree(g->score, visit, with);
    scan_tree(g->unseen, visit, with);
}

// Returns 1 if something was lent: then whoever uses it may lack it, too.
static int lend_to(borrowing *b, decl_def *d) {
    for (int i = 0; i < b->chosen_count; i++) {
        if (lacks(b, d, b->chosen[i])) {
            d->param[d->param_count++] = b->chosen[i];
            d->borrowed++;
            b->lent = d;
            visit_all(b->g, lend, b);
            visit_conditions(b->g, lend, b);
            return 1;
        }
    }
    return 0;
}

void lower_borrow(game_ast *g, arena *a) {
    borrowing b = {.g = g, .a = a};
    visit_all(g, note_choice, &b);
    for (int i = 0; i < g->def_count; i++) {
        i = lend_to(&b, &g->defs[i]) ? -1 : i;
    }
}
