// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_GPU_H
#define TSR_GPU_GPU_H

// One game's kernels on one GPU: its code loaded, memory there, and running jobs of lanes_call.h.
//
// Calls of one gpu_game must not overlap. Work is queued on the caller's stream (NULL = the default
// one) and may not be done when a call returns; gpu_wait waits for it.

#include <tessera/game.h>

#include "gpu/place.h"

typedef struct gpu_game gpu_game;

enum { GPU_DEEPEST = 16 }; // plies that LANES_PERFT has stack for

// `device` counts from 0. Makes the code with clang unless it is in the cache.
TSR_NODISCARD tsr_err gpu_open(const tsr_rules *r, int device, gpu_game **out, tsr_error *err);
void gpu_close(gpu_game *g); // NULL is fine

// "NVIDIA H200, driver 13.0, 132 processors"; snprintf's rule.
int gpu_about(const gpu_game *g, char *buf, size_t cap);
const lanes_facts *gpu_facts(const gpu_game *g);
place *gpu_place(gpu_game *g); // the same game; closing either closes it

// Memory of the GPU, cleared; freed with gpu_close at the latest. TSR_ERR_MEMORY says how much is left.
TSR_NODISCARD tsr_err gpu_alloc(gpu_game *g, size_t size, void *out, tsr_error *err);
TSR_NODISCARD tsr_err gpu_bring(gpu_game *g, void *to, const void *from, size_t size,
                                tsr_error *err);
TSR_NODISCARD tsr_err gpu_take(gpu_game *g, void *to, const void *from, size_t size,
                               tsr_error *err); // waits

// Queues a job; `b` is of this machine, what it points to is of the GPU.
TSR_NODISCARD tsr_err gpu_run(gpu_game *g, lanes_job job, const lanes_batch *b, void *stream,
                              tsr_error *err);
TSR_NODISCARD tsr_err gpu_wait(gpu_game *g, void *stream, tsr_error *err);

// The same, `times` over; the GPU's own seconds for all of them.
TSR_NODISCARD tsr_err gpu_time(gpu_game *g, lanes_job job, const lanes_batch *b, int times,
                               double *seconds, tsr_error *err);

// How many lanes of a job the GPU works at side by side.
TSR_NODISCARD tsr_err gpu_room(gpu_game *g, lanes_job job, uint32_t *lanes, tsr_error *err);

#endif
