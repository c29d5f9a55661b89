// SPDX-License-Identifier: MIT
//
// Threads and locks, by POSIX.
#include "host/thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Static_assert(sizeof(pthread_t) <= sizeof(host_thread), "a thread's name fits");

typedef struct errand {
    void (*work)(void *with);
    void *with;
} errand;

static void *run(void *given) {
    errand e = *(errand *)given;
    free(given);
    e.work(e.with);
    return NULL;
}

int host_thread_start(host_thread *t, void (*work)(void *with), void *with) {
    pthread_t id;
    errand *e = malloc(sizeof *e);
    if (!e) {
        return 0;
    }
    *e = (errand){work, with};
    if (pthread_create(&id, NULL, run, e) != 0) {
        free(e);
        return 0;
    }
    memcpy(t->inside, &id, sizeof id);
    return 1;
}

void host_thread_join(host_thread *t) {
    pthread_t id;
    memcpy(&id, t->inside, sizeof id);
    (void)pthread_join(id, NULL);
}

void host_pause(void) {
    struct timespec pause = {.tv_nsec = 1000000};
    (void)nanosleep(&pause, NULL);
}
