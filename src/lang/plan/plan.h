// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_PLAN_H
#define TSR_LANG_PLAN_H

// The plan: how a turn is used, as code.
//
// Lowering says what the rules mean, node by node. What is done with that (how a turn ends, what
// happens to a player who is stuck, how the first position is made) is the same for everybody
// who plays the program, so it is code of the program, too: the machine runs it, the generator of
// C prints it, and neither knows what a quiet turn or a latch is.
//
//     finish.c   the end of a turn: ir_roots.end, judge; ir_past.latch_code, forget_code
//     effects.c  nodes that only act: ir_roots.when_stuck, set_up
//     ways.h     walking the automaton: functions of instructions of their own
//     text.c     the plan for people: `tessera check --plan`
//     fill.h     games that only fill cells, which can be played without making every turn
//
// A plan asks other code by JASK instead of copying it, so it is always short, and its scratch
// registers are its own: whoever is asked leaves them alone.

#include "base/arena.h"
#include "lang/ir/ir.h"

// Writes the plan behind the code of `p`, which is not rewritten any more, and its ways. 0 = it does
// not fit.
int plan_program(program *p, arena *a);

// The plan as text, with the code that it asks; snprintf's rule.
int plan_text(const program *p, char *buf, size_t cap);
void plan_put_ways(tsr_out *o, const program *p); // a part of it

#endif
