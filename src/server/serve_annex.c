// SPDX-License-Identifier: MIT
// The place of one published game (annex.h): a hub with that game alone, its own database and threads,
// whose visitors come from another server through one line. It ends when that line does.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include <tessera/host.h>

#include "server/annex_line.h"
#include "server/map.h"
#include "server/serve_impl.h"
#include "server/watch.h"

enum { TICK_MS = 50 };

typedef struct place {
    server s; // first: what the hub asks for comes with it
    annex_line line;
    map tokens; // request -> the token of a new guest, which goes back with the answer
} place;

// --- What the hub asks for ---------------------------------------------------

static void io_send(void *self, uint64_t conn, bytes *message) {
    place *p = self;
    annex_frame f = {.word = ANNEX_SEND, .number = conn};
    annex_frame_text(&f, 0, message->data, message->size);
    (void)annex_put(&p->line, &f);
}

static void io_close(void *self, uint64_t conn, int code, const char *why) {
    place *p = self;
    annex_frame f = {.word = ANNEX_CLOSE, .number = conn, .value = code};
    annex_frame_text(&f, 0, why, strlen(why));
    (void)annex_put(&p->line, &f);
    hub_disconnect(p->s.hub, conn, tsr_now_ms()); // nobody else says so
}

// Cookies are the other server's: it knows who this is.
static void io_reply(void *self, const hub_reply *reply) {
    place *p = self;
    char *token = map_remove(&p->tokens, reply->id);
    annex_frame f = {.word = ANNEX_REPLY, .number = reply->id, .value = reply->status};
    annex_frame_text(&f, 0, reply->type, strlen(reply->type));
    annex_frame_text(&f, 1, reply->body ? reply->body->data : "",
                     reply->body ? reply->body->size : 0);
    annex_frame_text(&f, 2, token ? token : "", token ? strlen(token) : 0);
    (void)annex_put(&p->line, &f);
    free(token);
}

// --- What comes in -----------------------------------------------------------

static void take_request(place *p, const annex_frame *f, uint64_t now) {
    char lent[TOKEN_BYTES];
    if (f->size[5]) {
        char *token = strdup(f->text[5]);
        if (token && !map_put(&p->tokens, f->number, token)) {
            free(token);
        }
    }
    const hub_request q = {.id = f->number,
                           .method = f->text[1],
                           .path = f->text[2],
                           .query = f->text[3],
                           .body = f->text[4],
                           .body_size = f->size[4],
                           .token = hub_lend(p->s.hub, f->user, f->text[0], lent) ? lent : NULL,
                           .same_origin = 1, // it was asked there
                           .ip = f->ip};
    hub_request_in(p->s.hub, &q, now);
}

static void take_frame(place *p, const annex_frame *f) {
    uint64_t now = tsr_now_ms();
    char lent[TOKEN_BYTES];
    switch (f->word) {
    case ANNEX_REQUEST: take_request(p, f, now); break;
    case ANNEX_CONNECT: {
        int known = f->user && hub_lend(p->s.hub, f->user, f->text[0], lent);
        hub_connect(p->s.hub, f->number, f->text[3], known ? lent : NULL, f->ip, now);
        break;
    }
    case ANNEX_TEXT: hub_receive(p->s.hub, f->number, f->text[0], f->size[0], now); break;
    case ANNEX_GONE: hub_disconnect(p->s.hub, f->number, now); break;
    case ANNEX_BEAT: (void)annex_put(&p->line, f); break;
    default: break;
    }
}

// One turn; 0 when the other end is gone.
static int turn(place *p) {
    struct pollfd fds[] = {
        {.fd = p->line.fd, .events = (short)(POLLIN | (annex_has_unsent(&p->line) ? POLLOUT : 0))},
        {.fd = p->s.news, .events = POLLIN}};
    annex_frame f;
    int got = 0;
    (void)poll(fds, 2, TICK_MS);
    int there = !fds[0].revents || annex_fill(&p->line);
    while ((got = annex_take(&p->line, &f)) > 0) {
        take_frame(p, &f);
    }
    if (fds[1].revents) {
        watch_hear(p->s.news);
        serve_take_news(&p->s);
        serve_take_jobs(&p->s);
    }
    uint64_t now = tsr_now_ms();
    if (now - p->s.tick_ms >= TICK_MS) {
        p->s.tick_ms = now;
        hub_tick(p->s.hub, now);
    }
    return annex_flush(&p->line) && there && got == 0;
}

// --- Life --------------------------------------------------------------------

static tsr_err open_all(place *p, tsr_error *err) {
    hub_config config;
    p->s.news = watch_bell();
    if (sodium_init() < 0 || p->s.news < 0) {
        return tsr_fail(err, TSR_ERR_IO, "there is no source of randomness or no bell");
    }
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
    tsr_err e = serve_open_base(&p->s, serve_wake, &p->s, &p->s.store, err);
    e = e ? e : serve_open_jobs(&p->s, err);
    if (e) {
        return e;
    }
    serve_fill_hub_config(&p->s, &config);
    config.io.send = io_send;
    config.io.close = io_close;
    config.io.reply = io_reply;
    config.published = p->s.config.published_number + 1;
    return hub_new(&config, &p->s.hub, err);
}

static void close_all(place *p) {
    serve_stop_jobs(&p->s);
    if (p->s.hub) {
        serve_close_jobs(&p->s);
    }
    if (p->s.store) {
        store_stop(p->s.store);
    }
    hub_free(p->s.hub);
    store_close(p->s.store);
    annex_line_close(&p->line);
}

static void say_ready(annex_line *l, int can, const char *words) {
    annex_frame f = {.word = ANNEX_READY, .value = can};
    annex_frame_text(&f, 0, words, strlen(words));
    (void)annex_put(l, &f);
}

tsr_err serve_annex(const serve_config *config, int fd, const char *title, tsr_error *err) {
    place p = {.s = {.config = *config, .watched = -1, .news = -1, .signals = -1}};
    annex_line_open(&p.line, fd);
    tsr_err e = open_all(&p, err);
    if (!e) {
        say_ready(&p.line, 1, title);
        while (turn(&p)) {
        }
    } else {
        serve_annex_refuse(fd, err->message);
    }
    close_all(&p);
    return e;
}

void serve_annex_refuse(int fd, const char *why) {
    annex_line l;
    annex_line_open(&l, fcntl(fd, F_DUPFD_CLOEXEC, 0));
    say_ready(&l, 0, why);
    (void)annex_flush(&l); // short enough to be taken at once
    annex_line_close(&l);
}
