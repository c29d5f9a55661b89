// SPDX-License-Identifier: MIT
#ifndef TESTS_SUPPORT_HELP_H
#define TESTS_SUPPORT_HELP_H

// What tests of the core need again and again: opened rules, a record in memory,
// matches that play themselves. Failures are cmocka's assertions.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/match.h>
#include <tessera/record.h>

#include "conformance/planted/planted.h"

// A test with a readable name.
#define TEST(function)                                                                             \
    { #function, function, NULL, NULL, NULL }

// The game opened for so many players; 0 = as many as it likes.
tsr_rules *help_open(const tsr_game *game, int players);

enum { PAPER_ENDS = 1024 };

// A record in memory that can refuse: its `refuse_at`-th write fails (from 1, 0 =
// none), and so does every later one while `stays` is set.
typedef struct paper {
    char *bytes;
    size_t size, cap;
    int writes, refuse_at, stays;
    size_t ends[PAPER_ENDS]; // size after each write, as far as there is room
} paper;

tsr_sink paper_sink(paper *p);
void paper_free(paper *p);
// The whole text, NUL-ended; valid until the next write.
const char *paper_text(paper *p);
// Line `number` (from 1) without its line feed, in a static buffer; "" if there is none.
const char *paper_line(const paper *p, int number);
int paper_lines(const paper *p);
// How many lines have `word` as field `field` (from 0).
int paper_count(const paper *p, int field, const char *word);

// A match of `r` that writes to `p` (may be NULL), all seats asked again.
tsr_match *help_match(const tsr_rules *r, uint64_t seed, paper *p);

// Submits a text that must be answered with `expected`.
void help_say(tsr_match *m, int seat, const char *text, tsr_answer expected);

// Plays up to `plies` answers at random, drawn from `g`; all must be taken.
void help_play(tsr_match *m, int plies, tsr_rng *g);
// Plays to the end.
void help_finish(tsr_match *m, uint64_t seed);

// Loads the first `size` bytes of a record; NULL if it does not load or resume, then
// `err` says why. The record is kept in `rec`.
tsr_match *help_resume(const tsr_rules *r, const char *bytes, size_t size, paper *p,
                       tsr_record *rec, tsr_error *err);

#endif
