// SPDX-License-Identifier: MIT
//
// Random play as C: sample.c for one program.
//
// The choices that may come first are laid out as sets, a cell is drawn from all of
// them, and only the drawn turn is made. Where every set is written by one instruction
// outside loops, they are locals and the draw is a chain of compares; else they are
// gathered in an array. Everything is inlined into `playout`, so that the state of a
// small game lives in registers for a whole game.
#include <stdio.h>
#include <string.h>

#include "lang/cgen_impl.h"
#include "lang/vm.h"

enum { MAX_STATIC = 12, MAX_LISTED = 256 };

typedef struct plan {
    cgen *g;
    int gathered[64], gathered_count; // choices drawn from
    int lists;                        // some moves are listed
    int offers;                       // sets in all
    int loops;                        // some are written in loops
    int tests;                        // a drawn turn may turn out not to be legal
    int odd_class;                    // a class by a shift that is no uniform one
    int possible;
    // while printing
    int offer_node[MAX_STATIC], offer_form[MAX_STATIC], offer_shift[MAX_STATIC];
    int next_offer;
    const ir_node *now;
    int now_at;
} plan;

// --- Planning -------------------------------------------------------------------------------

typedef struct draw_taker {
    cgen_taker base; // first
    plan *pl;
} draw_taker;

static void take_nothing(cgen_taker *t, int form, const char *cells, const char *from, int shift) {
    plan *pl = ((draw_taker *)(void *)t)->pl;
    (void)cells, (void)from;
    pl->odd_class |= form == OFFER_CLASS && !t->g->p->b.shift[shift].uniform;
}

static void plan_choice(plan *pl, int at) {
    cgen *g = pl->g;
    const ir_node *n = &g->p->node[at];
    draw_taker count = {.base = {.take = take_nothing, .g = g, .node = at}, .pl = pl};
    buffer scratch, *was = g->out;
    for (int i = 0; i < pl->gathered_count; i++) {
        pl->possible &= pl->gathered[i] != at;
    }
    if (pl->gathered_count >= 64) {
        pl->possible = 0;
        return;
    }
    pl->gathered[pl->gathered_count++] = at;
    buffer_init(&scratch, NULL);
    g->out = &scratch;
    cgen_offers(g, n->code, &count.base);
    g->out = was;
    buffer_deinit(&scratch);
    pl->offers += count.base.count;
    pl->loops |= count.base.any_loop;
    pl->tests |= n->tail != TAIL_PLAIN;
    pl->possible &= !cgen_writes_state(g, n->code);
}

static int all_plain(const cgen *g, int at) {
    const ir_node *n = &g->p->node[at];
    if (n->kind == N_OR || n->kind == N_ELSE) {
        return all_plain(g, n->next) && all_plain(g, n->alt);
    }
    return n->kind != N_CHOICE || !n->weight || n->tail == TAIL_PLAIN;
}

static void plan_from(plan *pl, int at, int depth) {
    const ir_node *n = &pl->g->p->node[at];
    if (depth > 100) {
        pl->possible = 0;
        return;
    }
    switch ((node_kind)n->kind) {
    case N_OR:
    case N_ELSE:
        plan_from(pl, n->next, depth + 1);
        plan_from(pl, n->alt, depth + 1);
        break;
    case N_CHOICE:
        if (n->weight) {
            plan_choice(pl, at);
        } else {
            pl->lists = 1;
        }
        break;
    case N_FOR: pl->lists = 1; break;
    case N_DEAD: break;
    case N_END:
    case N_DO:
    case N_TEST:
    case N_WHEN:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: pl->possible = 0; break;
    }
}

static int is_static(const plan *pl) {
    return !pl->loops && pl->offers <= MAX_STATIC;
}

// --- Gathering --------------------------------------------------------------------------------

static void put_zone_weight(plan *pl, const char *cells, const char *total, char *buf, size_t cap) {
    const ir_node *n = pl->now;
    if (n->zone && n->weight > 1) {
        cgen_set(buf, cap, "%s + %du * (uint32_t)set_count(%s)", total, n->weight - 1,
                 cgen_and(pl->g, cells, cgen_const(pl->g, n->zone - 1).t).t);
    } else {
        cgen_set(buf, cap, "%s", total);
    }
}

