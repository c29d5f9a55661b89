// SPDX-License-Identifier: MIT
//
// Random play of games that only fill cells, as C.
//
// In many games a turn puts one piece on one of some empty cells, and the one thing that can
// end the game early is a line or a link through it. Such games are played on by a loop of
// their own, `fill_on`, until a turn might end the game; that turn, whose cell is drawn
// already, is made by the code that all turns are made by. So the loop decides nothing: it
// only must not overlook an ending.
//
// The cells to draw from are a list. Where they are not simply the empty ones (they must lie
// on something, say) a cell that was filled may open another (fill_opens.c), or else the list
// is kept up with the set: if anything but the cell drawn left it, it is made anew. How lines
// and links are watched is in cgen_watch.c.
#include "lang/cgen/cgen_fill.h"

// --- The plan -----------------------------------------------------------------------------------------

static int find_fill(fill *f) {
    const program *p = f->g->p;
    const plan_pool *pool = &p->ways->pool;
    if (!pool->fills || !fill_find(&f->game, p)) {
        return 0;
    }
    f->empties = pool->keeps;
    f->game.opens = pool->opens;
    f->listed = pool->listed;
    cgen_watch_plan(f);
    return 1;
}

// --- The loop -------------------------------------------------------------------------------------------

static void take_cells(cgen_taker *t, const cgen_offer *o) {
    if (o->form == OFFER_CELLS) {
        cgen_put(t->g, "    now = %s;\n", o->cells);
    }
}

static void put_cells_to_draw(const fill *f, int me) {
    cgen_taker taker = {.take = take_cells, .g = f->g};
    cgen_put(f->g, "\nRT set cells_to_draw_%d(const st *s) {\n    set now = NO_CELLS;\n", me);
    cgen_offers(f->g, f->g->p->phase[0].offers[me], &taker);
    cgen_put(f->g, "    return now;\n}\n");
}

// Where the pieces of a player are kept while the loop runs.
static cgen_word own_name(const fill *f, int me) {
    cgen_word w = cgen_reg(f->g, f->g->p->at.own + me);
    if (f->wide) {
        cgen_set(w.t, sizeof w.t, "wide%d", me);
    }
    return w;
}

// What is drawn from after cell c, place r of the list, was filled.
static void put_next_cells(const fill *f, int me) {
    cgen *g = f->g;
    if (f->empties) {
        cgen_put(g, "        cell[r] = cell[--count];\n");
    } else if (f->game.opens >= 0) {
        cgen_put(g, "        if (opened[c] == NO_CELL) {\n            cell[r] = cell[--count];\n"
                    "        } else {\n            cell[r] = opened[c];\n        }\n");
    } else {
        cgen_put(g,
                 "        const set was = now;\n        now = cells_to_draw_%d(s);\n"
                 "        pool_follow(cells, r, c, was, now);\n"
                 "        count = (uint32_t)cells->count;\n",
                 1 - me);
    }
}

static void put_step(const fill *f, int me, const char *bits) {
    cgen *g = f->g;
    cgen_word own = own_name(f, me);
    cgen_put(
        g,
        "    {\n        if (made == room%s) {\n            goto out;\n        }\n"
        "        const uint32_t r = draw_below(&g, %s, count);\n        const int c = cell[r];\n",
        f->listed ? "" : " || count == 0", bits);
    if (!f->rebuilds) {
        cgen_put(g, "        set put = %s;\n        set_add(&put, c);\n", own.t);
    }
    cgen_put(g, "        if (%s) {\n            *next = c;\n            goto out;\n        }\n",
             cgen_watch_test(f, me).t);
    if (!f->rebuilds) {
        cgen_put(g, "        %s = put;\n", own.t);
    }
    cgen_put(g, "        made++;\n");
    put_next_cells(f, me);
    cgen_put(g, "    }\n");
}

