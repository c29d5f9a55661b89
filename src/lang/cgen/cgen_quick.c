// SPDX-License-Identifier: MIT
//
// Turns without walking, as C: quick.c for one program.
//
// Where the optimiser has joined the offers of a phase, one function lists all moves of a
// player and another tells whether there is one. A choice with joined code for its whole
// turn is tested by that code on a copy of the state; any other falls back on the walk.
#include <stdio.h>
#include <string.h>

#include "lang/cgen/cgen_impl.h"

enum { MAX_GUARDED = 512 }; // instructions that are looked at for a test

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
    for (int i = 0; i < ir_weight(g->p, n)->weight; i++) {
        int r = i;
        buffer_addf(&g->tables, "%s%u", i ? ", " : "",
                    promotion(g->p, g->p->node[n->next].next, &r)->choice);
    }
    buffer_add_text(&g->tables, "};\n");
}

void cgen_bind(cgen *g, int node, const char *s) {
    int bind = g->p->fact.turn[node].bind;
    if (bind != BOARD_NONE) {
        cgen_put(g, "        (%s)->%s = set_one(with);\n", s, cgen_reg(g, bind).t + 3);
    }
}

cgen_word cgen_turn_call(cgen *g, int node, uint32_t code, const char *s, const char *sub) {
    const ir_node *n = &g->p->node[node];
    int kind = g->p->choice[n->choice].kind;
    cgen_word w;
    cgen_need_code(g, FORM_TURN, code);
    cgen_set(w.t, sizeof w.t, "make_%u(%s, %s, %s, %s)", code, s,
             kind == CH_MOTION ? "set_one(a)" : "NO_CELLS",
             kind <= CH_TAKE ? "set_one(z)" : "NO_CELLS", sub);
    return w;
}

// --- Takers -----------------------------------------------------------------------------------

// Notes a way. How many there are is kept in `count`: a sum in memory would have to be read
// and written again for each.
static void put_emit(cgen *g, const char *way) {
    cgen_put(g,
             "        if (out) {\n            if (count >= w->cap) {\n"
             "                w->count = count;\n                return 1;\n            }\n"
             "            out[count] = way_move(%s);\n        }\n        count++;\n",
             way);
}

// Needs a copy of the state only where a `for` around the choice names a cell.
static void put_walk_cell(cgen *g, const cgen_offer *o, way_mode mode) {
    const ir_node *n = &g->p->node[o->node];
    int binds = ir_turn(g->p, n)->bind != BOARD_NONE;
    if (mode == WAYS_LIST) {
        cgen_put(g, "        w->count = count;\n");
    }
    if (binds) {
        cgen_put(g, "        st bound = *s;\n");
        cgen_bind(g, o->node, "&bound");
    }
    cgen_put(g, "        if (%s(%s, w, NO_WAY, a, %s)) {\n            return 1;\n        }\n",
             cgen_way(g, WAYS_TRY, mode, o->node).t, binds ? "&bound" : "s",
             o->form == OFFER_ONE ? "-1" : "z");
    if (mode == WAYS_LIST) {
        cgen_put(g, "        count = w->count;\n");
    }
}

// A jump that leads no further is a turn; only others are walked.
static void put_hop_cell(cgen *g, const cgen_offer *o) {
    cgen_need_goes_on(g, o->node);
    cgen_put(g, "        if (goes_on_%d(s, a, z)) {\n", o->node);
    put_walk_cell(g, o, WAYS_LIST);
    cgen_put(g, "        continue;\n        }\n");
    put_emit(g, cgen_way_with(g, g->p->node[o->node].choice, "NO_WAY", "a", "z").t);
}

