// SPDX-License-Identifier: MIT
// The hand-written loops play by the rules, and every legal move is as likely as any other.
#include "grid_help.h"

#include <math.h>

#include "limits/limits.h"

// The loops for every machine; limit_at gives those that run here best. Both are tested.
#define BASE_ROW(game) LIMIT_ROW(game, ),
static const limit_row base_rows[] = {LIMIT_GAMES(BASE_ROW)};

// One, if what runs here best is what runs everywhere.
static int levels(void) {
    return limit_at(0)->perft == base_rows[0].perft ? 1 : 2;
}

static const limit_row *row_of(int level, const char *game) {
    for (int i = 0; i < limit_count(); i++) {
        const limit_row *row = level ? limit_at(i) : &base_rows[i];
        if (strcmp(row->game, game) == 0) return row;
    }
    fail_msg("there is no limit for %s", game);
    return NULL;
}

static void test_find(void **state) {
    (void)state;
    for (int i = 0; i < limit_count(); i++) {
        assert_ptr_equal(limit_find(limit_at(i)->game), limit_at(i));
        assert_string_equal(limit_at(i)->game, base_rows[i].game);
    }
    assert_null(limit_find("nonesuch"));
}

// --- Perft ---------------------------------------------------------------------------

enum { MAX_DEPTH = 11 };

// From depth 0 on; 0 ends a list that does not end with the game.
typedef struct tree {
    const char *game;
    uint64_t nodes[MAX_DEPTH];
    int depths;
} tree;

// In hex and gomoku nobody can have won so early, and only hex has the swap.
static const tree trees[] = {
    {"tictactoe", {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}, 11},
    {"connect4", {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234}, 9},
    {"breakthrough", {1, 22, 484, 11132, 256036, 6182818}, 6},
    {"reversi", {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288}, 10},
    {"gomoku", {1, 225, 225 * 224, 225 * 224 * 223}, 4},
    {"hex", {1, 121, 121 * 121, 121 * (120 * 119 + 120)}, 4},
    {"chess", {1, 20, 400, 8902, 197281, 4865609}, 6},
    {"checkers", {1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680}, 10},
};

static void test_perft(void **state) {
    (void)state;
    assert_int_equal(sizeof trees / sizeof trees[0], limit_count());
    for (int level = 0; level < levels(); level++) {
        for (int i = 0; i < limit_count(); i++) {
            const limit_row *row = row_of(level, trees[i].game);
            for (int depth = 0; depth < trees[i].depths; depth++) {
                assert_int_equal(row->perft(depth), trees[i].nodes[depth]);
            }
        }
    }
}

// Positions with every kind of move. The first five are from the public tables of chess
// programmers; then one check to be met by taking in passing, a double check, a pawn
// that may not take in passing because that would uncover its king, and a mate.
static const struct {
    const char *fen;
    uint64_t nodes[5];
    int depths;
} known[] = {
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
     {1, 48, 2039, 97862, 4085603},
     5},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", {1, 14, 191, 2812, 43238}, 5},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", {1, 6, 264, 9467, 422333}, 5},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", {1, 44, 1486, 62379}, 4},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
     {1, 46, 2079, 89890},
     4},
    {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3", {1, 9}, 2},
    {"4r2k/8/8/8/1b6/8/8/R3K2R w KQ -", {1, 3}, 2},
    {"8/8/8/8/k2Pp2Q/8/8/4K3 b - d3", {1, 6}, 2},
    {"R5k1/5ppp/8/8/8/8/8/6K1 b - -", {1, 0}, 2},
};

static void test_perft_from(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        for (int depth = 0; depth < known[i].depths; depth++) {
            assert_int_equal(limit_chess_perft_from(known[i].fen, depth), known[i].nodes[depth]);
        }
    }
}

// --- Playouts ------------------------------------------------------------------------

// What random games are like. Counted over all 9! orders of the cells, the first player
// wins 212256 of 362880 random games of tic-tac-toe (0.5849), and they take 2767392
// moves (7.626 each). The lengths of the others are those that independent programs
// agree on; the shares of wins are what these loops gave when they were written, kept
// to notice a change. Tolerances are four standard errors or more. A game of chess
// would take 401 moves without the draw for want of pieces, and 409 without that for
// repetition too.
typedef struct mean {
    const char *game;
    uint64_t games;
    double moves, moves_off;
    double won, won_off;
} mean;

static const mean means[] = {
    {"tictactoe", 200000, 7.626, 0.016, 0.5849, 0.0055},
    {"connect4", 100000, 21.31, 0.15, 0.556, 0.01},
    {"breakthrough", 20000, 64.1, 0.6, 0.51, 0.02},
    {"reversi", 20000, 60.41, 0.15, 0.455, 0.02},
    {"gomoku", 20000, 109.1, 1.6, 0.51, 0.02},
    {"hex", 20000, 107.5, 0.4, 0.52, 0.02},
    {"chess", 16000, 341, 5, 0.076, 0.015},
    {"checkers", 20000, 70.65, 1.0, 0.49, 0.02},
};

