// SPDX-License-Identifier: MIT
#include "support/schedule.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include <tessera/rng.h>

// The linker's names for what was replaced, and for what replaces it.
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_join(pthread_t, void **);
int __wrap_pthread_join(pthread_t, void **);
int __real_nanosleep(const struct timespec *, struct timespec *);
int __wrap_nanosleep(const struct timespec *, struct timespec *);

// A thread stumbles a few times only: on a busy machine each time may cost as long as all others
// take their turns.
enum { STUMBLE_ONE_IN = 64, SLEEP_ONE_IN = 8, LONGEST_NAP_NS = 200000, MOST_STUMBLES = 20 };

const char *const schedule_names[SCHEDULES] = {"free", "early", "late", "none", "some", "stumble"};

static schedule mode;
static uint64_t mode_seed;
static int begun, refused;
static atomic_uint streams; // of random numbers given out, one a thread
static unsigned epoch;      // a thread that is older than the mode draws a new stream

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int gate_open; // late: the creator sleeps or waits

typedef struct start {
    void *(*run)(void *);
    void *with;
    int ended; // early: under the lock
    int waited_for;
} start;

void schedule_set(schedule m, uint64_t seed) {
    mode = m;
    mode_seed = seed;
    begun = refused = gate_open = 0;
    epoch++;
    atomic_store(&streams, 0);
}

int schedule_begun(void) {
    return begun;
}

int schedule_refused(void) {
    return refused;
}

void schedule_stumble(void) {
    static _Thread_local tsr_rng g;
    static _Thread_local unsigned born;
    static _Thread_local int stumbled;
    if (mode != SCHEDULE_STUMBLE) {
        return;
    }
    if (born != epoch) {
        born = epoch;
        stumbled = 0;
        tsr_rng_init(&g, tsr_seed_of(mode_seed, atomic_fetch_add(&streams, 1)));
    }
    if (stumbled >= MOST_STUMBLES || tsr_rng_below(&g, STUMBLE_ONE_IN) != 0) {
        return;
    }
    stumbled++;
    if (tsr_rng_below(&g, SLEEP_ONE_IN) == 0) {
        struct timespec nap = {.tv_nsec = (long)tsr_rng_below(&g, LONGEST_NAP_NS)};
        (void)__real_nanosleep(&nap, NULL);
    } else {
        sched_yield();
    }
}

static void set_and_tell(int *flag) {
    pthread_mutex_lock(&lock);
    *flag = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void wait_for(const int *flag) {
    pthread_mutex_lock(&lock);
    while (!*flag) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

static void *run_started(void *with) {
    start *s = with;
    if (mode == SCHEDULE_LATE) {
        wait_for(&gate_open);
    }
    schedule_stumble();
    void *result = s->run(s->with);
    schedule_stumble();
    if (s->waited_for) {
        set_and_tell(&s->ended); // the creator frees it
    } else {
        free(s);
    }
    return result;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *),
                          void *with) {
    if (mode == SCHEDULE_NONE || (mode == SCHEDULE_SOME && (begun + refused) % 2 == 0)) {
        refused++;
        return EAGAIN;
    }
    start *s = malloc(sizeof *s);
    if (!s) {
        return EAGAIN;
    }
    *s = (start){.run = run, .with = with, .waited_for = mode == SCHEDULE_EARLY};
    int waits = s->waited_for, e = __real_pthread_create(thread, attr, run_started, s);
    begun += e == 0;
    if (waits && e == 0) {
        wait_for(&s->ended);
    }
    if (waits || e) {
        free(s);
    }
    return e;
}

static void open_gate(void) {
    if (mode == SCHEDULE_LATE) {
        set_and_tell(&gate_open);
    }
}

int __wrap_pthread_join(pthread_t thread, void **result) {
    open_gate();
    return __real_pthread_join(thread, result);
}

int __wrap_nanosleep(const struct timespec *time, struct timespec *left) {
    open_gate();
    return __real_nanosleep(time, left);
}
