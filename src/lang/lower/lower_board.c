// SPDX-License-Identifier: MIT
//
// Sets that every board has: owners, types, borders, colours, ranks, rectangles.
#include "lang/lower/lower_expr.h"

#include <string.h>

// --- Constants of the board -----------------------------------------------------------

value lower_border_const(lower *l, int which) {
    return lower_value_of_const(l->b->border[which]);
}

static int neighbours_of(const board *b, int cell) {
    int count = 0;
    for (int i = 0; i < b->any_count; i++) {
        count += b->shift[b->any[i]].to[cell] != BOARD_NONE;
    }
    return count;
}

// Hexagons and stars have six, none of them at two borders of the lattice they are cut out of: where a cell has
// fewest neighbours.
static value hexagon_corners(lower *l) {
    uint64_t *k = lower_fresh_set(l);
    const board *b = l->b;
    int fewest = b->any_count;
    for (int c = 0; c < b->cells; c++) {
        int count = board_has(b->on, c) ? neighbours_of(b, c) : fewest;
        fewest = count < fewest ? count : fewest;
    }
    for (int c = 0; c < b->cells; c++) {
        if (board_has(b->on, c) && neighbours_of(b, c) == fewest) {
            board_put(k, c);
        }
    }
    return lower_value_of_const(k);
}

value lower_edge_const(lower *l, int corners) {
    uint64_t *k = lower_fresh_set(l);
    const board *b = l->b;
    if (corners && b->kind == BOARD_HEXAGON) {
        return hexagon_corners(l);
    }
    for (int c = 0; c < b->cells; c++) {
        int tb = board_has(b->border[0], c) || board_has(b->border[1], c);
        int lr = board_has(b->border[2], c) || board_has(b->border[3], c);
        int missing = 0;
        for (int i = 0; i < b->any_count; i++) {
            missing |= b->shift[b->any[i]].to[c] == BOARD_NONE;
        }
        if (board_has(b->on, c) && (corners ? tb && lr : b->lattice ? missing : tb || lr)) {
            board_put(k, c);
        }
    }
    return lower_value_of_const(k);
}

value lower_colour_const(lower *l, int light) {
    uint64_t *k = lower_fresh_set(l);
    for (int c = 0; c < l->b->cells; c++) {
        if (board_has(l->b->on, c) && (l->b->x[c] + l->b->y[c]) % 2 == light) {
            board_put(k, c);
        }
    }
    return lower_value_of_const(k);
}

value lower_line_const(lower *l, int row, int n) {
    uint64_t *k = lower_fresh_set(l);
    const board *b = l->b;
    for (int c = 0; c < b->cells; c++) {
        if (board_has(b->on, c) && (row ? b->y[c] : b->x[c]) == n) {
            board_put(k, c);
        }
    }
    return lower_value_of_const(k);
}

value lower_span(lower *l, const ast *e) {
    int from = e->a->kind == A_WORD ? board_cell(l->b, e->a->name) : -1;
    int to = e->b->kind == A_WORD ? board_cell(l->b, e->b->name) : -1;
    if (from < 0 || to < 0) {
        lower_unknown_word(l, from < 0 ? e->a : e->b, "cell");
        return none_value();
    }
    uint64_t *k = lower_fresh_set(l);
    const board *b = l->b;
    for (int c = 0; c < b->cells; c++) {
        int in;
        if (b->kind == BOARD_LOOP || b->kind == BOARD_TRACK || b->kind == BOARD_GRAPH) {
            in = from <= to ? c >= from && c <= to : c >= from || c <= to;
        } else {
            int x0 = b->x[from] < b->x[to] ? b->x[from] : b->x[to];
            int x1 = b->x[from] + b->x[to] - x0;
            int y0 = b->y[from] < b->y[to] ? b->y[from] : b->y[to];
            int y1 = b->y[from] + b->y[to] - y0;
            in = b->x[c] >= x0 && b->x[c] <= x1 && b->y[c] >= y0 && b->y[c] <= y1;
        }
        if (in && board_has(b->on, c)) {
            board_put(k, c);
        }
    }
    return lower_value_of_const(k);
}

