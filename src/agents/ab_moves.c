// SPDX-License-Identifier: MIT
// What both kinds of alpha-beta search do at a position: value it, list its moves
// in a good order, and draw its chances.
#include <string.h>

#include <tessera/rules.h>

#include "agents/alphabeta.h"

enum { LOT = 64 }; // below every difference that means something

int ab_spend(ab_search *s) {
    if (!s->stopped && (budget_spend(s->b) || (s->slice < 1 && budget_share(s->b) >= s->slice))) {
        s->stopped = 1;
    }
    return s->stopped;
}

// --- Values ------------------------------------------------------------------

static int scaled(double utility) {
    double v = (utility - 0.5) * 2 * AB_SCALE;
    return (int)(v < 0 ? v - 0.5 : v + 0.5);
}

// Without a win the score tells better attempts from worse ones.
static int attempt(ab_search *s, const void *state) {
    tsr_result result[TSR_MAX_PLAYERS];
    s->r->g.result(s->r, state, result);
    int32_t score = result[s->root_who].score;
    score = score < -AB_SCALE / 2 ? -AB_SCALE / 2 : score > AB_SCALE / 2 ? AB_SCALE / 2 : score;
    return score - AB_SCALE / 2;
}

int ab_final(ab_search *s, const void *state, int ply) {
    float u[TSR_MAX_PLAYERS];
    leaf_final(&s->leaf, state, u);
    double mine = (double)u[s->root_who];
    if (mine >= 1) {
        return AB_WIN - ply;
    }
    if (s->leaf.by_score) {
        return attempt(s, state);
    }
    return mine <= 0 ? -AB_WIN + ply : scaled(mine);
}

// The mean of some random games. They come from the position's own hash: the same
// position has the same value wherever the search meets it.
static int by_playouts(ab_search *s, const void *state) {
    tsr_rng g;
    int sum = 0;
    uint32_t n = 0;
    tsr_rng_init(&g, s->r->more.hash(s->r, state) ^ s->seed);
    while (n < s->playouts) {
        float u[TSR_MAX_PLAYERS];
        memcpy(s->scratch, state, s->r->state_size);
        if (!leaf_value(&s->leaf, s->scratch, &g, s->b, u)) {
            s->stopped = 1;
            return 0;
        }
        int lost = s->leaf.by_score && u[s->root_who] < 1 && tsr_turn(s->r, s->scratch) == 0;
        sum += lost ? attempt(s, s->scratch) : scaled((double)u[s->root_who]);
        n++;
    }
    return sum / (int)n;
}

int ab_estimate(ab_search *s, const void *state) {
    s->horizon = 1;
    if (s->blind) {
        return 0;
    }
    if (!leaf_judges(&s->leaf)) {
        return by_playouts(s, state);
    }
    float u[TSR_MAX_PLAYERS] = {0};
    if (!s->leaf.settles) {
        leaf_estimate(&s->leaf, state, u);
    } else {
        tsr_rng g;
        tsr_rng_init(&g, s->r->more.hash(s->r, state) ^ s->seed);
        memcpy(s->scratch, state, s->r->state_size);
        s->stopped |= !leaf_value(&s->leaf, s->scratch, &g, s->b, u);
    }
    return scaled((double)u[s->root_who]);
}

// --- Moves -------------------------------------------------------------------

void ab_play(ab_search *s, int at, tsr_move move) {
    ab_level *l = &s->level[at];
    memcpy(l[1].state, l->state, s->r->state_size);
    tsr_play(s->r, l[1].state, l->who, move);
    l[1].who = tsr_mover(tsr_turn(s->r, l[1].state));
    l[1].line_count = 0;
}

static int32_t *history(ab_search *s, int who, tsr_move move) {
    int side = who == s->root_who;
    return &s->history[side * AB_HISTORY + (int)(tsr_mix(move) % AB_HISTORY)];
}

static int is_noisy(const ab_search *s, const ab_level *l, tsr_move move) {
    return s->ai->noisy(s->r, l->state, l->who, move);
}

