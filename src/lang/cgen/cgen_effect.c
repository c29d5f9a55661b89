// SPDX-License-Identifier: MIT
//
// Instructions that change a state, as C: what ir/expand.c writes for those about pieces, and what their rows
// say of all others.
#include "lang/cgen/cgen_insn.h"
#include "lang/ir/expand.h"

#include <string.h>

static int put_expansion(cgen *g, const insn *x);

// Where there are many types, and nothing but owners and types to change: the two sets are found in a loop over all,
// which stand one behind the other. Set by set it would be thousands of lines.
static int carries_in_loop(const program *p) {
    enum { MANY_TYPES = 16 };
    return p->types > MANY_TYPES && p->at.type != BOARD_NONE && p->at.latch == BOARD_NONE;
}

// One instruction of an expansion, or one about pieces.
static void put_one(cgen *g, const insn *x) {
    switch ((opcode)x->op) {
    case OP_CLEAR: cgen_put(g, "    lift(s, %s);\n", A); break;
    case OP_CAPTURE: cgen_put(g, "    capture(s, %s);\n", A); break;
    case OP_CARRY:
        cgen_put(g,
                 carries_in_loop(g->p) ? "    carry(s, set_first(%s), set_first(%s));\n"
                                       : "    carry(s, %s, %s);\n",
                 A, B);
        break;
    default:
        if (!put_expansion(g, x) && !cgen_put_named_set(g, x) && !cgen_put_row(g, x)) {
            g->failed = 1;
        }
        cgen_spans_note(g, x);
        break;
    }
}

// Jumps of an expansion lead forward: what one leads over is done if its test fails.
static void put_range(cgen *g, const insn *list, int first, int end) {
    for (int i = first; i < end; i++) {
        const int jump = insn_jump(&list[i]);
        if (jump < 0) {
            put_one(g, &list[i]);
            continue;
        }
        char test[2600];
        const int to = insn_value(&list[i], jump);
        const int plain = cgen_row_text(g, &list[i], test, sizeof test);
        g->failed |= !plain || to > end;
        cgen_put(g, "    if (!(%s)) {\n", test);
        put_range(g, list, i + 1, to);
        cgen_put(g, "    }\n");
        i = to - 1;
    }
}

static void put_temps(cgen *g, const insn *list, int count) {
    for (int k = 0; k < EXPAND_TEMPS; k++) {
        int used = 0;
        for (int i = 0; i < count; i++) {
            used |= ir_op_format[list[i].op][0] == 'D' && list[i].a == expand_temp(g->p, k);
        }
        if (used) {
            cgen_put(g, cgen_has_spans(g) ? "    set %s = NO_CELLS;\n" : "    set %s;\n",
                     cgen_reg(g, expand_temp(g->p, k)).t);
        }
    }
}

// 0 = it has none.
static int put_expansion(cgen *g, const insn *x) {
    insn list[EXPAND_MOST];
    const int count = ir_expand(g->p, x, list);
    if (count > 0) {
        memset(g->span_temp, 0,
               EXPAND_TEMPS * sizeof *g->span_temp); // none is read before it is written
        cgen_put(g, "    {\n");
        put_temps(g, list, count);
        put_range(g, list, 0, count);
        cgen_put(g, "    }\n");
    }
    return count >= 0;
}

static void put_carry_words(cgen *g) {
    cgen_put(g, "// The first of several sets that has a cell, or -1.\n"
                "RT int set_with(const uint64_t *sets, int cell, int count) {\n    int i = 0;\n"
                "    while (i < count && !(sets[i * WORDS + (cell >> 6)] >> (cell & 63) & 1)) {\n"
                "        i++;\n    }\n    return i < count ? i : -1;\n}\n\n"
                "RT void set_carry(uint64_t *w, int from, int to) {\n"
                "    w[from >> 6] &= ~((uint64_t)1 << (from & 63));\n"
                "    w[to >> 6] |= (uint64_t)1 << (to & 63);\n}\n\n");
}

// What stands on a cell is in one of the sets of owners and in one of the types; on a cell that is free in none.
static void put_carry_loop(cgen *g) {
    const program *p = g->p;
    const int owners = p->at.type - p->at.own;
    cgen_put(g,
             "FN void carry(st *s, const int from, const int to) {\n"
             "    uint64_t *const w = (uint64_t *)(void *)s + %d * WORDS;\n"
             "    if (from < 0 || to < 0 || from == to) {\n        return;\n    }\n"
             "    const int owner = set_with(w, from, %d);\n"
             "    if (owner < 0) {\n        return;\n    }\n",
             p->at.own, owners);
    cgen_put(g,
             "    if (set_with(w, to, %d) >= 0) {\n        lift(s, set_one(to));\n    }\n"
             "    set_carry(w + owner * WORDS, from, to);\n",
             owners);
    if (p->slot_at) {
        cgen_put(g, "    const int type = kind_at(TYPE_SETS, SLOT_KINDS, from, TYPES, WORDS);\n");
    } else {
        cgen_put(g, "    const int type = set_with(w + %d * WORDS, from, %d);\n", owners, p->types);
    }
    cgen_put(
        g,
        "    if (type >= 0) {\n        set_carry(w + (%d + type) * WORDS, from, to);\n    }\n}\n",
        owners);
}

// What several instructions do alike, as functions.
void cgen_effects(cgen *g) {
    const uint16_t x = expand_arg(g->p, 0), y = expand_arg(g->p, 1);
    const insn clear = {OP_CLEAR, x, 0, 0, 0, 0}, capture = {OP_CAPTURE, x, 0, 0, 0, 0};
    const insn carry = {OP_CARRY, x, y, 0, 0, 0};
    cgen_word a = cgen_reg(g, x), b = cgen_reg(g, y);
    memset(g->span_temp, 255, sizeof g->span_temp); // what is handed to a function may be anything
    cgen_put(g, "\n// Takes whatever stands on cells away.\nRT void lift(st *s, set %s) {\n", a.t);
    (void)put_expansion(g, &clear);
    cgen_put(g, "}\n\nRT void capture(st *s, set %s) {\n", a.t);
    (void)put_expansion(g, &capture);
    cgen_put(g, "}\n\n");
    if (carries_in_loop(g->p)) {
        put_carry_words(g);
        cgen_put(g, "// Moves whatever stands on one cell.\n");
        put_carry_loop(g);
        return;
    }
    cgen_put(g, "// Moves whatever stands on one cell.\nFN void carry(st *s, set %s, set %s) {\n",
             a.t, b.t);
    (void)put_expansion(g, &carry);
    cgen_put(g, "}\n");
}

int cgen_put_effect(const block *b, const insn *x) {
    cgen *g = b->g;
    if (!op_is_effect(x->op)) {
        return 0;
    }
    if (x->op == OP_SOW) {
        cgen_need_to(g, x->c);
        cgen_put(g,
                 "    %s = set_single(tokens_sow(TOKENS(%u), set_first(%s), to_%u, WORDS_OF(%s), "
                 "CELLS));\n",
                 A, x->e, B, x->c, D);
        return 1;
    }
    g->failed |= x->op == OP_OUTCOME && (b->taker || b->form == FORM_CELLS);
    put_one(g, x);
    return 1;
}
