// SPDX-License-Identifier: MIT
// The games of a generation, by several processes at once; see course.h.
#include <string.h>

#include "arena/crew.h"
#include "teach/course.h"

enum { TOGETHER = 4 }; // games of one piece of work

typedef struct table {
    const course *c;
    selfplay *play;    // or
    viewplay *by_view; // where something is hidden
    selfplay_count count;
    buffer *samples;
} table;

// A piece's counts, then its samples.
static tsr_err work(void *self, uint64_t piece, buffer *out, tsr_error *err) {
    table *t = self;
    selfplay_count count = {0};
    size_t at = out->size;
    uint64_t first = piece * TOGETHER, end = first + TOGETHER, games = t->c->c.games;
    buffer_add(out, &count, sizeof count);
    for (uint64_t i = first; i < end && i < games; i++) {
        if (t->by_view) {
            viewplay_game(t->by_view, i, out, &count);
        } else {
            selfplay_game(t->play, i, out, &count);
        }
    }
    if (out->failed) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the games");
    }
    memcpy(out->bytes + at, &count, sizeof count);
    return TSR_OK;
}

static tsr_err done(void *self, uint64_t piece, const char *bytes, size_t size, tsr_error *err) {
    table *t = self;
    selfplay_count count;
    (void)piece;
    if (!bytes || size < sizeof count) {
        return tsr_fail(err, TSR_ERR_AGENT, "a process that played games has died");
    }
    memcpy(&count, bytes, sizeof count);
    t->count.games += count.games;
    t->count.plies += count.plies;
    t->count.samples += count.samples;
    buffer_add(t->samples, bytes + sizeof count, size - sizeof count);
    return t->samples->failed ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for the games") : TSR_OK;
}

static int is_stopped(void *self) {
    const course *c = ((table *)self)->c;
    return c->c.stopped && c->c.stopped(c->c.self);
}

static tsr_err sit_down(const course *c, const tnet *net, table *t, tsr_error *err) {
    uint64_t seed = tsr_seed_of(c->c.seed, 2 * (uint64_t)c->generation + 1);
    selfplay_config searched = {.rules = c->c.rules,
                                .net = net,
                                .seed = seed,
                                .simulations = c->c.simulations,
                                .opening = selfplay_usual_opening(net->see)};
    viewplay_config seen = {.rules = c->c.rules, .net = net, .seed = seed, .pay = c->c.pay};
    return c->c.by_view ? viewplay_open(&seen, &t->by_view, err)
                        : selfplay_open(&searched, &t->play, err);
}

tsr_err course_play(course *c, const tnet *net, buffer *samples, int *whole, tsr_error *err) {
    table t = {.c = c, .samples = samples};
    tsr_err e = sit_down(c, net, &t, err);
    crew_config crew = {.jobs = c->c.jobs > 1 ? c->c.jobs : 0,
                        .end = (c->c.games + TOGETHER - 1) / TOGETHER,
                        .self = &t,
                        .work = work,
                        .done = done,
                        .stopped = is_stopped};
    e = e ? e : crew_run(&crew, err);
    selfplay_close(t.play);
    viewplay_close(t.by_view);
    *whole = !e && t.count.games == c->c.games;
    c->played = t.count;
    return e;
}
