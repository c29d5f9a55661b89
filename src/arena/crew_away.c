// SPDX-License-Identifier: MIT
// Pieces that are done on other machines: offered there some way ahead, and handed over as they come back.
#include "arena/crew_away.h"

enum { AHEAD = 4096 }; // pieces offered before the first missing one is done

typedef struct far {
    const crew_away_config *config;
    uint64_t next;    // the first piece that was not handed over
    uint64_t offered; // all before it have been
    tsr_err failed;
    tsr_error error;
} far;

static int is_stopped(const far *f) {
    return f->config->stopped && f->config->stopped(f->config->self);
}

static int is_known(const far *f, uint64_t piece) {
    return f->config->is_known && f->config->is_known(f->config->self, piece);
}

static void hand_over(far *f, const char *bytes, size_t size) {
    const crew_away_config *c = f->config;
    f->failed = c->done(c->self, f->next++, bytes, size, &f->error);
}

// What is known already nobody does again.
static void hand_over_known(far *f) {
    while (!f->failed && f->next < f->config->end && is_known(f, f->next) && !is_stopped(f)) {
        hand_over(f, "", 0);
    }
}

// Offers pieces in stretches between those that are known.
static tsr_err offer(far *f, tsr_error *err) {
    const crew_away_config *c = f->config;
    uint64_t end = c->end - f->next > AHEAD ? f->next + AHEAD : c->end;
    tsr_err e = TSR_OK;
    f->offered = f->offered < f->next ? f->next : f->offered;
    if (f->offered >= end || (end < c->end && end - f->offered < AHEAD / 4)) {
        return TSR_OK;
    }
    while (!e && f->offered < end) {
        uint64_t first = f->offered;
        while (f->offered < end && !is_known(f, f->offered)) {
            f->offered++;
        }
        if (first < f->offered) {
            e = c->away->offer(c->away->self, first, f->offered, err);
        }
        while (f->offered < end && is_known(f, f->offered)) {
            f->offered++;
        }
    }
    return e;
}

static int take(void *self, uint64_t piece, const char *bytes, size_t size) {
    far *f = self;
    if (piece != f->next || is_stopped(f)) {
        return 1;
    }
    hand_over(f, bytes, size);
    hand_over_known(f);
    return f->failed != TSR_OK;
}

tsr_err crew_away_run(const crew_away_config *c, tsr_error *err) {
    far f = {.config = c, .next = c->first, .offered = c->first};
    tsr_err e = c->away->begin(c->away->self, c->brief, err);
    if (e) {
        return e;
    }
    hand_over_known(&f);
    while (!e && !f.failed && f.next < c->end && !is_stopped(&f)) {
        e = offer(&f, err);
        e = e ? e : c->away->collect(c->away->self, f.next, take, &f, err);
    }
    if (!e && f.failed && err) {
        *err = f.error;
    }
    c->away->end(c->away->self, f.next == c->end);
    return e ? e : f.failed;
}
