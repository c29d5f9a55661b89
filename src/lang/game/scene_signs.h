// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SCENE_SIGNS_H
#define TSR_LANG_SCENE_SIGNS_H

// How pieces of a rules file look: sign, colour, shape; and what lies on a cell as an item of a scene.

#include <tessera/scene.h>

#include "lang/ir/ir.h"

// The sign of a piece of `owner`, IR_NEUTRAL too; `buf` is room for one that has to be made.
const char *scene_glyph(const program *p, int owner, int type, char buf[4]);
uint8_t scene_colour(const program *p, int owner);
uint8_t scene_shape(const program *p, int type);

// A number, much faster than by a format.
void scene_write_number(int n, char *buf, size_t cap);

// The piece on a cell, or the pile: `where` says so in words. `item` has what is known of its place.
void scene_put_piece(const program *p, const void *s, int cell, const char *where, tsr_item item,
                     tsr_scene *out);

// Boards have many cells and are drawn often, so their words are joined without formats.
#define ADD_JOINED(out, item, sign, ...)                                                           \
    scene_add_joined(out, item, sign, (const char *const[]){__VA_ARGS__},                          \
                     (int)(sizeof(const char *const[]){__VA_ARGS__} / sizeof(char *)))

uint32_t scene_add_joined(tsr_scene *out, tsr_item item, const char *sign,
                          const char *const words[], int count);

#endif
