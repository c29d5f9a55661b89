// SPDX-License-Identifier: MIT
//
// Values: fold what is constant, compute nothing twice, drop what nobody reads.
//
// `empty` is written out in every rule that asks for it; in the joined code of a turn it
// stays once. Equal means: the same instruction on the same operands, with no effect in
// between that could change a register of the state.
#include "lang/opt/opt.h"

#include <string.h>

#include "lang/ir/rt/looks.h"

typedef struct knowledge {
    region *g;
    uint16_t set[REGION_REGS]; // the register to read instead
    uint16_t num[REGION_REGS];
    const uint64_t *known[REGION_REGS]; // the value of a set, if it is constant
    int loop_effects;                   // effects inside a loop: registers of the state may
                                        // change between an instruction and itself
} knowledge;

// --- What may stand for what ----------------------------------------------------------------

// Whether the register, read at instruction i, still has that value at k.
static int lasts(const knowledge *n, int reg, int sets, int i, int k) {
    region *g = n->g;
    region_reg *r = sets ? region_set(g, reg) : region_num(g, reg);
    if (!r) {
        return !n->loop_effects && g->epoch[i] == g->epoch[k];
    }
    return !r->shared && r->def >= 0 && region_dominates(g, r->def, k);
}

static void replace_operands(knowledge *n, int at) {
    region *g = n->g;
    insn *x = &g->x[at];
    const char *format = ir_op_format[x->op];
    for (int k = 0; format[k]; k++) {
        uint16_t *v = insn_operand(x, k);
        int sets = format[k] == 'S';
        region_reg *r = sets ? region_set(g, *v) : format[k] == 'I' ? region_num(g, *v) : NULL;
        if (!r || r->shared || r->def < 0 || !region_dominates(g, r->def, at)) {
            continue;
        }
        uint16_t to = sets ? n->set[*v - g->set0] : n->num[*v - g->num0];
        if (to != *v && lasts(n, to, sets, r->def, at)) {
            *v = to;
        }
    }
}

// --- Constants --------------------------------------------------------------------------------

static int intern_const(program *p, const uint64_t *k) {
    size_t w = (size_t)p->b.words;
    for (int i = 0; i < p->const_count; i++) {
        if (memcmp(p->consts + (size_t)i * w, k, w * sizeof *k) == 0) {
            return i;
        }
    }
    if (p->const_count >= IR_MAX_CONSTS) {
        return -1;
    }
    memcpy(p->consts + (size_t)p->const_count * w, k, w * sizeof *k);
    return p->const_count++;
}

static const uint64_t *const_at(const program *p, int i) {
    return p->consts + (size_t)i * (size_t)p->b.words;
}

static const uint64_t *known_value(const knowledge *n, uint16_t reg, int at) {
    region_reg *r = region_set(n->g, reg);
    return r && !r->shared && r->def >= 0 && region_dominates(n->g, r->def, at)
               ? n->known[reg - n->g->set0]
               : NULL;
}

// The value of a pure set instruction whose operands are all known; 0 = not known.
static int evaluate(const knowledge *n, const insn *x, int at, uint64_t *out) {
    const program *p = n->g->p;
    const board *b = &p->b;
    const int w = b->words;
    static const uint64_t none[BOARD_MAX_WORDS];
    const uint64_t *y = x->op == OP_ZERO ? none : x->op == OP_KSET ? const_at(p, x->b) : NULL;
    if (y) {
        set_copy(out, y, w);
        return 1;
    }
    if (!(y = known_value(n, x->b, at))) {
        return 0;
    }
    const uint64_t *z =
        x->op == OP_AND || x->op == OP_OR || x->op == OP_ANDN ? known_value(n, x->c, at) : NULL;
    switch ((opcode)x->op) {
    case OP_MOV: set_copy(out, y, w); return 1;
    case OP_NOT: set_join_andn(out, b->all, y, w); return 1;
    case OP_ANDK: set_join_and(out, y, const_at(p, x->c), w); return 1;
    case OP_ANDNK: set_join_andn(out, y, const_at(p, x->c), w); return 1;
    case OP_SHIFT: set_shift(out, y, &b->shift[x->c], w); return 1;
    case OP_BACK: set_back(out, y, &b->shift[x->c], w); return 1;
    case OP_NEAR: do_near(out, y, &b->set[x->c], b, w, 0); return 1;
    case OP_NEARB: do_near(out, y, &b->set[x->c], b, w, 1); return 1;
    case OP_AND:
        if (z) set_join_and(out, y, z, w);
        return z != NULL;
    case OP_OR:
        if (z) set_join_or(out, y, z, w);
        return z != NULL;
    case OP_ANDN:
        if (z) set_join_andn(out, y, z, w);
        return z != NULL;
    default: return 0;
    }
}

