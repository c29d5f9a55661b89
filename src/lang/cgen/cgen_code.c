// SPDX-License-Identifier: MIT
//
// Code as C: one statement for each instruction, scratch registers as locals.
//
// A block is what can be reached from its first instruction. It becomes one function
// with gotos for its jumps, or, for a choice, statements inside the function that takes
// the offers. Instructions whose result nobody reads are left out.
#include <stdio.h>
#include <string.h>

#include "lang/cgen/cgen_impl.h"

// --- Blocks ---------------------------------------------------------------------------------------

typedef struct block {
    cgen *g;
    uint32_t start;
    uint16_t at[IR_MAX_CODE / 4]; // reachable instructions in order
    int count;
    uint8_t is_in[IR_MAX_CODE], is_target[IR_MAX_CODE], is_dead[IR_MAX_CODE];
    uint8_t is_loop[IR_MAX_CODE]; // between the target of a jump back and that jump
    uint8_t reads_set[IR_MAX_SETS + 1], writes_set[IR_MAX_SETS + 1];
    uint8_t reads_num[IR_MAX_NUMS], writes_num[IR_MAX_NUMS];
    uint8_t only_each[IR_MAX_SETS + 1]; // only written by EACH
    uint8_t is_cell[IR_MAX_SETS + 1];   // as printed so far, written by EACH: the cell is in c<reg>
    cgen_form form;
    cgen_taker *taker;
    int asks_offered, binds; // has JOFFER, WITH
} block;

static int jump_of(const insn *x) {
    int j = insn_jump(x);
    return j < 0 ? -1 : insn_value(x, j);
}

static void reach(block *b, uint32_t at) {
    const program *p = b->g->p;
    while (at < p->code_count && !b->is_in[at]) {
        const insn *x = &p->code[at];
        b->is_in[at] = 1;
        int to = jump_of(x);
        if (to >= 0) {
            b->is_target[to] = 1;
            reach(b, (uint32_t)to);
            for (uint32_t i = (uint32_t)to; to <= (int)at && i <= at; i++) {
                b->is_loop[i] = 1;
            }
        }
        if (op_never_falls_through(x->op)) {
            return;
        }
        at++;
    }
}

static void count_uses(block *b) {
    memset(b->reads_set, 0, sizeof b->reads_set);
    memset(b->writes_set, 0, sizeof b->writes_set);
    memset(b->reads_num, 0, sizeof b->reads_num);
    memset(b->writes_num, 0, sizeof b->writes_num);
    for (int i = 0; i < b->count; i++) {
        const insn *x = &b->g->p->code[b->at[i]];
        const char *format = ir_op_format[x->op];
        for (int k = 0; !b->is_dead[b->at[i]] && format[k]; k++) {
            uint16_t v = insn_value(x, k);
            switch (format[k]) {
            case 'B': b->reads_set[v] = b->writes_set[v] = 1; break;
            case 'S': b->reads_set[v] = 1; break;
            case 'D': b->writes_set[v] = 1; break;
            case 'I': b->reads_num[v] = 1; break;
            case 'E': b->writes_num[v] = 1; break;
            default: break;
            }
        }
    }
}

// Whether somebody will miss the result of an instruction.
static int is_missed(const block *b, const insn *x) {
    const program *p = b->g->p;
    const char *format = ir_op_format[x->op];
    for (int k = 0; format[k]; k++) {
        uint16_t v = insn_value(x, k);
        if (format[k] == 'B' || (format[k] == 'D' && (b->reads_set[v] || v < p->at.state_sets)) ||
            (format[k] == 'E' &&
             (b->reads_num[v] || v <= p->at.state_nums))) { // the first scratch is the score
            return 1;
        }
    }
    return 0;
}

static void drop_dead(block *b) {
    for (int changed = 1; changed;) {
        changed = 0;
        count_uses(b);
        for (int i = 0; i < b->count; i++) {
            const insn *x = &b->g->p->code[b->at[i]];
            if (op_is_pure(x->op) && !b->is_dead[b->at[i]] && !is_missed(b, x)) {
                b->is_dead[b->at[i]] = 1;
                changed = 1;
            }
        }
    }
}

static void find_cells(block *b) {
    memset(b->only_each, 0, sizeof b->only_each);
    for (int i = 0; i < b->count; i++) {
        const insn *x = &b->g->p->code[b->at[i]];
        if (x->op == OP_EACH && x->a >= b->g->p->at.state_sets) {
            b->only_each[x->a] = 1;
        }
    }
    for (int i = 0; i < b->count; i++) {
        const insn *x = &b->g->p->code[b->at[i]];
        const char *format = ir_op_format[x->op];
        for (int k = 0; !b->is_dead[b->at[i]] && format[k]; k++) {
            int written = format[k] == 'B' || (format[k] == 'D' && !(x->op == OP_EACH && k == 0));
            if (written) {
                b->only_each[insn_value(x, k)] = 0;
            }
        }
    }
}

