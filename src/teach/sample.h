// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_SAMPLE_H
#define TSR_TEACH_SAMPLE_H

// Positions to learn from, as bytes: what held, which moves there were, how often each should be
// played or how likely it was, which one was made if that is to teach something, and what came of it. A sample
// takes some hundred bytes.
//
//     inputs  distances          the inputs that hold, each as the distance from the one before
//     moves   { rows row... share }
//     made    [gain]             0, or 1 + the move that was made, and what it gained;
//             [gains weight]     or 1 + the number of moves: what each of them gained, and what the lesson counts
//     loud opinion               whether the best move is noisy, and what the game's heuristic says
//     value                      one for each value of the network
//
// Counts, distances and rows are numbers of 7 bits a byte, lowest first, the last one without the high
// bit; shares, opinions and values are two bytes, 65535 = 1; a gain is two bytes, 0 to 65534 for -2 to 2.

#include "base/buffer.h"
#include "teach/brain.h"

// Room to read a sample into; zeroed at first, freed by sample_room_free.
typedef struct sample_room {
    uint32_t *input, *row;
    uint8_t *rows;
    float *share, *gain;
    uint32_t input_cap, row_cap;
} sample_room;

int sample_room_make(sample_room *room, const schema *s); // 0 for lack of memory
void sample_room_free(sample_room *room);

void sample_begin(buffer *out, const uint32_t *input, uint32_t inputs, uint32_t moves);
void sample_add_move(buffer *out, const uint32_t *row, int rows, double share);
void sample_add_deed(buffer *out, uint32_t made, double gain); // after the moves; `made` may be 0
// The same where every one of `moves` was tried.
void sample_add_tries(buffer *out, uint32_t moves, const double *gain, double weight);
void sample_add_opinion(buffer *out, int loud,
                        double utility); // before the values; 0.5 = there is none
void sample_add_value(buffer *out, double value);

// Reads the sample at `at`, of at most `size` bytes. Returns its size, 0 = these bytes are none.
size_t sample_read(const schema *s, const char *at, size_t size, sample_room *room,
                   brain_lesson *out);

#endif