static void take_static(cgen_taker *t, int form, const char *cells, const char *from, int shift) {
    plan *pl = ((draw_taker *)(void *)t)->pl;
    cgen *g = t->g;
    char weight[3000], name[24], count[40];
    int i = pl->next_offer++;
    (void)from;
    if (i >= MAX_STATIC) {
        g->failed = 1;
        return;
    }
    pl->offer_node[i] = t->node;
    pl->offer_form[i] = form;
    pl->offer_shift[i] = shift;
    if (form == OFFER_ONE) {
        cgen_put(g, "    n%d = 1;\n", i);
        return;
    }
    cgen_set(name, sizeof name, "e%d", i);
    cgen_set(count, sizeof count, "tally_total(k%d)", i);
    put_zone_weight(pl, name, count, weight, sizeof weight);
    cgen_put(g, "    e%d = %s;\n    k%d = tally_of(e%d);\n", i, cells, i, i);
    if (form == OFFER_ORIGIN) {
        cgen_put(g, "    f%d = %s;\n", i, from);
    }
    cgen_put(g, "    n%d = %s;\n", i, weight);
}

static void take_lot(cgen_taker *t, int form, const char *cells, const char *from, int shift) {
    plan *pl = ((draw_taker *)(void *)t)->pl;
    cgen *g = t->g;
    char weight[3000], aux[100];
    const board_shift *s = &g->p->b.shift[shift];
    if (form == OFFER_ONE) {
        cgen_put(g, "    lots[n++] = (lot){NO_CELLS, 1, %d, 0, 0};\n    total++;\n", t->node);
        return;
    }
    if (form == OFFER_CLASS) {
        cgen_set(aux, sizeof aux, "%d, 1", -s->amount);
    } else {
        cgen_set(aux, sizeof aux, "%s, 0", form == OFFER_CELLS ? "0" : from);
    }
    put_zone_weight(pl, "x", "(uint32_t)set_count(x)", weight, sizeof weight);
    cgen_put(g,
             "    {\n    const set x = %s;\n    if (set_any(x) && n < MAX_LOTS) {\n"
             "        lots[n] = (lot){x, %s, %d, %s};\n        total += lots[n++].weight;\n    }\n"
             "    }\n",
             cells, weight, t->node, aux);
}

static void put_gather_choice(plan *pl, int at) {
    cgen *g = pl->g;
    draw_taker t = {.base = {.take = is_static(pl) ? take_static : take_lot, .g = g, .node = at},
                    .pl = pl};
    int first = pl->next_offer;
    pl->now = &g->p->node[at];
    cgen_put(g, "    {\n");
    cgen_offers(g, pl->now->code, &t.base);
    cgen_put(g, "    }\n");
    for (int i = first; is_static(pl) && i < pl->next_offer; i++) {
        cgen_put(g, "    total += n%d;\n", i);
    }
}

static void put_gather_listed(plan *pl, int at) {
    cgen *g = pl->g;
    cgen_need_node(g, MODE_LIST, at);
    cgen_put(g,
             "    {\n    walk w = {.out = listed + listed_count, .cap = %d - listed_count, "
             ".fuel = FUEL};\n    const st copy = *s;\n    (void)list_%d(&copy, &w, NO_WAY);\n"
             "    listed_count += w.count;\n    total += (uint32_t)w.count;\n"
             "    if (listed_count >= %d) {\n        return -1;\n    }\n    }\n",
             MAX_LISTED, at, MAX_LISTED);
}

static void put_gather(plan *pl, int at) {
    cgen *g = pl->g;
    const ir_node *n = &g->p->node[at];
    switch ((node_kind)n->kind) {
    case N_OR:
        put_gather(pl, n->next);
        put_gather(pl, n->alt);
        break;
    case N_CHOICE:
        cgen_rule_comment(g, n->choice);
        if (n->weight) {
            put_gather_choice(pl, at);
        } else {
            put_gather_listed(pl, at);
        }
        break;
    case N_FOR: put_gather_listed(pl, at); break;
    case N_ELSE:
        cgen_put(g, "    const uint32_t before_%d = total;\n", at);
        put_gather(pl, n->next);
        if (!all_plain(g, n->next)) { // offers that may still fail prove nothing
            cgen_put(g, "    if (total > before_%d) {\n        return -1;\n    }\n", at);
        }
        cgen_put(g, "    if (total == before_%d) {\n", at);
        put_gather(pl, n->alt);
        cgen_put(g, "    }\n");
        break;
    case N_DEAD:
    case N_END:
    case N_DO:
    case N_TEST:
    case N_WHEN:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: break;
    }
}

