// SPDX-License-Identifier: MIT
// The processes of published games: begun with little, measured, and ended.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/annex_impl.h"
#include "server/log.h"
#include "server/watch.h"

enum { LINE_FD = 3, PATH_MAX_HERE = 4096, FILE_MB = 64, FILES = 64 };

// --- Beginning ---------------------------------------------------------------

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static void limit(int what, rlim_t most) {
    const struct rlimit l = {most, most};
    (void)setrlimit(what, &l);
}

// Between fork and exec: only what a signal handler might do.
static void become(int fd, char *const *words) {
#ifndef SANITIZED // sanitizers reserve more than all there is
    limit(RLIMIT_AS, (rlim_t)ANNEX_MEMORY_MB << 20);
#endif
    limit(RLIMIT_FSIZE, (rlim_t)FILE_MB << 20);
    limit(RLIMIT_NOFILE, FILES);
    limit(RLIMIT_CORE, 0);
    (void)setpriority(PRIO_PROCESS, 0, 19);
    watch_tie();
    if (dup2(fd, LINE_FD) == LINE_FD) {
        execv(words[0], words);
    }
    _exit(127);
}

static pid_t spawn(const annexes *a, const annex *x, int fd) {
    char program[PATH_MAX_HERE], rules[PATH_MAX_HERE], db[PATH_MAX_HERE], number[16],
        name[ANNEX_NAME];
    char word[] = "annex", option_db[] = "--db", option_name[] = "--name",
         option_number[] = "--number";
    char free_word[] = "--no-limits";
    (void)snprintf(program, sizeof program, "%s", a->config.program);
    (void)snprintf(number, sizeof number, "%d", x->number);
    memcpy(name, x->name, sizeof name);
    annex_path(a, x, "game", rules, sizeof rules);
    annex_path(a, x, "db", db, sizeof db);
    char *const words[] = {
        program,     word, rules,         option_db, db,
        option_name, name, option_number, number,    a->config.no_limits ? free_word : NULL,
        NULL};
    pid_t pid = fork();
    if (pid == 0) {
        become(fd, words);
    }
    return pid;
}

// One that nobody uses makes room for another.
static int make_room(annexes *a) {
    annex *idle = NULL;
    for (int i = 0; i < ANNEX_MOST; i++) {
        annex *x = a->of[i];
        if (x && x->pid && !x->conns.count && !x->requests.count && !x->publishing &&
            (!idle || x->used_ms < idle->used_ms)) {
            idle = x;
        }
    }
    if (idle) {
        annex_end(a, idle);
    }
    return idle != NULL;
}

int annex_launch(annexes *a, annex *x) {
    int fds[2];
    if ((a->running >= ANNEX_RUNNING && !make_room(a)) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds) != 0) {
        return 0;
    }
    pid_t pid = spawn(a, x, fds[1]);
    close(fds[1]);
    if (pid <= 0 || !watch_add(a->watched, fds[0], (uint64_t)x->number + 1)) {
        if (pid > 0) {
            (void)kill(pid, SIGKILL);
            (void)waitpid(pid, NULL, 0);
        }
        close(fds[0]);
        return 0;
    }
    x->pid = pid;
    x->beats = 0;
    a->running++;
    annex_line_open(&x->line, fds[0]);
    return 1;
}

// --- Ending ------------------------------------------------------------------

void annex_stop(annexes *a, annex *x, int guilty) {
    char strikes[16];
    if (!x->publishing) { // else it goes with all that is of it
        annex_end(a, x);
    }
    x->strikes += guilty && x->strikes < ANNEX_STRIKES;
    x->frozen = x->strikes >= ANNEX_STRIKES;
    if (guilty && !x->publishing) {
        (void)annex_write_meta(a, x, ANNEX_STRIKE);
    }
    (void)snprintf(strikes, sizeof strikes, "%d", x->strikes);
    log_event("published game stopped", "game", x->name, "strikes", strikes, NULL);
    annex_failed(a, x, "The rules of this game used too much time or memory and were stopped.");
}

// --- Measuring ---------------------------------------------------------------

static uint64_t cpu_ms(pid_t pid) {
    clockid_t clock;
    struct timespec t = {0};
    if (clock_getcpuclockid(pid, &clock) == 0) {
        (void)clock_gettime(clock, &t);
    }
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void annex_watch_time(annexes *a, annex *x) {
    const annex_frame beat = {.word = ANNEX_BEAT};
    uint64_t used = cpu_ms(x->pid);
    if (x->beats) {
        if (used - x->cpu_ms > a->config.cpu_ms) {
            annex_stop(a, x, 1);
        }
        return;
    }
    x->cpu_ms = used;
    x->beats = 1;
    if (annex_put(&x->line, &beat)) {
        annex_write(a, x);
    } else {
        annex_stop(a, x, 1); // it has not read for a long time
    }
}

void annex_write(annexes *a, annex *x) {
    if (!annex_flush(&x->line)) {
        return; // its end is heard as one
    }
    unsigned what = WATCH_READ | (annex_has_unsent(&x->line) ? WATCH_WRITE : 0);
    (void)watch_for(a->watched, x->line.fd, (uint64_t)x->number + 1, what);
}
