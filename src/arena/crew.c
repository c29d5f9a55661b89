// SPDX-License-Identifier: MIT
//
// Forks the workers, gives them numbers through pipes, and delivers what they answer in order.
#include "arena/crew.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tessera/alloc.h>

#include "host/write_all.h"

enum {
    POLL_MS = 100,
    AHEAD = 8,    // pieces a worker may have waiting, so that it never waits itself
    WINDOW = 4096 // pieces that may be done before the first missing one is
};

typedef enum slot_state { SLOT_FREE = 0, SLOT_GIVEN, SLOT_DONE, SLOT_LOST } slot_state;

typedef struct slot {
    slot_state state;
    char *bytes;
    size_t size;
} slot;

typedef struct worker {
    pid_t pid; // 0 = none
    int to, from;
    uint64_t piece[AHEAD]; // given and not done, oldest first
    int pieces;
    buffer in; // what has come so far
} worker;

// What comes before the bytes of a piece.
typedef struct parcel {
    uint64_t piece;
    uint32_t size;
    int32_t code; // tsr_err; then the bytes are a tsr_error
} parcel;

typedef struct crew {
    const crew_config *config;
    worker worker[CREW_JOBS];
    int jobs;
    slot slot[WINDOW];
    uint64_t next;  // the first piece that was not handed over
    uint64_t fresh; // all before it have been given at least once
    tsr_err failed;
    tsr_error error;
} crew;

// --- In a worker --------------------------------------------------------------------------

static int read_piece(int fd, uint64_t *piece) {
    char *at = (char *)piece;
    for (size_t have = 0; have < sizeof *piece;) {
        ssize_t n = read(fd, at + have, sizeof *piece - have);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return 0;
        }
        have += n > 0 ? (size_t)n : 0;
    }
    return 1;
}

// Never returns.
static void work(const crew_config *c, int from, int to) {
    uint64_t piece;
    buffer out;
    int ok = 1;
    signal(SIGINT, SIG_IGN); // the parent decides what an interrupt means
    signal(SIGPIPE, SIG_IGN);
    buffer_init(&out, NULL);
    while (ok && read_piece(from, &piece)) {
        tsr_error err = {0};
        buffer_clear(&out);
        tsr_err e = c->work(c->self, piece, &out, &err);
        parcel p = {piece, (uint32_t)(e ? sizeof err : out.size), (int32_t)e};
        ok = !out.failed && host_write_all(to, &p, sizeof p) &&
             host_write_all(to, e ? (const char *)&err : buffer_text(&out), p.size);
    }
    if (c->leave) {
        c->leave(c->self);
    }
    _exit(ok ? 0 : 1);
}

// --- Workers --------------------------------------------------------------------------------

static void close_worker(worker *w) {
    close(w->to);
    close(w->from);
    buffer_deinit(&w->in);
    while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    memset(w, 0, sizeof *w);
}

