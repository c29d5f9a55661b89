// SPDX-License-Identifier: MIT
//
// What is about the position, not about anybody's turn: scores, and what always holds.
#include "lang/lower/game_stages.h"

#include <string.h>

static int has_half(const ast *n, void *with) {
    int *found = with;
    *found |= n->kind == A_NUM && n->flag;
    return 1;
}

// Scores are kept in halves when a half occurs anywhere, so that 7.5 is a number.
static value lower_score(lower *l, const ast *e) {
    value two = lower_value_of_int(2);
    if (e->kind == A_ADD || e->kind == A_SUB) {
        value x = lower_score(l, e->a), y = lower_score(l, e->b);
        int out = lower_new_num(l), p = lower_num_reg(l, &x), q = lower_num_reg(l, &y);
        lower_emit(l, e->kind == A_ADD ? OP_IADD : OP_ISUB, out, p, q, 0, 0);
        return lower_value_of_reg(l, out, 0, 0);
    }
    if (e->kind == A_NUM && e->flag) {
        return lower_value_of_int(e->num);
    }
    if (e->kind == A_OWNED && !e->flag) {
        for (int i = 0; i < l->g->has_count; i++) {
            const decl_has *h = &l->g->has[i];
            if (strcmp(h->name, e->name) == 0 && lower_find_player(l, h->player) == l->me &&
                h->value->kind == A_NUM && h->value->flag) {
                return lower_value_of_int(h->value->num);
            }
        }
    }
    value v = lower_int(l, e, "a score is a number");
    if (!l->p->half_points) {
        return v;
    }
    int out = lower_new_num(l), p = lower_num_reg(l, &v), q = lower_num_reg(l, &two);
    lower_emit(l, OP_IMUL, out, p, q, 0, 0);
    return lower_value_of_reg(l, out, 0, 0);
}

static int is_no_hidden_area(const ast *n, void *with) {
    const lower *l = with;
    const int named = n->kind == A_WORD || n->kind == A_OWNED || n->kind == A_OF;
    const int area = named ? lower_find_area(l, n->name) : -1;
    return area < 0 || !l->g->areas[area].hidden;
}

void lower_scores(lower *l) {
    const game_ast *g = l->g;
    if (!g->score) {
        return;
    }
    l->p->has_score = 1;
    l->p->score_hides = !scan_named(g, g->score, is_no_hidden_area, l);
    scan_tree(g->score, has_half, &l->p->half_points);
    for (int i = 0; i < g->has_count; i++) {
        scan_tree(g->has[i].value, has_half, &l->p->half_points);
    }
    for (int me = 0; me < l->p->players; me++) {
        l->me = me;
        l->here = NO_REG;
        l->p->root[me].score = lower_begin_code(l);
        int out = lower_new_num(l);
        value v = lower_score(l, g->score);
        lower_emit(l, OP_IMOV, out, lower_num_reg(l, &v), 0, 0, 0);
        lower_end_code(l, 1);
    }
}

// Read by the first player: it is about the position, not about anybody's turn.
void lower_always(lower *l) {
    label no = {0};
    if (!l->g->always_count) {
        return;
    }
    l->me = 0;
    l->here = NO_REG;
    const uint32_t code = lower_begin_code(l);
    for (int i = 0; i < l->g->always_count; i++) {
        lower_cond(l, l->g->always[i], 0, &no);
    }
    lower_end_code(l, 1);
    lower_emit_label(l, &no);
    lower_end_code(l, 0);
    l->p->words.always_code = code;
}