// --- Making the drawn turn -----------------------------------------------------------------------

// With `z`, `a` and `sub` known: applies the choice, and judges the turn.
static void put_act(plan *pl, int at, const char *drop) {
    cgen *g = pl->g;
    const ir_node *n = &g->p->node[at];
    int certain = n->tail == TAIL_PLAIN, pass = g->p->choice[n->choice].kind == CH_PASS;
    cgen_need_node(g, MODE_DRAW, n->next);
    if (!certain) {
        cgen_put(g, "        const st was = *s;\n");
    }
    cgen_put(g, "        way v = %s;\n", cgen_way_with(g, n->choice, "NO_WAY", "a", "z").t);
    cgen_put(g, "        const int ok = %s == %d ? 1 : draw_%d(s, sub, &v);\n",
             cgen_apply(g, n, "s", "a", "z").t, VM_OVER, n->next);
    cgen_put(g, "        (void)a, (void)sub%s;\n", certain ? ", (void)ok" : "");
    if (!certain) {
        cgen_put(g, "        if (ok == 1) {\n");
    }
    if (!pass) {
        cgen_put(g, "        s->h.passes = 0;\n");
    }
    cgen_put(g, "        *move = way_move(v);\n        return 1;\n");
    if (!certain) {
        cgen_put(g, "        }\n        *s = was;\n        if (ok < 0) {\n            return -1;\n"
                    "        }\n");
        if (!n->zone) { // promotions are drawn again, never dropped one by one
            cgen_put(g, "%s        total--;\n", drop);
        }
        cgen_put(g, "        continue;\n");
    }
}

// The cell drawn, and which of its turns, from number `r` of an offer.
static void put_cell(plan *pl, int at, const char *cells, const char *total, const char *nth) {
    const ir_node *n = &pl->g->p->node[at];
    if (n->zone && n->weight > 1) {
        cgen_put(pl->g,
                 "        const uint32_t extra = r < %s ? 0 : r - %s;\n"
                 "        const int sub = r < %s ? 0 : 1 + (int)(extra %% %du);\n"
                 "        const int z = r < %s ? %s\n            : set_nth(%s, extra / %du);\n",
                 total, total, total, n->weight - 1, total, nth,
                 cgen_and(pl->g, cells, cgen_const(pl->g, n->zone - 1).t).t, n->weight - 1);
    } else {
        cgen_put(pl->g, "        const int sub = 0, z = %s;\n", nth);
    }
}

static void put_static_draw(plan *pl, int i, int last) {
    cgen *g = pl->g;
    char origin[80], from[24], cells[24], total[40], nth[60], drop[200];
    cgen_set(from, sizeof from, "f%d", i);
    cgen_set(cells, sizeof cells, "e%d", i);
    cgen_set(total, sizeof total, "tally_total(k%d)", i);
    cgen_set(nth, sizeof nth, "tally_nth(e%d, k%d, r)", i, i);
    cgen_origin(g, pl->offer_form[i], from, pl->offer_shift[i], origin, sizeof origin);
    if (last) {
        cgen_put(g, "    {\n");
    } else {
        cgen_put(g, "    if (r < n%d) {\n", i);
    }
    if (pl->offer_form[i] == OFFER_ONE) {
        cgen_put(g, "        const int z = -1, a = -1, sub = 0;\n        (void)z;\n");
        cgen_set(drop, sizeof drop, "        n%d = 0;\n", i);
    } else {
        put_cell(pl, pl->offer_node[i], cells, total, nth);
        cgen_put(g, "        const int a = %s;\n",
                 pl->offer_form[i] == OFFER_CELLS ? "-1" : origin);
        cgen_set(drop, sizeof drop,
                 "        e%d = set_minus(e%d, set_one(z));\n        k%d = tally_of(e%d);\n"
                 "        n%d--;\n",
                 i, i, i, i, i);
    }
    put_act(pl, pl->offer_node[i], drop);
    cgen_put(g, "    }\n");
    if (!last) {
        cgen_put(g, "    r -= n%d;\n", i);
    }
}

