// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_IMAGE_H
#define TSR_WASM_IMAGE_H

// Games of the shelf that were compiled when the engine was built: pieces of its memory, written by
// tools/wasm-freeze, which only this very engine can open (docs/wasm.md).
//
// A file begins with a wish (image_head), for which its unit was compiled. Two pieces follow, the table of the
// game and the unit. A piece says how large it is in memory and of how many runs, numbers and addresses it
// consists, which follow: a run is so many words that are zero, so many that are numbers, so many that are addresses
// within the piece, each taken from its list. Each piece begins with what it is about.

#include <stddef.h>

#include "lang/game/ready.h"

enum { IMAGE_MARK = 0x31474954 }; // "TIG1"

typedef struct image_head {
    uint32_t mark, size; // of the whole file
    uint64_t sum;        // tsr_hash_bytes of what follows this number
    int32_t players, view, option_count;
    int32_t option[IR_MAX_OPTIONS];
    uint32_t pad;
} image_head;

typedef struct image image;

// Takes a copy of the bytes. NULL if there is no memory, or they are damaged.
image *image_new(const void *bytes, size_t size);
void image_free(image *i);

// The game's table and its sources, which live as long as the image.
const tsr_game *image_game(const image *i);
const lang_sources *image_source(const image *i);

// A new unit of the image with these sources, if it was made for this wish; else NULL.
lang_unit *image_unit(const lang_sources *src, const unit_wish *w);
int image_has(const lang_unit *u); // whether it is one of these
void image_drop(lang_unit *u);

#endif
