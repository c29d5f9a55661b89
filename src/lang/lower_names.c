// SPDX-License-Identifier: MIT
//
// Names: what a word of the source refers to, and what is said of one that nobody knows.
#include "lang/lower_expr.h"

#include <string.h>

#include "base/near.h"

const binding *find_binding(const lower *l, const char *name) {
    for (const binding *b = l->env; b; b = b->up) {
        if (strcmp(b->name, name) == 0) {
            return b;
        }
    }
    return NULL;
}

const decl_def *find_def(lower *l, const char *name) {
    for (int i = 0; i < l->g->def_count; i++) {
        if (strcmp(l->g->defs[i].name, name) == 0) {
            l->g->defs[i].used = 1;
            return &l->g->defs[i];
        }
    }
    return NULL;
}

int find_type(const lower *l, const char *name) {
    for (int i = 0; i < l->g->piece_count; i++) {
        if (strcmp(l->g->pieces[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int find_player(const lower *l, const char *name) {
    for (int i = 0; i < l->g->player_count; i++) {
        if (strcmp(l->g->players[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int find_label(lower *l, const char *name, int add) {
    program *p = l->p;
    for (int i = 0; i < p->label_count; i++) {
        if (strcmp(p->label[i], name) == 0) {
            return i + 1;
        }
    }
    if (!add || p->label_count >= IR_MAX_LABELS) {
        return 0;
    }
    p->label[p->label_count++] = name;
    return p->label_count;
}

span span_of(const ast *e) {
    return e->at;
}

static void consider(const char *typed, const char *word, const char **best, int *distance) {
    int d = near_distance(typed, word);
    if (d < *distance) {
        *distance = d;
        *best = word;
    }
}

static const char *const known_words[] = {
    "empty",      "pieces",   "mine",  "enemy",   "neutral",  "board",    "here",     "it",
    "top",        "bottom",   "left",  "right",   "corners",  "edge",     "dark",     "light",
    "attacked",   "safe",     "turns", "forward", "backward", "sideways", "leftward", "rightward",
    "orthogonal", "diagonal", "any",   "unmoved", "last"};

static const char *suggestion(lower *l, const char *typed) {
    const char *best = NULL;
    int distance = near_limit(typed) + 1;
    for (size_t i = 0; i < sizeof known_words / sizeof *known_words; i++) {
        consider(typed, known_words[i], &best, &distance);
    }
    for (int i = 0; i < l->b->dir_count; i++) {
        consider(typed, l->b->dir[i].name, &best, &distance);
    }
    for (int i = 0; i < l->g->def_count; i++) {
        consider(typed, l->g->defs[i].name, &best, &distance);
    }
    for (int i = 0; i < l->g->var_count; i++) {
        consider(typed, l->g->vars[i].name, &best, &distance);
    }
    for (int i = 0; i < l->g->option_count; i++) {
        consider(typed, l->g->options[i].name, &best, &distance);
    }
    for (const binding *b = l->env; b; b = b->up) {
        consider(typed, b->name, &best, &distance);
    }
    for (int i = 0; i < l->g->piece_count; i++) {
        consider(typed, l->g->pieces[i].name, &best, &distance);
    }
    for (int i = 0; i < l->g->player_count; i++) {
        consider(typed, l->g->players[i].name, &best, &distance);
    }
    return best;
}

static int looks_like_cell(const char *s) {
    return s[0] >= 'a' && s[0] <= 'z' && s[1] >= '0' && s[1] <= '9';
}

void say_unknown(lower *l, const ast *e, const char *what, const char *name) {
    if (looks_like_cell(name) && l->b->lattice) {
        const board *b = l->b;
        diag *d = diag_add(l->diags, DIAG_NO_SUCH_CELL, e->at, "`%s` is not on this board", name);
        const char *first = NULL, *last = NULL;
        for (int c = 0; c < b->cells; c++) {
            if (b->name[c]) {
                first = first ? first : b->name[c];
                last = b->name[c];
            }
        }
        diag_note(d, "the squares run from %s to %s", first, last);
        return;
    }
    const char *best = suggestion(l, name);
    diag *d =
        diag_add(l->diags, DIAG_UNKNOWN_WORD, e->at, "there is no %s called `%s`", what, name);
    if (best) {
        diag_note(d, "did you mean `%s`?", best);
    }
}

void unknown_word(lower *l, const ast *e, const char *what) {
    say_unknown(l, e, what, e->name);
}

const char *type_phrase(value_type t) {
    switch (t) {
    case V_NONE: return "nothing";
    case V_SET: return "a set of cells";
    case V_DIR:
    case V_DIRI: return "a set of directions";
    case V_INT: return "a number";
    }
    return "";
}

void quote_text(lower *l, const ast *e, char *buf, size_t cap) {
    size_t n = e->end > e->pos ? e->end - e->pos : 0;
    n = n < cap ? n : cap - 1;
    (void)l;
    memcpy(buf, e->src + e->pos, n);
    buf[n] = '\0';
}

void wrong_type(lower *l, const ast *e, const char *wanted, value_type got) {
    char text[60];
    if (got == V_NONE) {
        return; // said already
    }
    quote_text(l, e, text, sizeof text);
    diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "%s, but `%s` is %s", wanted, text,
                       type_phrase(got));
    if (got == V_DIR || got == V_DIRI) {
        diag_note(d, "directions have no starting point");
        diag_help(d,
                  "the neighbours of the piece are `here + %s`; everything in its sight is `ray "
                  "%s while empty`",
                  text, text);
    }
}
