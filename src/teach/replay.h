// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_REPLAY_H
#define TSR_TEACH_REPLAY_H

// The samples of the last generations, in memory and in a file that only grows.
//
// The file is a row of blocks, one for each generation: the number of its bytes and of its samples
// (8 bytes each, little-endian), the bytes, and their CRC-32. Whoever goes on with a run says how much of
// the file was there when it was last sure of it; what is behind is cut off.

#include "teach/sample.h"

typedef struct replay_block {
    char *bytes;
    size_t size;
    uint32_t *at; // [samples] where each begins
    uint32_t samples;
} replay_block;

enum { REPLAY_BLOCKS = 4096 };

typedef struct replay {
    const schema *see;
    uint64_t window; // samples that are kept, and what fills up the oldest generation
    replay_block block[REPLAY_BLOCKS]; // oldest first
    int blocks;
    uint64_t samples; // in memory
    uint64_t file_size;
} replay;

void replay_init(replay *p, const schema *see, uint64_t window);
void replay_deinit(replay *p);

// Adds a generation to memory, and drops those that are not needed any more. The bytes are copied.
TSR_NODISCARD tsr_err replay_add(replay *p, const char *bytes, size_t size, uint64_t samples,
                                 tsr_error *err);

// Adds a generation to the file `path`, which must be as long as it was left, and waits for the disk.
TSR_NODISCARD tsr_err replay_append(replay *p, const char *path, const char *bytes, size_t size,
                                    uint64_t samples, tsr_error *err);

// Reads what belongs to the first `size` bytes of the file; cuts off the rest.
TSR_NODISCARD tsr_err replay_load(replay *p, const char *path, uint64_t size, tsr_error *err);

// Sample `i` of those in memory. 0 = it is none, which cannot be.
int replay_get(const replay *p, uint64_t i, sample_room *room, brain_lesson *out);

#endif
