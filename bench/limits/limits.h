// SPDX-License-Identifier: MIT
#ifndef TSR_LIMITS_LIMITS_H
#define TSR_LIMITS_LIMITS_H

// How fast a game could be played here if nothing else mattered.
//
// Each row is one game, written by hand for speed alone: the board in bits, no
// contract, no table of functions. `tessera bench` runs these loops in the same
// process as the games themselves and prints the ratio, which, unlike figures
// per second, means the same on every machine.
//
// The loops are fast, not sly: every move is drawn uniformly among all that are
// legal, made on a board, and followed by the question whether the game is over.
// Their rules are those of the rules files of the same names. A forced pass counts
// as a move; the two passes that would end a game of reversi do not.
//
// The loops use no globals and may run in several threads.

#include <stdint.h>

typedef struct limit_row {
    const char *game; // as in the registry: "tictactoe"

    // Plays `games` games of uniformly random legal moves; *moves gets the moves of
    // all of them. Returns how many the first player has won, so that the work cannot
    // be optimised away and can be checked.
    uint64_t (*playouts)(uint64_t games, uint64_t seed, uint64_t *moves);

    // The number of move sequences of exactly `depth` moves from the start. The last
    // move is counted, not made, as in tsr_perft_run.
    uint64_t (*perft)(int depth);

    // Plays `plies` random moves by `seed`, then one by the seed `last`, drawn by the
    // code that playouts use. Returns a number that names the position; *choices gets
    // how many moves the listing code sees before the last. Both are 0 if the game was
    // over by then. This is for tests: are the draws uniform over what is listed?
    uint64_t (*sample)(uint64_t seed, int plies, uint64_t last, uint64_t *choices);
} limit_row;

// The rows, and the row of a game or NULL. On x86-64 every loop is compiled twice, for
// all machines and for those that have BMI2; these are the best for the one we are on.
int limit_count(void);
const limit_row *limit_at(int i);
const limit_row *limit_find(const char *game);

// --- The loops, a file each ----------------------------------------------------------

#define LIMIT_GAMES(row)                                                                           \
    row(tictactoe) row(connect4) row(breakthrough) row(reversi) row(gomoku) row(hex) row(chess)    \
        row(checkers)

#define LIMIT_DECLARE_AS(game, suffix)                                                             \
    uint64_t limit_##game##_playouts##suffix(uint64_t games, uint64_t seed, uint64_t *moves);      \
    uint64_t limit_##game##_perft##suffix(int depth);                                              \
    uint64_t limit_##game##_sample##suffix(uint64_t seed, int plies, uint64_t last,                \
                                           uint64_t *choices);
#define LIMIT_DECLARE(game) LIMIT_DECLARE_AS(game, ) LIMIT_DECLARE_AS(game, _bmi2)

LIMIT_GAMES(LIMIT_DECLARE)

// A row made of them: LIMIT_ROW(chess, ) or LIMIT_ROW(chess, _bmi2).
#define LIMIT_ROW(game, suffix)                                                                    \
    {                                                                                              \
#game, limit_##game##_playouts##suffix, limit_##game##_perft##suffix,                      \
            limit_##game##_sample##suffix                                                          \
    }

// Chess from any position in Forsyth-Edwards notation, whose counters may be left out.
// The text is trusted: this is for tests.
#define LIMIT_DECLARE_CHESS(suffix)                                                                \
    uint64_t limit_chess_perft_from##suffix(const char *fen, int depth);                           \
    uint64_t limit_chess_sample_from##suffix(const char *fen, uint64_t last, uint64_t *choices);

LIMIT_DECLARE_CHESS()
LIMIT_DECLARE_CHESS(_bmi2)

#endif
