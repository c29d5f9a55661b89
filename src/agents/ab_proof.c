// SPDX-License-Identifier: MIT
// Proofs: who wins a game that is near its end, whatever anybody does.
//
// The search that deepens step by step asks how good a position is. Where a game can be
// looked at to its end that is too much to ask: it is enough to know whether it is won,
// drawn or lost. So there are two questions of yes and no, each a search to the very end
// in which nothing is estimated: "can the mover win?" and, if not, "can he draw?".
//
// Proofs live in the same table under keys of their own. What such an entry is worth is the
// work it took, kept where other entries have their depth.
//
// Some games answer the two questions themselves, much faster (tsr_game_ai.prove).
#include <math.h>
#include <string.h>

#include "agents/alphabeta.h"

enum { TRIES = 16, FAR = 48, LOOK_EVERY = 256 };

// Trees of up to so many bits, the length of the game times the bits of a choice, are tried. A tree
// search sees about half of them (good moves first), its table half of those: Connect
// Four has about 60 at its start, chess some hundreds.
static const double within_reach = 64;

// The share of its time that a proof may take before looking ahead must do.
static const double proof_share = 0.4;

static int is_open_duel(const tsr_rules *r) {
    uint32_t lively = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS | TSR_COOPERATIVE;
    return r->players == 2 && (r->g.flags & TSR_ZERO_SUM) && !(r->g.flags & lively);
}

// Some random games say how far the end is.
static int is_near_the_end(ab_search *s) {
    const ab_level *root = &s->level[0];
    tsr_rng g;
    double plies = 0;
    tsr_rng_init(&g, s->seed);
    for (int i = 0; i < TRIES; i++) {
        memcpy(s->scratch, root->state, s->r->state_size);
        uint32_t n = s->r->more.playout(s->r, s->scratch, &g, FAR);
        if (n >= FAR) {
            return 0;
        }
        plies += n;
    }
    int moves = s->r->more.count(s->r, root->state, root->who);
    return plies / TRIES * log2(moves + 1.0) <= within_reach;
}

// --- One position ------------------------------------------------------------

static int is_spent(ab_search *s, int at) {
    int late = s->b->nodes % LOOK_EVERY == 0 && budget_share(s->b) >= s->proof_end;
    s->stopped |= late || budget_spend(s->b) || at >= AB_LEVELS - 2;
    return s->stopped;
}

// +1, 0 or -1 for the agent's side.
static int outcome(ab_search *s, const void *state) {
    float u[TSR_MAX_PLAYERS];
    leaf_final(&s->leaf, state, u);
    return u[s->root_who] >= 1 ? 1 : u[s->root_who] <= 0 ? -1 : 0;
}

static int prove(ab_search *s, int at, int alpha, int beta);

// What `move` brings the mover of level `at`.
static int prove_move(ab_search *s, int at, tsr_move move, int alpha, int beta) {
    const ab_level *l = &s->level[at];
    int side = ab_side(s, l->who);
    ab_play(s, at, move);
    if (l[1].who < 0) {
        return side * outcome(s, l[1].state);
    }
    return side == ab_side(s, l[1].who) ? prove(s, at + 1, alpha, beta)
                                        : -prove(s, at + 1, -beta, -alpha);
}

// Does the reply to the move before, which ended the game there, end it here too? Most moves
// that leave a threat standing are answered so, without looking at anything else.
static int wins_again(ab_search *s, int at, int n) {
    const ab_level *l = &s->level[at];
    int i = 0;
    while (i < n && l->moves[i] != l->killer[0]) {
        i++;
    }
    if (i == n) {
        return 0;
    }
    ab_play(s, at, l->killer[0]);
    return l[1].who < 0 && ab_side(s, l->who) * outcome(s, l[1].state) == 1;
}

// Does the table know enough?
static int is_known(const ab_entry *e, int alpha, int beta) {
    int bound = e->mark & 3;
    return bound == AB_EXACT || (bound == AB_LOWER && e->value >= beta) ||
           (bound == AB_UPPER && e->value <= alpha);
}

static int log_of(uint64_t work) {
    return work ? 64 - __builtin_clzll(work) : 0;
}

// Tries the moves of level `at` in order; the best goes to `*best_move`.
static int prove_any(ab_search *s, int at, int n, int alpha, int beta, tsr_move *best_move) {
    ab_level *l = &s->level[at];
    int best = -2;
    l[1].killer[0] = TSR_NO_MOVE;
    for (int i = 0; i < n && best < beta; i++) {
        tsr_move move = ab_next(l, i, n);
        int v = prove_move(s, at, move, alpha, beta);
        if (s->stopped) {
            return 0;
        }
        if (v > best) {
            best = v;
            *best_move = move;
        }
    }
    return best;
}