// With `z` and `a` known: every way to go on from there that is legal.
static void put_turn_cell(cgen *g, const cgen_offer *o, way_mode mode, int guarded) {
    const ir_node *n = &g->p->node[o->node];
    int promotes = ir_weight(g->p, n)->zone && ir_weight(g->p, n)->weight > 1;
    cgen_need_legal(g, o->node);
    if (promotes) {
        cgen_need_promotions(g, o->node);
        cgen_put(g, "        const int promotes = set_has(%s, z);\n",
                 cgen_const(g, ir_weight(g->p, n)->zone - 1).t);
        cgen_put(g, "        for (int sub = 0; sub < (promotes ? %d : 1); sub++) {\n",
                 ir_weight(g->p, n)->weight);
    } else {
        cgen_put(g, "        {\n        const int sub = 0;\n");
    }
    cgen_put(g, "        if (%slegal_%d(s, a, %s, sub, %s)) {\n",
             guarded ? "set_has(safe, z) || " : "", o->node, o->form == OFFER_ONE ? "-1" : "z",
             ir_turn(g->p, n)->bind == BOARD_NONE ? "0" : "with");
    if (mode == WAYS_EXISTS) {
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
        put_emit(g, "v");
    }
    cgen_put(g, "        }\n        }\n");
}

int cgen_is_guarded(const cgen_taker *t, const cgen_offer *o) {
    const ir_node *n = &t->g->p->node[o->node];
    if (t->mode != WAYS_EXISTS && o->form != OFFER_ONE && cgen_breathes(t->g, o->node)) {
        return 1; // who only wants one turn finds one soon
    }
    return t->guard && ir_turn(t->g->p, n)->turn &&
           (o->form == OFFER_CLASS || o->form == OFFER_ORIGIN) &&
           (ir_test(t->g->p, n)->only_test == t->guard ||
            (ir_test(t->g->p, n)->moves_looker == t->guard && t->flight));
}

// Turns that move another piece than the one the test looks from.
static void put_guarded(cgen *g, const cgen_taker *t, const cgen_offer *o) {
    if (g->p->fact.test[t->guard].shield_cells) {
        cgen_put(g, "    x = %s;\n", cgen_and(g, "x", "guarded.mend").t);
    }
    cgen_put(g, "    set safe = %s;\n", cgen_minus(g, "x", "guarded.shut").t);
    if (o->form == OFFER_CLASS) {
        cgen_put(g, "    safe = %s;\n",
                 cgen_minus(g, "safe", cgen_shift(g, "guarded.stay", o->shift).t).t);
    } else {
        cgen_put(g, "    safe = set_has(guarded.stay, %s) ? NO_CELLS : safe;\n", o->from);
    }
}

// The targets among `x` that need no test; the others are left out where they cannot be legal.
void cgen_put_safe(cgen *g, const cgen_taker *t, const cgen_offer *o) {
    const ir_node *n = &g->p->node[o->node];
    if (cgen_breathes(g, o->node)) {
        cgen_need_breath(g, o->node);
        cgen_put(g, "    set safe = NO_CELLS;\n    x = breath_%d(s, x, &safe);\n", o->node);
    } else if (ir_test(g->p, n)->moves_looker) { // one cell is tested as quickly as it is asked for
        const ir_node *test = &g->p->node[ir_test(g->p, n)->moves_looker];
        cgen_put(g,
                 "    set safe = NO_CELLS;\n    if (set_count(x) > 1 && set_count(%s) == 1) {\n"
                 "        x = flight_%u(s, x);\n        safe = x;\n    }\n",
                 cgen_and(g, cgen_reg(g, g->p->at.own + ir_test(g->p, test)->shield_owner).t,
                          cgen_reg(g, g->p->at.type + ir_test(g->p, test)->looks_from).t)
                     .t,
                 ir_test(g->p, n)->moves_looker);
    } else {
        put_guarded(g, t, o);
    }
    if (t->mode == WAYS_EXISTS) {
        cgen_put(g, "    if (set_any(safe)) {\n        return 1;\n    }\n");
        return;
    }
    if (t->mode != WAYS_LIST) {
        return;
    }
    cgen_put(g, "    if (!out) {\n        count += set_count(safe);\n");
    if (ir_weight(g->p, n)->zone && ir_weight(g->p, n)->weight > 1) {
        cgen_put(g, "        count += %d * set_count(%s);\n", ir_weight(g->p, n)->weight - 1,
                 cgen_and(g, "safe", cgen_const(g, ir_weight(g->p, n)->zone - 1).t).t);
    }
    cgen_put(g, "        x = %s;\n    }\n", cgen_minus(g, "x", "safe").t);
}

