// SPDX-License-Identifier: MIT
// How often processes of published games are started: for files that are being published one at a time, and all
// together few a second. Starting one keeps the server's loop, in which everybody's moves are, for about a millisecond, and
// what it computes shares the processors with them.
#include "server/annex_impl.h"

enum { STARTS = 8, STARTS_MS = 2000 }; // as many at once, and so many in this time

static int is_due(annexes *a) {
    return bucket_take(&a->starts, STARTS, STARTS_MS, a->now_ms);
}

int annex_start(annexes *a, annex *x) {
    return x->pid || (!x->frozen && is_due(a) && annex_launch(a, x));
}

// Who has waited longest; NULL if nobody waits, or a file is being looked at.
static annex *next_in_line(const annexes *a) {
    annex *next = NULL;
    for (int i = 0; i < ANNEX_MOST; i++) {
        annex *x = a->of[i];
        if (x && x->publishing && x->pid && !x->playable) {
            return NULL;
        }
        if (x && x->in_line && (!next || x->place < next->place)) {
            next = x;
        }
    }
    return next;
}

void annex_check_next(annexes *a) {
    annex *x = next_in_line(a);
    if (x && is_due(a)) {
        x->in_line = 0;
        if (!annex_launch(a, x)) {
            annex_give_up(a, x, "The server cannot accept this now. Please try again.");
        }
    }
}
