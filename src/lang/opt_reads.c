// SPDX-License-Identifier: MIT
//
// What a test reads: most turns cannot change the answer.
//
// `require not check` looks outward from the king: along lines up to the first piece, and
// at cells a knight's leap away. A turn that moves another piece, from a cell that was not
// looked at to one that was not, leaves the answer as it was. So for a test of this form
// there is a second code that answers the cells it reads, and those who list moves test
// only the turns that touch one of them (quick.c). This is exact: nothing is guessed about
// what helps and what harms.
#include "lang/opt.h"

// The test must be: sets made of registers of the state, and looks from one of them,
// `my King`, that all lead to the answer no. Answers its type, -1 = it has another form.
typedef struct form {
    int from; // the register looked from
    int type;
    int looks;
} form;

static int is_plain_set(opcode op) {
    return op == OP_AND || op == OP_OR || op == OP_ANDN || op == OP_NOT || op == OP_NOR ||
           op == OP_MOV;
}

static int is_no(const region *g, int at) {
    return g->x[at].op == OP_RET && g->x[at].a == 0;
}

static int note_look(const region *g, form *f, const insn *x) {
    int to = x->op == OP_JSIGHT ? x->e : x->d;
    if ((f->looks++ && f->from != x->a) || !is_no(g, to)) {
        return 0;
    }
    f->from = x->a;
    return 1;
}

// The type t if the register is `my t`: who owns it does not matter, for nobody's turn
// changes what it does not touch.
static int type_of(region *g, int reg) {
    const ir_layout *at = &g->p->at;
    region_reg *r = region_set(g, reg);
    if (!r || r->shared || r->def < 0 || g->x[r->def].op != OP_AND || at->type == BOARD_NONE) {
        return -1;
    }
    int a = g->x[r->def].b, b = g->x[r->def].c;
    int type = a >= at->type && a < at->type + g->p->types ? a : b;
    int own = type == a ? b : a;
    return type >= at->type && type < at->type + g->p->types && own >= at->own &&
                   own < at->own + g->p->players
               ? type - at->type
               : -1;
}

static int has_form(region *g, form *f) {
    *f = (form){0};
    for (int i = 0; i < g->count; i++) {
        const insn *x = &g->x[i];
        int ok = is_plain_set((opcode)x->op) || x->op == OP_RET ||
                 ((x->op == OP_JSIGHT || x->op == OP_JNEARB) && note_look(g, f, x));
        if (!ok) {
            return 0;
        }
    }
    f->type = f->looks ? type_of(g, f->from) : -1;
    return f->type >= 0;
}

// Every look becomes the cells it looks at; together they are the answer.
static void write_reads(region *g, const form *f) {
    insn old[REGION_MAX];
    int count = g->count, sum = region_new_set(g), begun = 0;
    for (int i = 0; i < count; i++) {
        old[i] = g->x[i];
    }
    g->count = 0;
    for (int i = 0; i < count; i++) {
        const insn *x = &old[i];
        int sight = x->op == OP_JSIGHT;
        if (x->op == OP_RET) {
            continue;
        }
        if (!sight && x->op != OP_JNEARB) {
            region_add(g, (opcode)x->op, x->a, x->b, x->c, 0, 0);
            continue;
        }
        int seen = region_new_set(g);
        region_add(g, sight ? OP_SIGHT : OP_NEARB, seen, x->a, x->b, sight ? x->c : 0, 0);
        region_add(g, OP_OR, sum, begun ? sum : f->from, seen, 0, 0);
        begun = 1;
    }
    region_add(g, OP_RETS, sum, 0, 0, 0, 0);
}

static void read_test(program *p, region *g, ir_node *n) {
    form f;
    region_begin(g, p);
    region_copy(g, n->code, -1, -1, -1);
    region_seal(g);
    if (g->failed) {
        return;
    }
    region_name_values(g);
    if (g->failed || !has_form(g, &f)) {
        return;
    }
    write_reads(g, &f);
    if (g->failed) {
        return;
    }
    region_name_values(g);
    n->reads = region_finish(g);
    n->about = (uint16_t)f.type;
}

// --- Choices ------------------------------------------------------------------------------

// Whether `apply` does no more than move a piece of one type.
static int only_moves(const program *p, const ir_node *n, int type) {
    int moves = 0;
    for (uint32_t i = n->apply;; i++) {
        const insn *x = &p->code[i];
        switch ((opcode)x->op) {
        case OP_MOV:
        case OP_NOTE:
        case OP_EVENT: break;
        case OP_MOVE:
            if (moves++ || x->a != p->at.from || x->b != p->at.to || x->d == type) {
                return 0;
            }
            break;
        case OP_RET: return moves == 1;
        default: return 0;
        }
    }
}

// The one test that follows a choice and all its promotions, or 0.
static int test_after(const program *p, int at, int type) {
    const ir_node *n = &p->node[at];
    switch ((node_kind)n->kind) {
    case N_TEST: return n->next == 0 && n->reads && (type < 0 || n->about == type) ? at : 0;
    case N_WHEN: {
        int yes = test_after(p, n->next, type), no = test_after(p, n->alt, type);
        return n->zone && yes == no ? yes : 0;
    }
    case N_OR: {
        int one = test_after(p, n->next, type), two = test_after(p, n->alt, type);
        return one == two ? one : 0;
    }
    case N_CHOICE: { // a promotion, to anything but what the test looks from
        int test = p->choice[n->choice].kind == CH_BECOME ? test_after(p, n->next, type) : 0;
        return test && p->choice[n->choice].type != p->node[test].about ? test : 0;
    }
    default: return 0;
    }
}

void opt_reads(program *p, region *g) {
    for (int i = 2; i < p->node_count; i++) {
        if (p->node[i].kind == N_TEST && p->node[i].code) {
            read_test(p, g, &p->node[i]);
        }
    }
    for (int i = 2; i < p->node_count; i++) {
        ir_node *n = &p->node[i];
        int test = n->kind == N_CHOICE && n->turn ? test_after(p, n->next, -1) : 0;
        if (test && only_moves(p, n, p->node[test].about) && n->bind == BOARD_NONE) {
            n->test = (uint16_t)test;
        }
    }
}
