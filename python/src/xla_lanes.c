// SPDX-License-Identifier: MIT
// Games as pure functions for JAX where kernels run; see xla.h.
#include "xla.h"
#include "xla_call.h"

enum { PARTS = TSR_DEVICE_PARTS, SEEN = 2 }; // arrays that are a game's own; planes and scalars

// One call: the batch whose kernels work, its games, and where in a queue.
typedef struct call {
    const xla_frame *frame;
    tsr_device_batch *batch;
    tsr_device_games games;
    tsr_batch_io io;
    void *stream;
} call;

static void *data_at(const xla_list *list, int64_t i) {
    return xla_buffer_at(list, i)->data;
}

// Planes and scalars are results `first` and the one behind.
static void *begin_call(call *c, int64_t args, int64_t rets, int64_t first) {
    const xla_frame *f = c->frame;
    c->batch = f->size < sizeof *f ? NULL : (tsr_device_batch *)xla_address(f, "batch");
    if (!c->batch || f->args.count != args || f->rets.count != rets) {
        return xla_refuse(f, "tessera: the call does not fit; is the package another version?");
    }
    c->games.size = sizeof c->games;
    c->io = (tsr_batch_io){.size = sizeof c->io,
                           .planes = data_at(&f->rets, first),
                           .scalars = data_at(&f->rets, first + 1)};
    return NULL;
}

static void *count_games(call *c, int64_t games) {
    if (games > UINT32_MAX) {
        return xla_refuse(c->frame, "tessera: too many games in one call");
    }
    c->games.games = (uint32_t)games;
    return NULL;
}

static void *end_call(const call *c, int code, const tsr_problem *why) {
    return code ? xla_refuse(c->frame, why->message) : NULL;
}

// --- The three calls -----------------------------------------------------------------------------

static void *begin(call *c) {
    const xla_frame *f = c->frame;
    tsr_problem why = {.size = sizeof why};
    void *error = begin_call(c, 1, PARTS + SEEN + 2, PARTS);
    error = error ? error : count_games(c, xla_games_in(xla_buffer_at(&f->args, 0), 1));
    if (error || !c->games.games) {
        return error;
    }
    for (int i = 0; i < PARTS; i++) {
        c->games.part[i] = data_at(&f->rets, i);
    }
    c->io.mask = data_at(&f->rets, PARTS + SEEN);
    c->io.player = data_at(&f->rets, PARTS + SEEN + 1);
    return end_call(
        c, tsr_device_reset_in(c->batch, &c->games, data_at(&f->args, 0), &c->io, c->stream, &why),
        &why);
}

static void *step(call *c) {
    const xla_frame *f = c->frame;
    tsr_problem why = {.size = sizeof why};
    void *error = begin_call(c, PARTS + 1, PARTS + SEEN + 4, PARTS);
    error = error ? error : count_games(c, xla_games_in(xla_buffer_at(&f->args, PARTS), 0));
    if (error || !c->games.games) {
        return error;
    }
    for (int i = 0; i < PARTS; i++) {
        c->games.part[i] = data_at(&f->rets, i);
        if (c->games.part[i] != data_at(&f->args, i)) { // XLA copies where it must; so was asked
            return xla_refuse(f, "tessera: the games of a step were not given to be changed");
        }
    }
    c->io.action = data_at(&f->args, PARTS);
    c->io.mask = data_at(&f->rets, PARTS + SEEN);
    c->io.player = data_at(&f->rets, PARTS + SEEN + 1);
    c->io.reward = data_at(&f->rets, PARTS + SEEN + 2);
    c->io.illegal = data_at(&f->rets, PARTS + SEEN + 3);
    return end_call(c, tsr_device_step_in(c->batch, &c->games, &c->io, c->stream, &why), &why);
}

static void *watch(call *c) {
    const xla_frame *f = c->frame;
    tsr_problem why = {.size = sizeof why};
    void *error = begin_call(c, PARTS, SEEN, 0);
    error = error ? error : count_games(c, xla_games_in(xla_buffer_at(&f->args, 0), 1));
    if (error || !c->games.games) {
        return error;
    }
    for (int i = 0; i < PARTS; i++) {
        c->games.part[i] = data_at(&f->args, i);
    }
    const int viewer = (int)(intptr_t)xla_address(f, "viewer");
    return end_call(c, tsr_device_look_in(c->batch, &c->games, viewer, &c->io, c->stream, &why),
                    &why);
}

// --- On the processor, and in a queue of the GPU's -------------------------------------------------

static void *here(void *frame, void *(*work)(call *c)) {
    call c = {.frame = frame};
    return xla_wants_metadata(frame, 0) ? NULL : work(&c);
}

static void *queued(const xla_frame *frame, void *(*work)(call *c)) {
    call c = {.frame = frame};
    xla_stream_args args = {.size = sizeof args, .context = frame->context};
    if (xla_wants_metadata(frame, XLA_IN_GRAPHS)) {
        return NULL;
    }
    void *error = frame->api->stream_get(&args);
    c.stream = args.stream;
    return error ? error : work(&c);
}

void *xla_lanes_begin(void *frame) {
    return here(frame, begin);
}

void *xla_lanes_step(void *frame) {
    return here(frame, step);
}

void *xla_lanes_watch(void *frame) {
    return here(frame, watch);
}

void *xla_cuda_begin(void *frame) {
    return queued(frame, begin);
}

void *xla_cuda_step(void *frame) {
    return queued(frame, step);
}

void *xla_cuda_watch(void *frame) {
    return queued(frame, watch);
}
