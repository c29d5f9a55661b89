// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_ANSWERS_H
#define TSR_CORE_ANSWERS_H

// Answers to a decision that several players make at once. While others think nobody is told what was answered; when
// the last answer has come all are told, also those who answered later: an answer is then seen as if it had come last.

#include <tessera/match.h>

// The move of ply `ply` as `viewer` knows it when `count` plies have been made. `room` has state_size bytes.
tsr_move answers_seen(const tsr_match *m, int ply, int count, int viewer, void *room);

#endif
