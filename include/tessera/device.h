// SPDX-License-Identifier: MIT
#ifndef TESSERA_DEVICE_H
#define TESSERA_DEVICE_H

// The batches of batch.h on an NVIDIA GPU. States stay in its memory; actions, masks, observations
// and rewards are arrays there, for use by a network on the same GPU.
//
//     tsr_device_open(ruleset, &config, 0, &b, &why);
//     tsr_device_alloc(b, games * actions, (void **)&io.mask, &why); ...
//     tsr_device_reset(b, NULL, NULL, &io, NULL, &why);
//     for (;;) {
//         tsr_device_step(b, &io, stream, &why);
//     }
//
// The games and the contents of all arrays are the same as in batch.h, byte for byte. All pointers
// in tsr_batch_io, `which` and `seeds` are device memory, from tsr_device_alloc or elsewhere.
// Functions with a `stream` (a CUstream; NULL = the default stream) are asynchronous. Use one
// stream per batch, or synchronise between streams. For CUDA graphs: each function allocates only
// in its first call.
//
// The rules must be in the rules language, without dice and hidden information. No GPU is needed
// to build this library or to open a ruleset; tsr_device_open reports what is missing. Device
// TSR_DEVICE_HERE runs the same kernels on the processor: for tests, and for programs that run
// with and without a GPU.

#include <tessera/batch.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_device_batch tsr_device_batch;

enum { TSR_DEVICE_HERE = -1 };

// `device` counts from 0. `threads` of the config is ignored. The first call for a ruleset compiles
// its rules, which takes seconds (a minute for the largest); the result is cached.
TSR_API int tsr_device_open(const tsr_ruleset *r, const tsr_batch_config *config, int device,
                            tsr_device_batch **out, tsr_problem *why);

// Reference counting, for sharing arrays: _keep adds a reference, _close drops one, and the last
// frees the memory. The first _close must precede tsr_close. NULL is allowed.
TSR_API void tsr_device_keep(tsr_device_batch *b);
TSR_API void tsr_device_close(tsr_device_batch *b);
TSR_API int tsr_device_about(const tsr_device_batch *b, tsr_batch_space *out);

// Allocates zeroed device memory, freed with the batch; at most 40 blocks. _bring copies to the
// device and _take from it, after all work queued on the default stream.
TSR_API int tsr_device_alloc(tsr_device_batch *b, size_t size, void **out, tsr_problem *why);
TSR_API int tsr_device_bring(tsr_device_batch *b, void *to, const void *from, size_t size,
                             tsr_problem *why);
TSR_API int tsr_device_take(tsr_device_batch *b, void *to, const void *from, size_t size,
                            tsr_problem *why);
TSR_API int tsr_device_wait(tsr_device_batch *b, void *stream, tsr_problem *why);

// As tsr_batch_reset, _step, _look and _sample. A step with `action` NULL draws the actions as
// tsr_device_sample does. If `wide` is not 0, actions are 64-bit integers.
TSR_API int tsr_device_reset(tsr_device_batch *b, const uint8_t *which, const uint64_t *seeds,
                             const tsr_batch_io *io, void *stream, tsr_problem *why);
TSR_API int tsr_device_step(tsr_device_batch *b, const tsr_batch_io *io, int wide, void *stream,
                            tsr_problem *why);
TSR_API int tsr_device_look(tsr_device_batch *b, int viewer, const tsr_batch_io *io, void *stream,
                            tsr_problem *why);
TSR_API int tsr_device_sample(tsr_device_batch *b, int32_t *action, void *stream, tsr_problem *why);

// Waits for the stream; returns the number of illegal actions since the last call.
TSR_API int tsr_device_refused(tsr_device_batch *b, void *stream, tsr_problem *why);

// Plays `count` random games from each state: rewards [games][count][players], plies
// [games][count], as tsr_state_rollouts with the game's seed; `seeds` [games], NULL = the batch's.
TSR_API int tsr_device_rollouts(tsr_device_batch *b, uint32_t count, const uint64_t *seeds,
                                float *reward, uint64_t *plies, void *stream, tsr_problem *why);

// As tsr_batch_state and tsr_batch_set_state, after all queued work.
TSR_API int tsr_device_state(tsr_device_batch *b, uint32_t game, tsr_state **out, tsr_problem *why);
TSR_API int tsr_device_set_state(tsr_device_batch *b, uint32_t game, const tsr_state *s,
                                 tsr_problem *why);

// The memory of the games, as parts numbered from 0. A part is an array with a row of `*row` bytes
// for each game. To copy a game within this batch or to another of the same ruleset, copy its rows
// of all parts; tsr_device_look then shows it. After the last part, *out is NULL.
TSR_API int tsr_device_part(tsr_device_batch *b, uint32_t part, void **out, size_t *row,
                            tsr_problem *why);

// Games stored by the caller, in device arrays with the rows of each part: for libraries with pure
// functions, such as JAX. The batch supplies the config; its own games are not used, and their
// number does not matter. These calls may overlap on different streams.
enum { TSR_DEVICE_PARTS = 5 };

typedef struct tsr_device_games {
    uint32_t size, games; // sizeof(tsr_device_games)
    void *part[TSR_DEVICE_PARTS];
} tsr_device_games;

// As tsr_device_reset (of all games), _step and _look. _look_in does not write the parts.
TSR_API int tsr_device_reset_in(tsr_device_batch *b, const tsr_device_games *games,
                                const uint64_t *seeds, const tsr_batch_io *io, void *stream,
                                tsr_problem *why);
TSR_API int tsr_device_step_in(tsr_device_batch *b, const tsr_device_games *games,
                               const tsr_batch_io *io, void *stream, tsr_problem *why);
TSR_API int tsr_device_look_in(tsr_device_batch *b, const tsr_device_games *games, int viewer,
                               const tsr_batch_io *io, void *stream, tsr_problem *why);

#ifdef __cplusplus
}
#endif

#endif
