// SPDX-License-Identifier: MIT
//
// Lists of moves, by the functions of ways; and the questions that come down to a list: is there a move,
// may the turn stop here.
#include <string.h>

#include "lang/vm/walk_impl.h"

static int list_raw(frame *f, int at, tsr_move *out, int cap) {
    walker w;
    walk_begin(&w, f);
    w.out = out;
    w.cap = cap;
    (void)walk_from(&w, f->p->split ? WAYS_FIRST : WAYS_LIST, at);
    return w.count;
}

int walk_exists(frame *f, int at) {
    walker w;
    walk_begin(&w, f);
    return walk_from(&w, WAYS_EXISTS, at);
}

// Whether the turn may end here without another choice. For split moves.
int walk_may_stop(frame *f, int at) {
    walker w;
    walk_begin(&w, f);
    return walk_from(&w, WAYS_STOP, at);
}

// The same choices, each by the first that does the same; moves too long for bits stand for themselves.
static tsr_move plain_move(const program *p, tsr_move m) {
    path w;
    if (m & WALK_HASHED || !walk_unpack(p, m, &w)) {
        return m;
    }
    for (int i = 0; i < w.count; i++) {
        w.step[i].choice = p->choice[w.step[i].choice].alike;
    }
    return walk_pack(p, &w);
}

enum { TWIN_SLOTS = 2 * TSR_MAX_MOVES };

// Keeps the first of the moves that are one.
static int drop_twins(const program *p, tsr_move *list, int n) {
    tsr_move seen[TWIN_SLOTS];
    uint32_t slots = 16;
    int kept = 0;
    while ((int)slots < 2 * n) {
        slots *= 2;
    }
    memset(seen, 0, slots * sizeof *seen);
    for (int i = 0; i < n; i++) {
        if (is_first_of(seen, slots, plain_move(p, list[i]))) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

// Twins need room of their own: `cap` is for what is left.
static int list_apart(frame *f, int at, tsr_move *out, int cap) {
    tsr_move list[TSR_MAX_MOVES];
    int n = list_raw(f, at, list, TSR_MAX_MOVES);
    n = drop_twins(f->p, list, n);
    if (out) {
        n = n < cap ? n : cap;
        memcpy(out, list, (size_t)n * sizeof *out);
    }
    return n;
}

int walk_list(frame *f, int at, tsr_move *out, int cap) {
    return f->p->fact.overlaps ? list_apart(f, at, out, cap) : list_raw(f, at, out, cap);
}
