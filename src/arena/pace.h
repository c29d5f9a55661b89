// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_PACE_H
#define TSR_ARENA_PACE_H

// When the answers of agents arrive, where a person or another program could measure it.
//
// Asked whether it wants to interfere, an agent with nothing to interfere with answers at once,
// and one that has something thinks. In such windows (tsr_match_is_window) an answer is
// therefore kept until the window ends. Its length depends on what everybody at the table has
// seen alone: four times the longest ordinary answer of that seat, in powers of two, PACE_MOST_MS
// at most and for a seat that has not answered yet. In windows of PACE_MOST_MS the agent is told to
// answer within seven eighths of it, whatever it was given to think; in shorter ones an answer that
// comes late all the same waits for the end of another window.
//
// The clock is the owner's, so tests drive it.

#include <tessera/match.h>

enum { PACE_MOST_MS = 1000 };

typedef struct pace {
    void *self;
    uint64_t (*now_ms)(void *self);
    void (*wait_until)(void *self, uint64_t ms);
    uint32_t longest_ms[TSR_MAX_PLAYERS]; // ordinary answers so far, and 1; 0 = none yet
} pace;

typedef struct pace_question {
    int seat;
    uint64_t asked_ms;
    uint32_t window_ms; // 0 = an ordinary question
} pace_question;

// A pace by the system's clock.
void pace_init(pace *p);

// A question begins. `p` may be NULL: then nothing is measured and nobody waits.
pace_question pace_begin(const pace *p, const tsr_match *m, int seat);

// The time that the agent may be given, `time_ms` at most; 0 = no limit.
uint32_t pace_time(const pace_question *q, uint32_t time_ms);

// The answer is found: waits until it may be handed in.
void pace_end(pace *p, const pace_question *q);

#endif
