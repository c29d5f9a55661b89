// SPDX-License-Identifier: MIT
#ifndef TESSERA_BATCH_H
#define TESSERA_BATCH_H

// Many games of one ruleset at once, for training. Each step plays one action in every game and
// writes masks, observations and rewards to the caller's arrays.
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
// Arrays are in C order, with one entry per game; NULL = not wanted. `rows` of
// tsr_batch_space is 1, or `players` if several players may decide at once
// (TSR_INFO_SIMULTANEOUS). So `action` is [games][rows], `mask` is [games][rows][actions]
// and so on. A single row belongs to the player on turn. Of several rows, row p belongs
// to player p; while p has nothing to decide, its mask is empty and its action is
// ignored.
//
// Every game draws chance events from its own generator. What happens in game i depends
// on the seed, on i and on the actions, not on the number of threads or games.
//
// Nothing is allocated after tsr_batch_open. Only one thread may call; the batch has
// worker threads of its own. The ruleset must stay open.

#include <tessera/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_batch tsr_batch;

// What happens to a game that is over.
enum {
    TSR_RESET_NONE = 0, // it stays over; its mask is empty and its actions are ignored
    TSR_RESET_SAME, // the next game begins in the same step; mask and planes are of the new game
    TSR_RESET_NEXT  // the next game begins in the next step; the action is ignored
};

// What happens on an illegal action, apart from being counted.
enum {
    TSR_ILLEGAL_STAYS = 0, // the game does not change
    TSR_ILLEGAL_LOSES      // the game ends: reward -1 for that player, 1 for the others
};

enum { // tsr_batch_config.flags
    // Action numbers are relative to the acting player: if the second player sees a rotated board
    // (TSR_INFO_TURNS), the numbers are rotated too. The planes always are.
    TSR_BATCH_TURNED = 1u << 0
};

typedef struct tsr_batch_config {
    uint32_t size;      // sizeof(tsr_batch_config)
    uint32_t games;     // at least 1
    uint32_t threads;   // 0 or 1: only the calling thread
    uint32_t reset;     // TSR_RESET_NONE ...
    uint32_t illegal;   // TSR_ILLEGAL_STAYS ...
    uint32_t flags;     // TSR_BATCH_TURNED
    uint32_t max_plies; // games are truncated after this number of plies; 0 = never
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
    uint64_t *mask_bits;   // [games][rows][mask_words], the same as bits
    uint8_t *planes;       // [games][rows][planes][height][width]
    float *scalars;        // [games][rows][scalars]
    uint8_t *final_planes; // as `planes`, written only for games that ended in this step:
    float *final_scalars;  // as seen by the seat after the last mover (several rows: by each seat)
    float *reward;         // [games][players], -1 to 1 for games that ended in this step, else 0
    int32_t *score;        // [games][players], points after the step, before any reset
    uint8_t *terminated; // [games], 1: the game ended in this step by its rules (or ILLEGAL_LOSES)
    uint8_t *truncated;  // [games], 1: it was truncated in this step
    uint8_t *illegal;    // [games], 1: an action was illegal
    int8_t *player;      // [games], the player on turn after the step; -1 = over, or several
    uint32_t *turn;      // [games], all players on turn, as a bit mask
    uint32_t *plies;     // [games], plies played in this game, before any reset
} tsr_batch_io;

TSR_API int tsr_batch_open(const tsr_ruleset *r, const tsr_batch_config *config, tsr_batch **out,
                           tsr_problem *why);
TSR_API void tsr_batch_close(tsr_batch *b); // NULL is allowed
TSR_API int tsr_batch_about(const tsr_batch *b, tsr_batch_space *out);

// Restarts the games i with which[i] != 0 (NULL = all) and writes the arrays of all games. `seeds`
// gives each of these games a new seed. If it is NULL, a reset of all games repeats the start of
// the batch, and a reset of some continues their generators.
TSR_API int tsr_batch_reset(tsr_batch *b, const uint8_t *which, const uint64_t *seeds,
                            const tsr_batch_io *io, tsr_problem *why);

// Plays one action in each game. Returns the number of games whose action was illegal, or a
// negative TSR_FAIL_ code, in which case no game has changed.
TSR_API int tsr_batch_step(tsr_batch *b, const tsr_batch_io *io, tsr_problem *why);

// The reason why an action is illegal; the message also names the legal ones. 0 = it is legal.
TSR_API int tsr_batch_why_not(const tsr_batch *b, uint32_t game, uint32_t row, int64_t action,
                              tsr_problem *why);

// Writes masks, planes, scalars, scores, player and turn of all games without a step. `viewer` is
// the seat to observe from, or -1 for the seat of each row.
TSR_API int tsr_batch_look(tsr_batch *b, int viewer, const tsr_batch_io *io, tsr_problem *why);

// Draws uniform legal actions, [games][rows], from separate generators, so that the games are not
// affected. -1 = nothing to decide.
TSR_API int tsr_batch_sample(tsr_batch *b, int32_t *action);

// Reads and sets the state of one game. MISMATCH: the state has other rules; STATE: it is a view.
// The game continues from that state and counts its plies from 0.
TSR_API int tsr_batch_state(const tsr_batch *b, uint32_t game, tsr_state **out);
TSR_API int tsr_batch_set_state(tsr_batch *b, uint32_t game, const tsr_state *s, tsr_problem *why);

#ifdef __cplusplus
}
#endif

#endif
