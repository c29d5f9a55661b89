// SPDX-License-Identifier: MIT
// Fixed numbers for moves, derived from the rules; see actions.h.
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

#include <stdio.h>
#include <stdlib.h>

#include "lang/front/ast.h"
#include "lang/game/move_text.h"
#include "lang/game/state.h"

enum {
    STOP = 0,          // the number that ends a move
    MOST_PAIRS = 8192, // above that a motion is two numbers
    MOST_BLOCK = 4096, // instructions of one node that are looked at
    SHIFT_CHOICE = 22, // lang_actions.step: choice, from and to, and what is left out
    SHIFT_FROM = 11,
    CELL_MASK = (1 << 11) - 1,
    NO_CELL = CELL_MASK
};

static uint32_t step_of(int choice, int from, int to) {
    return (uint32_t)choice << SHIFT_CHOICE | (uint32_t)(from & CELL_MASK) << SHIFT_FROM |
           (uint32_t)(to & CELL_MASK);
}

// --- Which cells a motion can connect, whatever stands on the board --------------------------

typedef struct pairs {
    int cells;
    uint64_t *bit; // [cells * cells]
} pairs;

static void pair_add(pairs *x, int from, int to) {
    size_t at = (size_t)from * (size_t)x->cells + (size_t)to;
    x->bit[at / 64] |= (uint64_t)1 << (at % 64);
}

static int pair_has(const pairs *x, size_t at) {
    return x->bit[at / 64] >> (at % 64) & 1;
}

static size_t pair_words(int cells) {
    return ((size_t)cells * (size_t)cells + 63) / 64;
}

static int pairs_meet(const pairs *x, const pairs *y) {
    for (size_t i = 0; i < pair_words(x->cells); i++) {
        if (x->bit[i] & y->bit[i]) {
            return 1;
        }
    }
    return 0;
}

// Every cell with those `near` to `far` steps away.
static void add_line(const board *b, int shift, int near, int far, pairs *out) {
    for (int c = 0; c < b->cells; c++) {
        int at = c;
        for (int k = 1; k <= far; k++) {
            at = b->shift[shift].to[at];
            if (at == BOARD_NONE || at == c) {
                break; // off the board, or once round
            }
            if (k >= near) {
                pair_add(out, c, at);
            }
        }
    }
}

// How far a motion goes along a direction that its code names.
typedef struct stretch {
    int near, far;
} stretch;

static stretch stretch_of(const program *p, const ir_choice *x) {
    int kind = x->rule->num;
    if (kind == MOTION_HOP) {
        return (stretch){2, 2};
    }
    return kind == MOTION_STEP || kind == MOTION_LEAP ? (stretch){1, 1} : (stretch){1, p->b.cells};
}

static void add_set(const board *b, const dirset *set, stretch far, pairs *out) {
    for (int n = 0; n < set->count; n++) {
        add_line(b, set->shift[n], far.near, far.far, out);
    }
}

// An instruction that offers motions and says itself which cells it connects.
static int add_offer(const board *b, const insn *i, pairs *out) {
    switch (i->op) {
    case OP_EMITC: add_line(b, i->b, 1, 1, out); return 1;
    case OP_STEP: add_line(b, i->c, 1, 1, out); return 1;
    case OP_LEAPS: add_set(b, &b->set[i->b], (stretch){1, 1}, out); return 1;
    case OP_GLIDE: add_set(b, &b->set[i->b], (stretch){1, b->cells}, out); return 1;
    default: return 0;
    }
}

// An instruction that leads to the targets of OP_EMITO: all directions it names, which may be
// more than the motion's own. 0 = they are found in play and may be any.
static int add_way(const board *b, const insn *i, stretch far, pairs *out) {
    const char *format = ir_op_format[i->op];
    const uint16_t *arg = &i->a;
    if (i->op == OP_RAYI) {
        return 0;
    }
    if (i->op == OP_SHIFTI) { // any direction, so many times
        int times = abs((int16_t)i->d);
        for (int k = 0; k < b->any_count; k++) {
            add_line(b, b->any[k], times, times, out);
        }
        return 1;
    }
    for (int k = 0; format[k]; k++) {
        if (format[k] == 'd') {
            add_set(b, &b->set[arg[k]], far, out);
        } else if (format[k] == 'h') {
            add_line(b, arg[k], far.near, far.far, out);
        }
    }
    return 1;
}

