// SPDX-License-Identifier: MIT
//
// Ways through the automaton: which functions there are. Those that somebody may begin with are asked
// for here; each asks for those that it calls.
#include "lang/plan/ways_build.h"

// --- Starts --------------------------------------------------------------------------------------

// A given move is followed only where its first choice may come.
static void write_picks(way_builder *b, int node) {
    const program *p = b->p;
    const uint32_t choices = (uint32_t)p->choice_count + 1;
    uint32_t *row = arena_new(b->a, choices * sizeof *row);
    if (!row) {
        b->failed = 1;
        return;
    }
    row[1] = plan_may_say_done(p, node) ? way_need(b, WAYS_NODE, WAYS_FOLLOW, node) + 1 : 0;
    for (int c = 2; c < (int)choices; c++) {
        int found, at = plan_lead(p, node, c, &found);
        row[c] = at ? way_need(b, WAYS_NODE, WAYS_FOLLOW, at) + 1 : 0;
    }
    b->ways->pick[b->ways->picks] = row;
    way_put(b, WAY_PICK, (uint32_t)b->ways->picks++, 0);
}

// Where the turn goes on inside of a longest: which ways will do.
static void put_lengths(way_builder *b, way_mode mode, int node) {
    const int mark = b->p->node[node].within ? way_mark_behind(b->p, node) : 0;
    if (mode == WAYS_EXISTS && mark && way_any_shows(b->p, node, mark)) {
        way_put(b, WAY_FREELY, 0, 0);
    } else {
        way_put_longest(b, WAY_RESUME, node, mark && b->p->node[mark].code);
    }
}

static void write_start(way_builder *b, way_mode mode, int node) {
    if (mode == WAYS_FOLLOW) {
        write_picks(b, node);
        return;
    }
    if (mode == WAYS_DRAW) {
        way_write_draw(b, node);
        return;
    }
    if (mode == WAYS_PLY) {
        way_write_ply(b, node);
        return;
    }
    if (mode == WAYS_PLAY) {
        way_write_play(b, node);
        return;
    }
    if (mode == WAYS_ROLLED) {
        way_write_rolled(b, node);
        return;
    }
    if (way_begins_joined(b->p, mode, node)) {
        way_write_joined(b, mode, node);
        return;
    }
    put_lengths(b, mode, node);
    way_put(b, WAY_TAIL, way_need(b, WAYS_NODE, mode, node), 0);
}

static void open_start(way_builder *b, int node) {
    const program *p = b->p;
    static const way_mode always[] = {WAYS_EXISTS, WAYS_FOLLOW, WAYS_EXPLAIN, WAYS_PLY};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        (void)way_need(b, WAYS_START, always[i], node);
    }
    if (!p->split || plan_is_first(p, node)) {
        (void)way_need(b, WAYS_START, WAYS_LIST, node);
        (void)way_need(b, WAYS_NODE, WAYS_LIST, node); // to measure what walking takes
    }
    if (plan_is_first(p, node) && !p->split) {
        (void)way_need(b, WAYS_START, WAYS_PLAY, node);
    }
    if (plan_is_first(p, node) && b->ways->counts) {
        (void)way_need(b, WAYS_START, WAYS_NODES, node);
    }
    if (plan_is_first(p, node) && plan_may_say_done(p, node)) {
        (void)way_need(b, WAYS_START, WAYS_CHOOSES, node);
    }
    if (p->split) {
        (void)way_need(b, WAYS_START, WAYS_FIRST, node);
        (void)way_need(b, WAYS_START, WAYS_STOP, node);
        (void)way_need(b, WAYS_START, WAYS_DONE, node);
    }
    if (b->ways->is_long) {
        (void)way_need(b, WAYS_START, WAYS_FIND, node);
    }
    if (ir_forgets_last(p)) {
        (void)way_need(b, WAYS_START, WAYS_ONLY, node);
    }
}

// `can(rule)` walks from where the rule begins.
static void open_questions(way_builder *b) {
    const program *p = b->p;
    for (uint32_t i = 0; i < p->code_count; i++) {
        if (p->code[i].op == OP_JCAN) {
            (void)way_need(b, WAYS_NODE, WAYS_EXISTS, p->code[i].a);
        }
    }
}

static void open_all(way_builder *b) {
    const program *p = b->p;
    for (int i = 0; i < p->node_count; i++) {
        if (plan_is_start(p, i)) {
            open_start(b, i);
        }
        if (p->split || plan_is_chance(p, i) || (p->dealt && i == p->dealt)) {
            (void)way_need(b, WAYS_NODE, WAYS_SETTLE, i);
        }
        if (plan_is_chance(p, i)) {
            (void)way_need(b, WAYS_START, WAYS_ROLLED, i);
        }
    }
    open_questions(b);
}

