// SPDX-License-Identifier: MIT
// One turn of a server's loop: what has come, from the net, from other threads and other hubs, and what is due.
#include <stdlib.h>

#include <tessera/host.h>

#include "server/post_office.h"
#include "server/serve_town_impl.h"
#include "server/watch.h"

enum { TICK_MS = 50, HTTP_MS = 20 };

static void hear_town(server *s) {
    struct serve_town *t = s->town;
    size_t size;
    for (arrival *a = serve_take_arrivals(&t->place[s->me]), *next; a; a = next) {
        next = a->next;
        serve_take_socket(s, a->fd, a->early, a->early_size, a->query, a->token, a->ip);
        serve_free_arrival(a);
    }
    for (char *data; (data = post_office_take(t->post, s->me, &size)) != NULL; free(data)) {
        hub_letter_in(s->hub, data, size, tsr_now_ms());
    }
}

// Another thread has something: the writer, or one that works for us.
static void hear(server *s) {
    watch_hear(s->news);
    serve_take_news(s);
    serve_take_jobs(s);
    if (s->town) {
        hear_town(s);
    }
    if (s->node) {
        serve_node_hear(s);
    }
}

static void beat(server *s) {
    uint64_t now = tsr_now_ms();
    if (now - s->tick_ms >= TICK_MS) {
        s->tick_ms = now;
        if (s->node) {
            serve_node_hear(s);
        }
        hub_tick(s->hub, now);
        ws_sweep(s->ws, now);
        if (s->annexes) {
            annexes_tick(s->annexes, now);
        }
    }
    if (now - s->sweep_ms >= 5000) {
        s->sweep_ms = now;
        if (s->me == 0) {
            serve_look_through(s, now);
        }
    }
}

static int is_http_due(const server *s) {
    return s->http && http_is_due(s->http);
}

// A signal asks it to stop, or another server has what it had.
int serve_turn(server *s) {
    watch_event events[256];
    // An answer that has just come from the disk, or a request that came behind another on its
    // connection, makes no descriptor readable: HTTP itself knows that it has work.
    int n = watch_wait(s->watched, events, 256, is_http_due(s) ? 0 : HTTP_MS);
    int goes_on = 1, asked = 0;
    for (int i = 0; i < n; i++) {
        uint64_t tag = events[i].tag;
        if (tag == SERVE_NEWS) {
            hear(s);
        } else if (tag == SERVE_SIGNAL) {
            goes_on = 0;
        } else if (tag == SERVE_CONTROL) {
            control_ready(s->control);
        } else if (tag == SERVE_ANNEXES) {
            annexes_hear(s->annexes);
        } else if (tag == SERVE_HTTP) {
            asked = 1;
        } else if (tag >= WS_FIRST) {
            ws_ready(s->ws, tag, events[i].what, tsr_now_ms());
        }
    }
    uint64_t now = tsr_now_ms();
    if (s->http && (asked || http_is_due(s->http) || now - s->http_ms >= HTTP_MS)) { // or timeouts
        s->http_ms = now;
        http_run(s->http);
    }
    beat(s);
    ws_flush(s->ws);
    return goes_on && !s->taken_over;
}
