// SPDX-License-Identifier: MIT
// Gives moves their fixed numbers, derived from the rules; see actions.h.
//
// Why picking numbers one after the other finds exactly one legal move. Let two different legal
// moves agree in all steps up to some point, and let their next steps x and y have one number.
//
// (a) They are no motions. Then they are the same choice on the same cell, so x = y, and the moves
//     part later; or they are two CONTINUE choices of different types on one cell, which cannot
//     both be legal: the piece on its way has one type, known from the position and the steps so
//     far.
// (b) They are motions. They are in the same layer and have the same cells. The piece on `from`
//     has one type, so both choices admit it, and both connect the two cells: they *meet*.
//     Choices that meet are put into different layers, unless overlap.c has compared them (two
//     motion rules of equal type and label): then they are never legal together, or the same
//     move, which lists have once. So x = y, and the moves part later.
// (c) One move ends where the other goes on. The end is number 0, which no step has.
//
// Hence no move's numbers are the beginning of another's. Law 24 looks at it in every game.
#include "lang/game/actions.h"

#include "lang/front/ast.h"
#include "lang/game/reach.h"

enum { MOST_PAIRS = 8192 }; // above that a motion is two numbers

static uint32_t step_of(int choice, int from, int to) {
    return (uint32_t)choice << ACTION_CHOICE | (uint32_t)(from & ACTION_CELL) << ACTION_FROM |
           (uint32_t)(to & ACTION_CELL);
}

// --- Layers ----------------------------------------------------------------------------------

static int types_meet(const ir_choice *x, const ir_choice *y) {
    return x->type == y->type || x->type == 255 || y->type == 255;
}

// Whether overlap.c has made sure that no list has both as different moves.
static int are_compared(const ir_choice *x, const ir_choice *y) {
    return x->label == y->label && x->type == y->type && x->rule && y->rule && x->rule != y->rule &&
           x->rule->kind == R_MOTION && y->rule->kind == R_MOTION;
}

static int may_clash(const program *p, const reach *of, int i, int k) {
    const ir_choice *x = &p->choice[i], *y = &p->choice[k];
    return y->kind == CH_MOTION && types_meet(x, y) && !are_compared(x, y) &&
           reach_meets(&of[i], &of[k]);
}

static void put_in_layers(const program *p, const reach *of, lang_actions *f) {
    for (int i = 1; i <= p->choice_count; i++) {
        uint8_t used[IR_MAX_CHOICES + 2] = {0};
        if (p->choice[i].kind != CH_MOTION) {
            continue;
        }
        for (int k = 1; k < i; k++) {
            if (may_clash(p, of, i, k)) {
                used[f->layer[k]] = 1;
            }
        }
        while (used[f->layer[i]]) {
            f->layer[i]++;
        }
        f->layers = f->layer[i] + 1 > f->layers ? f->layer[i] + 1 : f->layers;
    }
}

// --- Numbers ---------------------------------------------------------------------------------

static int rank_cells(const program *p, lang_actions *f) {
    int live = 0;
    for (int c = 0; c < p->b.cells; c++) {
        f->rank[c] = p->b.all[c / 64] >> (c % 64) & 1 ? live++ : -1;
    }
    return live;
}

static int is_used(const program *p, const reach *of, const lang_actions *f, int layer, size_t at) {
    for (int i = 1; i <= p->choice_count; i++) {
        if (p->choice[i].kind == CH_MOTION && f->layer[i] == layer && reach_has(&of[i], at)) {
            return i;
        }
    }
    return 0;
}

static uint32_t count_pairs(const program *p, const reach *of, const lang_actions *f) {
    size_t square = (size_t)p->b.cells * (size_t)p->b.cells;
    uint32_t n = 0;
    for (int layer = 0; layer < f->layers; layer++) {
        for (size_t at = 0; at < square; at++) {
            n += is_used(p, of, f, layer, at) != 0;
        }
    }
    return n;
}

static void number_pairs(const program *p, const reach *of, lang_actions *f) {
    size_t square = (size_t)p->b.cells * (size_t)p->b.cells;
    for (int layer = 0; layer < f->layers; layer++) {
        for (size_t at = 0; at < square; at++) {
            int32_t *id = &f->pair[(size_t)layer * square + at];
            *id = is_used(p, of, f, layer, at) ? (int32_t)f->count++ : -1;
        }
    }
}

// The choice before `i` whose numbers it may share, or 0: where a piece goes on, its type is known.
static int shares_with(const program *p, int i) {
    const ir_choice *x = &p->choice[i];
    for (int k = 1; k < i && x->kind == CH_CONTINUE; k++) {
        const ir_choice *y = &p->choice[k];
        if (y->kind == CH_CONTINUE && y->type != x->type && y->type != 255 && x->type != 255) {
            return k;
        }
    }
    return 0;
}

