// SPDX-License-Identifier: MIT
#ifndef TSR_TEST_REF_PLAY_H
#define TSR_TEST_REF_PLAY_H

// The reference player: what the automaton of a program means, said as plainly as possible.
//
// It follows the graph, copies the whole position at every node, and runs the code of one node at
// a time. It knows kinds of nodes, where they lead and their code, and nothing that the compiler has
// found out about them: no joined code, no tails, no duties, no weights. Give it a program
// that was compiled with every rewrite off. It is slow, and it is right or wrong for reasons of
// its own: whatever lists or plays turns is compared with it.

#include <stdint.h>

#include "lang/ir/ir.h"

// Who chooses now where no roll is due, as bits: whoever is on turn, or all who choose at once and have not
// answered yet. Players are meant by their colours.
uint32_t ref_asked(const program *p, const void *state);

// The legal moves of one of them, in no order that matters; at most `cap`.
int ref_moves(const program *p, const void *state, int player, tsr_move *out, int cap);

// Plays a legal move, and all that follows up to the next decision. Of those who choose at once, an answer is kept until
// the last has come. 0 = it is not legal.
int ref_play(const program *p, void *state, int player, tsr_move m);

// Plays the roll that is due.
void ref_roll(const program *p, void *state, int32_t value);

#endif