static int add_node(const program *p, const ir_node *n, stretch far, pairs *out) {
    const insn *list[MOST_BLOCK];
    int count = ir_block(p, n->code, list, MOST_BLOCK), by_origin = 0, known = 1;
    for (int i = 0; i < count && i < MOST_BLOCK; i++) {
        by_origin |= list[i]->op == OP_EMITO;
    }
    for (int i = 0; i < count && i < MOST_BLOCK; i++) {
        if (!add_offer(&p->b, list[i], out) && by_origin) {
            known &= add_way(&p->b, list[i], far, out);
        }
    }
    return known && count <= MOST_BLOCK;
}

// Where nothing is known, every two cells.
static void add_all(const program *p, pairs *out) {
    for (int from = 0; from < p->b.cells; from++) {
        for (int to = 0; to < p->b.cells; to++) {
            pair_add(out, from, to);
        }
    }
}

static void motion_pairs(const program *p, int choice, pairs *out) {
    const ir_choice *x = &p->choice[choice];
    int known = x->rule && x->rule->kind == R_MOTION && x->rule->a; // else it leaps anywhere
    int any = 0;
    for (int n = 0; n < p->node_count && known; n++) {
        if (p->node[n].kind == N_CHOICE && p->node[n].choice == choice) {
            known = add_node(p, &p->node[n], stretch_of(p, x), out);
            any = 1;
        }
    }
    if (!known || !any) {
        add_all(p, out);
    }
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

static int may_clash(const program *p, const pairs *reach, int i, int k) {
    const ir_choice *x = &p->choice[i], *y = &p->choice[k];
    return y->kind == CH_MOTION && types_meet(x, y) && !are_compared(x, y) &&
           pairs_meet(&reach[i], &reach[k]);
}

static void put_in_layers(const program *p, const pairs *reach, lang_actions *f) {
    for (int i = 1; i <= p->choice_count; i++) {
        uint8_t used[IR_MAX_CHOICES + 2] = {0};
        if (p->choice[i].kind != CH_MOTION) {
            continue;
        }
        for (int k = 1; k < i; k++) {
            if (may_clash(p, reach, i, k)) {
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

static int is_used(const program *p, const pairs *reach, const lang_actions *f, int layer,
                   size_t at) {
    for (int i = 1; i <= p->choice_count; i++) {
        if (p->choice[i].kind == CH_MOTION && f->layer[i] == layer && pair_has(&reach[i], at)) {
            return i;
        }
    }
    return 0;
}

static uint32_t count_pairs(const program *p, const pairs *reach, const lang_actions *f) {
    size_t square = (size_t)p->b.cells * (size_t)p->b.cells;
    uint32_t n = 0;
    for (int layer = 0; layer < f->layers; layer++) {
        for (size_t at = 0; at < square; at++) {
            n += is_used(p, reach, f, layer, at) != 0;
        }
    }
    return n;
}

static void number_pairs(const program *p, const pairs *reach, lang_actions *f) {
    size_t square = (size_t)p->b.cells * (size_t)p->b.cells;
    for (int layer = 0; layer < f->layers; layer++) {
        for (size_t at = 0; at < square; at++) {
            int32_t *id = &f->pair[(size_t)layer * square + at];
            *id = is_used(p, reach, f, layer, at) ? (int32_t)f->count++ : -1;
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
        if (kind == CH_MOTION || kind == CH_DONE) { // to be done is STOP
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

// Where moves may go on, and whether STOP is needed at all: there, and where a turn may be over
// before anything was chosen. Answers 1 if it is.
static int note_ends(const program *p, lang_actions *f) {
    int stops = 0;
    for (int n = 0; n < p->node_count; n++) {
        const ir_node *node = &p->node[n];
        if (node->kind == N_CHOICE && ir_path(p, node)->tail == TAIL_CHOICE) {
            stops = f->goes_on[node->choice] = 1;
        }
    }
    for (int i = 0; i < p->g->phase_count; i++) {
        for (int who = 0; who < p->players; who++) {
            stops |= ir_path(p, &p->node[p->phase[i].start[who]])->empty;
        }
    }
    return stops;
}

// --- What numbers mean -------------------------------------------------------------------------

// Which choice a number means for each type of piece, where that is all there is to know.
static void note_mover(const program *p, int choice, uint32_t id, lang_actions *f) {
    const ir_choice *x = &p->choice[choice];
    for (int t = 0; t < p->types; t++) {
        uint16_t *mover = &f->mover[id * (uint32_t)p->types + (uint32_t)t];
        if (x->type == 255 || x->type == t) {
            *mover = *mover != NO_MOVER || f->goes_on[choice] ? SEVERAL_MOVERS : (uint16_t)choice;
        }
    }
}

static void explain_motion(const program *p, const pairs *reach, int i, lang_actions *f) {
    int cells = p->b.cells;
    for (int from = 0; from < cells; from++) {
        for (int to = 0; to < cells; to++) {
            size_t at = (size_t)from * (size_t)cells + (size_t)to;
            size_t square = (size_t)cells * (size_t)cells;
            if (!f->by_cells && pair_has(&reach[i], at)) {
                f->step[f->pair[f->layer[i] * square + at]] = step_of(i, from, to);
                note_mover(p, i, (uint32_t)f->pair[f->layer[i] * square + at], f);
            }
        }
        if (f->by_cells && f->rank[from] >= 0) {
            int32_t live_to = f->base[i] + f->rank[from];
            f->step[f->from_base + f->rank[from]] = step_of(i, from, NO_CELL);
            f->step[live_to] = step_of(i, NO_CELL, from);
        }
    }
}

static void explain_numbers(const program *p, const pairs *reach, lang_actions *f) {
    for (int i = 1; i <= p->choice_count; i++) {
        int kind = p->choice[i].kind;
        if (kind == CH_MOTION) {
            explain_motion(p, reach, i, f);
        } else if (kind <= CH_TAKE) {
            for (int c = 0; c < p->b.cells; c++) {
                if (f->rank[c] >= 0) {
                    f->step[f->base[i] + f->rank[c]] = step_of(i, NO_CELL, c);
                }
            }
        } else if (kind != CH_DONE) {
            f->step[f->base[i]] = step_of(i, NO_CELL, NO_CELL);
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

static int make_numbers(const program *p, const pairs *reach, lang_actions *f, arena *a) {
    int live = rank_cells(p, f);
    f->count = (uint32_t)note_ends(p, f);
    put_in_layers(p, reach, f);
    f->by_cells = count_pairs(p, reach, f) > MOST_PAIRS;
    if (f->by_cells) {
        number_cells(p, live, f);
    } else {
        size_t square = (size_t)p->b.cells * (size_t)p->b.cells;
        f->pair = arena_new(a, ((size_t)f->layers * square + 1) * sizeof *f->pair);
        if (!f->pair) {
            return 0;
        }
        number_pairs(p, reach, f);
    }
    number_others(p, live, f);
    f->step = arena_new(a, ((size_t)f->count + 1) * sizeof *f->step);
    f->mover = arena_new(a, ((size_t)f->count + 1) * (size_t)p->types * sizeof *f->mover);
    int32_t *layer = arena_new(a, ((size_t)p->choice_count + 1) * sizeof *layer);
    if (!f->step || !f->mover || !layer) {
        return 0;
    }
    explain_numbers(p, reach, f);
    for (int i = 1; i <= p->choice_count; i++) {
        layer[i] = f->layer[i] * p->b.cells * p->b.cells;
    }
    f->ids = (lang_ids){f->pair, layer, f->base, f->rank, live == p->b.cells, 0};
    return 1;
}

// Each motion's pairs, in memory that is given back once the numbers are made.
static int find_reach(const program *p, pairs *reach, arena *scratch) {
    for (int i = 1; i <= p->choice_count; i++) {
        if (p->choice[i].kind == CH_MOTION) {
            reach[i].cells = p->b.cells;
            reach[i].bit = arena_new(scratch, pair_words(p->b.cells) * sizeof *reach[i].bit);
            if (!reach[i].bit) {
                return 0;
            }
            motion_pairs(p, i, &reach[i]);
        }
    }
    return 1;
}

// --- Numbers seen from the other side ----------------------------------------------------------

// What turns with the cells: number `id` as the second player sees it, or -1 if there is none.
static int64_t turned_number(const program *p, const lang_actions *f, const uint16_t *turned,
                             uint32_t id) {
    uint32_t code = f->step[id];
    int choice = (int)(code >> SHIFT_CHOICE);
    int from = (int)(code >> SHIFT_FROM & CELL_MASK), to = (int)(code & CELL_MASK);
    size_t cells = (size_t)p->b.cells;
    from = from == NO_CELL ? NO_CELL : turned[from];
    to = to == NO_CELL ? NO_CELL : turned[to];
    if (!code || (from == NO_CELL && to == NO_CELL)) {
        return id;
    }
    if (from != NO_CELL && to != NO_CELL) {
        return f->pair[((size_t)f->layer[choice] * cells + (size_t)from) * cells + (size_t)to];
    }
    int32_t base = from != NO_CELL ? f->from_base : f->base[choice];
    int rank = f->rank[from != NO_CELL ? from : to];
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
    pairs *reach = arena_new(&scratch, ((size_t)p->choice_count + 1) * sizeof *reach);
    int ok = f && rank && reach && find_reach(p, reach, &scratch);
    if (ok) {
        f->rank = rank;
        ok = make_numbers(p, reach, f, a) && turn_numbers(p, turned, f, a);
    }
    arena_deinit(&scratch);
    return ok ? f : NULL;
}

// --- Steps of learners ---------------------------------------------------------------------------

int64_t actions_first(const program *p, const lang_actions *f, tsr_move m) {
    const uint64_t choices = ((uint64_t)1 << p->size.choice_bits) - 1;
    const uint64_t cells = ((uint64_t)1 << p->size.cell_bits) - 1;
    int choice = (int)(m & choices);
    if (m >> 62 || choice < 1 || choice > p->choice_count) {
        return -1; // hashed
    }
    int kind = p->choice[choice].kind;
    m >>= p->size.choice_bits;
    if (kind == CH_MOTION && f->by_cells) {
        return f->from_base + f->rank[m & cells];
    }
    if (kind == CH_MOTION) {
        return f->pair[f->ids.layer[choice] + (int32_t)(m & cells) * p->b.cells +
                       (int32_t)(m >> p->size.cell_bits & cells)];
    }
    return kind == CH_DONE ? STOP : f->base[choice] + (kind <= CH_TAKE ? f->rank[m & cells] : 0);
}

tsr_move actions_only(const program *p, const lang_actions *f, const void *s, uint32_t action) {
    uint32_t code = action < f->count ? f->step[action] : 0;
    int choice = (int)(code >> SHIFT_CHOICE), kind = code ? p->choice[choice].kind : CH_DONE;
    tsr_move from = code >> SHIFT_FROM & CELL_MASK, to = code & CELL_MASK;
    if (kind == CH_DONE || kind == CH_CONTINUE || f->by_cells || p->split) {
        return TSR_NO_MOVE;
    }
    if (kind == CH_MOTION) {
        uint32_t type = (uint32_t)lang_type_at(p, s, (int)from);
        choice = f->mover[action * (uint32_t)p->types + type];
        return choice == NO_MOVER || choice == SEVERAL_MOVERS
                   ? TSR_NO_MOVE
                   : (tsr_move)choice | from << p->size.choice_bits |
                         to << (p->size.choice_bits + p->size.cell_bits);
    }
    if (f->goes_on[choice]) {
        return TSR_NO_MOVE;
    }
    return (tsr_move)choice | (kind <= CH_TAKE ? to << p->size.choice_bits : 0);
}

// --- The slots -----------------------------------------------------------------------------------

static const lang_actions *actions_of(const tsr_rules *r) {
    return ((const lang_unit *)r->data)->actions;
}

static int put_step(const program *p, const lang_actions *f, const walk_step *s, uint32_t *out) {
    size_t cells = (size_t)p->b.cells;
    if (p->choice[s->choice].kind != CH_MOTION) {
        out[0] = (uint32_t)(f->base[s->choice] + (s->to >= 0 ? f->rank[s->to] : 0));
        return 1;
    }
    if (f->by_cells) {
        out[0] = (uint32_t)(f->from_base + f->rank[s->from]);
        out[1] = (uint32_t)(f->base[s->choice] + f->rank[s->to]);
        return 2;
    }
    size_t layer = f->layer[s->choice];
    out[0] = (uint32_t)f->pair[(layer * cells + (size_t)s->from) * cells + (size_t)s->to];
    return 1;
}

int slot_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out) {
    const program *p = program_of(r);
    const lang_actions *f = actions_of(r);
    walk_step step[WALK_MAX_CHOICES];
    int n = walk_steps(p, s, m, step, WALK_MAX_CHOICES), count = 0;
    (void)who;
    for (int i = 0; i < n; i++) {
        count += put_step(p, f, &step[i], out + count);
    }
    if (n > 0 && f->goes_on[step[n - 1].choice]) {
        out[count++] = STOP;
    }
    return count;
}

int slot_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap) {
    const program *p = program_of(r);
    const lang_actions *f = actions_of(r);
    if (action >= f->count || !f->step[action]) {
        return snprintf(buf, cap, "done");
    }
    uint32_t code = f->step[action];
    int from = (int)(code >> SHIFT_FROM & CELL_MASK), to = (int)(code & CELL_MASK);
    walk_step step = {(int)(code >> SHIFT_CHOICE), from == NO_CELL ? -1 : from,
                      to == NO_CELL ? -1 : to};
    if (f->by_cells && p->choice[step.choice].kind == CH_MOTION) {
        int cell = step.from >= 0 ? step.from : step.to;
        return snprintf(buf, cap, "%s %s", step.from >= 0 ? "from" : "to", p->words.names[cell]);
    }
    return lang_path_text(p, &step, 1, buf, cap);
}