// A fourth of the games have twice the standard error.
static int root_of_fewer = 2; // 1 in the long run

static void check_mean(const limit_row *row, const mean *m) {
    const uint64_t games = m->games / (uint64_t)(root_of_fewer * root_of_fewer);
    uint64_t moves = 0;
    const double won = (double)row->playouts(games, 7, &moves);
    const double length = (double)moves / (double)games, share = won / (double)games;
    if (fabs(length - m->moves) > m->moves_off * root_of_fewer) {
        fail_msg("%s: mean length %.3f, expected %.3f", m->game, length, m->moves);
    }
    if (fabs(share - m->won) > m->won_off * root_of_fewer) {
        fail_msg("%s: the first player won %.4f, expected %.4f", m->game, share, m->won);
    }
}

static void check_same_again(const limit_row *row) {
    uint64_t moves = 0, again = 0;
    const uint64_t won = row->playouts(500, 7, &moves);
    assert_int_equal(row->playouts(500, 7, &again), won);
    assert_int_equal(again, moves);
}

static void test_playouts(void **state) {
    (void)state;
    assert_int_equal(sizeof means / sizeof means[0], limit_count());
    for (int level = 0; level < levels(); level++) {
        for (int i = 0; i < limit_count(); i++) {
            check_mean(row_of(level, means[i].game), &means[i]);
            check_same_again(row_of(level, means[i].game));
        }
    }
}

// --- Uniformity ----------------------------------------------------------------------

enum { MOST_CHOICES = 256, DRAWS_EACH = 60 };

typedef struct tally {
    uint64_t name[MOST_CHOICES], seen[MOST_CHOICES];
    int names;
} tally;

static void tally_add(tally *t, uint64_t name) {
    int i = 0;
    while (i < t->names && t->name[i] != name) {
        i++;
    }
    assert_true(i < MOST_CHOICES);
    if (i == t->names) {
        t->name[t->names++] = name;
    }
    t->seen[i]++;
}

// The positions that draws lead to must be as many as the moves that are listed, and
// pass a chi-square test: for n degrees of freedom the sum has mean n and variance 2n,
// and five deviations (and some for the skew at small n) leave hardly a false alarm.
// The seeds are fixed, so a test that has passed once passes always.
static void check_tally(const tally *t, uint64_t choices, const char *where) {
    double sum = 0;
    const double freedom = t->names - 1;
    if ((uint64_t)t->names != choices) {
        fail_msg("%s: %d moves drawn, %d listed", where, t->names, (int)choices);
    }
    for (int i = 0; i < t->names; i++) {
        const double off = (double)t->seen[i] - DRAWS_EACH;
        sum += off * off / DRAWS_EACH;
    }
    if (freedom > 0 && sum > freedom + 5 * sqrt(2 * freedom) + 12) {
        fail_msg("%s: chi-square %.1f for %d moves", where, sum, t->names);
    }
}

// Draws many moves from the position after `plies` random ones.
static void check_uniform(const limit_row *row, uint64_t seed, int plies) {
    tally t = {.names = 0};
    char where[64];
    uint64_t choices = 0, same = 0;
    (void)row->sample(seed, plies, 0, &choices);
    for (uint64_t i = 0; i < choices * DRAWS_EACH; i++) {
        tally_add(&t, row->sample(seed, plies, i, &same));
    }
    snprintf(where, sizeof where, "%s, seed %d, ply %d", row->game, (int)seed, plies);
    check_tally(&t, choices, where);
}

// The first two moves, and some deep in the game: passes, checks, pins and promotions.
static void test_uniform(void **state) {
    (void)state;
    static const int plies[] = {0, 1, 2, 7, 15, 23, 33, 46, 54, 58, 90, 120, 150};
    for (int level = 0; level < levels(); level++) {
        for (int i = 0; i < limit_count(); i++) {
            const limit_row *row = row_of(level, limit_at(i)->game);
            for (size_t p = 0; p < sizeof plies / sizeof plies[0]; p++) {
                check_uniform(row, p + 1, plies[p]);
            }
        }
    }
}

static void test_uniform_chess(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        tally t = {.names = 0};
        uint64_t same = 0;
        for (uint64_t j = 0; j < known[i].nodes[1] * DRAWS_EACH; j++) {
            tally_add(&t, limit_chess_sample_from(known[i].fen, j, &same));
        }
        check_tally(&t, known[i].nodes[1], known[i].fen);
    }
}

int main(int argc, char **argv) {
    (void)argv;
    root_of_fewer = argc > 1 ? 1 : 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),       cmocka_unit_test(test_perft),
        cmocka_unit_test(test_perft_from), cmocka_unit_test(test_playouts),
        cmocka_unit_test(test_uniform),    cmocka_unit_test(test_uniform_chess),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
