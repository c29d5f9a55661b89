// SPDX-License-Identifier: MIT
// Clocks. The host tells the time; a seat's clock runs while its answer is missing.
#include "core/match_impl.h"

static int has_clock(const tsr_clock *c) {
    return c->base_ms || c->move_ms;
}

void match_clock_begin(tsr_match *m, uint32_t seats, uint64_t now_ms) {
    for (int p = 0; p < m->r->players; p++) {
        if (seats >> p & 1u) {
            m->since[p] = now_ms;
        }
    }
}

uint32_t match_clock_elapsed(const tsr_match *m, int seat, uint64_t now_ms) {
    if (now_ms <= m->since[seat]) {
        return 0;
    }
    uint64_t ms = now_ms - m->since[seat];
    return ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

void match_clock_charge(tsr_match *m, int seat, uint32_t ms) {
    m->used[seat] += ms;
    m->gained[seat] += m->seat[seat].clock.increment_ms;
}

// Milliseconds the seat has for the running decision, from its beginning.
static uint64_t allowance(const tsr_match *m, int seat) {
    const tsr_clock *c = &m->seat[seat].clock;
    uint64_t most = UINT64_MAX;
    if (c->base_ms) {
        uint64_t total = c->base_ms + m->gained[seat];
        most = total > m->used[seat] ? total - m->used[seat] : 0;
    }
    return c->move_ms && c->move_ms < most ? c->move_ms : most;
}

int match_clock_is_out(const tsr_match *m, int seat, uint64_t now_ms) {
    return has_clock(&m->seat[seat].clock) &&
           match_clock_elapsed(m, seat, now_ms) > allowance(m, seat);
}

uint32_t tsr_match_time_left(const tsr_match *m, int seat, uint64_t now_ms) {
    if (!has_clock(&m->seat[seat].clock)) {
        return UINT32_MAX;
    }
    uint64_t left = allowance(m, seat);
    uint64_t gone = tsr_match_waiting(m) >> seat & 1u ? match_clock_elapsed(m, seat, now_ms) : 0;
    left = left > gone ? left - gone : 0;
    return left >= UINT32_MAX ? UINT32_MAX - 1 : (uint32_t)left;
}

// Everything looked at here is the same from every view.
int tsr_match_is_window(const tsr_match *m) {
    tsr_info info;
    uint32_t waiting = tsr_match_waiting(m);
    if (!(m->r->g.flags & TSR_HAS_HIDDEN) || !waiting) {
        return 0;
    }
    uint32_t turn = tsr_turn(m->r, m->state);
    m->r->g.info(m->r, m->state, &info);
    return info.ask == TSR_ASK_REACT || (turn & (turn - 1)) != 0;
}

uint64_t tsr_window_end(uint64_t asked_ms, uint64_t now_ms, uint32_t length_ms) {
    uint64_t gone = now_ms > asked_ms ? now_ms - asked_ms : 0;
    uint64_t windows = length_ms ? (gone + length_ms - 1) / length_ms : 0;
    return asked_ms + (windows ? windows : 1) * length_ms;
}

uint64_t tsr_match_deadline(const tsr_match *m) {
    uint64_t first = UINT64_MAX;
    uint32_t waiting = tsr_match_waiting(m);
    for (int p = 0; p < m->r->players; p++) {
        if (waiting >> p & 1u && has_clock(&m->seat[p].clock)) {
            uint64_t at = m->since[p] + allowance(m, p) + 1;
            first = at < first ? at : first;
        }
    }
    return first;
}