static void block_open(block *b, cgen *g, uint32_t start, cgen_form form) {
    memset(b, 0, sizeof *b);
    b->g = g;
    b->start = start;
    b->form = form;
    reach(b, start);
    for (uint32_t i = 0; i < g->p->code_count; i++) {
        if (b->is_in[i] && b->count < (int)(sizeof b->at / sizeof *b->at)) {
            b->at[b->count++] = (uint16_t)i;
        }
    }
    for (int i = 0; i < b->count; i++) {
        b->asks_offered |= g->p->code[b->at[i]].op == OP_JOFFER;
        b->binds |= g->p->code[b->at[i]].op == OP_WITH;
    }
    drop_dead(b);
    find_cells(b);
}

int cgen_writes_state(const cgen *g, uint32_t at) {
    block b;
    block_open(&b, (cgen *)(uintptr_t)g, at, FORM_RUN);
    for (int i = 0; i < b.count; i++) {
        const insn *x = &g->p->code[b.at[i]];
        if (op_is_effect(x->op)) {
            return 1;
        }
    }
    for (int r = 0; r < g->p->at.state_sets; r++) {
        if (b.writes_set[r]) {
            return 1;
        }
    }
    for (int r = 0; r < g->p->at.state_nums; r++) {
        if (b.writes_num[r]) {
            return 1;
        }
    }
    return 0;
}

// --- Instructions -----------------------------------------------------------------------------------

#define A  cgen_reg(g, x->a).t
#define B  cgen_reg(g, x->b).t
#define C  cgen_reg(g, x->c).t
#define D  cgen_reg(g, x->d).t
#define E  cgen_reg(g, x->e).t
#define IA cgen_num(g, x->a).t
#define IB cgen_num(g, x->b).t
#define IC cgen_num(g, x->c).t

static void set_to(cgen *g, const insn *x, cgen_word value) {
    cgen_put(g, "    %s = %s;\n", A, value.t);
}

// The union of a set moved by every shift of a set of directions.
static void put_near(const block *b, const insn *x, int backwards) {
    cgen *g = b->g;
    const dirset *d = &g->p->b.set[x->c];
    int uniform = 1;
    for (int i = 0; i < d->count; i++) {
        uniform &= g->p->b.shift[d->shift[i]].uniform;
    }
    if (b->is_cell[x->b]) {
        cgen_need_near(g, x->c, backwards);
        cgen_put(g, "    %s = %s_%u[c%u];\n", A, backwards ? "into" : "near", x->c, x->b);
    } else if (!uniform || d->count == 0) {
        cgen_need_near(g, x->c, backwards);
        cgen_put(g, "    %s = set_rows(%s, %s_%u);\n", A, B, backwards ? "into" : "near", x->c);
    } else {
        cgen_put(g, "    {\n        const set x = %s;\n        set moved = NO_CELLS;\n", B);
        for (int i = 0; i < d->count; i++) {
            cgen_word one =
                backwards ? cgen_back(g, "x", d->shift[i]) : cgen_shift(g, "x", d->shift[i]);
            cgen_put(g, "        moved = %s;\n", cgen_or(g, "moved", one.t).t);
        }
        cgen_put(g, "        %s = moved;\n    }\n", A);
    }
}

static void put_sight(const block *b, const insn *x) {
    cgen *g = b->g;
    if (g->loosely) {
        cgen_need_star(g, x->c);
        cgen_put(g, "    %s = set_rows(%s, star_%u);\n", A, B, x->c);
        set_to(g, x, cgen_and(g, A, D));
        return;
    }
    cgen_need_sights(g, x->c);
    if (b->is_cell[x->b]) {
        cgen_put(g, "    %s = sight_%u(c%u, %s);\n", A, x->c, x->b, D);
    } else {
        cgen_put(g, "    %s = sights_%u(%s, %s);\n", A, x->c, B, D);
    }
    if (x->op == OP_RAY) {
        set_to(g, x, cgen_and(g, A, D));
    }
}

