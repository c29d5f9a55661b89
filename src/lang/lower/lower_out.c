// SPDX-License-Identifier: MIT
//
// Players who leave a game that the others play on (`out`), and players who play together (`teams`).
//
// Who is out is a var of each player that no rule names: 0 = plays, 1 = was the first to leave, 2 the second. So it is part of
// the position wherever vars are. Turns pass the player over (plan/finish.c), and the last one or the last team
// that is left has won.
#include <string.h>

#include "lang/lower/lower_expr.h"

// --- What is declared -----------------------------------------------------------------------------

static int is_out(const ast *n, void *with) {
    int *found = with;
    *found |= n->kind == R_OUT;
    return !*found;
}

static int says_out(const ast *n) {
    int found = 0;
    scan_tree(n, is_out, &found);
    return found;
}

static int anybody_leaves(const game_ast *g) {
    int found = 0;
    for (int i = 0; i < g->ending_count; i++) {
        found |= g->endings[i].what == OUT_OUT || says_out(g->endings[i].stuck);
    }
    for (int i = 0; i < g->phase_count; i++) {
        found |= says_out(g->phases[i].turn);
    }
    for (int i = 0; i < g->piece_count; i++) {
        found |= says_out(g->pieces[i].abilities) || says_out(g->pieces[i].after) ||
                 says_out(g->pieces[i].taken);
    }
    for (int i = 0; i < g->def_count; i++) {
        found |= g->defs[i].is_rule && says_out(g->defs[i].body);
    }
    return found || says_out(g->taken);
}

static int finds_choice(const ast *n, void *with) {
    int *found = with;
    *found |= n->kind == R_PASS || n->kind == R_CHOOSE || n->kind == R_PLACE || n->kind == R_MOVE ||
              n->kind == R_MOTION || n->kind == R_TAKE || n->kind == R_SAY || n->kind == R_SWAP;
    return !*found;
}

static int says_choice(const ast *n) {
    int found = 0;
    scan_tree(n, finds_choice, &found);
    return found;
}

// Who cannot move and leaves passes: the turn goes on to the next.
static void pass_when_stuck(lower *l) {
    for (int i = 0; i < l->g->ending_count; i++) {
        decl_ending *e = &l->g->endings[i];
        if (!e->stuck || !says_out(e->stuck) || says_choice(e->stuck)) {
            continue;
        }
        ast *steps = arena_new(l->a, sizeof *steps), *pass = arena_new(l->a, sizeof *pass);
        if (!steps || !pass) {
            l->broken = 1;
            return;
        }
        *steps = *pass = *e->stuck;
        steps->kind = R_SEQ;
        steps->a = steps->b = steps->c = NULL;
        steps->list = pass;
        *pass = (ast){.kind = R_PASS, .at = e->stuck->at, .next = e->stuck, .src = e->stuck->src};
        e->stuck = steps;
    }
}

void lower_plan_out(lower *l) {
    game_ast *g = l->g;
    if (l->diags->errors || !anybody_leaves(g)) {
        return;
    }
    for (int i = 0; i < g->var_count; i++) {
        if (strcmp(g->vars[i].name, "out") == 0) {
            diag *d = diag_add(l->diags, DIAG_SHADOW, g->vars[i].at,
                               "where players may be out, a var cannot be called `out`");
            diag_help(d, "give it a name of your own, such as `my_out`");
            return;
        }
    }
    if (g->var_count == MAX_VARS) {
        diag_add(l->diags, DIAG_TOO_BIG, g->vars[0].at,
                 "where players may be out, a game has at most %d vars", MAX_VARS - 1);
        return;
    }
    g->vars[g->var_count++] =
        (decl_number){.name = "out", .max = g->player_count, .each = 1, .at = g->vars[0].at};
    l->has_out = 1;
    pass_when_stuck(l);
}

static void refuse_team(lower *l, const decl_team *t, const char *why) {
    diag *d = diag_add(l->diags, DIAG_UNKNOWN_WORD, t->at, "`%s` %s", t->name, why);
    diag_help(d, "every player is in one team:   teams North with South, East with West");
}

static int may_play(const game_ast *g, const char *name) {
    int found = 0;
    for (int i = 0; i < g->may_play_count; i++) {
        found |= strcmp(g->may_play[i], name) == 0;
    }
    return found;
}