static void put_lot_draws(plan *pl) {
    cgen *g = pl->g;
    cgen_put(g, "    int i = 0;\n    while (i < n && r >= lots[i].weight) {\n"
                "        r -= lots[i++].weight;\n    }\n    if (i == n) {\n");
    cgen_put(g, pl->lists ? "        *move = listed[r];\n        return 2;\n    }\n"
                          : "        return -1;\n    }\n");
    cgen_put(g, "    lot *const l = &lots[i];\n    switch (l->node) {\n");
    for (int i = 0; i < pl->gathered_count; i++) {
        int at = pl->gathered[i], kind = g->p->choice[g->p->node[at].choice].kind;
        cgen_put(g, "    case %d: {\n", at);
        if (kind > CH_TAKE) {
            cgen_put(g, "        const int z = -1, a = -1, sub = 0;\n        (void)z;\n");
        } else {
            put_cell(pl, at, "l->cells", "(uint32_t)set_count(l->cells)", "set_nth(l->cells, r)");
            cgen_put(g, "        const int a = %s;\n",
                     pl->g->p->choice[g->p->node[at].choice].kind != CH_MOTION
                         ? "-1"
                         : "l->from + z * l->step");
        }
        put_act(pl, at,
                "        l->cells = set_minus(l->cells, set_one(z));\n"
                "        l->weight--;\n");
        cgen_put(g, "    }\n");
    }
    cgen_put(g, "    default: return -1;\n    }\n");
}

static void put_declarations(plan *pl) {
    cgen *g = pl->g;
    cgen_put(g, "    uint32_t total = 0;\n");
    if (pl->lists) {
        cgen_put(g, "    uint64_t listed[%d];\n    int listed_count = 0;\n", MAX_LISTED);
    }
    for (int i = 0; is_static(pl) && i < pl->offers; i++) {
        cgen_put(g,
                 "    set e%d = NO_CELLS;\n    tally k%d = {{0}};\n    uint32_t n%d = 0;\n"
                 "    int f%d = 0;\n    (void)e%d, (void)k%d, (void)n%d, (void)f%d;\n",
                 i, i, i, i, i, i, i, i);
    }
    if (!is_static(pl)) {
        cgen_put(g, "    lot lots[MAX_LOTS];\n    int n = 0;\n");
    }
}

static void put_draw(cgen *g, int node) {
    plan pl = {.g = g, .possible = !g->p->split && !g->p->overlaps};
    if (pl.possible) {
        plan_from(&pl, node, 0);
        pl.possible &= is_static(&pl) || !pl.odd_class;
    }
    cgen_put(g,
             "\n// Draws a uniform legal turn and makes it. 1 = done, 2 = `move` is drawn but not\n"
             "// made, 0 = there is none, -1 = all must be listed.\n"
             "%s int draw_turn_%d(st *s, tsr_rng *g, uint64_t *move) {\n",
             cgen_is_large(g) ? "FN" : "RT", node);
    if (!pl.possible || pl.offers == 0) {
        cgen_put(g, "    (void)s, (void)g, (void)move;\n    return -1;\n}\n");
        return;
    }
    put_declarations(&pl);
    put_gather(&pl, node);
    cgen_put(g, "    for (int tries = 0; total > 0 && tries < 40; tries++) {\n"
                "    uint32_t r = tsr_rng_below(g, total);\n");
    if (is_static(&pl)) {
        for (int i = 0; i < pl.offers; i++) {
            put_static_draw(&pl, i, i == pl.offers - 1 && !pl.lists);
        }
        if (pl.lists) {
            cgen_put(g, "    *move = listed[r];\n    return 2;\n");
        }
    } else {
        put_lot_draws(&pl);
    }
    cgen_put(g, "    }\n    return total > 0 ? -1 : 0;\n}\n");
}

// --- The loop -------------------------------------------------------------------------------------

static void put_draw_case(cgen *g, int node) {
    cgen_put(g, "return draw_turn_%d(s, g, move);", node);
}

static void put_draws(cgen *g) {
    const program *p = g->p;
    uint8_t done[CGEN_MAX_NODES] = {0};
    for (int ph = 0; ph < p->g->phase_count; ph++) {
        for (int me = 0; me < p->players; me++) {
            int node = cgen_start_of(g, ph, me);
            if (!done[node]) {
                done[node] = 1;
                put_draw(g, node);
            }
        }
    }
}

