// SPDX-License-Identifier: MIT
// The loop: one thread that reads, answers, and watches over two children at most, one that
// checks the file written last and one that runs tests.
#include "lsp/serve.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "lsp/job.h"
#include "lsp/lsp.h"

typedef struct loop {
    lsp l;
    int in, out;
    int broken; // nobody reads any more
    const lsp_limits *limits;
    job check, tests;
} loop;

static void say(void *self, const char *bytes, size_t size) {
    loop *o = self;
    while (size > 0 && !o->broken) {
        ssize_t n = write(o->out, bytes, size);
        o->broken = n < 0 && errno != EINTR;
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
}

// --- Checking ------------------------------------------------------------------

static paper *unread(const loop *o) {
    for (int i = 0; i < PAPER_MOST; i++) {
        if (o->l.papers.item[i] && o->l.papers.item[i]->unread) {
            return o->l.papers.item[i];
        }
    }
    return NULL;
}

// Whether the file is still as it was when the job began.
static paper *still(const loop *o, const job *j) {
    paper *p = j->uri ? papers_find(&o->l.papers, j->uri) : NULL;
    return p && p->version == j->version ? p : NULL;
}

static void begin_check(loop *o) {
    paper *p = unread(o);
    if (p && !o->check.pid) {
        p->unread = 0;
        if (!job_start(&o->check, &o->l.papers, p, LSP_NO_TEST, o->limits->check_seconds)) {
            lsp_tell_report(&o->l, p, NULL,
                            "this file cannot be checked: no process can be started");
        }
    }
}

static void end_check(loop *o) {
    const char *trouble = job_end(&o->check);
    paper *p = still(o, &o->check);
    if (p && !p->unread) {
        lsp_tell_report(&o->l, p, &o->check.result->report, trouble);
    }
    job_forget(&o->check);
}

// A check of a text that has changed since is of no use.
static void drop_old_check(loop *o) {
    const paper *p = still(o, &o->check);
    if (o->check.pid && (!p || p->unread)) {
        job_forget(&o->check);
    }
}

// --- Tests ---------------------------------------------------------------------

static void begin_tests(loop *o) {
    const lsp_wish *wish = &o->l.wish;
    if (!wish->id || o->tests.pid || wish->cancelled) {
        return;
    }
    const paper *p = papers_find(&o->l.papers, wish->uri);
    if (!p) {
        lsp_drop_wish(&o->l, LSP_FAILED, "the file was closed");
    } else if (!job_start(&o->tests, &o->l.papers, p, wish->line, o->limits->test_seconds)) {
        lsp_drop_wish(&o->l, LSP_FAILED, "no process can be started for the tests");
    }
}

static void end_tests(loop *o) {
    const char *trouble = job_end(&o->tests);
    paper *p = still(o, &o->tests);
    lsp_tell_tests(&o->l, p && !p->unread ? p : NULL, &o->tests.result->report, trouble);
    job_forget(&o->tests);
}

static void drop_cancelled_tests(loop *o) {
    if (o->l.wish.cancelled) {
        job_forget(&o->tests);
        lsp_drop_wish(&o->l, LSP_CANCELLED, "cancelled");
    }
}

// --- The loop ------------------------------------------------------------------

static void read_input(loop *o) {
    char piece[65536];
    ssize_t n = read(o->in, piece, sizeof piece);
    if (n > 0) {
        lsp_feed(&o->l, piece, (size_t)n);
        drop_old_check(o);
        drop_cancelled_tests(o);
        begin_tests(o);
    } else if (n == 0 || errno != EINTR) {
        o->l.finished = 1;
    }
}

// Waits for whatever comes first. Files are checked when the editor pauses.
static void turn(loop *o) {
    struct pollfd fds[3] = {{o->in, POLLIN, 0},
                            {o->check.pid ? o->check.fd : -1, POLLIN, 0},
                            {o->tests.pid ? o->tests.fd : -1, POLLIN, 0}};
    int idle = unread(o) && !o->check.pid;
    int n = poll(fds, 3, idle ? 0 : -1);
    if (n < 0 && errno != EINTR) {
        o->l.finished = 1;
    } else if (n == 0) {
        begin_check(o);
    } else if (n > 0) {
        if (fds[1].revents && !job_read(&o->check)) {
            end_check(o);
        }
        if (fds[2].revents && !job_read(&o->tests)) {
            end_tests(o);
        }
        if (fds[0].revents) {
            read_input(o);
        }
    }
}

int lsp_serve(int in, int out, const lsp_limits *limits) {
    loop o = {.in = in, .out = out, .limits = limits};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignore, NULL);
    lsp_init(&o.l, say, &o);
    while (!o.l.finished && !o.broken) {
        turn(&o);
    }
    job_forget(&o.check);
    job_forget(&o.tests);
    int code = o.l.code;
    lsp_deinit(&o.l);
    return code;
}
