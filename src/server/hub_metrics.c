// SPDX-License-Identifier: MIT
// What an operator can see of the hub: figures, and how long the disk lets changes wait.
#include <inttypes.h>

#include "server/hub_impl.h"

uint64_t hub_oldest_wait_ms(const hub *h) {
    return h->next_seq > h->durable_seq ? h->now_ms - h->waits_ms : 0;
}

uint64_t hub_damaged(const hub *h) {
    return h->damaged;
}

void hub_metrics(const hub *h, buffer *out) {
    size_t at = 0, live = 0, open = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        const room *r = s->value;
        live += r->state == ROOM_LIVE;
        open += r->state == ROOM_OPEN;
    }
    const struct {
        const char *name, *kind;
        uint64_t value;
    } rows[] = {{"sockets", "gauge", h->conns.count},
                {"matches_live", "gauge", live},
                {"matches_open", "gauge", open},
                {"rooms_in_memory", "gauge", h->rooms.count},
                {"sessions_in_memory", "gauge", h->sessions.count},
                {"matches_asleep", "gauge", h->asleep.count},
                {"bots_thinking", "gauge", (uint64_t)fair_running(h->bots)},
                {"bots_waiting", "gauge", (uint64_t)fair_waiting(h->bots)},
                {"passwords_waiting", "gauge", (uint64_t)fair_waiting(h->secrets)},
                {"reads_waiting", "gauge", (uint64_t)fair_waiting(h->asks)},
                {"login_failures_total", "counter", h->failed_logins},
                {"damaged_total", "counter", h->damaged},
                {"moves_total", "counter", h->host.moves},
                {"refusals_total", "counter", h->host.refused},
                {"renderings_total", "counter", h->host.rendered},
                {"requests_total", "counter", h->requests},
                {"messages_in_total", "counter", h->messages},
                {"messages_out_total", "counter", h->sent},
                {"limited_total", "counter", h->limited},
                {"events_running", "gauge", h->events.count},
                {"notices_sent_total", "counter", h->notices_sent},
                {"notices_lost_total", "counter", h->notices_lost},
                {"stalls_total", "counter", h->stalls},
                {"stalled_ms_total", "counter", h->stalled_ms},
                {"store_failures_total", "counter", h->store_failures},
                {"store_waiting", "gauge", h->next_seq - h->durable_seq},
                {"rooms_evicted_total", "counter", h->evicted}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        buffer_addf(out, "# TYPE tessera_%s %s\ntessera_%s %" PRIu64 "\n", rows[i].name,
                    rows[i].kind, rows[i].name, rows[i].value);
    }
}
