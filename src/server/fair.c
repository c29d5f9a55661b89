// SPDX-License-Identifier: MIT
// Taking turns: the next is of whoever has had least.
#include "server/fair.h"

#include <stdlib.h>

typedef struct item {
    void *job;
    struct item *next;
} item;

typedef struct lane {
    uint64_t payer;
    double had; // how much this payer has had, on the queue's scale
    item *first, *last;
    int waiting, running;
} lane;

struct fair_queue {
    fair_limits limits;
    map lanes;
    double now; // what the payer served last had had
    int waiting, running;
};

enum { LANES_MOST = 4096 };

fair_queue *fair_new(const fair_limits *limits) {
    fair_queue *q = calloc(1, sizeof *q);
    if (q) {
        q->limits = *limits;
    }
    return q;
}

void fair_free(fair_queue *q) {
    size_t at = 0;
    const map_slot *s;
    if (!q) {
        return;
    }
    while ((s = map_next(&q->lanes, &at)) != NULL) {
        free(s->value);
    }
    map_deinit(&q->lanes);
    free(q);
}

// Lanes that are empty and have nothing to make up for are forgotten.
static void forget(fair_queue *q) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&q->lanes, &at)) != NULL) {
        const lane *l = s->value;
        if (!l->waiting && !l->running && (l->had <= q->now || q->lanes.count > LANES_MOST)) {
            free(map_remove(&q->lanes, s->key));
            at--; // another entry may have moved up into the gap
        }
    }
}

static lane *lane_of(fair_queue *q, uint64_t payer) {
    lane *l = map_get(&q->lanes, payer);
    if (l) {
        return l;
    }
    if (q->lanes.count >= LANES_MOST) {
        forget(q);
    }
    l = calloc(1, sizeof *l);
    if (l && !map_put(&q->lanes, payer, l)) {
        free(l);
        l = NULL;
    }
    if (l) {
        l->payer = payer;
        l->had = q->now;
    }
    return l;
}

fair_answer fair_put(fair_queue *q, uint64_t payer, void *job) {
    lane *l = lane_of(q, payer ? payer : 1);
    if (l && q->limits.waiting_each && l->waiting >= q->limits.waiting_each) {
        return FAIR_ENOUGH_OF_YOU;
    }
    item *i =
        l && (!q->limits.waiting || q->waiting < q->limits.waiting) ? calloc(1, sizeof *i) : NULL;
    if (!i) {
        return FAIR_FULL;
    }
    if (!l->waiting && !l->running && l->had < q->now) {
        l->had = q->now;
    }
    i->job = job;
    if (l->last) {
        l->last->next = i;
    } else {
        l->first = i;
    }
    l->last = i;
    l->waiting++;
    q->waiting++;
    return FAIR_TAKEN;
}

static void *pop(fair_queue *q, lane *l) {
    item *i = l->first;
    void *job = i->job;
    l->first = i->next;
    l->last = l->first ? l->last : NULL;
    l->waiting--;
    q->waiting--;
    free(i);
    return job;
}

void *fair_take(fair_queue *q) {
    size_t at = 0;
    const map_slot *s;
    lane *best = NULL;
    if (!q->waiting || q->running >= q->limits.running) {
        return NULL;
    }
    while ((s = map_next(&q->lanes, &at)) != NULL) {
        lane *l = s->value;
        int may = l->waiting && (!q->limits.running_each || l->running < q->limits.running_each);
        if (may && (!best || l->running < best->running ||
                    (l->running == best->running && l->had < best->had))) {
            best = l;
        }
    }
    if (!best) {
        return NULL;
    }
    q->now = best->had > q->now ? best->had : q->now;
    best->running++;
    q->running++;
    return pop(q, best);
}

void fair_done(fair_queue *q, uint64_t payer, double cost) {
    lane *l = map_get(&q->lanes, payer ? payer : 1);
    q->running--;
    if (l) {
        l->running--;
        l->had += cost;
    }
}

void *fair_any(fair_queue *q) {
    size_t at = 0;
    const map_slot *s;
    while (q && (s = map_next(&q->lanes, &at)) != NULL) {
        lane *l = s->value;
        if (l->waiting) {
            return pop(q, l);
        }
    }
    return NULL;
}

int fair_waiting(const fair_queue *q) {
    return q->waiting;
}

int fair_running(const fair_queue *q) {
    return q->running;
}

int fair_others_wait(const fair_queue *q, uint64_t payer) {
    const lane *own = map_get(&q->lanes, payer ? payer : 1);
    return q->waiting > (own ? own->waiting : 0);
}