static int put_set_insn(const block *b, const insn *x) {
    cgen *g = b->g;
    switch ((opcode)x->op) {
    case OP_MOV: cgen_put(g, "    %s = %s;\n", A, B); break;
    case OP_KSET: {
        cgen_word k = cgen_const(g, x->b);
        cgen_put(g, "    %s = %s;\n", A, k.t);
        break;
    }
    case OP_ZERO: cgen_put(g, "    %s = NO_CELLS;\n", A); break;
    case OP_AND: set_to(g, x, cgen_and(g, B, C)); break;
    case OP_OR: set_to(g, x, cgen_or(g, B, C)); break;
    case OP_ANDN: set_to(g, x, cgen_minus(g, B, C)); break;
    case OP_NOT: set_to(g, x, cgen_minus(g, cgen_all(g).t, B)); break;
    case OP_NOR: set_to(g, x, cgen_minus(g, cgen_all(g).t, cgen_or(g, B, C).t)); break;
    case OP_KANDN: set_to(g, x, cgen_minus(g, cgen_const(g, x->b).t, C)); break;
    case OP_SHIFTAND: set_to(g, x, cgen_and(g, cgen_shift(g, B, x->c).t, D)); break;
    case OP_ANDK: set_to(g, x, cgen_and(g, B, cgen_const(g, x->c).t)); break;
    case OP_ANDNK: set_to(g, x, cgen_minus(g, B, cgen_const(g, x->c).t)); break;
    case OP_SHIFT: set_to(g, x, cgen_shift(g, B, x->c)); break;
    case OP_BACK: set_to(g, x, cgen_back(g, B, x->c)); break;
    case OP_NEAR: put_near(b, x, 0); break;
    case OP_NEARB: put_near(b, x, 1); break;
    case OP_SHIFTI:
        cgen_need_shift_by(g);
        cgen_put(g, "    %s = shift_by(%s, %s, %d);\n", A, B, IC, (int16_t)x->d);
        break;
    case OP_RAYI:
        cgen_need_ray_by(g);
        cgen_put(g, "    %s = ray_by(%s, %s, %s);\n", A, B, IC, D);
        break;
    case OP_RAY:
    case OP_SIGHT: put_sight(b, x); break;
    case OP_SLIDE:
        cgen_need_slide(g, x->c);
        cgen_put(g, "    %s = slides_%u(%s, %s, %d, %d);\n", A, x->c, B, D, x->e & 255, x->e >> 8);
        break;
    case OP_FARTHEST:
        cgen_need_farthest(g, x->c);
        cgen_put(g, "    %s = farthests_%u(%s, %s);\n", A, x->c, B, D);
        break;
    case OP_VAULT:
        cgen_need_vault(g, x->c);
        cgen_put(g, "    %s = vaults_%u(%s, %s, %s);\n", A, x->c, B, D, E);
        break;
    case OP_FLOOD:
        cgen_need_flood(g, x->d);
        cgen_put(g, "    %s = flood_%u(%s, %s);\n", A, x->d, B, C);
        break;
    case OP_FLANK:
        cgen_need_flank(g, x->e);
        cgen_put(g, "    %s = flank_%u(%s, %s, %s);\n", A, x->e, B, C, D);
        break;
    case OP_RAYHIT:
        cgen_need_rayhit(g, x->e);
        cgen_put(g, "    %s = set_and(rayhit_%u(%s, %s), %s);\n", A, x->e, C, D, B);
        break;
    case OP_LINE:
        cgen_need_line(g, x->c, 0);
        cgen_put(g, "    %s = lines_%u(%s);\n", A, x->c, B);
        break;
    case OP_BETWEEN:
        cgen_need_toward(g);
        cgen_put(g, "    %s = between(%s, %s);\n", A, B, C);
        break;
    case OP_ROWOF:
    case OP_COLOF:
        cgen_need_rows(g, x->op == OP_COLOF);
        cgen_put(g, "    %s = set_rows(%s, %s);\n", A, B,
                 x->op == OP_COLOF ? "column_of" : "row_of");
        break;
    case OP_FIRST:
        cgen_put(g, "    %s = set_any(%s) ? set_one(set_first(%s)) : NO_CELLS;\n", A, B, B);
        break;
    case OP_TOKENS:
        cgen_put(g, "    %s = tokens_at(s->n + %d);\n", A, g->p->at.tokens + x->b * g->p->b.cells);
        break;
    default: return 0;
    }
    return 1;
}

static int put_num_insn(cgen *g, const insn *x) {
    switch ((opcode)x->op) {
    case OP_KINT:
        cgen_put(g, "    %s = %d;\n", IA, (int32_t)((uint32_t)x->b | (uint32_t)x->c << 16));
        break;
    case OP_IMOV: cgen_put(g, "    %s = %s;\n", IA, IB); break;
    case OP_IADD: cgen_put(g, "    %s = bounded((int64_t)%s + %s);\n", IA, IB, IC); break;
    case OP_ISUB: cgen_put(g, "    %s = bounded((int64_t)%s - %s);\n", IA, IB, IC); break;
    case OP_IMUL: cgen_put(g, "    %s = bounded((int64_t)%s * %s);\n", IA, IB, IC); break;
    case OP_COUNT: cgen_put(g, "    %s = set_count(%s);\n", IA, B); break;
    case OP_TOKSUM:
        cgen_put(g, "    %s = tokens_on(s->n + %d, %s);\n", IA,
                 g->p->at.tokens + x->c * g->p->b.cells, B);
        break;
    case OP_TURNS: cgen_put(g, "    %s = (int32_t)s->h.turns;\n", IA); break;
    case OP_TOWARD:
        cgen_need_toward(g);
        cgen_put(g, "    %s = toward(%s, %s);\n", IA, B, C);
        break;
    case OP_CLAMP:
        cgen_put(g, "    %s = clamped(%s, %d, %d);\n", IA, IB, g->p->var_range[x->c].min,
                 g->p->var_range[x->c].max);
        break;
    default: return 0;
    }
    return 1;
}

