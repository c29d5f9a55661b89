// SPDX-License-Identifier: MIT
//
// Positions to the kernels, rewards back, and what they are worth on average; see rollouts.h.
#include "gpu/rollouts.h"

#include <stdlib.h>

#include <tessera/rules.h>

#include "gpu/lanes_new.h"
#include "gpu/place_open.h"

_Static_assert((int)CROWD_HERE == (int)PLACE_HERE, "devices have the same numbers");

typedef struct rollouts {
    place *place;
    const tsr_rules *r;
    crowd_size size;
    lanes_batch lanes;
    uint64_t *seeds; // of the place
    float *taken;    // [states][games][players]
} rollouts;

static size_t results_of(const rollouts *c, uint32_t states) {
    return (size_t)states * c->size.games * c->r->players;
}

static void close_rollouts(crowd *self) {
    rollouts *c = (rollouts *)(void *)self;
    if (c) {
        place_close(c->place);
        free(c->taken);
        free(c);
    }
}

static tsr_err make_room(rollouts *c, tsr_error *err) {
    const place_type *at = c->place->type;
    const size_t states = c->size.states, games = states * c->size.games;
    tsr_err e = lanes_new(c->place, c->r, c->size.states, 0, &c->lanes, err);
    e = e ? e : at->alloc(c->place, states * sizeof *c->seeds, &c->seeds, err);
    e = e ? e : at->alloc(c->place, games * sizeof *c->lanes.counted, &c->lanes.counted, err);
    e = e ? e
          : at->alloc(c->place, results_of(c, c->size.states) * sizeof *c->taken, &c->lanes.reward,
                      err);
    c->taken = e ? NULL : malloc(results_of(c, c->size.states) * sizeof *c->taken);
    c->lanes.count = c->size.games;
    c->lanes.seeds = c->seeds;
    return e || c->taken ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory for random games");
}

static tsr_err open_rollouts(const tsr_rules *r, int device, crowd_size size, crowd **out,
                             tsr_error *err) {
    rollouts *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for random games");
    }
    c->r = r;
    c->size = size;
    tsr_err e = place_open(r, device, &c->place, err);
    e = e ? e : make_room(c, err);
    if (e) {
        close_rollouts((crowd *)(void *)c);
        return e;
    }
    *out = (crowd *)(void *)c;
    return TSR_OK;
}

static tsr_err send_states(crowd *self, const void *states, const uint64_t *seeds, uint32_t n,
                           tsr_error *err) {
    rollouts *c = (rollouts *)(void *)self;
    const place_type *at = c->place->type;
    c->lanes.games = n;
    tsr_err e = at->bring(c->place, c->lanes.state, states, (size_t)n * c->r->state_size, err);
    e = e ? e : at->bring(c->place, c->seeds, seeds, n * sizeof *seeds, err);
    return e ? e : at->run(c->place, LANES_ROLLOUT, &c->lanes, NULL, err);
}

// Rewards are from -1 to 1.
static tsr_err take_means(crowd *self, float *out, tsr_error *err) {
    rollouts *c = (rollouts *)(void *)self;
    const uint32_t n = c->lanes.games, games = c->size.games, players = c->r->players;
    const float *reward = c->taken;
    tsr_err e = c->place->type->take(c->place, c->taken, c->lanes.reward,
                                     results_of(c, n) * sizeof *reward, err);
    for (uint32_t i = 0; !e && i < n; i++, out += players) {
        for (uint32_t p = 0; p < players; p++) {
            out[p] = 0;
        }
        for (uint32_t k = 0; k < games; k++, reward += players) {
            for (uint32_t p = 0; p < players; p++) {
                out[p] += reward[p];
            }
        }
        for (uint32_t p = 0; p < players; p++) {
            out[p] = (out[p] / (float)games + 1) / 2;
        }
    }
    return e;
}

const crowd_type gpu_rollouts = {open_rollouts, send_states, take_means, close_rollouts};
