// SPDX-License-Identifier: MIT
//
// Piles: how much can lie where, and the effects that move parts of them.
//
// Things are conserved: they are put down by the setup or come out of hands, and nothing else makes more of them. So
// no pile is ever higher than all of them together. An area that every turn leaves empty again holds no more than
// what one `bring` can put there.
#include "lang/lower/lower_expr.h"

#include <string.h>

int lower_has_piles(const lower *l) {
    int found = l->g->board.flags & TOPO_PILES;
    for (int i = 0; i < l->g->area_count; i++) {
        found |= l->g->areas[i].piles;
    }
    return found != 0;
}

// --- How many there are --------------------------------------------------------------------

typedef struct things {
    lower *l;
    int count;
} things;

static int count_put(const ast *n, void *with) {
    things *t = with;
    if (n->kind == R_PUT && n->flag != 1) {
        int player, in_area = lower_area_of(t->l, n->a, &player) >= 0;
        value v = lower_peek(t->l, n->a);
        int cells = v.type == V_SET && v.k ? lower_count_cells(t->l, v.k) : t->l->b->cells;
        t->count += (n->flag ? n->num : 1) * (in_area ? 1 : cells);
    }
    return 1;
}

static int count_things(lower *l) {
    things t = {.l = l};
    for (int i = 0; i < l->g->hand_count; i++) {
        t.count += l->g->hands[i].count * l->p->players;
    }
    for (l->me = 0; l->me < l->p->players; l->me++) {
        scan_tree(l->g->setup.steps, count_put, &t);
    }
    l->me = 0;
    return t.count + (l->g->setup.picture ? lower_count_cells(l, l->b->on) : 0);
}

static int refuse_new_thing(const ast *n, void *with) {
    lower *l = with;
    if ((n->kind == R_PUT && n->flag != 1) || (n->kind == R_PLACE && !n->flag)) {
        diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, n->at,
                           "where pieces pile up, they come out of hands");
        diag_note(d, "else there could be more of them than fit on a pile");
        diag_help(d, "for example:   hand 21 Flat   and   place Flat from hand on empty");
    }
    if (n->kind == R_MOTION && n->flag & MOTION_LATER) {
        diag_add(l->diags, DIAG_SYNTAX, n->at, "`later` is for boards without piles");
    }
    return 1;
}

static void refuse_new_things(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, refuse_new_thing, l);
        scan_tree(g->pieces[i].after, refuse_new_thing, l);
        if (g->taken || g->pieces[i].taken) {
            diag_add(l->diags, DIAG_SYNTAX, g->taken ? g->taken_at : g->pieces[i].at,
                     "`taken` is for boards without piles");
        }
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, refuse_new_thing, l);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, refuse_new_thing, l);
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].stuck, refuse_new_thing, l);
    }
}

// --- How many an area can hold ----------------------------------------------------------------

// The most that a number can be, by its text; `seq` are the steps it stands among. -1 = that is not known.
static int most_of(const lower *l, const ast *e, const ast *seq, int depth) {
    if (e->kind == A_NUM && !e->flag) {
        return e->num;
    }
    if (e->kind == A_CALL && strcmp(e->name, "min") == 0 && depth < 8) {
        int least = -1;
        for (const ast *x = e->list; x; x = x->next) {
            int one = most_of(l, x, seq, depth + 1);
            least = one >= 0 && (least < 0 || one < least) ? one : least;
        }
        return least;
    }
    for (const ast *x = seq; e->kind == A_WORD && x && depth < 8; x = x->next) {
        if (x->kind == R_CHOOSE && x->flag && strcmp(x->name, e->name) == 0) {
            return most_of(l, x->b, seq, depth + 1);
        }
    }
    for (int i = 0; e->kind == A_WORD && i < l->g->option_count; i++) {
        if (strcmp(l->g->options[i].name, e->name) == 0) {
            return l->p->option_value[i];
        }
    }
    return -1;
}

typedef struct filling {
    lower *l;
    const char *area;
    int brings;  // statements that put something there
    int in_list; // ... of which so many stand in a list that asks for it to be empty again
    int most;
} filling;

