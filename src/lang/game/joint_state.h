// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_JOINT_STATE_H
#define TSR_LANG_JOINT_STATE_H

// Choices that several players make at once (`let all: …`), in a position. Players are meant by their colours.

#include "lang/ir/ir.h"

enum { JOINT_KNOWN = 1, JOINT_HIDDEN = 2 }; // what joint_answered says, or 0

const ir_joint *joint_group(const program *p, const void *s); // what is being answered, or NULL
int joint_answered(const program *p, const void *s, int colour);
void joint_note(const program *p, void *s, int colour, tsr_move m);
tsr_move joint_take(const program *p, void *s, int colour); // the answer, which is gone then
void joint_hide(const program *p, void *s, int colour);     // there is one, nobody knows which

// Whoever is asked inside a turn is asked at once: nobody has to wait for a let (N_ROLL without chance).
void joint_settle(const program *p, void *s);

// Whether a player is one of those who choose.
int joint_asks(const program *p, const void *s, const ir_joint *group, int colour);

// Those who have not answered yet, as bits; 0 = nothing is chosen at once now.
uint32_t joint_waiting(const program *p, const void *s);

// Whether such choices begin here, and none has been made.
int joint_begins(const program *p, const void *s);

// The position in which one of them chooses: a copy that knows no answers.
void joint_for(const program *p, const void *s, int colour, void *out);

#endif
