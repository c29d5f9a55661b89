// SPDX-License-Identifier: MIT
//
// `bring`: one thing, or a pile, goes to one cell. Where there could be several of either it would not be said which
// goes where, so that is refused.
#include "lang/lower/lower.h"

#include <string.h>

// What is brought moves as a whole or not at all: one thing to one cell.
static void refuse_several(lower *l, const ast *r, const ast *e, const char *what) {
    char text[60];
    ast_line(e, text, sizeof text);
    diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, e->at, "`bring` %s, but `%s` may be several",
                       what, text);
    if (e == r->a) {
        diag_note(d, "which of them goes where is not said");
        diag_help(d, "let the player choose:   choose one in %s then bring one to …", text);
    } else {
        diag_note(d, "it is not said to which of them");
        diag_help(d, "let the player choose:   choose goal in %s then bring … to goal", text);
    }
}

static int goal_of_bring(lower *l, const ast *to, int from) {
    int player, area = lower_area_of(l, to, &player);
    return area < 0 ? lower_set(l, to, "`bring … to` needs a cell")
                    : lower_place_in(l, area, player, from);
}

// What everybody knows of it, and what lies behind it in an area, afterwards.
static void settle_bring(lower *l, const ast *to, int from, int cell) {
    int player, area = lower_area_of(l, to, &player);
    lower_know_arrived(l, from, cell, area, player);
    lower_close_gap(l, from);
}

// bring x to base of owner of y: to the area of whoever y belongs to. What belongs to nobody stays.
static void emit_bring_home(lower *l, const ast *r, int area) {
    const int from = lower_set(l, r->a, "`bring` needs cells"),
              asked = lower_set(l, r->b->a, "an owner has what stands on a cell");
    label done = {0};
    for (int p = 0; p < l->p->players; p++) {
        label other = {0};
        lower_emit_jump(l, OP_JAPART, asked, l->p->at.own + p, &other);
        const int to = lower_place_in(l, area, p, from);
        if (r->flag) {
            lower_bring_part(l, r, from, to);
        } else {
            lower_carry(l, from, to);
        }
        lower_know_arrived(l, from, to, area, p);
        lower_close_gap(l, from);
        lower_emit(l, OP_OWN, to, p, 0, 0, 0);
        lower_emit_jump(l, OP_JMP, 0, 0, &done);
        lower_emit_label(l, &other);
    }
    lower_emit_label(l, &done);
}

static void bring_home(lower *l, const ast *r) {
    const int area = lower_find_area(l, r->b->name);
    if (area < 0 || !l->g->areas[area].each) {
        diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, r->b->at, "`%s` is no area of each player",
                           r->b->name);
        diag_help(d, "declare it:   area %s each 4", r->b->name);
    } else if (!l->diags->errors && !lower_is_single(l, r->a)) {
        refuse_several(l, r, r->a, "moves one thing");
    } else if (!l->diags->errors && !lower_is_single(l, r->b->a)) {
        refuse_several(l, r, r->b->a, "asks whose one thing is");
    } else {
        emit_bring_home(l, r, area);
    }
}

// bring trick to my won: each of them, one after the other. All of them go, so none moves up meanwhile.
static void bring_each(lower *l, const ast *r, int area, int player) {
    const int all = lower_set(l, r->a, "`bring` needs cells"), left = lower_new_set(l),
              from = lower_new_set(l);
    label done = {0};
    lower_emit(l, OP_MOV, left, all, 0, 0, 0);
    const uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, from, left, &done);
    const int to = lower_place_in(l, area, player, from);
    lower_carry(l, from, to);
    lower_know_arrived(l, from, to, area, player);
    lower_own_in_area(l, area, player, to);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
}

// A whole area goes to another in which every kind has its cells, so that there is room for it.
static int can_bring_area(lower *l, const ast *r, int area) {
    int player, from = lower_area_of(l, r->a, &player);
    return from >= 0 && from != area && !l->g->areas[from].piles && !r->flag && !r->name &&
           l->g->areas[area].sorted;
}

// Of a set, which is kept, the last cell.
static void emit_last(lower *l, int last, int cells) {
    const int rest = lower_new_set(l), one = lower_new_set(l);
    label done = {0};
    lower_emit(l, OP_MOV, rest, cells, 0, 0, 0);
    const uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, one, rest, &done);
    lower_emit(l, OP_MOV, last, one, 0, 0, 0);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
}

