// SPDX-License-Identifier: MIT
//
// What stands where, as sets: of a player, of a type, all of it, none of it; and sets of cells as constants.
#include "lang/lower/lower_expr.h"

uint64_t *lower_fresh_set(lower *l) {
    uint64_t *k = board_set_new(l->b);
    if (!k) {
        l->broken = 1;
        return l->b->all;
    }
    return k;
}

int lower_count_cells(const lower *l, const uint64_t *set) {
    int cells = 0;
    for (int i = 0; i < l->b->words; i++) {
        cells += __builtin_popcountll(set[i]);
    }
    return cells;
}

int lower_on_board(lower *l, int reg) {
    if (l->b->area0 == l->b->cells) {
        return reg;
    }
    value cells = lower_value_of_const(l->b->on);
    int out = lower_new_set(l);
    lower_emit(l, OP_AND, out, reg, lower_set_reg(l, &cells), 0, 0);
    return out;
}

int lower_owner_set(lower *l, int player) {
    if (player == IR_NEUTRAL) {
        if (l->p->at.neutral == BOARD_NONE) {
            int r = lower_new_set(l);
            lower_emit(l, OP_ZERO, r, 0, 0, 0, 0);
            return r;
        }
        return l->p->at.neutral;
    }
    return l->p->at.own + player;
}

int lower_pieces(lower *l) {
    const ir_layout *at = &l->p->at;
    int n = l->p->players + (at->neutral != BOARD_NONE);
    if (n == 1) {
        return at->own;
    }
    int r = lower_new_set(l);
    lower_emit(l, OP_OR, r, at->own, at->own + 1, 0, 0); // neutral stands behind the last player
    for (int i = 2; i < n; i++) {
        lower_emit(l, OP_OR, r, r, at->own + i, 0, 0);
    }
    return r;
}

int lower_empty(lower *l) {
    int pieces = lower_pieces(l);
    int r = lower_new_set(l);
    if (l->p->at.closed != BOARD_NONE) {
        lower_emit(l, OP_OR, r, pieces, l->p->at.closed, 0, 0);
        pieces = r;
    }
    lower_emit(l, OP_NOT, r, pieces, 0, 0, 0);
    return lower_on_board(l, r);
}

int lower_enemies(lower *l) {
    int first = -1, r = -1;
    for (int i = 0; i < l->p->players; i++) {
        if (!lower_is_enemy(l, i)) {
            continue;
        }
        int own = lower_unless_out(l, i, l->p->at.own + i);
        if (first < 0) {
            first = own;
        } else {
            int out = r < 0 ? lower_new_set(l) : r;
            lower_emit(l, OP_OR, out, r < 0 ? first : r, own, 0, 0);
            r = out;
        }
    }
    if (first < 0) { // alone: nobody is an enemy
        first = lower_new_set(l);
        lower_emit(l, OP_ZERO, first, 0, 0, 0, 0);
    }
    return lower_on_board(l, r < 0 ? first : r);
}

int lower_type_set(lower *l, int type) {
    return l->p->at.type == BOARD_NONE ? lower_pieces(l) : l->p->at.type + type;
}

// Where something arrives in an area: its pile or its first free cell.
int lower_free_cell(lower *l, int area, int player) {
    value cells = lower_value_of_const(l->area[area][player]);
    int out = lower_own_reg(l, &cells);
    if (!l->g->areas[area].piles) {
        lower_emit(l, OP_ANDN, out, out, lower_pieces(l), 0, 0);
        lower_emit(l, OP_FIRST, out, out, 0, 0, 0);
    }
    return out;
}
