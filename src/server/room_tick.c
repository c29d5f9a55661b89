// SPDX-License-Identifier: MIT
// What the time brings to a room: clocks that have run out, positions that may be shown to those who look on later.
#include "server/room.h"

static void late_tick(room *r, uint64_t now_ms) {
    int from = r->late_ply, done = 0;
    while (done < r->late_count && r->late[done].at_ms + r->delay_ms <= now_ms) {
        r->late_ply = r->late[done++].ply;
    }
    for (int i = done; i < r->late_count; i++) {
        r->late[i - done] = r->late[i];
    }
    r->late_count -= done;
    if (r->late_ply > from && r->state == ROOM_LIVE) {
        room_tell_late(r, from, now_ms);
    }
}

void room_tick(room *r, uint64_t now_ms) {
    if (r->late_count) {
        late_tick(r, now_ms);
    }
    if (r->state != ROOM_LIVE || now_ms < r->deadline_ms) {
        return;
    }
    for (int p = 0; p < r->players; p++) {
        if (tsr_match_waiting(r->match) >> p & 1u) {
            room_credit_vacation(r, p, now_ms);
        }
    }
    room_note_deadline(r);
    if (now_ms < r->deadline_ms) {
        return;
    }
    int from = tsr_match_ply_count(r->match);
    if (tsr_match_tick(r->match, room_time(r, now_ms)) == TSR_OK) {
        room_after(r, from, 0, now_ms);
    }
    room_note_deadline(r);
}
