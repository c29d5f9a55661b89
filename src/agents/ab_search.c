// SPDX-License-Identifier: MIT
// The alpha-beta search itself: principal variation search with a table, late
// moves reduced, quiescence over noisy moves, chance by expectation.
#include <string.h>

#include "agents/alphabeta.h"

// Nearer to the horizon a ply less would leave nothing to search. Not measured by itself: it is
// part of what `late` gives (alphabeta.c).
enum { REDUCE_FROM_DEPTH = 3 };

// So many times fewer moves than usual are hardly a choice. Against a build without this, 200 games each (`--openings
// random:4 --seed 77`), the search scored 53.5 % (46.4 to 60.5) in breakthrough and 52.3 % (47.1 to 57.3) in Los Alamos
// chess with 1,000 nodes, 53.8 % (46.5 to 61.1) of 120 games of chess with 4,000; 48.7 % (45.6 to 51.7) of 300 in
// checkers, which has too few moves for it. With 6 it lost there: 45.5 % (41.7 to 49.1).
enum { FORCED = 8 };

// --- Lines -------------------------------------------------------------------

static void keep_line(ab_search *s, int at, tsr_move move) {
    ab_level *l = &s->level[at], *below = &s->level[at + 1];
    int n = below->line_count < AB_LINE - 1 ? below->line_count : AB_LINE - 1;
    l->line[0] = move;
    memcpy(&l->line[1], below->line, (size_t)n * sizeof *l->line);
    l->line_count = n + 1;
}

// --- The table ------------------------------------------------------------------

// Does what the table knows settle the matter?
static int settled(ab_search *s, const ab_entry *e, int depth, int alpha, int beta, int ply,
                   int *value) {
    int bound = e->mark & 3, v = ab_table_value(e, ply);
    if (e->depth < depth || (bound == AB_LOWER && v < beta) || (bound == AB_UPPER && v > alpha)) {
        return 0;
    }
    s->horizon |= e->depth != AB_COMPLETE;
    *value = v;
    return 1;
}

// --- Below a position --------------------------------------------------------

// The value of the level below `at` for the side that moves at `at`.
static int value_below(ab_search *s, int at, int depth, int alpha, int beta, int spread) {
    int same = ab_side(s, s->level[at].who) == ab_side(s, s->level[at + 1].who);
    return same ? ab_value(s, at + 1, depth, alpha, beta, spread)
                : -ab_value(s, at + 1, depth, -beta, -alpha, spread);
}

// The expected value of a draw, for the agent's side. A chain of draws shares one
// `spread`, or the tiles of one round alone would fill the tree.
static int expect(ab_search *s, int at, int depth, int spread) {
    ab_level *l = &s->level[at];
    int n = ab_outcomes(s, at, spread);
    double sum = 0, total = 0;
    for (int i = 0; i < n && !s->stopped; i++) {
        ab_play(s, at, l->moves[i]);
        int chain = l[1].who == TSR_CHANCE;
        int rest = chain ? (spread / n > 1 ? spread / n : 1) : s->draws;
        int value = value_below(s, at, depth, -AB_INFINITE, AB_INFINITE, rest);
        sum += (double)l->rank[i] * value;
        total += l->rank[i];
    }
    return total > 0 ? (int)(sum / total) : 0;
}

static int quiesce(ab_search *s, int at, int alpha, int beta, int left);

// The noisy moves of level `at`, where standing still is worth `best`; the best one goes to `*best_move`.
static int try_noisy(ab_search *s, int at, uint32_t table_tag, int best, int alpha, int beta,
                     int left, tsr_move *best_move) {
    ab_level *l = &s->level[at];
    int side = ab_side(s, l->who), n = ab_list_noisy(s, at, table_tag);
    for (int i = 0; i < n && alpha < beta; i++) {
        tsr_move move = ab_next(l, i, n);
        ab_play(s, at, move);
        int same = side == ab_side(s, l[1].who);
        int v = same ? quiesce(s, at + 1, alpha, beta, left - 1)
                     : -quiesce(s, at + 1, -beta, -alpha, left - 1);
        if (s->stopped) {
            break;
        }
        if (v > best) {
            best = v;
            *best_move = move;
        }
        alpha = v > alpha ? v : alpha;
    }
    return best;
}

// Only moves that change much are looked at, until nothing much happens: an
// estimate in the middle of an exchange is worth nothing.
static int quiesce(ab_search *s, int at, int alpha, int beta, int left) {
    ab_level *l = &s->level[at];
    if (l->who < 0) {
        return ab_final(s, l->state, at);
    }
    int side = ab_side(s, l->who);
    int best = side * ab_estimate(s, l->state);
    if (best >= beta || left == 0 || at >= AB_LEVELS - 2 || l->who == TSR_CHANCE || ab_spend(s)) {
        return best;
    }
    uint64_t key = ab_key(s, l->state);
    const ab_entry *e = ab_table_find(&s->table, key);
    int known;
    if (e && settled(s, e, 0, alpha, beta, at, &known)) {
        return known > best ? known : best;
    }
    int start = best > alpha ? best : alpha;
    tsr_move move = TSR_NO_MOVE;
    best = try_noisy(s, at, e ? e->tag : 0, best, start, beta, left, &move);
    if (!s->stopped) {
        ab_bound bound = best >= beta ? AB_LOWER : best > start ? AB_EXACT : AB_UPPER;
        ab_table_store(&s->table, key, move, best, 0, bound, at);
    }
    return best;
}

static int at_horizon(ab_search *s, int at, int alpha, int beta) {
    ab_level *l = &s->level[at];
    if (ab_may_be_noisy(s) && leaf_judges(&s->leaf) && !s->blind && l->who != TSR_CHANCE) {
        return quiesce(s, at, alpha, beta, s->noise);
    }
    return ab_side(s, l->who) * ab_estimate(s, l->state);
}

