// SPDX-License-Identifier: MIT
// One thread that writes, removes and waits for published games.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/annex_errand.h"
#include "server/watch.h"

struct errands {
    workers *thread;
    int watched, bell;
};

// --- In the thread -----------------------------------------------------------

static int write_whole(const char *path, const char *text, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int fine = fd >= 0 && write(fd, text, size) == (ssize_t)size && fsync(fd) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return fine;
}

static const char *path_of(const errand *x, int file, char out[ERRAND_PATH]) {
    (void)snprintf(out, ERRAND_PATH, "%.4000s.%.16s", x->stem, x->ending[file]);
    return out;
}

static int write_down(const errand *x) {
    char fresh[ERRAND_PATH], path[ERRAND_PATH];
    return write_whole(path_of(x, 0, fresh), x->text, x->size) &&
           (!x->ending[1] || rename(fresh, path_of(x, 1, path)) == 0);
}

static int remove_all(const errand *x) {
    while (x->pid && waitpid(x->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    for (int i = 0; i < ERRAND_FILES && x->ending[i]; i++) {
        char path[ERRAND_PATH];
        (void)unlink(path_of(x, i, path));
    }
    return 1;
}

void errand_run(errand *x) {
    x->begun = 1;
    x->fine = x->kind == ERRAND_WRITE ? write_down(x) : remove_all(x);
}

static void run(worker_job *job) {
    errand_run((errand *)(void *)job);
}

static void ring(void *self) {
    watch_ring(((const errands *)self)->bell);
}

// --- In the loop -------------------------------------------------------------

errand *errand_new(errand_kind kind) {
    errand *x = calloc(1, sizeof *x);
    if (x) {
        x->kind = kind;
        x->job.work = run;
    }
    return x;
}

void errand_free(errand *x) {
    free(x->text);
    free(x);
}

void errands_ask(errands *e, errand *x) {
    workers_put(e->thread, &x->job);
}

errand *errands_done(errands *e) {
    watch_hear(e->bell);
    return (errand *)(void *)workers_done(e->thread);
}

errands *errands_open(int watched, uint64_t tag) {
    errands *e = calloc(1, sizeof *e);
    if (!e) {
        return NULL;
    }
    e->watched = watched;
    e->bell = watch_bell();
    e->thread =
        e->bell >= 0 && watch_add(watched, e->bell, tag) ? workers_open(1, 0, ring, e) : NULL;
    if (!e->thread) {
        errands_close(e);
        return NULL;
    }
    return e;
}

// The last that was asked for is given back first.
static void finish_rest(errands *e) {
    worker_job *job, *first = NULL;
    workers_stop(e->thread);
    while ((job = workers_done(e->thread)) != NULL) {
        job->next = first;
        first = job;
    }
    while ((job = first) != NULL) {
        errand *x = (errand *)(void *)job;
        first = job->next;
        if (!x->begun) {
            errand_run(x);
        }
        errand_free(x);
    }
}

void errands_close(errands *e) {
    if (!e) {
        return;
    }
    if (e->thread) {
        finish_rest(e);
        workers_close(e->thread);
    }
    if (e->bell >= 0) {
        watch_remove(e->watched, e->bell);
        close(e->bell);
    }
    free(e);
}
