// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_IDENT_H
#define TSR_SERVER_IDENT_H

// Numbers as short words for addresses: 10 letters of 5 bits each, without i, l, o
// and u, so that they can be read aloud. Match 5 is "0000000005".

#include <stdint.h>

enum { IDENT_LETTERS = 10, IDENT_BYTES = 12 };

// Writes IDENT_LETTERS letters and a NUL; `id` below 2^50.
void ident_text(uint64_t id, char out[IDENT_BYTES]);

// The number of a word of exactly IDENT_LETTERS letters; 0 if it is none.
uint64_t ident_read(const char *text);

// `letters` letters and a NUL, made from as many random bytes.
void ident_letters(const unsigned char *random, int letters, char *out);

#endif
