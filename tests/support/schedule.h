// SPDX-License-Identifier: MIT
#ifndef TSR_TESTS_SUPPORT_SCHEDULE_H
#define TSR_TESTS_SUPPORT_SCHEDULE_H

// Threads that run when a test wants them to, to show that an answer does not depend on it.
//
// The linker puts these functions in the place of pthread_create, pthread_join and nanosleep
// (see test_agents_threads in tests/unit/CMakeLists.txt), so the code under test has no hook in it and
// knows nothing of this. Besides, `schedule_stumble` can be called from wherever all threads
// come by, such as the functions of a game: it lets others go first at random.
//
// Not thread-safe: the mode is changed while no other thread runs.

#include <stdint.h>

typedef enum schedule {
    SCHEDULE_FREE = 0, // as the machine likes
    SCHEDULE_EARLY,    // a thread has ended before its creator goes on
    SCHEDULE_LATE,     // threads begin only when their creator sleeps, or waits for their end
    SCHEDULE_NONE,     // no thread can be had
    SCHEDULE_SOME,     // every other thread can be had
    SCHEDULE_STUMBLE,  // all of them yield and sleep at random points
    SCHEDULES
} schedule;

extern const char *const schedule_names[SCHEDULES];

// The mode from now on; `seed` is for what is random in it.
void schedule_set(schedule mode, uint64_t seed);

// A random point: in mode SCHEDULE_STUMBLE perhaps lets others go first, or sleeps a little.
void schedule_stumble(void);

// How many threads were begun, or refused, since the mode was set.
int schedule_begun(void);
int schedule_refused(void);

#endif
