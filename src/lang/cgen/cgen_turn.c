// SPDX-License-Identifier: MIT
//
// Turns as C: how one ends (the plan's code), and the functions that begin one from wherever the position stands.
#include "lang/cgen/cgen_ways.h"

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
                 "        memset(s->ring, 0, (size_t)n * sizeof *s->ring);\n        n = 0;\n%s"
                 "    } else if (n == %d) {\n        if (in_tree) {\n            s->ring++;\n"
                 "        } else {\n            memmove(s->ring, s->ring + 1, "
                 "(size_t)(n - 1) * sizeof *s->ring);\n        }\n"
                 "        n--;\n    }\n    s->ring[n++] = s->now;\n"
                 "    s->h.ring_count = (uint16_t)n;\n%s}\n",
                 cgen_sieve_words(g)
                     ? "        if (s->sieve) {\n            sieve_clear(s->sieve);\n        }\n"
                     : "",
                 g->p->past.ring_cap,
                 cgen_sieve_words(g) ? "    if (s->sieve) {\n        sieve_add(s, s->now);\n    }\n"
                                     : "");
    } else {
        cgen_put(g, "    (void)s, (void)reset, (void)lazy;\n}\n");
    }
}

// --- Scores ------------------------------------------------------------------------------------

// Teams share their ranks, and whoever is out comes behind.
static void put_places(cgen *g) {
    const program *p = g->p;
    if (!p->teams && !p->at.out) {
        return;
    }
    cgen_put(g, "    const uint8_t team[] = {");
    for (int i = 0; i < p->players; i++) {
        cgen_put(g, "%s%d", i ? ", " : "", p->team[i]);
    }
    cgen_put(g, "};\n    const int32_t out[%d] = {0", p->players);
    for (int i = 0; p->at.out && i < p->players; i++) {
        cgen_put(g, "%s%s", i ? ", " : " + ", cgen_num(g, p->at.out - 1 + i).t);
    }
    cgen_put(g, "};\n    head_places(&s->h, team, out, %d);\n", p->players);
}

// What a team has together counts for each of it. The same as each player's own where there are none.
static void put_sums(cgen *g) {
    const program *p = g->p;
    for (int i = 0; p->teams && i < p->players; i++) {
        cgen_put(g, "        const int32_t sum%d = 0", i);
        for (int k = 0; k < p->players; k++) {
            if (p->team[k] == p->team[i]) {
                cgen_put(g, " + score[%d]", k);
            }
        }
        cgen_put(g, ";\n");
    }
    for (int i = 0; p->teams && i < p->players; i++) {
        cgen_put(g, "        score[%d] = sum%d;\n", i, i);
    }
}

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
             "        scores_of(&t, score);\n",
             IR_FINISH, p->players);
    put_sums(g);
    cgen_put(g,
             "        for (int i = 0; i < %d; i++) {\n            int rank = 1;\n"
             "            for (int k = 0; k < %d; k++) {\n"
             "                rank += score[k] > score[i];\n            }\n"
             "            s->h.rank[i] = (uint8_t)rank;\n        }\n    }\n",
             p->players, p->players);
    put_places(g);
    cgen_put(g, "    clear_turn(s);\n}\n");
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

static void put_is_empty(cgen *g, int node) {
    if (plan_may_say_done(g->p, node) && !plan_is_chance(g->p, node)) {
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

int cgen_begins_after_setup(const cgen *g) {
    return g->p->dealt && (cgen_any_empty(g) || cgen_any_chance_start(g));
}

// The first turn begins as others do behind the end of one.
static void put_begin(cgen *g) {
    cgen_put(g,
             "\n// The setup is done, which has dealt: the first turn begins.\n"
             "RARE void begin_first(st *s, int lazy) {\n    (void)lazy;\n%s%s}\n",
             cgen_any_chance_start(g)
                 ? "    if (s->h.over || begins_by_chance(s)) {\n        return;\n    }\n"
                 : "",
             cgen_any_empty(g) ? "    if (!s->h.over && start_is_empty(s)) {\n"
                                 "        play_empty(s, lazy);\n    }\n"
                               : "");
}

static void put_finish(cgen *g) {
    const int empty = cgen_any_empty(g), by_chance = cgen_any_chance_start(g);
    cgen_put(
        g,
        "\n// Ends the turn of player `me`. Plied: the endings above `stuck` have been tested.\n"
        "RT void %s(st *s, const int me, const int lazy, const int plied) {\n"
        "    if (!plied && s->h.over) {\n        close_game(s);\n        return;\n    }\n"
        "    if (end_of(s, me, lazy, plied) == %d) {\n        close_game(s);\n    }\n}\n",
        empty || by_chance ? "end_turn" : "finish_turn", VM_OVER);
    if (empty || by_chance) {
        put_for_any_player(g, "end", "end_turn");
        cgen_put(g, "\n// And begins the next, which may leave no choice.\n"
                    "RT void finish_turn(st *s, const int me, const int lazy, const int plied) {\n"
                    "    end_turn(s, me, lazy, plied);\n");
        cgen_put(g, by_chance
                        ? "    if (s->h.over || begins_by_chance(s)) {\n        return;\n    }\n"
                        : "");
        cgen_put(g, empty ? "    if (!s->h.over && start_is_empty(s)) {\n        st t;\n"
                            "        copy(&t, s);\n        play_empty(&t, lazy);\n"
                            "        copy(s, &t);\n    }\n}\n"
                          : "}\n");
    }
    if (cgen_begins_after_setup(g)) {
        put_begin(g);
    }
    put_for_any_player(g, "finish", "finish_turn");
    if (cgen_is_large(g)) {
        cgen_put(g, "RARE void finish_plied(st *s, int me, int lazy) {\n"
                    "    finish_turn(s, me, lazy, 1);\n}\n");
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
    cgen_put(g, "}\nRT int exists_start(const st *s) {\n");
    cgen_put(g, g->lanes ? "    st t; // of its own, so that the other stays in registers\n"
                           "    copy(&t, s);\n    s = &t;\n"
                         : "");
    cgen_put(g, "    return exists_from_start(s, &(walk){.fuel = FUEL});\n}\n");
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
        cgen_each_first(g, put_is_empty, "return 0;");
        cgen_put(g, "}\nFN int list_all(const st *s, walk *w) {\n");
        cgen_each_first(g, put_list_all, "return 0;");
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
    cgen_chance_starts(g);
    put_clear_turn(g);
    put_push_key(g);
    put_scores(g);
    put_stuck(g);
    put_ends(g);
    put_finish(g);
    cgen_play(g);
    cgen_chance(g);
}
