// SPDX-License-Identifier: MIT
//
// Who knows what lies where: for every player a set of cells of hidden areas (ir_layout.known), and of cells where hidden
// pieces stand. What comes to a hidden area is known to its player, a hidden piece to its owner, and both to all who
// knew them before; what everybody can see is in no set. Whoever moves things says so here.
#include "lang/lower/lower_could.h"
#include "lang/lower/lower_follow.h"

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
    for (int w = 0; l->p->hides_pieces && w < l->b->words; w++) {
        k[w] |= l->b->on[w];
    }
    const value cells = lower_value_of_const(k);
    return lower_set_reg(l, &cells);
}

// What of `cells` are hidden pieces.
static int hidden_pieces(lower *l, int cells) {
    const int out = lower_new_set(l), some = lower_new_set(l);
    lower_emit(l, OP_ZERO, out, 0, 0, 0, 0);
    for (int t = 0; t < l->p->types; t++) {
        if (l->p->hidden_type[t]) {
            lower_emit(l, OP_AND, some, cells, lower_type_set(l, t), 0, 0);
            lower_emit(l, OP_OR, out, out, some, 0, 0);
        }
    }
    return out;
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

// So many more of a type, of `cells`, have left the game.
static void count_gone(lower *l, int cells, int type, int all) {
    const int saved = l->set_top, some = lower_new_set(l), count = lower_new_num(l);
    lower_emit(l, OP_AND, some, cells, lower_type_set(l, type), 0, 0);
    lower_emit(l, OP_COUNT, count, some, 0, 0, 0);
    lower_emit(l, OP_IADD, all, all, count, 0, 0);
    lower_free_sets(l, saved);
}

static void count_gone_of(lower *l, int cells, int player) {
    const int saved = l->set_top, own = lower_new_set(l);
    lower_emit(l, OP_AND, own, cells, l->p->at.own + player, 0, 0);
    for (int t = 0; t < l->p->types; t++) {
        if (l->p->hidden_type[t]) {
            count_gone(l, own, t, l->p->at.gone + player * l->p->types + t);
        }
    }
    lower_free_sets(l, saved);
}

// Things leave the game; it is kept how many of each type, or a guess might bring them back. Before they go.
void lower_know_gone(lower *l, int cells) {
    for (int p = 0; l->p->hides_pieces && p < l->p->players; p++) {
        count_gone_of(l, cells, p);
    }
    for (int t = 0;
         hides(l) && !l->p->hides_pieces && l->p->at.gone != BOARD_NONE && t < l->p->types; t++) {
        if (l->g->pieces[t].copies) {
            count_gone(l, cells, t, l->p->at.gone + t);
        }
    }
    forget_cells(l, cells);
    lower_could_forget(l, cells);
}

// ... of `cells` what is not on `but`
static void forget_cells_but(lower *l, int cells, int but) {
    const int some = lower_new_set(l);
    lower_emit(l, OP_ANDN, some, cells, but, 0, 0);
    forget_cells(l, some);
}

// Whether what has come from a cell of the board to `to` is a piece that everybody saw there.
static void jump_if_open(lower *l, int from, int to, label *yes) {
    const value on = lower_value_of_const(l->b->on);
    label no = {0};
    if (l->p->hides_pieces) {
        const int saved = l->set_top, cells = lower_set_reg(l, &on);
        lower_emit_jump(l, OP_JAPART, from, cells, &no);
        lower_emit_jump(l, OP_JNONE, hidden_pieces(l, to), 0, yes);
        lower_emit_label(l, &no);
        lower_free_sets(l, saved);
    }
}

// What comes from `from` takes what is there; that ends where it began takes nothing.
void lower_know_taken(lower *l, int cells, int from) {
    if (l->p->hides_pieces) {
        const int saved = l->set_top, others = lower_new_set(l);
        lower_emit(l, OP_ANDN, others, cells, from, 0, 0);
        lower_know_gone(l, others);
        lower_free_sets(l, saved);
    }
}

static int sees_into(const lower *l, int area, int owner, int player) {
    return !l->g->areas[area].hidden || (l->g->areas[area].each && owner == player);
}

// A piece has come to a cell of the board: if it is hidden its owner knows it, and whoever knew it before.
static void piece_arrived(lower *l, int from, int to) {
    const int saved = l->set_top, veiled = hidden_cells(l), moved = lower_new_set(l);
    label open = {0};
    lower_emit(l, OP_ANDN, moved, from, to, 0, 0); // one that ends where it began stays known
    lower_could_moved(l, from, to);
    forget_cells_but(l, to, from);
    lower_emit_jump(l, OP_JNONE, hidden_pieces(l, to), 0, &open);
    for (int p = 0; p < l->p->players; p++) {
        label yes = {0}, no = {0};
        lower_emit_jump(l, OP_JMEET, to, l->p->at.own + p, &yes);
        lower_emit_jump(l, OP_JAPART, from, veiled, &yes); // everybody has seen it
        lower_emit_jump(l, OP_JAPART, l->p->at.known + p, from, &no);
        lower_emit_label(l, &yes);
        add_known(l, p, to);
        lower_emit_label(l, &no);
    }
    lower_emit_label(l, &open);
    forget_cells(l, moved);
    lower_free_sets(l, saved);
}

// Something has come to an area (-1: to the board) from somewhere.
void lower_know_arrived(lower *l, int from, int to, int area, int owner) {
    const int is_hidden = area >= 0 && l->g->areas[area].hidden, saved = l->set_top;
    if (!hides(l)) {
        return;
    }
    if (area < 0 && l->p->hides_pieces) {
        piece_arrived(l, from, to);
        return;
    }
    lower_follow_arrived(l, area, owner);
    const int veiled = is_hidden ? hidden_cells(l) : 0;
    for (int p = 0; is_hidden && p < l->p->players; p++) {
        label yes = {0}, no = {0};
        if (!sees_into(l, area, owner, p)) {
            lower_emit_jump(l, OP_JAPART, from, veiled, &yes); // everybody has seen it
            lower_emit_jump(l, OP_JMEET, l->p->at.known + p, from, &yes);
            jump_if_open(l, from, to, &yes);
            lower_emit_jump(l, OP_JMP, 0, 0, &no);
        }
        lower_emit_label(l, &yes);
        add_known(l, p, to);
        lower_emit_label(l, &no);
    }
    forget_cells(l, from);
    lower_could_forget(l, from);
    lower_free_sets(l, saved);
}

// Pieces have been put on the board.
void lower_know_set(lower *l, int cells) {
    const int saved = l->set_top, some = lower_new_set(l);
    if (!l->p->hides_pieces) {
        return;
    }
    forget_cells(l, cells);
    lower_could_forget(l, cells);
    const int hidden = hidden_pieces(l, cells);
    for (int p = 0; p < l->p->players; p++) {
        lower_emit(l, OP_AND, some, hidden, l->p->at.own + p, 0, 0);
        add_known(l, p, some);
    }
    lower_free_sets(l, saved);
}

// Things have been put into an area.
void lower_know_put(lower *l, int cells, int area, int owner) {
    lower_follow_arrived(l, area, owner);
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
    lower_emit(l, OP_AND, out, out, l->p->hides_pieces ? hidden_pieces(l, out) : there, 0, 0);
    for (int p = 0; p < l->p->players; p++) {
        if (!r->b || lower_is_who(l, r->b, p)) {
            add_known(l, p, out);
        }
    }
}

// What an area holds is mixed: its player sees it all the same, others must forget what they knew. Its order does not
// count, so nothing moves.
void lower_shuffle(lower *l, const ast *r) {
    int player;
    const int area = lower_area_of(l, r->a, &player);
    const decl_area *d = area < 0 ? NULL : &l->g->areas[area];
    if (!d || !d->hidden || !d->sorted) {
        diag *g = diag_add(l->diags, DIAG_WRONG_TYPE, r->at,
                           "`shuffle` mixes a hidden area whose order does not count");
        diag_help(g, "for example:   shuffle deck   of   area deck 52 hidden");
        return;
    }
    const value all = lower_value_of_const(l->area[area][player]);
    const int cells = lower_set_reg(l, &all);
    for (int p = 0; p < l->p->players; p++) {
        if (!sees_into(l, area, player, p)) {
            drop_known(l, p, cells);
        }
    }
}
