// SPDX-License-Identifier: MIT
// Doing a number only once: which of a page's numbers have been done.
//
// A page numbers what it says and sends again what was not acknowledged. Its series is
// known by the user and the word the page has chosen; nobody is acknowledged for what
// somebody else has done. A page that has chosen no word cannot come back to its series
// after its socket has gone: then the series is the socket's.
#include <stdio.h>
#include <string.h>

#include "server/room.h"

static int is_of(const room_series *s, const viewer *v) {
    return s->user == v->user && s->conn == (v->session[0] ? 0 : v->conn) &&
           strcmp(s->session, v->session) == 0;
}

room_series *room_series_of(room *r, const viewer *v, uint64_t now_ms) {
    room_series *oldest = &r->series[0];
    for (int i = 0; i < KEEP_SESSIONS; i++) {
        room_series *s = &r->series[i];
        if (is_of(s, v)) {
            s->used_ms = now_ms;
            return s;
        }
        oldest = s->used_ms < oldest->used_ms ? s : oldest;
    }
    *oldest =
        (room_series){.user = v->user, .conn = v->session[0] ? 0 : v->conn, .used_ms = now_ms};
    memcpy(oldest->session, v->session, sizeof oldest->session);
    return oldest;
}

int room_series_has(const room_series *s, uint64_t a) {
    if (a > s->highest) {
        return 0;
    }
    uint64_t back = s->highest - a;
    return back == 0 || back > 64 || (s->below >> (back - 1) & 1u);
}

void room_series_note(room_series *s, uint64_t a) {
    if (a > s->highest) {
        uint64_t step = a - s->highest;
        s->below = step >= 64 ? 0 : s->below << step;
        if (s->highest && step <= 64) {
            s->below |= (uint64_t)1 << (step - 1);
        }
        s->highest = a;
    } else if (a < s->highest && s->highest - a <= 64) {
        s->below |= (uint64_t)1 << (s->highest - a - 1);
    }
}
