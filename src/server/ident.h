// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_IDENT_H
#define TSR_SERVER_IDENT_H

// Numbers as short words for addresses: 10 letters of 5 bits each, without i, l, o
// and u, so that they can be read aloud. Match 5 is "0000000005".
//
// Where matches are kept by months (store_pg_months.h) their number has the month it was made in above those 50 bits,
// and its word two letters more, which come first.

#include <stdint.h>

enum { IDENT_LETTERS = 10, IDENT_LONG = 12, IDENT_BITS = 50, IDENT_BYTES = 16 };

// Writes IDENT_LETTERS letters and a NUL, or IDENT_LONG where there is a month; `id` below 2^60.
void ident_text(uint64_t id, char out[IDENT_BYTES]);

// The number of a word of so many letters; 0 if it is none.
uint64_t ident_read(const char *text);

// The month of a time in seconds since 1970, counted from January 2026, which is 0, as are all before it.
uint32_t ident_month(int64_t wall_s);

// `id` below 2^50 as one of that month.
uint64_t ident_of_month(uint64_t id, uint32_t month);

// `letters` letters and a NUL, made from as many random bytes.
void ident_letters(const unsigned char *random, int letters, char *out);

#endif