static void put_each(const block *b, const insn *x) {
    cgen *g = b->g;
    cgen_put(g, "    if (!set_any(%s)) {\n        goto L%u;\n    }\n", B, x->c);
    if (b->is_cell[x->a]) {
        cgen_put(g, "    c%u = set_pop(&%s);\n", x->a, B);
        if (b->reads_set[x->a]) {
            cgen_put(g, "    %s = set_one(c%u);\n", A, x->a);
        }
    } else {
        cgen_put(g, "    %s = set_one(set_pop(&%s));\n", A, B);
    }
}

// A look, from the side of what it looks for: who is found from there is added to `seen`. The
// directions of a line of sight must come in opposite pairs.
static int put_seen(const block *b, const insn *x) {
    cgen *g = b->g;
    if (x->op == OP_JSIGHT) {
        cgen_need_sights(g, x->b);
        cgen_put(g, "    seen = set_or(seen, sights_%u(%s, %s));\n", x->b, D, C);
    } else if (x->op == OP_JNEARB) {
        const dirset *d = &g->p->b.set[x->b];
        cgen_put(g, "    {\n        const set x = %s;\n", C);
        for (int i = 0; i < d->count; i++) {
            cgen_put(g, "        seen = %s;\n",
                     cgen_or(g, "seen", cgen_shift(g, "x", d->shift[i]).t).t);
        }
        cgen_put(g, "    }\n");
    }
    return x->op == OP_JSIGHT || x->op == OP_JNEARB;
}

// A look along lines, but only where something lies on them at all. Loosely, that is enough.
static void put_sight_test(const block *b, const insn *x, char *test, size_t cap) {
    cgen *g = b->g;
    char star[300], sight[600];
    cgen_need_sights(g, x->b);
    cgen_need_star(g, x->b);
    if (b->is_cell[x->a]) {
        cgen_set(star, sizeof star, "star_%u[c%u]", x->b, x->a);
        cgen_set(sight, sizeof sight, "sight_%u(c%u, %s)", x->b, x->a, C);
    } else {
        cgen_set(star, sizeof star, "set_rows(%s, star_%u)", A, x->b);
        cgen_set(sight, sizeof sight, "sights_%u(%s, %s)", x->b, A, C);
    }
    if (b->form == FORM_LOOSE) {
        cgen_set(test, cap, "set_meets(%s, %s)", star, D);
    } else {
        cgen_set(test, cap, "set_meets(%s, %s) && set_meets(%s, %s)", star, D, sight, D);
    }
}

