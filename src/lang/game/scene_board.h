// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SCENE_BOARD_H
#define TSR_LANG_SCENE_BOARD_H

// The board as people see it, and where on it a cell lies.

#include <tessera/game.h>
#include <tessera/scene.h>

#include "lang/ir/ir.h"

// `unseen`: cells of which the viewer does not see whether anything is there; or NULL.
void scene_add_board(const tsr_rules *r, const void *s, const uint64_t *unseen, tsr_scene *out);

// Fills in row and column.
void scene_place(const program *p, tsr_item *item, int cell);

// How many tokens lie on a cell; -1 in games without any.
int scene_tokens_at(const program *p, const void *s, int cell);

#endif
