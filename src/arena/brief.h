// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_BRIEF_H
#define TSR_ARENA_BRIEF_H

// A brief: all that somebody elsewhere must know to do pieces of a work, as a text. Lines of a word and
// what it says; a word may come again, then its lines count from 0.
//
//     kind series
//     game chess
//     agent greedy
//     agent mcts:nodes=100
//
// Line breaks and backslashes in what it says are written as \n and \\.

#include <stdint.h>

#include "base/buffer.h"

void brief_put(buffer *b, const char *word, const char *value); // NULL writes nothing
void brief_put_int(buffer *b, const char *word, int64_t value);
void brief_put_uint(buffer *b, const char *word, uint64_t value);

int brief_count(const char *text, const char *word);

// What line `index` of a word says; NULL if there is none, or no memory. New: free.
char *brief_get(const char *text, const char *word, int index);

// The first line as a number from `min` to `max`; 0 if it is none.
int brief_get_int(const char *text, const char *word, int64_t min, int64_t max, int64_t *out);
int brief_get_uint(const char *text, const char *word, uint64_t *out);

// All lines of a word; *out ends with NULL and is new: brief_free_all. 0: no memory.
int brief_get_all(const char *text, const char *word, char ***out, int *count);
void brief_free_all(char **all); // NULL is fine

#endif