// The value for the mover of level `at`, as exact as `alpha` and `beta` ask for.
static int prove(ab_search *s, int at, int alpha, int beta) {
    ab_level *l = &s->level[at];
    tsr_move best_move = TSR_NO_MOVE;
    if (is_spent(s, at)) {
        return 0;
    }
    s->deepest = at > s->deepest ? at : s->deepest;
    int n = tsr_moves(s->r, l->state, l->who, l->moves);
    if (l->killer[0] && wins_again(s, at, n)) {
        return 1;
    }
    uint64_t key = ~ab_key(s, l->state), before = s->b->nodes;
    const ab_entry *e = ab_table_find(&s->table, key);
    if (e && is_known(e, alpha, beta)) {
        return e->value;
    }
    ab_rank(s, at, n, e ? e->tag : 0);
    int best = prove_any(s, at, n, alpha, beta, &best_move);
    if (s->stopped) {
        return 0;
    }
    if (best >= beta) {
        l->killer[0] = best_move;
    }
    ab_table_store(&s->table, key, best_move, best, log_of(s->b->nodes - before),
                   best >= beta ? AB_LOWER : AB_UPPER, at);
    return best;
}

// --- The root ----------------------------------------------------------------

// As prove_any for the root, whose moves the seed may choose from.
static int prove_root(ab_search *s, int alpha, int beta, tsr_move *best) {
    int n = ab_list(s, 0, *best ? ab_tag(*best) : 0);
    return prove_any(s, 0, n, alpha, beta, best);
}

// --- Games that prove ----------------------------------------------------------

// How many positions the game may look at before it asks again. By nodes alone where they are the
// limit, so that the same question always ends the same way.
static uint64_t more(void *self, uint64_t nodes) {
    ab_search *s = self;
    budget *b = s->b;
    b->nodes += nodes;
    budget_look(b);
    uint64_t room = b->look_at > b->nodes ? b->look_at - b->nodes : 1;
    if (b->exact) {
        uint64_t end = (uint64_t)(s->proof_end * (double)b->node_limit);
        uint64_t left = end > b->nodes ? end - b->nodes : 0;
        room = left < room ? left : room;
    } else if (budget_share(b) >= s->proof_end) {
        room = 0;
    }
    return b->spent ? 0 : room;
}

static int seems_worse(const ab_search *s) {
    const ab_level *root = &s->level[0];
    float u[TSR_MAX_PLAYERS] = {0};
    if (s->ai->heuristic) {
        s->ai->heuristic(s->r, root->state, u);
    }
    return u[root->who] < u[1 - root->who];
}

static int ask_game(ab_search *s, tsr_proof *q, int draw) {
    q->draw = (int16_t)draw;
    return s->ai->prove(s->r, s->level[0].state, q);
}

enum { LOST, DRAWN, WON };

// Asks one question, and the other one if that leaves it open; whoever seems to be losing asks
// first whether that is so. -1 = there was no time.
static int settle(ab_search *s, tsr_proof *q) {
    int safe_first = seems_worse(s), yes = ask_game(s, q, safe_first);
    if (yes < 0 || yes != safe_first) {
        return yes < 0 ? -1 : yes ? WON : LOST;
    }
    tsr_move keeps = q->best;
    int too = ask_game(s, q, !safe_first);
    if (safe_first && too == 0) {
        q->best = keeps;
    }
    return too < 0 ? -1 : safe_first + too;
}

static int game_proves(ab_search *s, tsr_move *best, int *value) {
    const ab_level *root = &s->level[0];
    tsr_proof q = {.size = sizeof q,
                   .who = (int16_t)root->who,
                   .table = s->proofs,
                   .table_size = s->proofs_size,
                   .more = more,
                   .self = s};
    s->proofs_used = 1;
    int found = settle(s, &q);
    if (found < 0 || (found != LOST && !q.best)) {
        return 0;
    }
    s->deepest = (int)q.depth;
    *value = (found - DRAWN) * AB_WIN;
    *best = found == LOST ? *best : q.best;
    return 1;
}

// --- Both ways -------------------------------------------------------------------

static int search_proves(ab_search *s, tsr_move *best, int *value) {
    tsr_move found = TSR_NO_MOVE;
    s->deepest = 0;
    int v = prove_root(s, 0, 1, &found);
    if (!s->stopped && v < 1) {
        v = prove_root(s, -1, 0, &found);
    }
    int proven = !s->stopped;
    s->stopped = s->b->spent;
    if (proven) {
        *best = found;
        *value = v * AB_WIN;
    }
    return proven;
}

int ab_may_prove(ab_search *s) {
    return !s->maxn && !s->blind && is_open_duel(s->r) && (s->proofs || is_near_the_end(s));
}

int ab_prove(ab_search *s, double share, tsr_move *best, int *value) {
    s->proof_end = (share > 0 ? share : proof_share) * s->slice;
    int proven = s->proofs ? game_proves(s, best, value) : search_proves(s, best, value);
    s->stopped = s->b->spent;
    if (proven && *best) {
        s->level[0].line[0] = *best;
        s->level[0].line_count = 1;
    }
    return proven;
}
