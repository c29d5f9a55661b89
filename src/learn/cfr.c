// SPDX-License-Identifier: MIT
// Regrets, mean strategies and best responses, as passes over the levels of the tree.
#include <string.h>

#include "learn/cfr_impl.h"

uint64_t cfr_nodes(const cfr *c) {
    return c->nodes;
}

uint32_t cfr_sets(const cfr *c) {
    return c->sets;
}

int cfr_counts_score(const cfr *c) {
    return c->score;
}

// In proportion to `from`, where that is above 0; equally where nothing is.
static void share_out(const cfr_room *set, const double *from, double *to) {
    double whole = 0;
    for (uint32_t a = 0; a < set->moves; a++) {
        whole += from[set->first + a] > 0 ? from[set->first + a] : 0;
    }
    for (uint32_t a = 0; a < set->moves; a++) {
        double x = from[set->first + a] > 0 ? from[set->first + a] : 0;
        to[set->first + a] = whole > 0 ? x / whole : 1.0 / set->moves;
    }
}

static void share_all(cfr *c, int who, const double *from) {
    for (uint32_t i = 0; i < c->sets; i++) {
        if (c->set[i].who == who || who < 0) {
            share_out(&c->set[i], from, c->now);
        }
    }
}

// --- Passes ----------------------------------------------------------------------------------

// How likely each player plays towards every node, by `now`. Parents stand before their children.
static void go_down(cfr *c) {
    c->reach[0][0] = c->reach[1][0] = 1;
    for (uint32_t i = 1; i < c->nodes; i++) {
        const cfr_node *n = &c->node[i];
        const cfr_node *p = &c->node[n->parent];
        c->reach[0][i] = c->reach[0][n->parent];
        c->reach[1][i] = c->reach[1][n->parent];
        if (p->set >= 0) {
            const cfr_room *set = &c->set[p->set];
            c->reach[set->who][i] *= c->now[set->first + n->move];
        }
    }
}

// The mean over draws: how likely a child is after its parent.
static double draw_value(const cfr *c, const cfr_node *n) {
    double sum = 0;
    for (uint32_t a = 0; a < n->count; a++) {
        sum += c->node[n->child + a].chance / n->chance * c->value[n->child + a];
    }
    return sum;
}

static double mixed_value(const cfr *c, const cfr_node *n, const double *share) {
    const cfr_room *set = &c->set[n->set];
    double sum = 0;
    for (uint32_t a = 0; a < n->count; a++) {
        sum += share[set->first + a] * c->value[n->child + a];
    }
    return sum;
}

static double plain_value(const cfr *c, uint32_t i) {
    const cfr_node *n = &c->node[i];
    return n->set == CFR_END    ? n->payoff
           : n->set == CFR_DRAW ? draw_value(c, n)
                                : mixed_value(c, n, c->now);
}

static void go_up(cfr *c) {
    for (uint32_t i = c->nodes; i-- > 0;) {
        c->value[i] = plain_value(c, i);
    }
}

// --- Learning --------------------------------------------------------------------------------

// What `who` regrets at a node, weighed by how likely the others lead there.
static void regret_at(cfr *c, uint32_t i, int who) {
    const cfr_node *n = &c->node[i];
    const cfr_room *set = &c->set[n->set];
    double weight = c->reach[1 - who][i] * n->chance * (who == 0 ? 1 : -1);
    for (uint32_t a = 0; a < n->count; a++) {
        c->regret[set->first + a] += weight * (c->value[n->child + a] - c->value[i]);
    }
}

static void learn(cfr *c, int who, double weight) {
    share_all(c, who, c->regret);
    go_down(c);
    go_up(c);
    for (uint32_t i = 0; i < c->nodes; i++) {
        const cfr_node *n = &c->node[i];
        if (n->set >= 0 && c->set[n->set].who == who) {
            regret_at(c, i, who);
            uint32_t first = c->set[n->set].first;
            for (uint32_t a = 0; a < n->count; a++) { // the mean strategy
                c->sum[first + a] += weight * c->reach[who][i] * n->chance * c->now[first + a];
            }
        }
    }
    for (uint32_t k = 0; k < c->numbers; k++) { // what is regretted less than nothing is forgotten
        c->regret[k] = c->regret[k] > 0 ? c->regret[k] : 0;
    }
    share_all(c, who, c->regret);
}

void cfr_iterate(cfr *c, uint32_t iterations) {
    share_all(c, -1, c->regret);
    for (uint32_t i = 0; i < iterations; i++) {
        double t = ++c->iterations;
        learn(c, 0, t * t); // later strategies are better ones
        learn(c, 1, t * t);
    }
}

// --- Measuring -------------------------------------------------------------------------------

// The best move of every set of `who` in a level, its nodes' children having their values. All
// nodes of a set stand in one level: its player has seen as many moves at each.
static void choose_best(cfr *c, uint32_t from, uint32_t to, int who) {
    for (uint32_t i = from; i < to; i++) {
        const cfr_node *n = &c->node[i];
        if (n->set >= 0 && c->set[n->set].who == who) {
            memset(c->best + c->set[n->set].first, 0, n->count * sizeof *c->best);
        }
    }
    for (uint32_t i = from; i < to; i++) {
        const cfr_node *n = &c->node[i];
        if (n->set >= 0 && c->set[n->set].who == who) {
            double weight = c->reach[1 - who][i] * n->chance * (who == 0 ? 1 : -1);
            for (uint32_t a = 0; a < n->count; a++) {
                c->best[c->set[n->set].first + a] += weight * c->value[n->child + a];
            }
        }
    }
}

static double best_value(const cfr *c, const cfr_node *n) {
    const cfr_room *set = &c->set[n->set];
    uint32_t best = 0;
    for (uint32_t a = 1; a < set->moves; a++) {
        best = c->best[set->first + a] > c->best[set->first + best] ? a : best;
    }
    return c->value[n->child + best];
}

// What the first player gets if `who` answers the other's strategy in `now` as well as possible.
static double answer(cfr *c, int who) {
    for (uint32_t l = c->levels; l-- > 0;) {
        choose_best(c, c->level[l], c->level[l + 1], who);
        for (uint32_t i = c->level[l]; i < c->level[l + 1]; i++) {
            const cfr_node *n = &c->node[i];
            int mine = n->set >= 0 && c->set[n->set].who == who;
            c->value[i] = mine ? best_value(c, n) : plain_value(c, i);
        }
    }
    return c->value[0];
}

cfr_bounds cfr_measure(cfr *c) {
    share_all(c, -1, c->sum);
    go_down(c);
    double low = answer(c, 1);
    double high = answer(c, 0);
    return (cfr_bounds){low, high};
}

double cfr_value(cfr *c) {
    share_all(c, -1, c->sum);
    go_up(c);
    return c->value[0];
}

void cfr_play_so(cfr *c, uint32_t index, const double *share) {
    const cfr_room *set = &c->set[index];
    memcpy(c->sum + set->first, share, set->moves * sizeof *share);
}

cfr_set cfr_set_at(cfr *c, uint32_t index) {
    const cfr_room *set = &c->set[index];
    share_out(set, c->sum, c->now);
    return (cfr_set){.who = set->who,
                     .moves = (int)set->moves,
                     .view = c->view + (size_t)index * c->rules->state_size,
                     .move = c->move + set->first,
                     .share = c->now + set->first};
}
