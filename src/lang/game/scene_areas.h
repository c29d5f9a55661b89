// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SCENE_AREAS_H
#define TSR_LANG_SCENE_AREAS_H

// What lies beside the board, or on a table without one: a zone for each area and owner.

#include <tessera/scene.h>

#include "lang/ir/ir.h"

// Where zones hang: games of cards have a group for what is common and one for each player, others none (-1).
typedef struct scene_groups {
    int16_t table, of[IR_MAX_PLAYERS];
} scene_groups;

scene_groups scene_add_groups(const program *p, const void *s, tsr_scene *out);
void scene_add_areas(const program *p, const void *s, const scene_groups *to, tsr_scene *out);

#endif
