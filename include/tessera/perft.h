// SPDX-License-Identifier: MIT
#ifndef TESSERA_PERFT_H
#define TESSERA_PERFT_H

// Perft: how many positions lie exactly `depth` plies away. The classic test of a
// move generator, for any game: chance outcomes count as plies, and of a
// simultaneous decision the lowest seat is asked first.

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_perft {
    uint64_t nodes;                  // move sequences of exactly `depth` plies
    uint64_t games;                  // complete games of at most `depth` plies
    uint64_t first[TSR_MAX_PLAYERS]; // of these, won outright by each player
    uint64_t shared;                 // of these, with no sole winner
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
