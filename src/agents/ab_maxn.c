// SPDX-License-Identifier: MIT
// Everybody for himself: each mover takes what is best for him, and the others'
// share follows. Nothing can be cut off but what follows a sure win, so it does not
// see as far as the paranoid search; but it does not expect conspiracies either.
#include <string.h>

#include <tessera/rules.h>

#include "agents/alphabeta.h"

static void value_leaf(ab_search *s, const ab_level *l, float *out) {
    if (l->who < 0) {
        leaf_final(&s->leaf, l->state, out);
        return;
    }
    s->horizon = 1;
    if (leaf_judges(&s->leaf) && !s->leaf.settles) {
        leaf_estimate(&s->leaf, l->state, out);
        return;
    }
    tsr_rng g;
    tsr_rng_init(&g, s->r->more.hash(s->r, l->state) ^ s->seed);
    memset(out, 0, TSR_MAX_PLAYERS * sizeof *out);
    uint32_t tries = leaf_judges(&s->leaf) ? 1 : s->playouts;
    for (uint32_t i = 0; i < tries; i++) {
        float u[TSR_MAX_PLAYERS];
        memcpy(s->scratch, l->state, s->r->state_size);
        if (!leaf_value(&s->leaf, s->scratch, &g, s->b, u)) {
            s->stopped = 1;
            return;
        }
        for (int p = 0; p < s->r->players; p++) {
            out[p] += u[p] / (float)tries;
        }
    }
}

static void expect(ab_search *s, int at, int depth, int spread, float *out) {
    ab_level *l = &s->level[at];
    int n = ab_outcomes(s, at, spread);
    float total = 0;
    memset(out, 0, TSR_MAX_PLAYERS * sizeof *out);
    for (int i = 0; i < n; i++) {
        total += (float)l->rank[i];
    }
    for (int i = 0; i < n && !s->stopped; i++) {
        float u[TSR_MAX_PLAYERS] = {0};
        ab_play(s, at, l->moves[i]);
        int rest = spread / n > 1 ? spread / n : 1;
        ab_maxn(s, at + 1, depth, l[1].who == TSR_CHANCE ? rest : s->draws, u);
        for (int p = 0; p < s->r->players; p++) {
            out[p] += u[p] * (float)l->rank[i] / total;
        }
    }
}

void ab_maxn(ab_search *s, int at, int depth, int spread, float *out) {
    ab_level *l = &s->level[at];
    if (l->who < 0 || ab_spend(s) || depth <= 0 || at >= AB_LEVELS - 2) {
        value_leaf(s, l, out);
        return;
    }
    if (l->who == TSR_CHANCE) {
        expect(s, at, depth, spread, out);
        return;
    }
    int n = ab_list(s, at, 0), best = -1;
    for (int i = 0; i < n && (best < 0 || out[l->who] < 1.0f); i++) {
        float u[TSR_MAX_PLAYERS] = {0};
        tsr_move move = ab_next(l, i, n);
        ab_play(s, at, move);
        ab_maxn(s, at + 1, n > 1 ? depth - 1 : depth, s->draws, u);
        if (s->stopped && best >= 0) {
            return;
        }
        if (best < 0 || u[l->who] > out[l->who]) {
            best = i;
            memcpy(out, u, sizeof u);
        }
    }
}
