// SPDX-License-Identifier: MIT
//
// Turns without walking, as C: quick.c for one program.
//
// Where the optimiser has joined the offers of a phase, one function lists all moves of a
// player and another tells whether there is one. A choice with joined code for its whole
// turn is tested by that code on a copy of the state; any other falls back on the walk.
#include <stdio.h>

#include "lang/cgen_impl.h"
#include "lang/vm.h"

int cgen_quick(const cgen *g, int phase, int player) {
    return !g->p->split && g->p->phase[phase].offers[player] != 0;
}

static const ir_node *promotion(const program *p, int at, int *r) {
    const ir_node *n = &p->node[at];
    if (n->kind == N_CHOICE) {
        return (*r)-- == 0 ? n : NULL;
    }
    const ir_node *found = promotion(p, n->next, r);
    return found ? found : promotion(p, n->alt, r);
}

void cgen_need_promotions(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    if (g->has_promotions[node]) {
        return;
    }
    g->has_promotions[node] = 1;
    buffer_addf(&g->tables, "static const uint8_t promotion_%d[] = {", node);
    for (int i = 0; i < n->weight; i++) {
        int r = i;
        buffer_addf(&g->tables, "%s%u", i ? ", " : "",
                    promotion(g->p, g->p->node[n->next].next, &r)->choice);
    }
    buffer_add_text(&g->tables, "};\n");
}

void cgen_bind(cgen *g, int node, const char *s) {
    int bind = g->p->node[node].bind;
    if (bind != BOARD_NONE) {
        cgen_put(g, "        (%s)->%s = set_one(with);\n", s, cgen_reg(g, bind).t + 3);
    }
}

cgen_word cgen_turn_call(cgen *g, int node, uint32_t code, const char *s, const char *sub) {
    const ir_node *n = &g->p->node[node];
    int kind = g->p->choice[n->choice].kind;
    cgen_word w;
    cgen_need_code(g, FORM_TURN, code);
    cgen_set(w.t, sizeof w.t, "turn_%u(%s, %s, %s, %s)", code, s,
             kind == CH_MOTION ? "set_one(a)" : "NO_CELLS",
             kind <= CH_TAKE ? "set_one(z)" : "NO_CELLS", sub);
    return w;
}

// --- Takers -----------------------------------------------------------------------------------

// Needs a copy of the state only where a `for` around the choice names a cell.
static void put_walk_cell(cgen *g, const cgen_offer *o, const char *mode) {
    const ir_node *n = &g->p->node[o->node];
    const char *z = o->form == OFFER_ONE ? "-1" : "z";
    if (n->bind == BOARD_NONE) {
        cgen_put(
            g, "        if (try_%s_%d(s, w, NO_WAY, a, %s)) {\n            return 1;\n        }\n",
            mode, o->node, z);
        return;
    }
    cgen_put(g, "        st bound = *s;\n");
    cgen_bind(g, o->node, "&bound");
    cgen_put(
        g, "        if (try_%s_%d(&bound, w, NO_WAY, a, %s)) {\n            return 1;\n        }\n",
        mode, o->node, z);
}

// With `z` and `a` known: every way to go on from there that is legal.
static void put_turn_cell(cgen *g, const cgen_offer *o, cgen_mode mode) {
    const ir_node *n = &g->p->node[o->node];
    int promotes = n->zone && n->weight > 1;
    if (promotes) {
        cgen_need_promotions(g, o->node);
        cgen_put(g, "        const int promotes = set_has(%s, z);\n", cgen_const(g, n->zone - 1).t);
    }
    if (promotes) {
        cgen_put(g, "        for (int sub = 0; sub < (promotes ? %d : 1); sub++) {\n", n->weight);
    } else {
        cgen_put(g, "        {\n        const int sub = 0;\n");
    }
    cgen_put(g, "        st t = *s;\n");
    cgen_bind(g, o->node, "&t");
    cgen_put(g, "        if (%s != %d) {\n", cgen_turn_call(g, o->node, n->turn, "&t", "sub").t,
             VM_NO);
    if (mode == MODE_EXISTS) {
        cgen_put(g, "        return 1;\n");
    } else {
        cgen_put(g, "        way v = %s;\n",
                 cgen_way_with(g, n->choice, "NO_WAY", "a", o->form == OFFER_ONE ? "-1" : "z").t);
        if (promotes) {
            cgen_put(g,
                     "        if (promotes) {\n            v = way_add(v, promotion_%d[sub], "
                     "CHOICE_BITS, promotion_%d[sub], -1, -1);\n        }\n",
                     o->node, o->node);
        }
        cgen_put(g, "        if (walk_emit(w, v)) {\n            return 1;\n        }\n");
    }
    cgen_put(g, "        }\n        }\n");
}

static void put_plain_cell(cgen *g, const cgen_offer *o) {
    const ir_node *n = &g->p->node[o->node];
    cgen_put(g, "        if (walk_emit(w, %s)) {\n            return 1;\n        }\n",
             cgen_way_with(g, n->choice, "NO_WAY", "a", o->form == OFFER_ONE ? "-1" : "z").t);
}

static void take_quick(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    const ir_node *n = &g->p->node[o->node];
    char origin[200];
    int plain = n->tail == TAIL_PLAIN;
    if (t->mode == MODE_EXISTS && (plain || n->sure)) {
        cgen_put(g,
                 o->form == OFFER_ONE ? "    return 1;\n"
                                      : "    if (set_any(%s)) {\n        return 1;\n    }\n",
                 o->cells);
        return;
    }
    cgen_put(g, "    {\n");
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    const int a = -1;\n    (void)a;\n");
    } else {
        cgen_put(g, "    set x = %s;\n", o->cells);
        if (plain) {
            cgen_put(g, "    if (!w->out) {\n        w->count += set_count(x);\n"
                        "        x = NO_CELLS;\n    }\n");
        }
        cgen_origin(g, o, origin, sizeof origin);
        cgen_put(g,
                 "    while (set_any(x)) {\n        const int z = set_pop(&x);\n"
                 "        const int a = %s;\n        (void)a;\n",
                 origin);
    }
    if (plain) {
        put_plain_cell(g, o);
    } else if (n->turn) {
        put_turn_cell(g, o, t->mode);
    } else {
        cgen_need_node(g, t->mode, o->node);
        put_walk_cell(g, o, cgen_mode_name(t->mode));
    }
    cgen_put(g, o->form == OFFER_ONE ? "    }\n" : "    }\n    }\n");
}

// --- Starts -------------------------------------------------------------------------------------

static void put_quick(cgen *g, cgen_mode mode, int phase, int player) {
    uint32_t code = g->p->phase[phase].offers[player];
    cgen_taker taker = {.take = take_quick, .g = g, .mode = mode};
    g->failed |= cgen_writes_state(g, code);
    cgen_put(g, "\nFN int %s_quick_%d(const st *s, walk *w) {\n    (void)s, (void)w;\n",
             cgen_mode_name(mode), phase * g->p->players + player);
    cgen_offers(g, code, &taker);
    cgen_put(g, "    return 0;\n}\n");
}

void cgen_quick_starts(cgen *g) {
    for (int ph = 0; ph < g->p->g->phase_count; ph++) {
        for (int me = 0; me < g->p->players; me++) {
            if (cgen_quick(g, ph, me)) {
                put_quick(g, MODE_LIST, ph, me);
                put_quick(g, MODE_EXISTS, ph, me);
            }
        }
    }
}
