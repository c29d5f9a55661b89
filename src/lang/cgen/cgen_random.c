// SPDX-License-Identifier: MIT
//
// Random play as C: whole games, one ply after another (plan/ways_draw.c), and one random move.
//
// Games that only fill cells keep a list of the empty ones from ply to ply (plan/fill_pool.c).
#include <stdio.h>

#include "lang/cgen/cgen_ways.h"

// --- The loop -------------------------------------------------------------------------------------

// The list of empty cells, where one is kept.
static void put_pool(cgen *g, int keeps) {
    if (keeps && g->lanes) {
        cgen_put(g, "    pool empty;\n    empty.count = -1;\n");
    } else if (keeps) {
        cgen_put(g, "    cell_number cells[64 * WORDS]; // one for every bit a set can have\n"
                    "    pool empty = {.count = -1, .cell = cells};\n");
    }
}

// `head` is where the state's head is; `then` what happens once a turn is made.
static void put_switch(cgen *g, const char *head, const char *call, int finishes) {
    const program *p = g->p;
    if (p->phases == 1) {
        cgen_put(g, "        switch (%s.me) {\n", head);
    } else {
        cgen_put(g, "        switch (%s.phase * %d + %s.me) {\n", head, p->players, head);
    }
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            const way_fn *draw = cgen_draw_of(g, cgen_start_of(g, ph, me));
            cgen_put(g, "        case %d:\n", ph * p->players + me);
            if (draw) {
                cgen_put(g, "            got = %s(%s%s);\n", cgen_way_name(draw).t, call,
                         g->lanes ? ", NULL" : "");
            }
            if (draw && finishes) {
                cgen_put(g,
                         "            if (got >= DRAW_MADE) {\n"
                         "                finish_turn(&s, %d, 1, got == DRAW_PLIED);\n"
                         "                continue;\n            }\n",
                         me);
            }
            cgen_put(g, "            break;\n");
        }
    }
    cgen_put(g, "        default: break;\n        }\n");
}

// Only where nothing is waited for: there the turn begins, and nothing of it is in the state.
static void put_drawn_turn(cgen *g, const char *call, int finishes) {
    cgen_put(g, cgen_has_chance(g) ? "        if (!s.h.pc) {\n" : "");
    cgen_put(g, finishes ? "        clear_turn(&s); // as it is: lets the compiler know\n"
                         : "    clear_turn(&s);\n");
    put_switch(g, "s.h", call, finishes);
    cgen_put(g, cgen_has_chance(g) ? "        }\n" : "");
}

// Plies that are not drawn, and that there is none.
static void put_slow(cgen *g) {
    const program *p = g->p;
    cgen_put(g,
             "\n// One ply the slow way, by listing all moves.\n"
             "RARE int play_listed(st *s, tsr_rng *g) {\n    uint64_t list[%d];\n"
             "    int n = moves_of(s, list, %d);\n"
             "    return n > 0 && play_move(s, list[tsr_rng_below(g, (uint32_t)n)], 1);\n}\n",
             p->size.max_moves, p->size.max_moves);
    cgen_put(g, "\nRARE int play_drawn(st *s, tsr_rng *g, int got, uint64_t move) {\n"
                "    return got == DRAW_LIST ? play_listed(s, g)\n"
                "           : got == DRAW_LISTED && play_move(s, move, 1);\n}\n");
    cgen_put(g, "\n// The player on turn cannot move.\nRARE void blocked(st *s) {\n"
                "    stuck(s);\n    if (!s->h.over) {\n");
    cgen_put(g, "        s->h.over = %d;\n", p->has_score ? IR_FINISH : IR_DRAW);
    for (int i = 0; i < p->players; i++) {
        cgen_put(g, "        s->h.rank[%d] = 1;\n", i);
    }
    cgen_put(g, "    }\n    close_game(s);\n}\n");
}

