// SPDX-License-Identifier: MIT
// The tree of the search that asks a network: memory, nodes, one simulation; see gumbel.h.
#include <string.h>

#include "learn/gumbel.h"
#include "learn/real.h"

// How much found values count beside opinions: (visits of the best + c_visit) * c_scale, on values from 0 to 1.
static const double c_visit = 50, c_scale = 0.5;

enum { USUAL_EDGES = 32 }; // of a node, when memory is shared out

// --- Memory -----------------------------------------------------------------------------

static size_t aligned(size_t size) {
    return (size + 63) & ~(size_t)63;
}

static void *cut(unsigned char **at, size_t size) {
    void *part = *at;
    *at = part ? *at + aligned(size) : NULL;
    return part;
}

// Lays out the block, or without one tells its size.
static size_t lay_out(gumbel *t, unsigned char *base) {
    const tsr_rules *r = t->r;
    unsigned char *at = base;
    size_t sizes[] = {t->node_cap * sizeof *t->node,
                      (size_t)t->node_cap * r->players * sizeof *t->sum,
                      (size_t)t->node_cap * r->state_size,
                      (size_t)t->node_cap * t->e->net->h2 * sizeof *t->second,
                      t->edge_cap * sizeof *t->edge,
                      ((size_t)t->edge_cap + WEIGH_LANE) * sizeof *t->visits,
                      ((size_t)3 * t->edge_cap + WEIGH_LANE) * sizeof *t->fact,
                      r->max_moves * sizeof *t->moves,
                      (r->max_moves + WEIGH_LANE) * sizeof *t->weight,
                      2 * (r->max_moves + WEIGH_LANE) * sizeof *t->part,
                      r->max_moves * sizeof *t->settled,
                      r->max_moves * sizeof *t->noise,
                      r->max_moves * sizeof *t->candidate,
                      r->state_size};
    size_t size = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size += aligned(sizes[i]);
    }
    t->node = cut(&at, sizes[0]);
    t->sum = cut(&at, sizes[1]);
    t->state = cut(&at, sizes[2]);
    t->second = cut(&at, sizes[3]);
    t->edge = cut(&at, sizes[4]);
    t->visits = cut(&at, sizes[5]);
    t->fact = cut(&at, sizes[6]);
    t->moves = cut(&at, sizes[7]);
    t->weight = cut(&at, sizes[8]);
    t->part = cut(&at, sizes[9]);
    t->settled = cut(&at, sizes[10]);
    t->noise = cut(&at, sizes[11]);
    t->candidate = cut(&at, sizes[12]);
    t->drawn = cut(&at, sizes[13]);
    return size;
}

tsr_err gumbel_open(eyes *e, size_t memory, const tsr_alloc *alloc, gumbel **out, tsr_error *err) {
    const tsr_rules *r = e->r;
    gumbel *t = tsr_mem_new(alloc, sizeof *t);
    if (!t) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search");
    }
    *t = (gumbel){.r = r, .e = e, .alloc = alloc, .by = weigh_best()};
    t->solves = r->players == 1 || (r->players == 2 && (r->g.flags & TSR_ZERO_SUM));
    size_t one = sizeof *t->node + r->players * sizeof *t->sum + r->state_size +
                 e->net->h2 * sizeof *t->second +
                 USUAL_EDGES * (sizeof *t->edge + sizeof *t->visits + 3 * sizeof *t->fact);
    size_t nodes = memory / one + 2;
    nodes = nodes > UINT32_MAX / USUAL_EDGES / 2 ? UINT32_MAX / USUAL_EDGES / 2 : nodes;
    t->node_cap = (uint32_t)nodes;
    t->edge_cap = t->node_cap * USUAL_EDGES + r->max_moves; // the root's always fit
    t->block_size = lay_out(t, NULL);
    t->block = tsr_mem_resize(alloc, NULL, 0, t->block_size + 64);
    if (!t->block) {
        tsr_mem_free(alloc, t, sizeof *t);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search tree of %zu bytes", memory);
    }
    (void)lay_out(t, (unsigned char *)t->block + (64 - (uintptr_t)t->block % 64));
    *out = t;
    return TSR_OK;
}

void gumbel_close(gumbel *t) {
    if (t) {
        tsr_mem_free(t->alloc, t->block, t->block_size + 64);
        tsr_mem_free(t->alloc, t, sizeof *t);
    }
}

static int16_t *second_of(const gumbel *t, uint32_t at) {
    return t->second + (size_t)at * t->e->net->h2;
}

// --- Nodes ------------------------------------------------------------------------------

static void exact_values(const gumbel *t, float of_first, float *out) {
    out[0] = of_first;
    if (t->r->players == 2) {
        out[1] = 1 - of_first;
    }
}

