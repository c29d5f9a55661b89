// SPDX-License-Identifier: MIT
//
// How long an answer is held back, so that its time tells nothing.
#include "arena/pace.h"

#include <time.h>

#include <tessera/host.h>

static uint64_t system_now(void *self) {
    (void)self;
    return tsr_now_ms();
}

static void system_wait(void *self, uint64_t until_ms) {
    (void)self;
    for (uint64_t now = tsr_now_ms(); now < until_ms; now = tsr_now_ms()) {
        uint64_t ms = until_ms - now;
        struct timespec t = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000};
        (void)nanosleep(&t, NULL);
    }
}

void pace_init(pace *p) {
    *p = (pace){.now_ms = system_now, .wait_until = system_wait};
}

static uint32_t window_of(const pace *p, int seat) {
    uint32_t length = 1, longest = p->longest_ms[seat];
    if (longest == 0) {
        return PACE_MOST_MS;
    }
    while (length < PACE_MOST_MS && length / 4 < longest) {
        length *= 2;
    }
    return length < PACE_MOST_MS ? length : PACE_MOST_MS;
}

pace_question pace_begin(const pace *p, const tsr_match *m, int seat) {
    pace_question q = {.seat = seat};
    if (p) {
        q.asked_ms = p->now_ms(p->self);
        q.window_ms = tsr_match_is_window(m) ? window_of(p, seat) : 0;
    }
    return q;
}

uint32_t pace_time(const pace_question *q, uint32_t time_ms) {
    uint32_t most = PACE_MOST_MS - PACE_MOST_MS / 8;
    return q->window_ms == PACE_MOST_MS && (time_ms == 0 || time_ms > most) ? most : time_ms;
}

void pace_end(pace *p, const pace_question *q) {
    if (!p) {
        return;
    }
    uint64_t now = p->now_ms(p->self);
    if (q->window_ms) {
        p->wait_until(p->self, tsr_window_end(q->asked_ms, now, q->window_ms));
        return;
    }
    uint64_t took = now - q->asked_ms + 1;
    uint32_t ms = took < PACE_MOST_MS ? (uint32_t)took : PACE_MOST_MS;
    p->longest_ms[q->seat] = ms > p->longest_ms[q->seat] ? ms : p->longest_ms[q->seat];
}
