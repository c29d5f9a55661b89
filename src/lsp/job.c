// SPDX-License-Identifier: MIT
// A child that checks a file; see job.h.
#include "lsp/job.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/beside.h"
#include "host/write_all.h"
#include "lsp/lsp.h"
#include "lsp/names.h"

// --- In the child --------------------------------------------------------------

// Blanks out the tests that are not wanted; places stay where they are.
static void leave_tests_out(char *text, int wanted) {
    arena a;
    name_list list;
    arena_init(&a, NULL, 0);
    names_read(text, &a, &list);
    for (int i = 0; i < list.count; i++) {
        const name *n = &list.item[i];
        if (n->kind == NAME_TEST && (int)n->at->at.line != wanted) {
            size_t from, to;
            names_statement_bytes(&list, n->statement, &from, &to);
            for (; from < to && text[from]; from++) {
                text[from] = text[from] == '\n' ? '\n' : ' ';
            }
        }
    }
    arena_deinit(&a);
}

static void limit_time(int seconds) {
    struct rlimit time = {(rlim_t)seconds, (rlim_t)seconds + 1}, core = {0, 0};
    (void)setrlimit(RLIMIT_CPU, &time);
    (void)setrlimit(RLIMIT_CORE, &core);
}

static void work(const paper_set *papers, const paper *p, int test, int fd) {
    job_result *r = calloc(1, sizeof *r);
    beside *near = calloc(1, sizeof *near);
    char *text = strdup(p->text);
    if (!r || !near || !text) {
        return;
    }
    papers_beside(papers, p, near);
    tsr_lang_source source = {
        .text = text, .file = "game", .find = p->path[0] ? beside_find : NULL, .self = near};
    if (test != LSP_EVERY_TEST) {
        leave_tests_out(text, test);
    }
    r->e = tsr_lang_check(&source, NULL, &r->report);
    (void)host_write_all(fd, r, sizeof *r); // a report in part is none
}

// --- In the server -------------------------------------------------------------

int job_start(job *j, const paper_set *papers, const paper *p, int test, int seconds) {
    int ends[2];
    memset(j, 0, sizeof *j);
    j->result = calloc(1, sizeof *j->result);
    j->uri = strdup(p->uri);
    j->version = p->version;
    pid_t pid = !j->result || !j->uri || pipe(ends) != 0 ? -1 : fork();
    if (pid == 0) {
        (void)close(0);
        (void)close(1);
        (void)close(ends[0]);
        limit_time(seconds);
        work(papers, p, test, ends[1]);
        _exit(0);
    }
    if (pid < 0) {
        job_forget(j);
        return 0;
    }
    (void)close(ends[1]);
    j->pid = pid;
    j->fd = ends[0];
    return 1;
}

int job_read(job *j) {
    ssize_t n = read(j->fd, (char *)j->result + j->got, sizeof *j->result - j->got);
    if (n > 0) {
        j->got += (size_t)n;
    }
    return (n > 0 && j->got < sizeof *j->result) || (n < 0 && errno == EINTR);
}

const char *job_end(job *j) {
    int status = 0;
    while (waitpid(j->pid, &status, 0) < 0 && errno == EINTR) {
    }
    j->pid = 0;
    int late = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
    if (j->got < sizeof *j->result) {
        return late ? "these rules take too long to check; the check was stopped"
                    : "these rules cannot be checked: the compiler failed";
    }
    if (j->result->e == TSR_ERR_MEMORY) {
        return "these rules need more memory than the limit";
    }
    return NULL;
}

void job_forget(job *j) {
    if (j->pid > 0) {
        (void)kill(j->pid, SIGKILL);
        (void)job_end(j);
    }
    if (j->fd > 0) {
        (void)close(j->fd);
    }
    free(j->uri);
    free(j->result);
    memset(j, 0, sizeof *j);
}
