// SPDX-License-Identifier: MIT
//
// Who knows what lies where: for every player a set of cells of hidden areas (ir_layout.known). What comes to a hidden
// area is known to its player, and to all who knew it before; what everybody can see is in no set. Whoever moves things
// says so here.
#include "lang/lower/lower_expr.h"

static int hides(const lower *l) {
    return l->p->at.known != BOARD_NONE;
}

// All cells of hidden areas, in a register.
static int hidden_cells(lower *l) {
    uint64_t *k = lower_fresh_set(l);
    for (int i = 0; i < l->g->area_count; i++) {
        for (int who = 0; l->g->areas[i].hidden && who < l->p->players; who++) {
            for (int w = 0; w < l->b->words; w++) {
                k[w] |= l->area[i][who][w];
            }
        }
    }
    const value cells = lower_value_of_const(k);
    return lower_set_reg(l, &cells);
}

static void add_known(lower *l, int player, int cells) {
    const int reg = l->p->at.known + player;
    lower_emit(l, OP_OR, reg, reg, cells, 0, 0);
}

static void drop_known(lower *l, int player, int cells) {
    const int reg = l->p->at.known + player;
    lower_emit(l, OP_ANDN, reg, reg, cells, 0, 0);
}

// What has come from one hidden cell to another is known to whom it was known.
void lower_know_moved(lower *l, int from, int to) {
    for (int p = 0; hides(l) && p < l->p->players; p++) {
        label no = {0};
        lower_emit_jump(l, OP_JAPART, l->p->at.known + p, from, &no);
        add_known(l, p, to);
        drop_known(l, p, from);
        lower_emit_label(l, &no);
    }
}

static void forget_cells(lower *l, int cells) {
    for (int p = 0; hides(l) && p < l->p->players; p++) {
        drop_known(l, p, cells);
    }
}

// Things leave the game; it is kept how many of each type, or a guess might bring them back. Before they go.
void lower_know_gone(lower *l, int cells) {
    const int saved = l->set_top;
    for (int t = 0; hides(l) && l->p->at.gone != BOARD_NONE && t < l->p->types; t++) {
        const int some = lower_new_set(l), count = lower_new_num(l), all = l->p->at.gone + t;
        if (l->g->pieces[t].copies) {
            lower_emit(l, OP_AND, some, cells, lower_type_set(l, t), 0, 0);
            lower_emit(l, OP_COUNT, count, some, 0, 0, 0);
            lower_emit(l, OP_IADD, all, all, count, 0, 0);
        }
        lower_free_sets(l, saved);
    }
    forget_cells(l, cells);
}

static int sees_into(const lower *l, int area, int owner, int player) {
    return !l->g->areas[area].hidden || (l->g->areas[area].each && owner == player);
}

// Something has come to an area (-1: to the board) from somewhere.
void lower_know_arrived(lower *l, int from, int to, int area, int owner) {
    const int is_hidden = area >= 0 && l->g->areas[area].hidden, saved = l->set_top;
    if (!hides(l)) {
        return;
    }
    const int veiled = is_hidden ? hidden_cells(l) : 0;
    for (int p = 0; is_hidden && p < l->p->players; p++) {
        label yes = {0}, no = {0};
        if (!sees_into(l, area, owner, p)) {
            lower_emit_jump(l, OP_JAPART, from, veiled, &yes); // everybody has seen it
            lower_emit_jump(l, OP_JAPART, l->p->at.known + p, from, &no);
        }
        lower_emit_label(l, &yes);
        add_known(l, p, to);
        lower_emit_label(l, &no);
    }
    forget_cells(l, from);
    lower_free_sets(l, saved);
}

// Things have been put into an area.
void lower_know_put(lower *l, int cells, int area, int owner) {
    for (int p = 0; hides(l) && l->g->areas[area].hidden && p < l->p->players; p++) {
        if (sees_into(l, area, owner, p)) {
            add_known(l, p, cells);
        }
    }
}

void lower_show(lower *l, const ast *r) {
    const int cells = lower_set(l, r->a, "`show` needs cells");
    if (!hides(l)) {
        diag *d =
            diag_add(l->diags, DIAG_SYNTAX, r->at, "nothing is hidden here, so nothing is shown");
        diag_help(d, "an area is hidden by   area hand each 5 hidden");
        return;
    }
    const int out = lower_new_set(l), there = lower_pieces(l);
    lower_emit(l, OP_AND, out, cells, hidden_cells(l), 0, 0);
    lower_emit(l, OP_AND, out, out, there, 0, 0);
    for (int p = 0; p < l->p->players; p++) {
        if (!r->b || lower_is_who(l, r->b, p)) {
            add_known(l, p, out);
        }
    }
}
