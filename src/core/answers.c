// SPDX-License-Identifier: MIT
//
// An answer as it is seen once all others have been played (answers.h).
#include "core/answers.h"

#include <tessera/rules.h>

static int is_several(uint32_t turn) {
    return (turn & (turn - 1)) != 0;
}

// Plays in `s` what others have answered after ply `ply`, without its own move. 1 = all others have.
static int play_others(const tsr_match *m, int ply, int count, void *s) {
    const tsr_rules *r = tsr_match_rules(m);
    const int who = tsr_match_ply(m, ply).who;
    for (int k = ply + 1; k < count && is_several(tsr_turn(r, s)); k++) {
        const tsr_ply other = tsr_match_ply(m, k);
        if (other.who == who || other.who >= r->players ||
            tsr_why_not(r, s, other.who, other.move, NULL) != 0) {
            return 0;
        }
        tsr_play(r, s, other.who, other.move);
    }
    return tsr_turn(r, s) == 1u << who;
}

tsr_move answers_seen(const tsr_match *m, int ply, int count, int viewer, void *room) {
    const tsr_rules *r = tsr_match_rules(m);
    const tsr_ply made = tsr_match_ply(m, ply);
    tsr_match_state_at(m, ply, room);
    const tsr_move seen = r->g.seen(r, room, made.who, made.move, viewer);
    if (!(seen & TSR_HIDDEN) || !is_several(tsr_turn(r, room)) ||
        !play_others(m, ply, count, room)) {
        return seen;
    }
    return r->g.seen(r, room, made.who, made.move, viewer);
}