// rank 7..9: those from the first one on.
static value lower_more_ranks(lower *l, const ast *e, value all, int first, int max) {
    value last = lower_int(l, e->b, "a rank, row or column has a number");
    if (last.type == V_INT && (!last.konst || last.num < first || last.num > max)) {
        diag *d = diag_add(l->diags, DIAG_NO_SUCH_CELL, e->at, "there are no such ranks");
        diag_note(d, "they run from 1 to %d, the lower one first", max);
        return none_value();
    }
    ast one = *e;
    one.b = NULL;
    for (int n = first + 1; last.type == V_INT && n <= last.num; n++) {
        ast number = {.kind = A_NUM, .num = n, .at = e->at};
        one.a = &number;
        value next = lower_rank(l, &one);
        all = lower_combine_sets(l, A_UNION, &all, &next);
    }
    return all;
}

// rank 2, row 3, column 1; or `row of here`.
value lower_rank(lower *l, const ast *e) {
    if (e->kind == A_RANK && lower_race_way(l, l->me)) {
        return lower_race_ranks(l, e);
    }
    int f = e->kind == A_RANK ? lower_facing_of(l, l->me) : 0;
    if (f < 0) {
        ast word = *e;
        word.name = "rank";
        lower_no_facing(l, &word);
        return none_value();
    }
    int row = e->kind == A_COLUMN ? 0 : e->kind == A_ROW ? 1 : f < 2;
    if (e->flag) {
        int x = lower_set(l, e->a, "`of` needs a cell"), out = lower_new_set(l);
        lower_emit(l, row ? OP_ROWOF : OP_COLOF, out, x, 0, 0, 0);
        return lower_value_of_set(out, 1);
    }
    value n = lower_int(l, e->a, "a rank, row or column has a number");
    int max = row ? l->b->max_y + 1 : l->b->max_x + 1;
    if (n.type != V_INT) {
        return n;
    }
    if (!n.konst) {
        diag_add(l->diags, DIAG_NOT_CONSTANT, e->at, "this number must be known before play");
        return none_value();
    }
    if (n.num < 1 || n.num > max) {
        diag *d =
            diag_add(l->diags, DIAG_NO_SUCH_CELL, e->at, "there is no such line on this board");
        diag_note(d, "they run from 1 to %d", max);
        return none_value();
    }
    int mirrored = e->kind == A_RANK && (f == 1 || f == 3);
    value all = lower_line_const(l, row, mirrored ? max - n.num : n.num - 1);
    return e->b ? lower_more_ranks(l, e, all, n.num, max) : all;
}

// Which of the six points of a star is a player's own. They sit around it in order of play, clockwise
// from below, two of them face to face and three or four as evenly as that goes.
static int home_point(const lower *l) {
    static const uint8_t of_two[] = {0, 3}, of_three[] = {0, 2, 4}, of_four[] = {0, 1, 3, 4};
    switch (l->g->least_players ? 0 : l->p->players) {
    case 2: return of_two[l->me];
    case 3: return of_three[l->me];
    case 4: return of_four[l->me];
    default: return l->g->players[l->me].place % 6;
    }
}

// Point n of a star, counted clockwise from the player's own.
value lower_point(lower *l, const ast *e) {
    value n = lower_int(l, e->a, "a point has a number");
    if (n.type != V_INT) {
        return n;
    }
    if (l->g->board.kind != TOPO_STAR) {
        diag_add(l->diags, DIAG_NO_FORWARD, e->at, "only a star has points");
        return none_value();
    }
    if (!n.konst || n.num < 1 || n.num > 6) {
        diag_add(l->diags, n.konst ? DIAG_NO_SUCH_CELL : DIAG_NOT_CONSTANT, e->at,
                 "a star has points 1 to 6");
        return none_value();
    }
    uint64_t *k = lower_fresh_set(l);
    for (int c = 0; c < l->b->cells; c++) {
        if (board_has(l->b->on, c) &&
            board_star_point(l->b, c) == (home_point(l) + n.num - 1) % 6) {
            board_put(k, c);
        }
    }
    return lower_value_of_const(k);
}
