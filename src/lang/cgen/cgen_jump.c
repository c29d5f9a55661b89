// SPDX-License-Identifier: MIT
//
// Jumps and answers, as C: tests, loops over cells, questions to other code.
#include "lang/cgen/cgen_insn.h"
#include "lang/cgen/cgen_ways.h"

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

// What other code answers: conditions only look, all else may change the state. That code has been printed.
static void put_question(const cgen *g, const insn *x, char *test, size_t cap) {
    if (x->b == VM_YES) {
        cgen_set(test, cap, "%s_%u(s) == %d", cgen_writes_state(g, x->a) ? "ask" : "run", x->a,
                 VM_YES);
    } else {
        cgen_set(test, cap, "ending_%u(s) == %d", x->a, x->b);
    }
}

// It works on a copy, so that the state need not be in memory for its sake.
static void put_rare_question(cgen *g, const insn *x, int to) {
    cgen_put(g,
             "    {\n    st t;\n    copy(&t, s);\n    const int answer = judge_%u(&t);\n"
             "    copy(s, &t);\n    if (answer == %d) {\n        goto L%d;\n    }\n    }\n",
             x->a, x->b, to);
}

// When a jump is taken, as an expression; 0 = it is no plain one.
int cgen_put_test(const block *b, const insn *x, char *test, size_t cap) {
    cgen *g = b->g;
    switch ((opcode)x->op) {
    case OP_JHASLINE:
    case OP_JNOLINE:
        cgen_need_line(g, x->b, 1);
        cgen_set(test, cap, "%shas_line_%u(%s)", x->op == OP_JNOLINE ? "!" : "", x->b, A);
        break;
    case OP_JLINETO:
    case OP_JNOLINETO:
        cgen_need_line_to(g, x->c);
        cgen_set(test, cap, "%sline_to_%u(%s, %s)", x->op == OP_JNOLINETO ? "!" : "", x->c, A, B);
        break;
    case OP_JLINKED:
    case OP_JUNLINKED:
        cgen_need_linked(g);
        cgen_set(test, cap, "%slinks(%s, %s, %s, %s)", x->op == OP_JUNLINKED ? "!" : "", A, B, C,
                 D);
        break;
    case OP_JSIGHT: put_sight_test(b, x, test, cap); break;
    case OP_JNEARB:
        cgen_need_near(g, x->b, 1);
        if (b->is_cell[x->a]) {
            cgen_set(test, cap, "set_meets(into_%u[c%u], %s)", x->b, x->a, C);
        } else {
            cgen_set(test, cap, "set_meets(set_rows(%s, into_%u), %s)", A, x->b, C);
        }
        break;
    case OP_JREPEAT:
        if (b->form != FORM_ENDING) {
            return cgen_row_text(g, x, test, cap);
        }
        cgen_set(test, cap, "has_been(s, s->now, %u)", x->a); // the key has been noted
        break;
    case OP_JASK: put_question(g, x, test, cap); break;
    case OP_JMOVES: cgen_set(test, cap, "exists_start(s)"); break;
    case OP_JLAST: cgen_set(test, cap, "only_start_of(s)"); break;
    default: return ir_op_class[x->op] == CLASS_JUMP && cgen_row_text(g, x, test, cap);
    }
    return 1;
}

// `can(rule)`: the rule is walked from a copy that has its `here`.
static void put_can(cgen *g, const insn *x, int to) {
    cgen_put(g,
             "    {\n        st given;\n        copy(&given, s);\n        given.here = %s;\n"
             "        if (%s(&given, &(walk){.fuel = FUEL}, NO_WAY)) {\n"
             "            goto L%d;\n        }\n    }\n",
             B, cgen_noted_way(g, WAYS_NODE, WAYS_EXISTS, x->a).t, to);
}

int cgen_put_jump(const block *b, const insn *x) {
    cgen *g = b->g;
    char test[2600];
    const int to = cgen_jump_of(x);
    if (b->form == FORM_SEEN) {
        return put_seen(b, x);
    }
    switch ((opcode)x->op) {
    case OP_JMP: cgen_put(g, "    goto L%d;\n", to); return 1;
    case OP_EACH: put_each(b, x); return 1;
    case OP_JRARE: put_rare_question(g, x, to); return 1;
    case OP_JCAN: put_can(g, x, to); return 1;
    default: break;
    }
    if (!cgen_put_test(b, x, test, sizeof test)) {
        return 0;
    }
    cgen_put(g, "    if (%s) {\n        goto L%d;\n    }\n", test, to);
    return 1;
}

void cgen_put_ret(const block *b, const insn *x) {
    cgen *g = b->g;
    if (b->taker) {
        cgen_put(g, "    goto done_%u;\n", b->start);
    } else if (b->form == FORM_SCORE) {
        cgen_put(g, "    return %s;\n", cgen_num(g, g->p->at.state_nums).t);
    } else if (b->form == FORM_DEALT) {
        cgen_put(g,
                 "    return kind_drawn(OWNER_SETS, WORDS_OF(%s), SLOT_KINDS, TYPES, WORDS, g);\n",
                 cgen_operand(g, &x[-1], 1).t); // behind the COUNTKIND
    } else if (b->form == FORM_SEEN) {
        cgen_put(g, "    return seen;\n");
    } else if (b->form == FORM_CELLS) {
        cgen_put(g, "    return %s;\n", x->op == OP_RETS ? A : "NO_CELLS");
    } else {
        cgen_put(g, "    return %d;\n", x->op == OP_RETS ? VM_YES : x->a);
    }
}
