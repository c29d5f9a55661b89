// SPDX-License-Identifier: MIT
//
// Programs as text, for people.
#include <string.h>

#include <tessera/text.h>

#include "lang/ir/ir.h"

static void put_set_register(tsr_out *o, const program *p, int r) {
    const ir_layout *at = &p->at;
    if (r >= at->own && r < at->own + p->players) {
        tsr_put(o, p->words.player[r - at->own]);
    } else if (at->type != BOARD_NONE && r >= at->type && r < at->type + p->types) {
        tsr_put(o, p->words.type[r - at->type]);
    } else {
        const struct {
            uint16_t reg;
            const char *name;
        } names[] = {{at->neutral, "neutral"}, {at->closed, "closed"},
                     {at->latch, "unmoved"},   {at->last_from, "last.from"},
                     {at->last_to, "last.to"}, {at->last_over, "last.over"},
                     {at->here, "here"},       {at->it, "it"},
                     {at->later, "later"},     {at->from, "from"},
                     {at->to, "to"},           {at->next_from, "next.from"},
                     {at->next_to, "next.to"}, {at->next_over, "next.over"}};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            if (names[i].reg == r && r != BOARD_NONE) {
                tsr_put(o, names[i].name);
                return;
            }
        }
        tsr_putf(o, "s%d", r);
    }
}

static void put_const(tsr_out *o, const program *p, int k) {
    int n = 0;
    tsr_put_char(o, '{');
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(p->consts + (size_t)k * (size_t)p->b.words, c) && n++ < 4) {
            tsr_putf(o, n > 1 ? " %s" : "%s", p->b.name[c] ? p->b.name[c] : "?");
        }
    }
    tsr_put(o, n > 4 ? " ...}" : "}");
}

static void put_operand(tsr_out *o, const program *p, char kind, uint16_t v) {
    switch (kind) {
    case 'D':
    case 'S':
    case 'B': put_set_register(o, p, v); break;
    case 'E':
    case 'I': tsr_putf(o, "i%u", v); break;
    case 'K': put_const(o, p, v); break;
    case 'h': tsr_putf(o, "(%d,%d)", p->b.shift[v].dx, p->b.shift[v].dy); break;
    case 'd': tsr_putf(o, "dirs%u", v); break;
    case 'j': tsr_putf(o, "->%u", v); break;
    case 'p': tsr_put(o, v == IR_NEUTRAL ? "neutral" : p->words.player[v]); break;
    case 'y': tsr_put(o, p->words.type[v]); break;
    case 't': tsr_put(o, p->words.token[v]); break;
    case 'v': tsr_put(o, p->words.var[v]); break;
    case 'N': tsr_putf(o, "node%u", v); break;
    case 'c': tsr_putf(o, "code%u", v); break;
    default: tsr_putf(o, "%d", (int16_t)v); break;
    }
}

void ir_put_insn(tsr_out *o, const program *p, uint32_t at) {
    const insn *x = &p->code[at];
    const char *format = ir_op_format[x->op];
    tsr_putf(o, "%5u  %-9s", at, ir_op_name[x->op]);
    for (int i = 0; format[i]; i++) {
        tsr_put(o, i ? ", " : " ");
        put_operand(o, p, format[i], insn_value(x, i));
    }
    tsr_put_char(o, '\n');
}

static void put_node(tsr_out *o, const program *p, int i) {
    static const char *const kinds[] = {"END",  "DEAD", "DO",      "TEST", "WHEN",   "OR",
                                        "ELSE", "FOR",  "LONGEST", "MARK", "CHOICE", "ROLL"};
    const ir_node *n = &p->node[i];
    tsr_putf(o, "node %d  %s", i, kinds[n->kind]);
    if (n->kind == N_CHOICE) {
        tsr_putf(o, " %u code %u apply %u", n->choice, n->code, n->apply);
    } else if (n->code) {
        tsr_putf(o, " code %u", n->code);
    }
    if (ir_turn(p, n)->turn) {
        tsr_putf(o, " turn %u", ir_turn(p, n)->turn);
    }
    if (ir_test(p, n)->reads) {
        tsr_putf(o, " reads %u", ir_test(p, n)->reads);
    }
    if (ir_test(p, n)->shield_cells) {
        tsr_putf(o, " shields %u", ir_test(p, n)->shield_cells);
    }
    if (ir_test(p, n)->only_test) {
        tsr_putf(o, " test %u", ir_test(p, n)->only_test);
    }
    if (ir_test(p, n)->must_pass) {
        tsr_putf(o, " must pass %u", ir_test(p, n)->must_pass);
    }
    if (n->kind > N_DEAD) {
        tsr_putf(o, " next %u", n->next);
    }
    if (ir_has_alt(n->kind)) {
        tsr_putf(o, " alt %u", n->alt);
    }
    tsr_put_char(o, '\n');
}

int ir_disasm(const program *p, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_putf(&o, "%s: %d cells in %d words, %u bytes a position, %d nodes, %u instructions\n",
             p->words.title, p->b.cells, p->b.words, p->size.state_size, p->node_count,
             p->code_count);
    for (int i = 0; i < p->node_count; i++) {
        put_node(&o, p, i);
    }
    for (uint32_t i = 0; i < p->code_count; i++) {
        ir_put_insn(&o, p, i);
    }
    return tsr_out_end(&o);
}
