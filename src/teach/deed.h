// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_DEED_H
#define TSR_TEACH_DEED_H

// What a move that was made teaches: to play it more often if it gained, less often if it lost.
//
// Where a search cannot say what should be played, since something is hidden, only what came of a move is
// known. Its share is then pushed up or down by its gain, but no further than a fifth away
// from what was played when the gain was seen (proximal policy optimisation; Schulman, Wolski, Dhariwal,
// Radford and Klimov, 2017). Beside gains, variety counts: whoever always does the same is
// found out. It counts much at first and soon little.
//
// Two who learn against each other chase each other in circles. What they play on average lies in the middle of these, so
// leaving it has a price: with that they come to rest, and since the average follows them, they come to rest where
// neither gains by leaving (magnetic mirror descent with a moving magnet; Sokota and others, 2023).
//
// Where every move was tried, logits follow gains, whether moves are likely or not (neural replicator dynamics; Hennes
// and others, 2020). Slopes by shares nearly vanish where a share has become small: then a move that both sides have
// learned to avoid is forgotten, and found out again only when it has done harm.

#include "teach/lesson.h"

// The logarithm of what the exponentials of `n` logits sum up to.
double log_sum(const float *logit, uint32_t n);

// Slopes of the loss by each move's logit, for a lesson with a move that was made. `whole` is their
// log_sum. Returns the loss.
double deed_slopes(const brain_lesson *l, const float *logit, double whole, float *slope);

// The same for a lesson in which every move was tried. Gains push a share no further than they do above; what
// variety is worth and what leaving the usual costs are halves of squared distances of logits, which count however
// small shares are. Not for `heat` and `pull` of 0 alone: then only the bound on rare moves stops logits.
double tries_slopes(const brain_lesson *l, const float *logit, double whole, float *slope);

#endif
