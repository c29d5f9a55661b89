// SPDX-License-Identifier: MIT
//
// What turns of several choices end with alike, for lanes: the same test of the position, which all of them
// go through together, whatever they moved (in chess, whether the king is safe).
#include "lang/cgen/cgen_block.h"
#include "lang/cgen/cgen_draw.h"

enum { LEAST_REST = 6 }; // instructions that are worth it

// --- Whether code is a test by itself ------------------------------------------------------------

typedef struct search { // whether a register is read before it is written
    const program *p;
    uint32_t end;
    uint16_t reg;
    int is_num;
    uint8_t seen[CGEN_MAX_CODE];
} search;

static int reads(int is_num, char operand) {
    return is_num ? operand == 'I' : operand == 'S' || operand == 'B';
}

static int writes(int is_num, char operand) {
    return is_num ? operand == 'E' : operand == 'D' || operand == 'B';
}

static int is_live(search *q, uint32_t at) {
    while (at < q->end && !q->seen[at]) {
        const insn *x = &q->p->code[at];
        const char *format = ir_op_format[x->op];
        const int to = cgen_jump_of(x);
        int written = 0;
        q->seen[at] = 1;
        for (int k = 0; format[k]; k++) {
            if (insn_value(x, k) == q->reg && reads(q->is_num, format[k])) {
                return 1;
            }
            written |= insn_value(x, k) == q->reg && writes(q->is_num, format[k]);
        }
        if (to >= 0 && is_live(q, (uint32_t)to)) {
            return 1;
        }
        if (written || op_never_falls_through(x->op)) {
            return 0;
        }
        at++;
    }
    return 0;
}

// Operand k is of the state, or scratch that the code itself has written before.
static int is_own(const cgen *g, uint32_t from, uint32_t end, const insn *x, int k) {
    const ir_layout *at = &g->p->at;
    const char operand = ir_op_format[x->op][k];
    const int is_num = operand == 'I' || operand == 'E', v = insn_value(x, k);
    const int in_state = v < (is_num ? at->state_nums : at->state_sets);
    if (!reads(is_num, operand) && !writes(is_num, operand)) {
        return 1;
    }
    if (in_state) {
        return !writes(is_num, operand);
    }
    search q = {.p = g->p, .end = end, .reg = (uint16_t)v, .is_num = is_num};
    return !is_live(&q, from);
}

// It changes nothing, asks nothing of what was done before, and stays within itself.
static int is_test(const cgen *g, uint32_t from, uint32_t end) {
    for (uint32_t i = from; i < end; i++) {
        const insn *x = &g->p->code[i];
        const int to = cgen_jump_of(x);
        if (op_is_effect(x->op) || op_is_offer(x->op) || x->op == OP_JOFFER || x->op == OP_WITH ||
            (to >= 0 && ((uint32_t)to < from || (uint32_t)to >= end))) {
            return 0;
        }
        for (int k = 0; ir_op_format[x->op][k]; k++) {
            if (!is_own(g, from, end, x, k)) {
                return 0;
            }
        }
    }
    return 1;
}

// --- What turns have in common -------------------------------------------------------------------

static int is_same(const program *p, uint32_t one, uint32_t other) {
    const insn *x = &p->code[one], *y = &p->code[other];
    const int jump = insn_jump(x);
    if (x->op != y->op) {
        return 0;
    }
    for (int k = 0; ir_op_format[x->op][k]; k++) {
        const uint32_t a = insn_value(x, k), b = insn_value(y, k);
        if (k == jump ? a - one != b - other : a != b) {
            return 0;
        }
    }
    return 1;
}

static uint32_t common_end(const program *p, const fact_turn *t, const fact_turn *u) {
    uint32_t n = 0;
    while (t->turn_end - n > t->turn && u->turn_end - n > u->turn &&
           is_same(p, t->turn_end - n - 1, u->turn_end - n - 1)) {
        n++;
    }
    return n;
}

