// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LANES_CALL_H
#define TSR_LANG_LANES_CALL_H

// What a caller and the kernels of a game have in common: many games side by side, each in a lane.
//
// This text is also put into every file that lanes.c prints, behind native.h. All pointers are of the
// machine that runs the kernels. NULL = not wanted, as in <tessera/batch.h>, whose words these are.

#include <stdint.h>

#include <tessera/rng.h>

#include "base/lots.h"

typedef struct lanes_lane {
    uint32_t plies;
    uint8_t last;  // who moved last
    uint8_t over;  // ended or cut off, and not begun again
    uint8_t ended; // in the last step
    uint8_t picks; // numbers picked of a move that is not whole
} lanes_lane;

enum { LANES_STAY, LANES_SAME, LANES_NEXT }; // as TSR_RESET_NONE ...

typedef enum lanes_job {
    LANES_RESET,
    LANES_STEP, // without `action`: a uniform legal one, as LANES_SAMPLE would give
    LANES_LOOK,
    LANES_SAMPLE,
    LANES_PLAYOUT, // `count` random games a lane, from `start`: plies into `counted`
    LANES_ROLLOUT, // `count` random games from each state: rewards into `reward`, plies into `counted`
    LANES_PERFT, // positions `depth` plies below each state, into `counted`
    LANES_JOBS
} lanes_job;

typedef struct lanes_batch {
    uint32_t games, reset, loses, turned; // loses: who acts illegally loses
    uint32_t max_plies, count;
    int32_t viewer, depth;
    uint32_t wide, pad; // wide: `action` has numbers of 64 bits
    uint64_t seed;
    // What stays between calls.
    unsigned char *state;       // [games][state_size]
    const unsigned char *start; // the first position
    lanes_lane *lane;           // [games]
    uint64_t *mask;             // [games][mask_words]
    uint32_t *picks;            // [games][most_picks]
    tsr_lots *samples;          // [games]
    uint32_t *refused;          // games whose action was illegal are added here
    // The present call.
    const uint8_t *which;  // [games] LANES_RESET: those that begin
    const uint64_t *seeds; // [games] their seeds; LANES_ROLLOUT: of each state
    const int32_t *action;
    int32_t *sampled; // what was drawn
    uint8_t *mask_bytes;
    uint64_t *mask_bits;
    uint8_t *planes, *final_planes;
    float *scalars, *final_scalars, *reward;
    int32_t *score;
    uint8_t *terminated, *truncated, *illegal;
    int8_t *player;
    uint32_t *turn, *plies;
    uint64_t *counted; // [lanes]
} lanes_batch;

#define LANES_ABI 3u

// The same kernels compiled for this machine: a block of lanes after the other.
typedef struct lanes_native {
    uint32_t abi, size; // LANES_ABI, sizeof(lanes_native)
    uint64_t program;   // ir_hash of what was compiled
    uint32_t state_size, most_picks;
    void (*run)(lanes_job job, const lanes_batch *b);
} lanes_native;

#endif
