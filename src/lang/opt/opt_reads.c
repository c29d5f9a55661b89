// SPDX-License-Identifier: MIT
//
// What a test reads: most turns cannot change the answer.
//
// `require not check` looks outward from the king: along lines up to the first piece, and
// at cells a knight's leap away. A turn that moves another piece, from a cell that was not
// looked at to one that was not, leaves the answer as it was. So for a test of this form
// there is a second code that answers the cells it reads, and those who list moves test
// only the turns that touch one of them (plan/ways_guard.c). This is exact: nothing is guessed about
// what helps and what harms.
#include "lang/opt/opt.h"

// The test must be: sets made of registers of the state, and looks from one of them,
// `my King`, that all lead to the answer no.
typedef struct form {
    int from; // the register looked from
    int type, player;
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

// Whether the register is `my t`, and which type and player that is.
static int find_men(region *g, int reg, form *f) {
    const ir_layout *at = &g->p->at;
    region_reg *r = region_set(g, reg);
    if (!r || r->shared || r->def < 0 || g->x[r->def].op != OP_AND || at->type == BOARD_NONE) {
        return 0;
    }
    int a = g->x[r->def].b, b = g->x[r->def].c;
    int type = a >= at->type && a < at->type + g->p->types ? a : b;
    int own = type == a ? b : a;
    f->type = type - at->type;
    f->player = own - at->own;
    return type >= at->type && type < at->type + g->p->types && own >= at->own &&
           own < at->own + g->p->players;
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
    return f->looks && find_men(g, f->from, f);
}

// Every look becomes the cells it looks at; together they are the answer. `sights`: only
// looks along lines count.
static void write_reads(region *g, const form *f, int sights) {
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
        if (!sight && sights) {
            continue;
        }
        int seen = region_new_set(g);
        region_add(g, sight ? OP_SIGHT : OP_NEARB, seen, x->a, x->b, sight ? x->c : 0, 0);
        region_add(g, OP_OR, sum, begun ? sum : f->from, seen, 0, 0);
        begun = 1;
    }
    if (!begun) {
        region_add(g, OP_MOV, sum, f->from, 0, 0, 0);
    }
    region_add(g, OP_RETS, sum, 0, 0, 0, 0);
}

// --- Shields ---------------------------------------------------------------------------------
//
// More is known where a piece of the player who is looked from moves. All sets of a test are
// made cell by cell, so such a turn changes them at two cells only: where it left, nothing
// stands now, and where it went stands a piece of that player. If no look minds either, and
// no look goes on through such a piece, then arriving never harms, and leaving harms only
// where the piece stood in sight: it was a shield. And while the test fails, only arriving
// in a cell that was read can mend it.

enum { EMPTY_CELL = -1 };

// Whether register `reg` has a cell that is empty or holds a piece of the player and type;
// -1 = it depends on more.
static int holds_at(region *g, const form *f, int reg, int type, int depth) {
    const ir_layout *at = &g->p->at;
    region_reg *r = region_set(g, reg);
    if (!r) {
        if (reg >= at->own && reg < at->own + g->p->players) {
            return type != EMPTY_CELL && reg - at->own == f->player;
        }
        if (reg >= at->type && reg < at->type + g->p->types) {
            return reg - at->type == type;
        }
        return reg == at->neutral || reg == at->latch ? 0 : -1; // a turn clears both there
    }
    if (r->shared || r->def < 0 || depth > 20) {
        return -1;
    }
    const insn *x = &g->x[r->def];
    int b = holds_at(g, f, x->b, type, depth + 1);
    int c = x->op == OP_MOV || x->op == OP_NOT ? 0 : holds_at(g, f, x->c, type, depth + 1);
    if (b < 0 || c < 0) {
        return -1;
    }
    switch ((opcode)x->op) {
    case OP_MOV: return b;
    case OP_NOT: return !b;
    case OP_AND: return b & c;
    case OP_OR: return b | c;
    case OP_ANDN: return b & !c;
    case OP_NOR: return !(b | c);
    default: return -1;
    }
}

// Whether no look finds what it looks for in a piece like the one looked from: then where
// that may go is asked of those who look, from where they are (cgen_legal.c).
static int may_flee(region *g, const form *f) {
    for (int i = 0; i < g->count; i++) {
        const insn *x = &g->x[i];
        if ((x->op == OP_JSIGHT && holds_at(g, f, x->d, f->type, 0) != 0) ||
            (x->op == OP_JNEARB && holds_at(g, f, x->c, f->type, 0) != 0)) {
            return 0;
        }
    }
    return 1;
}

