// SPDX-License-Identifier: MIT
#ifndef TESSERA_BATCH_H
#define TESSERA_BATCH_H

// Many games of one ruleset at once, for training: thousands of boards that take one action
// each, and write masks, observations and rewards into the caller's arrays.
//
//     tsr_batch_config config = {.size = sizeof config, .games = 1024, .reset = TSR_RESET_SAME};
//     tsr_batch *b;
//     tsr_batch_io io = {.size = sizeof io, .action = action, .mask = mask, .planes = planes,
//                        .reward = reward, .terminated = terminated};
//     tsr_batch_open(ruleset, &config, &b, &why);
//     tsr_batch_reset(b, NULL, NULL, &io, &why);
//     for (;;) {
//         choose(planes, mask, action);
//         tsr_batch_step(b, &io, &why);
//     }
//
// Arrays are in C order and row i is game i; NULL = not wanted. A game that has several players
// deciding at once (TSR_INFO_SIMULTANEOUS) has a row for each player where others have one:
// `rows` of tsr_batch_space says which, 1 or `players`. So `action` is [games][rows], `mask`
// [games][rows][actions] and so on. With one row it belongs to the player on turn; with several,
// row p belongs to player p, whose mask is empty and whose action is not looked at while p has
// nothing to decide.
//
// Chance is drawn inside, from each game's own generator. What happens in game i depends on the
// seed, on i and on the actions it gets, never on the number of threads or of games.
//
// Nothing is allocated after tsr_batch_open. One thread calls; the batch has threads of its own.
// The ruleset must stay open.

#include <tessera/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_batch tsr_batch;

// What happens to a game that is over.
enum {
    TSR_RESET_NONE = 0, // it stays; its mask is empty, its actions are not looked at
    TSR_RESET_SAME, // the next game begins in the same step: mask and planes are already its own
    TSR_RESET_NEXT  // the next game begins in the next step, whatever its action
};

// What happens on an illegal action, beside being counted.
enum {
    TSR_ILLEGAL_STAYS = 0, // the game does not move
    TSR_ILLEGAL_LOSES      // the game is over: reward -1 for who did it, 1 for the others
};

enum { // tsr_batch_config.flags
    // Action numbers are as seen by the player who acts: where the second player sees the board
    // turned round (TSR_INFO_TURNS), as the planes always are, the numbers turn with it.
    TSR_BATCH_TURNED = 1u << 0
};

typedef struct tsr_batch_config {
    uint32_t size;      // sizeof(tsr_batch_config)
    uint32_t games;     // at least 1
    uint32_t threads;   // 0 or 1: the caller's alone
    uint32_t reset;     // TSR_RESET_NONE ...
    uint32_t illegal;   // TSR_ILLEGAL_STAYS ...
    uint32_t flags;     // TSR_BATCH_TURNED
    uint32_t max_plies; // games are cut off (`truncated`) after so many; 0 = never
    uint32_t pad;
    uint64_t seed;
} tsr_batch_config;

typedef struct tsr_batch_space {
    uint32_t size; // sizeof(tsr_batch_space), set by the caller
    uint32_t games, rows, players;
    uint32_t actions, mask_words;
    uint32_t planes, height, width, scalars;
    uint64_t action_hash;
} tsr_batch_space;

typedef struct tsr_batch_io {
    uint32_t size, pad;    // sizeof(tsr_batch_io)
    const int32_t *action; // [games][rows], read by tsr_batch_step
    uint8_t *mask;         // [games][rows][actions], 1 = may be picked
    uint64_t *mask_bits;   // [games][rows][mask_words], the same in bits
    uint8_t *planes;       // [games][rows][planes][height][width]
    float *scalars;        // [games][rows][scalars]
    uint8_t *final_planes; // as `planes`, of games that ended in this step, others untouched:
    float *final_scalars;  // seen by the seat after the last mover (with several rows, by each)
    float *reward;         // [games][players], -1 to 1 for games that ended in this step, else 0
    int32_t *score;        // [games][players], points after the step; of the end, where it ended
    uint8_t *terminated; // [games], 1: the game ended in this step by its rules (or ILLEGAL_LOSES)
    uint8_t *truncated;  // [games], 1: it was cut off in this step
    uint8_t *illegal;    // [games], 1: an action was illegal
    int8_t *player;      // [games], who is on turn afterwards; -1 = over, or several
    uint32_t *turn;      // [games], the same as bits, for several at once
    uint32_t *plies;     // [games], moves made in this game; of the end, where it ended
} tsr_batch_io;

TSR_API int tsr_batch_open(const tsr_ruleset *r, const tsr_batch_config *config, tsr_batch **out,
                           tsr_problem *why);
TSR_API void tsr_batch_close(tsr_batch *b); // NULL is fine
TSR_API int tsr_batch_about(const tsr_batch *b, tsr_batch_space *out);

// Begins the games `which` is not 0 for (NULL = all), and shows all. With `seeds` each of them gets a
// seed of its own; without, a reset of all begins as the batch began, and one of some goes on in their
// generators.
TSR_API int tsr_batch_reset(tsr_batch *b, const uint8_t *which, const uint64_t *seeds,
                            const tsr_batch_io *io, tsr_problem *why);

// One action for each game. Returns the number of games whose action was illegal, or a negative
// TSR_FAIL_ number, when nothing has happened.
TSR_API int tsr_batch_step(tsr_batch *b, const tsr_batch_io *io, tsr_problem *why);

// Why an action of a game is illegal: names it and the legal ones. 0 = it is legal.
TSR_API int tsr_batch_why_not(const tsr_batch *b, uint32_t game, uint32_t row, int64_t action,
                              tsr_problem *why);

// Shows all games without a step: masks, planes, scalars, scores, player, turn. `viewer` is a seat
// whose observation is wanted instead of the row's own, or -1.
TSR_API int tsr_batch_look(tsr_batch *b, int viewer, const tsr_batch_io *io, tsr_problem *why);

// Uniform legal actions, [games][rows], from generators of their own: asking does not change what
// happens. -1 where there is nothing to decide.
TSR_API int tsr_batch_sample(tsr_batch *b, int32_t *action);

// Game by game: its state, and putting one there (MISMATCH if it is of other rules, STATE if it is a
// view). The game goes on from it; its plies begin at 0.
TSR_API int tsr_batch_state(const tsr_batch *b, uint32_t game, tsr_state **out);
TSR_API int tsr_batch_set_state(tsr_batch *b, uint32_t game, const tsr_state *s, tsr_problem *why);

#ifdef __cplusplus
}
#endif

#endif
