// SPDX-License-Identifier: MIT
//
// Turns as C: where they begin, by phase and player or in the middle, as switches.
#include "lang/cgen/cgen_ways.h"

int cgen_start_of(const cgen *g, int phase, int player) {
    return g->p->phase[phase].start[player];
}

int cgen_has_chance(const cgen *g) {
    return plan_has_chance(g->p);
}

// By the turn that is to begin.
void cgen_each_first(cgen *g, void (*put)(cgen *g, int node), const char *otherwise) {
    const program *p = g->p;
    cgen_put(g, "    switch (s->h.phase * %d + s->h.me) {\n", p->players);
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            cgen_put(g, "    case %d: ", ph * p->players + me);
            put(g, cgen_start_of(g, ph, me));
            cgen_put(g, "\n");
        }
    }
    cgen_put(g, "    default: %s\n    }\n", otherwise);
}

void cgen_each_start(cgen *g, void (*put)(cgen *g, int node), const char *otherwise) {
    const program *p = g->p;
    if (p->split || cgen_has_chance(g)) {
        cgen_put(g, "    switch (s->h.pc) {\n    case 0: break;\n");
        for (int i = 2; i < p->node_count; i++) {
            if (plan_waits(p, i) == WAIT_PLAYER) {
                cgen_put(g, "    case %d: ", i);
                put(g, i);
                cgen_put(g, "\n");
            }
        }
        cgen_put(g, "    default: %s\n    }\n", otherwise);
    }
    cgen_each_first(g, put, otherwise);
}

int cgen_any_empty(const cgen *g) {
    const program *p = g->p;
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            const int start = cgen_start_of(g, ph, me);
            if (plan_may_say_done(p, start) && !plan_is_chance(p, start)) {
                return 1;
            }
        }
    }
    return 0;
}
