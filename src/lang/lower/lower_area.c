// SPDX-License-Identifier: MIT
//
// Areas: cells that are not of the board. They share its numbering and lead nowhere; `empty`, `pieces`, `mine`,
// `enemy` and `neutral` are about the board, and the word of an area is the set of its cells where something lies.
#include "lang/lower/lower_expr.h"

#include <string.h>

void lower_plan_areas(lower *l, option_values opt) {
    for (int i = 0; i < l->g->area_count; i++) {
        for (int who = 0; who < l->p->players; who++) {
            l->area[i][who] = lower_fresh_set(l);
            (void)board_area_cells(l->b, l->g, opt, i, who, l->area[i][who]);
        }
    }
}

value lower_area_value(lower *l, int area, int player) {
    value cells = lower_value_of_const(l->area[area][player]);
    int out = lower_new_set(l), there = lower_pieces(l);
    lower_emit(l, OP_AND, out, there, lower_set_reg(l, &cells), 0, 0);
    return lower_value_of_set(out, 1);
}

// hand of next player, where the next one may be out: what the first has who is in
static value area_of_next(lower *l, const ast *e, int area) {
    const int out = lower_new_set(l);
    readers r;
    lower_emit(l, OP_ZERO, out, 0, 0, 0, 0);
    lower_readers(l, e->b, &r);
    while (lower_next_reader(l, &r)) {
        lower_emit(l, OP_MOV, out, lower_area_value(l, area, l->me).reg, 0, 0, 0);
    }
    return lower_value_of_set(out, 1);
}

// hand of others: what all of them have who are in
static value area_of_several(lower *l, const ast *e, int area) {
    const int out = lower_new_set(l);
    lower_emit(l, OP_ZERO, out, 0, 0, 0, 0);
    for (int p = 0; p < l->p->players; p++) {
        if (lower_is_who(l, e->b, p)) {
            const int cells = lower_unless_out(l, p, lower_area_value(l, area, p).reg);
            lower_emit(l, OP_OR, out, out, cells, 0, 0);
        }
    }
    return lower_value_of_set(out, 1);
}

static value area_of_who(lower *l, const ast *e, int area) {
    const char *const who = e->b->name;
    const int several =
        strcmp(who, "all") == 0 || strcmp(who, "others") == 0 || strcmp(who, "enemy") == 0;
    int seat[MAX_PLAYERS];
    if (several) {
        return area_of_several(l, e, area);
    }
    return lower_one_of(l, e->b, seat) ? area_of_next(l, e, area) : none_value();
}

// hand of North, hand of partner
value lower_area_of_player(lower *l, const ast *e) {
    int player, area = lower_area_of(l, e, &player);
    if (area >= 0) {
        return lower_area_value(l, area, player);
    }
    area = lower_find_area(l, e->name);
    if (e->b && area >= 0 && l->g->areas[area].each) {
        return area_of_who(l, e, area);
    }
    if (!e->b && lower_find_player(l, e->name2) < 0) {
        ast word = *e;
        word.kind = A_TITLE;
        word.name = e->name2;
        lower_unknown_word(l, &word, "player");
        return none_value();
    }
    diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "`%s` is no area of each player", e->name);
    diag_help(d, "declare it:   area %s each 4", e->name);
    return none_value();
}

// trick.1: what came there first
value lower_area_cell(lower *l, const ast *e) {
    int player, area = lower_area_of(l, e->a, &player), n = e->num;
    const int room = area < 0 ? 0 : lower_count_cells(l, l->area[area][player]);
    uint64_t *cell = lower_fresh_set(l);
    if (n < 1 || n > room) {
        diag *d = area < 0 ? diag_add(l->diags, DIAG_WRONG_TYPE, e->at,
                                      "`%s` is no area that all have in common", e->name)
                           : diag_add(l->diags, DIAG_NO_SUCH_CELL, e->at, "`%s` has cells 1 to %d",
                                      e->name, room);
        diag_help(d, "for example:   area trick 4   and   suit of trick.1");
        return none_value();
    }
    for (int c = 0; c < l->b->cells; c++) {
        if (board_has(l->area[area][player], c) && --n == 0) {
            board_put(cell, c);
        }
    }
    return lower_value_of_const(cell);
}

value lower_number_call(lower *l, const ast *e) {
    const int least = strcmp(e->name, "min") == 0;
    if (!e->list || !e->list->next || e->list->next->next) {
        diag_add(l->diags, DIAG_ARGUMENTS, e->at, "`%s` takes two numbers", e->name);
        return none_value();
    }
    value x = lower_int(l, e->list, "numbers are compared");
    value y = lower_int(l, e->list->next, "numbers are compared");
    const int32_t lo = least == (x.lo < y.lo) ? x.lo : y.lo,
                  hi = least == (x.hi < y.hi) ? x.hi : y.hi;
    if (x.konst && y.konst) {
        return lower_value_of_int(least == (x.num < y.num) ? x.num : y.num);
    }
    int out = lower_new_num(l), a = lower_num_reg(l, &x), b = lower_num_reg(l, &y);
    label done = {0};
    lower_emit(l, OP_IMOV, out, a, 0, 0, 0);
    lower_emit_jump(l, OP_JLE, least ? a : b, least ? b : a, &done);
    lower_emit(l, OP_IMOV, out, b, 0, 0, 0);
    lower_emit_label(l, &done);
    return lower_value_of_reg(l, out, lo, hi);
}

// What lies in an area of a player is that player's, and what nobody sees is nobody's: whose it was would tell.
void lower_own_in_area(lower *l, int area, int player, int cell) {
    const decl_area *d = &l->g->areas[area];
    if (d->each || d->hidden) {
        lower_emit(l, OP_OWN, cell, d->each ? player : IR_NEUTRAL, 0, 0, 0);
    }
}