// Ends of pipes that programs started by agents must not keep open.
static int new_pipe(int fds[2]) {
    return pipe(fds) == 0 && fcntl(fds[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(fds[1], F_SETFD, FD_CLOEXEC) == 0;
}

static tsr_err start(crew *c, worker *w, tsr_error *err) {
    int down[2], up[2];
    if (!new_pipe(down)) {
        return tsr_fail(err, TSR_ERR_IO, "no pipe for a process: %s", strerror(errno));
    }
    if (!new_pipe(up)) {
        close(down[0]);
        close(down[1]);
        return tsr_fail(err, TSR_ERR_IO, "no pipe for a process: %s", strerror(errno));
    }
    pid_t pid = fork();
    if (pid == 0) {
        for (int i = 0; i < c->jobs; i++) { // or the others would never see an end
            if (c->worker[i].pid) {
                close(c->worker[i].to);
                close(c->worker[i].from);
            }
        }
        close(down[1]);
        close(up[0]);
        work(c->config, down[0], up[1]);
    }
    close(down[0]);
    close(up[1]);
    if (pid < 0) {
        close(down[1]);
        close(up[0]);
        return tsr_fail(err, TSR_ERR_IO, "no process for a game: %s", strerror(errno));
    }
    memset(w, 0, sizeof *w);
    w->pid = pid;
    w->to = down[1];
    w->from = up[0];
    buffer_init(&w->in, NULL);
    return TSR_OK;
}

static slot *slot_of(crew *c, uint64_t piece) {
    return &c->slot[piece % WINDOW];
}

// The next piece that nobody has; 0 = there is none to give now.
static int find_piece(crew *c, uint64_t *out) {
    for (uint64_t p = c->next; p < c->fresh; p++) {
        if (slot_of(c, p)->state == SLOT_FREE) {
            *out = p; // its worker died before it came to it
            return 1;
        }
    }
    if (c->fresh < c->config->end && c->fresh < c->next + WINDOW) {
        *out = c->fresh++;
        return 1;
    }
    return 0;
}

// How many pieces a worker may have at once: one near the end, so that all end together.
static int share(const crew *c) {
    uint64_t left = (c->config->end - c->fresh) / (2u * (uint64_t)c->jobs) + 1;
    return left < AHEAD ? (int)left : AHEAD;
}

static tsr_err give(crew *c, worker *w, tsr_error *err) {
    uint64_t piece;
    while (w->pieces < share(c) && find_piece(c, &piece)) {
        tsr_err e = w->pid ? TSR_OK : start(c, w, err);
        if (e) {
            return e;
        }
        slot_of(c, piece)->state = SLOT_GIVEN;
        w->piece[w->pieces++] = piece;
        (void)host_write_all(w->to, &piece,
                             sizeof piece); // a dead worker is noticed when it is read
    }
    return TSR_OK;
}

static tsr_err give_all(crew *c, tsr_error *err) {
    tsr_err e = TSR_OK;
    for (int round = 0; !e && round < c->jobs; round++) {
        e = give(c, &c->worker[round], err);
    }
    return e;
}

// --- What comes back -------------------------------------------------------------------------

static void keep(crew *c, const parcel *p, const char *bytes) {
    slot *s = slot_of(c, p->piece);
    if (p->code) {
        memcpy(&c->error, bytes, sizeof c->error);
        c->failed = (tsr_err)p->code;
        return;
    }
    s->bytes = tsr_mem_new(NULL, p->size);
    s->size = p->size;
    s->state = s->bytes ? SLOT_DONE : SLOT_LOST;
    if (s->bytes) {
        memcpy(s->bytes, bytes, p->size);
    }
}

static void forget_oldest(worker *w) {
    w->pieces--;
    memmove(w->piece, w->piece + 1, (size_t)w->pieces * sizeof *w->piece);
}

// Takes whole parcels out of what has come.
static void unpack(crew *c, worker *w) {
    size_t at = 0;
    parcel p;
    while (w->pieces > 0 && w->in.size - at >= sizeof p) {
        memcpy(&p, w->in.bytes + at, sizeof p);
        if (w->in.size - at - sizeof p < p.size) {
            break;
        }
        keep(c, &p, w->in.bytes + at + sizeof p);
        forget_oldest(w);
        at += sizeof p + p.size;
    }
    if (at) {
        memmove(w->in.bytes, w->in.bytes + at, w->in.size - at);
        w->in.size -= at;
    }
}

// The piece it was at is lost; those behind it are given to others.
static void bury(crew *c, worker *w) {
    for (int i = 0; i < w->pieces; i++) {
        slot_of(c, w->piece[i])->state = i ? SLOT_FREE : SLOT_LOST;
    }
    close_worker(w);
}

static void listen_to(crew *c, worker *w) {
    char bytes[1 << 16];
    ssize_t n = read(w->from, bytes, sizeof bytes);
    if (n > 0) {
        buffer_add(&w->in, bytes, (size_t)n);
        unpack(c, w);
    } else if (n == 0 || errno != EINTR) {
        bury(c, w);
    }
}

static void listen_to_all(crew *c) {
    struct pollfd fds[CREW_JOBS];
    worker *of[CREW_JOBS];
    nfds_t n = 0;
    for (int i = 0; i < c->jobs; i++) {
        if (c->worker[i].pid) {
            fds[n] = (struct pollfd){c->worker[i].from, POLLIN, 0};
            of[n++] = &c->worker[i];
        }
    }
    if (poll(fds, n, POLL_MS) > 0) {
        for (nfds_t i = 0; i < n; i++) {
            if (fds[i].revents) {
                listen_to(c, of[i]);
            }
        }
    }
}

static int is_stopped(const crew *c) {
    return c->config->stopped && c->config->stopped(c->config->self);
}

// Hands over what is next in order.
static tsr_err hand_over(crew *c, tsr_error *err) {
    tsr_err e = TSR_OK;
    for (slot *s = slot_of(c, c->next); !e && !is_stopped(c); s = slot_of(c, c->next)) {
        if (s->state != SLOT_DONE && s->state != SLOT_LOST) {
            break;
        }
        e = c->config->done(c->config->self, c->next, s->state == SLOT_DONE ? s->bytes : NULL,
                            s->size, err);
        tsr_mem_free(NULL, s->bytes, s->size);
        memset(s, 0, sizeof *s);
        c->next++;
    }
    return e;
}

// --- All of it ----------------------------------------------------------------------------

static void end_all(crew *c) {
    for (int i = 0; i < c->jobs; i++) {
        worker *w = &c->worker[i];
        if (w->pid) {
            if (w->pieces > 0) {
                kill(w->pid, SIGKILL); // in the middle of something nobody wants any more
            }
            close_worker(w);
        }
    }
    for (int i = 0; i < WINDOW; i++) {
        tsr_mem_free(NULL, c->slot[i].bytes, c->slot[i].size);
    }
}

static tsr_err run_apart(const crew_config *config, tsr_error *err) {
    crew *c = tsr_mem_new(NULL, sizeof *c);
    tsr_err e = TSR_OK;
    struct sigaction quiet = {.sa_handler = SIG_IGN}, before;
    if (!c) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for processes");
    }
    sigaction(SIGPIPE, &quiet, &before); // a worker may die while a number is on its way
    c->config = config;
    c->jobs = config->jobs > CREW_JOBS ? CREW_JOBS : config->jobs;
    c->next = c->fresh = config->first;
    while (!e && !c->failed && c->next < config->end && !is_stopped(c)) {
        e = give_all(c, err);
        if (!e) {
            listen_to_all(c);
            e = hand_over(c, err);
        }
    }
    if (!e && c->failed) {
        e = c->failed;
        if (err) {
            *err = c->error;
        }
    }
    end_all(c);
    sigaction(SIGPIPE, &before, NULL);
    tsr_mem_free(NULL, c, sizeof *c);
    return e;
}

// One after another in this process.
static tsr_err run_here(const crew_config *c, tsr_error *err) {
    buffer out;
    tsr_err e = TSR_OK;
    buffer_init(&out, NULL);
    for (uint64_t p = c->first; !e && p < c->end && !(c->stopped && c->stopped(c->self)); p++) {
        buffer_clear(&out);
        e = c->work(c->self, p, &out, err);
        if (!e && out.failed) {
            e = tsr_fail(err, TSR_ERR_MEMORY, "no memory for a game");
        }
        if (!e) {
            e = c->done(c->self, p, buffer_text(&out), out.size, err);
        }
    }
    if (c->leave) {
        c->leave(c->self);
    }
    buffer_deinit(&out);
    return e;
}

static tsr_err run_away(const crew_config *c, tsr_error *err) {
    const crew_away_config away = {.away = c->away,
                                   .brief = c->brief,
                                   .first = c->first,
                                   .end = c->end,
                                   .self = c->self,
                                   .done = c->done,
                                   .stopped = c->stopped,
                                   .is_known = c->is_known};
    return crew_away_run(&away, err);
}

tsr_err crew_run(const crew_config *config, tsr_error *err) {
    if (config->away) {
        return run_away(config, err);
    }
    return config->jobs > 0 ? run_apart(config, err) : run_here(config, err);
}

double crew_cpu_s(void) {
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage u;
        if (getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &u) == 0) {
            sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
                   1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
        }
    }
    return sum;
}
