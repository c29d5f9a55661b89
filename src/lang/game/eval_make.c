// SPDX-License-Identifier: MIT
//
// Reading an evaluation from the rules, once, when they are opened.
//
// What pieces can do is not guessed from their words but tried: their motions are
// run on boards filled at random (always the same ones), a single piece is moved over
// an empty board to see where it becomes another, and is put on every cell in turn to see
// where that wins.
#include "lang/game/eval.h"

#include <string.h>

#include <tessera/rng.h>

#include "lang/game/state.h"
#include "lang/ir/rt/sets.h"
#include "lang/lower/lower.h"
#include "lang/vm/walk.h"

enum {
    FILLINGS = 6,    // random boards
    FILLED_OF_8 = 3, // how full they are
    CENTRE_OF_8 = 1, // of a piece's value: what the best place adds to it
    SHELTER = 30,    // what a king's hiding place is worth
    FAR = 99,
    SAFE_CELL = 300, // where a piece can never be turned around
    EDGE_CELL = 60,
    RACE_STEP = 24,  // each step of a man that is left to the goal,
    RACE_DEEPER = 6, // and to its farthest cell
    RACE_FAR = 40
};

typedef struct maker {
    const program *p;
    lang_eval *e;
    arena *a;    // gone when all is read
    arena *keep; // the program's
    frame f;
    int32_t *reach;  // [players][types][cells]: cells reached, in hundredths
    uint16_t *way;   // [cells]: steps to the nearest goal
    uint64_t *state; // a position to play with
} maker;

// --- The automaton ------------------------------------------------------------------------

static void note_slide(maker *m, int me, int at) {
    lang_eval *e = m->e;
    const ir_choice *c = &m->p->choice[m->p->node[at].choice];
    int far = c->rule->num == MOTION_SLIDE && !(c->rule->flag & MOTION_REACH) && !c->guard;
    if (far && c->type < m->p->types && e->slide_count[me] < EVAL_SLIDES) {
        e->slide[me][e->slide_count[me]++] = (uint16_t)at;
        e->slides[c->type] = 1;
    }
}

// Motions that a player's turn may begin with, from the graph of his turns.
static void find_motions(maker *m, int me, int at, uint8_t *seen) {
    const program *p = m->p;
    lang_eval *e = m->e;
    if (at <= 0 || at >= p->node_count || seen[at]) {
        return;
    }
    const ir_node *n = &p->node[at];
    seen[at] = 1;
    if (n->kind == N_CHOICE && n->reach && p->choice[n->choice].kind == CH_MOTION &&
        e->motion_count[me] < (int)(sizeof e->motion[me] / sizeof e->motion[me][0])) {
        e->motion[me][e->motion_count[me]++] = (uint16_t)at;
        note_slide(m, me, at);
    }
    find_motions(m, me, n->next, seen);
    if (n->kind == N_WHEN || n->kind == N_OR || n->kind == N_ELSE) {
        find_motions(m, me, n->alt, seen);
    }
}

static int find_all_motions(maker *m) {
    const program *p = m->p;
    uint8_t *seen = arena_new(m->a, (size_t)p->node_count);
    if (!seen) {
        return 0;
    }
    for (int me = 0; me < p->players; me++) {
        memset(seen, 0, (size_t)p->node_count);
        for (int i = 0; i < p->g->phase_count; i++) {
            find_motions(m, me, p->phase[i].start[me], seen);
        }
    }
    return 1;
}

// --- Words of the author ------------------------------------------------------------------

static int is_word(const ast *n, const char *word) {
    return n && n->kind == A_WORD && strcmp(n->name, word) == 0;
}

static int is_own(const ast *n) {
    return is_word(n, "mine");
}

// How often a motion is possible, in hundredths, by what it may end on.
static int likely(const ir_choice *c) {
    const ast *to = c->rule && c->rule->kind == R_MOTION ? c->rule->b : NULL;
    int often = !to ? 100 : is_word(to, "empty") ? 70 : is_word(to, "enemy") ? 35 : 10;
    return c->guard ? often * 4 / 10 : often;
}

typedef struct words {
    int takes, quiet; // something may be captured; something else may be done
    int flips, fills; // pieces change owner; cells are blocked for ever
    int royal;
    const decl_piece *piece; // asked: is it royal?
    int line, line_lost;
    int won_line, lost_line; // `win when line 4 of mine` in a turn
    const ast *links[4];
    int link_count;
} words;

