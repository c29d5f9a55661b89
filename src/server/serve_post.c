// SPDX-License-Identifier: MIT
// What goes between the hubs of one process: what each is told of the others, sockets handed over, figures.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include <tessera/host.h>

#include "server/post_office.h"
#include "server/serve_town_impl.h"

enum { SHOW_MS = 1000 };

static int owner(void *self, int shard) {
    const struct serve_town *t = self;
    return shard % t->hubs;
}

static int has_shards(void *self, int number) {
    (void)self;
    (void)number;
    return 1;
}

void serve_town_fill(server *s, hub_town *out) {
    struct serve_town *t = s->town;
    *out = (hub_town){.me = s->me,
                      .hubs = t->hubs,
                      .mail = post_office_box(t->post),
                      .self = t,
                      .owner = owner,
                      .has_shards = has_shards,
                      .start = t->start};
    memcpy(out->seal, t->seal, sizeof out->seal);
}

void serve_free_arrival(arrival *a) {
    if (a->token) {
        sodium_memzero(a->token, strlen(a->token));
    }
    free(a->token);
    free(a->early);
    free(a);
}

static arrival *new_arrival(const char *early, size_t early_size, const char *query,
                            const char *token) {
    arrival *a = calloc(1, sizeof *a);
    if (!a) {
        return NULL;
    }
    (void)snprintf(a->query, sizeof a->query, "%s", query);
    a->token = token ? strdup(token) : NULL;
    a->early = early_size ? malloc(early_size) : NULL;
    a->early_size = early_size;
    if ((token && !a->token) || (early_size && !a->early)) {
        serve_free_arrival(a);
        return NULL;
    }
    if (early_size) {
        memcpy(a->early, early, early_size);
    }
    return a;
}

int serve_town_hand_over(server *first, int fd, const char *early, size_t early_size,
                         const char *query, const char *token, uint64_t ip) {
    int to = first->town ? hub_whose_socket(first->hub, query) : 0;
    if (to <= 0) {
        return 0;
    }
    place *p = &first->town->place[to];
    arrival *a = new_arrival(early, early_size, query, token);
    if (!a) {
        close(fd);
        return 1;
    }
    a->fd = fd;
    a->ip = ip;
    pthread_mutex_lock(&p->lock);
    *(p->last ? &p->last->next : &p->first) = a;
    p->last = a;
    pthread_mutex_unlock(&p->lock);
    serve_wake(p->server);
    return 1;
}

arrival *serve_take_arrivals(place *p) {
    pthread_mutex_lock(&p->lock);
    arrival *a = p->first;
    p->first = p->last = NULL;
    pthread_mutex_unlock(&p->lock);
    return a;
}

void serve_town_show(server *s) {
    place *p = &s->town->place[s->me];
    uint64_t now = tsr_now_ms();
    if (now - p->shown_ms < SHOW_MS) {
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->shown_ms = now;
    hub_figures(s->hub, p->figures);
    p->oldest_wait_ms = hub_oldest_wait_ms(s->hub);
    p->times = s->times;
    pthread_mutex_unlock(&p->lock);
}

void serve_town_figures(server *first, uint64_t figures[HUB_FIGURES], timing *times) {
    for (int i = 1; first->town && i < first->town->hubs; i++) {
        place *p = &first->town->place[i];
        pthread_mutex_lock(&p->lock);
        for (int k = 0; k < HUB_FIGURES; k++) {
            figures[k] += p->figures[k];
        }
        timing_sum(times, &p->times);
        pthread_mutex_unlock(&p->lock);
    }
}

uint64_t serve_town_oldest_wait_ms(server *first) {
    uint64_t oldest = 0;
    for (int i = 1; first->town && i < first->town->hubs; i++) {
        place *p = &first->town->place[i];
        pthread_mutex_lock(&p->lock);
        oldest = p->oldest_wait_ms > oldest ? p->oldest_wait_ms : oldest;
        pthread_mutex_unlock(&p->lock);
    }
    return oldest;
}
