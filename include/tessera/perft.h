// SPDX-License-Identifier: MIT
#ifndef TESSERA_PERFT_H
#define TESSERA_PERFT_H

// Perft: counts the move sequences of a given length, the usual test of a move generator. It works
// for any game: chance outcomes count as plies, and in a simultaneous decision the lowest seat
// decides first.

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_perft {
    uint64_t nodes;                  // move sequences of exactly `depth` plies
    uint64_t games;                  // complete games of at most `depth` plies
    uint64_t first[TSR_MAX_PLAYERS]; // of these games, those won by each player alone
    uint64_t shared;                 // of these games, those without a sole winner
} tsr_perft;

typedef enum tsr_perft_mode {
    TSR_PERFT_COUNT, // only `nodes`: the last ply is counted, not played
    TSR_PERFT_GAMES, // everything
    TSR_PERFT_MADE   // only `nodes`, with the last ply played
} tsr_perft_mode;

// Counts from `s`; `mode` is one of tsr_perft_mode.
TSR_NODISCARD tsr_err tsr_perft_run(const tsr_rules *r, const void *s, int depth, int mode,
                                    const tsr_alloc *alloc, tsr_perft *out);

#ifdef __cplusplus
}
#endif

#endif