// The list of cells, and how many turns there may be.
static void put_list(const fill *f) {
    cgen *g = f->g;
    cgen_put(g, "    set now = s->h.me == 1 ? cells_to_draw_1(s) : cells_to_draw_0(s);\n");
    if (f->wide) {
        cgen_put(g, "    pool_fill(cells, widen(now));\n");
    } else {
        cgen_put(g, "    if (cells->count < 0) {\n        pool_fill(cells, now);\n    }\n");
    }
    cgen_put(g, "    cell_number *const cell = cells->cell;\n"
                "    uint32_t count = (uint32_t)cells->count;\n");
    if (f->listed) {
        cgen_put(g,
                 "    const uint32_t empty = (uint32_t)set_count(%s);\n"
                 "    room = room < empty ? room : empty;\n",
                 cgen_minus(g, cgen_all(g).t, "taken").t);
    }
}

static void put_taken(cgen *g) {
    const ir_layout *at = &g->p->at;
    cgen_word all = cgen_reg(g, at->own);
    for (int i = 1; i < g->p->players; i++) {
        all = cgen_or(g, all.t, cgen_reg(g, at->own + i).t);
    }
    all = at->neutral == BOARD_NONE ? all : cgen_or(g, all.t, cgen_reg(g, at->neutral).t);
    cgen_put(g, "    const set taken = %s;\n", all.t);
}

// Works on the state itself: what the loop does not use is not even loaded.
static void put_fill_on(const fill *f) {
    cgen *g = f->g;
    const program *p = g->p;
    cgen_put(g,
             "\n// Plays on until a turn might end the game: *next is its cell, or -1.\n"
             "RARE uint32_t fill_on(void *state, tsr_rng *rng, uint32_t max, int *next, "
             "pool *cells) {\n    ir_head *const h = state;\n"
             "    uint64_t *const sets = (uint64_t *)(void *)((char *)state + %u);\n"
             "    st own, *const s = &own;\n    load(s, state);\n    tsr_rng g = *rng;\n"
             "    const uint32_t left = (uint32_t)%d - s->h.turns;\n"
             "    uint32_t made = 0, room = max < left ? max : left;\n"
             "    uint64_t bits = tsr_rng_next(&g);\n    *next = -1;\n",
             p->size.head_sets, p->limit - 1);
    if (g->lanes) { // the list goes into the room
        cgen_put(g, "    ROOM_OF_LANE(own_room);\n    const pool *const given = cells;\n"
                    "    cells = &own_room->cells;\n    cells->count = given->count;\n"
                    "    for (int i = 0; i < given->count; i++) {\n"
                    "        cells->cell[i] = given->cell[i];\n    }\n");
    }
    if (f->listed) {
        put_taken(g);
    }
    if (f->game.opens >= 0) {
        cgen_put(g,
                 "    if (!set_inside(%s, taken)) { // how did it get there?\n"
                 "        return 0;\n    }\n",
                 cgen_back(g, "taken", f->game.opens).t);
    }
    cgen_watch_begin(f);
    put_list(f);
    cgen_put(g, "    if (s->h.me == 1) {\n        goto second;\n    }\n    for (;;) {\n"
                "    bits = tsr_rng_next(&g);\n");
    put_step(f, 0, "(uint32_t)(bits >> 32)");
    cgen_put(g, "second:;\n");
    put_step(f, 1, "(uint32_t)bits");
    cgen_put(g, "    }\nout:;\n");
    cgen_watch_end(f);
    cgen_put(g, "    h->turns += made;\n    h->me = (uint8_t)((h->me + made) & 1);\n"
                "    h->passes = made ? 0 : h->passes;\n");
    for (int me = 0; me < 2; me++) {
        cgen_put(g, "    set_store(sets + %d * WORDS, %s);\n", p->at.own + me,
                 cgen_reg(g, p->at.own + me).t);
    }
    cgen_put(g, "    *rng = g;\n    return made;\n}\n");
}

