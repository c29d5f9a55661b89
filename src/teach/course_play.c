// SPDX-License-Identifier: MIT
// The games of a generation, by several processes at once, here or on other machines; see course.h.
#include "arena/brief.h"
#include "arena/crew.h"
#include "teach/course.h"
#include "teach/sitting.h"

typedef struct table {
    const course *c;
    sitting *sitting;
    selfplay_count count;
    buffer *samples;
} table;

static tsr_err work(void *self, uint64_t piece, buffer *out, tsr_error *err) {
    return sitting_play(((table *)self)->sitting, piece, out, err);
}

static tsr_err done(void *self, uint64_t piece, const char *bytes, size_t size, tsr_error *err) {
    table *t = self;
    (void)piece;
    return bytes ? sitting_take(bytes, size, t->samples, &t->count, err)
                 : tsr_fail(err, TSR_ERR_AGENT, "a process that played games has died");
}

static void leave(void *self) {
    sitting_leave(((table *)self)->sitting);
}

static int is_stopped(void *self) {
    const course *c = ((table *)self)->c;
    return c->c.stopped && c->c.stopped(c->c.self);
}

static void put_brief(const course *c, const sitting_config *games, buffer *out) {
    brief_put(out, "kind", "selfplay");
    buffer_add_text(out, c->c.about);
    sitting_put_brief(games, out);
}

static tsr_err play_all(table *t, const sitting_config *games, tsr_error *err) {
    const course_config *c = &t->c->c;
    buffer brief;
    crew_config crew = {.jobs = c->jobs > 1 ? c->jobs : 0,
                        .end = sitting_pieces(games),
                        .self = t,
                        .work = work,
                        .leave = leave,
                        .done = done,
                        .stopped = is_stopped,
                        .away = c->away};
    buffer_init(&brief, NULL);
    if (c->away) {
        put_brief(t->c, games, &brief);
        crew.brief = buffer_text(&brief);
    }
    tsr_err e = brief.failed ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for a brief")
                             : crew_run(&crew, err);
    buffer_deinit(&brief);
    return e;
}

// With a teacher, at first it plays and the network only watches; then ever more what the network would do.
static tuition tuition_of(const course *c) {
    tuition with = c->c.with;
    if (!course_imitates(c)) {
        with.teacher = NULL;
    }
    with.led = c->generation < 32 ? 1.0 / (double)(1u << c->generation) : 0;
    return with;
}

// Where every move is tried, moves made by lot mislead nobody (viewplay.c), and without them places that both sides have
// learned to avoid would be forgotten.
static double explore_of(const course *c) {
    double share = c->c.by_view ? c->c.explore : 0;
    return c->c.tries ? share : share * (1 - course_progress(c));
}

tsr_err course_play(course *c, const tnet *net, buffer *samples, int *whole, tsr_error *err) {
    table t = {.c = c, .samples = samples};
    sitting_config games = {.rules = c->c.rules,
                            .net = net,
                            .seed = tsr_seed_of(c->c.seed, 2 * (uint64_t)c->generation + 1),
                            .games = c->c.games,
                            .simulations = c->c.simulations,
                            .by_view = c->c.by_view,
                            .pay = c->c.pay,
                            .explore = explore_of(c),
                            .tries = course_imitates(c) ? 0 : c->c.tries,
                            .with = tuition_of(c)};
    tsr_err e = sitting_open(&games, &t.sitting, err);
    e = e ? e : play_all(&t, &games, err);
    sitting_close(t.sitting);
    *whole = !e && t.count.games == c->c.games;
    c->played = t.count;
    return e;
}
