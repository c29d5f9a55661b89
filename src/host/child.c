// SPDX-License-Identifier: MIT
//
// Starts a program, reads its lines as they come, and ends it with all it has started.
#include "host/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <tessera/host.h>

enum { LAST_FD = 4096, POLL_MS = 50 };

void child_init(child *c) {
    c->pid = 0;
    c->in = c->out = c->log = -1;
    c->have = c->taken = c->turn_bytes = c->queued = c->sent = c->tail_size = 0;
}

// --- Starting ----------------------------------------------------------------

static void close_fd(int *fd) {
    if (*fd >= 0) {
        close(*fd);
    }
    *fd = -1;
}

static void close_ours(child *c) {
    close_fd(&c->in);
    close_fd(&c->out);
    close_fd(&c->log);
}

// The child's side of fork: only calls that are safe there.
static void become(const char *command, const int theirs[3], uint64_t memory) {
    char shell[] = "/bin/sh", dash_c[] = "-c", name[] = "sh";
    struct rlimit none = {0, 0};
    struct rlimit space = {(rlim_t)memory, (rlim_t)memory};
    sigset_t empty;
    setpgid(0, 0);
    for (int fd = 0; fd < 3; fd++) {
        if (dup2(theirs[fd], fd) < 0) {
            _exit(126);
        }
    }
    for (int fd = 3; fd < LAST_FD; fd++) {
        close(fd);
    }
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&empty);
    sigprocmask(SIG_SETMASK, &empty, NULL);
    setrlimit(RLIMIT_CORE, &none);
    if (memory) {
        setrlimit(RLIMIT_AS, &space);
    }
    union { // execv wants char *, and promises not to write
        const char *text;
        char *word;
    } line = {command};
    char *argv[] = {name, dash_c, line.word, NULL};
    execv(shell, argv);
    _exit(127);
}

// Our ends must not block, and must not reach other children.
static int tame(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

// Input is a socket, since writing to one whose reader has gone can be told not to
// raise a signal. The child's ends must stay clear of 0, 1 and 2.
static int open_pairs(child *c, int theirs[3]) {
    int in[2] = {-1, -1}, out[2] = {-1, -1}, log[2] = {-1, -1};
    int ok = socketpair(AF_UNIX, SOCK_STREAM, 0, in) == 0 && pipe(out) == 0 && pipe(log) == 0;
    c->in = in[0];
    c->out = out[0];
    c->log = log[0];
    theirs[0] = in[1];
    theirs[1] = out[1];
    theirs[2] = log[1];
    for (int i = 0; ok && i < 3; i++) {
        if (theirs[i] < 3) {
            int high = fcntl(theirs[i], F_DUPFD, 3);
            close(theirs[i]);
            theirs[i] = high;
            ok = high >= 0;
        }
    }
    return ok && tame(c->in) && tame(c->out) && tame(c->log);
}

tsr_err child_open(child *c, const char *command, uint64_t memory, tsr_error *err) {
    int theirs[3] = {-1, -1, -1};
    child_init(c);
    pid_t pid = open_pairs(c, theirs) ? fork() : -1;
    if (pid == 0) {
        become(command, theirs, memory);
    }
    for (int i = 0; i < 3; i++) {
        close_fd(&theirs[i]);
    }
    if (pid < 0) {
        close_ours(c);
        return tsr_fail(err, TSR_ERR_IO, "crash: the program cannot be started: %s",
                        strerror(errno));
    }
    setpgid(pid, pid); // whoever comes first; the other one's fails, harmlessly
    c->pid = pid;
    return TSR_OK;
}

// --- Ending ------------------------------------------------------------------

// Has it ended? Leaves it unreaped, so that its number still names its group.
static int has_ended(const child *c, siginfo_t *how) {
    memset(how, 0, sizeof *how);
    return waitid(P_PID, (id_t)c->pid, how, WEXITED | WNOHANG | WNOWAIT) == 0 && how->si_pid != 0;
}

void child_how_ended(child *c, char *out, size_t cap) {
    siginfo_t how;
    uint64_t deadline = tsr_now_us() + 1000000; // closing comes a moment before ending
    while (!has_ended(c, &how)) {
        if (tsr_now_us() > deadline) {
            snprintf(out, cap, "closed its output");
            return;
        }
        poll(NULL, 0, 1);
    }
    if (how.si_code == CLD_EXITED) {
        snprintf(out, cap, "exited with status %d%s", how.si_status,
                 how.si_status == 127 ? " (no such program?)" : "");
    } else {
        snprintf(out, cap, "was killed by signal %d", how.si_status);
    }
}

void child_close(child *c, uint64_t grace_us) {
    siginfo_t how;
    if (c->pid <= 0) {
        return;
    }
    uint64_t deadline = tsr_now_us() + grace_us;
    close_fd(&c->in); // it reads the end of its input
    while (!has_ended(c, &how) && tsr_now_us() < deadline) {
        poll(NULL, 0, 2);
    }
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    close_ours(c);
    child_init(c);
}

// --- Talking -----------------------------------------------------------------

// Sends what the child takes without waiting.
static void send_queue(child *c) {
    while (c->in >= 0 && c->sent < c->queued) {
        ssize_t n = send(c->in, c->queue + c->sent, c->queued - c->sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0 && errno == EAGAIN) {
            return;
        }
        if (n < 0) {
            close_fd(&c->in); // nobody listens; that it has ended shows elsewhere
            return;
        }
        c->sent += (size_t)n;
    }
    c->sent = c->queued = 0;
}

int child_say(child *c, const char *text, size_t size) {
    if (c->in < 0) {
        return 1;
    }
    send_queue(c);
    if (c->sent) {
        memmove(c->queue, c->queue + c->sent, c->queued - c->sent);
        c->queued -= c->sent;
        c->sent = 0;
    }
    if (size > CHILD_QUEUE - c->queued) {
        return 0;
    }
    memcpy(c->queue + c->queued, text, size);
    c->queued += size;
    send_queue(c);
    return 1;
}

// Keeps the last of what it writes to stderr, for messages.
static void read_log(child *c) {
    char bytes[4096];
    // A few pieces at a time: whoever floods stderr shall not keep us busy.
    for (int i = 0; i < 16 && c->log >= 0; i++) {
        ssize_t n = read(c->log, bytes, sizeof bytes);
        if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) {
            close_fd(&c->log);
        }
        if (n <= 0) {
            return;
        }
        size_t size = (size_t)n > CHILD_TAIL ? CHILD_TAIL : (size_t)n;
        size_t keep = CHILD_TAIL - size < c->tail_size ? CHILD_TAIL - size : c->tail_size;
        memmove(c->tail, c->tail + c->tail_size - keep, keep);
        memcpy(c->tail + keep, bytes + n - size, size);
        c->tail_size = keep + size;
    }
}