static insn make(opcode op, int a, int b, int c) {
    insn x = {(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)c, 0, 0};
    return x;
}

static void fold(knowledge *n, int at) {
    region *g = n->g;
    insn *x = &g->x[at];
    region_reg *r = ir_op_format[x->op][0] == 'D' ? region_set(g, x->a) : NULL;
    uint64_t value[BOARD_MAX_WORDS];
    if (!r || r->shared || !op_is_pure(x->op) || !evaluate(n, x, at, value)) {
        return;
    }
    int k = intern_const(g->p, value);
    if (k >= 0) {
        *x = make(OP_KSET, x->a, k, 0);
        n->known[x->a - g->set0] = const_at(g->p, k);
    }
}

// --- Laws of sets -----------------------------------------------------------------------------

// The instruction that made this value, if its operands are still what they were.
static const insn *origin(const knowledge *n, uint16_t reg, opcode op, int at) {
    region *g = n->g;
    region_reg *r = region_set(g, reg);
    if (!r || r->shared || r->def < 0 || g->x[r->def].op != op ||
        !region_dominates(g, r->def, at) || !lasts(n, g->x[r->def].b, 1, r->def, at)) {
        return NULL;
    }
    return &g->x[r->def];
}

static void simplify_pair(knowledge *n, int at) {
    insn *x = &n->g->x[at];
    const program *p = n->g->p;
    if (x->op == OP_AND && known_value(n, x->b, at)) {
        uint16_t b = x->b;
        x->b = x->c;
        x->c = b;
    }
    const uint64_t *k = known_value(n, x->c, at);
    const insn *not = origin(n, x->c, OP_NOT, at);
    if (k && x->op != OP_OR) {
        int i = intern_const(n->g->p, k);
        if (i >= 0) *x = make(x->op == OP_AND ? OP_ANDK : OP_ANDNK, x->a, x->b, i);
    } else if (x->b == x->c && x->op != OP_ANDN) {
        *x = make(OP_MOV, x->a, x->b, 0);
    } else if (x->op == OP_AND && not ) { // everything is on the board
        *x = make(OP_ANDN, x->a, x->b, not ->b);
    } else if (x->op == OP_ANDN && not ) {
        *x = make(OP_AND, x->a, x->b, not ->b);
    } else if (x->op == OP_AND && (not = origin(n, x->b, OP_NOT, at))) {
        *x = make(OP_ANDN, x->a, x->c, not ->b);
    }
    if (x->op == OP_ANDK && set_same(const_at(p, x->c), p->b.all, p->b.words)) {
        *x = make(OP_MOV, x->a, x->b, 0);
    }
}

static void simplify(knowledge *n, int at) {
    insn *x = &n->g->x[at];
    const board *b = &n->g->p->b;
    const insn * not ;
    switch ((opcode)x->op) {
    case OP_AND:
    case OP_OR:
    case OP_ANDN: simplify_pair(n, at); break;
    case OP_NOT:
        if ((not = origin(n, x->b, OP_NOT, at))) {
            *x = make(OP_MOV, x->a, not ->b, 0);
        }
        break;
    case OP_NEAR:
    case OP_NEARB:
        if (b->set[x->c].count == 1 && b->shift[b->set[x->c].shift[0]].uniform) {
            *x = make(x->op == OP_NEAR ? OP_SHIFT : OP_BACK, x->a, x->b, b->set[x->c].shift[0]);
        }
        break;
    default: break;
    }
}

// --- The same again ------------------------------------------------------------------------------

