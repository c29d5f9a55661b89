// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_BRAIN_H
#define TSR_TEACH_BRAIN_H

// A network while it learns: the shape of learn/tnet.h in floating point, with what Adam remembers.
//
// Sums are taken in a fixed order (wide.h), and a batch is cut into BRAIN_SHARDS
// parts whose slopes are added up in their order: the same lessons give the same bits with any number
// of threads, and with any compiler that does not reorder sums.

#include "learn/tnet.h"
#include "teach/lesson.h"
#include "teach/wide.h"

enum { BRAIN_SHARDS = 4, BRAIN_LESSONS = 128 }; // lessons of a shard from one step to the next

typedef enum brain_part {
    BRAIN_INPUT = 0, // rows of the first layer
    BRAIN_FIRST,     // one row: what its sum begins with
    BRAIN_HIDDEN,
    BRAIN_VALUE,
    BRAIN_MOVE,
    BRAIN_PARTS
} brain_part;

// Rows of one width, each followed by its bias and, to fill up, zeros.
typedef struct brain_table {
    uint32_t rows, width, stride;
    float *weight, *mean, *square; // [rows][stride]
    uint8_t *seen;                 // [rows] whether it has learned anything
} brain_table;

// What a shard's lessons have to say about the first layer. The slope of an input's row is the sum of
// `back` over the lessons in which it held: these are added up when all are there, a row after the
// other, rather than into a table that is larger than any cache.
typedef struct brain_blame {
    float *back;       // [lessons][h1]
    uint32_t *held;    // inputs of all lessons, one after another
    size_t used, room; // of `held`
    uint32_t inputs[BRAIN_LESSONS];
    uint32_t lessons;
    int failed; // for lack of memory: the step leaves the network as it is
} brain_blame;

// Slopes of one shard; of the inputs only the blame.
typedef struct brain_slope {
    float *at[BRAIN_PARTS]; // [rows][stride]
    uint8_t *is_touched[BRAIN_PARTS];
    uint32_t *touched[BRAIN_PARTS]; // rows that are not all 0
    uint32_t count[BRAIN_PARTS];
    brain_blame blame;
    double policy_loss, value_loss; // sums
} brain_slope;

typedef struct brain {
    schema *see; // owned
    uint32_t h1, h2;
    int adds; // its values are added to the heuristic's
    brain_table part[BRAIN_PARTS];
    brain_slope slope[BRAIN_SHARDS];
    uint64_t steps; // of Adam
    const wide *wide;
    float *back;      // [shards * lessons][h1], which the shards share out
    uint32_t *holds;  // [inputs] in how many lessons of the batch each does
    uint32_t *listed; // inputs that hold in any
    uint32_t *lesson; // [of all of them] lessons in which they do, input by input
    size_t lesson_room;
    arena memory;
} brain;

// A network of small random weights, which takes `see` over. *out is new: brain_free.
TSR_NODISCARD tsr_err brain_new(schema *see, uint32_t h1, uint32_t h2, uint64_t seed, brain **out,
                                tsr_error *err);
void brain_free(brain *b); // NULL is fine

// Adds the slopes of a lesson to a shard's, at most BRAIN_LESSONS between two steps. Different shards
// may be learned by different threads.
void brain_learn(const brain *b, brain_slope *to, const brain_lesson *l);

// Moves the weights by the slopes of all shards, `count` lessons in all, which are then 0 again.
// 0 for lack of memory: then the weights are as they were.
int brain_step(brain *b, double rate, uint32_t count);

// The network in whole numbers, which has a copy of the schema. `r` gives moves their names; `moves`
// 0: it only values positions. *out is new: tnet_free.
TSR_NODISCARD tsr_err brain_round(const brain *b, const tsr_rules *r, int moves, tnet **out,
                                  tsr_error *err);

// The logits of a lesson's moves, in floating point.
void brain_moves(const brain *b, const brain_lesson *l, float *out);

// What the network says of inputs, in floating point: logits of the values.
void brain_values(const brain *b, const uint32_t *input, uint32_t count, float *out);

#endif