static int put_jump_insn(const block *b, const insn *x) {
    cgen *g = b->g;
    if (b->form == FORM_SEEN) {
        return put_seen(b, x);
    }
    char test[2600];
    uint16_t to = (uint16_t)(jump_of(x) < 0 ? 0 : jump_of(x));
    switch ((opcode)x->op) {
    case OP_JMP: cgen_put(g, "    goto L%u;\n", to); return 1;
    case OP_EACH: put_each(b, x); return 1;
    case OP_JANY: cgen_set(test, sizeof test, "set_any(%s)", A); break;
    case OP_JNONE: cgen_set(test, sizeof test, "!set_any(%s)", A); break;
    case OP_JMEET: cgen_set(test, sizeof test, "set_meets(%s, %s)", A, B); break;
    case OP_JAPART: cgen_set(test, sizeof test, "!set_meets(%s, %s)", A, B); break;
    case OP_JINSIDE:
        cgen_set(test, sizeof test, "set_any(%s) && set_inside(%s, %s)", A, A, B);
        break;
    case OP_JOUTSIDE:
        cgen_set(test, sizeof test, "!set_any(%s) || !set_inside(%s, %s)", A, A, B);
        break;
    case OP_JSAME: cgen_set(test, sizeof test, "set_same(%s, %s)", A, B); break;
    case OP_JDIFF: cgen_set(test, sizeof test, "!set_same(%s, %s)", A, B); break;
    case OP_JHASLINE:
    case OP_JNOLINE:
        cgen_need_line(g, x->b, 1);
        cgen_set(test, sizeof test, "%shas_line_%u(%s)", x->op == OP_JNOLINE ? "!" : "", x->b, A);
        break;
    case OP_JLINETO:
    case OP_JNOLINETO:
        cgen_need_line_to(g, x->c);
        cgen_set(test, sizeof test, "%sline_to_%u(%s, %s)", x->op == OP_JNOLINETO ? "!" : "", x->c,
                 A, B);
        break;
    case OP_JLINKED:
    case OP_JUNLINKED:
        cgen_need_linked(g);
        cgen_set(test, sizeof test, "%slinks(%s, %s, %s, %s)", x->op == OP_JUNLINKED ? "!" : "", A,
                 B, C, D);
        break;
    case OP_JSIGHT: put_sight_test(b, x, test, sizeof test); break;
    case OP_JNEARB:
        if (b->form == FORM_LOOSE) {
            return 1;
        }
        cgen_need_near(g, x->b, 1);
        if (b->is_cell[x->a]) {
            cgen_set(test, sizeof test, "set_meets(into_%u[c%u], %s)", x->b, x->a, C);
        } else {
            cgen_set(test, sizeof test, "set_meets(set_rows(%s, into_%u), %s)", A, x->b, C);
        }
        break;
    case OP_JOFFER: cgen_set(test, sizeof test, "offered"); break;
    case OP_JSUB: cgen_set(test, sizeof test, "sub == %u", x->a); break;
    case OP_JEQ: cgen_set(test, sizeof test, "%s == %s", IA, IB); break;
    case OP_JNE: cgen_set(test, sizeof test, "%s != %s", IA, IB); break;
    case OP_JLT: cgen_set(test, sizeof test, "%s < %s", IA, IB); break;
    case OP_JLE: cgen_set(test, sizeof test, "%s <= %s", IA, IB); break;
    case OP_JREPEAT:
        cgen_set(test, sizeof test,
                 b->form == FORM_ENDING ? "has_been(s, s->now, %u)" : "repeated(s, %u)", x->a);
        break;
    case OP_JNEW: cgen_set(test, sizeof test, "!repeated(s, 2)"); break;
    case OP_JPASSED: cgen_set(test, sizeof test, "s->h.passes >= %d", g->p->players); break;
    case OP_JCAN:
        cgen_need_node(g, MODE_EXISTS, x->a);
        cgen_set(test, sizeof test, "exists_%u(s, &(walk){.fuel = FUEL}, NO_WAY)", x->a);
        break;
    default: return 0;
    }
    cgen_put(g, "    if (%s) {\n        goto L%u;\n    }\n", test, to);
    return 1;
}

static void put_ret(const block *b, const insn *x) {
    cgen *g = b->g;
    if (b->taker) {
        cgen_put(g, "    goto done_%u;\n", b->start);
    } else if (b->form == FORM_SCORE) {
        cgen_put(g, "    return %s;\n", cgen_num(g, g->p->at.state_nums).t);
    } else if (b->form == FORM_SEEN) {
        cgen_put(g, "    return seen;\n");
    } else if (b->form == FORM_CELLS) {
        cgen_put(g, "    return %s;\n", x->op == OP_RETS ? A : "NO_CELLS");
    } else {
        cgen_put(g, "    return %d;\n", x->op == OP_RETS ? VM_YES : x->a);
    }
}

static void put_outcome(const block *b, const insn *x) {
    cgen *g = b->g;
    const program *p = g->p;
    g->failed |= b->taker || b->form == FORM_CELLS;
    cgen_put(g, "    s->h.over = %u;\n", x->a);
    for (int i = 0; i < p->players; i++) {
        int rank = x->a == OUT_WIN    ? (i == x->b ? 1 : 2)
                   : x->a == OUT_LOSE ? (i == x->b ? p->players : 1)
                                      : 1;
        cgen_put(g, "    s->h.rank[%d] = %d;\n", i, rank);
    }
    cgen_put(g, "    return %d;\n", VM_OVER);
}

static int owner_reg(const cgen *g, int player) {
    return player == IR_NEUTRAL ? g->p->at.neutral : g->p->at.own + player;
}

static void put_move(cgen *g, const insn *x) {
    const ir_layout *at = &g->p->at;
    int own = owner_reg(g, x->c);
    cgen_put(g, "    {\n    const set a = %s, z = %s;\n", A, B);
    cgen_put_minus(g, own, "a"); // first, so that a round trip does not capture itself
    if (at->type != BOARD_NONE) {
        cgen_put_minus(g, at->type + x->d, "a");
    }
    cgen_put_latch_minus(g, "a");
    cgen_put(g, "    capture(s, z);\n");
    cgen_put_plus(g, own, "z");
    if (at->type != BOARD_NONE) {
        cgen_put_plus(g, at->type + x->d, "z");
    }
    cgen_put_latch_minus(g, "z");
    cgen_put(g, "    s->n[%d] |= %u;\n    }\n", at->events, event_of_type(x->d));
}

