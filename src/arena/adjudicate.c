// SPDX-License-Identifier: MIT
//
// Reads rules for ending games early, and applies them to a game as it goes on.
#include "arena/adjudicate.h"

#include <string.h>

#include <tessera/rules.h>
#include <tessera/text.h>

static int read_score(tsr_in *in, adjudicate *out) {
    int64_t percent, plies;
    if (!tsr_take_int(in, 51, 100, &percent) || !tsr_take_char(in, ':') ||
        !tsr_take_int(in, 1, 10000, &plies)) {
        return 0;
    }
    out->score = (float)percent / 100;
    out->plies = (uint32_t)plies;
    return 1;
}

static int read_length(tsr_in *in, adjudicate *out) {
    int64_t plies;
    if (!tsr_take_int(in, 1, 1000000, &plies)) {
        return 0;
    }
    out->length = (uint32_t)plies;
    return 1;
}

static int read_all(const char *text, adjudicate *out) {
    tsr_in in = tsr_in_from(text);
    do {
        if (tsr_take(&in, "score=") ? !read_score(&in, out)
                                    : !tsr_take(&in, "length=") || !read_length(&in, out)) {
            return 0;
        }
    } while (tsr_take_char(&in, ','));
    return tsr_at_end(&in);
}

tsr_err adjudicate_read(const char *text, const tsr_rules *r, adjudicate *out, tsr_error *err) {
    adjudicate a = {0};
    if (!read_all(text, &a)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "--adjudicate looks like score=95:8,length=300 (percent : plies in a row, "
                        "and plies of a game; either alone will do), not '%.60s'",
                        text);
    }
    if (a.score > 0 && (r->players != 2 || !r->g.ai || !r->g.ai->heuristic)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "%s cannot be adjudicated by score: that is for two players and games "
                        "with an evaluation",
                        r->g.name);
    }
    *out = a;
    return TSR_OK;
}

static void look_at_score(const adjudicate *a, adjudicate_watch *w, const tsr_match *m) {
    const tsr_rules *r = tsr_match_rules(m);
    float u[TSR_MAX_PLAYERS];
    int plies = tsr_match_ply_count(m);
    r->g.ai->heuristic(r, tsr_match_state(m), u);
    int leader = u[0] >= a->score ? 0 : u[1] >= a->score ? 1 : -1;
    w->since = leader < 0 || leader != w->leader ? 0 : w->since + (uint32_t)(plies - w->plies);
    w->leader = leader;
    w->plies = plies;
}

tsr_err adjudicate_look(const adjudicate *a, adjudicate_watch *w, tsr_match *m, uint64_t now_ms,
                        int *ended) {
    *ended = 0;
    if (tsr_match_end(m) != TSR_END_NONE || (!a->length && a->score <= 0)) {
        return TSR_OK;
    }
    if (a->score > 0) {
        look_at_score(a, w, m);
        if (w->leader >= 0 && w->since >= a->plies) {
            *ended = 1;
            return tsr_match_resign(m, 1 - w->leader, now_ms);
        }
    }
    if (a->length && tsr_match_ply_count(m) >= (int)a->length) {
        *ended = 1;
        return tsr_match_agree_draw(m, now_ms);
    }
    return TSR_OK;
}
