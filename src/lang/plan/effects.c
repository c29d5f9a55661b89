// SPDX-License-Identifier: MIT
//
// Nodes that only act, as code: the setup, and what happens to a player who is stuck. Nobody
// chooses there, so one way leads through them: where two would do it is the first, and where a
// choice would have to be made it is the end.
#include "lang/plan/build.h"

enum { MAX_ORDERED = 500 };

typedef struct effects {
    const program *p;
    uint16_t node[MAX_ORDERED]; // every one before those that lead to it
    place at[MAX_ORDERED];
    int count, failed;
    uint8_t seen[IR_MAX_NODES];
} effects;

static int is_way(int kind) {
    return kind == N_DO || kind == N_TEST || kind == N_WHEN || kind == N_OR || kind == N_ELSE;
}

static void order(effects *e, int node) {
    const ir_node *n = &e->p->node[node];
    if (e->seen[node] || e->failed) {
        return;
    }
    e->seen[node] = 1;
    if (is_way(n->kind)) {
        order(e, n->next);
    }
    if (n->kind == N_WHEN) {
        order(e, n->alt);
    }
    if (e->count == MAX_ORDERED) {
        e->failed = 1;
        return;
    }
    e->node[e->count++] = (uint16_t)node;
}

static place *place_of(effects *e, int node) {
    int i = 0;
    while (i < e->count - 1 && e->node[i] != node) {
        i++;
    }
    return &e->at[i];
}

// Goes on with `node`, unless it comes next anyway.
static void go_on(effects *e, writer *w, int i, int node) {
    if (i == 0 || e->node[i - 1] != node) {
        write_jump(w, OP_JMP, 0, 0, place_of(e, node));
    }
}

static void write_node(effects *e, writer *w, int i, place *over) {
    const ir_node *n = &e->p->node[e->node[i]];
    write_place(w, &e->at[i]);
    if (!is_way(n->kind)) {
        write_insn(w, OP_RET, VM_YES, 0, 0, 0);
        return;
    }
    switch ((node_kind)n->kind) {
    case N_DO: write_jump(w, OP_JASK, (int)n->code, VM_OVER, over); break;
    case N_TEST:
        write_jump(w, OP_JASK, (int)n->code, VM_YES, place_of(e, n->next));
        write_insn(w, OP_RET, VM_NO, 0, 0, 0);
        return;
    case N_WHEN:
        write_jump(w, OP_JASK, (int)n->code, VM_YES, place_of(e, n->next));
        go_on(e, w, i, n->alt);
        return;
    default: break;
    }
    go_on(e, w, i, n->next);
}

uint32_t write_effects(writer *w, int node) {
    effects e = {.p = w->p};
    place over = {0};
    uint32_t start = write_here(w);
    order(&e, node);
    for (int i = e.count - 1; i >= 0 && !e.failed; i--) {
        write_node(&e, w, i, &over);
    }
    write_place(w, &over);
    write_insn(w, OP_RET, VM_OVER, 0, 0, 0);
    w->failed |= e.failed;
    return start;
}
