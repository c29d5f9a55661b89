// SPDX-License-Identifier: MIT
// After a jump through the match of a session: what was noted is dropped, and all start over from there.
#include "cli/session.h"

void session_clear_notes(session *s) {
    buffer_clear(&s->notes);
    s->events_size = s->paged_size = 0;
}

void session_jumped(session *s) {
    int plies = tsr_match_ply_count(s->match);
    // The way here was seen before: only what comes now is news.
    for (int i = 0; i <= TSR_WATCHER; i++) {
        s->told[i] = plies;
    }
    s->drawn = -1;
    session_clear_notes(s);
    seats_begin(&s->seats, s->match, s->agent);
}
