// SPDX-License-Identifier: MIT
//
// Chance as C: which nodes wait for it, what it may come to, and what follows (plan/ways_wait.c).
#include "lang/cgen/cgen_ways.h"

// Calls `put` for every node where chance is waited for.
static void each_chance(cgen *g, void (*put)(cgen *g, int node)) {
    for (int i = 0; i < g->p->node_count; i++) {
        if (plan_waits(g->p, i) == WAIT_CHANCE) {
            put(g, i);
        }
    }
}

static void put_yes(cgen *g, int node) {
    cgen_put(g, "    case %d: return 1;\n", node);
}

static void put_rolled(cgen *g, int node) {
    cgen_put(g,
             "    case %d:\n        %s = value;\n        s->h.rolls++;\n"
             "        (void)%s(s, lazy);\n        return 1;\n",
             node, cgen_num(g, g->p->node[node].reg).t,
             cgen_way(g, WAYS_START, WAYS_ROLLED, node).t);
}

// One of the outcomes by its weight, which a code gives: the same draw as the machine's (vm/chance.c).
static void put_weighed(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    const cgen_word value = cgen_num(g, n->reg);
    cgen_need_code(g, FORM_SCORE, n->reach);
    cgen_put(g,
             "    case %d: {\n        uint32_t sum = 0, r, v = 0, n[%u];\n"
             "        for (uint32_t i = 0; i < %u; i++) {\n            %s = %d + (int32_t)i;\n"
             "            const int32_t weight = score_%u(s);\n"
             "            sum += n[i] = weight > 0 ? (uint32_t)weight : 0;\n        }\n",
             node, n->apply + 1, n->apply + 1, value.t, (int32_t)n->code, n->reach);
    cgen_put(g,
             "        r = sum ? tsr_rng_below(g, sum) : 0;\n        while (sum && r >= n[v]) {\n"
             "            r -= n[v++];\n        }\n"
             "        return rolled(s, %d + (int32_t)v, 1);\n    }\n",
             (int32_t)n->code);
}

static void put_roll(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    if (plan_draws_card(g->p, node)) {
        cgen_need_code(g, FORM_DEALT, n->reach);
        cgen_put(g, "    case %d: return rolled(s, dealt_%u(s, g), 1);\n", node, n->reach);
        return;
    }
    if (n->reach) {
        put_weighed(g, node);
        return;
    }
    cgen_put(g, "    case %d: return rolled(s, %d + (int32_t)tsr_rng_below(g, %u), 1);\n", node,
             (int32_t)n->code, n->apply + 1);
}

static int begins_by_chance(const cgen *g, int phase, int me) {
    return plan_is_chance(g->p, cgen_start_of(g, phase, me));
}

int cgen_any_chance_start(const cgen *g) {
    int found = 0;
    for (int ph = 0; ph < g->p->phases; ph++) {
        for (int me = 0; me < g->p->players; me++) {
            found |= begins_by_chance(g, ph, me);
        }
    }
    return found;
}

// Some turns begin with a roll: the position waits for it at once.
static void put_begins(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\nRT int begins_by_chance(st *s) {\n    switch (s->h.phase * %d + s->h.me) {\n",
             p->players);
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            if (begins_by_chance(g, ph, me)) {
                cgen_put(g, "    case %d: s->h.pc = %d; return 1;\n", ph * p->players + me,
                         cgen_start_of(g, ph, me));
            }
        }
    }
    cgen_put(g, "    default: return 0;\n    }\n}\n");
}

void cgen_chance_starts(cgen *g) {
    if (!cgen_has_chance(g)) {
        return;
    }
    cgen_put(g, "\n// Where chance is waited for.\nRT int is_chance(int node) {\n"
                "    switch (node) {\n");
    each_chance(g, put_yes);
    cgen_put(g, "    default: return 0;\n    }\n}\n");
    if (cgen_any_chance_start(g)) {
        put_begins(g);
    }
}

void cgen_chance(cgen *g) {
    if (!cgen_has_chance(g)) {
        return;
    }
    cgen_put(g, "\n// Chance came to this; 0 = nobody waits for it.\n"
                "FN int rolled(st *s, int32_t value, int lazy) {\n    switch (s->h.pc) {\n");
    each_chance(g, put_rolled);
    cgen_put(g, "    default: return 0;\n    }\n}\n"
                "\nFN int roll(st *s, tsr_rng *g) {\n    switch (s->h.pc) {\n");
    each_chance(g, put_roll);
    cgen_put(g, "    default: return 0;\n    }\n}\n");
}

void cgen_chance_export(const cgen *g, buffer *out) {
    if (cgen_has_chance(g)) {
        buffer_add_text(out,
                        "static int play_rolled(void *state, int32_t value) {\n    st s;\n"
                        "    load(&s, state);\n    if (!rolled(&s, value, 0)) {\n"
                        "        return 0;\n    }\n    store(&s, state);\n    return 1;\n}\n\n");
    }
}
