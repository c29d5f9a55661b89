// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_COURSE_H
#define TSR_SERVER_COURSE_H

// How a match went: who stood where after its plies, for a curve beside the result. It shows
// everything, so it is for matches that are over.

#include <tessera/match.h>

#include "base/buffer.h"

// {"kind":"score/chance/none","plies":[n...],"values":[[a number a seat]...]}: the scores where the
// game counts points while it is played, else how it is judged to stand, in thousandths, where the
// game can judge that; neither where it cannot. Of a long match a few hundred positions. Memory
// failures are the buffer's.
void course_add(buffer *b, const tsr_match *m);

#endif
