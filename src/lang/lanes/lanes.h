// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LANES_H
#define TSR_LANG_LANES_H

// Rules as kernels: one C text that plays many games side by side, a lane each, for a GPU and for the
// tests on any machine.
//
// It is the C that cgen prints, tables of the fixed numbers and of what learners see, and the text of
// the .inc files here. Compiled for NVPTX it has three entries for the jobs of lanes_call.h (tessera_batch
// ...); for any other machine one table, lanes_native.
//
// Reentrant.

#include <tessera/game.h>

#include "lang/lanes/lanes_call.h"

#define LANES_SYMBOL "tessera_lanes"

// What a caller must know.
typedef struct lanes_facts {
    uint64_t program;    // ir_hash
    uint32_t hot;        // bytes of a state that every step reads and writes: all but the history
    uint32_t desk;       // bytes of shared memory that a lane needs
    uint32_t shown;      // more, where masks are turned round
    uint32_t room;       // and for random games
    uint32_t in_step;    // 1: the lanes of a block play random games in step
    uint32_t most_picks; // numbers of a move that can wait for more; 0 = moves are one number
    uint32_t counts;     // 1: LANES_PERFT is there
    uint32_t light;      // 1: steps wait for memory alone
} lanes_facts;

// Bytes of shared memory for a lane: its desk, an odd number of words, so that they lie in different banks, and
// what lanes need to exchange their games.
static inline uint32_t lanes_desk(const lanes_facts *f, const lanes_batch *b) {
    const uint32_t ordered = f->in_step ? 8 : 0;
    return (((f->desk + (b->turned ? f->shown : 0)) / 8) | 1) * 8 + ordered;
}

// The text. *out is new: free it with tsr_mem_free(r->alloc, *out, *size + 1). `symbol`, of the
// table, may be NULL = LANES_SYMBOL. TSR_ERR_LIMIT with a sentence where such rules cannot be kernels.
TSR_NODISCARD tsr_err lanes_print(const tsr_rules *r, const char *symbol, char **out, size_t *size,
                                  lanes_facts *facts, tsr_error *err);

// The kernels, and which of them does a job.
typedef enum lanes_kernel { KERNEL_BATCH, KERNEL_GAMES, KERNEL_PERFT, KERNELS } lanes_kernel;

extern const char *const lanes_entry[KERNELS]; // "tessera_batch" ...
lanes_kernel lanes_kernel_of(lanes_job job);

#endif
