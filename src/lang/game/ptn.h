// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_PTN_H
#define TSR_LANG_PTN_H

// Portable Tak notation: a1, Sa1, Ca1 for stones that are placed, c3>, 3c3>111 for stacks that are carried. Only for
// games whose program reads it: those with a grid of short names and piles (lower/notation.c).

#include "lang/vm/walk.h"

// The move of these choices; 0 = PTN has no words for it, else the length.
int ptn_text(const program *p, const walk_step *step, int count, char *buf, size_t cap);

// What somebody typed, as ptn_text writes it; 0 = it is not well-formed.
int ptn_tidy(const char *typed, char *buf, size_t cap);

#endif
