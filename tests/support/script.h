// SPDX-License-Identifier: MIT
#ifndef TESTS_SUPPORT_SCRIPT_H
#define TESTS_SUPPORT_SCRIPT_H

// A match in which everything happens: good and bad answers, players that fail or
// are too late, steps back and forward, somebody leaving. Step `i` of the script
// depends on `i` and the match alone, so it can be repeated after a failure and
// gone on with after a resume.

#include "support/help.h"

enum { SCRIPT_STEPS = 60 };

// A match with clocks and mixed policies; NULL if it does not open.
tsr_match *script_open(const tsr_rules *r, paper *p);

// Does step `i` at time `now`.
tsr_err script_act(tsr_match *m, int i, uint64_t now);

#endif
