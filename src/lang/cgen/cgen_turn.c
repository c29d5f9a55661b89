// SPDX-License-Identifier: MIT
//
// Turns as C: how one ends (the plan's code), how one is played, and the functions that begin one
// from wherever the position stands.
#include <stdio.h>
#include <string.h>

#include "lang/cgen/cgen_ways.h"

int cgen_start_of(const cgen *g, int phase, int player) {
    return g->p->phase[phase].start[player];
}

void cgen_each_start(cgen *g, void (*put)(cgen *g, int node), const char *otherwise) {
    const program *p = g->p;
    if (p->split) {
        cgen_put(g, "    switch (s->h.pc) {\n    case 0: break;\n");
        for (int i = 2; i < p->node_count; i++) {
            if (plan_may_wait(p, i)) {
                cgen_put(g, "    case %d: ", i);
                put(g, i);
                cgen_put(g, "\n");
            }
        }
        cgen_put(g, "    default: %s\n    }\n", otherwise);
    }
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

static void put_exists(cgen *g, int node) {
    cgen_put(g, "return %s;", cgen_start(g, WAYS_EXISTS, node, "w").t);
}

static void put_list(cgen *g, int node) {
    const way_mode mode = g->p->split ? WAYS_FIRST : WAYS_LIST;
    cgen_put(g, "return %s;", cgen_start(g, mode, node, "w").t);
}

// Alternatives that do not read `last` need not be looked at.
static void put_only(cgen *g, int node) {
    cgen_put(g, "return %s;", cgen_start(g, WAYS_ONLY, node, "w").t);
}

static void put_stop(cgen *g, int node) {
    cgen_put(g, "return %s;", cgen_start(g, WAYS_STOP, node, "&(walk){.fuel = FUEL}").t);
}

// --- The end of a turn --------------------------------------------------------------------------

static void put_clear_turn(cgen *g) {
    const ir_layout *at = &g->p->at;
    cgen_put(g, "\n// What is used inside a turn only.\nRT void clear_registers(st *s) {\n");
    for (int r = at->here; r < at->state_sets; r++) {
        cgen_put(g, "    %s = NO_CELLS;\n", cgen_reg(g, r).t);
    }
    for (int i = at->events; i < at->state_nums; i++) {
        cgen_put(g, "    s->n[%d] = 0;\n", i);
    }
    cgen_put(g, "    s->h.pc = 0;\n}\n\nRT void clear_turn(st *s) {\n    clear_registers(s);\n"
                "    s->h.again = 0;\n}\n");
}

static void put_push_key(cgen *g) {
    cgen_put(
        g, "\n// In a tree, what ancestors wrote stays: room is taken behind it. In a step it is\n"
           "// written later.\nRT void push_key(st *s, int reset, const int lazy) {\n");
    if (g->p->past.ring_cap) {
        cgen_put(g,
                 "    const int in_tree = lazy == IN_TREE;\n    int n = s->h.ring_count;\n"
                 "    if (lazy == IN_STEP) {\n        s->one_way = reset;\n        return;\n"
                 "    }\n    if (in_tree && reset) {\n"
                 "        s->ring += n;\n        n = 0;\n    } else if (reset) {\n"
                 "        memset(s->ring, 0, (size_t)n * sizeof *s->ring);\n        n = 0;\n"
                 "    } else if (n == %d) {\n        if (in_tree) {\n            s->ring++;\n"
                 "        } else {\n            memmove(s->ring, s->ring + 1, "
                 "(size_t)(n - 1) * sizeof *s->ring);\n        }\n"
                 "        n--;\n    }\n    s->ring[n++] = s->now;\n"
                 "    s->h.ring_count = (uint16_t)n;\n}\n",
                 g->p->past.ring_cap);
    } else {
        cgen_put(g, "    (void)s, (void)reset, (void)lazy;\n}\n");
    }
}

// --- Scores ------------------------------------------------------------------------------------

// The code of a score leaves it in the first scratch number.
static void put_scores(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\nFN void scores_of(const st *s, int32_t *score) {\n    (void)s;\n");
    for (int i = 0; i < p->players; i++) {
        if (p->has_score) {
            cgen_need_code(g, FORM_SCORE, p->root[i].score);
            cgen_put(g, "    score[%d] = score_%u(s);\n", i, p->root[i].score);
        } else {
            cgen_put(g, "    score[%d] = 0;\n", i);
        }
    }
    cgen_put(g, "}\n\nRT void close_game(st *s) {\n");
    cgen_put(g,
             "    if (s->h.over == %d) {\n        int32_t score[%d];\n        st t;\n        "
             "copy(&t, s);\n"
             "        scores_of(&t, score);\n"
             "        for (int i = 0; i < %d; i++) {\n            int rank = 1;\n"
             "            for (int k = 0; k < %d; k++) {\n"
             "                rank += score[k] > score[i];\n            }\n"
             "            s->h.rank[i] = (uint8_t)rank;\n        }\n    }\n    clear_turn(s);\n}\n",
             IR_FINISH, p->players, p->players, p->players);
}

// --- Endings -----------------------------------------------------------------------------------

static void put_stuck(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\n// The author's words for a player who cannot move.\n"
                "FN void stuck(st *s) {\n    (void)s;\n    switch (s->h.me) {\n");
    for (int me = 0; me < p->players; me++) {
        if (p->root[me].when_stuck) {
            cgen_need_code(g, FORM_ENDING, p->root[me].when_stuck);
            cgen_put(g, "    case %d: (void)ending_%u(s); break;\n", me, p->root[me].when_stuck);
        }
    }
    cgen_put(g, "    default: break;\n    }\n}\n");
}

int cgen_any_empty(const cgen *g) {
    const program *p = g->p;
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            if (plan_may_say_done(p, cgen_start_of(g, ph, me))) {
                return 1;
            }
        }
    }
    return 0;
}

