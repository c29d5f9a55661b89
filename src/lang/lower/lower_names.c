// SPDX-License-Identifier: MIT
//
// Names: what a word of the source refers to.
#include "lang/lower/lower_expr.h"

#include <string.h>

const binding *lower_find_binding(const lower *l, const char *name) {
    for (const binding *b = l->env; b; b = b->up) {
        if (strcmp(b->name, name) == 0) {
            return b;
        }
    }
    return NULL;
}

void lower_bind_lets(lower *l, const ast *let, binding *lets) {
    for (int n = 0; let && n < MAX_WHERES; let = let->next, n++) {
        memset(&lets[n], 0, sizeof lets[n]);
        lets[n].name = let->name;
        lets[n].kind = BIND_LET;
        lets[n].let = let->a;
        lets[n].env = l->env;
        lets[n].up = l->env;
        l->env = &lets[n];
    }
}

const decl_def *lower_find_def(lower *l, const char *name) {
    for (int i = 0; i < l->g->def_count; i++) {
        if (strcmp(l->g->defs[i].name, name) == 0) {
            l->g->defs[i].used = 1;
            return &l->g->defs[i];
        }
    }
    return NULL;
}

int lower_find_type(const lower *l, const char *name) {
    for (int i = 0; i < l->g->piece_count; i++) {
        if (strcmp(l->g->pieces[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int lower_find_player(const lower *l, const char *name) {
    for (int i = 0; i < l->g->player_count; i++) {
        if (strcmp(l->g->players[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int lower_find_label(lower *l, const char *name, int add) {
    program *p = l->p;
    for (int i = 0; i < p->words.label_count; i++) {
        if (strcmp(p->words.label[i], name) == 0) {
            return i + 1;
        }
    }
    if (!add || p->words.label_count >= IR_MAX_LABELS) {
        return 0;
    }
    p->words.label[p->words.label_count++] = name;
    return p->words.label_count;
}

span lower_span_of(const ast *e) {
    return e->at;
}
