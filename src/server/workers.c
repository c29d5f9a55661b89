// SPDX-License-Identifier: MIT
// A pool of threads around two lists.
#include "server/workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

struct workers {
    pthread_mutex_t lock; // guards the lists
    pthread_cond_t filled;
    worker_job *first, *last, *done;
    pthread_t *thread;
    int count, nice;
    atomic_int stopping;
    void (*wake)(void *self);
    void *self;
};

static worker_job *take(workers *w) {
    pthread_mutex_lock(&w->lock);
    while (!w->first && !atomic_load(&w->stopping)) {
        pthread_cond_wait(&w->filled, &w->lock);
    }
    worker_job *job = atomic_load(&w->stopping) ? NULL : w->first;
    if (job) {
        w->first = job->next;
        w->last = w->first ? w->last : NULL;
    }
    pthread_mutex_unlock(&w->lock);
    return job;
}

static void *run(void *arg) {
    workers *w = arg;
    worker_job *job;
    if (w->nice) {
        (void)setpriority(PRIO_PROCESS, 0, w->nice); // on Linux: of this thread
    }
    while ((job = take(w)) != NULL) {
        job->work(job);
        pthread_mutex_lock(&w->lock);
        job->next = w->done;
        w->done = job;
        pthread_mutex_unlock(&w->lock);
        w->wake(w->self);
    }
    return NULL;
}

workers *workers_open(int threads, int nice, void (*wake)(void *self), void *self) {
    workers *w = calloc(1, sizeof *w);
    if (!w) {
        return NULL;
    }
    w->wake = wake;
    w->self = self;
    w->nice = nice;
    w->thread = calloc((size_t)threads, sizeof *w->thread);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->filled, NULL);
    while (w->thread && w->count < threads &&
           pthread_create(&w->thread[w->count], NULL, run, w) == 0) {
        w->count++;
    }
    if (w->count == 0) {
        workers_close(w);
        return NULL;
    }
    return w;
}

void workers_stop(workers *w) {
    pthread_mutex_lock(&w->lock);
    atomic_store(&w->stopping, 1);
    pthread_cond_broadcast(&w->filled);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->count; i++) {
        pthread_join(w->thread[i], NULL);
    }
    w->count = 0;
    while (w->first) {
        worker_job *job = w->first;
        w->first = job->next;
        job->next = w->done;
        w->done = job;
    }
}

void workers_close(workers *w) {
    if (w) {
        pthread_cond_destroy(&w->filled);
        pthread_mutex_destroy(&w->lock);
        free(w->thread);
        free(w);
    }
}

void workers_put(workers *w, worker_job *job) {
    job->next = NULL;
    job->stopping = &w->stopping;
    pthread_mutex_lock(&w->lock);
    if (w->last) {
        w->last->next = job;
    } else {
        w->first = job;
    }
    w->last = job;
    pthread_cond_signal(&w->filled);
    pthread_mutex_unlock(&w->lock);
}

worker_job *workers_done(workers *w) {
    pthread_mutex_lock(&w->lock);
    worker_job *job = w->done;
    if (job) {
        w->done = job->next;
    }
    pthread_mutex_unlock(&w->lock);
    return job;
}