static void put_is_empty(cgen *g, int node) {
    if (plan_may_say_done(g->p, node)) {
        cgen_put(g, "return !%s;", cgen_start(g, WAYS_CHOOSES, node, "&(walk){.fuel = FUEL}").t);
    } else {
        cgen_put(g, "return 0;");
    }
}

// A function that is asked for any player, for callers that are rare.
static void put_for_any_player(cgen *g, const char *name, const char *of_one) {
    cgen_put(g,
             "\n// The same for callers that are rare.\n"
             "RARE void %s(st *s, int me, int lazy) {\n",
             name);
    if (cgen_is_large(g)) { // one copy of it all is large enough
        cgen_put(g, "    %s(s, me, lazy, 0);\n}\n", of_one);
        return;
    }
    cgen_put(g, "    switch (me) {\n");
    for (int me = 0; me < g->p->players; me++) {
        cgen_put(g,
                 "    case %d:\n        if (lazy) {\n            %s(s, %d, 1, 0);\n"
                 "        } else {\n            %s(s, %d, 0, 0);\n        }\n        break;\n",
                 me, of_one, me, of_one, me);
    }
    cgen_put(g, "    default: break;\n    }\n}\n");
}

// The end of a turn of each player, as the plan has it.
static void put_ends(cgen *g) {
    const program *p = g->p;
    for (int me = 0; me < p->players; me++) {
        cgen_need_code(g, FORM_END, p->root[me].end);
    }
    cgen_put(g, "\nRT int end_of(st *s, const int me, const int lazy, const int plied) {\n"
                "    switch (me) {\n");
    for (int me = 0; me < p->players; me++) {
        cgen_put(g, "    case %d: return end_%u(s, lazy, plied);\n", me, p->root[me].end);
    }
    cgen_put(g, "    default: return 0;\n    }\n}\n");
}