static void number_others(const program *p, int live, lang_actions *f) {
    for (int i = 1; i <= p->choice_count; i++) {
        int kind = p->choice[i].kind, shared = shares_with(p, i);
        if (kind == CH_MOTION || kind == CH_DONE) { // to be done is ACTION_STOP
            continue;
        }
        if (shared) {
            f->base[i] = f->base[shared];
            continue;
        }
        f->base[i] = (int32_t)f->count;
        f->count += kind <= CH_TAKE ? (uint32_t)live : 1;
    }
}

// Pieces that may become others go on where they may: elsewhere the move is whole.
static void note_going(const program *p, const ir_node *n, lang_actions *f) {
    int zone = ir_weight(p, n)->zone;
    const uint64_t *cells = zone ? p->consts + (zone - 1) * p->b.words : p->b.all;
    for (int w = 0; w < p->b.words; w++) {
        f->going[n->choice * p->b.words + w] |= cells[w];
    }
}

static int may_go_on(const program *p, const lang_actions *f, int choice, int to) {
    return f->goes_on[choice] && board_has(f->going + choice * p->b.words, to);
}

// Where moves may go on, and whether ACTION_STOP is needed at all: there, and where a turn may be over
// before anything was chosen. Answers 1 if it is.
static int note_ends(const program *p, lang_actions *f) {
    int stops = 0;
    for (int n = 0; n < p->node_count; n++) {
        const ir_node *node = &p->node[n];
        if (node->kind == N_CHOICE && ir_path(p, node)->tail == TAIL_CHOICE) {
            stops = f->goes_on[node->choice] = 1;
            note_going(p, node, f);
        }
    }
    for (int i = 0; i < p->g->phase_count; i++) {
        for (int who = 0; who < p->players; who++) {
            const ir_node *start = &p->node[p->phase[i].start[who]];
            stops |= start->kind != N_ROLL && ir_path(p, start)->empty;
        }
    }
    return stops;
}

// --- What numbers mean -------------------------------------------------------------------------

static tsr_move code_of(const program *p, int choice, tsr_move from, tsr_move to) {
    return (tsr_move)choice | from << p->size.choice_bits |
           to << (p->size.choice_bits + p->size.cell_bits);
}

// Which choice a number means for each type of piece, where that is all there is to know.
static void note_mover(const program *p, int choice, uint32_t id, int to, lang_actions *f) {
    const ir_choice *x = &p->choice[choice];
    for (int t = 0; t < p->types; t++) {
        uint16_t *mover = &f->mover[id * (uint32_t)p->types + (uint32_t)t];
        if (x->type == 255 || x->type == t) {
            int open = *mover == SEVERAL_MOVERS || may_go_on(p, f, choice, to);
            *mover = open ? SEVERAL_MOVERS : *mover != NO_MOVER ? SEVERAL_WHOLE : (uint16_t)choice;
        }
    }
}

static void explain_motion(const program *p, const reach *of, int i, lang_actions *f) {
    int cells = p->b.cells;
    for (int from = 0; from < cells; from++) {
        for (int to = 0; to < cells; to++) {
            size_t at = (size_t)from * (size_t)cells + (size_t)to;
            size_t square = (size_t)cells * (size_t)cells;
            if (!f->by_cells && reach_has(&of[i], at)) {
                uint32_t id = (uint32_t)f->pair[f->layer[i] * square + at];
                f->step[id] = step_of(i, from, to);
                f->whole[id] = code_of(p, 0, (tsr_move)from, (tsr_move)to);
                note_mover(p, i, id, to, f);
            }
        }
        if (f->by_cells && f->rank[from] >= 0) {
            int32_t live_to = f->base[i] + f->rank[from];
            f->step[f->from_base + f->rank[from]] = step_of(i, from, ACTION_NO_CELL);
            f->step[live_to] = step_of(i, ACTION_NO_CELL, from);
        }
    }
}

// A choice without a `from`. Where a piece goes on, others share the number.
static void note_whole(const program *p, int choice, int32_t id, int to, lang_actions *f) {
    if (p->choice[choice].kind != CH_CONTINUE && !f->goes_on[choice]) {
        f->whole[id] = code_of(p, choice, to < 0 ? 0 : (tsr_move)to, 0);
    }
}

static void explain_numbers(const program *p, const reach *of, lang_actions *f) {
    for (int i = 1; i <= p->choice_count; i++) {
        int kind = p->choice[i].kind;
        if (kind == CH_MOTION) {
            explain_motion(p, of, i, f);
        } else if (kind <= CH_TAKE) {
            for (int c = 0; c < p->b.cells; c++) {
                if (f->rank[c] >= 0) {
                    f->step[f->base[i] + f->rank[c]] = step_of(i, ACTION_NO_CELL, c);
                    note_whole(p, i, f->base[i] + f->rank[c], c, f);
                }
            }
        } else if (kind != CH_DONE) {
            f->step[f->base[i]] = step_of(i, ACTION_NO_CELL, ACTION_NO_CELL);
            note_whole(p, i, f->base[i], -1, f);
        }
    }
}