// What a node that was visited is worth to `who`.
static double worth(const gumbel *t, uint32_t at, int who) {
    const gumbel_node *n = &t->node[at];
    if (n->proven) {
        double exact = (double)n->exact;
        return who == 0 ? exact : 1 - exact;
    }
    return gumbel_sum_of(t, at)[who] / n->visits;
}

// Asks the network what the node is worth, and keeps what moves are read from.
static void look(gumbel *t, uint32_t at, float *out) {
    gumbel_node *n = &t->node[at];
    eyes_look(t->e, gumbel_state(t, at), n->who);
    eyes_values(t->e, n->who, out);
    t->looks++;
    n->value = out[n->who];
    memcpy(second_of(t, at), t->e->look.second, t->e->net->h2 * sizeof *t->second);
}

// Lists the moves of a node that was looked at, if there is room. 0 = it has no edges.
static int list(gumbel *t, uint32_t at) {
    gumbel_node *node = &t->node[at];
    const void *s = gumbel_state(t, at);
    if (node->edges) {
        return 1;
    }
    int n = tsr_moves(t->r, s, node->who, t->moves);
    if (n <= 0 || (uint32_t)n > t->edge_cap - t->edges) {
        return 0;
    }
    gumbel_edge *e = t->edge + t->edges;
    node->first = t->edges;
    node->edges = (uint16_t)n;
    t->edges += (uint32_t)n;
    for (int i = 0; i < n; i++) {
        e[i] = (gumbel_edge){.move = t->moves[i]};
    }
    gumbel_facts f = gumbel_facts_of(t, node);
    memset(f.visits, 0, (size_t)n * sizeof *f.visits);
    memset(f.worth, 0, (size_t)n * sizeof *f.worth);
    eyes_moves(t->e, second_of(t, at), s, node->who, t->moves, n, f.log_prior);
    t->by->share_out(f.log_prior, f.prior, (uint32_t)n, t->part);
    return 1;
}

// Draws until somebody decides, and asks what came of it.
static void value_draw(gumbel *t, uint32_t at, float *out) {
    uint32_t turn;
    memcpy(t->drawn, gumbel_state(t, at), t->r->state_size);
    while ((turn = tsr_turn(t->r, t->drawn)) == 1u << TSR_CHANCE) {
        tsr_play(t->r, t->drawn, TSR_CHANCE, tsr_sample(t->r, t->drawn, TSR_CHANCE, &t->g));
    }
    if (turn == 0) {
        tsr_utility(t->r, t->drawn, out);
        return;
    }
    int who = tsr_mover(turn);
    eyes_look(t->e, t->drawn, who);
    eyes_values(t->e, who, out);
    t->looks++;
}

// --- Choosing ---------------------------------------------------------------------------

double gumbel_sharpness(const gumbel_node *n) {
    return (c_visit + n->most) * c_scale;
}

static weigh_moves moves_of(const gumbel *t, const gumbel_node *n) {
    gumbel_facts f = gumbel_facts_of(t, n);
    return (weigh_moves){.log_prior = f.log_prior,
                         .prior = f.prior,
                         .worth = f.worth,
                         .visits = f.visits,
                         .moves = n->edges,
                         .value = (double)n->value,
                         .sharp = gumbel_sharpness(n)};
}

void gumbel_improve(gumbel *t, const gumbel_node *n) {
    weigh_moves m = moves_of(t, n);
    double sum = t->by->weigh(&m, t->weight, t->part);
    for (uint32_t i = 0; i < n->edges; i++) {
        t->weight[i] /= sum;
    }
}

// Which edges are settled; NULL = none.
static const uint8_t *settled_of(gumbel *t, const gumbel_node *n) {
    const gumbel_edge *e = &t->edge[n->first];
    for (uint32_t i = 0; n->settled && i < n->edges; i++) {
        t->settled[i] = (uint8_t)e[i].proven;
    }
    return n->settled ? t->settled : NULL;
}

// The edge whose visits lag most behind; what is settled already waits.
static uint32_t lagging(gumbel *t, const gumbel_node *n) {
    weigh_moves m = moves_of(t, n);
    double sum = t->by->weigh(&m, t->weight, t->part);
    return t->by->lagging(&m, 1.0 / sum, 1.0 / (1.0 + n->visits), settled_of(t, n), t->weight);
}

// --- One simulation ---------------------------------------------------------------------

// The node behind an edge, made if there is room; 0 = there is none.
static uint32_t step(gumbel *t, uint32_t at, gumbel_edge *e) {
    if (!e->child && t->nodes < t->node_cap) {
        uint32_t child = t->nodes++;
        memcpy(gumbel_state(t, child), gumbel_state(t, at), t->r->state_size);
        tsr_play(t->r, gumbel_state(t, child), t->node[at].who, e->move);
        gumbel_begin_node(t, child);
        e->child = child;
    }
    return e->child;
}

