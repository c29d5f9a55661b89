// SPDX-License-Identifier: MIT
//
// `notation points`: moves of backgammon.
//
//     13/8 6/5        two men; 6/5(2): the same twice
//     8/4*            a man is hit there
//     bar/22 3/off    a man comes in; a man is borne off
//
// Where a text must not have blanks, in `test` lines, a comma stands between men: 13/8,6/5.
//
// Rules only say which man moves: where it went is seen by playing the move.
#include "lang/game/points.h"

#include <stdio.h>
#include <string.h>

#include <tessera/game.h>
#include <tessera/text.h>

#include "lang/game/pile_text.h"

enum { MOST_CELLS = 128 };

// How many men stand on each cell, of the player who moves and of all others.
typedef struct standing {
    uint8_t mine[MOST_CELLS], theirs[MOST_CELLS];
} standing;

typedef struct view {
    const program *p;
    int me;
    standing after[POINTS_MOST + 1]; // [k]: k men have been moved
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } state;
} view;

static void count_men(view *v, int moved) {
    standing *s = &v->after[moved];
    uint16_t things[PILE_MOST + 2];
    memset(s, 0, sizeof *s);
    for (int c = 0; c < v->p->b.cells; c++) {
        const int n = lang_things_at(v->p, v->state.bytes, c, things);
        for (int i = 0; i < n; i++) {
            const int owner = lang_thing_owner(v->p, things[i]);
            s->mine[c] = (uint8_t)(s->mine[c] + (owner == v->me));
            s->theirs[c] = (uint8_t)(s->theirs[c] + (owner != v->me));
        }
    }
}

static void see(const walk_watch *to, int choice, const frame *f) {
    view *v = to->of;
    if (choice <= POINTS_MOST) {
        vm_store(f, v->state.bytes);
        count_men(v, choice);
    }
}

// The number of a place, for somebody who goes one way or the other.
static int point_of(const view *v, int cell, int beyond) {
    return cell >= v->p->b.area0        ? beyond
           : v->p->words.way[v->me] > 0 ? v->p->b.area0 - cell
                                        : cell + 1;
}

// Where the man went that stood on `from`: a cell, -1 = off the board, -2 = more happened than that.
static int where_to(const standing *was, const standing *is, int cells, int from) {
    int to = -1;
    for (int c = 0; c < cells; c++) {
        const int more = is->mine[c] - was->mine[c] + (c == from);
        if (more == 1 && to == -1) {
            to = c;
        } else if (more) {
            return -2;
        }
    }
    return to;
}

static int note_man(const view *v, int k, const walk_step *step, points_play *out) {
    const standing *was = &v->after[k], *is = &v->after[k + 1];
    const int kind = v->p->choice[step->choice].kind;
    const int from = kind == CH_MOTION ? step->from : kind == CH_CHOOSE ? step->to : -1;
    const int to = from < 0 ? -2 : where_to(was, is, v->p->b.cells, from);
    if (to < -1 || to == from) {
        return 0;
    }
    out->man[k].from = (uint8_t)point_of(v, from, POINTS_BAR);
    out->man[k].to = (uint8_t)(to < 0 ? POINTS_OFF : point_of(v, to, POINTS_OFF));
    out->man[k].hits = to >= 0 && was->theirs[to] > is->theirs[to];
    return 1;
}

int points_of(const program *p, const void *s, const walk_step *step, int count, points_play *out) {
    view v;
    const walk_watch watch = {see, &v};
    v.p = p;
    v.me = ((const ir_head *)s)->me;
    if (count < 1 || count > POINTS_MOST || p->b.cells > MOST_CELLS) {
        return 0;
    }
    memset(v.after, 0, sizeof v.after); // a move that is not legal does not come far
    memcpy(v.state.bytes, s, p->size.state_size);
    count_men(&v, 0);
    walk_watched(p, s, step, count, &watch);
    memcpy(v.state.bytes, s, p->size.state_size);
    walk_play_steps(p, v.state.bytes, step, count);
    count_men(&v, count);
    out->count = count;
    for (int k = 0; k < count; k++) {
        if (!note_man(&v, k, step + k, out)) {
            return 0;
        }
    }
    return 1;
}

// --- Writing -------------------------------------------------------------------------------------

static int is_same_man(const points_play *play, int a, int b) {
    return play->man[a].from == play->man[b].from && play->man[a].to == play->man[b].to;
}

