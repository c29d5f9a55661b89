// SPDX-License-Identifier: MIT
// The search that asks a network; see gumbel.h.
#include "learn/gumbel.h"

#include <string.h>

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
                      t->edge_cap * sizeof *t->edge,
                      r->max_moves * sizeof *t->moves,
                      r->max_moves * sizeof *t->weight,
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
    t->edge = cut(&at, sizes[3]);
    t->moves = cut(&at, sizes[4]);
    t->weight = cut(&at, sizes[5]);
    t->noise = cut(&at, sizes[6]);
    t->candidate = cut(&at, sizes[7]);
    t->drawn = cut(&at, sizes[8]);
    return size;
}

tsr_err gumbel_open(eyes *e, size_t memory, const tsr_alloc *alloc, gumbel **out, tsr_error *err) {
    const tsr_rules *r = e->r;
    gumbel *t = tsr_mem_new(alloc, sizeof *t);
    if (!t) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search");
    }
    *t = (gumbel){.r = r, .e = e, .alloc = alloc};
    t->solves = r->players == 1 || (r->players == 2 && (r->g.flags & TSR_ZERO_SUM));
    size_t one = sizeof *t->node + r->players * sizeof *t->sum + r->state_size +
                 USUAL_EDGES * sizeof *t->edge;
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

static unsigned char *state_of(const gumbel *t, uint32_t at) {
    return t->state + (size_t)at * t->r->state_size;
}

static double *sum_of(const gumbel *t, uint32_t at) {
    return t->sum + (size_t)at * t->r->players;
}

// --- Nodes ------------------------------------------------------------------------------

static void exact_values(const gumbel *t, float of_first, float *out) {
    out[0] = of_first;
    if (t->r->players == 2) {
        out[1] = 1 - of_first;
    }
}

// What `node` is worth to `who`, which must have been visited or proven.
static double worth(const gumbel *t, uint32_t at, int who) {
    const gumbel_node *n = &t->node[at];
    if (n->proven) {
        double exact = (double)n->exact;
        return who == 0 ? exact : 1 - exact;
    }
    return sum_of(t, at)[who] / n->visits;
}

static int is_known(const gumbel *t, const gumbel_edge *e) {
    return e->child && (t->node[e->child].visits || t->node[e->child].proven);
}

// A node for the state that lies at its place already.
static void begin_node(gumbel *t, uint32_t at) {
    gumbel_node *n = &t->node[at];
    uint32_t turn = tsr_turn(t->r, state_of(t, at));
    *n = (gumbel_node){.who = (uint8_t)(turn ? tsr_mover(turn) : 0)};
    memset(sum_of(t, at), 0, t->r->players * sizeof(double));
    n->kind = turn == 0 ? GUMBEL_OVER : n->who == TSR_CHANCE ? GUMBEL_CHANCE : GUMBEL_OPEN;
    if (turn == 0 && t->solves) {
        float u[TSR_MAX_PLAYERS];
        tsr_utility(t->r, state_of(t, at), u);
        n->proven = 1;
        n->exact = u[0];
    }
}

// Opinions as logarithms of shares.
static void share_out(gumbel_edge *e, int n) {
    double top = (double)e[0].log_prior, sum = 0;
    for (int i = 1; i < n; i++) {
        top = (double)e[i].log_prior > top ? (double)e[i].log_prior : top;
    }
    for (int i = 0; i < n; i++) {
        sum += real_exp((double)e[i].log_prior - top);
    }
    double whole = top + real_log(sum);
    for (int i = 0; i < n; i++) {
        e[i].log_prior = (float)((double)e[i].log_prior - whole);
        e[i].prior = (float)real_exp((double)e[i].log_prior);
    }
}

