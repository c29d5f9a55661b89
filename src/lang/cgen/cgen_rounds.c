// SPDX-License-Identifier: MIT
//
// Random play for lanes that work in step (lang/lanes): what `playout` does, cut into rounds, in which
// each player in turn has a ply. So lanes at different plies of different games walk through the same
// code at the same time, and those that need the slow way wait there until many do.
#include "lang/cgen/cgen_ways.h"

static void put_if(cgen *g, const char *is) {
    cgen_put(g, "    if (!r->waits && !s->h.over && r->plies < r->max%s) {\n", is);
}

// A turn that is drawn and made is a ply; what is not waits for slow_ply.
static void put_player(cgen *g, int phase, int me) {
    const program *p = g->p;
    const way_fn *draw = cgen_draw_of(g, cgen_start_of(g, phase, me));
    char is[64];
    cgen_set(is, sizeof is, " && s->h.phase * %d + s->h.me == %d", p->players,
             phase * p->players + me);
    put_if(g, is);
    if (draw) {
        cgen_put(g,
                 "        clear_turn(s);\n        r->move = (uint64_t)lists;\n"
                 "        r->got = %s(s, g, &r->move, %s);\n"
                 "        r->waits = r->got < DRAW_MADE;\n"
                 "        if (!r->waits) {\n"
                 "            finish_turn(s, %d, 1, r->got == DRAW_PLIED);\n"
                 "            r->plies++;\n        }\n    }\n",
                 cgen_way_name(draw).t, p->ways->pool.keeps ? "empty" : "NULL", me);
    } else {
        cgen_put(g, "        r->got = DRAW_LIST;\n        r->waits = 1;\n    }\n");
    }
}

static void put_plies(cgen *g) {
    const program *p = g->p;
    if (p->split || p->fact.overlaps) {
        put_if(g, "");
        cgen_put(g,
                 "        r->move = (uint64_t)lists;\n        r->got = %s;\n"
                 "        r->waits = r->got != DRAW_MADE;\n"
                 "        r->plies += !r->waits;\n    }\n",
                 p->fact.overlaps ? "DRAW_LIST" : "draw_choice(s, g, &r->move)");
        return;
    }
    for (int phase = 0; phase < p->phases; phase++) {
        for (int me = 0; me < p->players; me++) {
            put_player(g, phase, me);
        }
    }
}

void cgen_rounds(cgen *g) {
    cgen_put(g, "\n#define HAS_ROUNDS 1\n\ntypedef struct rounds {\n    uint32_t plies, max;\n"
                "    int waits; // the next ply was not drawn: slow_ply\n"
                "    int got;\n    uint64_t move;\n} rounds;\n"
                "\n// A ply of each player, as far as they can be drawn; `lists`: also where some moves are listed.\n"
                "RT void play_round(st *s, tsr_rng *g, rounds *r, pool *empty, int lists) {\n"
                "    (void)g, (void)empty, (void)lists;\n");
    put_plies(g);
    cgen_put(g, "}\n"
                "\n// The ply of a player who waits; where there is none, the game is over.\n"
                "RARE uint32_t slow_ply(st *s, tsr_rng *g, int got, uint64_t move) {\n"
                "    if (play_drawn(s, g, got, move)) {\n        return 1;\n    }\n"
                "    blocked(s);\n    return 0;\n}\n"
                "\n// A game that was not over in time: whether the next player is stuck must be known.\n"
                "RARE void cut_off(st *s) {\n    if (!exists_start(s)) {\n        blocked(s);\n"
                "    }\n}\n");
}
