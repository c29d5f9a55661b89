// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_NOTED_H
#define TSR_LANG_NOTED_H

// What the moves of a list mean. A move with many choices is a hash, and to know its choices all turns are gone through
// until it comes. Whoever asks for all moves of a list would do so once for each; so those are noted while the turns
// are listed once.
//
// Large (700 KB): a caller's variable, one at a time.

#include "lang/vm/walk.h"

// A move and its choices; count < 0: it is no move.
typedef struct spelled {
    tsr_move move;
    int count;
    walk_step step[WALK_MAX_CHOICES];
} spelled;

void spell(spelled *out, const program *p, const void *s, tsr_move m);

typedef struct noted {
    int count; // 0 = nothing is noted: no move is hashed, or it cannot be told here
    tsr_move move[TSR_MAX_MOVES];
    walk_paths paths;
} noted;

// Notes the hashed moves of a list that walk_moves made; lists them, as it does, and notes them.
void noted_begin(noted *n, const program *p, const void *s, const tsr_move *list, int count);
int noted_list(noted *n, const program *p, const void *s, tsr_move *list);

// The same of `m`, number `i` of that list.
void noted_spell(const noted *n, const program *p, const void *s, int i, tsr_move m, spelled *out);

#endif