// Asks the network about the node, and makes its edges if there is room.
static void expand(gumbel *t, uint32_t at, float *out) {
    gumbel_node *node = &t->node[at];
    const void *s = state_of(t, at);
    int who = node->who;
    eyes_look(t->e, s, who);
    eyes_values(t->e, who, out);
    t->looks++;
    node->value = out[who];
    if (node->edges) {
        return; // so deep down that nobody goes on
    }
    int n = tsr_moves(t->r, s, who, t->moves);
    if (n <= 0 || (uint32_t)n > t->edge_cap - t->edges) {
        return;
    }
    gumbel_edge *e = t->edge + t->edges;
    node->first = t->edges;
    node->edges = (uint16_t)n;
    t->edges += (uint32_t)n;
    for (int i = 0; i < n; i++) {
        e[i] = (gumbel_edge){.move = t->moves[i]};
        e[i].log_prior = eyes_move(t->e, s, who, t->moves[i]);
    }
    share_out(e, n);
}

// Draws until somebody decides, and asks what came of it.
static void value_draw(gumbel *t, uint32_t at, float *out) {
    uint32_t turn;
    memcpy(t->drawn, state_of(t, at), t->r->state_size);
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

static uint32_t visits_of(const gumbel *t, const gumbel_edge *e) {
    return e->child ? t->node[e->child].visits : 0;
}

// How much values count at this node.
static double sharpness(const gumbel *t, const gumbel_node *n) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < n->edges; i++) {
        uint32_t visits = visits_of(t, &t->edge[n->first + i]);
        most = visits > most ? visits : most;
    }
    return (c_visit + most) * c_scale;
}

// What a move counts that was not tried: the node's own value and those of the others, mixed.
static double usual_worth(const gumbel *t, const gumbel_node *n) {
    double share = 0, sum = 0;
    uint32_t visits = 0;
    for (uint32_t i = 0; i < n->edges; i++) {
        const gumbel_edge *e = &t->edge[n->first + i];
        if (is_known(t, e)) {
            visits += visits_of(t, e);
            share += (double)e->prior;
            sum += (double)e->prior * worth(t, e->child, n->who);
        }
    }
    double value = (double)n->value;
    return visits && share > 0 ? (value + visits * (sum / share)) / (1.0 + visits) : value;
}

// The improved policy of a node into t->weight.
static void improve(gumbel *t, const gumbel_node *n) {
    double usual = usual_worth(t, n), sharp = sharpness(t, n), top = -1e30, sum = 0;
    for (uint32_t i = 0; i < n->edges; i++) {
        const gumbel_edge *e = &t->edge[n->first + i];
        double q = is_known(t, e) ? worth(t, e->child, n->who) : usual;
        t->weight[i] = (double)e->log_prior + sharp * q;
        top = t->weight[i] > top ? t->weight[i] : top;
    }
    for (uint32_t i = 0; i < n->edges; i++) {
        t->weight[i] = real_exp(t->weight[i] - top);
        sum += t->weight[i];
    }
    for (uint32_t i = 0; i < n->edges; i++) {
        t->weight[i] /= sum;
    }
}

// The edge whose visits lag most behind; what is settled already waits.
static uint32_t lagging(gumbel *t, const gumbel_node *n) {
    uint32_t best = 0;
    double most = -1e30;
    improve(t, n);
    for (uint32_t i = 0; i < n->edges; i++) {
        const gumbel_edge *e = &t->edge[n->first + i];
        double lag = t->weight[i] - (double)visits_of(t, e) / (1.0 + n->visits);
        lag -= e->child && t->node[e->child].proven ? 10 : 0;
        if (lag > most) {
            most = lag;
            best = i;
        }
    }
    return best;
}

// --- One simulation ---------------------------------------------------------------------

// The node behind an edge, made if there is room; 0 = there is none.
static uint32_t step(gumbel *t, uint32_t at, gumbel_edge *e) {
    if (!e->child && t->nodes < t->node_cap) {
        uint32_t child = t->nodes++;
        memcpy(state_of(t, child), state_of(t, at), t->r->state_size);
        tsr_play(t->r, state_of(t, child), t->node[at].who, e->move);
        begin_node(t, child);
        e->child = child;
    }
    return e->child;
}