static void put_change(cgen *g, const insn *x) {
    const ir_layout *at = &g->p->at;
    if (x->op == OP_TYPE && at->type == BOARD_NONE) {
        return;
    }
    cgen_put(g, "    {\n    const set x = %s;\n", cgen_and(g, A, "occupied(s)").t);
    if (x->op == OP_OWN) {
        cgen_put_owners_minus(g, "x");
        cgen_put_plus(g, owner_reg(g, x->b), "x");
    } else {
        cgen_put_types_minus(g, "x");
        cgen_put_plus(g, at->type + x->b, "x");
        cgen_put_latch_minus(g, "x");
    }
    cgen_put(g, "    }\n");
}

static void put_note(const block *b, const insn *x) {
    cgen *g = b->g;
    if (g->p->at.next_to == BOARD_NONE) {
        return;
    }
    cgen_need_toward(g);
    cgen_put(g,
             "    s->next_from = set_any(s->next_from) ? s->next_from : %s;\n"
             "    s->next_over = between(%s, %s);\n    s->next_to = %s;\n",
             A, A, B, B);
}

static int put_effect_insn(const block *b, const insn *x) {
    cgen *g = b->g;
    const program *p = g->p;
    int tok = p->at.tokens;
    switch ((opcode)x->op) {
    case OP_PUT:
        cgen_put(g, "    {\n    const set x = %s;\n    lift(s, x);\n", A);
        cgen_put_plus(g, owner_reg(g, x->b), "x");
        if (p->at.type != BOARD_NONE) {
            cgen_put_plus(g, p->at.type + x->c, "x");
        }
        cgen_put(g, "    }\n");
        break;
    case OP_ADD:
        cgen_put(g, "    {\n    const set x = %s;\n", A);
        cgen_put_plus(g, owner_reg(g, x->b), "x");
        if (p->at.type != BOARD_NONE) {
            cgen_put_plus(g, p->at.type + x->c, "x");
        }
        cgen_put_latch_minus(g, "x");
        cgen_put(g, "    }\n");
        break;
    case OP_CLEAR: cgen_put(g, "    lift(s, %s);\n", A); break;
    case OP_CAPTURE: cgen_put(g, "    capture(s, %s);\n", A); break;
    case OP_LATER: cgen_put_plus(g, p->at.later, A); break;
    case OP_MOVE: put_move(g, x); break;
    case OP_CARRY: cgen_put(g, "    carry(s, %s, %s);\n", A, B); break;
    case OP_OWN:
    case OP_TYPE: put_change(g, x); break;
    case OP_CLOSE:
        cgen_put(g, "    {\n    const set x = %s;\n    lift(s, x);\n", A);
        cgen_put_plus(g, p->at.closed, "x");
        cgen_put(g, "    }\n");
        break;
    case OP_TOKADD:
        cgen_put(g, "    tokens_add(s->n + %d, %s, %d);\n", tok + x->b * p->b.cells, A,
                 (int16_t)x->c);
        break;
    case OP_TOKBRING:
        cgen_put(g, "    tokens_bring(s->n + %d, %s, %s);\n", tok + x->c * p->b.cells, A, B);
        break;
    case OP_SOW:
        cgen_need_to(g, x->c);
        cgen_put(g, "    %s = tokens_sow(s->n + %d, %s, to_%u, %s);\n", A, tok + x->e * p->b.cells,
                 B, x->c, D);
        break;
    case OP_HAND:
        cgen_put(g, "    s->n[%d] = clamped(s->n[%d] + %d, 0, TOKEN_MAX);\n",
                 p->at.hands + x->a * p->types + x->b, p->at.hands + x->a * p->types + x->b,
                 (int16_t)x->c);
        break;
    case OP_EVENT:
        cgen_put(g, "    s->n[%d] |= %d;\n", p->at.events + x->c,
                 (int32_t)((uint32_t)x->a | (uint32_t)x->b << 16));
        break;
    case OP_NOTE: put_note(b, x); break;
    case OP_OUTCOME: put_outcome(b, x); break;
    case OP_AGAIN: cgen_put(g, "    s->h.again = 1;\n"); break;
    case OP_HALFPLY: cgen_put(g, "    s->h.again = 2;\n"); break;
    case OP_SWAP: cgen_put(g, "    s->h.swapped ^= 1;\n    s->h.again = 1;\n"); break;
    case OP_PASSED:
        cgen_put(g, "    s->h.passes = (uint8_t)(s->h.passes < 199 ? s->h.passes + 1 : 200);\n");
        break;
    default: return 0;
    }
    return 1;
}

static void put_taken(const block *b, const cgen_offer *o) {
    cgen *g = b->g;
    if (b->asks_offered) {
        cgen_put(g, *o->cells ? "    offered |= set_any(%s);\n" : "    offered = 1;\n", o->cells);
    }
    b->taker->take(b->taker, o);
    b->taker->count++;
}

