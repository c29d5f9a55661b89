// SPDX-License-Identifier: MIT
//
// Reasons (`points += 3 for "the row"`) in a program that replays a move to tell what followed from it.
//
// Programs that play know nothing of reasons. The one that replays has a number more for each player and
// reason, by how much a var of that player changed for it, and one for the reason of the last ending:
//
//     ir_layout.why:  player 0: reason 1, reason 2 .. | player 1: .. | the ending's reason, 0 = none
//
// They are no part of the position, so keys of positions are those of the program that plays.
#include <string.h>

#include "lang/lower/lower_expr.h"

int lower_reason_numbers(const game_ast *g) {
    return g->to_tell && g->reason_count ? g->reason_count * g->player_count + 1 : 0;
}

void lower_note_change(lower *l, opcode op, int reason, int reg) {
    if (reason && l->g->to_tell) {
        const int why = l->p->at.why + l->me * l->g->reason_count + reason - 1;
        lower_emit(l, op, why, why, reg, 0, 0);
    }
}

void lower_note_end(lower *l, int reason) {
    if (l->g->to_tell && l->g->reason_count) {
        const int why = l->p->at.why + l->p->players * l->g->reason_count;
        lower_emit(l, OP_KINT, why, reason, 0, 0, 0);
    }
}

// --- Where one is missing ----------------------------------------------------------------------

typedef struct search {
    const char *var;
    const ast *found; // an assignment without a reason
} search;

static int find_silent(const ast *n, void *with) {
    search *s = with;
    if (n->kind == R_ASSIGN && !n->num2 && strcmp(n->name, s->var) == 0) {
        s->found = n;
    }
    return !s->found;
}

// In what happens during play; a setup needs no reasons.
static const ast *silent_change(const game_ast *g, const char *var) {
    search s = {.var = var};
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, find_silent, &s);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].is_rule ? g->defs[i].body : NULL, find_silent, &s);
    }
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].after, find_silent, &s);
        scan_tree(g->pieces[i].taken, find_silent, &s);
    }
    return s.found;
}

static int reads_var(const ast *n, void *with) {
    search *s = with;
    if (n->kind == A_WORD && strcmp(n->name, s->var) == 0) {
        s->found = n;
    }
    return !s->found;
}

void lower_warn_no_reason(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->var_count; i++) {
        search s = {.var = g->vars[i].name};
        scan_tree(g->score, reads_var, &s);
        const ast *at = s.found ? silent_change(g, g->vars[i].name) : NULL;
        if (at && !g->parent) {
            char text[80];
            ast_line(at, text, sizeof text);
            diag *d = diag_add(l->diags, DIAG_NO_REASON, at->at,
                               "`%s` is the score, and nobody is told why it changes", at->name);
            diag_also(d, g->score_at, "here it counts");
            diag_help(d, "say what for:   %s for \"the row\"", text);
        }
    }
}
