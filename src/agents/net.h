// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_NET_H
#define TSR_AGENTS_NET_H

// A small neural network that has learned what positions are worth.
//
// Its inputs are the game's features (tsr_game_ai) as one player sees them; its one output is
// what that player can expect, from 0 (lost) to 1 (won). Layers are fully connected; what is
// negative inside becomes 0. Most features are 0, so the first layer only adds up the rows
// of those that are not: a look costs microseconds.
//
// A network is a text, so that it can be kept, compared and moved between machines:
//
//     tessera-net 1
//     game breakthrough
//     inputs 131
//     layers 64 32 1
//     games 20000
//     weights
//     0.0132 ...            all rows of the first layer, its biases, the next layer ...
//
// A network does not change while it plays; threads share it and have eyes of their own.

#include <tessera/rules.h>

#include "base/buffer.h"

enum { NET_LAYERS = 8, NET_WIDTH = 4096, NET_WEIGHTS = 1 << 24, NET_GAME_MAX = 64 };

typedef struct net_layer {
    uint32_t in, out;
    float *weight; // [in][out]
    float *bias;   // [out]
} net_layer;

typedef struct net {
    char game[NET_GAME_MAX];
    uint64_t games; // it has learned from
    uint32_t layers, inputs;
    uint32_t widest; // of the layers
    net_layer layer[NET_LAYERS];
    float *weights; // all of them
    size_t count;
    const tsr_alloc *alloc;
} net;

// A network with the widths of `width[0 .. layers-1]`; the last must be 1. Its weights are 0.
// *out is new: net_free.
TSR_NODISCARD tsr_err net_new(const char *game, uint32_t inputs, const uint32_t *width,
                              uint32_t layers, const tsr_alloc *alloc, net **out, tsr_error *err);
void net_free(net *n); // NULL is fine

// Small random weights to begin learning with.
void net_scatter(net *n, uint64_t seed);

// From a text and to one; `err` tells the line. *out is new: net_free.
TSR_NODISCARD tsr_err net_parse(const char *text, const tsr_alloc *alloc, net **out,
                                tsr_error *err);
void net_write(const net *n, buffer *out);

// Reads a file. *out is new: net_free.
TSR_NODISCARD tsr_err net_read(const char *path, const tsr_alloc *alloc, net **out, tsr_error *err);

// Writes a file: a new one that takes the old one's place when it is complete.
TSR_NODISCARD tsr_err net_save(const net *n, const char *path, tsr_error *err);

// Whether `n` knows this game, with these options.
TSR_NODISCARD tsr_err net_fits(const net *n, const tsr_rules *r, tsr_error *err);

// The outputs of all layers, one after another, into `act` (net_act_size floats); the
// result, 0 to 1.
size_t net_act_size(const net *n);
float net_run(const net *n, const float *input, float *act);

// Moves the weights so that the output for `input`, which has just been run into `act`,
// becomes smaller by something like `rate` times `difference`: one step down the slope of the
// cross entropy, whose slope at the output is what it gave minus what it should have.
// `scratch` is twice the widest layer.
void net_learn(net *n, const float *input, const float *act, float difference, float rate,
               float *scratch);

// --- Looking ---------------------------------------------------------------------------

// One network, one game, and room to look at a position.
typedef struct net_eyes {
    const net *net; // NULL = blind
    const tsr_rules *r;
    void *view;
    float *input, *act;
} net_eyes;

// `net` fits `r`. Both are kept.
TSR_NODISCARD tsr_err net_eyes_open(net_eyes *e, const net *n, const tsr_rules *r, tsr_error *err);
void net_eyes_close(net_eyes *e); // zeroed is fine

// Both from the file `path`, for `r`; an empty path leaves `e` blind and *out NULL.
// *out is new: close the eyes, then net_free.
TSR_NODISCARD tsr_err net_load(const char *path, const tsr_rules *r, const tsr_alloc *alloc,
                               net **out, net_eyes *e, tsr_error *err);

// What `who` can expect in `state`, of which only what `who` sees is looked at.
float net_eyes_of(net_eyes *e, const void *state, int who);

// What everybody can expect. Two who play against each other share 1.
void net_eyes_all(net_eyes *e, const void *state, float *out);

#endif