static int look_for_outcome(const ast *n, void *with) {
    if (n->kind == R_OUTCOME && !n->name) {
        *(int *)with |= 1 << n->num;
    }
    return 1;
}

static int look_for_line(const ast *n, void *with) {
    if (n->kind == A_LINE && n->a && n->a->kind == A_NUM) {
        *(int *)with = n->a->num;
    }
    return 1;
}

// A line that ends the game, told in a turn instead of an ending.
static void look_at_when(const ast *n, words *w) {
    int line = 0, outcome = 0;
    scan_tree(n->a, look_for_line, &line);
    scan_tree(n->b, look_for_outcome, &outcome);
    if (line && outcome & 1 << OUT_WIN) {
        w->won_line = line;
    } else if (line && outcome & 1 << OUT_LOSE) {
        w->lost_line = line;
    }
}

static int look_at_rule(const ast *n, void *with) {
    words *w = with;
    switch ((ast_kind)n->kind) {
    case R_MOTION:
        w->takes |= n->c != NULL ||
                    (n->num < MOTION_HOP && !n->b && !(n->flag & MOTION_FURTHEST)) ||
                    is_word(n->b, "enemy");
        w->quiet |= !is_word(n->b, "enemy");
        break;
    case R_TAKE:
    case R_REMOVE: w->takes = 1; break;
    case R_BECOMES: w->flips |= n->flag == 0; break;
    case R_CLOSE: w->fills = 1; break;
    case R_WHEN: look_at_when(n, w); break;
    case A_LINE: w->line = n->a && n->a->kind == A_NUM ? n->a->num : w->line; break;
    case A_CONNECTS:
        if (w->link_count < 4) {
            w->links[w->link_count++] = n;
        }
        break;
    default: break;
    }
    return 1;
}

static void look_at_game(const game_ast *g, words *w) {
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, look_at_rule, w);
        scan_tree(g->pieces[i].after, look_at_rule, w);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, look_at_rule, w);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, look_at_rule, w);
    }
}

// `my King on attacked`, `my King is safe`.
static int look_for_royal(const ast *n, void *with) {
    words *w = with;
    const ast *a = n->a;
    if ((n->kind == A_MEET || n->kind == A_IN || n->kind == A_IS) && a && a->kind == A_OWNED &&
        !a->flag && strcmp(a->name, w->piece->name) == 0) {
        w->royal |= is_word(n->b, "attacked") || is_word(n->b, "safe");
    }
    return 1;
}

static int is_royal(const game_ast *g, const decl_piece *piece) {
    words w = {.piece = piece};
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, look_for_royal, &w);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, look_for_royal, &w);
    }
    return w.royal;
}

// --- What pieces reach ----------------------------------------------------------------------

// Random numbers for a cell that are the same for its mirror images, so that no side of
// the board is better than the other by accident.
static uint64_t cell_dice(const board *b, int cell, int filling) {
    int x = b->x[cell], y = b->y[cell];
    x = 2 * x > b->max_x ? b->max_x - x : x;
    y = 2 * y > b->max_y ? b->max_y - y : y;
    return tsr_mix((uint64_t)(x + 1000 * y + 1000000 * filling + 1));
}

// A board on which every cell may be taken, by any side; seen from the far end the sides
// are exchanged.
static void fill_board(maker *m, int filling) {
    const program *p = m->p;
    vm_load(&m->f, p, p->start);
    for (int i = 0; i < p->players; i++) {
        set_zero(vm_set(&m->f, p->at.own + i), p->b.words);
    }
    if (p->at.neutral != BOARD_NONE) {
        set_zero(vm_set(&m->f, p->at.neutral), p->b.words);
    }
    for (int c = 0; c < p->b.cells; c++) {
        uint64_t dice = cell_dice(&p->b, c, filling);
        if (board_has(p->b.all, c) && dice % 8 < FILLED_OF_8) {
            int far = 2 * p->b.y[c] > p->b.max_y;
            int who = (int)((dice / 8 + (unsigned)far) % (unsigned)p->players);
            board_put(vm_set(&m->f, p->at.own + who), c);
        }
    }
}