// By cells: `from` has one number a cell, `to` one a cell and layer.
static void number_cells(const program *p, int live, lang_actions *f) {
    f->from_base = (int32_t)f->count;
    f->count += (uint32_t)live;
    for (int i = 1; i <= p->choice_count; i++) {
        if (p->choice[i].kind == CH_MOTION) {
            f->base[i] = (int32_t)f->count + f->layer[i] * live;
        }
    }
    f->count += (uint32_t)(f->layers * live);
}

static int make_numbers(const program *p, const reach *of, lang_actions *f, arena *a) {
    int live = rank_cells(p, f);
    f->going = arena_new(a, ((size_t)p->choice_count + 1) * (size_t)p->b.words * sizeof *f->going);
    if (!f->going) {
        return 0;
    }
    f->count = (uint32_t)note_ends(p, f);
    put_in_layers(p, of, f);
    f->by_cells = count_pairs(p, of, f) > MOST_PAIRS;
    if (f->by_cells) {
        number_cells(p, live, f);
    } else {
        size_t square = (size_t)p->b.cells * (size_t)p->b.cells;
        f->pair = arena_new(a, ((size_t)f->layers * square + 1) * sizeof *f->pair);
        if (!f->pair) {
            return 0;
        }
        number_pairs(p, of, f);
    }
    number_others(p, live, f);
    f->step = arena_new(a, ((size_t)f->count + 1) * sizeof *f->step);
    f->mover = arena_new(a, ((size_t)f->count + 1) * (size_t)p->types * sizeof *f->mover);
    f->whole = arena_new(a, ((size_t)f->count + 1) * sizeof *f->whole);
    int32_t *layer = arena_new(a, ((size_t)p->choice_count + 1) * sizeof *layer);
    if (!f->step || !f->mover || !f->whole || !layer) {
        return 0;
    }
    explain_numbers(p, of, f);
    for (int i = 1; i <= p->choice_count; i++) {
        layer[i] = f->layer[i] * p->b.cells * p->b.cells;
    }
    f->ids = (lang_ids){f->pair, layer, f->base, f->rank, live == p->b.cells, 0};
    return 1;
}

// --- Numbers seen from the other side ----------------------------------------------------------

// What turns with the cells: number `id` as the second player sees it, or -1 if there is none.
static int64_t turned_number(const program *p, const lang_actions *f, const uint16_t *turned,
                             uint32_t id) {
    uint32_t code = f->step[id];
    int choice = (int)(code >> ACTION_CHOICE);
    int from = (int)(code >> ACTION_FROM & ACTION_CELL), to = (int)(code & ACTION_CELL);
    size_t cells = (size_t)p->b.cells;
    from = from == ACTION_NO_CELL ? ACTION_NO_CELL : turned[from];
    to = to == ACTION_NO_CELL ? ACTION_NO_CELL : turned[to];
    if (!code || (from == ACTION_NO_CELL && to == ACTION_NO_CELL)) {
        return id;
    }
    if (from != ACTION_NO_CELL && to != ACTION_NO_CELL) {
        return f->pair[((size_t)f->layer[choice] * cells + (size_t)from) * cells + (size_t)to];
    }
    int32_t base = from != ACTION_NO_CELL ? f->from_base : f->base[choice];
    int rank = f->rank[from != ACTION_NO_CELL ? from : to];
    return rank < 0 ? -1 : base + rank;
}

// Only where every number has its counterpart, and some are not their own. Pairs of cells that one
// side's motions connect and the other's do not would have none: then nothing turns.
static int turn_numbers(const program *p, const uint16_t *turned, lang_actions *f, arena *a) {
    uint32_t *out = arena_new(a, ((size_t)f->count + 1) * sizeof *out), moved = 0;
    if (!out) {
        return 0;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        int64_t to = turned_number(p, f, turned, i);
        if (to < 0 || turned_number(p, f, turned, (uint32_t)to) != (int64_t)i) {
            return 1;
        }
        out[i] = (uint32_t)to;
        moved += to != (int64_t)i;
    }
    f->turned = moved ? out : NULL;
    return 1;
}

lang_actions *actions_new(const program *p, const uint16_t *turned, arena *a) {
    lang_actions *f = arena_new(a, sizeof *f);
    int32_t *rank = arena_new(a, (size_t)p->b.cells * sizeof *rank);
    arena scratch;
    arena_init(&scratch, a->alloc, 0);
    reach *of = arena_new(&scratch, ((size_t)p->choice_count + 1) * sizeof *of);
    int ok = f && rank && of && reach_find(p, of, &scratch);
    if (ok) {
        f->rank = rank;
        ok = make_numbers(p, of, f, a) && turn_numbers(p, turned, f, a);
    }
    arena_deinit(&scratch);
    return ok ? f : NULL;
}