static int never_minds(region *g, const form *f) {
    for (int i = 0; i < g->count; i++) {
        const insn *x = &g->x[i];
        int sight = x->op == OP_JSIGHT;
        if (!sight && x->op != OP_JNEARB) {
            continue;
        }
        for (int type = EMPTY_CELL; type < g->p->types; type++) {
            int blocks = !sight || type == EMPTY_CELL || holds_at(g, f, x->c, type, 0) == 0;
            if (type != f->type && (!blocks || holds_at(g, f, sight ? x->d : x->c, type, 0) != 0)) {
                return 0;
            }
        }
    }
    return 1;
}

// --- Tests -----------------------------------------------------------------------------------

static int copy_test(program *p, region *g, const ir_node *n, form *f) {
    region_begin(g, p);
    region_copy(g, n->code, -1, -1, -1);
    region_seal(g);
    if (g->failed) {
        return 0;
    }
    region_name_values(g);
    return !g->failed && has_form(g, f);
}

static uint32_t finish_reads(region *g, const form *f, int sights) {
    write_reads(g, f, sights);
    if (g->failed) {
        return 0;
    }
    region_name_values(g);
    return region_finish(g);
}

static void read_test(program *p, region *g, ir_node *n, uint8_t *flee) {
    form f;
    if (!copy_test(p, g, n, &f)) {
        return;
    }
    int minds = !never_minds(g, &f);
    *flee = (uint8_t)(!minds && may_flee(g, &f));
    p->fact.test[ir_index(p, n)].reads = finish_reads(g, &f, 0);
    p->fact.test[ir_index(p, n)].looks_from = (uint16_t)f.type;
    p->fact.test[ir_index(p, n)].shield_owner = (uint8_t)f.player;
    if (!minds && pass_on(p, PASS_shields) && copy_test(p, g, n, &f)) {
        p->fact.test[ir_index(p, n)].shield_cells = finish_reads(g, &f, 1);
    }
}

// --- Choices ------------------------------------------------------------------------------

enum {
    MOST_APPLY = 256, // instructions of a choice that are looked at
    MOST_BEHIND = 20  // nodes behind one
};

// What a choice does to the board: one piece comes onto the cell `to`, from `from` or anew.
typedef struct arrival {
    int player, type;
    int moves; // it came from `from`
    int times;
    int is_here; // in the end `here` is the cell
} arrival;

static int names_set(const insn *x, int set) {
    const char *format = ir_op_format[x->op];
    int found = 0;
    for (int k = 0; format[k]; k++) {
        found |=
            (format[k] == 'S' || format[k] == 'B' || format[k] == 'D') && insn_value(x, k) == set;
    }
    return found;
}

// Whether some test that looks from pieces knows of a set.
static int is_looked_at(const program *p, int set) {
    const insn *x[MOST_APPLY];
    int found = 0;
    for (int i = 2; i < p->node_count && !found; i++) {
        const int is_test = p->node[i].kind == N_TEST && p->fact.test[i].reads;
        const int count = is_test ? ir_block(p, p->node[i].code, x, MOST_APPLY) : 0;
        found = count > MOST_APPLY;
        for (int k = 0; k < count && !found; k++) {
            found = names_set(x[k], set);
        }
    }
    return found;
}

static void arrive(arrival *a, int moves, int player, int type) {
    *a = (arrival){player, type, moves, a->times + 1, 0};
}

// Whether an instruction of a choice changes nothing that a test looks at but by that one piece.
static int brings_one(const program *p, const insn *x, arrival *a) {
    switch ((opcode)x->op) {
    case OP_MOVE:
    case OP_GO: arrive(a, 1, x->c, x->d); return x->a == p->at.from && x->b == p->at.to;
    case OP_ADD: arrive(a, 0, x->b, x->c); return x->a == p->at.to;
    case OP_RET: return x->a == VM_YES;
    default: break;
    }
    const int is_plain = op_is_pure(x->op) || ir_op_class[x->op] == CLASS_JUMP;
    const int writes = op_is_pure(x->op) && ir_op_format[x->op][0] == 'D';
    return (is_plain || ir_op_class[x->op] == CLASS_ASIDE) &&
           !(writes && x->a < p->at.state_sets && x->a != p->at.here && is_looked_at(p, x->a));
}