static void put_finish(cgen *g) {
    const int empty = cgen_any_empty(g);
    cgen_put(
        g,
        "\n// Ends the turn of player `me`. Plied: the endings above `stuck` have been tested.\n"
        "RT void %s(st *s, const int me, const int lazy, const int plied) {\n"
        "    if (!plied && s->h.over) {\n        close_game(s);\n        return;\n    }\n"
        "    if (end_of(s, me, lazy, plied) == %d) {\n        close_game(s);\n    }\n}\n",
        empty ? "end_turn" : "finish_turn", VM_OVER);
    if (empty) {
        put_for_any_player(g, "end", "end_turn");
        cgen_put(g, "\n// And begins the next, which may leave no choice.\n"
                    "RT void finish_turn(st *s, const int me, const int lazy, const int plied) {\n"
                    "    end_turn(s, me, lazy, plied);\n"
                    "    if (!s->h.over && start_is_empty(s)) {\n        st t;\n"
                    "        copy(&t, s);\n        play_empty(&t, lazy);\n"
                    "        copy(s, &t);\n    }\n}\n");
    }
    put_for_any_player(g, "finish", "finish_turn");
    if (cgen_is_large(g)) {
        cgen_put(g, "RARE void finish_plied(st *s, int me, int lazy) {\n"
                    "    finish_turn(s, me, lazy, 1);\n}\n");
    }
}

// --- Playing ------------------------------------------------------------------------------------

static void put_told_insn(cgen *g, const way_insn *x, int me, int plied) {
    switch ((way_op)x->op) {
    case WAY_ACTS: cgen_put(g, "            s->h.passes = 0;\n"); break;
    case WAY_MAKE:
        cgen_put(g, "            if (%s == %d) {\n                return 0;\n            }\n",
                 cgen_make(g, x, "s").t, VM_NO);
        break;
    case WAY_JNO: break; // says that
    case WAY_NEXT:
        if (cgen_is_large(g)) {
            cgen_put(g, "            finish%s(s, %d, lazy);\n", plied ? "_plied" : "", me);
        } else {
            cgen_put(g, "            finish_turn(s, %d, lazy, %d);\n", me, plied);
        }
        break;
    default: g->failed = 1; break;
    }
}

// Plays a move of one choice, and perhaps a promotion, from its bits; with a tail they are
// for somebody else.
static void put_told(cgen *g, const way_fn *fn, int me) {
    const program *p = g->p;
    const int at = fn->node, promotes = plan_promotes(p, at);
    const ir_node *n = &p->node[at];
    int kind = p->choice[n->choice].kind, bits = p->size.choice_bits;
    cgen_put(g, "        case %d: {\n            int sub = 0;\n", n->choice);
    if (kind == CH_MOTION) {
        cgen_put(g, "            const int a = (int)(m >> %d & %d);\n", bits,
                 (1 << p->size.cell_bits) - 1);
        bits += p->size.cell_bits;
    }
    if (kind <= CH_TAKE) {
        cgen_put(g, "            const int z = (int)(m >> %d & %d);\n", bits,
                 (1 << p->size.cell_bits) - 1);
        bits += p->size.cell_bits;
    }
    cgen_put(g, "            const uint64_t tail = m >> %d;\n", bits);
    if (promotes) {
        cgen_need_promotions(g, at);
        cgen_put(g,
                 "            while (tail && sub < %d && promotion_%d[sub] != tail) {\n"
                 "                sub++;\n            }\n"
                 "            if (tail && sub == %d) {\n                break;\n            }\n",
                 ir_weight(p, n)->weight, at, ir_weight(p, n)->weight);
    } else {
        cgen_put(g, "            if (tail) {\n                break;\n            }\n");
    }
    int plied = 0;
    for (const way_insn *x = &p->ways->x[fn->first]; x->op != WAY_RET; x++) {
        plied |= cgen_is_plied(g, x);
        put_told_insn(g, x, me, plied);
    }
    cgen_put(g, "            return 1;\n        }\n");
}

// By choice: function + 1.
static const uint32_t *told_row(const cgen *g, int start) {
    const plan_ways *w = g->p->ways;
    return w->told[w->x[w->fn[way_of(g->p, WAYS_START, WAYS_PLAY, start)].first].a];
}