static int is_area(const ast *e, const char *name) {
    return e && (e->kind == A_WORD || e->kind == A_OWNED || e->kind == A_OF) &&
           strcmp(e->name, name) == 0;
}

static int asks_for_none(const ast *x, const char *name) {
    return x->kind == R_REQUIRE && x->a->kind == A_NO && is_area(x->a->a, name);
}

static int note_filling(const ast *n, void *with) {
    filling *f = with;
    if (n->kind == R_BRING && is_area(n->b, f->area)) {
        f->brings++;
    }
    if ((n->kind == R_PUT || n->kind == R_PUT_LIKE) && is_area(n->a, f->area)) {
        f->brings += 2; // it is not what one `bring` puts there
    }
    for (const ast *x = n->kind == R_SEQ ? n->list : NULL; x; x = x->next) {
        const ast *later = x->next;
        if (x->kind != R_BRING || !is_area(x->b, f->area)) {
            continue;
        }
        while (later && !asks_for_none(later, f->area)) {
            later = later->next;
        }
        int most = !(x->flag & PART_OF) ? -1 : !x->c ? 1 : most_of(f->l, x->c, n->list, 0);
        f->in_list += later != NULL && most > 0;
        f->most = most;
    }
    return 1;
}

// What can come to lie in a cell of an area, all things together being `all`.
static int most_in_area(lower *l, int area, int all) {
    const game_ast *g = l->g;
    filling f = {.l = l, .area = g->areas[area].name};
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, note_filling, &f);
        scan_tree(g->pieces[i].after, note_filling, &f);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, note_filling, &f);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, note_filling, &f);
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].stuck, note_filling, &f);
    }
    scan_tree(g->setup.steps, note_filling, &f);
    return !g->areas[area].piles                             ? 1
           : f.brings == 1 && f.in_list == 1 && f.most < all ? f.most
                                                             : all;
}

// --- Where they lie ---------------------------------------------------------------------------

// How many things can lie on a cell.
static int most_on(const lower *l, int c) {
    const program *p = l->p;
    int most = board_has(p->b.on, c) && l->g->board.flags & TOPO_PILES ? p->pile_most : 0;
    for (int i = 0; i < l->g->area_count; i++) {
        for (int who = 0; who < p->players; who++) {
            most = board_has(l->area[i][who], c) && l->g->areas[i].piles ? l->area_most[i] : most;
        }
    }
    return most;
}

// One thing is on top, and the others are covered.
static void lay_out_piles(lower *l) {
    program *p = l->p;
    const int owners = p->players + (p->at.neutral != BOARD_NONE), kinds = owners * p->types;
    const int bits = kinds < 1 << 2 ? 2 : kinds < 1 << 4 ? 4 : 8;
    uint16_t *at = arena_new(l->a, (size_t)(p->b.cells + 1) * sizeof *at);
    uint8_t *room = arena_new(l->a, (size_t)p->b.cells);
    if (!at || !room) {
        l->broken = 1;
        return;
    }
    at[0] = (uint16_t)pile_counts(p->b.cells);
    for (int c = 0; c < p->b.cells; c++) {
        const int most = most_on(l, c);
        room[c] = (uint8_t)(most > 0 ? most - 1 : 0);
        at[c + 1] = (uint16_t)(at[c] + (room[c] * bits + 7) / 8);
    }
    if (at[p->b.cells] < at[p->b.cells - 1] + 8) { // eight bytes are read at once
        at[p->b.cells] = (uint16_t)(at[p->b.cells - 1] + 8);
    }
    p->pile = (pile_form){.owners = (uint16_t)owners,
                          .types = (uint16_t)p->types,
                          .words = (uint16_t)p->b.words,
                          .typed = p->at.type != BOARD_NONE,
                          .cells = (uint16_t)p->b.cells,
                          .bits = (uint16_t)bits,
                          .at = at,
                          .room = room};
}

