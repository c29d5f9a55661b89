// SPDX-License-Identifier: MIT
//
// Turns as C: how a given move is played, from its bits where they tell all (plan/ways_play.c), else by following its
// choices.
#include "lang/cgen/cgen_ways.h"

// How a turn ends that is played from its bits: there, or where all large ones go for that, so that the lanes of a GPU
// which play different pieces come together again.
enum { ENDS_HERE, ENDS_FINISHED = 1, ENDS_PLIED = 2 };

static const char *const finish_of[] = {[ENDS_FINISHED] = "finish", [ENDS_PLIED] = "finish_plied"};

static int put_told_insn(cgen *g, const way_insn *x, int me, int plied) {
    const int ends = plied ? ENDS_PLIED : ENDS_FINISHED;
    switch ((way_op)x->op) {
    case WAY_ACTS: cgen_put(g, "            s->h.passes = 0;\n"); break;
    case WAY_MAKE:
        cgen_put(g, "            if (%s == %d) {\n                return 0;\n            }\n",
                 cgen_make(g, x, "s").t, VM_NO);
        break;
    case WAY_JNO: break; // says that
    case WAY_NEXT:
        if (cgen_is_large(g)) {
            cgen_put(g, "            goto end_by_%s;\n", finish_of[ends]);
            return ends;
        }
        cgen_put(g, "            finish_turn(s, %d, lazy, %d);\n", me, plied);
        break;
    default: g->failed = 1; break;
    }
    return ENDS_HERE;
}

// Plays a move of one choice, and perhaps a promotion, from its bits; with a tail they are
// for somebody else.
static int put_told(cgen *g, const way_fn *fn, int me) {
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
    int plied = 0, ends = ENDS_HERE;
    for (const way_insn *x = &p->ways->x[fn->first]; x->op != WAY_RET; x++) {
        plied |= cgen_is_plied(g, x);
        ends |= put_told_insn(g, x, me, plied);
    }
    cgen_put(g, ends ? "        }\n" : "            return 1;\n        }\n");
    return ends;
}

// By choice: function + 1.
static const uint32_t *told_row(const cgen *g, int start) {
    const plan_ways *w = g->p->ways;
    return w->told[w->x[w->fn[way_of(g->p, WAYS_START, WAYS_PLAY, start)].first].a];
}

// The moves that are played straight from their bits.
static int put_all_told(cgen *g, int phase, int me) {
    const program *p = g->p;
    int start = cgen_start_of(g, phase, me), ends = ENDS_HERE;
    cgen_put(g, "    case %d:\n        switch (m & %d) {\n", phase * p->players + me,
             (1 << p->size.choice_bits) - 1);
    for (int c = 1; c <= p->choice_count; c++) {
        const uint32_t fn = told_row(g, start)[c];
        if (fn) {
            ends |= put_told(g, &p->ways->fn[fn - 1], me);
        }
    }
    cgen_put(g, "        default: break;\n        }\n        break;\n");
    return ends;
}

// Where a turn begins: its moves are played from their bits, with or without a promotion, and need not be followed.
static int is_told(const cgen *g, int start, int node) {
    const fact_turn *t = &g->p->fact.turn[node];
    return t->turn && t->bind == BOARD_NONE && !g->p->split &&
           plan_waits(g->p, start) == WAIT_NOBODY;
}