static int has_same_operands(region *g, int i, int k) {
    const char *format = ir_op_format[g->x[i].op];
    for (int o = 1; format[o]; o++) {
        if (*insn_operand(&g->x[i], o) != *insn_operand(&g->x[k], o)) {
            return 0;
        }
    }
    return 1;
}

static int operands_last(const knowledge *n, int i, int k) {
    const char *format = ir_op_format[n->g->x[i].op];
    for (int o = 1; format[o]; o++) {
        if ((format[o] == 'S' || format[o] == 'I') &&
            !lasts(n, *insn_operand(&n->g->x[k], o), format[o] == 'S', i, k)) {
            return 0;
        }
    }
    return 1;
}

// Asked of every pair: what is cheap and mostly settles it comes first.
static int is_same(const knowledge *n, int i, int k) {
    region *g = n->g;
    if (g->x[i].op != g->x[k].op || !has_same_operands(g, i, k) || !region_dominates(g, i, k)) {
        return 0;
    }
    if ((n->loop_effects || g->epoch[i] != g->epoch[k]) && op_reads_state(g->x[i].op)) {
        return 0;
    }
    return operands_last(n, i, k);
}

static region_reg *written(region *g, const insn *x) {
    char kind = ir_op_format[x->op][0];
    return kind == 'D' ? region_set(g, x->a) : kind == 'E' ? region_num(g, x->a) : NULL;
}

static void note_copy(knowledge *n, int at, uint16_t of) {
    region *g = n->g;
    const insn *x = &g->x[at];
    if (ir_op_format[x->op][0] == 'D') {
        n->set[x->a - g->set0] = of;
    } else {
        n->num[x->a - g->num0] = of;
    }
}

static void find_same(knowledge *n, int at) {
    region *g = n->g;
    insn *x = &g->x[at];
    region_reg *r = written(g, x);
    if (!r || r->shared || !op_is_pure(x->op)) {
        return;
    }
    if (x->op == OP_MOV || x->op == OP_IMOV) {
        note_copy(n, at, x->b);
        return;
    }
    for (int i = 0; i < at; i++) {
        const region_reg *earlier = g->x[i].op == x->op ? written(g, &g->x[i]) : NULL;
        if (earlier && !earlier->shared && is_same(n, i, at)) {
            note_copy(n, at, g->x[i].a);
            return;
        }
    }
}

// --- Compared with itself ----------------------------------------------------------------------------

// Two numbers that turned out to be one: where that leads is known. (A jump that is never made leads on.)
static void settle_comparison(region *g, int at) {
    const insn x = g->x[at];
    const int asks = x.op == OP_JEQ || x.op == OP_JNE || x.op == OP_JLT || x.op == OP_JLE;
    if (asks && x.a == x.b) {
        const int holds = x.op == OP_JEQ || x.op == OP_JLE;
        g->x[at] = make(OP_JMP, holds ? x.c : at + 1, 0, 0);
    }
}

// --- To the front ----------------------------------------------------------------------------------

static int is_cheap(opcode op) {
    return op == OP_KSET || op == OP_AND || op == OP_OR || op == OP_ANDN || op == OP_NOT ||
           op == OP_ANDK || op == OP_ANDNK;
}

// Instructions with the same value wherever they stand, in code without effects: cheap
// ones on the state and on each other. value[i] is the first that computes the same, or -1.
static void number_values(region *g, int16_t *value, uint16_t *times) {
    for (int i = 0; i < g->count; i++) {
        const insn *x = &g->x[i];
        const char *format = ir_op_format[x->op];
        region_reg *r = written(g, x);
        uint16_t key[5] = {0};
        int fixed = is_cheap((opcode)x->op) && r && !r->shared;
        value[i] = -1;
        times[i] = 0;
        for (int k = 1; fixed && format[k]; k++) {
            key[k] = *insn_operand(&g->x[i], k);
            region_reg *from = format[k] == 'S' ? region_set(g, key[k]) : NULL;
            if (from) {
                int def = from->shared ? -1 : from->def;
                fixed = def >= 0 && def < i && value[def] >= 0;
                key[k] = fixed ? g->x[value[def]].a : 0;
            }
        }
        if (!fixed) {
            continue;
        }
        value[i] = (int16_t)i;
        for (int k = 1; format[k]; k++) { // operands by their first names
            *insn_operand(&g->x[i], k) = key[k];
        }
        for (int e = 0; e < i; e++) {
            const insn *y = &g->x[e];
            if (value[e] == e && y->op == x->op && y->b == x->b && y->c == x->c) {
                value[i] = (int16_t)e;
                break;
            }
        }
        times[value[i]]++;
    }
}

