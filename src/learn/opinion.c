// SPDX-License-Identifier: MIT
// A heuristic's utility as a logit; see opinion.h.
#include "learn/opinion.h"

#include "learn/real.h"

int opinion_has(const tsr_rules *r) {
    uint32_t unsure = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS;
    return r->players == 2 && (r->g.flags & TSR_ZERO_SUM) && !(r->g.flags & unsure) && r->g.ai &&
           r->g.ai->heuristic;
}

double opinion_logit(double utility) {
    const double least = real_sigmoid(-OPINION_MOST);
    double u = utility < least ? least : utility > 1 - least ? 1 - least : utility;
    return real_log(u / (1 - u));
}

double opinion_of(const tsr_rules *r, const void *state, int who) {
    float u[TSR_MAX_PLAYERS] = {0};
    r->g.ai->heuristic(r, state, u);
    return opinion_logit((double)u[who]);
}
