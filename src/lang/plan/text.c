// SPDX-License-Identifier: MIT
//
// The plan as text: each of its parts under a heading, and behind them the code that it asks, which is
// the program's.
#include <stdio.h>

#include <tessera/text.h>

#include "lang/plan/plan.h"

enum { MOST_PARTS = IR_MAX_PLAYERS * 8 + 2, MOST_ASKED = 512 };

typedef struct part { // code that has a name
    uint32_t at;
    const char *what, *who; // who: NULL = everybody
} part;

typedef struct part_list {
    part part[MOST_PARTS];
    int count;
} part_list;

static void add_part(part_list *l, uint32_t at, const char *what, const char *who) {
    if (at) {
        l->part[l->count++] = (part){at, what, who};
    }
}

static void find_parts(const program *p, part_list *l) {
    for (int me = 0; me < p->players; me++) {
        const ir_roots *r = &p->root[me];
        const char *who = p->words.player[me];
        add_part(l, r->set_up, "the first position", who);
        add_part(l, r->when_stuck, "what happens to a player who is stuck", who);
        add_part(l, r->end, "the end of a turn", who);
        add_part(l, r->judge, "an old ending holds, or the next player is stuck", who);
        add_part(l, r->endings, "endings", who);
        add_part(l, r->whole, "endings, whatever the turn has added", who);
        add_part(l, r->later, "endings after `stuck`", who);
        add_part(l, r->score, "the score", who);
    }
    add_part(l, p->past.latch_code, "drops what nobody can ask of `unmoved`", NULL);
    add_part(l, p->past.forget_code, "drops `last` where nobody can use it", NULL);
}

static int put_headings(tsr_out *o, const part_list *l, uint32_t at) {
    int count = 0;
    for (int i = 0; i < l->count; i++) {
        const part *x = &l->part[i];
        if (x->at == at) {
            tsr_putf(o, "\n%s%s%s:\n", x->what, x->who ? ", " : "", x->who ? x->who : "");
            count++;
        }
    }
    return count;
}

static int is_question(int op) {
    return op == OP_JASK || op == OP_JRARE;
}

static void put_block(tsr_out *o, const program *p, uint32_t at) {
    const insn *block[MOST_ASKED];
    int count = ir_block(p, at, block, MOST_ASKED);
    for (int i = 0; i < count && i < MOST_ASKED; i++) {
        ir_put_insn(o, p, (uint32_t)(block[i] - p->code));
    }
    if (count > MOST_ASKED) {
        tsr_putf(o, "       ... and %d more\n", count - MOST_ASKED);
    }
}

// The code in front of the plan that it asks, each once.
static void put_asked(tsr_out *o, const program *p, const part_list *l) {
    uint8_t seen[IR_MAX_CODE / 8] = {0};
    for (uint32_t i = p->plan_code; i < p->code_count; i++) {
        const insn *x = &p->code[i];
        if (!is_question(x->op) || x->a >= p->plan_code || seen[x->a / 8] >> x->a % 8 & 1) {
            continue;
        }
        seen[x->a / 8] = (uint8_t)(seen[x->a / 8] | 1u << x->a % 8);
        if (!put_headings(o, l, x->a)) {
            tsr_putf(o, "\ncode%u:\n", x->a);
        }
        put_block(o, p, x->a);
    }
}

int plan_text(const program *p, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    part_list parts = {.count = 0};
    find_parts(p, &parts);
    tsr_putf(&o, "%s: a plan of %u instructions behind %u of the rules\n", p->words.title,
             p->code_count - p->plan_code, p->plan_code);
    for (uint32_t i = p->plan_code; i < p->code_count; i++) {
        (void)put_headings(&o, &parts, i);
        ir_put_insn(&o, p, i);
    }
    put_asked(&o, p, &parts);
    plan_put_ways(&o, p);
    return tsr_out_end(&o);
}
