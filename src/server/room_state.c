// SPDX-License-Identifier: MIT
// Who sits where in a room, and with whose eyes somebody looks at it.
#include "server/room.h"

uint32_t room_seats_of(const room *r, uint64_t user) {
    uint32_t mask = 0;
    for (int p = 0; p < r->players && user; p++) {
        if (r->seat[p].user == user && r->seat[p].kind <= SEAT_HERE) {
            mask |= 1u << p;
        }
    }
    return mask;
}

int room_is_own(const room *r, const viewer *v, int seat) {
    return seat >= 0 && seat < r->players && (room_seats_of(r, v->user) >> seat & 1u);
}

const char *room_seat_problem(const room *r, const viewer *v, int seat) {
    if (!room_is_own(r, v, seat)) {
        return "that is not your seat";
    }
    if (r->state == ROOM_OPEN) {
        return "the match has not begun: seats are still open";
    }
    return r->state == ROOM_OVER ? "the match is over" : NULL;
}

static int lowest(uint32_t mask) {
    return tsr_mover(mask);
}

void room_place_eyes(room *r, viewer *v) {
    uint32_t mine = room_seats_of(r, v->user);
    uint32_t asked = r->state == ROOM_LIVE && r->match ? tsr_match_waiting(r->match) & mine : 0;
    int several = (mine & (mine - 1)) != 0;
    int has_eyes = v->shown < r->players && (mine >> v->shown & 1u);
    int hides = (r->entry->rules->g.flags & TSR_HAS_HIDDEN) != 0;
    if (!mine) {
        v->shown = TSR_WATCHER;
        v->curtain = -1;
    } else if (!several || !hides || r->state != ROOM_LIVE) {
        // Nothing to hide from each other: whoever must decide is shown.
        int stays = has_eyes && (!asked || asked >> v->shown & 1u);
        v->shown = stays ? v->shown : lowest(asked ? asked : mine);
        v->curtain = -1;
    } else if (asked && !(has_eyes && v->curtain < 0 && (asked >> v->shown & 1u))) {
        v->curtain = lowest(asked);
    } else if (!has_eyes) {
        v->curtain = lowest(mine);
    }
}
