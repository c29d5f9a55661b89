// SPDX-License-Identifier: MIT
#ifndef TESSERA_DEVICE_H
#define TESSERA_DEVICE_H

// The batches of batch.h on an NVIDIA GPU: states stay there, and actions, masks, observations and
// rewards are arrays of its memory, as a network on the same GPU reads and writes them.
//
//     tsr_device_open(ruleset, &config, 0, &b, &why);
//     tsr_device_alloc(b, games * actions, (void **)&io.mask, &why); ...
//     tsr_device_reset(b, NULL, NULL, &io, NULL, &why);
//     for (;;) {
//         tsr_device_step(b, &io, stream, &why);
//     }
//
// What every array holds, and what happens in each game, is what batch.h says, to the byte. All pointers
// of tsr_batch_io, `which` and `seeds` are the device's, from tsr_device_alloc or from elsewhere. Calls
// with a `stream` (a CUstream; NULL = the default one) only queue their work; those of one batch are on
// one stream, or wait in between. Where they have to be kept for a CUDA graph: nothing is allocated
// after the first call of each kind.
//
// Rules must be in the rules language and without dice. There need be no GPU to build or to open a
// ruleset: tsr_device_open says what is missing. Device TSR_DEVICE_HERE is this machine's processor with
// the same kernels, made by its C compiler: for programs that want one way for both, and for tests.

#include <tessera/batch.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_device_batch tsr_device_batch;

enum { TSR_DEVICE_HERE = -1 };

// `device` counts from 0. The threads of the config are not used. The first time the rules are compiled,
// which takes seconds (a minute for the largest); the cache keeps it.
TSR_API int tsr_device_open(const tsr_ruleset *r, const tsr_batch_config *config, int device,
                            tsr_device_batch **out, tsr_problem *why);

// Memory stays until as many have closed the batch as have opened and kept it, so that arrays can be lent. Only
// the first close must come before the ruleset's. NULL is fine.
TSR_API void tsr_device_keep(tsr_device_batch *b);
TSR_API void tsr_device_close(tsr_device_batch *b);
TSR_API int tsr_device_about(const tsr_device_batch *b, tsr_batch_space *out);

// Memory of the device, cleared, freed with the batch; at most 40 pieces. And what is copied there and
// from there, when all that was queued on the default stream is done.
TSR_API int tsr_device_alloc(tsr_device_batch *b, size_t size, void **out, tsr_problem *why);
TSR_API int tsr_device_bring(tsr_device_batch *b, void *to, const void *from, size_t size,
                             tsr_problem *why);
TSR_API int tsr_device_take(tsr_device_batch *b, void *to, const void *from, size_t size,
                            tsr_problem *why);
TSR_API int tsr_device_wait(tsr_device_batch *b, void *stream, tsr_problem *why);

// As tsr_batch_reset, _step, _look and _sample. A step without actions draws them, as tsr_device_sample
// would. With `wide`, actions are of 64 bits.
TSR_API int tsr_device_reset(tsr_device_batch *b, const uint8_t *which, const uint64_t *seeds,
                             const tsr_batch_io *io, void *stream, tsr_problem *why);
TSR_API int tsr_device_step(tsr_device_batch *b, const tsr_batch_io *io, int wide, void *stream,
                            tsr_problem *why);
TSR_API int tsr_device_look(tsr_device_batch *b, int viewer, const tsr_batch_io *io, void *stream,
                            tsr_problem *why);
TSR_API int tsr_device_sample(tsr_device_batch *b, int32_t *action, void *stream, tsr_problem *why);

// Waits; how many actions were illegal since this was asked last.
TSR_API int tsr_device_refused(tsr_device_batch *b, void *stream, tsr_problem *why);

// `count` random games from each state to their end: rewards [games][count][players] and plies
// [games][count], as tsr_state_rollouts with the game's seed; `seeds` [games], NULL = the batch's.
TSR_API int tsr_device_rollouts(tsr_device_batch *b, uint32_t count, const uint64_t *seeds,
                                float *reward, uint64_t *plies, void *stream, tsr_problem *why);

// As tsr_batch_state and tsr_batch_set_state, when all that was queued is done.
TSR_API int tsr_device_state(tsr_device_batch *b, uint32_t game, tsr_state **out, tsr_problem *why);
TSR_API int tsr_device_set_state(tsr_device_batch *b, uint32_t game, const tsr_state *s,
                                 tsr_problem *why);

// What a game consists of between calls, in parts that count from 0: a row of `*row` bytes for each game, one
// after another. Whoever copies the same rows of all parts from one game to another, of this batch or of
// another of the same ruleset, has copied the game; `tsr_device_look` shows it. Past the last part *out is NULL.
TSR_API int tsr_device_part(tsr_device_batch *b, uint32_t part, void **out, size_t *row,
                            tsr_problem *why);

// Games that the caller keeps, in arrays of the device with a row of each part for every game: for libraries
// whose functions have no memory of their own, such as JAX. The batch's own games are left alone; its config holds,
// and how many games it has does not matter. These calls may overlap on different streams.
enum { TSR_DEVICE_PARTS = 5 };

typedef struct tsr_device_games {
    uint32_t size, games; // sizeof(tsr_device_games)
    void *part[TSR_DEVICE_PARTS];
} tsr_device_games;

// As tsr_device_reset (all of them), _step and _look. _look_in only reads the parts.
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
