// SPDX-License-Identifier: MIT
// Work for other threads: bots' thoughts, passwords, looking for damage, mails,
// decks of people's own.
#include <stdlib.h>

#include <tessera/host.h>

#include "server/jobs.h"
#include "server/log.h"
#include "server/serve_impl.h"
#include "server/store_db.h"

// --- What is done there ------------------------------------------------------

static int is_stopping(void *self) {
    const worker_job *job = self;
    return atomic_load(job->stopping);
}

static void work_thought(worker_job *job) {
    jobs_think(job->arg, is_stopping, job);
}

static void work_secret(worker_job *job) {
    jobs_secret(job->arg);
}

static void work_check(worker_job *job) {
    serve_check *c = job->arg;
    store_db_check(c->path, c->why, sizeof c->why);
}

static void work_notice(worker_job *job) {
    const server *s = job->self;
    courier_carry(s->courier, job->arg);
}

static void work_file(worker_job *job) {
    jobs_file(job->arg);
}

// --- And here, when it is done or was not ------------------------------------

static void done_thought(server *s, void *arg) {
    hub_thought_done(s->hub, arg, tsr_now_ms());
}

static void done_secret(server *s, void *arg) {
    hub_secret_done(s->hub, arg, tsr_now_ms());
}

static void done_check(server *s, void *arg) {
    serve_check *c = arg;
    s->checking = 0;
    s->check_ms = tsr_now_ms();
    if (strcmp(c->why, s->damage) != 0) {
        log_event("integrity", c->why[0] ? "error" : "state", c->why[0] ? c->why : "whole", NULL);
    }
    memcpy(s->damage, c->why, sizeof s->damage);
    free(c);
}

static void done_notice(server *s, void *arg) {
    hub_notice_done(s->hub, arg, tsr_now_ms());
}

static void done_file(server *s, void *arg) {
    hub_file_done(s->hub, arg, tsr_now_ms());
}

static void drop_file(server *s, void *arg) {
    hub_file_drop(s->hub, arg);
}

static void drop_thought(server *s, void *arg) {
    hub_thought_drop(s->hub, arg);
}

static void drop_other(server *s, void *arg) {
    (void)s;
    free(arg);
}

static const struct {
    int pool;
    void (*work)(worker_job *job);
    void (*done)(server *s, void *arg);
    void (*drop)(server *s, void *arg);
} kinds[] = {
    [JOB_THOUGHT] = {POOL_BOTS, work_thought, done_thought, drop_thought},
    [JOB_SECRET] = {POOL_SECRETS, work_secret, done_secret, drop_other},
    [JOB_CHECK] = {POOL_SECRETS, work_check, done_check, drop_other},
    [JOB_NOTICE] = {POOL_NOTICES, work_notice, done_notice, drop_other},
    [JOB_FILE] = {POOL_FILES, work_file, done_file, drop_file},
};

void serve_put_job(server *s, job_kind kind, void *arg) {
    worker_job *job = calloc(1, sizeof *job);
    if (!job && kind == JOB_FILE) {
        hub_file *file = arg;
        (void)tsr_fail(&file->err, TSR_ERR_MEMORY, "out of memory");
        hub_file_done(s->hub, file, tsr_now_ms());
        return;
    }
    if (!job) { // do it here and now rather than never
        static const atomic_int going = 0;
        worker_job now = {.arg = arg, .self = s, .kind = (int)kind, .stopping = &going};
        kinds[kind].work(&now);
        return;
    }
    *job = (worker_job){.work = kinds[kind].work, .arg = arg, .self = s, .kind = (int)kind};
    workers_put(s->pool[kinds[kind].pool], job);
}

void serve_take_jobs(server *s) {
    worker_job *job;
    for (int i = 0; i < POOLS; i++) {
        while ((job = workers_done(s->pool[i])) != NULL) {
            kinds[job->kind].done(s, job->arg);
            free(job);
        }
    }
}

// --- Life --------------------------------------------------------------------

tsr_err serve_open_jobs(server *s, tsr_error *err) {
    const struct {
        int threads, niceness;
    } pools[POOLS] = {
        [POOL_BOTS] = {s->config.threads, 10},
        [POOL_SECRETS] = {s->me ? 1 : 2, 5}, // passwords are looked at by the first hub
        [POOL_NOTICES] = {1, 10},
        [POOL_FILES] = {1, 10}};
    for (int i = 0; i < POOLS; i++) {
        s->pool[i] = workers_open(pools[i].threads, pools[i].niceness, serve_wake, s);
        if (!s->pool[i]) {
            return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
        }
    }
    return TSR_OK;
}

void serve_stop_jobs(server *s) {
    for (int i = 0; i < POOLS; i++) {
        if (s->pool[i]) {
            workers_stop(s->pool[i]);
        }
    }
}

void serve_close_jobs(server *s) {
    worker_job *job;
    for (int i = 0; i < POOLS; i++) {
        while (s->pool[i] && (job = workers_done(s->pool[i])) != NULL) {
            kinds[job->kind].drop(s, job->arg);
            free(job);
        }
        workers_close(s->pool[i]);
    }
}
