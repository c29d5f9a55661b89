// SPDX-License-Identifier: MIT
// The operator's door: one order a connection, answered as one line.
#include "server/control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/json_in.h"
#include "server/watch.h"

enum { CALLERS = 8, LINE = 8192 };

typedef struct caller {
    int fd; // -1 = free
    uint64_t request;
    size_t size;
    char line[LINE];
} caller;

struct control {
    int fd, watched;
    uint64_t tag, next_id;
    control_events events;
    struct sockaddr_un address;
    caller callers[CALLERS];
};

static int address_of(const char *db, struct sockaddr_un *out) {
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    int n = snprintf(out->sun_path, sizeof out->sun_path, "%s.control", db);
    return n > 0 && (size_t)n < sizeof out->sun_path;
}

tsr_err control_open(const char *db, int watched, uint64_t tag, const control_events *events,
                     control **out, tsr_error *err) {
    control *c = calloc(1, sizeof *c);
    if (!c) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    *c = (control){
        .fd = -1, .watched = watched, .tag = tag, .events = *events, .next_id = CONTROL_FIRST};
    for (int i = 0; i < CALLERS; i++) {
        c->callers[i].fd = -1;
    }
    if (!address_of(db, &c->address)) {
        free(c);
        return tsr_fail(err, TSR_ERR_ARGUMENT, "%s: the path is too long for a control socket", db);
    }
    (void)unlink(c->address.sun_path); // of a server that was killed: we have the lock
    mode_t old = umask(0177);
    c->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int fine = c->fd >= 0 &&
               bind(c->fd, (const struct sockaddr *)&c->address, sizeof c->address) == 0 &&
               listen(c->fd, CALLERS) == 0 && watch_add(watched, c->fd, tag);
    (void)umask(old);
    if (!fine) {
        tsr_err e = tsr_fail(err, TSR_ERR_IO, "%s: %s", c->address.sun_path, strerror(errno));
        control_close(c);
        return e;
    }
    *out = c;
    return TSR_OK;
}

static void hang_up(caller *k) {
    close(k->fd);
    k->fd = -1;
    k->size = 0;
    k->request = 0;
}

void control_close(control *c) {
    if (!c) {
        return;
    }
    for (int i = 0; i < CALLERS; i++) {
        if (c->callers[i].fd >= 0) {
            hang_up(&c->callers[i]);
        }
    }
    if (c->fd >= 0) {
        close(c->fd);
        (void)unlink(c->address.sun_path);
    }
    free(c);
}

static void take_caller(control *c) {
    int fd = accept(c->fd, NULL, NULL);
    if (fd < 0) {
        return;
    }
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    for (int i = 0; i < CALLERS; i++) {
        if (c->callers[i].fd < 0 && watch_add(c->watched, fd, c->tag)) {
            c->callers[i].fd = fd;
            return;
        }
    }
    close(fd);
}

static void ask(control *c, caller *k) {
    char path[64];
    json_t *order = json_in_object(k->line, k->size);
    const char *what = json_in_text(order, "order");
    (void)snprintf(path, sizeof path, "/admin/%.40s", what ? what : "");
    k->request = ++c->next_id;
    const hub_request q = {.id = k->request,
                           .method = "POST",
                           .path = path,
                           .query = "",
                           .same_origin = 1,
                           .is_operator = 1,
                           .body = k->line,
                           .body_size = k->size,
                           .ip = 1};
    c->events.request(c->events.self, &q);
    json_decref(order);
}

static void listen_to(control *c, caller *k) {
    ssize_t n = recv(k->fd, k->line + k->size, sizeof k->line - 1 - k->size, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    k->size += n > 0 ? (size_t)n : 0;
    const char *end = memchr(k->line, '\n', k->size);
    if (n <= 0 || k->request || (!end && k->size == sizeof k->line - 1)) {
        hang_up(k); // has gone, or talks on
        return;
    }
    if (end) {
        k->size = (size_t)(end - k->line);
        ask(c, k);
    }
}

void control_ready(control *c) {
    for (int i = 0; i < CALLERS; i++) {
        if (c->callers[i].fd >= 0) {
            listen_to(c, &c->callers[i]);
        }
    }
    take_caller(c);
}

void control_reply(control *c, const hub_reply *reply) {
    for (int i = 0; i < CALLERS; i++) {
        caller *k = &c->callers[i];
        if (k->fd >= 0 && k->request == reply->id) {
            char head[16];
            int n = snprintf(head, sizeof head, "%d ", reply->status);
            (void)!send(k->fd, head, (size_t)n, MSG_NOSIGNAL);
            if (reply->body) {
                (void)!send(k->fd, reply->body->data, reply->body->size, MSG_NOSIGNAL);
            }
            hang_up(k);
        }
    }
}

// --- The caller's end --------------------------------------------------------

static int send_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t n = send(fd, data, size, MSG_NOSIGNAL);
        if (n <= 0) {
            return 0;
        }
        data += n;
        size -= (size_t)n;
    }
    return 1;
}

int control_call(const char *db, const char *order, int *status, char *answer, size_t cap,
                 tsr_error *err) {
    struct sockaddr_un address;
    size_t size = 0;
    ssize_t n;
    int used = 0;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct timeval patience = {.tv_sec = 60};
    if (fd < 0 || !address_of(db, &address) ||
        connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        int denied = errno == EACCES;
        if (fd >= 0) {
            close(fd);
        }
        if (denied) {
            (void)tsr_fail(err, TSR_ERR_IO, "%s.control: only its owner may give orders", db);
        }
        return denied ? -1 : 0;
    }
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    int fine = send_all(fd, order, strlen(order)) && send_all(fd, "\n", 1);
    while (fine && size + 1 < cap && (n = recv(fd, answer + size, cap - 1 - size, 0)) > 0) {
        size += (size_t)n;
    }
    close(fd);
    answer[size] = '\0';
    if (sscanf(answer, "%d %n", status, &used) != 1) {
        (void)tsr_fail(err, TSR_ERR_IO, "the server has not answered");
        return -1;
    }
    memmove(answer, answer + used, size + 1 - (size_t)used);
    return 1;
}
