// SPDX-License-Identifier: MIT
//
// Counting positions as C: perft without lists of moves.
//
// A tree of positions is walked depth first. Each turn is made on a copy of the state it
// begins in, straight from the sets that are offered; a turn that the guard of its test
// vouches for (plan/ways_guard.c) is made without the test. On the last ply turns are counted as
// they are for `count`, or made like all others where that is asked for.
//
// Keys of earlier positions lie in one array for the whole tree: every ply writes behind
// what its ancestors wrote, and where no earlier position can return it moves on to fresh
// room instead of starting over (`in_tree` in push_key).
#include <stdio.h>

#include "lang/cgen/cgen_impl.h"

enum { MAX_DEPTH = 60 };

// Makes turn (a, z, sub) in `t`, and counts what follows.
static void put_made(cgen *g, const cgen_taker *t, const cgen_offer *o, int guarded) {
    const ir_node *n = &g->p->node[o->node];
    const char *z = o->form == OFFER_ONE ? "-1" : "z";
    int promotes = ir_weight(g->p, n)->zone && ir_weight(g->p, n)->weight > 1;
    cgen_put(g, "        st t;\n        copy(&t, s);\n        clear_turn(&t); // as it is\n");
    if (g->p->choice[n->choice].kind != CH_PASS) {
        cgen_put(g, "        t.h.passes = 0;\n");
    }
    cgen_bind(g, o->node, "&t");
    cgen_word make = cgen_turn_call(g, o->node, ir_turn(g->p, n)->turn, "&t", "sub");
    if (guarded && (n->next == ir_test(g->p, n)->only_test ||
                    n->next == ir_test(g->p, n)->moves_looker || promotes)) {
        cgen_put(g, "        if (set_has(safe, z)%s) {\n            (void)%s;\n        } else ",
                 promotes ? " && !promotes" : "", cgen_apply(g, n, "&t", "a", z).t);
    } else {
        cgen_put(g, "        ");
    }
    cgen_put(g, "if (%s == %d) {\n            continue;\n        }\n", make.t, VM_NO);
    cgen_put(g, "        sum += nodes_after_%d(&t, depth, made);\n", t->node);
}

static void put_cells(cgen *g, cgen_taker *t, const cgen_offer *o, int guarded) {
    const ir_node *n = &g->p->node[o->node];
    char origin[200];
    cgen_put(g, "    set x = %s;\n", o->cells);
    if (guarded) {
        cgen_put_safe(g, t, o);
    }
    cgen_origin(g, o, origin, sizeof origin);
    cgen_put(g,
             "    while (set_any(x)) {\n        const int z = set_pop(&x), a = %s;\n"
             "        (void)a;\n",
             origin);
    if (ir_weight(g->p, n)->zone && ir_weight(g->p, n)->weight > 1) {
        cgen_put(g,
                 "        const int promotes = set_has(%s, z);\n"
                 "        for (int sub = 0; sub < (promotes ? %d : 1); sub++) {\n",
                 cgen_const(g, ir_weight(g->p, n)->zone - 1).t, ir_weight(g->p, n)->weight);
    } else {
        cgen_put(g, "        for (int sub = 0; sub < 1; sub++) {\n");
    }
    put_made(g, t, o, guarded);
    cgen_put(g, "        }\n    }\n");
}

static void take_perft(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    cgen_put(g, "    {\n");
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    for (int sub = 0; sub < 1; sub++) {\n        const int a = -1;\n"
                    "        (void)a;\n");
        put_made(g, t, o, 0);
        cgen_put(g, "    }\n");
    } else {
        put_cells(g, t, o, cgen_is_guarded(t, o));
    }
    cgen_put(g, "    }\n");
}

static void put_start(cgen *g, int phase, int player) {
    uint32_t code = g->p->phase[phase].offers[player];
    int start = phase * g->p->players + player;
    cgen_taker taker = {.take = take_perft, .g = g, .mode = WAYS_MODES, .node = player};
    cgen_put(g,
             "\nFN uint64_t nodes_quick_%d(const st *s, int depth, int made) {\n"
             "    uint64_t sum = 0;\n    (void)s;\n",
             start);
    cgen_ask_guard(g, cgen_start_of(g, phase, player), &taker);
    cgen_offers(g, code, &taker);
    cgen_put(g, "    return sum;\n}\n");
}

// Whether every turn begins with offers whose turns are joined code.
static void take_look(cgen_taker *t, const cgen_offer *o) {
    t->guard |= !t->g->p->fact.turn[o->node].turn;
}

static int is_joined(cgen *g, int phase, int player) {
    cgen_taker taker = {.take = take_look, .g = g};
    buffer scratch, *was = g->out;
    if (!cgen_joined(g, phase, player)) {
        return 0;
    }
    buffer_init(&scratch, NULL);
    g->out = &scratch;
    cgen_offers(g, g->p->phase[phase].offers[player], &taker);
    g->out = was;
    buffer_deinit(&scratch);
    return !taker.guard;
}

static int can_count(cgen *g) {
    const program *p = g->p;
    int all = !p->fact.overlaps && !cgen_any_empty(g) && pass_on(p, PASS_perft);
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; all && me < p->players; me++) {
            all = is_joined(g, ph, me);
        }
    }
    return all;
}

static void put_nodes_from(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\nFN uint64_t nodes_from(const st *s, int depth, int made) {\n"
                "    if (depth == 0) {\n        return 1;\n    }\n"
                "    if (s->h.over) {\n        return 0;\n    }\n"
                "    if (depth == 1 && !made) {\n        walk w = {.fuel = FUEL};\n"
                "        (void)list_start(s, &w);\n        return (uint64_t)w.count;\n    }\n");
    cgen_put(g, "    switch (s->h.phase * %d + s->h.me) {\n", p->players);
    for (int i = 0; i < p->phases * p->players; i++) {
        cgen_put(g, "    case %d: return nodes_quick_%d(s, depth, made);\n", i, i);
    }
    cgen_put(g, "    default: return 0;\n    }\n}\n");
}

void cgen_perft(cgen *g) {
    const program *p = g->p;
    g->out = &g->turns;
    g->counts_nodes = (uint8_t)can_count(g);
    if (!g->counts_nodes) {
        return;
    }
    cgen_put(g, "\n// Counting positions: the ends of all ways of `depth` turns.\n"
                "FN uint64_t nodes_from(const st *s, int depth, int made);\n");
    for (int me = 0; me < p->players; me++) {
        cgen_put(g,
                 "\nFN uint64_t nodes_after_%d(st *s, int depth, int made) {\n"
                 "    finish_turn(s, %d, IN_TREE, 0);\n"
                 "    return nodes_from(s, depth - 1, made);\n}\n",
                 me, me);
    }
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            put_start(g, ph, me);
        }
    }
    put_nodes_from(g);
    cgen_put(g,
             "\nstatic int nodes(const void *state, int depth, int made, uint64_t *out) {\n"
             "    st s;\n    load(&s, state);\n    if (depth < 0 || depth > %d) {\n"
             "        return 0;\n    }\n",
             MAX_DEPTH);
    if (p->past.ring_cap) {
        cgen_put(g,
                 "    uint64_t ring[%d];\n"
                 "    memcpy(ring, s.ring, s.h.ring_count * sizeof *ring);\n    s.ring = ring;\n",
                 p->past.ring_cap + MAX_DEPTH + 1);
    }
    cgen_put(g, "    *out = nodes_from(&s, depth, made);\n    return 1;\n}\n");
}