// Motions of each piece on a set: what one can reach is `reach`, given its cell `c`.
static void put_each_origin(const block *b, cgen_offer o, const char *pieces, const char *reach) {
    cgen *g = b->g;
    o.form = OFFER_ORIGIN;
    o.cells = "reach";
    o.from = "c";
    o.in_loop = 1;
    cgen_put(g,
             "    {\n    set pieces = %s;\n    while (set_any(pieces)) {\n"
             "    const int c = set_pop(&pieces);\n    const set reach = %s;\n",
             pieces, reach);
    put_taken(b, &o);
    cgen_put(g, "    }\n    }\n");
}

static void put_origin(const block *b, const insn *x, cgen_offer o) {
    cgen *g = b->g;
    char from[200];
    o.form = OFFER_ORIGIN;
    cgen_word cells = cgen_reg(g, x->b);
    o.cells = cells.t;
    o.from = from;
    if (b->is_cell[x->a]) {
        cgen_set(from, sizeof from, "c%u", x->a);
        put_taken(b, &o);
    } else {
        cgen_set(from, sizeof from, "set_first(%s)", A);
        cgen_put(g, "    if (set_any(%s)) {\n", A);
        put_taken(b, &o);
        cgen_put(g, "    }\n");
    }
}

static int put_offer_insn(const block *b, const insn *x, int at) {
    cgen *g = b->g;
    int node = insn_node(x);
    cgen_offer o = {.cells = "", .from = "-1", .in_loop = b->is_loop[at]};
    cgen_word a = cgen_reg(g, x->a), reach;
    if (!b->taker) {
        return op_is_offer(x->op);
    }
    o.node = node < 0 ? 0 : insn_value(x, node);
    o.node = o.node ? o.node : b->taker->node;
    switch ((opcode)x->op) {
    case OP_WITH: cgen_put(g, "    with = set_first(%s);\n", A); break;
    case OP_EMITC:
        o.form = OFFER_CLASS;
        o.cells = a.t;
        o.shift = x->b;
        put_taken(b, &o);
        break;
    case OP_EMITO: put_origin(b, x, o); break;
    case OP_EMIT:
        o.form = OFFER_CELLS;
        o.cells = a.t;
        put_taken(b, &o);
        break;
    case OP_EMIT1:
        o.form = OFFER_ONE;
        put_taken(b, &o);
        break;
    case OP_STEP:
        reach = cgen_and(g, cgen_shift(g, A, x->c).t, B);
        o.form = OFFER_CLASS;
        o.cells = reach.t;
        o.shift = x->c;
        put_taken(b, &o);
        break;
    case OP_GLIDE:
        cgen_need_sights(g, x->b);
        cgen_set(reach.t, sizeof reach.t, "set_and(sight_%u(c, %s), %s)", x->b, C, D);
        put_each_origin(b, o, A, reach.t);
        break;
    case OP_LEAPS:
        cgen_need_near(g, x->b, 0);
        cgen_set(reach.t, sizeof reach.t, "set_and(near_%u[c], %s)", x->b, C);
        put_each_origin(b, o, A, reach.t);
        break;
    default: return 0;
    }
    return 1;
}

static void put_insn(const block *b, int at) {
    const insn *x = &b->g->p->code[at];
    if (x->op == OP_RET || x->op == OP_RETS) {
        put_ret(b, x);
    } else if (!put_set_insn(b, x) && !put_num_insn(b->g, x) && !put_jump_insn(b, x) &&
               !put_effect_insn(b, x) && !put_offer_insn(b, x, at)) {
        b->g->failed = 1;
    }
}

static int is_each(const block *b, int reg) {
    for (int i = 0; i < b->count; i++) {
        const insn *x = &b->g->p->code[b->at[i]];
        if (x->op == OP_EACH && x->a == reg) {
            return 1;
        }
    }
    return 0;
}

static void put_locals(const block *b) {
    cgen *g = b->g;
    const program *p = g->p;
    for (int r = p->at.state_sets; r < p->at.set_count; r++) {
        int given =
            (b->form == FORM_APPLY || b->form == FORM_TURN) && (r == p->at.from || r == p->at.to);
        if ((b->reads_set[r] || b->writes_set[r]) && !given) {
            cgen_put(g, "    set %s = NO_CELLS;\n", cgen_reg(g, r).t);
            cgen_put(g, "    (void)%s;\n", cgen_reg(g, r).t);
        }
        if (is_each(b, r)) {
            cgen_put(g, "    int c%d = 0;\n    (void)c%d;\n", r, r);
        }
    }
    for (int r = p->at.state_nums; r < p->at.num_count; r++) {
        int score = b->form == FORM_SCORE && r == p->at.state_nums;
        if (b->reads_num[r] || b->writes_num[r] || score) {
            cgen_put(g, "    int32_t i%d = 0;\n    (void)i%d;\n", r, r);
        }
    }
}

