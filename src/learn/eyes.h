// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_EYES_H
#define TSR_LEARN_EYES_H

// One network, one game, and room to look at a position. One thread at a time.
//
// Whoever looks sees no more than the player it looks for.

#include "learn/tnet.h"

typedef struct eyes {
    const tnet *net;
    const tsr_rules *r;
    void *view;
    schema_eye eye;
    uint32_t *input; // that held at the last look
    uint32_t inputs;
    tnet_look look;
    double opinion; // of the heuristic at the last look, if the network adds to it; else 0
    arena memory;
} eyes;

// `n` fits the rules; both are kept. *out is new: eyes_close.
TSR_NODISCARD tsr_err eyes_open(const tnet *n, const tsr_rules *r, const tsr_alloc *alloc,
                                eyes **out, tsr_error *err);
void eyes_close(eyes *e); // NULL is fine

// Both from the file `path`, for `r`; an empty path leaves them NULL. They are new: close the eyes,
// then tnet_free.
TSR_NODISCARD tsr_err eyes_load(const char *path, const tsr_rules *r, const tsr_alloc *alloc,
                                tnet **net, eyes **out, tsr_error *err);

// Looks at `state` as `who`.
void eyes_look(eyes *e, const void *state, int who);

// What everybody can expect, 0 to 1, by the last look, which `who` took.
void eyes_values(const eyes *e, int who, float *out);

// How good legal moves of `who` in this state seem, a logit each. `second` is the second layer that the
// look of `who` has left (look.second): it can be kept, and asked later.
void eyes_moves(const eyes *e, const int16_t *second, const void *state, int who,
                const tsr_move *moves, int count, float *out);

// How often each of these legal moves should be played, in all 1, by the last look; `view` is what `who` saw.
void eyes_shares(const eyes *e, const void *view, int who, const tsr_move *moves, int count,
                 double *out);

// The first of those with the largest share.
int eyes_first(const double *share, int count);

// Draws one of `count` by their shares.
int eyes_draw(const double *share, int count, tsr_rng *g);

// What everybody can expect in `state`, by the look of whoever is on turn: networks learn from those.
void eyes_all(eyes *e, const void *state, float *out);

#endif