static void put_starts_of_players(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "        switch (s.h.phase * %d + s.h.me) {\n", p->players);
    for (int ph = 0; ph < p->g->phase_count; ph++) {
        for (int me = 0; me < p->players; me++) {
            cgen_put(g,
                     "        case %d:\n            clear_turn(&s);\n"
                     "            got = draw_turn_%d(&s, &g, &move);\n"
                     "            if (got == 1) {\n                finish_turn(&s, %d, 1);\n"
                     "                continue;\n            }\n            break;\n",
                     ph * p->players + me, cgen_start_of(g, ph, me), me);
        }
    }
    cgen_put(g, "        default: break;\n        }\n");
}

static void put_playout(cgen *g) {
    const program *p = g->p;
    cgen_put(g,
             "\n// One ply the slow way, by listing all moves.\n"
             "RARE int play_listed(st *s, tsr_rng *g) {\n    uint64_t list[%d];\n"
             "    int n = moves_of(s, list, %d);\n"
             "    return n > 0 && play_move(s, list[tsr_rng_below(g, (uint32_t)n)], 1);\n}\n",
             p->max_moves, p->max_moves);
    cgen_put(g, "\nRARE int play_drawn(st *s, tsr_rng *g, int got, uint64_t move) {\n"
                "    return got < 0 ? play_listed(s, g) : got == 2 && play_move(s, move, 1);\n}\n");
    cgen_put(g, "\n// The player on turn cannot move.\nRARE void blocked(st *s) {\n"
                "    (void)stuck(s, s->h.me);\n    if (!s->h.over) {\n");
    cgen_put(g, "        s->h.over = %d;\n", p->has_score ? OUT_FINISH : OUT_DRAW);
    for (int i = 0; i < p->players; i++) {
        cgen_put(g, "        s->h.rank[%d] = 1;\n", i);
    }
    cgen_put(g, "    }\n    close_game(s);\n}\n");
    cgen_put(g, "\nstatic uint32_t playout(void *state, tsr_rng *rng, uint32_t max) {\n"
                "    st s;\n    tsr_rng g = *rng;\n    uint32_t plies = 0;\n    load(&s, state);\n"
                "    for (; !s.h.over && plies < max; plies++) {\n"
                "        int got = -1;\n        uint64_t move = 0;\n");
    if (!p->split && !p->overlaps) {
        put_starts_of_players(g);
    }
    cgen_put(g, "        st t = s;\n        tsr_rng q = g;\n"
                "        got = play_drawn(&t, &q, got, move);\n        g = q;\n        s = t;\n"
                "        if (!got) {\n            blocked(&t);\n            s = t;\n"
                "            break;\n        }\n    }\n"
                "    if (!s.h.over) { // whether the next player is stuck must be known\n"
                "        st t = s;\n        if (!exists_start(&t)) {\n            blocked(&t);\n"
                "        }\n        s = t;\n    }\n"
                "    store(&s, state);\n    *rng = g;\n    return plies;\n}\n");
}

static void put_sample(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\nFN int draw_start(st *s, tsr_rng *g, uint64_t *move) {\n"
                "    (void)s, (void)g, (void)move;\n");
    if (!p->split && !p->overlaps) {
        cgen_put(g, "    clear_turn(s);\n");
        cgen_each_start(g, put_draw_case, "return -1;");
    } else {
        cgen_put(g, "    return -1;\n");
    }
    cgen_put(g,
             "}\n\nstatic uint64_t sample(const void *state, tsr_rng *g) {\n"
             "    st s;\n    uint64_t move = 0;\n    load(&s, state);\n"
             "    if (draw_start(&s, g, &move) > 0) {\n        return move;\n    }\n"
             "    uint64_t list[%d];\n    load(&s, state);\n"
             "    int n = moves_of(&s, list, %d);\n"
             "    return n > 0 ? list[tsr_rng_below(g, (uint32_t)n)] : 0;\n}\n",
             p->max_moves, p->max_moves);
}

void cgen_random(cgen *g) {
    g->out = &g->turns;
    if (!g->p->split && !g->p->overlaps) {
        put_draws(g);
    }
    put_playout(g);
    put_sample(g);
}
