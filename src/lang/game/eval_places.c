// SPDX-License-Identifier: MIT
//
// Places of games in which nothing moves: safe ones where pieces are turned around, the middle elsewhere.
#include "lang/game/eval_make.h"

enum {
    SAFE_CELL = 300, // where a piece can never be turned around
    EDGE_CELL = 60
};

// Pieces are turned when they stand between two others: a cell without neighbours on
// both sides, in any direction, is safe for ever, and cells beside it give it away.
static int safety(const board *b, int cell) {
    int open = 0;
    for (int i = 0; i < b->axis_count; i++) {
        const board_shift *s = &b->shift[b->axis[i]];
        open += s->to[cell] != BOARD_NONE && eval_cell_before(b, s, cell) != BOARD_NONE;
    }
    return open == 0 ? SAFE_CELL : open == 1 ? EDGE_CELL : 0;
}

void eval_set_safe_places(eval_maker *m) {
    const program *p = m->p;
    for (int c = 0; c < p->b.cells; c++) {
        if (!board_has(p->b.all, c)) {
            continue;
        }
        int mine = safety(&p->b, c), best = mine;
        for (int i = 0; i < p->b.any_count; i++) {
            int at = p->b.shift[p->b.any[i]].to[c];
            int other = at != BOARD_NONE ? safety(&p->b, at) : 0;
            best = other > best ? other : best;
        }
        for (int k = 0; k < p->players * p->types; k++) {
            eval_add_place(m, k / p->types, k % p->types, c, mine - (best - mine) / 2);
        }
    }
    m->e->counts |= EVAL_FLIPS;
}

// Where no place is better for any other reason, the middle is a little: it is near
// everything. Half a hundredth of a piece is enough to order moves.
void eval_prefer_middle(eval_maker *m) {
    const program *p = m->p;
    for (int c = 0; c < p->b.cells; c++) {
        int dx = 2 * p->b.x[c] - p->b.max_x, dy = 2 * p->b.y[c] - p->b.max_y;
        int off = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
        for (int k = 0; k < p->players * p->types; k++) {
            eval_add_place(m, k / p->types, k % p->types, c, -off);
        }
    }
}
