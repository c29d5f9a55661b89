// SPDX-License-Identifier: MIT
//
// Longest ways: how long one can be at most, so that measuring stops at the first that is as long; and where any way
// shows that there is a longest one.
//
// The bound is found by a walk of its own (WAYS_MOST) that takes every choice to be possible, both sides of a question
// about the board, and nothing of what is done to it. Only numbers are followed that nothing else has a part in: of
// vars, repetitions and rolls. So it visits a few nodes where measuring would play every way.
#include "lang/ir/pass.h"
#include "lang/plan/ways_build.h"

enum {
    MOST_CODE = 512,   // instructions that are looked at
    MOST_DEPTH = 64,   // nodes that are passed by in a row
    MOST_LOOKS = 1000, // ... in all: after every question both ways may lead to the same place
    MOST_FORKS = 4,    // questions that are followed both ways
    MELT_NODES = 8     // nodes in a row that are written where they are reached, not called
};

// --- Codes that are about numbers alone ------------------------------------------------------------

static int is_number_op(int op) {
    return op == OP_JMP || op == OP_JEQ || op == OP_JNE || op == OP_JLT || op == OP_JLE ||
           op == OP_RET ||
           (ir_op_class[op] == CLASS_NUMBER && !op_reads_state(op) && op != OP_TOWARD);
}

// A number of the state that is written by name alone; or scratch.
static int is_own_number(const program *p, int n) {
    return n >= p->at.state_nums || n >= p->at.loops ||
           (n >= p->at.vars && n < p->at.vars + p->vars);
}

int way_is_number_code(const way_builder *b, uint32_t code) {
    const program *p = b->p;
    const insn *x[MOST_CODE];
    const int count = ir_block(p, code, x, MOST_CODE);
    int is = count <= MOST_CODE;
    for (int i = 0; i < count && is; i++) {
        const char *format = ir_op_format[x[i]->op];
        is = is_number_op(x[i]->op);
        for (int k = 0; format[k] && is; k++) {
            const int n = insn_value(x[i], k);
            const int names = format[k] == 'E' || format[k] == 'I';
            is = format[k] != 'S' && format[k] != 't' &&
                 (!names || (is_own_number(p, n) && (n >= p->at.state_nums || !b->unsure[n])));
        }
    }
    return is;
}

// The numbers that a code writes cannot be followed; whether that is new.
static int lose_numbers(const way_builder *b, uint32_t code) {
    const insn *x[MOST_CODE];
    const int count = code ? ir_block(b->p, code, x, MOST_CODE) : 0;
    int changed = 0;
    for (int i = 0; i < count && i < MOST_CODE; i++) {
        const char *format = ir_op_format[x[i]->op];
        for (int k = 0; format[k]; k++) {
            const int n = insn_value(x[i], k);
            if (format[k] == 'E' && n < b->p->at.state_nums && !b->unsure[n]) {
                b->unsure[n] = 1;
                changed = 1;
            }
        }
    }
    return changed;
}

static int lose_of_node(const way_builder *b, const ir_node *n) {
    switch ((node_kind)n->kind) {
    case N_DO: return way_is_number_code(b, n->code) ? 0 : lose_numbers(b, n->code);
    case N_CHOICE: return lose_numbers(b, n->code) + lose_numbers(b, n->apply);
    case N_TEST:
    case N_WHEN:
    case N_FOR: return lose_numbers(b, n->code);
    case N_END:
    case N_DEAD:
    case N_OR:
    case N_ELSE:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: return 0;
    }
    return 0;
}

// Which numbers are lost is found once. 0 = there is no room.
int way_knows_numbers(way_builder *b) {
    if (b->unsure) {
        return 1;
    }
    b->unsure = arena_new(b->a, IR_MAX_NUMS);
    for (int more = b->unsure != NULL; more;) {
        more = 0;
        for (int i = 0; i < b->p->node_count; i++) {
            more |= lose_of_node(b, &b->p->node[i]);
        }
    }
    return b->unsure != NULL;
}

// --- The automaton without the board ---------------------------------------------------------------

static int is_leaf(const program *p, int node) {
    const int kind = p->node[node].kind;
    return kind == N_MARK || kind == N_END || kind == N_DEAD || kind == N_ROLL;
}

static int reduced(way_builder *b, int node, int depth);

// Both lead to the same, by a choice that is one more for either.
static int are_same(way_builder *b, int x, int y, int depth) {
    const ir_node *n = &b->p->node[x], *m = &b->p->node[y];
    if (x == y || n->kind != N_CHOICE || m->kind != N_CHOICE) {
        return x == y;
    }
    const int behind = reduced(b, n->next, depth);
    return reduced(b, m->next, depth) == behind;
}

// The node, or the next one that matters.
static int reduced(way_builder *b, int node, int depth) {
    const ir_node *n = &b->p->node[node];
    const int asks = n->kind == N_WHEN || n->kind == N_TEST || n->kind == N_DO;
    if (--b->looks < 0 || depth > MOST_DEPTH || is_leaf(b->p, node) || n->kind == N_CHOICE ||
        (asks && way_is_number_code(b, n->code))) {
        return node;
    }
    if (!ir_has_alt(n->kind) || n->kind == N_LONGEST) {
        return reduced(b, n->next, depth + 1);
    }
    const int x = reduced(b, n->next, depth + 1), y = reduced(b, n->alt, depth + 1);
    return are_same(b, x, y, depth + 1) ? x : node;
}