// A whole line among what has been read, or NULL.
static char *buffered_line(child *c) {
    char *start = c->buffer + c->taken;
    char *end = memchr(start, '\n', c->have - c->taken);
    if (!end) {
        return NULL;
    }
    c->taken += (size_t)(end - start) + 1;
    *end = '\0';
    if (end > start && end[-1] == '\r') {
        end[-1] = '\0';
    }
    for (char *p = start; p < end; p++) {
        *p = *p ? *p : '?'; // a NUL would hide the rest
    }
    return start;
}

// Reads more. 1 = something came, 0 = nothing yet, -1 = it has closed its output.
static int read_more(child *c) {
    memmove(c->buffer, c->buffer + c->taken, c->have - c->taken);
    c->have -= c->taken;
    c->taken = 0;
    if (c->out < 0) {
        return -1;
    }
    ssize_t n = read(c->out, c->buffer + c->have, CHILD_LINE_MAX - c->have);
    if (n < 0) {
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    }
    c->have += (size_t)n;
    c->turn_bytes += (size_t)n;
    return n > 0 ? 1 : -1;
}

static void wait_for_news(child *c, uint64_t deadline_us) {
    uint64_t now = tsr_now_us();
    uint64_t left_ms = deadline_us > now ? (deadline_us - now) / 1000 + 1 : 0;
    struct pollfd fds[3] = {
        {c->out, POLLIN, 0}, {c->log, POLLIN, 0}, {c->sent < c->queued ? c->in : -1, POLLOUT, 0}};
    poll(fds, 3, left_ms > POLL_MS ? POLL_MS : (int)left_ms);
}

child_got child_line(child *c, uint64_t deadline_us, char **line) {
    for (;;) {
        *line = buffered_line(c);
        if (*line) {
            return CHILD_LINE;
        }
        if (c->have - c->taken >= CHILD_LINE_MAX || c->turn_bytes > CHILD_TURN_MAX) {
            return CHILD_FLOOD;
        }
        send_queue(c);
        read_log(c);
        int got = read_more(c);
        if (got < 0) {
            read_log(c);
            return CHILD_ENDED;
        }
        if (got == 0) {
            if (tsr_now_us() >= deadline_us) {
                siginfo_t how; // a runaway of its own may keep the output of one that has ended
                return has_ended(c, &how) ? CHILD_ENDED : CHILD_NOTHING;
            }
            wait_for_news(c, deadline_us);
        }
    }
}

void child_new_turn(child *c) {
    c->turn_bytes = 0;
}
