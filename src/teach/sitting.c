// SPDX-License-Identifier: MIT
// Games of a network against itself, piece by piece; see sitting.h.
#include "teach/sitting.h"

#include <string.h>

enum { TOGETHER = 4 }; // games of one piece

struct sitting {
    sitting_config c;
    selfplay *play;    // or
    viewplay *by_view; // where something is hidden
};

uint64_t sitting_pieces(const sitting_config *c) {
    return (c->games + TOGETHER - 1) / TOGETHER;
}

static tsr_err sit_down(sitting *s, tsr_error *err) {
    const sitting_config *c = &s->c;
    selfplay_config searched = {.rules = c->rules,
                                .net = c->net,
                                .seed = c->seed,
                                .simulations = c->simulations,
                                .opening = selfplay_usual_opening(c->net->see),
                                .with = c->with};
    viewplay_config seen = {.rules = c->rules,
                            .net = c->net,
                            .seed = c->seed,
                            .pay = c->pay,
                            .explore = c->explore,
                            .tries = c->tries,
                            .with = c->with};
    return c->by_view ? viewplay_open(&seen, &s->by_view, err)
                      : selfplay_open(&searched, &s->play, err);
}

tsr_err sitting_open(const sitting_config *c, sitting **out, tsr_error *err) {
    sitting *s = tsr_mem_new(NULL, sizeof *s);
    if (!s) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to play");
    }
    s->c = *c;
    tsr_err e = sit_down(s, err);
    if (e) {
        sitting_close(s);
        return e;
    }
    *out = s;
    return TSR_OK;
}

void sitting_close(sitting *s) {
    if (s) {
        selfplay_close(s->play);
        viewplay_close(s->by_view);
        tsr_mem_free(NULL, s, sizeof *s);
    }
}

void sitting_leave(sitting *s) {
    selfplay_leave(s->play);
    viewplay_leave(s->by_view);
}

// A piece's counts, then its samples.
tsr_err sitting_play(sitting *s, uint64_t piece, buffer *out, tsr_error *err) {
    selfplay_count count = {0};
    size_t at = out->size;
    uint64_t first = piece * TOGETHER, end = first + TOGETHER;
    if (piece >= sitting_pieces(&s->c)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "there is no piece %llu",
                        (unsigned long long)piece + 1);
    }
    buffer_add(out, &count, sizeof count);
    tsr_err e = TSR_OK;
    for (uint64_t i = first; !e && i < end && i < s->c.games; i++) {
        if (s->by_view) {
            e = viewplay_game(s->by_view, i, out, &count, err);
        } else {
            e = selfplay_game(s->play, i, out, &count, err);
        }
    }
    if (e || out->failed) {
        return e ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory for the games");
    }
    memcpy(out->bytes + at, &count, sizeof count);
    return TSR_OK;
}

tsr_err sitting_take(const char *bytes, size_t size, buffer *samples, selfplay_count *count,
                     tsr_error *err) {
    selfplay_count more;
    if (size < sizeof more) {
        return tsr_fail(err, TSR_ERR_PARSE, "these are no games");
    }
    memcpy(&more, bytes, sizeof more);
    count->games += more.games;
    count->plies += more.plies;
    count->samples += more.samples;
    count->taught += more.taught;
    count->agreed += more.agreed;
    buffer_add(samples, bytes + sizeof more, size - sizeof more);
    return samples->failed ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for the games") : TSR_OK;
}