// Whether the node's value follows from its moves for good.
static void try_prove(gumbel *t, gumbel_node *n) {
    const gumbel_edge *e = &t->edge[n->first];
    const float *worth = gumbel_facts_of(t, n).worth;
    double best = -1;
    int all = 1;
    for (uint32_t i = 0; i < n->edges; i++) {
        best = e[i].proven && (double)worth[i] > best ? (double)worth[i] : best;
        all &= e[i].proven != 0;
    }
    if (all || best >= 1) {
        n->proven = 1;
        n->exact = (float)(n->who == 0 ? best : 1 - best);
    }
}

// What the node is worth that the search has come to; 0 = it goes on from there.
static int evaluate(gumbel *t, uint32_t at, int depth, float *out) {
    const gumbel_node *n = &t->node[at];
    if (n->proven) {
        exact_values(t, n->exact, out);
    } else if (n->kind == GUMBEL_OVER) {
        tsr_utility(t->r, gumbel_state(t, at), out);
    } else if (n->kind == GUMBEL_CHANCE) {
        int goes_on = depth + 1 < GUMBEL_DEPTH && gumbel_draw(t, at);
        if (!goes_on) { // no room for what comes of it
            value_draw(t, at, out);
        }
        return !goes_on;
    } else if (!n->visits || depth + 1 == GUMBEL_DEPTH || !list(t, at)) {
        look(t, at, out);
    } else {
        return 0;
    }
    return 1;
}

// Goes down from the root by `edge` until something new is met; the depth reached, and what that is worth.
static int descend(gumbel *t, uint32_t edge, float *out) {
    uint32_t at = 0;
    int depth = 0;
    for (;;) {
        uint32_t by = t->node[at].first + edge, child = step(t, at, &t->edge[by]);
        if (!child) { // no room: the position above stands for it
            eyes_look(t->e, gumbel_state(t, at), t->node[at].who);
            eyes_values(t->e, t->node[at].who, out);
            return depth;
        }
        at = child;
        t->path[++depth] = at;
        t->way[depth] = by;
        if (evaluate(t, at, depth, out)) {
            return depth;
        }
        edge = t->node[at].kind == GUMBEL_CHANCE ? t->draw : lagging(t, &t->node[at]);
    }
}

// Adds a result to a node.
static void count_result(gumbel *t, uint32_t at, const float *value) {
    t->node[at].visits++;
    for (int p = 0; p < t->r->players; p++) {
        gumbel_sum_of(t, at)[p] += (double)value[p];
    }
}

// What the edge above says of its node, and whether that settles the node it comes from.
static void tell_above(gumbel *t, int depth) {
    const gumbel_node *n = &t->node[t->path[depth]];
    gumbel_node *above = &t->node[t->path[depth - 1]];
    t->visits[t->way[depth]] = n->visits;
    if (above->kind == GUMBEL_CHANCE) {
        return; // nobody chooses there, and nothing is sure
    }
    uint32_t i = t->way[depth] - above->first;
    gumbel_facts_of(t, above).worth[i] = (float)worth(t, t->path[depth], above->who);
    t->edge[t->way[depth]].proven = n->proven;
    above->settled |= n->proven;
    above->most = n->visits > above->most ? n->visits : above->most;
    if (n->proven && t->solves && !above->proven) {
        try_prove(t, above);
    }
}

void gumbel_simulate(gumbel *t, uint32_t edge) {
    float value[TSR_MAX_PLAYERS];
    t->path[0] = 0;
    int depth = descend(t, edge, value);
    t->deepest = (uint32_t)depth > t->deepest ? (uint32_t)depth : t->deepest;
    for (int d = depth; d >= 0; d--) {
        const gumbel_node *n = &t->node[t->path[d]];
        if (n->proven) {
            exact_values(t, n->exact, value);
        }
        count_result(t, t->path[d], value);
        if (d > 0) {
            tell_above(t, d);
        }
    }
}

void gumbel_plant(gumbel *t, const void *state, int who, uint64_t seed) {
    float value[TSR_MAX_PLAYERS];
    t->nodes = 1;
    t->edges = 0;
    t->deepest = 0;
    t->looks = 0;
    t->best = 0;
    tsr_rng_init(&t->g, seed);
    memcpy(gumbel_state(t, 0), state, t->r->state_size);
    gumbel_begin_node(t, 0);
    t->node[0].who = (uint8_t)who; // of several who decide at once
    look(t, 0, value);
    (void)list(t, 0);
    count_result(t, 0, value);
}

void gumbel_values(const gumbel *t, float *out) {
    const gumbel_node *root = &t->node[0];
    if (root->proven) {
        exact_values(t, root->exact, out);
        return;
    }
    for (int p = 0; p < t->r->players; p++) {
        out[p] = (float)(gumbel_sum_of(t, 0)[p] / root->visits);
    }
}