void lower_plan_piles(lower *l) {
    if (!lower_has_piles(l)) {
        return;
    }
    int all = count_things(l);
    refuse_new_things(l);
    if (all > PILE_MOST) {
        diag_add(l->diags, DIAG_TOO_BIG, l->g->board.at,
                 "at most %d pieces can pile up, and here there are up to %d", PILE_MOST, all);
        return;
    }
    if ((l->p->players + 1) * l->p->types > UINT8_MAX) { // what lies covered is a byte each
        diag_add(l->diags, DIAG_TOO_BIG, l->g->board.at,
                 "where pieces pile up, players + 1 times kinds of pieces is at most %d",
                 UINT8_MAX);
        return;
    }
    l->p->pile_most = all > 1 ? all : 1;
    for (int i = 0; i < l->g->area_count; i++) {
        l->area_most[i] = most_in_area(l, i, l->p->pile_most);
    }
    lay_out_piles(l);
}

// --- Effects ------------------------------------------------------------------------------------

void lower_bury(lower *l, int cells) {
    if (l->p->pile.at) {
        lower_emit(l, OP_BURY, cells, 0, 0, 0, 0);
    }
}

void lower_raze(lower *l, int cells) {
    if (l->p->pile.at) {
        lower_emit(l, OP_RAZE, cells, 0, 0, 0, 0);
    }
}

static void drop_latch(lower *l, int cells) {
    if (l->p->at.latch != BOARD_NONE) {
        lower_emit(l, OP_ANDN, l->p->at.latch, l->p->at.latch, cells, 0, 0);
    }
}

static void emit_stack(lower *l, int from, int to, int number, int how) {
    drop_latch(l, from);
    drop_latch(l, to);
    lower_emit(l, OP_STACK, from, to, number, how, 0);
}

static int any_number(lower *l) {
    value one = lower_value_of_int(1);
    return lower_num_reg(l, &one);
}

void lower_carry(lower *l, int from, int to) {
    if (l->p->pile.at) {
        emit_stack(l, from, to, any_number(l), PILE_WHOLE);
    } else {
        lower_emit(l, OP_CARRY, from, to, 0, 0, 0);
    }
}

static int refuse_part(lower *l, const ast *r) {
    if (l->p->pile.at) {
        return 0;
    }
    diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, r->at,
                       "cells of this board hold one thing, not a pile");
    diag_help(d, "to let pieces stack:   board grid 5x5 piles");
    return 1;
}

static int how_many(lower *l, const ast *r) {
    value n = r->c ? lower_int(l, r->c, "so many of a pile") : lower_value_of_int(1);
    return lower_num_reg(l, &n);
}

static int how_of(const ast *r) {
    return (r->flag & PART_OF ? 0 : PILE_WHOLE) | (r->flag & PART_BOTTOM ? PILE_BOTTOM : 0) |
           (r->flag & BRING_UNDER ? PILE_UNDER : 0);
}

void lower_bring_part(lower *l, const ast *r, int from, int to) {
    if (!refuse_part(l, r)) {
        emit_stack(l, from, to, how_many(l, r), how_of(r));
    }
}

void lower_remove(lower *l, const ast *r) {
    if (r->flag & PART_OF) {
        if (!refuse_part(l, r)) {
            int from = lower_set(l, r->a, "`remove` needs cells"), none = lower_new_set(l);
            lower_emit(l, OP_ZERO, none, 0, 0, 0, 0);
            emit_stack(l, from, none, how_many(l, r), how_of(r));
        }
        return;
    }
    int cells = lower_set(l, r->a, "`remove` needs cells");
    lower_know_gone(l, cells);
    lower_emit(l, OP_CAPTURE, cells, 0, 0, 0, 0);
    lower_raze(l, cells);
}

// --- height at x ----------------------------------------------------------------------------------

value lower_height(lower *l, const ast *e) {
    int player, area = lower_area_of(l, e->a, &player);
    int cells = lower_set(l, e->a, "a pile lies on a cell"), out = lower_new_num(l);
    if (refuse_part(l, e)) {
        return none_value();
    }
    lower_emit(l, OP_HEIGHT, out, cells, 0, 0, 0);
    int most = area >= 0 && lower_count_cells(l, l->area[area][player]) == 1 ? l->area_most[area]
                                                                             : l->p->pile_most;
    return lower_value_of_reg(l, out, 0, most);
}
