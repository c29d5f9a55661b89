// SPDX-License-Identifier: MIT
//
// Turns that take up some of a pile, carry them off and lay some down on each cell that they cross: how many ways there
// are at most from a cell, by the height of its pile, if nothing is in the way.
//
// A turn of that kind is drawn as a cell and a number, cells in proportion to how many ways they may have. The number
// then says which way: at each parting, whether it is one of those that the first alternative may have. So one way is
// gone, and none is listed. If something is in the way both are drawn again; what remains is uniform.
#include <string.h>

#include "lang/ir/pass.h"
#include "lang/plan/load.h"
#include "lang/plan/ways_build.h"

enum { MOST_DEPTH = 120, MOST_WAYS = 2000, NOT_SEEN = 0, BUSY = 1, SEEN = 2, FAILED = -1 };

// What was found out about a parting: the ways from there, by height and cell, +SEEN.
typedef struct parting {
    uint16_t *all;
    uint16_t *first;
    cargo was; // as it was reached first: what is known there is always the same
    int apart; // of its choices never both are offered, -1 = they never were so far
} parting;

typedef struct survey {
    const program *p;
    arena *a;
    parting *at; // by node
    int cell;    // where things are carried, -1 = not known
} survey;

static int ways_from(survey *s, int node, cargo c, int depth);

// --- Partings --------------------------------------------------------------------------------------

static size_t place(const program *p, const cargo *c) {
    return (size_t)c->height * (size_t)p->b.cells + (size_t)c->here;
}

// Nothing but the load, its height and the cell may differ from one visit to the next.
static int is_alike(const cargo *a, const cargo *b) {
    return a->laden == b->laden && a->cell == b->cell &&
           !memcmp(a->at_here, b->at_here, sizeof a->at_here);
}

static parting *visit(survey *s, int node, const cargo *c) {
    parting *t = &s->at[node];
    const size_t size = LOAD_ROWS * (size_t)s->p->b.cells * sizeof *t->all;
    if (!t->all) {
        t->all = arena_new(s->a, size);
        t->first = arena_new(s->a, size);
        t->was = *c;
        t->apart = -1;
    }
    return t->all && t->first && is_alike(&t->was, c) ? t : NULL;
}

// Whether of two choices only one can be offered: one cell, and what may stand on it differs. -1 = one never is.
static int are_apart(survey *s, const ir_node *n, const cargo *c) {
    const ir_node *x = &s->p->node[n->next], *y = &s->p->node[n->alt];
    if (n->kind != N_OR || x->kind != N_CHOICE || y->kind != N_CHOICE) {
        return 0;
    }
    const code_end a = load_ask(s->p, x->code, c), b = load_ask(s->p, y->code, c);
    return !a.offers || !b.offers ? -1 : a.cell >= 0 && a.cell == b.cell && !(a.kinds & b.kinds);
}

static int ways_parted(survey *s, int node, cargo *c, int depth) {
    const ir_node *n = &s->p->node[node];
    const size_t at = place(s->p, c);
    c->number = -1;
    parting *t = visit(s, node, c);
    if (!t || t->all[at] == BUSY) {
        return FAILED;
    }
    if (t->all[at] >= SEEN) {
        return t->all[at] - SEEN;
    }
    t->all[at] = BUSY;
    const int apart = are_apart(s, n, c);
    const int x = ways_from(s, n->next, *c, depth + 1), y = ways_from(s, n->alt, *c, depth + 1);
    if (x < 0 || y < 0 || x + y > MOST_WAYS || (t->apart == 1 && !apart)) {
        return FAILED;
    }
    if (n->kind == N_ELSE && x && y) { // which of them it is, only a look could say
        return FAILED;
    }
    t->apart = t->apart < 0 ? apart : t->apart;
    const int all = t->apart == 1 && x < y ? y : t->apart == 1 ? x : x + y;
    t->first[at] = (uint16_t)x;
    t->all[at] = (uint16_t)(SEEN + all);
    return all;
}

// --- Nodes -----------------------------------------------------------------------------------------

static int ways_chosen(survey *s, const ir_node *n, cargo *c, int depth) {
    const code_end offered = load_ask(s->p, n->code, c);
    if (offered.failed || (offered.offers && offered.cell == CELL_ANY)) {
        return FAILED;
    }
    if (!offered.offers) {
        return 0;
    }
    if (load_do(s->p, n->apply, c, offered.cell).failed) {
        return FAILED;
    }
    return ways_from(s, n->next, *c, depth + 1);
}