// The cells that a motion of node `at` reaches from `cell`, on the board in the frame.
static void run_motion(maker *m, int at, int cell, uint64_t *out) {
    const program *p = m->p;
    frame *f = &m->f;
    set_one(vm_set(f, p->at.here), cell, p->b.words);
    f->offer_count = 0;
    f->fuel = VM_FUEL;
    (void)vm_run(f, p->node[at].reach);
    set_zero(out, p->b.words);
    for (int k = 0; k < f->offer_count; k++) {
        set_or(out, f->target + k * p->b.words, p->b.words);
    }
}

static int moves_type(const ir_choice *c, int type) {
    return c->type == type || c->type == 255;
}

static void count_reach(maker *m) {
    const program *p = m->p;
    uint64_t out[BOARD_MAX_WORDS];
    for (int me = 0; me < p->players; me++) {
        for (int i = 0; i < m->e->motion_count[me]; i++) {
            int at = m->e->motion[me][i];
            const ir_choice *c = &p->choice[p->node[at].choice];
            for (int cell = 0; cell < p->b.cells; cell++) {
                if (!board_has(p->b.all, cell)) {
                    continue;
                }
                run_motion(m, at, cell, out);
                int n = set_count(out, p->b.words) * likely(c);
                for (int t = 0; t < p->types; t++) {
                    if (moves_type(c, t)) {
                        m->reach[(me * p->types + t) * p->b.cells + cell] += n;
                    }
                }
            }
        }
    }
}

static int mean_reach(const maker *m, int me, int type) {
    const program *p = m->p;
    int64_t sum = 0, cells = 0;
    for (int c = 0; c < p->b.cells; c++) {
        sum += m->reach[(me * p->types + type) * p->b.cells + c];
        cells += board_has(p->b.all, c);
    }
    return cells ? (int)(sum / cells) : 0;
}

// Values in hundredths of the cheapest piece that moves at all.
static void set_values(maker *m) {
    const program *p = m->p;
    int cheapest = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int t = 0; t < p->types; t++) {
            int mean = mean_reach(m, 0, t);
            if (p->g->pieces[t].neutral || mean == 0 || m->e->royal[t]) {
                continue;
            }
            cheapest = !cheapest || mean < cheapest ? mean : cheapest;
            if (pass == 1) {
                int64_t v = (int64_t)mean * EVAL_PIECE / cheapest;
                m->e->value[t] = v > 20 * EVAL_PIECE ? 20 * EVAL_PIECE : (int32_t)v;
            }
        }
    }
}

static void add_to(maker *m, int16_t *table, int me, int type, int cell, int more) {
    int16_t *to = &table[(me * m->p->types + type) * m->p->b.cells + cell];
    int v = *to + more;
    *to = (int16_t)(v > 30000 ? 30000 : v < -30000 ? -30000 : v);
}

static void add_place(maker *m, int me, int type, int cell, int more) {
    add_to(m, m->e->place, me, type, cell, more);
}

// A place is better the more is reached from there; for a king the other way round. What
// slides reaches now this and now that: it is looked at when a position is judged.
static void set_places(maker *m) {
    const program *p = m->p;
    for (int me = 0; me < p->players; me++) {
        for (int t = 0; t < p->types; t++) {
            int mean = mean_reach(m, me, t), full = m->e->value[t];
            for (int c = 0; c < p->b.cells && mean > 0; c++) {
                int more =
                    m->e->slides[t] ? 0 : m->reach[(me * p->types + t) * p->b.cells + c] - mean;
                if (m->e->royal[t]) {
                    add_to(m, m->e->shelter, me, t, c, -SHELTER * more / mean);
                } else {
                    add_place(m, me, t, c, full + full * more / mean * CENTRE_OF_8 / 8);
                }
            }
        }
    }
}

// --- Goals ------------------------------------------------------------------------------------

