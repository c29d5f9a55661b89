// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_DEED_H
#define TSR_TEACH_DEED_H

// What a move that was made teaches: to play it more often if it gained, less often if it lost.
//
// Where a search cannot say what should be played, since something is hidden, only what came of a move is
// known. Its share is then pushed up or down by its gain, but no further than a fifth away
// from what was played when the gain was seen (proximal policy optimisation; Schulman, Wolski, Dhariwal,
// Radford and Klimov, 2017). Beside gains, variety counts: whoever always does the same is
// found out. It counts much at first and less with every generation, which lets two who learn
// against each other come to rest instead of chasing each other in circles (magnetic mirror descent; Sokota and
// others, 2023).

#include "teach/lesson.h"

// Slopes of the loss by each move's logit, for a lesson with a move that was made. `whole` is the logarithm of
// what the logits' exponentials sum up to. Returns the loss.
double deed_slopes(const brain_lesson *l, const float *logit, double whole, float *slope);

#endif
