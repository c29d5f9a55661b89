// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_FREEZE_H
#define TSR_WASM_FREEZE_H

// What tools/wasm-freeze reads in the engine's memory.

#include "wasm/compiler.h"
#include "wasm/image.h"

typedef struct freeze_block {
    void *at;
    uint32_t size;
} freeze_block;

typedef struct freeze_result {
    const tsr_game *game;
    lang_unit *unit;
    const freeze_block *block; // all the memory that was taken and not given back
    uint32_t blocks;
    image_head head; // without its sum
} freeze_result;

typedef struct freezer {
    // NULL if it fails.
    const freeze_result *(*freeze)(const wasm_compiler *compiler, const char *text);
} freezer;

extern const freezer tsr_freezer;

#endif
