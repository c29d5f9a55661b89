// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_GUMBEL_WEIGH_H
#define TSR_LEARN_GUMBEL_WEIGH_H

// What the moves of a node deserve, four of them at a time.
//
// Every number is reckoned alone and by the same steps in every way, and sums go from the first move to the last:
// all machines get the same bits.

#include <stdint.h>

enum { WEIGH_LANE = 4 }; // so many numbers may be read and written behind the last one

// The moves of a node: `moves` numbers each.
typedef struct weigh_moves {
    const float *log_prior, *prior;
    const float *worth; // 0 until it has visits
    const uint32_t *visits;
    uint32_t moves;
    double value; // of the node
    double sharp; // how much found values count
} weigh_moves;

typedef struct weigh {
    const char *name;

    // Shares of moves into `weight`, before they are divided by their sum, which is returned. `part` is scratch.
    double (*weigh)(const weigh_moves *m, double *weight, double *part);

    // The move whose visits lag most behind, of shares that are still to be multiplied by `share`; a visit counts
    // `visit`. What is settled already waits: `settled` has a byte each, NULL = nothing is.
    uint32_t (*lagging)(const weigh_moves *m, double share, double visit, const uint8_t *settled,
                        const double *weight);

    // Logits become logarithms of shares, and the shares. `part` is scratch.
    void (*share_out)(float *log_prior, float *prior, uint32_t moves, double *part);
} weigh;

const weigh *weigh_plain(void); // on every machine
const weigh *weigh_best(void);  // on this one

#endif