// What several choices ask for is computed once, before all of them.
static void move_to_front(region *g) {
    int16_t value[REGION_MAX];
    uint16_t times[REGION_MAX];
    uint8_t wanted[REGION_MAX] = {0};
    insn front[REGION_MAX], rest[REGION_MAX];
    int n = 0;
    number_values(g, value, times);
    for (int i = g->count - 1; i >= 0; i--) {
        wanted[i] |= value[i] == i && times[i] > 1;
        for (int k = 1; wanted[i] && ir_op_format[g->x[i].op][k]; k++) {
            region_reg *from = ir_op_format[g->x[i].op][k] == 'S'
                                   ? region_set(g, *insn_operand(&g->x[i], k))
                                   : NULL;
            if (from) {
                wanted[from->def] = 1;
            }
        }
    }
    for (int i = 0; i < g->count; i++) {
        if (wanted[i]) {
            front[n++] = g->x[i];
        }
    }
    if (n == 0 || g->count + n >= REGION_MAX) {
        return;
    }
    // The copies further down become copies of these.
    memcpy(rest, g->x, (size_t)g->count * sizeof *rest);
    for (int i = 0; i < g->count; i++) {
        if (value[i] >= 0 && wanted[value[i]]) {
            rest[i] =
                make(OP_MOV, value[i] == i ? region_new_set(g) : rest[i].a, g->x[value[i]].a, 0);
        }
        int j = insn_jump(&rest[i]);
        if (j >= 0) {
            uint16_t *to = insn_operand(&rest[i], j);
            *to = (uint16_t)(*to + n);
        }
    }
    memcpy(g->x, front, (size_t)n * sizeof *front);
    memcpy(g->x + n, rest, (size_t)g->count * sizeof *rest);
    g->count += n;
    region_count(g);
}

// --- Dead code ------------------------------------------------------------------------------------

static int drop_dead(region *g) {
    uint8_t keep[REGION_MAX];
    int dropped = 0;
    for (int i = 0; i < g->count; i++) {
        region_reg *r = op_is_pure(g->x[i].op) ? written(g, &g->x[i]) : NULL;
        keep[i] = !(r && r->uses == 0);
        dropped |= !keep[i];
    }
    if (dropped) {
        region_keep(g, keep);
        region_count(g);
    }
    return dropped;
}

// Whether an effect stands in a loop.
static int effects_in_loops(const region *g) {
    for (int i = 0; i < g->count; i++) {
        if (g->x[i].op == OP_JMP && g->x[i].a < i && g->epoch[g->x[i].a] != g->epoch[i]) {
            return 1;
        }
    }
    return 0;
}

static int has_effects(const region *g) {
    return g->count && (g->epoch[g->count - 1] || insn_is_effect(g, &g->x[g->count - 1]));
}

void opt_values(region *g) {
    knowledge n;
    int folds = pass_on(g->p, PASS_fold), shares = pass_on(g->p, PASS_common);
    if (shares && !has_effects(g)) {
        move_to_front(g);
    }
    n.g = g;
    n.loop_effects = effects_in_loops(g);
    memset(n.known, 0, sizeof n.known);
    for (int r = 0; r < g->sets; r++) {
        n.set[r] = (uint16_t)(g->set0 + r);
    }
    for (int r = 0; r < g->nums; r++) {
        n.num[r] = (uint16_t)(g->num0 + r);
    }
    for (int i = 0; i < g->count; i++) {
        if (shares) {
            replace_operands(&n, i);
            settle_comparison(g, i);
        }
        if (folds) {
            simplify(&n, i);
            fold(&n, i);
        }
        if (shares) {
            find_same(&n, i);
        }
    }
    region_count(g);
    while (pass_on(g->p, PASS_dead) && drop_dead(g)) {
    }
}
