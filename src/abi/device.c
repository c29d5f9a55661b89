// SPDX-License-Identifier: MIT
// Batches where kernels run: opening, memory, and the calls, each of which checks its arguments and
// queues one job.
#include <stdlib.h>
#include <string.h>

#include "abi/batch_impl.h"
#include "abi/device_impl.h"
#include "gpu/lanes_new.h"
#include "gpu/place_open.h"

enum { MOST_PIECES = 40 }; // of the caller

// --- Opening -------------------------------------------------------------------------------------

static tsr_err make_lanes(tsr_device_batch *b, const tsr_batch_config *c, tsr_error *err) {
    const place_type *at = b->place->type;
    tsr_err e = lanes_new(b->place, b->rs->r, c->games, c->seed, &b->lanes, err);
    e = e ? e : at->alloc(b->place, b->rs->r->state_size, &b->given, err);
    e = e ? e : at->alloc(b->place, c->games, &b->chosen, err);
    b->lanes.reset = c->reset;
    b->lanes.loses = c->illegal == TSR_ILLEGAL_LOSES;
    b->lanes.turned = (c->flags & TSR_BATCH_TURNED) && b->rs->turned;
    b->lanes.max_plies = c->max_plies;
    e = e ? e : at->run(b->place, LANES_RESET, &b->lanes, NULL, err);
    return e ? e : at->wait(b->place, NULL, err);
}

int tsr_device_open(const tsr_ruleset *rs, const tsr_batch_config *config, int device,
                    tsr_device_batch **out, tsr_problem *why) {
    tsr_error err = {0};
    if (!rs || !config || !out || device < TSR_DEVICE_HERE) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no ruleset, config or device was given");
    }
    int code = batch_check(rs, config, why);
    if (code) {
        return code;
    }
    tsr_device_batch *b = calloc(1, sizeof *b);
    if (!b) {
        return abi_fail(why, TSR_FAIL_MEMORY, "no memory for a batch");
    }
    atomic_init(&b->holders, 1);
    b->rs = rs;
    batch_space(rs, config->games, &b->space);
    if (place_open(rs->r, device, &b->place, &err) || make_lanes(b, config, &err)) {
        tsr_device_close(b);
        return abi_fail_by(why, &err);
    }
    *out = b;
    return 0;
}

void tsr_device_keep(tsr_device_batch *b) {
    if (b) {
        (void)atomic_fetch_add(&b->holders, 1);
    }
}

void tsr_device_close(tsr_device_batch *b) {
    if (b && atomic_fetch_sub(&b->holders, 1) == 1) {
        place_close(b->place);
        free(b);
    }
}

int tsr_device_about(const tsr_device_batch *b, tsr_batch_space *out) {
    if (!b || !out || out->size < sizeof *out) {
        return TSR_FAIL_ARGUMENT;
    }
    uint32_t size = out->size;
    *out = b->space;
    out->size = size;
    return 0;
}

// --- Memory --------------------------------------------------------------------------------------

static int no_batch(tsr_problem *why) {
    return abi_fail(why, TSR_FAIL_ARGUMENT, "no batch or memory was given");
}

int tsr_device_alloc(tsr_device_batch *b, size_t size, void **out, tsr_problem *why) {
    tsr_error err = {0};
    if (!b || !out) {
        return no_batch(why);
    }
    if (b->pieces == MOST_PIECES) {
        return abi_fail(why, TSR_FAIL_LIMIT, "a batch gives at most %d pieces of memory",
                        MOST_PIECES);
    }
    b->pieces++;
    return b->place->type->alloc(b->place, size, out, &err) ? abi_fail_by(why, &err) : 0;
}

int tsr_device_bring(tsr_device_batch *b, void *to, const void *from, size_t size,
                     tsr_problem *why) {
    tsr_error err = {0};
    if (!b || (size && (!to || !from))) {
        return no_batch(why);
    }
    return b->place->type->bring(b->place, to, from, size, &err) ? abi_fail_by(why, &err) : 0;
}

int tsr_device_take(tsr_device_batch *b, void *to, const void *from, size_t size,
                    tsr_problem *why) {
    tsr_error err = {0};
    if (!b || (size && (!to || !from))) {
        return no_batch(why);
    }
    return b->place->type->take(b->place, to, from, size, &err) ? abi_fail_by(why, &err) : 0;
}

