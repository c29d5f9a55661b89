// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SCENE_NUMBERS_H
#define TSR_LANG_SCENE_NUMBERS_H

// The numbers of a scene. `s` is the viewer's view: a score that depends on a hand the viewer does not see is left out.

#include "lang/game/scene_areas.h"

int scene_score_is_secret(const program *p, const void *s, int player);
void scene_add_numbers(const program *p, const void *s, const scene_groups *to, tsr_scene *out);

#endif