static void put_man(tsr_out *o, const points_play *play, int i) {
    char from[8] = "bar", to[8] = "off";
    if (play->man[i].from != POINTS_BAR) {
        (void)snprintf(from, sizeof from, "%d", play->man[i].from);
    }
    if (play->man[i].to != POINTS_OFF) {
        (void)snprintf(to, sizeof to, "%d", play->man[i].to);
    }
    tsr_putf(o, "%s/%s%s", from, to, play->man[i].hits ? "*" : "");
}

int points_text(const points_play *play, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    for (int i = 0, n = 1; i < play->count; i += n) {
        for (n = 1; i + n < play->count && is_same_man(play, i, i + n); n++) {
        }
        tsr_put(&o, i ? " " : "");
        put_man(&o, play, i);
        if (n > 1) {
            tsr_putf(&o, "(%d)", n);
        }
    }
    return tsr_out_end(&o);
}

// --- Reading -------------------------------------------------------------------------------------

// A place: a number, `bar` or `off`; -1 = none. 25 is the bar of a board of 24 places.
static int take_point(const program *p, tsr_in *in) {
    int64_t n;
    if (tsr_take(in, "bar") || tsr_take(in, "Bar") || tsr_take(in, "BAR")) {
        return POINTS_BAR;
    }
    if (tsr_take(in, "off") || tsr_take(in, "Off") || tsr_take(in, "OFF")) {
        return POINTS_OFF;
    }
    if (*in->at < '0' || *in->at > '9' || !tsr_take_int(in, 0, p->b.area0 + 1, &n)) {
        return -1;
    }
    return n > p->b.area0 ? POINTS_BAR : (int)n;
}

static int add_man(points_play *out, int from, int to, int hits) {
    if (to < 0 || to == POINTS_BAR || from == POINTS_OFF || to >= from ||
        out->count == POINTS_MOST) {
        return 0;
    }
    out->man[out->count].from = (uint8_t)from;
    out->man[out->count].to = (uint8_t)to;
    out->man[out->count++].hits = (uint8_t)hits;
    return 1;
}

// The men since number `first`, as often as (n) says: hits are of the first of them.
static int take_times(tsr_in *in, points_play *out, int first) {
    const int each = out->count - first;
    int64_t n = 1;
    if (!tsr_take_char(in, '(')) {
        return 1;
    }
    if (!tsr_take_int(in, 1, POINTS_MOST, &n) || !tsr_take_char(in, ')')) {
        return 0;
    }
    for (int k = each; k < each * (int)n; k++) {
        const int i = first + k % each;
        if (!add_man(out, out->man[i].from, out->man[i].to, 0)) {
            return 0;
        }
    }
    return 1;
}

static int take_men(const program *p, tsr_in *in, points_play *out) {
    const int first = out->count;
    int from = take_point(p, in);
    while (from >= 0 && tsr_take_char(in, '/')) {
        const int to = take_point(p, in);
        if (!add_man(out, from, to, tsr_take_char(in, '*'))) {
            return 0;
        }
        from = to;
    }
    return out->count > first && take_times(in, out, first);
}

int points_read(const program *p, const char *typed, points_play *out) {
    tsr_in in = tsr_in_from(typed);
    out->count = 0;
    while (*in.at) {
        if (!take_men(p, &in, out) ||
            (*in.at && !tsr_take_char(&in, ' ') && !tsr_take_char(&in, ','))) {
            return 0;
        }
    }
    return out->count > 0;
}

// Takes the man that stands on `at` out of `left`, and those it goes on with, up to `to`.
static int follow_man(points_play *left, int at, int to) {
    for (int i = 0; i < left->count; i++) {
        const int next = left->man[i].to;
        if (left->man[i].from != at || next < to) {
            continue;
        }
        const points_play before = *left;
        left->man[i] = left->man[--left->count];
        if (next == to || follow_man(left, next, to)) {
            return 1;
        }
        *left = before;
    }
    return 0;
}

static int hits_of(const points_play *play) {
    int n = 0;
    for (int i = 0; i < play->count; i++) {
        n += play->man[i].hits;
    }
    return n;
}

int points_fits(const points_play *typed, const points_play *play) {
    points_play left = *play;
    for (int i = 0; i < typed->count; i++) {
        if (!follow_man(&left, typed->man[i].from, typed->man[i].to)) {
            return 0;
        }
    }
    return left.count ? 0 : hits_of(typed) == hits_of(play) ? 2 : 1;
}
