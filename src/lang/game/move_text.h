// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_MOVE_TEXT_H
#define TSR_LANG_MOVE_TEXT_H

// A move in words, from its choices alone: the way it is written where nothing else can be meant
// (`e2e4`, `c3e5g7`). What needs the position, such as a label that tells twins apart, is added
// by the slots (slots_move.c).

#include "lang/vm/walk.h"

// snprintf's rule.
int lang_path_text(const program *p, const walk_step *step, int count, char *buf, size_t cap);

#endif
