// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_CURVE_H
#define TSR_TEACH_CURVE_H

// How a run went: a line of CSV for each generation, and a picture of it.
//
//     generation,games,samples,cpu_s,policy_loss,value_loss,random,low,high,mcts:nodes=300,low,high
//     10,5000,101377,19.4,0.44123,0.02102,1.0000,0.9541,1.0000,0.6125,0.5021,0.7124
//
// Scores are empty where a generation was not measured. Everything but `cpu_s` depends on the seed
// alone; `cpu_s` counts all processes, of earlier sittings as well.

#include "base/buffer.h"

enum { CURVE_RIVALS = 8 };

typedef struct curve_score {
    int known;
    double score, low, high;
} curve_score;

typedef struct curve_point {
    uint32_t generation;
    uint64_t games, samples;
    double cpu_s, policy_loss, value_loss;
    curve_score against[CURVE_RIVALS];
} curve_point;

// The first line, and further ones. Rivals have no comma in their names.
void curve_begin(buffer *csv, const char *const *rivals, int count);
void curve_add(buffer *csv, const curve_point *p, int count);

// Seconds of processor time at the last line, 0 if there is none.
double curve_cpu(const char *csv);

// Scores with their intervals and both losses, over the processor time.
void curve_svg(const char *csv, const char *title, buffer *out);

#endif