// Whether the node's value follows from its moves for good.
static void try_prove(gumbel *t, uint32_t at) {
    gumbel_node *n = &t->node[at];
    double best = -1;
    int all = 1;
    if (!t->solves || n->proven || n->kind != GUMBEL_OPEN || !n->edges) {
        return;
    }
    for (uint32_t i = 0; i < n->edges; i++) {
        const gumbel_edge *e = &t->edge[n->first + i];
        int proven = e->child && t->node[e->child].proven;
        double v = proven ? worth(t, e->child, n->who) : -1;
        best = v > best ? v : best;
        all &= proven;
    }
    if (all || best >= 1) {
        n->proven = 1;
        n->exact = (float)(n->who == 0 ? best : 1 - best);
    }
}

// Goes down from the root by `edge` until something new is met; the depth reached, and what that is worth.
static int descend(gumbel *t, uint32_t edge, float *out) {
    uint32_t at = 0;
    int depth = 0;
    t->path[0] = 0;
    for (;;) {
        gumbel_node *n = &t->node[at];
        uint32_t child = step(t, at, &t->edge[n->first + edge]);
        if (!child) { // no room: the position above stands for it
            eyes_look(t->e, state_of(t, at), n->who);
            eyes_values(t->e, n->who, out);
            return depth;
        }
        t->path[++depth] = at = child;
        n = &t->node[at];
        if (n->proven) {
            exact_values(t, n->exact, out);
        } else if (n->kind == GUMBEL_OVER) {
            tsr_utility(t->r, state_of(t, at), out);
        } else if (n->kind == GUMBEL_CHANCE) {
            value_draw(t, at, out);
        } else if (!n->edges || depth + 1 == GUMBEL_DEPTH) {
            expand(t, at, out);
        } else {
            edge = lagging(t, n);
            continue;
        }
        return depth;
    }
}

static void simulate(gumbel *t, uint32_t edge) {
    float value[TSR_MAX_PLAYERS];
    int depth = descend(t, edge, value);
    t->deepest = (uint32_t)depth > t->deepest ? (uint32_t)depth : t->deepest;
    for (int d = depth; d >= 0; d--) {
        uint32_t at = t->path[d];
        gumbel_node *n = &t->node[at];
        try_prove(t, at);
        if (n->proven) {
            exact_values(t, n->exact, value);
        }
        n->visits++;
        for (int p = 0; p < t->r->players; p++) {
            sum_of(t, at)[p] += (double)value[p];
        }
    }
}

// --- The root ---------------------------------------------------------------------------

void gumbel_plant(gumbel *t, const void *state, int who, uint64_t seed) {
    float value[TSR_MAX_PLAYERS];
    t->nodes = 1;
    t->edges = 0;
    t->deepest = 0;
    t->looks = 0;
    t->best = 0;
    tsr_rng_init(&t->g, seed);
    memcpy(state_of(t, 0), state, t->r->state_size);
    begin_node(t, 0);
    t->node[0].who = (uint8_t)who; // of several who decide at once
    expand(t, 0, value);
    t->node[0].visits = 1;
    for (int p = 0; p < t->r->players; p++) {
        sum_of(t, 0)[p] = (double)value[p];
    }
}

static double standing(const gumbel *t, double sharp, uint32_t i) {
    const gumbel_node *root = &t->node[0];
    const gumbel_edge *e = &t->edge[root->first + i];
    double q = is_known(t, e) ? worth(t, e->child, root->who) : (double)root->value;
    return t->noise[i] + (double)e->log_prior + sharp * q;
}

// Sorts the first `count` candidates, best first; equals stay as they are.
static void sort_candidates(gumbel *t, double sharp, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint16_t c = t->candidate[i];
        double mine = standing(t, sharp, c);
        uint32_t j = i;
        for (; j > 0 && standing(t, sharp, t->candidate[j - 1]) < mine; j--) {
            t->candidate[j] = t->candidate[j - 1];
        }
        t->candidate[j] = c;
    }
}

