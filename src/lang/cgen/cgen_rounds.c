// SPDX-License-Identifier: MIT
//
// Random play for lanes that work in step (lang/lanes): what `playout` does, cut into rounds of parts, in
// each of which one player has a ply. So lanes at different plies of different games walk through the
// same code at the same time, and those that need the slow way wait until many do.
#include "lang/cgen/cgen_draw.h"

// What a lane keeps of a draw that it goes on with in its next round: the sets that are left to draw from, or
// what is gone from those that are found again.
void cgen_put_draft(cgen *g) {
    if (!g->lanes) {
        return;
    }
    if (g->draft_lots) {
        cgen_put(g, "\n// Half as large: a GPU has little fast memory for each lane.\n"
                    "#if defined(__NVPTX__) && CELLS <= 64\n"
                    "typedef struct small_lot {\n    set cells;\n    uint32_t weight;\n"
                    "    int16_t node;\n    int8_t from;\n    uint8_t step : 1;\n"
                    "    int8_t with : 7;\n} small_lot;\n#define lot small_lot\n#endif\n");
    }
    cgen_put(g, "\nstruct draft {\n    int tries, count;\n    uint32_t total;\n");
    if (g->draft_gone) {
        cgen_put(g, "    set gone[%d];\n", g->draft_gone);
    }
    cgen_put(g, g->draft_lots ? "    lot lots[MAX_LOTS];\n};\n" : "};\n");
}

// --- Which games -----------------------------------------------------------------------------------

// What is drawn from at a start.
typedef struct sources {
    cgen_taker base; // first
    int sets, jumps; // offers; those that may go on, and are listed then
    int lots;        // some are found in loops
} sources;

static void count_source(cgen_taker *t, const cgen_offer *o) {
    sources *s = (sources *)(void *)t;
    const int fn = way_of(t->g->p, WAYS_SETS, WAYS_DRAW, o->node);
    s->sets++;
    s->jumps += fn < 0 || t->g->p->ways->x[t->g->p->ways->fn[fn].first].op != WAY_LOT;
    s->lots |= o->in_loop;
}

static sources sources_of(cgen *g, const way_insn *draw) {
    sources s = {.base = {.take = count_source, .g = g}};
    buffer scratch, *was = g->out;
    buffer_init(&scratch, NULL);
    g->out = &scratch;
    cgen_offers(g, draw->a, &s.base);
    g->out = was;
    buffer_deinit(&scratch);
    return s;
}

static int is_drawn_quickly(cgen *g, int start) {
    const way_fn *draw = cgen_draw_of(g, start);
    const way_insn *x = draw ? &g->p->ways->x[draw->first] : NULL;
    if (!x || x->op != WAY_DRAW) {
        return 0;
    }
    sources s = sources_of(g, x);
    return s.jumps < s.sets && (!s.lots || cgen_is_large(g));
}

// Chains of jumps are listed, which takes as long as many plies: most lanes should need it at once. Where only a
// next game is waited for, a few are enough. In sixteenths, measured with checkers and chess.
enum { SHARE_MOST = 12, SHARE_FEW = 1 };

static int waiting_share(cgen *g) {
    int jumps = 0;
    for (int i = 0; i < g->p->phases * g->p->players; i++) {
        const way_fn *draw =
            cgen_draw_of(g, cgen_start_of(g, i / g->p->players, i % g->p->players));
        jumps += sources_of(g, &g->p->ways->x[draw->first]).jumps;
    }
    return jumps ? SHARE_MOST : SHARE_FEW;
}

// --- The parts of a round ------------------------------------------------------------------------

// Lanes meet before a turn is ended, too: then no lane needs code that has left the GPU's fast memory meanwhile. Where
// most of them wait for lists, that costs more than it saves (measured with chess and checkers).
static int ends_apart(cgen *g) {
    return cgen_is_large(g) && waiting_share(g) == SHARE_FEW;
}