// Prints an instruction, and keeps track of which registers hold the cell of an EACH.
static void put_one(block *b, int at) {
    const insn *x = &b->g->p->code[at];
    const char *format = ir_op_format[x->op];
    if (x->op == OP_EACH && x->a >= b->g->p->at.state_sets) {
        b->is_cell[x->a] = 1;
    }
    put_insn(b, at);
    for (int k = 0; format[k]; k++) {
        int written = format[k] == 'B' || (format[k] == 'D' && x->op != OP_EACH);
        if (written && !b->only_each[insn_value(x, k)]) {
            b->is_cell[insn_value(x, k)] = 0;
        }
    }
}

static void put_block(block *b) {
    put_locals(b);
    if (b->asks_offered) {
        cgen_put(b->g, "    int offered = 0;\n");
    }
    if (b->binds) {
        cgen_put(b->g, "    int with = 0;\n    (void)with;\n");
    }
    memcpy(b->is_cell, b->only_each, sizeof b->is_cell);
    for (int i = 0; i < b->count; i++) {
        if (b->is_target[b->at[i]] && b->form != FORM_SEEN) {
            cgen_put(b->g, "L%u:;\n", b->at[i]);
            memcpy(b->is_cell, b->only_each, sizeof b->is_cell);
        }
        if (!b->is_dead[b->at[i]]) {
            put_one(b, b->at[i]);
        }
    }
}

int cgen_is_large(const cgen *g) {
    return g->p->node_count > 28;
}

void cgen_need_code(cgen *g, cgen_form form, uint32_t at) {
    block b;
    buffer *was = g->out;
    if (g->has_code[form][at]) {
        return;
    }
    g->has_code[form][at] = 1;
    const char *constant =
        form == FORM_APPLY || form == FORM_TURN || cgen_writes_state(g, at) ? "" : "const ";
    block_open(&b, g, at, form);
    b.taker = NULL;
    // Long code in a large game is called, not copied: chess would take minutes to compile.
    const char *melts = cgen_is_large(g) && b.count > 14 ? "FN" : "RT";
    g->out = &g->code;
    cgen_put(g, "\n");
    switch (form) {
    case FORM_RUN:
        cgen_put(g, "%s int run_%u(%sst *s) {\n    (void)s;\n", melts, at, constant);
        break;
    case FORM_APPLY:
        cgen_put(g,
                 "RT int apply_%u(st *s, set from, set to) {\n    (void)s, (void)from, (void)to;\n",
                 at);
        break;
    case FORM_LOOSE: cgen_put(g, "RT int loose_%u(const st *s) {\n    (void)s;\n", at); break;
    case FORM_SEEN:
        cgen_put(g, "RT set seen_%u(const st *s) {\n    set seen = NO_CELLS;\n    (void)s;\n", at);
        break;
    case FORM_ENDING:
        cgen_put(g, "%s int ending_%u(st *s) {\n    (void)s;\n", b.count > 40 ? melts : "RT", at);
        break;
    case FORM_TEST:
        cgen_put(g, "RT int test_%u(const st *s) {\n    (void)s;\n", at);
        g->failed |= *constant == 0;
        break;
    case FORM_TURN:
        cgen_put(g,
                 "RT int turn_%u(st *s, set from, set to, int sub) {\n"
                 "    (void)s, (void)from, (void)to, (void)sub;\n",
                 at);
        break;
    case FORM_CELLS:
        cgen_put(g, "%s set cells_%u(%sst *s) {\n    (void)s;\n", melts, at, constant);
        break;
    case FORM_SCORE: cgen_put(g, "RT int32_t score_%u(const st *s) {\n    (void)s;\n", at); break;
    case FORM_COUNT_: break;
    }
    put_block(&b);
    cgen_put(g, "}\n");
    if (form == FORM_TURN) {
        cgen_put(g,
                 "%s int make_%u(st *s, set from, set to, int sub) {\n"
                 "    return turn_%u(s, from, to, sub);\n}\n",
                 melts, at, at);
    }
    if (form == FORM_RUN && !*constant) {
        cgen_put(g, "\nRT int ask_%u(const st *s) {\n    st t = *s;\n    return run_%u(&t);\n}\n",
                 at, at);
    }
    g->out = was;
}

cgen_word cgen_ask(cgen *g, uint32_t at) {
    cgen_word w;
    cgen_need_code(g, FORM_RUN, at);
    cgen_set(w.t, sizeof w.t, cgen_writes_state(g, at) ? "ask_%u(s)" : "run_%u(s)", at);
    return w;
}

void cgen_offers(cgen *g, uint32_t at, cgen_taker *taker) {
    block b;
    block_open(&b, g, at, taker->given ? FORM_TURN : FORM_RUN);
    b.taker = taker;
    put_block(&b);
    cgen_put(g, "done_%u:;\n", at);
}