static void put_plain_cell(cgen *g, const cgen_offer *o) {
    const ir_node *n = &g->p->node[o->node];
    put_emit(g, cgen_way_with(g, n->choice, "NO_WAY", "a", o->form == OFFER_ONE ? "-1" : "z").t);
}

static void take_quick(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    const ir_node *n = &g->p->node[o->node];
    char origin[200];
    int plain = ir_path(g->p, n)->tail == TAIL_PLAIN;
    if (t->mode == WAYS_EXISTS && (plain || ir_turn(g->p, n)->leads_on)) {
        cgen_put(g,
                 o->form == OFFER_ONE ? "    return 1;\n"
                                      : "    if (set_any(%s)) {\n        return 1;\n    }\n",
                 o->cells);
        return;
    }
    int guarded = cgen_is_guarded(t, o);
    cgen_put(g, "    {\n");
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    const int a = -1;\n    (void)a;\n");
    } else {
        cgen_put(g, "    set x = %s;\n", o->cells);
        if (plain) {
            cgen_put(g, "    if (!out) {\n        count += set_count(x);\n"
                        "        x = NO_CELLS;\n    }\n");
        }
        if (guarded) {
            cgen_put_safe(g, t, o);
        }
        cgen_origin(g, o, origin, sizeof origin);
        cgen_put(g,
                 "    while (set_any(x)) {\n        const int z = set_pop(&x);\n"
                 "        const int a = %s;\n        (void)a;\n",
                 origin);
    }
    if (plain) {
        put_plain_cell(g, o);
    } else if (ir_turn(g->p, n)->turn) {
        put_turn_cell(g, o, t->mode, guarded);
    } else {
        if (t->mode == WAYS_LIST && o->form != OFFER_ONE && cgen_is_hop(g, o->node)) {
            put_hop_cell(g, o);
        } else {
            put_walk_cell(g, o, t->mode);
        }
    }
    cgen_put(g, o->form == OFFER_ONE ? "    }\n" : "    }\n    }\n");
}

// --- Starts -------------------------------------------------------------------------------------

// The test that most turns of this code must pass, if it can say what it reads; else 0.
static int find_guard(const cgen *g, uint32_t code) {
    const insn *x[MAX_GUARDED];
    int count = ir_block(g->p, code, x, MAX_GUARDED);
    for (int i = 0; i < count && i < MAX_GUARDED; i++) {
        int node = insn_node(x[i]);
        if (node >= 0) {
            int test = g->p->fact.test[insn_value(x[i], node)].only_test;
            if (test) {
                return test;
            }
        }
    }
    return 0;
}

void cgen_ask_guard(cgen *g, uint32_t code, cgen_taker *taker) {
    taker->guard = find_guard(g, code);
    if (taker->guard) {
        cgen_need_guard(g, taker->guard);
        taker->flight = cgen_need_flight(g, taker->guard);
        cgen_put(g, "    const guard guarded = guard_%d(s);\n", taker->guard);
    }
}

static void put_quick(cgen *g, way_mode mode, int phase, int player) {
    uint32_t code = g->p->phase[phase].offers[player];
    cgen_taker taker = {.take = take_quick, .g = g, .mode = mode};
    g->failed |= cgen_writes_state(g, code);
    cgen_put(g, "\nFN int %s_quick_%d(const st *s, walk *w) {\n    (void)s, (void)w;\n",
             way_mode_name[mode], phase * g->p->players + player);
    if (mode == WAYS_LIST) { // who only wants one turn finds one soon, without a guard
        cgen_put(g,
                 "    uint64_t *const out = w->out;\n    int count = w->count;\n    (void)out;\n");
        cgen_ask_guard(g, code, &taker);
    }
    cgen_offers(g, code, &taker);
    cgen_put(g, mode == WAYS_LIST ? "    w->count = count;\n" : "");
    cgen_put(g, "    return 0;\n}\n");
}

void cgen_quick_starts(cgen *g) {
    for (int ph = 0; ph < g->p->phases; ph++) {
        for (int me = 0; me < g->p->players; me++) {
            if (cgen_quick(g, ph, me)) {
                put_quick(g, WAYS_LIST, ph, me);
                put_quick(g, WAYS_EXISTS, ph, me);
            }
        }
    }
}