// A choice that only one node offers leads straight to it.
static void put_follow(cgen *g, int node) {
    cgen_put(g, "\n        switch (t->step[0].choice) {\n");
    int first = g->p->split ? 2 : 1;
    for (int c = first; c <= g->p->choice_count; c++) {
        int found, at = plan_lead(g->p, node, c, &found);
        if (!at || (found == 1 && is_told(g, node, at))) {
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
        if (p->split || plan_is_chance(p, i)) {
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

// Passes are counted one after the other: any other turn begins anew.
static void put_note_passes(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "    if (!(t.count == 1 && (0");
    for (int c = 1; c <= p->choice_count; c++) {
        if (p->choice[c].kind == CH_PASS) {
            cgen_put(g, " || t.step[0].choice == %d", c);
        }
    }
    cgen_put(g, "))) {\n        s->h.passes = 0;\n    }\n");
}

void cgen_play(cgen *g) {
    const program *p = g->p;
    int ends = ENDS_HERE;
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
    cgen_put(g,
             "\n// Plays a legal move and ends the turn; 0 = there is no such move.\n"
             "%s int play_move(st *s, uint64_t m, const int lazy) {\n"
             "    const int me = s->h.me;\n",
             cgen_melted(g));
    if (p->ways->is_long) {
        cgen_put(g, "    if (m & HASHED) {\n        walk w = {.hash = m, .fuel = FUEL};\n"
                    "        if (!find_start(s, &w)) {\n            return 0;\n        }\n"
                    "        s->h.passes = 0;\n");
        cgen_put(g, cgen_has_chance(g) ? "        if (is_chance(w.ended)) {\n"
                                         "            settle_from(s, w.ended, lazy);\n"
                                         "            return 1;\n        }\n"
                                       : "");
        cgen_put(g, "        finish(s, me, lazy);\n        return 1;\n    }\n");
    }
    if (!p->split) {
        cgen_put(g, "    switch (%ss->h.phase * %d + me) {\n",
                 cgen_has_chance(g) ? "s->h.pc ? -1 : " : "", p->players);
        for (int ph = 0; ph < p->phases; ph++) {
            for (int player = 0; player < p->players; player++) {
                ends |= put_all_told(g, ph, player);
            }
        }
        cgen_put(g, "    default: break;\n    }\n");
    }
    cgen_put(
        g,
        "    trail t;\n    if (!trail_read(&t, m, choice_shape, %d)) {\n        return 0;\n    }\n",
        p->choice_count);
    put_note_passes(g);
    if (p->split) {
        cgen_put(
            g, "    if (t.step[0].choice == 1) {\n        play_done(s, lazy);\n        return 1;\n"
               "    }\n");
    }
    cgen_put(g, "    if (!follow_start(s, &t)) {\n        return 0;\n    }\n");
    cgen_put(g, cgen_has_chance(g)
                    ? "    t.stop = t.stop < 0 && is_chance(t.ended) ? t.ended : t.stop;\n"
                    : "");
    cgen_put(g, "    if (t.stop >= 0) {\n        settle_from(s, t.stop, lazy);\n    } else {\n"
                "        finish(s, me, lazy);\n    }\n    return 1;\n");
    for (int way = ENDS_FINISHED; way <= ENDS_PLIED; way++) {
        if (ends & way) {
            cgen_put(g, "end_by_%s:\n    %s(s, me, lazy);\n    return 1;\n", finish_of[way],
                     finish_of[way]);
        }
    }
    cgen_put(g, "}\n");
    if (cgen_any_empty(g)) {
        cgen_put(g,
                 "\n// Turns that leave no choice are played at once.\n"
                 "RARE void play_empty(st *s, int lazy) {\n"
                 "    while (!s->h.over && %sstart_is_empty(s)) {\n        uint64_t first = 0;\n"
                 "        walk w = {.out = &first, .cap = 1, .fuel = FUEL};\n"
                 "        trail t = {.count = 1, .step = {{1, -1, -1}}, .ended = -1, .stop = -1};\n"
                 "        if (list_all(s, &w) || first != 1 || !follow_start(s, &t)) {\n"
                 "            return;\n        }\n%s"
                 "        end(s, s->h.me, lazy);\n    }\n}\n",
                 cgen_any_chance_start(g) ? "!begins_by_chance(s) && " : "",
                 cgen_has_chance(g) ? "        if (is_chance(t.ended)) {\n"
                                      "            s->h.pc = (uint16_t)t.ended;\n"
                                      "            return;\n        }\n"
                                    : "");
    }
}
