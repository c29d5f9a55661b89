// SPDX-License-Identifier: MIT
//
// Looking along lines: rays, the way towards a cell, and runs that are enclosed.
#include "lang/lower/lower_expr.h"

#include <string.h>

static uint16_t ray_dirset(lower *l, const value *dirs) {
    for (int i = 0; i < dirs->count; i++) {
        board_need_ray(l->b, dirs->shift[i]);
    }
    return board_dirset(l->b, dirs->shift, dirs->count);
}

void lower_need_all_rays(lower *l) {
    board *b = l->b;
    for (int i = 0; i < b->any_count; i++) {
        board_need_ray(b, b->any[i]);
    }
    for (int i = 0; i < b->orthogonal_count; i++) {
        board_need_ray(b, b->orthogonal[i]);
    }
    for (int i = 0; i < b->diagonal_count; i++) {
        board_need_ray(b, b->diagonal[i]);
    }
}

value lower_ray(lower *l, const ast *e) {
    value dirs = lower_dirs(l, e->a, "a ray has a direction");
    value all = lower_value_of_const(l->b->all);
    if (l->here == NO_REG) {
        return lower_no_here(l, e);
    }
    int along = e->b ? lower_set(l, e->b, "a ray runs over cells") : lower_set_reg(l, &all);
    if (e->flag) {
        int r = lower_new_set(l);
        lower_emit(l, OP_NOT, r, along, 0, 0, 0);
        along = r;
    }
    int out = lower_new_set(l);
    if (dirs.type == V_DIRI) {
        lower_need_all_rays(l);
        lower_emit(l, OP_RAYI, out, l->here, dirs.reg, along, 0);
    } else {
        lower_emit(l, OP_RAY, out, l->here, ray_dirset(l, &dirs), along, 0);
    }
    return lower_value_of_set(out, 1);
}

value lower_toward(lower *l, const ast *e) {
    if (l->here == NO_REG) {
        return lower_no_here(l, e);
    }
    int x = lower_set(l, e->a, "`toward` needs a cell"), out = lower_new_num(l);
    lower_need_one(l, e->a);
    lower_need_all_rays(l);
    lower_emit(l, OP_TOWARD, out, l->here, x, 0, 0);
    value v = lower_value_of_reg(l, out, -1, BOARD_MAX_SHIFTS);
    v.type = V_DIRI;
    v.num = 1;
    return v;
}

// `each d in D: run if run + d on M where run = ray d while E`, the shape of
// custodial captures, is one instruction.
int lower_is_flank(lower *l, const ast *e) {
    const ast *let = e->list;
    if (e->kind != A_EACH || !let || let->next || !e->c || e->b->kind != A_WORD ||
        strcmp(e->b->name, let->name) != 0 || let->a->kind != A_RAY || let->a->flag || !let->a->b ||
        let->a->a->kind != A_WORD || strcmp(let->a->a->name, e->name) != 0 ||
        e->c->kind != A_MEET || e->c->a->kind != A_ADD) {
        return 0;
    }
    const ast *sum = e->c->a;
    return sum->a->kind == A_WORD && strcmp(sum->a->name, let->name) == 0 &&
           sum->b->kind == A_WORD && strcmp(sum->b->name, e->name) == 0 &&
           !lower_mentions_here(l, let->a->b) && !lower_mentions_here(l, e->c->b) &&
           !lower_mentions_word(l, let->a->b, e->name) && !lower_mentions_word(l, e->c->b, e->name);
}

int lower_flank(lower *l, const ast *e, int from, int all_cells) {
    value dirs = lower_dirs(l, e->a, "`each` goes through directions");
    int run = lower_set(l, e->list->a->b, "a ray runs over cells");
    int goal = lower_set(l, e->c->b, "the run must end on cells");
    int out = lower_new_set(l);
    uint16_t d = ray_dirset(l, &dirs);
    lower_emit(l, all_cells ? OP_RAYHIT : OP_FLANK, out, from, goal, run, d);
    return out;
}
