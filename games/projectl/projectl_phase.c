// SPDX-License-Identifier: MIT

// Where a game stands: who is on turn, and from which stack the next puzzle comes.

#include "projectl_state.h"

int projectl_target_colour(const projectl_data *d, const projectl_state *s) {
    int target = projectl_target(s);
    if (d->solo) {
        return s->unseen[TSR_PL_WHITE] ? TSR_PL_WHITE : TSR_PL_BLACK; // white lies on top
    }
    if (target < 2 * TSR_PL_ROW) {
        return target / TSR_PL_ROW;
    }
    return 1u << target == PROJECTL_FILL_BLACK ? TSR_PL_BLACK : TSR_PL_WHITE;
}

uint32_t projectl_turn(const tsr_rules *r, const void *state) {
    const projectl_state *s = state;
    (void)r;
    switch ((tsr_pl_phase)s->phase) {
    case TSR_PL_PHASE_FIRST:
    case TSR_PL_PHASE_DRAW: return 1u << TSR_CHANCE;
    case TSR_PL_PHASE_OVER: return 0;
    case TSR_PL_PHASE_TURN:
    case TSR_PL_PHASE_RECYCLE:
    case TSR_PL_PHASE_MASTER:
    case TSR_PL_PHASE_REWARD:
    case TSR_PL_PHASE_TOUCH: break;
    }
    return 1u << s->player;
}
