// SPDX-License-Identifier: MIT
// Watchers who see a match later than its players: where hands are hidden, nobody can help a friend
// by looking on.
//
// A match with a delay shows its watchers the position as it was then. Positions wait in a short
// list; when it is full, the newest wait together. When the match is over all see all.
#include <stdlib.h>

#include "server/room.h"

int room_is_delayed(const room *r, const viewer *v) {
    return r->delay_ms && r->state == ROOM_LIVE && !room_seats_of(r, v->user);
}

int room_seen_ply(const room *r, const viewer *v) {
    int count = r->match ? tsr_match_ply_count(r->match) : 0;
    return room_is_delayed(r, v) && r->late_ply < count ? r->late_ply : count;
}

void room_late_note(room *r, int jump, uint64_t now_ms) {
    int count = tsr_match_ply_count(r->match);
    if (!r->delay_ms) {
        return;
    }
    if (jump) { // what was taken back is shown to nobody any more
        r->late_count = 0;
        r->late_ply = r->late_ply < count ? r->late_ply : count;
    }
    r->late = r->late ? r->late : calloc(KEEP_LATE, sizeof *r->late);
    if (!r->late) { // rather too early than never
        r->late_ply = count;
        return;
    }
    int at = r->late_count < KEEP_LATE ? r->late_count++ : KEEP_LATE - 1;
    r->late[at] = (room_late){.ply = count, .at_ms = now_ms};
}
