// SPDX-License-Identifier: MIT
// What the search leaves out: estimates near the horizon that lie too far from the window to matter,
// and depth for late moves.
//
// How far is too far depends on the game, and on what its estimates are worth. So the search learns while
// it runs how much a last ply usually changes an estimate (`swing`), and trusts an estimate `margin` times
// as far away for every ply that is left. Where estimates jump nothing is left out. All of it is whole numbers, so
// that the same question has the same answer on every machine.
#include "agents/alphabeta.h"

enum {
    TRUSTED_DEPTH = 4, // nearer to the horizon than this
    FIRST_SWING = AB_SCALE / 8,
    MOST_SWING = AB_SCALE / 2,
    MEMORY = 256 // depth-one searches over which the mean is taken
};

// 16 times the logarithm to base 2, by the bit length and a straight line between powers.
static int logarithm(int n) {
    int whole = 0;
    while (n >> (whole + 1)) {
        whole++;
    }
    return 16 * whole + ((n - (1 << whole)) * 16 >> whole);
}

void ab_cut_open(ab_search *s) {
    for (int depth = 0; depth < AB_REDUCED; depth++) {
        for (int i = 0; i < AB_REDUCED; i++) {
            int both = depth && i ? logarithm(depth) * logarithm(i) : 0;
            s->less[depth][i] = (uint8_t)((both * 7 + 4096) / 8192);
        }
    }
}

void ab_cut_begin(ab_search *s) {
    s->swing = FIRST_SWING * MEMORY;
}

ab_outlook ab_look(ab_search *s, int at, int depth, int alpha, int beta) {
    ab_outlook out = {.known = 0};
    int apart = beta - alpha == 1 && alpha > -AB_SURE && beta < AB_SURE;
    if (s->margin <= 0 || depth > TRUSTED_DEPTH || !apart || s->blind || !leaf_judges(&s->leaf) ||
        !ab_may_be_noisy(s)) {
        return out;
    }
    int outer = s->horizon;
    const ab_level *l = &s->level[at];
    out.known = 1;
    out.estimate = ab_side(s, l->who) * ab_estimate(s, l->state);
    out.margin = (int)((int64_t)depth * s->margin * (s->swing / MEMORY) / 100);
    s->horizon = outer;
    return out;
}

void ab_learn(ab_search *s, const ab_outlook *look, int depth, int value) {
    if (look->known && depth == 1) {
        int change = value > look->estimate ? value - look->estimate : look->estimate - value;
        s->swing += (change < MOST_SWING ? change : MOST_SWING) - s->swing / MEMORY;
    }
}
