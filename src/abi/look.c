// SPDX-License-Identifier: MIT
// Looking at states that cross the border: views, observations, texts, results.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/abi.h>

#include "abi/state.h"
#include "core/learn.h"

static int is_viewer(const tsr_state *s, int viewer) {
    return s && ((viewer >= 0 && viewer < s->rs->r->players) || viewer == TSR_VIEW_WATCHER);
}

int tsr_state_view(const tsr_state *s, int viewer, tsr_state **out) {
    if (!is_viewer(s, viewer) || !out) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_state *view = state_make(s->rs, s->at, 1);
    if (!view) {
        return TSR_FAIL_MEMORY;
    }
    s->rs->r->g.view(s->rs->r, s->at, viewer, view->at);
    *out = view;
    return 0;
}

int tsr_state_guess(const tsr_state *view, int viewer, uint64_t seed, tsr_state **out) {
    tsr_rng g;
    if (!is_viewer(view, viewer) || !out) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_state *s = state_make(view->rs, view->at, 0);
    if (!s) {
        return TSR_FAIL_MEMORY;
    }
    tsr_rng_init(&g, seed);
    s->rs->r->g.view(s->rs->r, view->at, viewer, s->at); // a full state is a guess's source, too
    s->rs->r->g.guess(s->rs->r, s->at, viewer, &g, s->at);
    *out = s;
    return 0;
}

int tsr_state_seen(const tsr_state *s, int who, uint64_t move, int viewer, uint64_t *out) {
    int seat = !s ? -2 : who == TSR_CHANCE ? TSR_CHANCE : state_seat(s, who);
    if (seat < 0 || !is_viewer(s, viewer) || !out) {
        return TSR_FAIL_ARGUMENT;
    }
    if (tsr_why_not(s->rs->r, s->at, seat, move, NULL)) {
        return TSR_FAIL_ILLEGAL;
    }
    *out = s->rs->r->g.seen(s->rs->r, s->at, seat, move, viewer);
    return 0;
}

int tsr_state_observe(const tsr_state *s, int viewer, uint8_t *planes, float *scalars) {
    int seat = s ? state_seat(s, viewer) : -2;
    if (seat < 0) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_state *view = state_make(s->rs, s->at, 1);
    if (!view) {
        return TSR_FAIL_MEMORY;
    }
    s->rs->r->g.view(s->rs->r, s->at, seat, view->at);
    learn_observe(s->rs->r, view->at, seat, planes, scalars);
    tsr_state_free(view);
    return 0;
}

// --- Text and bytes ------------------------------------------------------------------------------

int tsr_state_text(const tsr_state *s, char *buf, size_t cap) {
    return s ? tsr_position_text(s->rs->r, s->at, buf, buf ? cap : 0) : TSR_FAIL_ARGUMENT;
}

int tsr_state_parse(const tsr_ruleset *rs, const char *text, tsr_state **out, tsr_problem *why) {
    tsr_error err = {0};
    if (!rs || !text || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no text was given");
    }
    tsr_state *s = state_make(rs, NULL, 0);
    if (!s) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    if (tsr_position_read(rs->r, text, s->at, &err) != TSR_OK) {
        tsr_state_free(s);
        return abi_fail_by(why, &err);
    }
    *out = s;
    return 0;
}

const void *tsr_state_bytes(const tsr_state *s) {
    return s ? s->at : NULL;
}

int tsr_state_set_bytes(tsr_state *s, const void *bytes, size_t size, tsr_problem *why) {
    tsr_line reason = {0};
    if (!s || !bytes || size != s->rs->r->state_size) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "a position of these rules has %u bytes, not %zu",
                        s ? (unsigned)s->rs->r->state_size : 0u, size);
    }
    tsr_state *copy = state_make(s->rs, bytes, 0); // aligned
    if (!copy) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    int bad = s->rs->r->g.check(s->rs->r, copy->at, &reason);
    if (!bad) {
        (void)tsr_state_set(s, copy);
    }
    tsr_state_free(copy);
    if (bad) {
        (void)abi_refuse(why, s->rs, &reason);
        return TSR_FAIL_PARSE;
    }
    return 0;
}

uint64_t tsr_state_hash(const tsr_state *s) {
    return s ? s->rs->r->more.hash(s->rs->r, s->at) : 0;
}

int tsr_state_prompt(const tsr_state *s, char *buf, size_t cap) {
    tsr_info info = {0};
    if (!s) {
        return TSR_FAIL_ARGUMENT;
    }
    s->rs->r->g.info(s->rs->r, s->at, &info);
    if (!info.prompt.code) {
        return snprintf(buf, buf ? cap : 0, "%s", tsr_state_turn(s) ? "" : "the game is over");
    }
    return tsr_line_text(s->rs->r, &info.prompt, NULL, buf, buf ? cap : 0);
}

// --- Results -------------------------------------------------------------------------------------

int tsr_state_result(const tsr_state *s, int32_t *score, uint32_t *rank) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    if (!s) {
        return TSR_FAIL_ARGUMENT;
    }
    int over = tsr_state_turn(s) == 0;
    s->rs->r->g.result(s->rs->r, s->at, result);
    for (int i = 0; i < s->rs->r->players; i++) {
        if (score) {
            score[i] = result[i].score;
        }
        if (rank) {
            rank[i] = over ? result[i].rank : 0;
        }
    }
    return 0;
}

int tsr_state_reward(const tsr_state *s, float *reward) {
    if (!s || !reward) {
        return TSR_FAIL_ARGUMENT;
    }
    if (tsr_state_turn(s)) {
        return TSR_FAIL_STATE;
    }
    tsr_utility(s->rs->r, s->at, reward);
    for (int i = 0; i < s->rs->r->players; i++) {
        reward[i] = 2 * reward[i] - 1;
    }
    return 0;
}

int tsr_state_parts(const tsr_state *s) {
    tsr_part part[TSR_MAX_PARTS];
    return s ? s->rs->r->more.parts(s->rs->r, s->at, part) : TSR_FAIL_ARGUMENT;
}

int tsr_state_part(const tsr_state *s, int i, int32_t *points, char *buf, size_t cap) {
    tsr_part part[TSR_MAX_PARTS];
    int n = s ? s->rs->r->more.parts(s->rs->r, s->at, part) : 0;
    if (i < 0 || i >= n) {
        return TSR_FAIL_ARGUMENT;
    }
    if (points) {
        memcpy(points, part[i].points, s->rs->r->players * sizeof *points);
    }
    return snprintf(buf, buf ? cap : 0, "%s", part[i].name);
}