static int ways_from(survey *s, int node, cargo c, int depth) {
    const program *p = s->p;
    const ir_node *n = &p->node[node];
    if (depth > MOST_DEPTH || (c.laden && s->cell >= 0 && c.cell != s->cell)) {
        return FAILED;
    }
    s->cell = c.laden ? c.cell : s->cell;
    switch ((node_kind)n->kind) {
    case N_END: return 1;
    case N_DEAD: return 0;
    case N_TEST: {
        const code_end said = load_ask(p, n->code, &c);
        return said.failed ? FAILED : said.says_yes ? ways_from(s, n->next, c, depth + 1) : 0;
    }
    case N_DO:
        return load_do(p, n->code, &c, -1).failed ? FAILED : ways_from(s, n->next, c, depth + 1);
    case N_CHOICE: return ways_chosen(s, n, &c, depth);
    case N_OR:
    case N_ELSE: return ways_parted(s, node, &c, depth);
    case N_WHEN:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_ROLL: return FAILED;
    }
    return FAILED;
}

// --- First choices ---------------------------------------------------------------------------------

static int may_begin(const program *p, int node) {
    const ir_node *n = &p->node[node];
    const fact_turn *t = &p->fact.turn[node];
    return n->kind == N_CHOICE && n->apply && p->choice[n->choice].kind >= CH_PLACE &&
           p->choice[n->choice].kind <= CH_TAKE && !p->split && !n->within && !t->turn &&
           !t->last_hop && t->bind == BOARD_NONE && !p->fact.weight[node].pair &&
           !p->fact.weight[node].zone;
}

static int is_within(const program *p, int constant, int cell) {
    const uint64_t *w = p->consts + (constant - 1) * p->b.words;
    return !constant || (w[cell >> 6] >> (cell & 63) & 1);
}

// Ways from each cell that may be offered, by the height of its pile. 0 = that cannot be said.
static int count_first(survey *s, int node, uint16_t *out) {
    const program *p = s->p;
    const ir_node *n = &p->node[node];
    cargo c = {.cell = -1, .number = -1, .here = -1};
    const code_end offered = load_ask(p, n->code, &c);
    int most = offered.failed || offered.cell != CELL_ANY ? FAILED : 0;
    for (int i = 0; i < LOAD_ROWS * p->b.cells && most >= 0; i++) {
        const int cell = i % p->b.cells, height = i / p->b.cells;
        cargo begun = c;
        begun.height = height;
        if (!height || !is_within(p, offered.within, cell)) {
            continue;
        }
        if (load_do(p, n->apply, &begun, cell).failed) {
            return 0;
        }
        const int ways = ways_from(s, n->next, begun, 0);
        out[i] = (uint16_t)(ways < 0 ? 0 : ways);
        most = ways < 0 ? FAILED : ways > most ? ways : most;
    }
    return most > 0 && s->cell >= 0;
}

// Keeps a table; those that are the same are one. 0 = there is no room.
static int keep_table(const program *p, arena *a, plan_load *load, int node,
                      const uint16_t *table) {
    const size_t size = LOAD_ROWS * (size_t)p->b.cells * sizeof *table;
    for (int i = 0; i < p->node_count; i++) {
        if (load->most[i] && !memcmp(load->most[i], table, size)) {
            load->most[node] = load->most[i];
            return 1;
        }
    }
    load->most[node] = arena_new(a, size);
    if (load->most[node]) {
        memcpy(load->most[node], table, size);
    }
    return load->most[node] != NULL;
}

// A parting belongs to one first choice.
static int is_new(const survey *s, const plan_load *load) {
    for (int i = 0; i < s->p->node_count; i++) {
        if (s->at[i].all && load->most[i]) {
            return 0;
        }
    }
    return 1;
}

static int keep(const survey *s, arena *a, plan_load *load) {
    int room = 1;
    for (int i = 0; i < s->p->node_count; i++) {
        const parting *t = &s->at[i];
        if (t->all) {
            load->laden[i] = (uint8_t)t->was.laden;
            load->apart[i] = t->apart == 1;
            room &= keep_table(s->p, a, load, i, t->first);
        }
    }
    load->cell = s->cell;
    return room;
}

static int survey_first(const program *p, arena *a, plan_load *load, int node) {
    arena scratch;
    arena_init(&scratch, a->alloc, 0);
    survey s = {.p = p, .a = &scratch, .cell = load->cell};
    uint16_t *table = arena_new(&scratch, LOAD_ROWS * (size_t)p->b.cells * sizeof *table);
    s.at = arena_new(&scratch, (size_t)p->node_count * sizeof *s.at);
    int room = s.at && table;
    if (room && count_first(&s, node, table) && is_new(&s, load)) {
        room = keep_table(p, a, load, node, table) && keep(&s, a, load);
    }
    a->failed |= scratch.failed;
    arena_deinit(&scratch);
    return room && !a->failed;
}

int way_find_loads(const program *p, arena *a, plan_load *load, const uint8_t *several) {
    load->most = arena_new(a, (size_t)p->node_count * sizeof *load->most);
    load->apart = arena_new(a, (size_t)p->node_count);
    load->laden = arena_new(a, (size_t)p->node_count);
    load->cell = -1;
    int room = load->most && load->apart && load->laden;
    for (int i = 0; room && i < p->node_count && p->pile.at && pass_on(p, PASS_loads); i++) {
        if (may_begin(p, i) && !several[i]) {
            room = survey_first(p, a, load, i);
        }
    }
    return room;
}