// The moves that are played straight from their bits.
static void put_all_told(cgen *g, int phase, int me) {
    const program *p = g->p;
    int start = cgen_start_of(g, phase, me);
    cgen_put(g, "    case %d:\n        switch (m & %d) {\n", phase * p->players + me,
             (1 << p->size.choice_bits) - 1);
    for (int c = 1; c <= p->choice_count; c++) {
        const uint32_t fn = told_row(g, start)[c];
        if (fn) {
            put_told(g, &p->ways->fn[fn - 1], me);
        }
    }
    cgen_put(g, "        default: break;\n        }\n        break;\n");
}

// Its moves are played from their bits, with or without a promotion, and need not be followed.
static int is_told(const cgen *g, int node) {
    const fact_turn *t = &g->p->fact.turn[node];
    return t->turn && t->bind == BOARD_NONE && !g->p->split;
}

// A choice that only one node offers leads straight to it.
static void put_follow(cgen *g, int node) {
    cgen_put(g, "\n        switch (t->step[0].choice) {\n");
    int first = g->p->split ? 2 : 1;
    for (int c = first; c <= g->p->choice_count; c++) {
        int found, at = plan_lead(g->p, node, c, &found);
        if (!at || (found == 1 && is_told(g, at))) {
            continue;
        }
        cgen_put(g, "        case %d: return %s(s, t);\n", c,
                 cgen_way(g, WAYS_NODE, WAYS_FOLLOW, at).t);
    }
    if (plan_may_say_done(g->p, node)) {
        cgen_put(g, "        default: return %s(s, t);\n        }",
                 cgen_way(g, WAYS_NODE, WAYS_FOLLOW, node).t);
    } else {
        cgen_put(g, "        default: return 0;\n        }");
    }
}

static void put_settle(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\nFN void settle_from(st *s, int node, int lazy) {\n    (void)s, (void)lazy;\n"
                "    switch (node) {\n");
    for (int i = 0; i < p->node_count; i++) {
        if (p->split) {
            cgen_put(g, "    case %d: (void)%s(s, lazy); break;\n", i,
                     cgen_way(g, WAYS_NODE, WAYS_SETTLE, i).t);
        }
    }
    cgen_put(g, "    default: break;\n    }\n}\n");
}

// "Done": the turn ends where it is.
static void put_done(cgen *g, int node) {
    cgen_put(g, "(void)%s(s, lazy); return;", cgen_way(g, WAYS_START, WAYS_DONE, node).t);
}

static void put_find(cgen *g, int node) {
    cgen_put(g, "return %s;", cgen_start(g, WAYS_FIND, node, "w").t);
}

