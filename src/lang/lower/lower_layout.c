// SPDX-License-Identifier: MIT
//
// Where everything stands in a state: sets of cells first, then numbers.
#include "lang/lower/game_stages.h"

#include <string.h>

#include "lang/lower/lower_stray.h"

// Which pieces' first moves are remembered. Where `unmoved` is only asked of two
// types together (king and rook), either alone is worth nothing and is dropped.
static int find_pair(const ast *n, void *with) {
    program *p = with;
    if (n->kind != R_FOR || n->a->kind != A_MEET || n->a->a->kind != A_OWNED || n->a->a->flag) {
        return 1;
    }
    for (int t = 0; t < p->g->piece_count; t++) {
        if (strcmp(p->g->pieces[t].name, n->a->a->name) == 0) {
            p->past.latch_pair[1] = t;
            p->past.latch_types[t] = 1;
        }
    }
    return 1;
}

static int is_member_unmoved(const ast *n, void *with) {
    int *found = with;
    *found |= n->kind == A_MEMBER && strcmp(n->name, "unmoved") == 0;
    return 1;
}

void lower_find_latches(program *p, const features *f) {
    p->past.latch_pair[0] = p->past.latch_pair[1] = -1;
    int askers = 0;
    for (int t = 0; t < p->g->piece_count; t++) {
        p->past.latch_types[t] = f->latch_types[t];
    }
    for (int t = 0; t < p->g->piece_count; t++) {
        int member = 0;
        if (!f->latch_types[t]) {
            continue;
        }
        askers++;
        scan_tree(p->g->pieces[t].abilities, is_member_unmoved, &member);
        if (member) {
            p->past.latch_pair[0] = t;
            scan_tree(p->g->pieces[t].abilities, find_pair, p);
            if (p->past.latch_pair[1] < 0) { // asked of whoever it is
                memset(p->past.latch_types, 1, sizeof p->past.latch_types);
            }
        }
    }
    if (askers != 1 || p->past.latch_pair[1] < 0) {
        p->past.latch_pair[0] = -1;
    }
}

static uint16_t take(uint16_t *next, int count) {
    uint16_t at = *next;
    *next = (uint16_t)(*next + count);
    return count ? at : BOARD_NONE;
}

void lower_lay_out_sets(program *p, const features *f) {
    ir_layout *at = &p->at;
    uint16_t n = 0;
    at->own = take(&n, p->players);
    at->neutral = take(&n, f->neutral != 0);
    at->type = take(&n, p->types > 1 ? p->types : 0);
    at->closed = take(&n, f->closed != 0);
    at->latch = take(&n, f->unmoved != 0);
    at->known = take(&n, p->unknown >= 0 ? p->players : 0);
    at->last_from = take(&n, f->last != 0);
    at->last_to = take(&n, f->last != 0);
    at->last_over = take(&n, f->last != 0);
    at->position_sets = n;
    at->could_not = take(&n, f->left_out ? p->types : 0);
    at->could_not_have = take(&n, f->follows != 0);
    at->here = take(&n, 1);
    at->it = take(&n, 1);
    at->later = take(&n, f->later != 0);
    at->next_from = take(&n, f->last != 0);
    at->next_to = take(&n, f->last != 0);
    at->next_over = take(&n, f->last != 0);
    at->named = take(&n, p->named_count);
    at->state_sets = n;
    at->from = take(&n, 1);
    at->to = take(&n, 1);
    at->set_count = n;
}

void lower_lay_out_nums(program *p, const features *f) {
    ir_layout *at = &p->at;
    uint16_t n = 0;
    for (int i = 0; i < p->g->var_count; i++) {
        p->var_at[i] = take(&n, p->g->vars[i].each ? p->players : 1);
        p->var_range[i].min = p->g->vars[i].min;
        p->var_range[i].max = p->g->vars[i].max;
    }
    at->vars = 0;
    at->out = f->outs ? (uint16_t)(p->var_at[p->g->var_count - 1] + 1) : 0;
    at->hands = take(&n, p->g->hand_count || p->g->has_hand ? p->players * p->types : 0);
    at->tokens = take(&n, p->g->token_count * p->b.cells);
    at->last_label = take(&n, f->last != 0);
    at->gone = take(&n, p->hides_pieces                 ? p->types * p->players
                        : p->unknown >= 0 && f->removes ? p->types
                                                        : 0);
    if (p->pile.at) {
        at->piles = (uint16_t)(1 + take(&n, (p->pile.at[p->b.cells] + 3) / 4));
    }
    at->position_nums = n;
    at->quiet = take(&n, f->quiet);
    at->why = take(&n, lower_reason_numbers(p->g) + lower_stray_numbers(p->g));
    at->events = take(&n, 2);
    at->loops = take(&n, f->loops);
    at->rolls = take(&n, f->rolls);
    at->joint = take(&n, f->asks);
    at->answers = take(&n, f->asks ? IR_ANSWER * p->players : 0);
    at->state_nums = (uint16_t)(n + (n & 1));
    at->num_count = (uint16_t)(at->state_nums + 1);
}
