// SPDX-License-Identifier: MIT
// What is read off a match: its position, who is waited for, how it ended.
#include "core/match_impl.h"

uint32_t match_waiting_in(const tsr_match *m, const void *s, uint32_t held, int end) {
    uint32_t turn = tsr_turn(m->r, s);
    if (end != TSR_END_NONE || turn == 1u << TSR_CHANCE) {
        return 0;
    }
    return turn & ~held;
}

const tsr_rules *tsr_match_rules(const tsr_match *m) {
    return m->r;
}

const void *tsr_match_state(const tsr_match *m) {
    return m->state;
}

void tsr_match_view(const tsr_match *m, int viewer, void *out) {
    m->r->g.view(m->r, m->state, viewer, out);
}

uint32_t tsr_match_waiting(const tsr_match *m) {
    return match_waiting_in(m, m->state, m->held, (int)m->end);
}

const tsr_seat *tsr_match_seat(const tsr_match *m, int seat) {
    return &m->seat[seat];
}

tsr_player_names tsr_match_names(const tsr_match *m) {
    return m->names;
}

uint64_t tsr_match_seed(const tsr_match *m) {
    return m->seed;
}

uint64_t tsr_match_seed_high(const tsr_match *m) {
    return m->seed_high;
}

tsr_end tsr_match_end(const tsr_match *m) {
    return m->end;
}

int tsr_match_forfeited(const tsr_match *m, int seat) {
    return (int)(m->forfeited >> seat & 1u);
}

tsr_faults tsr_match_faults(const tsr_match *m, int seat) {
    return m->faults[seat];
}

// Those who stayed rank among themselves by the game (all equal if it was not
// played out), then come those who left.
static int order_of(const tsr_match *m, tsr_end end, const tsr_result *result, int p) {
    int rank = end == TSR_END_RULES ? result[p].rank : 0;
    return rank + (m->forfeited >> p & 1u ? 1000 : 0);
}

void match_result_of(const tsr_match *m, const void *s, tsr_end end, tsr_result *out) {
    int order[TSR_MAX_PLAYERS];
    int n = m->r->players;
    m->r->g.result(m->r, s, out);
    if (end == TSR_END_RULES && !m->forfeited) {
        return;
    }
    for (int p = 0; p < n; p++) {
        order[p] = order_of(m, end, out, p);
    }
    for (int p = 0; p < n; p++) {
        int better = 0;
        for (int q = 0; q < n; q++) {
            better += order[q] < order[p];
        }
        // A lone player who gives up has not come first.
        int lost_alone = n == 1 && m->forfeited;
        out[p].rank = end == TSR_END_NONE ? 0 : (uint8_t)(1 + better + lost_alone);
    }
}

void tsr_match_result(const tsr_match *m, tsr_result *out) {
    match_result_of(m, m->state, m->end, out);
}
