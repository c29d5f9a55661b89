// SPDX-License-Identifier: MIT
//
// Law 24: the fixed numbers of moves are in range, and among the legal moves of one decision no
// two have the same and none begins with all of another's: picking numbers finds one move.
#include "law.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct numbers {
    int count;
    uint32_t at[TSR_MAX_ACTIONS];
    tsr_move move;
} numbers;

static int by_numbers(const void *a, const void *b) {
    const numbers *x = a, *y = b;
    int n = x->count < y->count ? x->count : y->count;
    for (int i = 0; i < n; i++) {
        if (x->at[i] != y->at[i]) {
            return x->at[i] < y->at[i] ? -1 : 1;
        }
    }
    return x->count - y->count;
}

static int begins(const numbers *a, const numbers *b) {
    return a->count <= b->count && memcmp(a->at, b->at, (size_t)a->count * sizeof *a->at) == 0;
}

static int numbers_of(law_run *run, int who, tsr_move m, numbers *out) {
    const tsr_rules *r = run->r;
    uint32_t room[TSR_MAX_ACTIONS + 1];
    memset(room, 0xa5, sizeof room);
    out->move = m;
    out->count = r->more.action(r, run->spot.state, who, m, room);
    if (!LAW_HOLDS(run, out->count >= 1 && out->count <= TSR_MAX_ACTIONS,
                   "a move has %d fixed numbers", out->count)) {
        return 0;
    }
    LAW_HOLDS(run, room[TSR_MAX_ACTIONS] == 0xa5a5a5a5u, "action writes past its end");
    memcpy(out->at, room, sizeof out->at);
    for (int i = 0; i < out->count; i++) {
        if (!LAW_HOLDS(run, out->at[i] < r->action_count, "a fixed number is %u of %u", out->at[i],
                       r->action_count)) {
            return 0;
        }
    }
    return 1;
}

// The view is enough: agents that learn have nothing else.
static void view_is_enough(law_run *run, int who, const numbers *all, int count) {
    uint32_t seen[TSR_MAX_ACTIONS];
    run->r->g.view(run->r, run->spot.state, who, run->scratch[0]);
    for (int i = 0; i < count; i++) {
        int n = run->r->more.action(run->r, run->scratch[0], who, all[i].move, seen);
        LAW_HOLDS(run, n == all[i].count && memcmp(seen, all[i].at, (size_t)n * sizeof *seen) == 0,
                  "a move has other fixed numbers from the view than from the state");
    }
}

static void numbers_are_sound(law_run *run, int who) {
    const law_spot *spot = &run->spot;
    numbers *all = law_memory((size_t)(spot->count[who] + 1) * sizeof *all);
    int n = 0;
    for (int i = 0; i < spot->count[who]; i++) {
        n += numbers_of(run, who, spot->moves[who][i], &all[n]);
    }
    qsort(all, (size_t)n, sizeof *all, by_numbers);
    for (int i = 0; i + 1 < n; i++) {
        LAW_HOLDS(run, !begins(&all[i], &all[i + 1]),
                  "two legal moves of %s share their fixed numbers, from %u on", law_who(who),
                  all[i].at[0]);
    }
    if (spot->deep) {
        view_is_enough(run, who, all, n);
    }
    free(all);
}

static void law24_at(law_run *run) {
    for (int p = 0; p < run->r->players && run->r->action_count; p++) {
        if (law_is_decider(run, p)) {
            numbers_are_sound(run, p);
        }
    }
}

static void law24_start(law_run *run) {
    uint32_t n = run->r->action_count;
    for (uint32_t i = 0; i < n; i += n / 64 + 1) {
        char text[128];
        int size = run->r->more.action_text(run->r, i, text, sizeof text);
        LAW_HOLDS(run, size > 0 && size < (int)sizeof text && !law_text_fault(text),
                  "fixed number %u has no sound text", i);
    }
}

const law_hooks law_24 = {.start = law24_start, .at = law24_at};
