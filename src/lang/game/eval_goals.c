// SPDX-License-Identifier: MIT
//
// Places to go to: where a piece becomes a better one, and where it wins.
#include "lang/game/eval_make.h"

#include <string.h>

#include "lang/ir/rt/sets.h"

// A state with nothing on the board but one piece, which is to move.
static void put_alone(eval_maker *m, int me, int type, int cell) {
    const program *p = m->p;
    frame *f = &m->f;
    vm_load(f, p, p->start);
    memset(f->set, 0, (size_t)p->at.position_sets * (size_t)p->b.words * sizeof *f->set);
    board_put(vm_set(f, p->at.own + me), cell);
    if (p->at.type != BOARD_NONE) {
        board_put(vm_set(f, p->at.type + type), cell);
    }
    f->h.me = (uint8_t)me;
    memcpy(m->state, p->start, p->size.state_size);
    vm_store(f, m->state);
}

// Marks where a piece that steps off `cell` becomes another one.
static void try_rising(eval_maker *m, int me, int type, int cell, tsr_move *moves, int *best) {
    const program *p = m->p;
    uint64_t *rise = &m->e->rise[(me * p->types + type) * p->b.words];
    put_alone(m, me, type, cell);
    int n = walk_moves(p, m->state, moves, p->size.max_moves);
    for (int i = 0; i < n; i++) {
        walk_step step[WALK_MAX_CHOICES];
        put_alone(m, me, type, cell);
        int steps = walk_steps(p, m->state, moves[i], step, WALK_MAX_CHOICES);
        if (steps < 1 || step[0].from != cell || step[0].to < 0) {
            continue;
        }
        walk_play(p, m->state, moves[i]);
        int now = lang_owner_at(p, m->state, step[0].to) == me
                      ? lang_type_at(p, m->state, step[0].to)
                      : type;
        if (now != type) {
            board_put(rise, step[0].to);
            *best = m->e->value[now] > *best ? m->e->value[now] : *best;
        }
    }
}

static int look_for_rise(const ast *n, void *with) {
    *(int *)with |= n->kind == R_BECOMES && n->flag == 1;
    return 1;
}

// Whether a piece of `type` steps from `cell` to a cell that is `steps` away from its goal.
static int comes_nearer(eval_maker *m, int me, int type, int cell, int steps, int guarded) {
    const program *p = m->p;
    for (int i = 0; i < m->e->motion_count[me]; i++) {
        int at = m->e->motion[me][i];
        const ir_choice *c = &p->choice[p->node[at].choice];
        uint64_t out[BOARD_MAX_WORDS];
        if (!eval_moves_type(c, type) || (c->guard && !guarded)) {
            continue;
        }
        eval_run_motion(m, at, cell, out);
        for (int to = vm_first(out, p->b.words); to >= 0; to = vm_first(out, p->b.words)) {
            out[to >> 6] &= out[to >> 6] - 1;
            if (m->way[to] == steps) {
                return 1;
            }
        }
    }
    return 0;
}

// Motions with conditions (a double step from home) count only if there is no other way.
void eval_measure_ways(eval_maker *m, int me, int type, const uint64_t *goal) {
    const program *p = m->p;
    put_alone(m, me, type, 0);
    set_zero(vm_set(&m->f, p->at.own + me), p->b.words);
    int moved = 0;
    for (int guarded = 0; guarded < 2 && !moved; guarded++) {
        for (int c = 0; c < p->b.cells; c++) {
            m->way[c] = board_has(goal, c) ? 0 : EVAL_FAR;
        }
        for (int round = 1, more = 1; more && round < EVAL_FAR; round++) {
            more = 0;
            for (int c = 0; c < p->b.cells; c++) {
                if (board_has(p->b.all, c) && m->way[c] == EVAL_FAR &&
                    comes_nearer(m, me, type, c, round - 1, guarded)) {
                    m->way[c] = (uint16_t)round;
                    more = moved = 1;
                }
            }
        }
    }
}

// Half as much with every step.
static void add_ways(eval_maker *m, int me, int type, int worth) {
    for (int c = 0; c < m->p->b.cells; c++) {
        int way = m->way[c];
        eval_add_place(m, me, type, c, way < 14 ? worth >> way : 0);
    }
}