// --- A position --------------------------------------------------------------

// How much less deep a late, quiet move is looked at first. A move that turns out
// better than expected is searched again to the full depth.
static int reduction(const ab_search *s, int at, int i, int depth) {
    if (!s->late || i < s->late || depth < REDUCE_FROM_DEPTH || !ab_quiet(s, at, i)) {
        return 0;
    }
    int place = i < AB_REDUCED ? i : AB_REDUCED - 1;
    int less = s->less[depth < AB_REDUCED ? depth : AB_REDUCED - 1][place];
    return less < depth - 1 ? less : depth - 1;
}

// The value of move number `i` of level `at`, which has been played. The first move
// gets the whole window; the others only have to show that they are no better.
static int move_value(ab_search *s, int at, int i, int depth, int alpha, int beta) {
    if (i == 0) {
        return value_below(s, at, depth, alpha, beta, s->draws);
    }
    int less = reduction(s, at, i, depth);
    int v = value_below(s, at, depth - less, alpha, alpha + 1, s->draws);
    if (v > alpha && less && !s->stopped) {
        v = value_below(s, at, depth, alpha, alpha + 1, s->draws);
    }
    if (v > alpha && v < beta && !s->stopped) {
        v = value_below(s, at, depth, alpha, beta, s->draws);
    }
    return v;
}

// A forced move is no choice: it costs no depth. Where a game has many moves, few of them are nearly forced (in chess:
// out of check). But a line of such moves is not followed for more than twice the plies that are searched.
static int is_forced(const ab_search *s, int at, int n) {
    return n <= 1 || (at < 2 * s->target && n * FORCED * AB_MEAN <= s->fan);
}

// Tries the moves of level `at`; the best one goes to `*best_move`. Quiet moves are taken to reach no more than `most`.
static int try_moves(ab_search *s, int at, int n, int depth, int alpha, int beta, int most,
                     tsr_move *best_move) {
    ab_level *l = &s->level[at];
    int best = -AB_INFINITE;
    int below = is_forced(s, at, n) ? depth : depth - 1;
    for (int i = 0; i < n; i++) {
        tsr_move move = ab_next(l, i, n);
        if (i > 0 && most <= alpha && ab_quiet(s, at, i)) {
            best = most > best ? most : best;
            s->horizon = 1;
            break; // noisy moves come first
        }
        ab_play(s, at, move);
        int v = move_value(s, at, i, below, alpha, beta);
        if (s->stopped) {
            break;
        }
        if (v > best) {
            best = v;
            *best_move = move;
        }
        if (v > alpha) {
            alpha = v;
            keep_line(s, at, move);
        }
        if (alpha >= beta) {
            ab_praise(s, at, move, depth);
            break;
        }
    }
    return best;
}

int ab_value(ab_search *s, int at, int depth, int alpha, int beta, int spread) {
    ab_level *l = &s->level[at];
    int value;

    // 1. Ends, draws, and the horizon.
    if (l->who < 0) {
        return ab_final(s, l->state, at);
    }
    if (ab_spend(s)) {
        return 0;
    }
    if (at >= AB_LEVELS - 2 || (depth <= 0 && l->who != TSR_CHANCE)) {
        return at_horizon(s, at, alpha, beta);
    }
    // A win found elsewhere in fewer plies than it takes to get here cannot be beaten.
    alpha = alpha > -AB_WIN + at ? alpha : -AB_WIN + at;
    beta = beta < AB_WIN - at - 1 ? beta : AB_WIN - at - 1;
    if (alpha >= beta) {
        return alpha;
    }
    int start = alpha;
    if (l->who == TSR_CHANCE) {
        return depth <= 0 ? ab_estimate(s, l->state) : expect(s, at, depth, spread);
    }

    // 2. Have we been here before?
    uint64_t key = ab_key(s, l->state);
    const ab_entry *e = ab_table_find(&s->table, key);
    if (e && settled(s, e, depth, alpha, beta, at, &value)) {
        return value;
    }

    // 3. Is it too far from the window to matter?
    ab_outlook look = ab_look(s, at, depth, alpha, beta);
    if (look.known && look.estimate - look.margin >= beta) {
        s->horizon = 1;
        return look.estimate - look.margin;
    }
    int most = look.known && depth <= 2 ? look.estimate + look.margin : AB_INFINITE;

    // 4. All moves, best ones first.
    int outer = s->horizon;
    tsr_move best_move = TSR_NO_MOVE;
    s->horizon = 0;
    s->level[at + 1].killer[0] = s->level[at + 1].killer[1] = TSR_NO_MOVE;
    int n = ab_list(s, at, e ? e->tag : 0);
    int best = try_moves(s, at, n, depth, alpha, beta, most, &best_move);
    ab_learn(s, &look, depth, best);

    // 5. Remember it. A tree without a horizon is true at every depth.
    int complete = !s->horizon;
    s->horizon |= outer;
    if (!s->stopped) {
        ab_bound bound = best >= beta ? AB_LOWER : best > start ? AB_EXACT : AB_UPPER;
        ab_table_store(&s->table, key, best_move, best, complete ? AB_COMPLETE : depth, bound, at);
    }
    return best;
}

int ab_root(ab_search *s, int depth, int alpha, int beta, tsr_move *best) {
    tsr_move found = TSR_NO_MOVE;
    s->horizon = 0;
    int n = ab_list(s, 0, *best ? ab_tag(*best) : 0);
    int v = try_moves(s, 0, n, depth, alpha, beta, AB_INFINITE, &found);
    if (found && v > alpha) {
        *best = found;
    }
    return v;
}