// Whether `apply` does no more than that, to what a test may look at.
static int only_arrives(const program *p, const ir_node *n, arrival *a) {
    const insn *x[MOST_APPLY];
    const int count = n->apply ? ir_block(p, n->apply, x, MOST_APPLY) : 0;
    int ok = count > 1 && count <= MOST_APPLY;
    *a = (arrival){0};
    for (int i = 0; i < count && ok; i++) {
        ok = brings_one(p, x[i], a) && (x[i]->op != OP_RET || i == count - 1);
    }
    const insn *last = ok ? x[count - 2] : NULL;
    a->is_here = ok && last->op == OP_MOV && last->a == p->at.here && last->b == p->at.to;
    return ok && a->times == 1;
}

// The one test that follows a choice and all its promotions, or 0.
static int test_after(const program *p, int at, int type) {
    const ir_node *n = &p->node[at];
    switch ((node_kind)n->kind) {
    case N_TEST:
        return n->next == 0 && ir_test(p, n)->reads &&
                       (type < 0 || ir_test(p, n)->looks_from == type)
                   ? at
                   : 0;
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
        return test && p->choice[n->choice].type != p->fact.test[test].looks_from ? test : 0;
    }
    default: return 0;
    }
}

// Whether code does no more than make the piece on `here` one of another type than that.
static int only_becomes(const program *p, uint32_t code, int type) {
    const insn *x[2];
    return code && ir_block(p, code, x, 2) == 2 && x[0]->op == OP_TYPE && x[0]->a == p->at.here &&
           x[0]->b != type && x[1]->op == OP_RET && x[1]->a == VM_YES;
}

// A test that looks from pieces which whatever follows a choice must pass, if there is one; others may be asked before
// it, and the piece that came may become another.
static int test_in_the_end(const program *p, int at, int depth) {
    const ir_node *n = &p->node[at];
    int test = 0, other = 0;
    if (depth > MOST_BEHIND) {
        return 0;
    }
    switch ((node_kind)n->kind) {
    case N_TEST: return ir_test(p, n)->reads ? at : test_in_the_end(p, n->next, depth + 1);
    case N_WHEN:
    case N_OR:
        test = test_in_the_end(p, n->next, depth + 1);
        other = test ? test_in_the_end(p, n->alt, depth + 1) : 0;
        return test == other ? test : 0;
    case N_CHOICE:
    case N_DO:
        test = test_in_the_end(p, n->next, depth + 1);
        return test && only_becomes(p, n->kind == N_DO ? n->code : n->apply,
                                    p->fact.test[test].looks_from)
                   ? test
                   : 0;
    default: return 0;
    }
}

static void read_choice(program *p, int at, const uint8_t *flee) {
    const ir_node *n = &p->node[at];
    arrival a;
    if (n->kind != N_CHOICE || ir_turn(p, n)->bind != BOARD_NONE || !only_arrives(p, n, &a)) {
        return;
    }
    const int test = ir_turn(p, n)->turn ? test_after(p, n->next, -1) : 0;
    const int in_the_end = a.is_here ? test_in_the_end(p, n->next, 0) : 0;
    if (in_the_end && a.type != p->fact.test[in_the_end].looks_from &&
        a.player == p->fact.test[in_the_end].shield_owner && pass_on(p, PASS_shields)) {
        p->fact.test[at].must_pass = (uint16_t)in_the_end;
    }
    if (!test) {
        return;
    }
    fact_test *t = &p->fact.test[test];
    if (a.type != t->looks_from) {
        p->fact.test[at].only_test = (uint16_t)test;
        t->shield_cells = a.player == t->shield_owner ? t->shield_cells : 0;
    } else if (a.moves && n->next == test && a.player == t->shield_owner && flee[test] &&
               pass_on(p, PASS_shields)) {
        p->fact.test[at].moves_looker = (uint16_t)test;
    }
}

void opt_reads(program *p, region *g) {
    uint8_t flee[IR_MAX_NODES] = {0};
    for (int i = 2; i < p->node_count; i++) {
        if (p->node[i].kind == N_TEST && p->node[i].code) {
            read_test(p, g, &p->node[i], &flee[i]);
        }
    }
    for (int i = 2; i < p->node_count; i++) {
        read_choice(p, i, flee);
    }
}