// opened[c]: the cell that filling c opens.
static void put_opened(const fill *f) {
    cgen *g = f->g;
    const board *b = &g->p->b;
    int count = f->wide ? 64 : b->cells;
    uint16_t table[BOARD_MAX_CELLS];
    for (int i = 0; i < count; i++) {
        table[i] = BOARD_NONE;
    }
    for (int c = 0; c < b->cells; c++) {
        int to = b->shift[f->game.opens].to[c];
        table[f->wide ? f->game.place[c] : c] =
            (uint16_t)(f->wide && to != BOARD_NONE ? f->game.place[to] : to);
    }
    cgen_put(g, "\n// What filling a cell opens.\nenum { NO_CELL = (cell_number)~0u };\n"
                "static const cell_number opened[] = {");
    for (int i = 0; i < count; i++) {
        if (table[i] == BOARD_NONE) {
            cgen_put(g, "%s%sNO_CELL", i ? "," : "", i % 16 ? " " : "\n    ");
        } else {
            cgen_put(g, "%s%s%u", i ? "," : "", i % 16 ? " " : "\n    ", table[i]);
        }
    }
    cgen_put(g, "\n};\n");
}

int cgen_fill(cgen *g, int *after) {
    fill f = {.g = g};
    buffer *was = g->out;
    if (!find_fill(&f)) {
        return 0;
    }
    g->out = &g->turns;
    cgen_watch_print(&f);
    if (f.game.opens >= 0) {
        put_opened(&f);
    }
    put_cells_to_draw(&f, 0);
    put_cells_to_draw(&f, 1);
    if (g->lanes) {
        cgen_watch_room(&f);
    }
    put_fill_on(&f);
    g->out = was;
    *after = f.game.after;
    return 1;
}

// The turn that might end the game is made as all are. `margin` stands before each line.
static void put_last_turn(cgen *g, const char *margin) {
    for (int me = 0; me < 2; me++) {
        fill_game f = {.p = g->p};
        (void)fill_choice(&f, me);
        const ir_node *n = f.node[me];
        cgen_word make = cgen_turn_call(
            g, (int)(n - g->p->node),
            ir_turn(g->p, n)->ply ? ir_turn(g->p, n)->ply : ir_turn(g->p, n)->turn, "&s", "0");
        cgen_put(g, "%s%s (s.h.me == %d) {\n%s    (void)%s;\n%s    finish_turn(&s, %d, 1, %d);\n",
                 margin, me ? "} else if" : "if", me, margin, make.t, margin, me,
                 ir_turn(g->p, n)->ply != 0);
    }
    cgen_put(g, "%s}\n", margin);
}

// In front of the loop of `playout`, before the state is taken out of memory.
void cgen_put_fill_first(cgen *g) {
    cgen_put(g, "    uint32_t plies = 0;\n    int z = -1;\n"
                "    if (!((const ir_head *)state)->over && max > 0) {\n"
                "        plies = fill_on(state, rng, max, &z, &empty);\n"
                "        empty.count = -1;\n    }\n");
}

// What follows when it was.
void cgen_put_fill_end(cgen *g) {
    cgen_put(g, "    if (z >= 0) {\n        s.h.passes = 0;\n");
    put_last_turn(g, "        ");
    cgen_put(g, "        plies++;\n    }\n");
}

// In the loop of `playout`, where other turns are possible up to turn `after`.
void cgen_put_fill(cgen *g, int after) {
    cgen_put(g,
             "        if (!filled && (int)s.h.turns > %d) {\n            int z = -1;\n"
             "            filled = 1;\n            tsr_rng q = g;\n            store(&s, state);\n"
             "            plies += fill_on(state, &q, max - plies, &z, &empty);\n"
             "            empty.count = -1;\n            load(&s, state);\n            g = q;\n"
             "            if (z < 0) {\n"
             "                plies--; // none was made here\n                continue;\n"
             "            }\n            s.h.passes = 0;\n",
             after);
    put_last_turn(g, "            ");
    cgen_put(g, "            continue;\n        }\n");
}