static void line_up(gumbel *t, tsr_rng *noise) {
    uint32_t n = t->node[0].edges;
    for (uint32_t i = 0; i < n; i++) {
        double u = noise ? tsr_rng_unit(noise) : 0;
        t->noise[i] = noise ? -real_log(-real_log(u > 1e-12 ? u : 1e-12) + 1e-12) : 0;
        t->candidate[i] = (uint16_t)i;
    }
    sort_candidates(t, t->node[0].visits > 1 ? sharpness(t, &t->node[0]) : 0, n);
}

static uint32_t halvings(uint32_t count) {
    uint32_t n = 1;
    for (count = (count + 1) / 2; count > 1; count = (count + 1) / 2) {
        n++;
    }
    return n;
}

// Tries each of the first `count` candidates once, but those that are settled. The simulations
// made; stops early when told so, or when the root is settled.
static uint32_t try_each(gumbel *t, const gumbel_plan *plan, uint32_t count, uint32_t left,
                         int *stopped) {
    uint32_t made = 0;
    for (uint32_t k = 0; k < count && made < left && !t->node[0].proven; k++) {
        uint32_t edge = t->candidate[k];
        const gumbel_edge *e = &t->edge[t->node[0].first + edge];
        if (e->child && t->node[e->child].proven) {
            continue;
        }
        *stopped = plan->spend && plan->spend(plan->self);
        if (*stopped) {
            break;
        }
        simulate(t, edge);
        made++;
    }
    return made;
}

// So many times over, as long as there is something to find out.
static uint32_t try_often(gumbel *t, const gumbel_plan *plan, uint32_t count, uint32_t times,
                          uint32_t left, int *stopped) {
    uint32_t all = 0, made = 1;
    for (uint32_t k = 0; k < times && made > 0 && all < left && !*stopped; k++) {
        made = try_each(t, plan, count, left - all, stopped);
        all += made;
    }
    return all;
}

// Of a settled root the best move there is.
static int settled_best(const gumbel *t, int otherwise) {
    const gumbel_node *root = &t->node[0];
    double most = -1;
    for (uint32_t i = 0; i < root->edges; i++) {
        const gumbel_edge *e = &t->edge[root->first + i];
        double v = e->child && t->node[e->child].proven ? worth(t, e->child, root->who) : -1;
        if (v > most) {
            most = v;
            otherwise = (int)i;
        }
    }
    return otherwise;
}

void gumbel_search(gumbel *t, const gumbel_plan *plan) {
    const gumbel_node *root = &t->node[0];
    uint32_t n = root->edges, width = plan->width ? plan->width : GUMBEL_WIDTH;
    uint32_t count = n < width ? n : width, left = plan->simulations;
    uint32_t rounds = halvings(count);
    int stopped = 0;
    line_up(t, plan->noise);
    while (n > 1 && left > 0 && !stopped && !root->proven) {
        uint32_t times = plan->simulations / (rounds * count);
        times = count <= 2 ? left : times > 0 ? times : 1;
        uint32_t made = try_often(t, plan, count, times, left, &stopped);
        left -= made;
        sort_candidates(t, sharpness(t, root), count);
        if (made > 0) {
            count = (count + 1) / 2;
        } else if (!stopped && count < n) { // all of them are settled: let others in
            count = 2 * count < n ? 2 * count : n;
            sort_candidates(t, sharpness(t, root), n);
        } else {
            break;
        }
        count = count < 2 && !stopped ? 2 : count;
    }
    t->best = root->proven ? settled_best(t, t->candidate[0]) : t->candidate[0];
}

tsr_move gumbel_best(const gumbel *t) {
    return t->edge[t->node[0].first + (uint32_t)t->best].move;
}

void gumbel_policy(gumbel *t) {
    improve(t, &t->node[0]);
}

void gumbel_values(const gumbel *t, float *out) {
    const gumbel_node *root = &t->node[0];
    if (root->proven) {
        exact_values(t, root->exact, out);
        return;
    }
    for (int p = 0; p < t->r->players; p++) {
        out[p] = (float)(sum_of(t, 0)[p] / root->visits);
    }
}
