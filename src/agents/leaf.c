// SPDX-License-Identifier: MIT
#include "agents/leaf.h"

#include <tessera/rules.h>

// Random play is cut into pieces of so many plies, to look at the clock between.
enum { PIECE = 128, SETTLE_PLIES = 256 };

// How far a policy plays on before the heuristic is asked: a few turns. Measured on
// unicorns (docs/agents.md): to the end is too slow and too random, not at all too blind, and
// further than this it trusts too much that others play as it would.
enum { POLICY_PLIES = 10 };

// What the best attempt that is no win is worth.
static const float attempt = 0.8f;

// Open games without chance have few questions, and looking costs time.
static int is_lively(const tsr_rules *r) {
    return (r->g.flags & (TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS)) != 0;
}

void leaf_init(leaf *l, const tsr_rules *r, double plies) {
    *l = (leaf){.r = r};
    l->heuristic = r->g.ai ? r->g.ai->heuristic : NULL;
    l->by_score = r->players == 1 || (r->g.flags & TSR_COOPERATIVE);
    l->settles = plies < 0 && l->heuristic && is_lively(r);
    l->plies = plies >= 0 ? (uint32_t)plies : l->heuristic ? 0 : LEAF_TO_THE_END;
    l->shares = r->players > 2 && l->heuristic && !l->by_score;
    leaf_reset(l);
}

void leaf_see(leaf *l, eyes *e, double plies) {
    if (e) {
        l->eyes = e;
        l->plies = plies >= 0 ? (uint32_t)plies : 0;
        l->settles = plies < 0 && is_lively(l->r);
        l->shares = l->r->players > 2 && !l->by_score;
    }
}

void leaf_play_out(leaf *l) {
    l->heuristic = NULL;
    l->plies = LEAF_TO_THE_END;
    l->settles = l->shares = 0;
}

void leaf_guide(leaf *l, policy *p) {
    l->policy = p->agent && p->quick ? p : NULL;
    l->judge = p->agent && p->value ? p : NULL;
    if (l->policy && l->settles) {
        l->plies = POLICY_PLIES;
    }
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

// What a good place is worth to those who have not won.
static const float place = 0.05f;

// Winners share one win. `out` holds utilities by place.
static void share_win(const leaf *l, const void *s, float *out) {
    tsr_result result[TSR_MAX_PLAYERS];
    int winners = 0;
    l->r->g.result(l->r, s, result);
    for (int p = 0; p < l->r->players; p++) {
        winners += result[p].rank == 1;
    }
    for (int p = 0; p < l->r->players; p++) {
        float win = result[p].rank == 1 ? 1.0f / (float)winners : 0.0f;
        out[p] = (1 - place) * win + place * out[p];
    }
}

void leaf_final(leaf *l, const void *s, float *out) {
    tsr_utility(l->r, s, out);
    if (l->by_score) {
        add_score(l, s, out);
    }
    if (l->shares) {
        share_win(l, s, out);
    }
}

void leaf_estimate(const leaf *l, const void *s, float *out) {
    if (l->eyes) {
        eyes_all(l->eyes, s, out);
    } else if (l->judge) {
        l->judge->value(l->judge->agent, s, out);
    } else {
        l->heuristic(l->r, s, out);
    }
    float sum = 0;
    for (int p = 0; l->shares && p < l->r->players; p++) {
        sum += out[p];
    }
    for (int p = 0; sum > 0 && p < l->r->players; p++) {
        out[p] /= sum;
    }
}

// One ply of whoever is to move, chance included.
static void play_one(leaf *l, void *s, uint32_t turn, tsr_rng *g) {
    int who = tsr_mover(turn);
    tsr_move move = TSR_NO_MOVE;
    if (l->policy && who != TSR_CHANCE) {
        move = policy_move(l->policy, l->r, s, who, tsr_rng_next(g));
    }
    tsr_play(l->r, s, who, move ? move : tsr_sample(l->r, s, who, g));
}

// As the contract's playout, by the policy.
static uint32_t play_by_policy(leaf *l, void *s, tsr_rng *g, uint32_t plies) {
    uint32_t n = 0, turn;
    while (n < plies && (turn = tsr_turn(l->r, s)) != 0) {
        play_one(l, s, turn, g);
        n++;
    }
    return n;
}

// Plays random moves; 0 = time ran out.
static int play_on(leaf *l, void *s, tsr_rng *g, budget *b) {
    uint32_t left = l->plies;
    while (left > 0) {
        uint32_t piece = left < PIECE ? left : PIECE;
        uint32_t made =
            l->policy ? play_by_policy(l, s, g, piece) : l->r->more.playout(l->r, s, g, piece);
        if (made < piece) {
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

// Plays on through draws, questions and reactions; 0 = time ran out.
static int settle(leaf *l, void *s, tsr_rng *g, budget *b) {
    uint32_t turn;
    for (int i = 1; i <= SETTLE_PLIES && !is_settled(l->r, s, turn = tsr_turn(l->r, s)); i++) {
        play_one(l, s, turn, g);
        if (i % PIECE == 0 && budget_late(b)) {
            return 0;
        }
    }
    return 1;
}

int leaf_value(leaf *l, void *s, tsr_rng *g, budget *b, float *out) {
    if (!play_on(l, s, g, b) || (l->settles && !settle(l, s, g, b))) {
        return 0;
    }
    if (tsr_turn(l->r, s) == 0) {
        leaf_final(l, s, out);
    } else if (leaf_judges(l)) {
        leaf_estimate(l, s, out);
    } else {
        for (int p = 0; p < l->r->players; p++) {
            out[p] = 0.5f;
        }
    }
    return 1;
}