// A state with nothing on the board but one piece, which is to move.
static void put_alone(maker *m, int me, int type, int cell) {
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
static void try_rising(maker *m, int me, int type, int cell, tsr_move *moves, int *best) {
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
static int comes_nearer(maker *m, int me, int type, int cell, int steps, int guarded) {
    const program *p = m->p;
    for (int i = 0; i < m->e->motion_count[me]; i++) {
        int at = m->e->motion[me][i];
        const ir_choice *c = &p->choice[p->node[at].choice];
        uint64_t out[BOARD_MAX_WORDS];
        if (!moves_type(c, type) || (c->guard && !guarded)) {
            continue;
        }
        run_motion(m, at, cell, out);
        for (int to = vm_first(out, p->b.words); to >= 0; to = vm_first(out, p->b.words)) {
            out[to >> 6] &= out[to >> 6] - 1;
            if (m->way[to] == steps) {
                return 1;
            }
        }
    }
    return 0;
}

// Steps to the nearest cell of `goal` for a piece alone on the board. Motions with
// conditions (a double step from home) count only if there is no other way.
static void measure_ways(maker *m, int me, int type, const uint64_t *goal) {
    const program *p = m->p;
    put_alone(m, me, type, 0);
    set_zero(vm_set(&m->f, p->at.own + me), p->b.words);
    int moved = 0;
    for (int guarded = 0; guarded < 2 && !moved; guarded++) {
        for (int c = 0; c < p->b.cells; c++) {
            m->way[c] = board_has(goal, c) ? 0 : FAR;
        }
        for (int round = 1, more = 1; more && round < FAR; round++) {
            more = 0;
            for (int c = 0; c < p->b.cells; c++) {
                if (board_has(p->b.all, c) && m->way[c] == FAR &&
                    comes_nearer(m, me, type, c, round - 1, guarded)) {
                    m->way[c] = (uint16_t)round;
                    more = moved = 1;
                }
            }
        }
    }
}

// Half as much with every step.
static void add_ways(maker *m, int me, int type, int worth) {
    for (int c = 0; c < m->p->b.cells; c++) {
        int way = m->way[c];
        add_place(m, me, type, c, way < 14 ? worth >> way : 0);
    }
}

static int find_rises(maker *m) {
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
                measure_ways(m, me, t, &m->e->rise[(me * p->types + t) * p->b.words]);
                add_ways(m, me, t, (best - m->e->value[t]) / 2);
            }
        }
    }
    return 1;
}