// Where it is not known which way it goes, and neither ends at once.
static int is_fork(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    return (n->kind == N_OR || n->kind == N_ELSE ||
            (n->kind == N_WHEN && !way_is_number_code(b, n->code))) &&
           !is_leaf(b->p, reduced(b, n->next, 0)) && !is_leaf(b->p, reduced(b, n->alt, 0));
}

typedef struct most_view {
    way_builder *b;
    uint8_t on[IR_MAX_NODES]; // 1 + questions about numbers before it, on the way here
    uint8_t seen[IR_MAX_NODES];
    int asked, forks, cycles;
    int forks_on; // on the way here
} most_view;

// Whether the walk ends: it comes back only by a question about numbers, and there goes one way.
static int ends(most_view *m, int at) {
    const int node = reduced(m->b, at, 0);
    const ir_node *n = &m->b->p->node[node];
    if (is_leaf(m->b->p, node)) {
        return n->kind != N_MARK || !n->code || way_is_number_code(m->b, n->code);
    }
    if (m->on[node]) {
        m->cycles = 1;
        return m->asked >= m->on[node] && !m->forks_on;
    }
    if (m->seen[node]) {
        return !m->cycles;
    }
    const int forks = is_fork(m->b, node), asks = n->kind == N_WHEN && !forks;
    m->seen[node] = 1;
    m->on[node] = (uint8_t)(m->asked + 1);
    m->asked += asks;
    m->forks += forks;
    m->forks_on += forks;
    int ok = m->forks <= MOST_FORKS && m->asked < MOST_DEPTH && ends(m, n->next);
    ok = ok && (!ir_has_alt(n->kind) || n->kind == N_LONGEST || ends(m, n->alt));
    m->asked -= asks;
    m->forks_on -= forks;
    m->on[node] = 0;
    return ok;
}

static uint32_t bound_of(way_builder *b, int node) {
    most_view m = {.b = b};
    if (!pass_on(b->p, PASS_bound) || b->p->at.joint != BOARD_NONE || !way_knows_numbers(b)) {
        return 0;
    }
    b->looks = MOST_LOOKS;
    const int at = reduced(b, node, 0);
    return !is_leaf(b->p, at) && ends(&m, at) && b->looks >= 0
               ? way_need(b, WAYS_NODE, WAYS_MOST, at) + 1
               : 0;
}

void way_put_longest(way_builder *b, way_op op, int node, int is_number) {
    const uint32_t bound = bound_of(b, node);
    way_put(b, op, way_need(b, WAYS_NODE, WAYS_MEASURE, node), (uint32_t)is_number);
    if (!b->failed) {
        b->ways->x[b->ways->count - 1].b = bound;
    }
}

// --- Functions -------------------------------------------------------------------------------------

static void put_most(way_builder *b, int at, int depth, way_place *out);

static void put_both(way_builder *b, const ir_node *n, int depth, way_place *out) {
    const int x = reduced(b, n->next, 0), y = reduced(b, n->alt, 0);
    if (is_leaf(b->p, x) || is_leaf(b->p, y)) {
        put_most(b, is_leaf(b->p, x) ? x : y, 0, out);
        put_most(b, is_leaf(b->p, x) ? y : x, depth, out);
        return;
    }
    way_put(b, WAY_CALL, way_need(b, WAYS_NODE, WAYS_MOST, x), 0);
    way_put(b, WAY_CALL, way_need(b, WAYS_NODE, WAYS_MOST, y), 0);
}

static void put_most(way_builder *b, int at, int depth, way_place *out) {
    b->looks = MOST_LOOKS; // as many were enough for all nodes
    const int node = reduced(b, at, 0);
    const ir_node *n = &b->p->node[node];
    const int knows = n->kind == N_WHEN && way_is_number_code(b, n->code);
    way_place no = {0};
    if (n->kind == N_MARK) {
        way_put(b, WAY_NOTE, n->code, 0);
    } else if (is_leaf(b->p, node)) {
        return;
    } else if (depth >= MELT_NODES) {
        way_put(b, WAY_CALL, way_need(b, WAYS_NODE, WAYS_MOST, node), 0);
    } else if (n->kind == N_CHOICE) {
        way_jump(b, WAY_MORE, 0, 0, out);
        put_most(b, n->next, depth + 1, out);
    } else if (n->kind == N_DO || n->kind == N_TEST) {
        way_jump(b, n->kind == N_DO ? WAY_RUN : WAY_ASK, n->code, 0, out);
        put_most(b, n->next, depth + 1, out);
    } else if (knows) {
        way_jump(b, WAY_ASK, n->code, 0, &no);
        put_most(b, n->next, depth + 1, out);
        way_jump(b, WAY_JMP, 0, 0, out);
        way_here(b, &no);
        put_most(b, n->alt, depth + 1, out);
    } else {
        put_both(b, n, depth + 1, out);
    }
}

void way_write_most(way_builder *b, int node) {
    way_place out = {0};
    way_put(b, WAY_FORK, 0, 0);
    put_most(b, node, 0, &out);
    way_here(b, &out);
    way_put(b, WAY_BACK, 0, 0);
    way_put(b, WAY_LEAVE, 0, 0); // nobody asks for the answer
}
