// SPDX-License-Identifier: MIT
#include "agents/leaf.h"

#include <tessera/rules.h>

// Random play is cut into pieces of so many plies, to look at the clock between.
enum { PIECE = 128, SETTLE_PLIES = 256 };

// What the best attempt that is no win is worth.
static const float attempt = 0.8f;

void leaf_init(leaf *l, const tsr_rules *r, double plies) {
    *l = (leaf){.r = r};
    l->heuristic = r->g.ai ? r->g.ai->heuristic : NULL;
    l->by_score = r->players == 1 || (r->g.flags & TSR_COOPERATIVE);
    // Open games without chance have few questions, and looking costs time.
    uint32_t lively = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS;
    l->settles = plies < 0 && l->heuristic && (r->g.flags & lively);
    l->plies = plies >= 0 ? (uint32_t)plies : l->heuristic ? 0 : LEAF_TO_THE_END;
    leaf_reset(l);
}

void leaf_reset(leaf *l) {
    l->low = INT32_MAX;
    l->high = INT32_MIN;
}

// Scores of all players count together: they are one side.
static float attempt_value(leaf *l) {
    return l->high > l->low ? attempt / (float)((double)l->high - (double)l->low) : 0.0f;
}

static void add_score(leaf *l, const void *s, float *out) {
    tsr_result result[TSR_MAX_PLAYERS];
    int32_t score = INT32_MIN;
    l->r->g.result(l->r, s, result);
    for (int p = 0; p < l->r->players; p++) {
        score = result[p].score > score ? result[p].score : score;
    }
    l->low = score < l->low ? score : l->low;
    l->high = score > l->high ? score : l->high;
    float value = attempt_value(l) * (float)((double)score - (double)l->low);
    for (int p = 0; p < l->r->players; p++) {
        out[p] = out[p] < value ? value : out[p];
    }
}

void leaf_final(leaf *l, const void *s, float *out) {
    tsr_utility(l->r, s, out);
    if (l->by_score) {
        add_score(l, s, out);
    }
}

// Plays random moves; 0 = time ran out.
static int play_on(leaf *l, void *s, tsr_rng *g, budget *b) {
    uint32_t left = l->plies;
    while (left > 0) {
        uint32_t piece = left < PIECE ? left : PIECE;
        if (l->r->g.playout(l->r, s, g, piece) < piece) {
            break;
        }
        left -= l->plies == LEAF_TO_THE_END ? 0 : piece;
        if (budget_late(b)) {
            return 0;
        }
    }
    return 1;
}

static int is_settled(const tsr_rules *r, const void *s, uint32_t turn) {
    tsr_info info;
    if (turn == 0 || turn == 1u << TSR_CHANCE) {
        return turn == 0;
    }
    r->g.info(r, s, &info);
    return info.ask == TSR_ASK_MOVE;
}

// Plays at random through draws, questions and reactions; 0 = time ran out.
static int settle(const tsr_rules *r, void *s, tsr_rng *g, budget *b) {
    uint32_t turn;
    for (int i = 1; i <= SETTLE_PLIES && !is_settled(r, s, turn = tsr_turn(r, s)); i++) {
        int who = tsr_mover(turn);
        tsr_play(r, s, who, tsr_sample(r, s, who, g));
        if (i % PIECE == 0 && budget_late(b)) {
            return 0;
        }
    }
    return 1;
}

int leaf_value(leaf *l, void *s, tsr_rng *g, budget *b, float *out) {
    if (!play_on(l, s, g, b) || (l->settles && !settle(l->r, s, g, b))) {
        return 0;
    }
    if (tsr_turn(l->r, s) == 0) {
        leaf_final(l, s, out);
    } else if (l->heuristic) {
        l->heuristic(l->r, s, out);
    } else {
        for (int p = 0; p < l->r->players; p++) {
            out[p] = 0.5f;
        }
    }
    return 1;
}