// A piece of `me` on `cell`, the others standing as at the start, after the turn of `me`.
static void put_among(maker *m, int me, int type, int cell) {
    const program *p = m->p;
    frame *f = &m->f;
    vm_load(f, p, p->start);
    set_zero(vm_set(f, p->at.own + me), p->b.words);
    for (int i = 0; i < p->players; i++) {
        vm_set(f, p->at.own + i)[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
    }
    for (int t = 0; t < p->types && p->at.type != BOARD_NONE; t++) {
        vm_set(f, p->at.type + t)[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
    }
    board_put(vm_set(f, p->at.own + me), cell);
    if (p->at.type != BOARD_NONE) {
        board_put(vm_set(f, p->at.type + type), cell);
    }
    f->h.me = (uint8_t)me;
}

static int ends_by(maker *m, uint32_t endings) {
    return endings && vm_run(&m->f, endings) == VM_OVER;
}

// Whether that wins at once. By an ending below `stuck` only where nobody stood, since there games are also won by what was
// taken (the last of its kind), which is no place to go to.
static int wins_there(maker *m, int me, int type, int cell) {
    const program *p = m->p;
    const int free = lang_owner_at(p, p->start, cell) < 0;
    const ir_head *h = &m->f.h;
    put_among(m, me, type, cell);
    return (ends_by(m, p->root[me].endings) || (free && ends_by(m, p->root[me].later))) &&
           h->rank[me] == 1 && (p->players == 1 || h->rank[(me + 1) % p->players] != 1);
}

// Whether that leaves the next player no turn, and so wins.
static int wins_by_blocking(maker *m, int me, int type, int cell) {
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

typedef int goal_test(maker *m, int me, int type, int cell);

// Cells where a piece wins, if they are not half of the board, made worth going to.
static int aim(maker *m, int me, int type, goal_test *wins) {
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
    measure_ways(m, me, type, goal);
    add_ways(m, me, type, EVAL_GOAL);
    return 1;
}

// Where one side wins at once and the other only after a last turn that nobody has any more (the
// first king on the far row), both have the goal.
static int find_goals(maker *m) {
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

// --- Races ------------------------------------------------------------------------------------

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
static int wins_alone(maker *m, int me, int across, uint64_t *stand) {
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
static void add_steps(maker *m, int me, int worth) {
    const program *p = m->p;
    for (int t = 0; t < p->types; t++) {
        for (int c = 0; c < p->b.cells; c++) {
            int way = m->way[c] < RACE_FAR ? m->way[c] : RACE_FAR;
            add_place(m, me, t, c, -worth * way);
        }
    }
}

// Everybody has to go across: a place is worth what is left of the way.
static int find_races(maker *m) {
    const program *p = m->p;
    int found = 0;
    for (int me = 0; me < p->players; me++) {
        uint64_t home[BOARD_MAX_WORDS] = {0}, goal[BOARD_MAX_WORDS] = {0};
        uint64_t tip[BOARD_MAX_WORDS] = {0};
        if (!wins_alone(m, me, 0, home) && wins_alone(m, me, 1, goal)) {
            measure_ways(m, me, 0, goal);
            add_steps(m, me, RACE_STEP);
            board_put(tip, deepest(&p->b, goal));
            measure_ways(m, me, 0, tip);
            add_steps(m, me, RACE_DEEPER);
            found = 1;
        }
    }
    return found;
}

// Whether a side is better off, by points, without one of its men.
static int fewest_win(maker *m) {
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
    vm_set(f, p->at.own)[at >> 6] &= ~((uint64_t)1 << (at & 63));
    for (int t = 0; t < p->types && p->at.type != BOARD_NONE; t++) {
        vm_set(f, p->at.type + t)[at >> 6] &= ~((uint64_t)1 << (at & 63));
    }
    memcpy(m->state, p->start, p->size.state_size);
    vm_store(f, m->state);
    walk_scores(p, p->start, before);
    walk_scores(p, m->state, after);
    return after[0] - after[1] > before[0] - before[1];
}

// --- Lines and links ---------------------------------------------------------------------------

// The cell that `s` moves to `cell`.
static uint16_t cell_before(const board *b, const board_shift *s, int cell) {
    for (int c = 0; c < b->cells; c++) {
        if (s->to[c] == cell) {
            return (uint16_t)c;
        }
    }
    return BOARD_NONE;
}

// Cells from which a line of this length stays on the board.
static int mark_lines(maker *m) {
    const board *b = &m->p->b;
    for (int axis = 0; axis < b->axis_count; axis++) {
        const uint16_t *to = b->shift[b->axis[axis]].to;
        uint64_t *from = arena_new(m->keep, (size_t)b->words * sizeof *from);
        uint16_t *back = arena_new(m->keep, (size_t)b->cells * sizeof *back);
        m->e->line_from[axis] = from;
        m->e->line_back[axis] = back;
        if (!from || !back) {
            return 0;
        }
        for (int c = 0; c < b->cells; c++) {
            int at = c, k = 1;
            back[c] = cell_before(b, &b->shift[b->axis[axis]], c);
            while (k < m->e->line && at != BOARD_NONE && board_has(b->all, at)) {
                at = to[at];
                k++;
            }
            if (at != BOARD_NONE && board_has(b->all, at)) {
                board_put(from, c);
            }
        }
    }
    return 1;
}

// The line along `axis` that begins at `cell`.
static uint64_t line_set(const maker *m, int axis, int cell) {
    const uint16_t *to = m->p->b.shift[m->p->b.axis[axis]].to;
    uint64_t set = 0;
    for (int k = 0; k < m->e->line; k++, cell = to[cell]) {
        set |= (uint64_t)1 << cell;
    }
    return set;
}

// On a board of one word all lines through a cell are listed as sets, to rate moves quickly.
static int list_lines(maker *m) {
    const board *b = &m->p->b;
    size_t most = (size_t)b->cells * (size_t)(b->axis_count * m->e->line), n = 0;
    m->e->through = arena_new(m->keep, most * sizeof *m->e->through);
    m->e->through_at = arena_new(m->keep, (size_t)(b->cells + 1) * sizeof *m->e->through_at);
    if (!m->e->through || !m->e->through_at) {
        return 0;
    }
    for (int cell = 0; cell < b->cells; cell++) {
        m->e->through_at[cell] = (uint16_t)n;
        for (int axis = 0; axis < b->axis_count; axis++) {
            int begin = cell;
            for (int off = 0; off < m->e->line && begin != BOARD_NONE; off++) {
                if (board_has(m->e->line_from[axis], begin)) {
                    m->e->through[n++] = line_set(m, axis, begin);
                }
                begin = m->e->line_back[axis][begin];
            }
        }
    }
    m->e->through_at[b->cells] = (uint16_t)n;
    return 1;
}

static int read_lines(maker *m, const words *ends, const words *rules) {
    int line = ends->line ? ends->line : rules->line;
    if (line < 2 || line > EVAL_LINE_MAX) {
        return 1;
    }
    int worth = ends->line ? EVAL_PIECE : EVAL_PIECE / 4;
    worth = ends->line && ends->line_lost ? -worth : worth;
    m->e->line = line;
    m->e->line_worth[line] = worth * 16;
    for (int k = line - 1; k > 0 && k > line - 4; k--, worth /= 4) {
        m->e->line_worth[k] = worth;
    }
    m->e->counts |= EVAL_LINES;
    return mark_lines(m) && (m->p->b.words > 1 || list_lines(m));
}

static const uint64_t *border(const board *b, const ast *n) {
    static const char *const word[] = {"top", "bottom", "left", "right"};
    for (int i = 0; i < 4; i++) {
        if (is_word(n, word[i])) {
            return b->border[i];
        }
    }
    return NULL;
}

static void read_links(maker *m, const decl_ending *end, const words *w) {
    const program *p = m->p;
    for (int i = 0; i < w->link_count; i++) {
        const uint64_t *from = border(&p->b, w->links[i]->b), *to = border(&p->b, w->links[i]->c);
        for (int me = 0; me < p->players && from && to; me++) {
            if (!end->player || strcmp(end->player, p->g->players[me].name) == 0) {
                m->e->side[me][0] = from;
                m->e->side[me][1] = to;
                m->e->counts |= EVAL_LINKS;
            }
        }
    }
}

static int is_none_mine(const ast *n, void *with) {
    *(int *)with |= n->kind == A_NO && is_own(n->a);
    return 1;
}

static int read_endings(maker *m, const words *rules) {
    const game_ast *g = m->p->g;
    words ends = {0};
    int stuck = 0;
    m->e->sign = 1;
    for (int i = 0; i < g->ending_count; i++) {
        words one = {0};
        int bare = 0;
        scan_tree(g->endings[i].stuck, look_for_outcome, &stuck);
        scan_tree(g->endings[i].cond, look_at_rule, &one);
        scan_tree(g->endings[i].cond, is_none_mine, &bare);
        m->e->sign = bare && g->endings[i].what == OUT_WIN ? -1 : m->e->sign;
        // Where one line wins and another loses, the one that wins is the plan; a move that makes
        // the other ends the game, which every search sees by itself.
        int lost = g->endings[i].what == OUT_LOSE;
        if (one.line && (!ends.line || ends.line_lost || !lost)) {
            ends.line = one.line;
            ends.line_lost = lost;
        }
        if (g->endings[i].what == OUT_WIN) {
            read_links(m, &g->endings[i], &one);
        }
    }
    if (rules->won_line && (!ends.line || ends.line_lost)) {
        ends.line = rules->won_line;
        ends.line_lost = 0;
    } else if (rules->lost_line && !ends.line) {
        ends.line = rules->lost_line;
        ends.line_lost = 1;
    }
    m->e->sign = stuck & 1 << OUT_WIN ? -1 : m->e->sign;
    int fills = rules->fills || (m->p->at.neutral != BOARD_NONE && m->p->places);
    if (fills && stuck & 1 << OUT_LOSE && m->p->players == 2) {
        m->e->counts |= EVAL_REACH;
    }
    return read_lines(m, &ends, rules);
}

// --- Places that cannot be turned around ---------------------------------------------------------

// Pieces are turned when they stand between two others: a cell without neighbours on
// both sides, in any direction, is safe for ever, and cells beside it give it away.
static int safety(const board *b, int cell) {
    int open = 0;
    for (int i = 0; i < b->axis_count; i++) {
        const board_shift *s = &b->shift[b->axis[i]];
        open += s->to[cell] != BOARD_NONE && cell_before(b, s, cell) != BOARD_NONE;
    }
    return open == 0 ? SAFE_CELL : open == 1 ? EDGE_CELL : 0;
}

static void set_safe_places(maker *m) {
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
            add_place(m, k / p->types, k % p->types, c, mine - (best - mine) / 2);
        }
    }
    m->e->counts |= EVAL_FLIPS;
}

// Where no place is better for any other reason, the middle is a little: it is near
// everything. Half a hundredth of a piece is enough to order moves.
static void prefer_middle(maker *m) {
    const program *p = m->p;
    for (int c = 0; c < p->b.cells; c++) {
        int dx = 2 * p->b.x[c] - p->b.max_x, dy = 2 * p->b.y[c] - p->b.max_y;
        int off = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
        for (int k = 0; k < p->players * p->types; k++) {
            add_place(m, k / p->types, k % p->types, c, -off);
        }
    }
}

// --- All of it --------------------------------------------------------------------------------------

// Of a value for each player, type and cell.
static size_t table_size(const program *p) {
    return (size_t)p->players * (size_t)p->types * (size_t)p->b.cells * sizeof(int16_t);
}

static int find_royals(maker *m) {
    const program *p = m->p;
    int any = 0;
    for (int t = 0; t < p->types; t++) {
        any |= m->e->royal[t] = (uint8_t)is_royal(p->g, &p->g->pieces[t]);
    }
    m->e->shelter = any ? arena_new(m->keep, table_size(p)) : NULL;
    return !any || m->e->shelter;
}

static int read_rules(maker *m) {
    const program *p = m->p;
    words rules = {0};
    look_at_game(p->g, &rules);
    if (!find_royals(m) || !find_all_motions(m)) {
        return 0;
    }
    for (int i = 0; i < FILLINGS; i++) {
        fill_board(m, i);
        count_reach(m);
    }
    set_values(m);
    set_places(m);
    if (!read_endings(m, &rules) || !find_rises(m)) {
        return 0;
    }
    if (fewest_win(m)) {
        m->e->sign = -1;
    }
    int moves = m->e->motion_count[0] > 0;
    if (moves && (find_goals(m) || find_races(m) || (rules.takes && rules.quiet))) {
        m->e->counts |= EVAL_MATERIAL;
        m->e->counts |= m->e->slide_count[0] ? EVAL_SIGHT : 0;
    }
    if (p->has_score) {
        m->e->counts |= EVAL_SCORE;
    }
    if (!moves) {
        if (rules.flips) {
            set_safe_places(m);
        } else {
            prefer_middle(m);
        }
    }
    return 1;
}

static int allocate(maker *m, arena *keep) {
    const program *p = m->p;
    size_t kinds = (size_t)p->players * (size_t)p->types, cells = (size_t)p->b.cells;
    m->e->place = arena_new(keep, table_size(p));
    m->e->rise = arena_new(keep, kinds * (size_t)p->b.words * sizeof *m->e->rise);
    m->reach = arena_new(m->a, kinds * cells * sizeof *m->reach);
    m->way = arena_new(m->a, cells * sizeof *m->way);
    m->state = arena_new(m->a, p->size.state_size);
    return m->e->place && m->e->rise && m->reach && m->way && m->state;
}

static int start_material(const maker *m, int me) {
    const program *p = m->p;
    int sum = 0;
    for (int c = 0; c < p->b.cells; c++) {
        int mine = lang_owner_at(p, p->start, c) == me;
        sum += mine ? m->e->value[lang_type_at(p, p->start, c)] : 0;
    }
    return sum;
}

// Its frame begins a line of the cache, where an arena begins anywhere.
static maker *new_maker(arena *a) {
    char *room = arena_new(a, sizeof(maker) + VM_LINE);
    return room ? (maker *)(void *)(room + VM_LINE - (uintptr_t)room % VM_LINE) : NULL;
}

lang_eval *eval_new(const program *p, arena *keep) {
    arena scratch;
    arena_init(&scratch, keep->alloc, 0);
    maker *m = new_maker(&scratch);
    lang_eval *e = arena_new(keep, sizeof *e);
    if (m && e) {
        m->p = p;
        m->e = e;
        m->a = &scratch;
        m->keep = keep;
        m->f.can = walk_can;
    }
    int ok = m && e && allocate(m, keep) && read_rules(m);
    for (int i = 0; ok && i < p->players; i++) {
        int mine = start_material(m, i);
        e->full = mine > e->full ? mine : e->full;
    }
    arena_deinit(&scratch);
    return ok ? e : NULL;
}
