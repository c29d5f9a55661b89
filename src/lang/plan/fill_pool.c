// SPDX-License-Identifier: MIT
//
// Games that only fill cells, at random: what turns are drawn from (plan_pool in ways.h).
//
// To find the n-th cell of a set takes longer than to look it up in a list, and a list of the empty cells is
// easily kept where cells are only ever filled. Which cell a random number means depends on the order of the
// list, so this is a part of the plan: whoever plays at random draws from it.
#include "lang/plan/fill.h"
#include "lang/plan/ways.h"

enum {
    MAX_FILL = 64, // instructions of a turn that just fills a cell
    MIN_CELLS = 32 // on fewer a game is over before a loop of its own pays
};

// Whether register `reg` is, in this code, the cells where nothing stands.
static int is_empties(const program *p, const insn **code, int count, int reg) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        const insn *x = code[i];
        if (ir_op_format[x->op][0] == 'D' && x->a == reg) {
            found += x->op == OP_NOR && x->b != x->c && x->b < 2 && x->c < 2 ? 1 : 100;
        }
    }
    return found == 1 && p->players == 2 && p->at.own == 0 && p->at.neutral == BOARD_NONE &&
           p->at.closed == BOARD_NONE;
}

// Whether a joined turn does nothing to the board but fill the cell that was drawn.
static int only_fills(const program *p, const ir_node *n) {
    const insn *code[MAX_FILL];
    int kind = p->choice[n->choice].kind, adds = 0;
    int count =
        ir_block(p, ir_turn(p, n)->ply ? ir_turn(p, n)->ply : ir_turn(p, n)->turn, code, MAX_FILL);
    if (ir_path(p, n)->tail != TAIL_PLAIN ||
        (kind != CH_PLACE && kind != CH_PASS && kind != CH_SWAP) || count > MAX_FILL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        int op = code[i]->op;
        if (op == OP_ADD) {
            adds += code[i]->a == p->at.to ? 1 : 100;
        } else if (ir_op_class[op] == CLASS_BOARD) {
            return 0;
        }
    }
    return adds == (kind == CH_PLACE);
}

// The offer of empty cells is the only one with cells, and all turns just fill.
static int offers_empties(const program *p, uint32_t offers) {
    const insn *code[MAX_FILL];
    int count = ir_block(p, offers, code, MAX_FILL), emits = 0;
    for (int i = 0; i < count && count <= MAX_FILL; i++) {
        const insn *x = code[i];
        int at = x->op == OP_EMIT ? x->b : x->op == OP_EMIT1 ? x->a : 0;
        if (!op_is_offer(x->op)) {
            continue;
        }
        if (!at || !p->fact.turn[at].turn || !only_fills(p, &p->node[at]) ||
            (x->op == OP_EMIT && !is_empties(p, code, count, x->a))) {
            return 0;
        }
        emits += x->op == OP_EMIT;
    }
    return emits == 1;
}

static int keeps_empties(const program *p) {
    int all = p->phases == 1 && !p->fact.overlaps && !p->split;
    for (int me = 0; all && me < p->players; me++) {
        const uint32_t offers = plan_joined(p, p->phase[0].start[me]);
        all = offers && offers_empties(p, offers);
    }
    return all;
}

void plan_pool_of(const program *p, plan_pool *pool) {
    fill_game f;
    *pool = (plan_pool){.opens = -1};
    if (!pass_on(p, PASS_draw)) {
        return;
    }
    pool->keeps = (uint8_t)keeps_empties(p);
    if (p->b.cells < MIN_CELLS || !pass_on(p, PASS_fill) || !fill_find(&f, p)) {
        return;
    }
    const int line = fill_is_line(f.end[0]);
    pool->fills = line || !f.end[0] || p->b.cells < 255; // links are watched by bytes
    pool->after = f.after;
    pool->opens = (int16_t)(pool->keeps ? -1 : fill_opening_shift(p));
    pool->listed = pool->keeps || pool->opens >= 0;
    pool->wide = (uint8_t)(pool->listed && line && p->b.words == 1 && fill_places(&f));
    for (int me = 0; me < 2; me++) {
        pool->node[me] = (uint16_t)(f.node[me] - p->node);
    }
}