int eval_find_rises(eval_maker *m) {
    const program *p = m->p;
    tsr_move *moves = arena_new(m->a, (size_t)p->size.max_moves * sizeof *moves);
    if (!moves) {
        return 0;
    }
    for (int t = 0; t < p->types; t++) {
        int rises = 0;
        scan_tree(p->g->pieces[t].after, look_for_rise, &rises);
        for (int me = 0; rises && me < p->players; me++) {
            int best = 0;
            for (int c = 0; c < p->b.cells; c++) {
                if (board_has(p->b.all, c)) {
                    try_rising(m, me, t, c, moves, &best);
                }
            }
            if (best > m->e->value[t]) {
                eval_measure_ways(m, me, t, &m->e->rise[(me * p->types + t) * p->b.words]);
                add_ways(m, me, t, (best - m->e->value[t]) / 2);
            }
        }
    }
    return 1;
}

void eval_take_away(eval_maker *m, int cell) {
    const program *p = m->p;
    const int last = p->at.type == BOARD_NONE ? 0 : p->types;
    for (int i = 0; i < p->players; i++) {
        vm_set(&m->f, p->at.own + i)[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
    }
    for (int t = 0; t < last; t++) {
        vm_set(&m->f, p->at.type + t)[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
    }
}

// A piece of `me` on `cell`, the others standing as at the start, after the turn of `me`.
static void put_among(eval_maker *m, int me, int type, int cell) {
    const program *p = m->p;
    frame *f = &m->f;
    vm_load(f, p, p->start);
    set_zero(vm_set(f, p->at.own + me), p->b.words);
    eval_take_away(m, cell);
    board_put(vm_set(f, p->at.own + me), cell);
    if (p->at.type != BOARD_NONE) {
        board_put(vm_set(f, p->at.type + type), cell);
    }
    f->h.me = (uint8_t)me;
}

static int ends_by(eval_maker *m, uint32_t endings) {
    return endings && vm_run(&m->f, endings) == VM_OVER;
}

// Whether that wins at once. By an ending below `stuck` only where nobody stood, since there games are also won by what was
// taken (the last of its kind), which is no place to go to.
static int wins_there(eval_maker *m, int me, int type, int cell) {
    const program *p = m->p;
    const int free = lang_owner_at(p, p->start, cell) < 0;
    const ir_head *h = &m->f.h;
    put_among(m, me, type, cell);
    return (ends_by(m, p->root[me].endings) || (free && ends_by(m, p->root[me].later))) &&
           h->rank[me] == 1 && (p->players == 1 || h->rank[(me + 1) % p->players] != 1);
}

// Whether that leaves the next player no turn, and so wins.
static int wins_by_blocking(eval_maker *m, int me, int type, int cell) {
    const program *p = m->p;
    const int next = (me + 1) % p->players;
    const ir_head *h = (const ir_head *)m->state;
    put_among(m, me, type, cell);
    m->f.h.me = (uint8_t)next;
    memcpy(m->state, p->start, p->size.state_size);
    vm_store(&m->f, m->state);
    walk_settle(p, m->state);
    return h->over && h->rank[me] == 1 && h->rank[next] != 1;
}

typedef int goal_test(eval_maker *m, int me, int type, int cell);

// Cells where a piece wins, if they are not half of the board, made worth going to.
static int aim(eval_maker *m, int me, int type, goal_test *wins) {
    const program *p = m->p;
    uint64_t goal[BOARD_MAX_WORDS] = {0};
    int n = 0, cells = 0;
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(p->b.all, c)) {
            cells++;
            if (wins(m, me, type, c)) {
                board_put(goal, c);
                n++;
            }
        }
    }
    if (n == 0 || n >= cells / 2) {
        return 0;
    }
    eval_measure_ways(m, me, type, goal);
    add_ways(m, me, type, EVAL_GOAL);
    return 1;
}

// Where one side wins at once and the other only after a last turn that nobody has any more (the
// first king on the far row), both have the goal.
int eval_find_goals(eval_maker *m) {
    const program *p = m->p;
    int found = 0;
    for (int t = 0; t < p->types; t++) {
        int aims[MAX_PLAYERS], any = 0;
        for (int me = 0; me < p->players; me++) {
            any |= aims[me] = aim(m, me, t, wins_there);
        }
        for (int me = 0; any && me < p->players; me++) {
            (void)(aims[me] || aim(m, me, t, wins_by_blocking));
        }
        found |= any;
    }
    return found;
}