// What comes before the last `n` instructions of a turn leads to the first of these, or to no turn.
static int is_cut_clean(const cgen *g, const fact_turn *t, uint32_t n) {
    for (uint32_t i = t->turn; i < t->turn_end - n; i++) {
        const insn *x = &g->p->code[i];
        const int to = cgen_jump_of(x);
        if ((to >= 0 && ((uint32_t)to > t->turn_end - n || (uint32_t)to < t->turn)) ||
            ir_op_class[x->op] == CLASS_OVER || x->op == OP_RETS ||
            (x->op == OP_RET && x->a != VM_NO)) {
            return 0;
        }
    }
    return 1;
}

// A turn that is made by its code alone, and may turn out not to be legal.
static int may_share(const drawing *d, int node) {
    const program *p = d->g->p;
    const fact_turn *t = &p->fact.turn[node];
    const int fn = way_of(p, WAYS_TURN, WAYS_DRAW, node);
    int made = 0;
    for (int i = 0; fn >= 0 && i < p->ways->fn[fn].count; i++) {
        const way_insn *x = &p->ways->x[p->ways->fn[fn].first + (uint32_t)i];
        made |= x->op == WAY_MAKE && x->a == t->turn;
    }
    return made && !t->ply && t->turn_end > t->turn + LEAST_REST && !cgen_never_fails(d->g, node) &&
           p->choice[p->node[node].choice].kind <= CH_TAKE;
}

static uint32_t rest_of(const drawing *d, int of) {
    const cgen *g = d->g;
    const fact_turn *first = &g->p->fact.turn[of];
    uint32_t n = first->turn_end - first->turn - 1;
    for (int i = 0; i < d->nodes; i++) {
        const fact_turn *t = &g->p->fact.turn[d->node[i]];
        const uint32_t common = may_share(d, d->node[i]) ? common_end(g->p, first, t) : 0;
        n = common >= LEAST_REST && common < n ? common : n;
    }
    while (n >= LEAST_REST && !is_test(g, first->turn_end - n, first->turn_end)) {
        n--;
    }
    return n >= LEAST_REST ? n : 0;
}

void cgen_find_rest(drawing *d) {
    cgen *g = d->g;
    int of = -1, sharing = 0;
    for (int i = 0; g->lanes && of < 0 && i < d->nodes; i++) {
        of = may_share(d, d->node[i]) ? d->node[i] : -1;
    }
    const uint32_t n = of < 0 ? 0 : rest_of(d, of);
    for (int i = 0; n && i < d->nodes; i++) {
        const fact_turn *t = &g->p->fact.turn[d->node[i]];
        if (may_share(d, d->node[i]) && common_end(g->p, &g->p->fact.turn[of], t) >= n &&
            t->turn_end - n > t->turn && is_cut_clean(g, t, n)) {
            g->cut[t->turn] = (uint16_t)(t->turn_end - n);
            d->shares[i] = 1;
            sharing++;
        }
    }
    d->rest = sharing > 1 ? g->p->fact.turn[of].turn_end - n : 0;
    if (d->rest) {
        cgen_need_code(g, FORM_RUN, d->rest);
    }
}

void cgen_put_turn_head(drawing *d, int at) {
    cgen *g = d->g;
    const ir_node *n = &g->p->node[at];
    const uint32_t turn = g->p->fact.turn[at].turn;
    const int kind = g->p->choice[n->choice].kind;
    cgen_need_code(g, FORM_HEAD, turn);
    cgen_bind(g, at, "s");
    cgen_put(g, "        s->h.passes = 0;\n        made = head_%u(s, %s, set_one(z), sub);\n", turn,
             kind == CH_MOTION ? "set_one(a)" : "NO_CELLS");
    cgen_put(g, cgen_promotes(g, n) ? "" : "        took = z;\n");
    cgen_put(g, "        (void)a;\n        break;\n");
}