// Things have left these cells, some of one kind: those behind them move up, to the last of them first.
static void close_gaps(lower *l, int holes) {
    if (l->next_copy == BOARD_NONE) {
        return;
    }
    const int times = lower_new_set(l), one = lower_new_set(l), last = lower_new_set(l);
    label done = {0};
    lower_emit(l, OP_MOV, times, holes, 0, 0, 0);
    const uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, one, times, &done);
    emit_last(l, last, holes);
    lower_emit(l, OP_ANDN, holes, holes, last, 0, 0);
    lower_close_gap(l, last);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
}

// bring enemy hand & value 3 to my hand: each of them, in the order of the cells, as far as there is room. Those that
// stay move up when all others have gone.
static void bring_some(lower *l, const ast *r, int area, int player) {
    const int all = lower_set(l, r->a, "`bring` needs cells"), left = lower_new_set(l),
              gone = lower_new_set(l), from = lower_new_set(l);
    const value there = lower_value_of_const(l->area[area][player]);
    label done = {0}, full = {0};
    lower_emit(l, OP_AND, left, all, lower_pieces(l), 0, 0);
    lower_emit(l, OP_ANDN, left, left, lower_set_reg(l, &there), 0, 0);
    lower_emit(l, OP_ZERO, gone, 0, 0, 0, 0);
    const int sets = l->set_top, nums = l->num_top;
    const uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, from, left, &done);
    const int to = lower_place_in(l, area, player, from);
    lower_emit_jump(l, OP_JNONE, to, 0, &full);
    lower_carry(l, from, to);
    lower_know_arrived(l, from, to, area, player);
    lower_own_in_area(l, area, player, to);
    lower_emit(l, OP_OR, gone, gone, from, 0, 0);
    lower_emit_label(l, &full);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
    lower_free_sets(l, sets);
    l->num_top = nums;
    close_gaps(l, gone);
}

// Several things go to an area of several cells whose order is nobody's rule. Where things pile up elsewhere, they come
// from an area, in which each lies on a cell of its own.
static int can_bring_some(lower *l, const ast *r, int area) {
    const decl_area *to = &l->g->areas[area];
    return !r->flag && !r->name && !to->piles && !to->ordered && !lower_has_piles(l) &&
           lower_count_cells(l, l->area[area][0]) > 1;
}

// bring x to hand of next player, where players may be out: to that of the first behind who is in
static void bring_to_next(lower *l, const ast *r) {
    int seat[MAX_PLAYERS];
    const int count = lower_one_of(l, r->b->b, seat), sets = l->set_top;
    label done = {0};
    for (int i = 0; i < count; i++) {
        label away = {0};
        ast to = *r->b, one = *r;
        to.b = NULL;
        to.name2 = l->g->players[seat[i]].name;
        one.b = &to;
        if (i + 1 < count) {
            lower_jump_if_out(l, seat[i], &away);
        }
        lower_bring(l, &one);
        lower_free_sets(l, sets);
        lower_emit_jump(l, OP_JMP, 0, 0, &done);
        lower_emit_label(l, &away);
    }
    lower_emit_label(l, &done);
}

static int is_next_who(const lower *l, const ast *to) {
    return to->kind == A_OF && to->b && l->has_out && strcmp(to->b->name, "next") == 0;
}

void lower_bring(lower *l, const ast *r) {
    if (r->b->kind == A_OF && r->b->a) {
        bring_home(l, r);
        return;
    }
    if (is_next_who(l, r->b)) {
        bring_to_next(l, r);
        return;
    }
    int player, area = lower_area_of(l, r->b, &player), to_area = area >= 0;
    if (to_area && can_bring_area(l, r, area) && !lower_is_single(l, r->a)) {
        bring_each(l, r, area, player);
        return;
    }
    if (to_area && can_bring_some(l, r, area) && !lower_is_single(l, r->a)) {
        bring_some(l, r, area, player);
        return;
    }
    int from_one = r->name || lower_is_single(l, r->a),
        to_one = to_area || lower_is_single(l, r->b);
    if (!l->diags->errors && !(from_one && to_one)) {
        refuse_several(l, r, from_one ? r->b : r->a,
                       from_one ? "puts it on one cell" : "moves one thing");
        return;
    }
    int from = lower_set(l, r->a, "`bring` needs cells"), to = goal_of_bring(l, r->b, from);
    if (r->name) {
        int kind = lower_token_kind(l, r, r->name);
        if (kind >= 0) {
            lower_emit(l, OP_TOKBRING, from, to, kind, 0, 0);
        }
        return;
    }
    if (r->flag) {
        lower_bring_part(l, r, from, to);
    } else {
        if (!to_area) {
            lower_know_taken(l, to, from);
        }
        lower_carry(l, from, to);
        settle_bring(l, r->b, from, to);
    }
    if (to_area) {
        lower_own_in_area(l, area, player, to);
    }
}