void lower_plan_teams(lower *l) {
    game_ast *g = l->g;
    program *p = l->p;
    for (int i = 0; i < g->player_count; i++) {
        p->team[i] = (uint8_t)(MAX_PLAYERS + i); // alone, if no team is named
    }
    for (int i = 0; i < g->team_count; i++) {
        const decl_team *t = &g->team[i];
        const int who = lower_find_player(l, t->name);
        if (!may_play(g, t->name)) {
            refuse_team(l, t, "is no player");
        }
        for (int k = 0; k < i; k++) {
            if (strcmp(g->team[k].name, t->name) == 0) {
                refuse_team(l, t, "is in two teams");
            }
        }
        if (who >= 0) { // else fewer play today
            p->team[who] = (uint8_t)t->number;
        }
    }
    p->teams = g->team_count > 0;
}

// --- Who it is about ------------------------------------------------------------------------------

static int out_reg(const lower *l, int player) {
    return l->p->at.out - 1 + player;
}

static int zero_reg(lower *l) {
    const value zero = lower_value_of_int(0);
    return lower_num_reg(l, &zero);
}

void lower_jump_if_out(lower *l, int player, label *to) {
    if (l->has_out) {
        const int zero = zero_reg(l);
        lower_emit_jump(l, OP_JNE, out_reg(l, player), zero, to);
    }
}

// `cells` of that player, none once the player is out.
int lower_unless_out(lower *l, int player, int cells) {
    if (!l->has_out) {
        return cells;
    }
    const int reg = lower_new_set(l);
    label away = {0};
    lower_emit(l, OP_ZERO, reg, 0, 0, 0, 0);
    lower_jump_if_out(l, player, &away);
    lower_emit(l, OP_MOV, reg, cells, 0, 0, 0);
    lower_emit_label(l, &away);
    return reg;
}

// A node that leads to `body` as long as the player is not out, and otherwise to `next`.
int lower_node_unless_out(lower *l, int player, int body, int next) {
    if (!l->has_out) {
        return body;
    }
    const int node = lower_new_node(l, N_WHEN, body, next);
    label away = {0};
    const uint32_t code = lower_begin_code(l);
    lower_jump_if_out(l, player, &away);
    lower_end_code(l, 1);
    lower_emit_label(l, &away);
    lower_end_code(l, 0);
    l->p->node[node].code = code;
    return node;
}

// --- Leaving ---------------------------------------------------------------------------------------

// Which one to leave it is: 1, and 1 more for everybody who left before.
static void note_place(lower *l, int player, int zero) {
    const value one = lower_value_of_int(1);
    const int place = lower_new_num(l), step = lower_num_reg(l, &one);
    lower_emit(l, OP_IMOV, place, step, 0, 0, 0);
    for (int q = 0; q < l->p->players; q++) {
        label plays = {0};
        if (q != player) {
            lower_emit_jump(l, OP_JEQ, out_reg(l, q), zero, &plays);
            lower_emit(l, OP_IADD, place, place, step, 0, 0);
            lower_emit_label(l, &plays);
        }
    }
    lower_emit(l, OP_IMOV, out_reg(l, player), place, 0, 0, 0);
}

// Whoever is left with nobody but partners has won.
static void win_if_alone(lower *l, int zero) {
    const uint8_t *team = l->p->team;
    for (int q = 0; q < l->p->players; q++) {
        label no = {0};
        lower_emit_jump(l, OP_JNE, out_reg(l, q), zero, &no);
        for (int k = 0; k < l->p->players; k++) {
            if (team[k] != team[q]) {
                lower_emit_jump(l, OP_JEQ, out_reg(l, k), zero, &no);
            }
        }
        lower_emit(l, OP_OUTCOME, OUT_WIN, q, 0, 0, 0);
        lower_emit_label(l, &no);
    }
}

void lower_out(lower *l, span at) {
    label gone = {0};
    if (l->setup) {
        diag_add(l->diags, DIAG_SYNTAX, at, "nobody is out before play begins");
        return;
    }
    const int zero = zero_reg(l);
    lower_emit_jump(l, OP_JNE, out_reg(l, l->me), zero, &gone);
    note_place(l, l->me, zero);
    win_if_alone(l, zero);
    lower_emit_label(l, &gone);
}
