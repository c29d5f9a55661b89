// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_TNET_H
#define TSR_LEARN_TNET_H

// A network that has learned a game: what positions are worth, and which moves look good.
//
//     inputs that hold --(sum of rows)--> H1 --(dense)--> H2 --+--> values, a logit each
//                                                              +--> a move: the sum of its rows
//
// A network may be made to add to what the game's own heuristic says (opinion.h): then its value is the sum of
// both logits.
//
// There is no output for every move there might be: a legal move's logit is the product of its rows
// (schema.h) and the second layer. A network without rows of moves only values positions.
//
// Everything is whole numbers, so that the same network says the same on every machine:
//
//     weight       int8 times a scale of its row, in units of 2^-24
//     first sum    int16, in units of 2^-10; its weights are brought to that unit when it is read
//     layers       0 to 4095, in units of 2^-9: what is below 0 or from 8 on is cut off
//     logit        int32, in units of 2^-16
//
// Does not change once made; threads share it and have looks of their own.

#include "learn/schema.h"
#include "learn/sums.h"
#include "learn/units.h"

enum {
    TNET_WIDTH = 512, // of a layer, at most; a multiple of TNET_LANE
    TNET_LANE = 16,
    TNET_WORDS = 512,       // of what it says about itself
    TNET_LIMIT = 256 << 20, // bytes of a file
};

// Rows of one width: int8 as in the file, kept as int16 for the machine's sake.
typedef struct tnet_rows {
    uint32_t count, width;
    int16_t *weight; // [count][width]
    uint32_t *scale; // [count]
    int32_t *bias;   // [count], as logits
    int16_t *pair;   // [width / 2][count][2] the weights once more, for a whole layer; else NULL
    uint8_t *kept;   // [count] 0 = never learned, all is 0
} tnet_rows;

typedef struct tnet {
    schema *see;
    uint32_t h1, h2;
    int adds;                  // its value is to be added to the heuristic's
    tnet_rows input;           // of width h1; in units of 2^-10, whatever their scale
    int16_t *first;            // [h1] what the first sum begins with
    tnet_rows hidden;          // h2 rows of width h1
    tnet_rows value;           // see->values rows of width h2
    tnet_rows move;            // see->moves rows of width h2; count 0 = it knows nothing of moves
    char **move_name;          // [move.count] of those that are kept, else NULL; may be NULL
    char made[TNET_WORDS];     // the command
    char player[TNET_WORDS];   // who plays best with it: "az", "alphabeta"; "" = nobody knows
    char measured[TNET_WORDS]; // in words
    const sums *sums;          // how this machine adds up
    arena memory;
} tnet;

// A network of zeros, which takes `see` over (and frees it on failure as well). *out is new: tnet_free.
TSR_NODISCARD tsr_err tnet_new(schema *see, uint32_t h1, uint32_t h2, int moves, tnet **out,
                               tsr_error *err);
void tnet_free(tnet *n); // NULL is fine

// Sets a row from its int8 weights and scale.
void tnet_set_row(tnet_rows *rows, uint32_t row, const int8_t *weight, uint32_t scale,
                  int32_t bias);
void tnet_set_input(tnet *n, uint32_t row, const int8_t *weight, uint32_t scale);

// --- Files ------------------------------------------------------------------------------

// As bytes and back. Whatever is torn, altered or foreign is refused with a sentence.
TSR_NODISCARD tsr_err tnet_parse(const char *bytes, size_t size, const tsr_alloc *alloc, tnet **out,
                                 tsr_error *err);
void tnet_write(const tnet *n, buffer *out);
// The file `path`; or the network of that name that comes with the program (shipped.h).
TSR_NODISCARD tsr_err tnet_read(const char *path, const tsr_alloc *alloc, tnet **out,
                                tsr_error *err);

// --- Thinking ---------------------------------------------------------------------------

// The second layer after a look; what moves and values are read from.
typedef struct tnet_look {
    int16_t first[TNET_WIDTH];
    int16_t second[TNET_WIDTH];
} tnet_look;

// Looks at a position: `input` are the inputs that hold.
void tnet_see(const tnet *n, const uint32_t *input, uint32_t count, tnet_look *out);

// Value `i` of what was seen, a logit.
int32_t tnet_value(const tnet *n, const tnet_look *look, uint32_t i);

// What rows of moves say of the second layer that a look has left, a logit each. A move's is the sum of its rows'.
void tnet_moves(const tnet *n, const int16_t *second, const uint32_t *row, uint32_t count,
                int32_t *out);

#endif