static void write_function(way_builder *b, uint32_t i) {
    const way_fn fn = b->ways->fn[i];
    b->first = b->ways->count;
    switch ((way_kind)fn.kind) {
    case WAYS_NODE: way_write_node(b, (way_mode)fn.mode, fn.node); break;
    case WAYS_TRY: way_write_try(b, (way_mode)fn.mode, fn.node); break;
    case WAYS_SETS: way_write_sets(b, (way_mode)fn.mode, fn.node); break;
    case WAYS_TURN: way_write_turn(b, (way_mode)fn.mode, fn.node); break;
    case WAYS_START: write_start(b, (way_mode)fn.mode, fn.node); break;
    case WAYS_KINDS: break;
    }
    b->ways->fn[i].first = b->first;
    b->ways->fn[i].count = (uint16_t)(b->ways->count - b->first);
}

// --- What is known of paths ----------------------------------------------------------------------

enum { NO_BOUND = 2000 }; // bits

// The most bits a path from here takes, where no path comes back. `known` is that + 1 for nodes seen before:
// where many `when` follow each other there are more ways than anybody could go.
static int path_bits(const program *p, int at, uint16_t *known, int depth) {
    const ir_node *n = &p->node[at];
    int own = 0;
    if (n->kind == N_END || n->kind == N_DEAD || n->kind == N_ROLL) {
        return 0;
    }
    if (known[at] || depth > 400) {
        return known[at] ? known[at] - 1 : NO_BOUND;
    }
    if (n->kind == N_CHOICE) {
        int kind = p->choice[n->choice].kind;
        own = p->size.choice_bits + ((kind == CH_MOTION) + (kind <= CH_TAKE)) * p->size.cell_bits;
    }
    int bits = path_bits(p, n->next, known, depth + 1);
    if (ir_has_alt(n->kind)) {
        int alt = path_bits(p, n->alt, known, depth + 1);
        bits = bits > alt ? bits : alt;
    }
    bits = own + bits > NO_BOUND ? NO_BOUND : own + bits;
    known[at] = (uint16_t)(bits + 1);
    return bits;
}

// Whether a turn may come back to a node: only through a choice, or it would never end.
static int comes_back(const program *p, int at, uint8_t *state) {
    const ir_node *n = &p->node[at];
    if (n->kind == N_END || n->kind == N_DEAD || n->kind == N_ROLL || state[at] == 2) {
        return 0;
    }
    if (state[at] == 1) {
        return 1;
    }
    state[at] = 1;
    int found = comes_back(p, n->next, state);
    if (ir_has_alt(n->kind)) {
        found |= comes_back(p, n->alt, state);
    }
    state[at] = 2;
    return found;
}

// A turn, or what is left of it behind a roll.
static int begins_path(const program *p, int node) {
    return plan_is_first(p, node) || (plan_has_chance(p) && plan_waits(p, node) == WAIT_PLAYER);
}

static void look_at_paths(const program *p, plan_ways *w) {
    uint8_t state[IR_MAX_NODES] = {0};
    uint16_t bits[IR_MAX_NODES] = {0};
    for (int i = 0; i < p->node_count && !w->cyclic; i++) {
        w->cyclic = begins_path(p, i) && comes_back(p, i, state);
    }
    for (int i = 0; i < p->node_count && !w->cyclic && !w->is_long; i++) {
        w->is_long = begins_path(p, i) && path_bits(p, i, bits, 0) > 62;
    }
    w->is_long = (w->is_long || w->cyclic) && !p->split; // one choice a move always fits
}

int plan_ways_of(program *p, arena *a) {
    const size_t slots = (size_t)WAYS_KINDS * WAYS_MODES * (size_t)p->node_count;
    plan_ways *w = arena_new(a, sizeof *w);
    way_builder b = {.p = p, .ways = w, .a = a};
    if (!w) {
        return 0;
    }
    w->of = arena_new(a, slots * sizeof *w->of);
    w->pick = arena_new(a, (size_t)p->node_count * sizeof *w->pick);
    w->told = arena_new(a, (size_t)p->node_count * sizeof *w->told);
    w->several = arena_new(a, (size_t)p->node_count);
    if (!w->of || !w->pick || !w->told || !w->several) {
        return 0;
    }
    for (int i = 0; i < p->node_count; i++) {
        w->several[i] = (uint8_t)way_count_several(p, i);
    }
    if (!way_find_loads(p, a, &w->load, w->several)) {
        return 0;
    }
    look_at_paths(p, w);
    plan_pool_of(p, &w->pool);
    w->counts = way_counts(p);
    open_all(&b);
    for (uint32_t i = 0; i < w->fn_count && !b.failed; i++) { // functions ask for further ones
        write_function(&b, i);
    }
    p->ways = w;
    return !b.failed;
}