int tsr_device_wait(tsr_device_batch *b, void *stream, tsr_problem *why) {
    tsr_error err = {0};
    if (!b) {
        return no_batch(why);
    }
    return b->place->type->wait(b->place, stream, &err) ? abi_fail_by(why, &err) : 0;
}

// --- Calls ---------------------------------------------------------------------------------------

int device_run(tsr_device_batch *b, lanes_job job, const lanes_batch *call, void *stream,
               tsr_problem *why) {
    tsr_error err = {0};
    return b->place->type->run(b->place, job, call, stream, &err) ? abi_fail_by(why, &err) : 0;
}

int device_call(tsr_device_batch *b, const tsr_batch_io *io, lanes_batch *call, tsr_problem *why) {
    if (!b || !io) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no batch or arrays were given");
    }
    if (io->size != sizeof *io) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "an io has %zu bytes, not %u", sizeof *io,
                        (unsigned)io->size);
    }
    *call = b->lanes;
    call->mask_bytes = io->mask;
    call->mask_bits = io->mask_bits;
    call->planes = io->planes;
    call->scalars = io->scalars;
    call->final_planes = io->final_planes;
    call->final_scalars = io->final_scalars;
    call->reward = io->reward;
    call->score = io->score;
    call->terminated = io->terminated;
    call->truncated = io->truncated;
    call->illegal = io->illegal;
    call->player = io->player;
    call->turn = io->turn;
    call->plies = io->plies;
    return 0;
}

int tsr_device_reset(tsr_device_batch *b, const uint8_t *which, const uint64_t *seeds,
                     const tsr_batch_io *io, void *stream, tsr_problem *why) {
    lanes_batch call;
    int code = device_call(b, io, &call, why);
    if (code) {
        return code;
    }
    call.which = which;
    call.seeds = seeds;
    return device_run(b, LANES_RESET, &call, stream, why);
}

int tsr_device_step(tsr_device_batch *b, const tsr_batch_io *io, int wide, void *stream,
                    tsr_problem *why) {
    lanes_batch call;
    int code = device_call(b, io, &call, why);
    if (code) {
        return code;
    }
    call.action = io->action;
    call.wide = wide != 0;
    return device_run(b, LANES_STEP, &call, stream, why);
}

int tsr_device_look(tsr_device_batch *b, int viewer, const tsr_batch_io *io, void *stream,
                    tsr_problem *why) {
    lanes_batch call;
    int code = device_call(b, io, &call, why);
    if (!code && (viewer < -1 || viewer >= (int)b->space.players)) {
        code = abi_fail(why, TSR_FAIL_ARGUMENT, "there is no seat %d", viewer);
    }
    if (code) {
        return code;
    }
    call.viewer = viewer;
    return device_run(b, LANES_LOOK, &call, stream, why);
}

int tsr_device_sample(tsr_device_batch *b, int32_t *action, void *stream, tsr_problem *why) {
    if (!b || !action) {
        return no_batch(why);
    }
    lanes_batch call = b->lanes;
    call.sampled = action;
    return device_run(b, LANES_SAMPLE, &call, stream, why);
}

int tsr_device_refused(tsr_device_batch *b, void *stream, tsr_problem *why) {
    uint32_t count = 0;
    const uint32_t none = 0;
    int code = tsr_device_wait(b, stream, why);
    code = code ? code : tsr_device_take(b, &count, b->lanes.refused, sizeof count, why);
    code = code ? code : tsr_device_bring(b, b->lanes.refused, &none, sizeof none, why);
    return code ? code : count < INT32_MAX ? (int)count : INT32_MAX;
}

int tsr_device_rollouts(tsr_device_batch *b, uint32_t count, const uint64_t *seeds, float *reward,
                        uint64_t *plies, void *stream, tsr_problem *why) {
    if (!b || !count || !reward || !plies) {
        return no_batch(why);
    }
    if ((uint64_t)count * b->lanes.games > INT32_MAX) {
        return abi_fail(why, TSR_FAIL_LIMIT, "%u random games from each of %u states are too many",
                        (unsigned)count, (unsigned)b->lanes.games);
    }
    lanes_batch call = b->lanes;
    call.count = count;
    call.seeds = seeds;
    call.reward = reward;
    call.counted = plies;
    return device_run(b, LANES_ROLLOUT, &call, stream, why);
}
