// SPDX-License-Identifier: MIT
//
// Games in which all men have to go across the board, or had better be lost.
#include "lang/game/eval_make.h"

#include <string.h>

enum {
    RACE_STEP = 24,  // each step of a man that is left to the goal,
    RACE_DEEPER = 6, // and to its farthest cell
    RACE_FAR = 40
};

// The cell across the middle of the board.
static int cell_across(const board *b, int cell) {
    for (int c = 0; c < b->cells; c++) {
        if (board_has(b->all, c) && b->x[c] == b->max_x - b->x[cell] &&
            b->y[c] == b->max_y - b->y[cell]) {
            return c;
        }
    }
    return -1;
}

// Whether `me` wins with all men where they began, or `across` the board from there, and nobody
// else about.
static int wins_alone(eval_maker *m, int me, int across, uint64_t *stand) {
    const program *p = m->p;
    frame *f = &m->f;
    vm_load(f, p, p->start);
    memset(f->set, 0, (size_t)p->at.position_sets * (size_t)p->b.words * sizeof *f->set);
    int men = 0;
    for (int c = 0; c < p->b.cells; c++) {
        int mine = lang_owner_at(p, p->start, c) == me;
        int to = !mine ? -1 : across ? cell_across(&p->b, c) : c;
        if (to >= 0) {
            board_put(stand, to);
            board_put(vm_set(f, p->at.own + me), to);
            if (p->at.type != BOARD_NONE) {
                board_put(vm_set(f, p->at.type + lang_type_at(p, p->start, c)), to);
            }
            men++;
        }
    }
    f->h.me = (uint8_t)me;
    return men > 1 && vm_run(f, p->root[me].endings) == VM_OVER && f->h.rank[me] == 1;
}

// The cell of `goal` that is farthest from the middle of the board: who comes first goes there,
// out of the others' way.
static int deepest(const board *b, const uint64_t *goal) {
    int best = -1, most = -1;
    for (int c = 0; c < b->cells; c++) {
        int dx = 2 * b->x[c] - b->max_x, dy = 2 * b->y[c] - b->max_y;
        if (board_has(goal, c) && dx * dx + dy * dy > most) {
            most = dx * dx + dy * dy;
            best = c;
        }
    }
    return best;
}

// Each step that is left costs the same.
static void add_steps(eval_maker *m, int me, int worth) {
    const program *p = m->p;
    for (int t = 0; t < p->types; t++) {
        for (int c = 0; c < p->b.cells; c++) {
            int way = m->way[c] < RACE_FAR ? m->way[c] : RACE_FAR;
            eval_add_place(m, me, t, c, -worth * way);
        }
    }
}

// Everybody has to go across: a place is worth what is left of the way.
int eval_find_races(eval_maker *m) {
    const program *p = m->p;
    int found = 0;
    for (int me = 0; me < p->players; me++) {
        uint64_t home[BOARD_MAX_WORDS] = {0}, goal[BOARD_MAX_WORDS] = {0};
        uint64_t tip[BOARD_MAX_WORDS] = {0};
        if (!wins_alone(m, me, 0, home) && wins_alone(m, me, 1, goal)) {
            eval_measure_ways(m, me, 0, goal);
            add_steps(m, me, RACE_STEP);
            board_put(tip, deepest(&p->b, goal));
            eval_measure_ways(m, me, 0, tip);
            add_steps(m, me, RACE_DEEPER);
            found = 1;
        }
    }
    return found;
}

// By points: what the score says without the first of its men.
int eval_fewest_win(eval_maker *m) {
    const program *p = m->p;
    frame *f = &m->f;
    int32_t before[MAX_PLAYERS], after[MAX_PLAYERS];
    int at = 0;
    while (at < p->b.cells && lang_owner_at(p, p->start, at) != 0) {
        at++;
    }
    if (!p->has_score || p->players != 2 || at == p->b.cells) {
        return 0;
    }
    vm_load(f, p, p->start);
    eval_take_away(m, at);
    memcpy(m->state, p->start, p->size.state_size);
    vm_store(f, m->state);
    walk_scores(p, p->start, before);
    walk_scores(p, m->state, after);
    return after[0] - after[1] > before[0] - before[1];
}
