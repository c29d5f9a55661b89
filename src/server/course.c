// SPDX-License-Identifier: MIT
// Walks through a match once and notes who stands where.
#include "server/course.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { POINTS_MOST = 300 };

typedef enum course_kind { COURSE_NONE, COURSE_SCORE, COURSE_CHANCE } course_kind;

typedef struct course {
    const tsr_match *m;
    const tsr_rules *r;
    void *state;
    int plies, step; // every so many plies is a point
} course;

static int has_more(const course *c, int ply) {
    return ply < c->plies;
}

// The next ply that is a point; the last one always is.
static int next_point(const course *c, int ply) {
    return ply + c->step < c->plies ? ply + c->step : c->plies;
}

static void walk(const course *c, int from, int to) {
    for (int i = from; i < to; i++) {
        tsr_ply ply = tsr_match_ply(c->m, i);
        tsr_play(c->r, c->state, ply.who, ply.move);
    }
}

// Whether points are made on the way, and not only at the end, where they say who has won.
static int counts_points(const course *c) {
    tsr_result was[TSR_MAX_PLAYERS], now[TSR_MAX_PLAYERS];
    tsr_match_state_at(c->m, 0, c->state);
    c->r->g.result(c->r, c->state, was);
    for (int ply = 0, next; has_more(c, ply); ply = next) {
        next = next_point(c, ply);
        walk(c, ply, next);
        c->r->g.result(c->r, c->state, now);
        for (int p = 0; p < c->r->players && next < c->plies; p++) {
            if (now[p].score != was[p].score) {
                return 1;
            }
        }
    }
    return 0;
}

static course_kind kind_of(const course *c) {
    if (counts_points(c)) {
        return COURSE_SCORE;
    }
    return c->r->g.ai && c->r->g.ai->heuristic && c->r->players > 1 ? COURSE_CHANCE : COURSE_NONE;
}

// Whoever is first has won; what they share is shared.
static void add_outcome(buffer *b, const course *c) {
    tsr_result end[TSR_MAX_PLAYERS];
    int winners = 0;
    tsr_match_result(c->m, end);
    for (int p = 0; p < c->r->players; p++) {
        winners += end[p].rank == 1;
    }
    for (int p = 0; p < c->r->players; p++) {
        int share = end[p].rank == 1 ? 1000 / winners : 0;
        buffer_addf(b, "%s%d", p ? "," : "", winners ? share : 1000 / c->r->players);
    }
}

static void add_chances(buffer *b, const course *c) {
    float u[TSR_MAX_PLAYERS] = {0};
    c->r->g.ai->heuristic(c->r, c->state, u);
    for (int p = 0; p < c->r->players; p++) {
        float share = u[p] >= 0 && u[p] <= 1 ? u[p] : 0.5F; // whatever else it says is no chance
        buffer_addf(b, "%s%ld", p ? "," : "", lroundf(1000 * share));
    }
}

static void add_scores(buffer *b, const course *c) {
    tsr_result now[TSR_MAX_PLAYERS];
    c->r->g.result(c->r, c->state, now);
    for (int p = 0; p < c->r->players; p++) {
        buffer_addf(b, "%s%" PRId32, p ? "," : "", now[p].score);
    }
}

static void add_values(buffer *b, const course *c, course_kind kind) {
    tsr_match_state_at(c->m, 0, c->state);
    buffer_add_text(b, "[");
    for (int ply = 0, next;; ply = next) {
        buffer_add_text(b, ply ? ",[" : "[");
        if (kind == COURSE_SCORE) {
            add_scores(b, c);
        } else if (has_more(c, ply)) {
            add_chances(b, c);
        } else {
            add_outcome(b, c);
        }
        buffer_add_text(b, "]");
        if (!has_more(c, ply)) {
            break;
        }
        next = next_point(c, ply);
        walk(c, ply, next);
    }
    buffer_add_text(b, "]");
}

static void add_plies(buffer *b, const course *c) {
    buffer_add_text(b, "[0");
    for (int ply = 0; has_more(c, ply);) {
        ply = next_point(c, ply);
        buffer_addf(b, ",%d", ply);
    }
    buffer_add_text(b, "]");
}

void course_add(buffer *b, const tsr_match *m) {
    static const char *const words[] = {"none", "score", "chance"};
    int plies = tsr_match_ply_count(m);
    course c = {.m = m,
                .r = tsr_match_rules(m),
                .state = malloc(TSR_MAX_STATE),
                .plies = plies,
                .step = plies / POINTS_MOST + 1};
    course_kind kind = c.state ? kind_of(&c) : COURSE_NONE;
    b->failed |= !c.state;
    buffer_addf(b, "{\"kind\":\"%s\"", words[kind]);
    if (kind != COURSE_NONE) {
        buffer_add_text(b, ",\"plies\":");
        add_plies(b, &c);
        buffer_add_text(b, ",\"values\":");
        add_values(b, &c, kind);
    }
    buffer_add_text(b, "}");
    free(c.state);
}
