// SPDX-License-Identifier: MIT
// The ground all parts of the hub stand on: its time, its log, random numbers, words of a query, and what is known
// of an address.
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"

// The hub hears of the time at least every 50 ms. When it has not for longer, the server
// itself stood still, and nobody could play: that time is nobody's, and counts for no clock.
void hub_set_now(hub *h, uint64_t now_ms) {
    enum { STALL_MS = 250 };
    if (now_ms <= h->now_ms) { // time never goes back here
        return;
    }
    uint64_t gap = now_ms - h->now_ms;
    h->now_ms = now_ms;
    h->play_ms += gap < STALL_MS ? gap : STALL_MS;
    if (gap > STALL_MS) {
        h->stalled_ms += gap - STALL_MS;
        h->stalls++;
        h->stall_ms = now_ms;
    }
    h->wall_s = h->config.wall_s + (int64_t)((now_ms - h->config.now_ms) / 1000);
}

void hub_random(hub *h, void *out, size_t size) {
    h->io.random(h->io.self, out, size);
}

void hub_log(hub *h, const char *what, const char *const *pairs) {
    if (h->io.log) {
        h->io.log(h->io.self, what, pairs);
    }
}

int hub_query(const char *query, const char *name, char *out, size_t cap) {
    size_t n = strlen(name);
    for (const char *at = query; *at;) {
        const char *end = strchr(at, '&');
        size_t size = end ? (size_t)(end - at) : strlen(at);
        if (size > n && strncmp(at, name, n) == 0 && at[n] == '=' && size - n - 1 < cap) {
            memcpy(out, at + n + 1, size - n - 1);
            out[size - n - 1] = '\0';
            return 1;
        }
        at += size + (end != NULL);
    }
    return 0;
}

hub_ip *hub_ip_of(hub *h, uint64_t ip) {
    ip = ip ? ip : 1;
    hub_ip *p = map_get(&h->ips, ip);
    if (!p) {
        p = calloc(1, sizeof *p);
        if (p && !map_put(&h->ips, ip, p)) {
            free(p);
            p = NULL;
        }
    }
    if (p) {
        p->seen_ms = h->now_ms;
    }
    return p;
}

// --- Requests that wait ------------------------------------------------------

static char *copy(const char *text, size_t size) {
    char *p = malloc(size + 1);
    if (p) {
        memcpy(p, text, size);
        p[size] = '\0';
    }
    return p;
}

// The copies are ours, whatever the request says of them.
void hub_free_request(hub_request *q) {
    const char *texts[] = {q->method, q->path, q->query, q->token, q->body};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        union {
            const char *in;
            void *out;
        } text = {.in = texts[i]};
        free(text.out);
    }
    q->method = q->path = q->query = q->token = q->body = NULL;
}

int hub_copy_request(hub_request *out, const hub_request *q) {
    *out = *q;
    out->method = copy(q->method, strlen(q->method));
    out->path = copy(q->path, strlen(q->path));
    out->query = copy(q->query, strlen(q->query));
    out->token = q->token ? copy(q->token, strlen(q->token)) : NULL;
    out->body = copy(q->body, q->body_size);
    if (out->method && out->path && out->query && out->body && !q->token == !out->token) {
        return 1;
    }
    hub_free_request(out);
    return 0;
}

void hub_note_damage(hub *h, uint64_t match, const char *why) {
    char id[IDENT_BYTES];
    ident_text(match, id);
    h->damaged++;
    const char *const pairs[] = {"match", id, "error", why, NULL};
    hub_log(h, "damage", pairs);
}