static void put_playing(cgen *g) {
    const program *p = g->p;
    uint64_t passes = 0;
    for (int c = 1; c <= p->choice_count; c++) {
        passes |= p->choice[c].kind == CH_PASS && c < 64 ? (uint64_t)1 << c : 0;
    }
    cgen_put(g, "\nFN int follow_start(st *s, trail *t) {\n");
    cgen_each_start(g, put_follow, "return 0;");
    cgen_put(g, "}\n");
    if (p->ways->is_long) {
        cgen_put(g, "\nFN int find_start(st *s, walk *w) {\n");
        cgen_each_start(g, put_find, "return 0;");
        cgen_put(g, "}\n");
    }
    put_settle(g);
    if (p->split) {
        cgen_put(g, "\nFN void play_done(st *s, int lazy) {\n");
        cgen_each_start(g, put_done, "return;");
        cgen_put(g, "}\n");
    }
    cgen_put(g, "\n// Plays a legal move and ends the turn; 0 = there is no such move.\n"
                "FN int play_move(st *s, uint64_t m, const int lazy) {\n"
                "    const int me = s->h.me;\n");
    if (p->ways->is_long) {
        cgen_put(g, "    if (m & HASHED) {\n        walk w = {.hash = m, .fuel = FUEL};\n"
                    "        if (!find_start(s, &w)) {\n            return 0;\n        }\n"
                    "        s->h.passes = 0;\n        finish(s, me, lazy);\n        return 1;\n"
                    "    }\n");
    }
    if (!p->split) {
        cgen_put(g, "    switch (s->h.phase * %d + me) {\n", p->players);
        for (int ph = 0; ph < p->phases; ph++) {
            for (int player = 0; player < p->players; player++) {
                put_all_told(g, ph, player);
            }
        }
        cgen_put(g, "    default: break;\n    }\n");
    }
    cgen_put(
        g,
        "    trail t;\n    if (!trail_read(&t, m, choice_shape, %d)) {\n        return 0;\n    }\n"
        "    if (!(t.count == 1 && (0x%llxu >> (t.step[0].choice & 63) & 1))) {\n"
        "        s->h.passes = 0;\n    }\n",
        p->choice_count, (unsigned long long)passes);
    if (p->split) {
        cgen_put(
            g, "    if (t.step[0].choice == 1) {\n        play_done(s, lazy);\n        return 1;\n"
               "    }\n");
    }
    cgen_put(g, "    if (!follow_start(s, &t)) {\n        return 0;\n    }\n"
                "    if (t.stop >= 0) {\n        settle_from(s, t.stop, lazy);\n    } else {\n"
                "        finish(s, me, lazy);\n    }\n    return 1;\n}\n");
    if (cgen_any_empty(g)) {
        cgen_put(g,
                 "\n// Turns that leave no choice are played at once.\n"
                 "RARE void play_empty(st *s, int lazy) {\n"
                 "    while (!s->h.over && start_is_empty(s)) {\n        uint64_t first = 0;\n"
                 "        walk w = {.out = &first, .cap = 1, .fuel = FUEL};\n"
                 "        trail t = {.count = 1, .step = {{1, -1, -1}}, .ended = -1, .stop = -1};\n"
                 "        if (list_all(s, &w) || first != 1 || !follow_start(s, &t)) {\n"
                 "            return;\n        }\n"
                 "        end(s, s->h.me, lazy);\n    }\n}\n");
    }
}

static void put_list_all(cgen *g, int node) {
    cgen_put(g, "return %s;", cgen_start(g, WAYS_LIST, node, "w").t);
}

// --- Everything ---------------------------------------------------------------------------------

static void put_starts(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\nFN int exists_from_start(const st *s, walk *w) {\n");
    cgen_each_start(g, put_exists, "return 0;");
    cgen_put(g, "}\nRT int exists_start(const st *s) {\n"
                "    return exists_from_start(s, &(walk){.fuel = FUEL});\n}\n");
    cgen_put(g, "\nFN int list_start(const st *s, walk *w) {\n");
    cgen_each_start(g, put_list, "return 0;");
    cgen_put(g, "}\n");
    if (ir_forgets_last(p)) {
        cgen_put(g, "\nFN int only_start(const st *s, walk *w) {\n");
        cgen_each_start(g, put_only, "return 0;");
        cgen_put(g, "}\nRT int only_start_of(const st *s) {\n    st t;\n    copy(&t, s);\n"
                    "    return only_start(&t, &(walk){.fuel = FUEL});\n}\n");
    }
    if (cgen_any_empty(g)) {
        cgen_put(g, "\nRARE void play_empty(st *s, int lazy);\n"
                    "FN int start_is_empty(const st *s) {\n");
        cgen_each_start(g, put_is_empty, "return 0;");
        cgen_put(g, "}\nFN int list_all(const st *s, walk *w) {\n");
        cgen_each_start(g, put_list_all, "return 0;");
        cgen_put(g, "}\n");
    }
    if (p->split) {
        cgen_put(g, "\nFN int may_stop(const st *s) {\n");
        cgen_each_start(g, put_stop, "return 0;");
        cgen_put(g, "}\n");
    }
}

void cgen_turns(cgen *g) {
    g->out = &g->turns;
    put_starts(g);
    put_clear_turn(g);
    put_push_key(g);
    put_scores(g);
    put_stuck(g);
    put_ends(g);
    put_finish(g);
    put_playing(g);
}
