// SPDX-License-Identifier: MIT
//
// Finding out before play all that solve.c needs to know about a game.
#include "lang/game/solve.h"

enum { MAX_LINE = 16 };

static uint64_t bit(int place) {
    return (uint64_t)1 << place;
}

// --- Which games ---------------------------------------------------------------------------------

// Who cannot move has drawn, or nothing is said, which means the same.
static int stuck_is_a_draw(const program *p, int me) {
    const ir_node *n = &p->node[p->root[me].stuck];
    return !p->has_stuck ||
           (n->kind == N_DO && p->code[n->code].op == OP_OUTCOME && p->code[n->code].a == IR_DRAW);
}

// Nothing else may end the game, or end it otherwise.
static int is_won_by_lines_only(const fill_game *f) {
    const program *p = f->p;
    int ok = f->after < 0 && p->limit > p->b.cells && !p->roll_count;
    for (int me = 0; ok && me < 2; me++) {
        uint32_t later = p->root[me].later;
        const insn *outcome = f->end[me] ? f->end[me] + 1 : NULL;
        ok = fill_is_line(f->end[me]) && outcome->op == OP_OUTCOME && outcome->a == IR_WIN &&
             outcome->b == me && fill_line_length(f->end[me]) <= MAX_LINE &&
             fill_line_length(f->end[me]) > 1 && stuck_is_a_draw(p, me) &&
             (!later || (p->code[later].op == OP_RET && p->code[later].a == 0));
    }
    return ok;
}

// --- The board -----------------------------------------------------------------------------------

static void find_steps(lang_solver *v, const fill_game *f) {
    const board *b = &f->p->b;
    v->axes = b->axis_count;
    for (int i = 0; i < b->axis_count; i++) {
        int step = fill_step(f, b->axis[i]);
        v->step[i] = step < 0 ? -step : step;
    }
    int rise = f->opens < 0 ? 0 : fill_step(f, f->opens);
    v->up = rise > 0 ? rise : 0;
    v->down = rise < 0 ? -rise : 0;
}

static void find_cells(lang_solver *v, const fill_game *f) {
    const board *b = &f->p->b;
    uint8_t is_opened[64] = {0};
    for (int c = 0; c < b->cells; c++) {
        int next = f->opens < 0 ? BOARD_NONE : b->shift[f->opens].to[c], after = 0;
        v->place[c] = f->place[c];
        v->cell[f->place[c]] = (uint8_t)c;
        v->board |= board_has(b->all, c) ? bit(f->place[c]) : 0;
        for (int at = next; at != BOARD_NONE; at = b->shift[f->opens].to[at]) {
            after++;
        }
        v->low |= after % 2 ? bit(f->place[c]) : 0;
        if (next != BOARD_NONE) {
            is_opened[next] = 1;
        }
    }
    for (int c = 0; c < b->cells; c++) {
        v->floor |= is_opened[c] ? 0 : bit(f->place[c]);
    }
    v->floor &= v->board;
}

// How many lines of that length lead through each place.
static void count_lines(lang_solver *v, int me) {
    for (int axis = 0; axis < v->axes; axis++) {
        for (int from = 0; from < 64; from++) {
            uint64_t line = 0;
            int k = 0;
            for (int at = from; k < v->line[me] && at < 64 && v->board & bit(at); k++) {
                line |= bit(at);
                at += v->step[axis];
            }
            for (; k == v->line[me] && line; line &= line - 1) {
                v->lines_through[me][__builtin_ctzll(line)]++;
            }
        }
    }
}

// --- Symmetries ----------------------------------------------------------------------------------
//
// A way to turn or mirror the board is a symmetry of the game if it maps cells to cells, lines to
// lines, and what a cell opens to what its image opens.

// The image of cell `c` under one of eight ways, or -1.
static int image(const board *b, int c, int way) {
    int x = c % b->width, y = c / b->width;
    x = way & 1 ? b->width - 1 - x : x;
    y = way & 2 ? b->height - 1 - y : y;
    if (way & 4) {
        int t = x;
        x = y;
        y = t;
    }
    return x < b->width && y < b->height ? y * b->width + x : -1;
}

// Whether the steps of one table become all steps of another, or those steps `back`wards.
static int maps_steps(const board *b, int way, const uint16_t *steps, const uint16_t *to,
                      int back) {
    int more = 0;
    for (int c = 0; c < b->cells; c++) {
        int next = steps[c], from = back ? next : c, end = back ? c : next;
        more += (to[c] != BOARD_NONE) - (next != BOARD_NONE);
        if (next != BOARD_NONE && to[image(b, from, way)] != image(b, end, way)) {
            return 0;
        }
    }
    return more == 0;
}

// Whether lines along this axis become lines along one of the axes, either way round.
static int maps_axis(const board *b, int way, const uint16_t *steps) {
    for (int i = 0; i < b->axis_count; i++) {
        const uint16_t *to = b->shift[b->axis[i]].to;
        if (maps_steps(b, way, steps, to, 0) || maps_steps(b, way, steps, to, 1)) {
            return 1;
        }
    }
    return 0;
}

static int is_symmetry(const fill_game *f, int way) {
    const board *b = &f->p->b;
    for (int c = 0; c < b->cells; c++) {
        int to = image(b, c, way);
        if (to < 0 || board_has(b->all, c) != board_has(b->all, to)) {
            return 0;
        }
    }
    const uint16_t *opens = f->opens < 0 ? NULL : b->shift[f->opens].to;
    int ok = !opens || maps_steps(b, way, opens, opens, 0);
    for (int i = 0; ok && i < b->axis_count; i++) {
        ok = maps_axis(b, way, b->shift[b->axis[i]].to);
    }
    return ok;
}

static void make_keys(lang_solver *v, const fill_game *f) {
    const board *b = &f->p->b;
    int ways = b->lattice && b->cells == b->width * b->height ? SOLVE_SYMMETRIES : 1;
    for (int way = 0; way < ways; way++) {
        if (way && !is_symmetry(f, way)) {
            continue;
        }
        for (int c = 0; c < b->cells; c++) {
            int to = way ? image(b, c, way) : c;
            for (int me = 0; me < 2; me++) {
                v->key[me][v->place[c]][v->symmetries] = tsr_mix((uint64_t)(2 * to + me + 1));
            }
        }
        v->symmetries++;
    }
}

// Whether the game is of the kind that can be solved so; all about it into `f`.
static int is_solvable(fill_game *f, const program *p) {
    if (!fill_find(f, p) || !is_won_by_lines_only(f) || p->b.words > 1 || !fill_places(f)) {
        return 0;
    }
    f->opens = fill_opening_shift(p);
    return f->opens >= 0 ? fill_step(f, f->opens) != 0 : fill_offers_empties(p);
}

int solver_new(const program *p, arena *a, const lang_solver **out) {
    fill_game f;
    *out = NULL;
    if (!is_solvable(&f, p)) {
        return 1;
    }
    lang_solver *v = arena_new(a, sizeof *v);
    if (!v) {
        return 0;
    }
    v->p = p;
    find_steps(v, &f);
    find_cells(v, &f);
    for (int me = 0; me < 2; me++) {
        v->line[me] = fill_line_length(f.end[me]);
        count_lines(v, me);
    }
    make_keys(v, &f);
    *out = v;
    return 1;
}