static void put_end(cgen *g, int part, int me) {
    if (!ends_apart(g)) {
        cgen_put(g,
                 "        if (r->got >= DRAW_MADE) {\n"
                 "            finish_turn(s, %d, 1, r->got == DRAW_PLIED);\n"
                 "            r->plies++;\n        }\n    }\n}\n",
                 me);
        return;
    }
    cgen_put(g,
             "        r->made = r->got >= DRAW_MADE;\n    }\n}\n"
             "\nRT void end_part_%d(st *s, tsr_rng *g, rounds *r, pool *empty, draft *d,\n"
             "                    int lists) {\n    (void)g, (void)empty, (void)d, (void)lists;\n"
             "    if (r->made) {\n        finish_turn(s, %d, 1, r->got == DRAW_PLIED);\n"
             "        r->plies++;\n    }\n    r->made = 0;\n}\n",
             part, me);
}

// A turn that is drawn and made is a ply; what is not waits for slow_ply.
static void put_player(cgen *g, int phase, int me) {
    const program *p = g->p;
    const way_fn *draw = cgen_draw_of(g, cgen_start_of(g, phase, me));
    cgen_put(g,
             "\nRT void play_part_%d(st *s, tsr_rng *g, rounds *r, pool *empty, draft *d,\n"
             "                     int lists) {\n"
             "    (void)g, (void)empty, (void)lists;\n"
             "    if (!r->waits && !s->h.over && r->plies < r->max &&\n"
             "        s->h.phase * %d + s->h.me == %d) {\n",
             phase * p->players + me, p->players, phase * p->players + me);
    cgen_put(g,
             "        clear_turn(s);\n        r->move = (uint64_t)lists;\n"
             "        r->got = %s(s, g, &r->move, %s, d);\n"
             "        r->waits = r->got < DRAW_MADE && r->got != DRAW_AGAIN;\n"
             "        d->tries = r->got == DRAW_AGAIN ? d->tries : 0;\n",
             cgen_way_name(draw).t, p->ways->pool.keeps ? "empty" : "NULL");
    put_end(g, phase * p->players + me, me);
}

// Whether what was drawn may turn out not to be legal, and is drawn again.
static int may_fail(cgen *g) {
    int fails = 0;
    for (int i = 0; i < g->p->node_count; i++) {
        fails |= way_of(g->p, WAYS_TURN, WAYS_DRAW, i) >= 0 && !cgen_never_fails(g, i);
    }
    return fails;
}

// Games that only fill a board all last about as long: their lanes are in step anyway, unless they draw again.
// And where most plies are listed, or drawn by loops in little code, parts gain nothing.
int cgen_goes_in_rounds(cgen *g) {
    const program *p = g->p;
    int moves = 0, quick = !p->split && !p->fact.overlaps;
    for (int i = 1; i <= p->choice_count; i++) {
        moves |= p->choice[i].kind <= CH_TAKE && p->choice[i].kind != CH_PLACE;
    }
    for (int i = 0; quick && i < p->phases * p->players; i++) {
        quick = is_drawn_quickly(g, cgen_start_of(g, i / p->players, i % p->players));
    }
    return g->lanes && quick && (moves || may_fail(g));
}

void cgen_rounds(cgen *g) {
    g->rounds = 1;
    cgen_put(
        g,
        "\ntypedef struct rounds {\n    uint32_t plies, max;\n"
        "    int waits; // the next ply was not drawn: slow_ply\n"
        "    int got, made; // made: a turn, which has not ended\n    uint64_t move;\n} rounds;\n"
        "\n// The ply of one player, if it can be drawn; `lists`: also where moves are listed.\n");
    for (int i = 0; i < g->p->phases * g->p->players; i++) {
        put_player(g, i / g->p->players, i % g->p->players);
    }
    cgen_put(g, "\n#define GOES_IN_STEP %d\n#define WAITING_SHARE %d\n#define EACH_PART(X)",
             cgen_is_large(g), waiting_share(g));
    for (int i = 0; i < g->p->phases * g->p->players; i++) {
        cgen_put(g, ends_apart(g) ? " X(play_part_%d) X(end_part_%d)" : " X(play_part_%d)", i, i);
    }
    cgen_put(
        g,
        "\n\n// The ply of a player who waits; where there is none, the game is over.\n"
        "RARE uint32_t slow_ply(st *s, tsr_rng *g, int got, uint64_t move) {\n"
        "    if (play_drawn(s, g, got, move)) {\n        return 1;\n    }\n"
        "    blocked(s);\n    return 0;\n}\n"
        "\n// A game that was not over in time: whether the next player is stuck must be known.\n"
        "RARE void cut_off(st *s) {\n    if (!exists_start(s)) {\n        blocked(s);\n"
        "    }\n}\n");
}
