// SPDX-License-Identifier: MIT
// What an operator can see of the hub: figures, and how long the disk lets changes wait.
#include <inttypes.h>
#include <string.h>

#include "server/hub_impl.h"

uint64_t hub_oldest_wait_ms(const hub *h) {
    return h->next_seq > h->durable_seq ? h->now_ms - h->waits_ms : 0;
}

uint64_t hub_damaged(const hub *h) {
    return h->damaged;
}

// Their order is that of hub_figures.
static const struct {
    const char *name, *kind;
} rows[HUB_FIGURES] = {{"sockets", "gauge"},
                       {"matches_live", "gauge"},
                       {"matches_open", "gauge"},
                       {"rooms_in_memory", "gauge"},
                       {"sessions_in_memory", "gauge"},
                       {"matches_asleep", "gauge"},
                       {"bots_thinking", "gauge"},
                       {"bots_waiting", "gauge"},
                       {"passwords_waiting", "gauge"},
                       {"reads_waiting", "gauge"},
                       {"login_failures_total", "counter"},
                       {"damaged_total", "counter"},
                       {"moves_total", "counter"},
                       {"refusals_total", "counter"},
                       {"renderings_total", "counter"},
                       {"requests_total", "counter"},
                       {"messages_in_total", "counter"},
                       {"messages_out_total", "counter"},
                       {"limited_total", "counter"},
                       {"events_running", "gauge"},
                       {"notices_sent_total", "counter"},
                       {"notices_lost_total", "counter"},
                       {"stalls_total", "counter"},
                       {"stalled_ms_total", "counter"},
                       {"store_failures_total", "counter"},
                       {"store_waiting", "gauge"},
                       {"rooms_evicted_total", "counter"}};

void hub_figures(const hub *h, uint64_t out[HUB_FIGURES]) {
    size_t at = 0, live = 0, open = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        const room *r = s->value;
        live += r->state == ROOM_LIVE;
        open += r->state == ROOM_OPEN;
    }
    const uint64_t values[HUB_FIGURES] = {h->conns.count,
                                          live,
                                          open,
                                          h->rooms.count,
                                          h->sessions.count,
                                          h->asleep.count,
                                          (uint64_t)fair_running(h->bots),
                                          (uint64_t)fair_waiting(h->bots),
                                          (uint64_t)fair_waiting(h->secrets),
                                          (uint64_t)fair_waiting(h->asks),
                                          h->failed_logins,
                                          h->damaged,
                                          h->host.moves,
                                          h->host.refused,
                                          h->host.rendered,
                                          h->requests,
                                          h->messages,
                                          h->sent,
                                          h->limited,
                                          h->events.count,
                                          h->notices_sent,
                                          h->notices_lost,
                                          h->stalls,
                                          h->stalled_ms,
                                          h->store_failures,
                                          h->next_seq - h->durable_seq,
                                          h->evicted};
    memcpy(out, values, sizeof values);
}

void hub_write_figures(const uint64_t figures[HUB_FIGURES], buffer *out) {
    for (int i = 0; i < HUB_FIGURES; i++) {
        buffer_addf(out, "# TYPE tessera_%s %s\ntessera_%s %" PRIu64 "\n", rows[i].name,
                    rows[i].kind, rows[i].name, figures[i]);
    }
}

void hub_metrics(const hub *h, buffer *out) {
    uint64_t figures[HUB_FIGURES];
    hub_figures(h, figures);
    hub_write_figures(figures, out);
}
