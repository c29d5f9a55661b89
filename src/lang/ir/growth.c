// SPDX-License-Identifier: MIT
//
// What can become more while a game is played. What turns do is in the effects and choices of the automaton:
// pieces come onto the board by PUT and ADD, change sides by OWN and become others by TYPE, come to light by STACK, and
// by nothing else. Motions, CARRY and captures keep their number or make it smaller. The setup does not count.
#include "lang/ir/ir.h"

enum { MOST_EFFECTS = 512 }; // instructions of one node that are looked at

static void note_effect(const insn *x, ir_growth *g) {
    switch ((opcode)x->op) {
    case OP_PUT:
    case OP_ADD:
        g->all = 1;
        g->own |= x->b != IR_NEUTRAL;
        g->type[x->c] = 1;
        break;
    case OP_OWN:
        g->own |= x->b != IR_NEUTRAL;
        g->changes_sides = 1;
        break;
    case OP_TYPE: g->type[x->b] = 1; break;
    case OP_STACK: // what was covered comes to light
        g->own = g->all = g->changes_sides = 1;
        for (int t = 0; t < IR_MAX_TYPES; t++) {
            g->type[t] = 1;
        }
        break;
    default: break;
    }
}

static void note_code(const program *p, uint32_t code, ir_growth *g) {
    const insn *x[MOST_EFFECTS];
    const int count = ir_block(p, code, x, MOST_EFFECTS);
    for (int i = 0; i < count && i < MOST_EFFECTS; i++) {
        note_effect(x[i], g);
    }
    for (int t = 0; count > MOST_EFFECTS && t < IR_MAX_TYPES; t++) {
        g->own = g->all = g->changes_sides = g->type[t] = 1;
    }
}

static void note_ways(const program *p, int node, uint8_t *seen, ir_growth *g) {
    const ir_node *n = &p->node[node];
    if (seen[node] || n->kind == N_END || n->kind == N_DEAD) {
        return;
    }
    seen[node] = 1;
    if (n->kind == N_DO || n->kind == N_CHOICE) {
        note_code(p, n->kind == N_DO ? n->code : n->apply, g);
    }
    note_ways(p, n->next, seen, g);
    if (ir_has_alt(n->kind)) {
        note_ways(p, n->alt, seen, g);
    }
}

ir_growth ir_grows(const program *p) {
    uint8_t seen[IR_MAX_NODES] = {0};
    ir_growth g = {0};
    for (int me = 0; me < p->players; me++) {
        for (int i = 0; i < p->phases; i++) {
            note_ways(p, p->phase[i].start[me], seen, &g);
        }
        note_ways(p, p->root[me].stuck, seen, &g);
    }
    note_ways(p, p->dealt, seen, &g);
    return g;
}
