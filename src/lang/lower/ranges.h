// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_RANGES_H
#define TSR_LANG_RANGES_H

// What is known of vars where a rule is lowered: lower.var_now, one range a var. Whoever lowers a part of
// a rule under a condition narrows it there, and puts back what was known before.

#include "lang/lower/lower.h"

// The condition is known to be true (or false) from here on.
void ranges_narrow(lower *l, const ast *cond, int truth);

// `r` has been done: what it proved and what it assigned.
void ranges_pass(lower *l, const ast *r);

// `r` may be done, any number of times: nothing is known of what it assigns.
void ranges_forget(lower *l, const ast *r);

#endif