// The table's move, then what changes much at once, then killers, then the rest by
// the game's rating and by how often a move was good elsewhere.
static int32_t rank_of(ab_search *s, int at, tsr_move move, uint32_t table_tag) {
    ab_level *l = &s->level[at];
    int noisy = ab_may_be_noisy(s) && is_noisy(s, l, move);
    s->loud += (uint64_t)noisy;
    if (table_tag && ab_tag(move) == table_tag) {
        return noisy ? AB_KNOWN + 1 : AB_KNOWN;
    }
    int32_t rank = *history(s, l->who, move);
    if (s->ai && s->ai->rate) {
        int rate = s->ai->rate(s->r, l->state, l->who, move);
        rank += (rate < -100000 ? -100000 : rate > 100000 ? 100000 : rate) * 64;
    }
    if (noisy) {
        rank += AB_NOISY;
    } else if (move == l->killer[0] || move == l->killer[1]) {
        rank += AB_KILLER;
    }
    return rank;
}

void ab_rank(ab_search *s, int at, int n, uint32_t table_tag) {
    ab_level *l = &s->level[at];
    for (int i = 0; i < n; i++) {
        l->rank[i] = rank_of(s, at, l->moves[i], table_tag);
        s->listed++;
        // Of equally good moves the seed chooses, so that games differ.
        if (at == 0 && l->rank[i] < AB_KNOWN) {
            l->rank[i] += (int32_t)(tsr_mix(l->moves[i] ^ s->seed) % LOT);
        }
    }
}

int ab_list(ab_search *s, int at, uint32_t table_tag) {
    ab_level *l = &s->level[at];
    int n = tsr_moves(s->r, l->state, l->who, l->moves);
    s->fan += s->fan ? n - s->fan / AB_MEAN : AB_MEAN * n;
    ab_rank(s, at, n, table_tag);
    return n;
}

int ab_list_noisy(ab_search *s, int at, uint32_t table_tag) {
    ab_level *l = &s->level[at];
    int n = tsr_moves(s->r, l->state, l->who, l->moves), kept = 0;
    for (int i = 0; i < n; i++) {
        if (is_noisy(s, l, l->moves[i])) {
            l->moves[kept++] = l->moves[i];
        }
    }
    s->listed += (uint64_t)(n - kept);
    ab_rank(s, at, kept, table_tag);
    return kept;
}

tsr_move ab_next(ab_level *l, int i, int n) {
    int best = i;
    for (int j = i + 1; j < n; j++) {
        best = l->rank[j] > l->rank[best] ? j : best;
    }
    // The others keep their order, which is the game's own and often a sensible one.
    tsr_move move = l->moves[best];
    int32_t rank = l->rank[best];
    memmove(&l->moves[i + 1], &l->moves[i], (size_t)(best - i) * sizeof *l->moves);
    memmove(&l->rank[i + 1], &l->rank[i], (size_t)(best - i) * sizeof *l->rank);
    l->moves[i] = move;
    l->rank[i] = rank;
    return move;
}

void ab_praise(ab_search *s, int at, tsr_move move, int depth) {
    ab_level *l = &s->level[at];
    int32_t *h = history(s, l->who, move);
    *h += depth * depth;
    if (*h > 1 << 20) {
        for (int i = 0; i < 2 * AB_HISTORY; i++) {
            s->history[i] /= 2;
        }
    }
    if (move != l->killer[0]) {
        l->killer[1] = l->killer[0];
        l->killer[0] = move;
    }
}

// --- Chance ------------------------------------------------------------------

int ab_outcomes(ab_search *s, int at, int spread) {
    ab_level *l = &s->level[at];
    int n = s->r->g.chance(s->r, l->state, l->moves, s->weights);
    if (n <= spread) {
        for (int i = 0; i < n; i++) {
            l->rank[i] = s->weights[i] > INT32_MAX ? INT32_MAX : (int32_t)s->weights[i];
        }
        return n;
    }
    // A sample, the same one whenever this position is met.
    tsr_rng g;
    s->horizon = 1;
    tsr_rng_init(&g, s->r->more.hash(s->r, l->state) ^ s->seed);
    for (int i = 0; i < spread; i++) {
        l->moves[i] = tsr_sample(s->r, l->state, TSR_CHANCE, &g);
        l->rank[i] = 1;
    }
    return spread;
}
