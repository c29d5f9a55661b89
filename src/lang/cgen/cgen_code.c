// SPDX-License-Identifier: MIT
//
// Code as C: blocks of it, one statement for each instruction, scratch registers as locals.
//
// A block is what can be reached from its first instruction. It becomes one function
// with gotos for its jumps, or, for a choice, statements inside the function that takes
// the offers. Instructions whose result nobody reads are left out.
#include "lang/cgen/cgen_insn.h"
#include <stdio.h>
#include <string.h>

static void put_insn(const block *b, int at) {
    const insn *x = &b->g->p->code[at];
    if (x->op == OP_RET || x->op == OP_RETS) {
        cgen_put_ret(b, x);
    } else if (!cgen_put_set(b, x) && !cgen_put_jump(b, x) && !cgen_put_pile(b, x) &&
               !cgen_put_effect(b, x) && !cgen_put_offer(b, x, at) && !cgen_put_row(b->g, x)) {
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
        int given = (b->form == FORM_APPLY || b->form == FORM_TURN || b->form == FORM_HEAD) &&
                    (r == p->at.from || r == p->at.to);
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

// What is skipped is done, and then taken or not: the compiler picks without a jump.
static int put_select(block *b, int i) {
    cgen *g = b->g;
    char test[2600];
    const int count = b->skips[b->at[i]];
    if (!count) {
        return 0;
    }
    g->failed |= !cgen_put_test(b, &g->p->code[b->at[i]], test, sizeof test);
    cgen_put(g, "    {\n    const int skip = %s;\n", test);
    for (int k = i + 1; k <= i + count; k++) {
        const insn *x = &g->p->code[b->at[k]];
        const int is_set = ir_op_format[x->op][0] == 'D';
        cgen_word to = is_set ? cgen_reg(g, x->a) : cgen_num(g, x->a);
        if (!b->is_dead[b->at[k]]) {
            cgen_put(g, "    {\n    const %s was = %s;\n", is_set ? "set" : "int32_t", to.t);
            put_insn(b, b->at[k]);
            cgen_put(g, "    %s = skip ? was : %s;\n    }\n", to.t, to.t);
        }
    }
    cgen_put(g, "    }\n");
    return count;
}

// Whether whoever does not take the JOFFER at place i has been offered nothing, and whoever takes it is offered
// no more: no way leads round it.
static int parts_offers(const block *b, int i) {
    const insn *code = b->g->p->code;
    const int here = b->at[i];
    if (!b->taker || !b->taker->close || code[here].op != OP_JOFFER || b->is_loop[here] ||
        code[cgen_jump_of(&code[here])].op != OP_RET) {
        return 0;
    }
    for (int k = 0; k < i; k++) {
        const insn *x = &code[b->at[k]];
        const int to = cgen_jump_of(x);
        const int parts = x->op == OP_JOFFER && code[to].op == OP_RET;
        const op_class is = (op_class)ir_op_class[x->op];
        if (is == CLASS_LEAVE || is == CLASS_OVER || (to > here && !parts)) {
            return 0;
        }
    }
    return 1;
}

static void put_parting(block *b, int at) {
    cgen_put(b->g, "    if (offered) {\n");
    b->taker->close(b->taker);
    cgen_put(b->g, "    }\n");
    b->jumps_to[cgen_jump_of(&b->g->p->code[at])]--;
}

static void put_block(block *b) {
    const uint32_t *may = b->g->span_may, *need = b->g->span_need; // of a block around this one
    put_locals(b);
    cgen_spans_find(b);
    if (b->asks_offered) {
        cgen_put(b->g, "    int offered = 0;\n");
    }
    if (b->binds) {
        cgen_put(b->g, "    int with = 0;\n    (void)with;\n");
    }
    memcpy(b->is_cell, b->only_each, sizeof b->is_cell);
    for (int i = 0; i < b->count; i++) {
        const int taken = b->taker && b->taker->loop ? b->taker->loop(b->taker, b, i) : 0;
        if (taken) {
            i += taken - 1;
            continue;
        }
        if (b->jumps_to[b->at[i]] && b->form != FORM_SEEN) {
            cgen_put(b->g, "L%u:;\n", b->at[i]);
            memcpy(b->is_cell, b->only_each, sizeof b->is_cell);
        }
        if (parts_offers(b, i)) {
            put_parting(b, b->at[i]);
            continue;
        }
        cgen_spans_at(b, i);
        int selected = put_select(b, i);
        i += selected;
        if (!selected && !b->is_dead[b->at[i]]) {
            put_one(b, b->at[i]);
        }
    }
    if (b->form == FORM_HEAD) {
        if (b->jumps_to[b->end]) {
            cgen_put(b->g, "L%u:;\n", b->end);
        }
        cgen_put(b->g, "    return 1;\n");
    }
    cgen_spans_free(b);
    b->g->span_may = may;
    b->g->span_need = need;
}

// Code that a block asks is printed in front of it.
static void need_asked(const block *b) {
    for (int i = 0; i < b->count; i++) {
        const insn *x = &b->g->p->code[b->at[i]];
        if (x->op == OP_JASK) {
            cgen_need_code(b->g, x->b == VM_YES ? FORM_RUN : FORM_ENDING, x->a);
        } else if (x->op == OP_JRARE) {
            cgen_need_code(b->g, FORM_JUDGE, x->a);
        }
    }
}

void cgen_need_code(cgen *g, cgen_form form, uint32_t at) {
    block b;
    buffer *was = g->out;
    if (g->has_code[form][at]) {
        return;
    }
    g->has_code[form][at] = CGEN_PRINTED;
    const char *constant =
        form == FORM_APPLY || form == FORM_TURN || form == FORM_HEAD || cgen_writes_state(g, at)
            ? ""
            : "const ";
    cgen_block_open(&b, g, at, form);
    b.taker = NULL;
    // Long code in a large game is called, not copied: chess would take minutes to compile.
    const char *melts = cgen_is_large(g) && b.count > 14 ? "FN" : "RT";
    need_asked(&b);
    g->out = form == FORM_END || form == FORM_JUDGE ? &g->turns : &g->code;
    if (cgen_put_copy(&b)) {
        g->out = was;
        return;
    }
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
    case FORM_END:
        cgen_put(g,
                 "// The end of a turn; %d = and of the game.\n"
                 "RT int end_%u(st *s, const int lazy, const int plied) {\n"
                 "    (void)s, (void)lazy, (void)plied;\n",
                 VM_OVER, at);
        break;
    case FORM_JUDGE: cgen_put(g, "RARE int judge_%u(st *s) {\n    (void)s;\n", at); break;
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
    case FORM_HEAD:
        cgen_put(g,
                 "RT int head_%u(st *s, set from, set to, int sub) {\n"
                 "    (void)s, (void)from, (void)to, (void)sub;\n",
                 at);
        break;
    case FORM_CELLS:
        cgen_put(g, "%s set cells_%u(%sst *s) {\n    (void)s;\n", melts, at, constant);
        break;
    case FORM_SCORE: cgen_put(g, "RT int32_t score_%u(const st *s) {\n    (void)s;\n", at); break;
    case FORM_DEALT:
        cgen_put(g, "%s int32_t dealt_%u(const st *s, tsr_rng *g) {\n    (void)s;\n",
                 cgen_has_spans(g) ? "FN" : "RT", at); // one for every card that is dealt
        break;
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
        cgen_put(g, "\nRT int ask_%u(const st *s) {\n%s    return run_%u(&t);\n}\n", at,
                 cgen_own(g, "t", "s").t, at);
    }
    g->out = was;
}

void cgen_offers(cgen *g, uint32_t at, cgen_taker *taker) {
    block b;
    cgen_block_open(&b, g, at, taker->given ? FORM_TURN : FORM_RUN);
    b.taker = taker;
    need_asked(&b);
    put_block(&b);
    cgen_put(g, "done_%u:;\n", at);
}