static void put_playout(cgen *g) {
    const program *p = g->p;
    int after = -1, fills_on = cgen_fill(g, &after);
    put_slow(g);
    if (!fills_on && cgen_goes_in_rounds(g)) {
        cgen_rounds(g);
        return;
    }
    cgen_put(g, g->lanes ? "\nFN " : "\nstatic ");
    cgen_put(g, "uint32_t playout(void *state, tsr_rng *rng, uint32_t max) {\n");
    put_pool(g, g->p->ways->pool.keeps || fills_on);
    const int fills_first = fills_on && after < 0;
    if (fills_first) {
        cgen_put_fill_first(g);
    } else {
        cgen_put(g, fills_on ? "    int filled = 0;\n" : "");
        cgen_put(g, "    uint32_t plies = 0;\n");
    }
    cgen_put(g, "    st s;\n    tsr_rng g = *rng;\n    load(&s, state);\n");
    if (fills_first) {
        cgen_put_fill_end(g);
    }
    cgen_put(g, cgen_sieve_words(g)
                    ? "    uint64_t sieve[SIEVE_WORDS];\n    sieve_open(&s, sieve);\n"
                    : "");
    cgen_put(g, "    for (; !s.h.over && plies < max; plies++) {\n"
                "        int got = DRAW_LIST;\n");
    cgen_put(g, "        uint64_t move = %d;\n", g->lanes); // 1: nothing waits
    if (fills_on && !fills_first) {
        cgen_put_fill(g, after);
    }
    if (cgen_has_chance(g)) {
        cgen_put(g, "        if (s.h.pc && roll(&s, &g)) {\n            continue;\n        }\n");
    }
    if (!p->split && !p->fact.overlaps) {
        put_drawn_turn(g, g->p->ways->pool.keeps ? "&s, &g, &move, &empty" : "&s, &g, &move, NULL",
                       1);
    } else if (p->split && !p->fact.overlaps) {
        cgen_put(g, "        got = draw_choice(&s, &g, &move);\n        if (got == DRAW_MADE) {\n"
                    "            continue;\n        }\n");
    }
    cgen_put(g, "        st t;\n        tsr_rng q = g;\n        copy(&t, &s);\n"
                "        got = play_drawn(&t, &q, got, move);\n        g = q;\n"
                "        copy(&s, &t);\n");
    cgen_put(g, g->p->ways->pool.keeps ? "        empty.count = -1;\n" : "");
    cgen_put(g,
             "        if (!got) {\n            blocked(&t);\n            copy(&s, &t);\n"
             "            break;\n        }\n    }\n"
             "    if (!s.h.over%s) { // whether the next player is stuck must be known\n"
             "        st t;\n        copy(&t, &s);\n        if (!exists_start(&t)) {\n"
             "            blocked(&t);\n        }\n        copy(&s, &t);\n    }\n"
             "    store(&s, state);\n    *rng = g;\n    return plies;\n}\n",
             cgen_has_chance(g) ? " && !is_chance(s.h.pc)" : "");
}

static void put_sample(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\nFN uint64_t sample(const void *state, tsr_rng *g) {\n    st s;\n"
                "    uint64_t move = 1; // which is asked for\n    int got = DRAW_LIST;\n"
                "    load(&s, state);\n");
    if (!p->split && !p->fact.overlaps) {
        put_drawn_turn(g, "&s, g, &move, NULL", 0);
    }
    cgen_put(g,
             "    if (got > DRAW_NONE) {\n        return move;\n    }\n"
             "    uint64_t list[%d];\n    load(&s, state);\n    int n = moves_of(&s, list, %d);\n"
             "    return n > 0 ? list[tsr_rng_below(g, (uint32_t)n)] : 0;\n}\n",
             p->size.max_moves, p->size.max_moves);
}

static void put_choice_case(cgen *g, int node) {
    const way_fn *draw = cgen_draw_of(g, node);
    if (draw) {
        cgen_put(g, "return %s(s, g, move, NULL%s);", cgen_way_name(draw).t,
                 g->lanes ? ", NULL" : "");
    } else {
        cgen_put(g, "return DRAW_LIST;");
    }
}

void cgen_random(cgen *g) {
    g->out = &g->turns;
    if (g->p->split && !g->p->fact.overlaps) {
        cgen_put(g, "\nFN int draw_choice(st *s, tsr_rng *g, uint64_t *move) {\n"
                    "    (void)g, (void)move;\n");
        cgen_each_start(g, put_choice_case, "return DRAW_LIST;");
        cgen_put(g, "}\n");
    }
    put_playout(g);
    if (!g->lanes) { // which sample from masks
        put_sample(g);
    }
}
