// SPDX-License-Identifier: MIT
// The time of a match, which is not quite the server's.
//
// Whoever plays from far away waits for the network and not for a thought: what a ping and
// its answer take (measured by the server, so nobody can just say so) is given back to a
// player with every move, out of an account that starts with half a second, gains a tenth
// with every move and never holds more than a second. What was given is taken out of the
// match's time altogether, so nobody else's clock pays for it.
#include "server/room.h"

enum { LAG_START_MS = 500, LAG_GAIN_MS = 100, LAG_MOST_MS = 1000, SLOW_MS = 86400000 };

uint64_t room_time(const room *r, uint64_t now_ms) {
    return now_ms - r->credit_ms;
}

static uint32_t allowance(const room_seat *s) {
    uint32_t account = LAG_START_MS + s->lag_gained - s->lag_spent;
    return s->lag_ms < account ? s->lag_ms : account;
}

// In slow matches nobody's time runs while they are on vacation; what is not credited yet is.
void room_credit_vacation(room *r, int seat, uint64_t now_ms) {
    int slow = r->clock.base_ms >= SLOW_MS || r->clock.move_ms >= SLOW_MS;
    if (!slow || !r->seat[seat].account || r->seat[seat].kind != SEAT_PERSON) {
        return;
    }
    uint64_t window = room_time(r, now_ms) - r->since_ms + r->away_ms;
    uint64_t away = r->host->away_ms(r->host->self, r->seat[seat].user, window);
    if (away > r->away_ms) {
        r->credit_ms += away - r->away_ms;
        r->away_ms = away;
    }
}

void room_clock_credit(room *r, int seat, uint64_t now_ms) {
    room_seat *s = &r->seat[seat];
    room_credit_vacation(r, seat, now_ms);
    uint64_t thought = room_time(r, now_ms) - r->since_ms;
    uint32_t credit = allowance(s);
    credit = credit > thought ? (uint32_t)thought : credit;
    r->credit_ms += credit;
    s->lag_spent += credit;
    uint32_t account = LAG_START_MS + s->lag_gained - s->lag_spent;
    s->lag_gained += account + LAG_GAIN_MS <= LAG_MOST_MS ? LAG_GAIN_MS : 0;
}

void room_note_deadline(room *r) {
    r->deadline_ms = UINT64_MAX;
    uint64_t first = r->state == ROOM_LIVE ? tsr_match_deadline(r->match) : UINT64_MAX;
    if (first == UINT64_MAX) {
        return;
    }
    uint32_t waiting = tsr_match_waiting(r->match), grace = 0;
    for (int p = 0; p < r->players; p++) {
        uint32_t most = waiting >> p & 1u ? allowance(&r->seat[p]) : 0;
        grace = most > grace ? most : grace; // a move may be on its way
    }
    r->deadline_ms = first + r->credit_ms + grace;
}

void room_clock_lag(room *r, uint64_t user, uint32_t ms) {
    for (int p = 0; p < r->players; p++) {
        room_seat *s = &r->seat[p];
        if (s->user == user && s->kind <= SEAT_HERE) {
            s->lag_ms = s->lag_ms ? (s->lag_ms * 3 + ms) / 4 : ms;
        }
    }
    room_note_deadline(r);
}

void room_clock_note(room *r, uint64_t now_ms) {
    r->since_ms = room_time(r, now_ms);
    r->away_ms = 0;
    room_note_deadline(r);
}
