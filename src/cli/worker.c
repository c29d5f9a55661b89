// SPDX-License-Identifier: MIT
//
// Starts children that do pieces of work, renews their leases, and replaces those that die.
#include "cli/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <tessera/host.h>

#include "queue/queue.h"
#include "term/tty.h"

enum { JOBS = 256, PAUSE_MS = 50 };

typedef struct child {
    pid_t pid; // 0 = none, or it has ended for good
    int64_t number;
} child;

typedef struct worker {
    const worker_config *config;
    queue *queue;
    child child[JOBS];
    uint64_t renewed_ms;
    cli_exit code; // of a child that could not go on
} worker;

static int is_stopped(void *self) {
    (void)self;
    return term_interrupts() > 0 || term_terminated() != 0;
}

// --- Children --------------------------------------------------------------------------

// The parent decides what a signal means: to a child it is nothing.
static void be_child(const worker *w, int64_t number, long parent) {
    (void)signal(SIGINT, SIG_IGN);
    (void)signal(SIGTERM, SIG_IGN);
    (void)signal(SIGHUP, SIG_IGN);
    queue_let_go(w->queue);
    cli_exit code = worker_toil(w->config, number, parent);
    (void)fflush(stdout);
    _exit((int)code);
}

static tsr_err start(worker *w, child *c, tsr_error *err) {
    long parent = (long)getpid();
    tsr_err e = queue_enlist(w->queue, &c->number, err);
    if (e) {
        return e;
    }
    (void)fflush(stdout);
    c->pid = fork();
    if (c->pid == 0) {
        be_child(w, c->number, parent);
    }
    if (c->pid < 0) {
        c->pid = 0;
        return tsr_fail(err, TSR_ERR_IO, "no process for a worker: %s", strerror(errno));
    }
    return TSR_OK;
}

// One that died is followed by another; one that ended has had enough, or cannot reach the queue.
static tsr_err replace(worker *w, child *c, int status, tsr_error *err) {
    char why[64];
    int died = WIFSIGNALED(status), code = died ? WTERMSIG(status) : WEXITSTATUS(status);
    c->pid = 0;
    if (!died && (code == CLI_OK || code == CLI_NETWORK)) {
        w->code = w->code ? w->code : (cli_exit)code;
        return TSR_OK;
    }
    (void)snprintf(why, sizeof why, "its process was ended %s %d", died ? "by signal" : "with",
                   code);
    cli_complain("worker %lld: %s; another begins", (long long)c->number, why);
    tsr_err e = queue_bury(w->queue, c->number, why, err);
    return e ? e : start(w, c, err);
}

static tsr_err look_after(worker *w, int *left, tsr_error *err) {
    tsr_err e = TSR_OK;
    *left = 0;
    for (int i = 0; !e && i < w->config->jobs; i++) {
        child *c = &w->child[i];
        int status = 0;
        if (c->pid && waitpid(c->pid, &status, WNOHANG) == c->pid) {
            e = replace(w, c, status, err);
        }
        *left += c->pid != 0;
    }
    return e;
}

static tsr_err renew(worker *w, tsr_error *err) {
    int64_t number[JOBS];
    int count = 0;
    uint64_t now = tsr_now_ms();
    if (now - w->renewed_ms < (uint64_t)w->config->lease_ms / 3) {
        return TSR_OK;
    }
    for (int i = 0; i < w->config->jobs; i++) {
        if (w->child[i].pid) {
            number[count++] = w->child[i].number;
        }
    }
    w->renewed_ms = now;
    return queue_renew(w->queue, number, count, w->config->lease_ms, err);
}

// What they were at is no failure of theirs: others may begin it at once.
static void end_all(worker *w) {
    for (int i = 0; i < w->config->jobs; i++) {
        child *c = &w->child[i];
        if (c->pid) {
            (void)kill(c->pid, SIGKILL);
            while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {
            }
            tsr_error err = {0};
            if (queue_bury(w->queue, c->number, NULL, &err) != TSR_OK) {
                cli_complain("%s", err.message); // then it is the lease that sets its work free
            }
        }
    }
}

// --- All of it -------------------------------------------------------------------------

static tsr_err work(worker *w, tsr_error *err) {
    tsr_err e = TSR_OK;
    int left = 1;
    for (int i = 0; !e && i < w->config->jobs; i++) {
        e = start(w, &w->child[i], err);
    }
    while (!e && left && !w->code && !is_stopped(NULL)) {
        (void)nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
        e = renew(w, err);
        e = e ? e : look_after(w, &left, err);
    }
    return e;
}

cli_exit worker_run(const worker_config *config) {
    tsr_error err = {0};
    worker w = {.config = config};
    if (!queue_is_address(config->url)) {
        cli_complain("a queue is postgres://user@host/database, and not '%.60s'", config->url);
        return CLI_USAGE;
    }
    term_signals_init();
    tsr_err e = queue_open(config->url, &w.queue, &err);
    if (!e) {
        queue_until(w.queue, is_stopped, NULL);
        e = work(&w, &err);
        end_all(&w);
    }
    queue_close(w.queue);
    if (is_stopped(NULL)) {
        return CLI_OK;
    }
    if (e) {
        cli_complain("%s", err.message);
    }
    return e ? CLI_NETWORK : w.code;
}
