// SPDX-License-Identifier: MIT
// What rooms ask of the hub (room_host): the parts that answer are named here.
#include <stdlib.h>

#include "server/hub_impl.h"

static uint64_t commit(void *self, room *r, store_batch *b) {
    (void)r;
    return hub_commit(self, b);
}

static void send_later(void *self, room *r, uint64_t conn, bytes *message) {
    hub_post(self, OUT_SEND, r->seq, conn, 0, message, NULL);
}

static void be_sure(void *self, room *r) {
    r->seq = hub_be_sure(self, r->seq);
}

static void changed(void *self, room *r) {
    hub *h = self;
    h->lobby_changed |= r->is_public;
}

static void ended(void *self, room *r, store_batch *b) {
    hub_rate(self, r, b);
    hub_event_ended(self, r, b);
}

void hub_host_init(hub *h) {
    h->host = (room_host){.self = h,
                          .commit = commit,
                          .send = send_later,
                          .be_sure = be_sure,
                          .think = hub_think,
                          .person_asked = hub_person_asked,
                          .hears = hub_hears,
                          .may_speak = hub_may_speak,
                          .away_ms = hub_away_ms,
                          .ended = ended,
                          .changed = changed,
                          .scene = &h->scene,
                          .text = &h->text,
                          .state = malloc(TSR_MAX_STATE),
                          .after = malloc(TSR_MAX_STATE),
                          .walk = malloc(TSR_MAX_STATE),
                          .wall_s = &h->wall_s};
}
