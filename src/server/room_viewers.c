// SPDX-License-Identifier: MIT
// Who looks at a room, and with whose eyes.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/room.h"

viewer *room_viewer(const room *r, uint64_t conn) {
    for (viewer *v = r->viewers; v; v = v->next) {
        if (v->conn == conn) {
            return v;
        }
    }
    return NULL;
}

// Notes whether the people on the seats are here, and tells when that changes.
// `comes`: a socket of the user is about to enter.
static void note_presence(room *r, uint64_t user, int comes, uint64_t now_ms) {
    uint32_t mine = room_seats_of(r, user);
    int here = comes;
    for (const viewer *v = r->viewers; v && mine; v = v->next) {
        here |= v->user == user;
    }
    for (int p = 0; p < r->players; p++) {
        if (!(mine >> p & 1u) || r->seat[p].present == here) {
            continue;
        }
        char text[64];
        r->seat[p].present = (uint8_t)here;
        r->seat[p].left_ms = now_ms;
        (void)snprintf(text, sizeof text, "\"t\":\"present\",\"seat\":%d,\"here\":%s}", p,
                       here ? "true" : "false");
        room_tell_all(r, text);
    }
}

void room_count_present(room *r) {
    for (int p = 0; p < r->players; p++) {
        r->seat[p].present = 0;
        for (const viewer *v = r->viewers; v; v = v->next) {
            r->seat[p].present |= room_seats_of(r, v->user) >> p & 1u;
        }
    }
}

viewer *room_enter(room *r, uint64_t conn, uint64_t user, const char *session, uint64_t version,
                   uint64_t now_ms) {
    viewer *v = r->viewer_count < LIMIT_VIEWERS ? calloc(1, sizeof *v) : NULL;
    if (!v) {
        return NULL;
    }
    v->conn = conn;
    v->user = user;
    v->shown = TSR_WATCHER;
    v->curtain = -1;
    (void)snprintf(v->session, sizeof v->session, "%s", session);
    room_place_eyes(r, v);
    note_presence(r, user, 1, now_ms); // the others hear of it, this one sees it
    v->next = r->viewers;
    r->viewers = v;
    r->viewer_count++;
    // A page that has seen everything needs nothing, unless its device must be
    // handed over: where the eyes were is forgotten with the socket.
    int same = version && version == r->version && v->curtain < 0;
    if (!same) {
        room_send_full(r, v, now_ms);
    }
    return v;
}

void room_leave(room *r, uint64_t conn, uint64_t now_ms) {
    for (viewer **at = &r->viewers; *at; at = &(*at)->next) {
        if ((*at)->conn == conn) {
            viewer *v = *at;
            uint64_t user = v->user;
            *at = v->next;
            free(v);
            r->viewer_count--;
            note_presence(r, user, 0, now_ms);
            return;
        }
    }
}
