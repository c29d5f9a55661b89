// SPDX-License-Identifier: MIT
//
// Goals, read from the conditions under which somebody wins.
#include "lang/game/goals.h"

#include <string.h>

#include "lang/front/ast.h"

// --- Cells -------------------------------------------------------------------------------------

typedef struct named {
    uint16_t cell[GOAL_CELLS];
    int count;
} named;

static const ast *meaning_of(const game_ast *g, const char *name) {
    for (int i = 0; i < g->def_count; i++) {
        if (strcmp(g->defs[i].name, name) == 0 && !g->defs[i].param_count && !g->defs[i].is_rule) {
            return g->defs[i].body;
        }
    }
    return NULL;
}

// Adds the cells of `e`; 0 if it is anything but a list of them.
static int take_cells(const program *p, const ast *e, named *out) {
    if (e && e->kind == A_UNION) {
        return take_cells(p, e->a, out) && take_cells(p, e->b, out);
    }
    const ast *means = e && e->kind == A_WORD ? meaning_of(p->g, e->name) : NULL;
    if (means) {
        return take_cells(p, means, out);
    }
    const int cell = e && e->kind == A_WORD ? board_cell(&p->b, e->name) : -1;
    if (cell < 0 || out->count == GOAL_CELLS) {
        return 0;
    }
    out->cell[out->count++] = (uint16_t)cell;
    return 1;
}

// "marks is Box" and "my King on d4 | e4", also as one of several conditions.
static int take_goal(const program *p, const ast *cond, named *out) {
    if (!cond) {
        return 0;
    }
    if (cond->kind == A_OR || cond->kind == A_AND) {
        return take_goal(p, cond->a, out) || take_goal(p, cond->b, out);
    }
    const ast *cells = cond->kind == A_IS && !cond->flag ? cond->a
                       : cond->kind == A_MEET            ? cond->b
                                                         : NULL;
    out->count = 0;
    return take_cells(p, cells, out);
}

int goal_cells(const program *p, uint16_t out[GOAL_CELLS]) {
    named found = {.count = 0};
    for (int i = 0; i < p->g->ending_count; i++) {
        const decl_ending *end = &p->g->endings[i];
        if (end->what == OUT_WIN && take_goal(p, end->cond, &found)) {
            memcpy(out, found.cell, sizeof found.cell);
            return found.count;
        }
    }
    return 0;
}

// --- Numbers -----------------------------------------------------------------------------------

static int value_of(const program *p, const ast *e) {
    for (int i = 0; e && e->kind == A_WORD && i < p->g->option_count; i++) {
        if (strcmp(p->g->options[i].name, e->name) == 0) {
            return p->option_value[i];
        }
    }
    return e && e->kind == A_NUM && !e->flag ? e->num : 0;
}

// The number itself, one's own, or what is added to first: "points + pot".
static int is_number(const ast *e, const char *number) {
    while (e && e->kind == A_ADD) {
        e = e->a;
    }
    return e && (e->kind == A_WORD || (e->kind == A_OWNED && !e->flag)) && e->name &&
           strcmp(e->name, number) == 0;
}

static int goal_in(const program *p, const ast *cond, const char *number) {
    if (cond && cond->kind == A_OR) {
        const int first = goal_in(p, cond->a, number);
        return first ? first : goal_in(p, cond->b, number);
    }
    if (!cond || cond->kind != A_CMP || !is_number(cond->a, number)) {
        return 0;
    }
    const int more = strcmp(cond->name, ">") == 0;
    const int reached = more || strcmp(cond->name, ">=") == 0 || strcmp(cond->name, "=") == 0;
    return reached ? value_of(p, cond->b) + more : 0;
}

int goal_number(const program *p, const char *number) {
    int goal = 0;
    for (int i = 0; i < p->g->ending_count && goal <= 0; i++) {
        const decl_ending *end = &p->g->endings[i];
        goal = end->what == OUT_WIN ? goal_in(p, end->cond, number) : 0;
    }
    return goal > 0 && goal <= UINT16_MAX ? goal : 0;
}
