// SPDX-License-Identifier: MIT
// Published games: what goes to their processes and what comes back.
#include "server/annex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tessera/host.h>

#include "room/wire_json.h"
#include "server/annex_impl.h"
#include "server/watch.h"

enum { BELL = 0 }; // processes have their number and 1

// --- What processes say ------------------------------------------------------

// Only to those who are with it: a process that has gone mad speaks to nobody else.
static void hear_frame(annexes *a, annex *x, const annex_frame *f) {
    bytes *body = NULL;
    switch (f->word) {
    case ANNEX_READY: annex_hear_ready(a, x, f); return;
    case ANNEX_BEAT: x->beats = 0; return;
    case ANNEX_REPLY:
        if (map_remove(&x->requests, f->number)) {
            body = bytes_new(f->text[1], f->size[1]);
            const hub_reply r = {.id = f->number,
                                 .status = body ? f->value : 503,
                                 .type = strcmp(f->text[0], "application/json") == 0
                                             ? "application/json"
                                             : "text/plain; charset=utf-8",
                                 .body = body,
                                 .token = f->size[2] ? f->text[2] : NULL};
            a->config.reply(a->config.self, &r);
        }
        break;
    case ANNEX_SEND:
        body = map_get(&x->conns, f->number) ? bytes_new(f->text[0], f->size[0]) : NULL;
        if (body) {
            a->config.send(a->config.self, f->number, body);
        }
        break;
    case ANNEX_CLOSE:
        if (map_remove(&x->conns, f->number)) {
            a->config.close(a->config.self, f->number, f->value, "policy");
        }
        break;
    default: break;
    }
    bytes_drop(body);
}

static void hear_one(annexes *a, annex *x) {
    annex_frame f;
    int number = x->number, there = annex_fill(&x->line), got = 0;
    while (a->of[number] == x && x->pid && (got = annex_take(&x->line, &f)) > 0) {
        hear_frame(a, x, &f);
    }
    if (a->of[number] == x && x->pid && (!there || got < 0)) {
        annex_stop(a, x, 1); // it has ended by itself, or talks nonsense
    }
}

void annexes_hear(annexes *a) {
    watch_event events[ANNEX_RUNNING + 1];
    int n = watch_wait(a->watched, events, ANNEX_RUNNING + 1, 0);
    for (int i = 0; i < n; i++) {
        annex *x = events[i].tag == BELL ? NULL : annex_at(a, (int)events[i].tag - 1);
        if (events[i].tag == BELL) {
            annex_hear_errands(a);
            annex_check_next(a);
        }
        if (x && x->pid && (events[i].what & WATCH_WRITE)) {
            annex_write(a, x);
        }
        if (x && x->pid && (events[i].what & (WATCH_READ | WATCH_GONE))) {
            hear_one(a, x);
        }
    }
}

void annexes_tick(annexes *a, uint64_t now_ms) {
    a->now_ms = now_ms;
    annex_check_next(a);
    for (int i = 0; i < ANNEX_MOST && a->running; i++) {
        annex *x = a->of[i];
        if (!x || !x->pid) {
            continue;
        }
        if (x->conns.count || x->requests.count || x->publishing) {
            x->used_ms = now_ms;
        }
        if (now_ms - x->used_ms > ANNEX_IDLE_MS) {
            annex_end(a, x);
        } else {
            annex_watch_time(a, x);
        }
    }
}

// --- What the hub asks -------------------------------------------------------

static int find(void *self, const char *name) {
    const annexes *a = self;
    for (int i = 0; i < ANNEX_MOST; i++) {
        if (a->of[i] && !a->of[i]->publishing && strcmp(a->of[i]->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static int has(void *self, int game) {
    const annex *x = annex_at(self, game);
    return x && !x->publishing;
}

static void put(annexes *a, annex *x, const annex_frame *f) {
    x->used_ms = a->now_ms;
    if (!annex_put(&x->line, f)) {
        annex_stop(a, x, 1); // it has not read for a long time
        return;
    }
    annex_write(a, x);
}

static const char *not_started(const annex *x) {
    return x->frozen ? "The rules of this game were stopped too often. It is disabled."
                     : "Too many published games are being played. Please try again later.";
}

static void ask(void *self, int game, const hub_request *q, const hub_person *p) {
    annexes *a = self;
    annex *x = annex_at(a, game);
    annex_frame f = {.word = ANNEX_REQUEST, .number = q->id, .user = p->user, .ip = q->ip};
    if (!annex_start(a, x)) {
        annex_answer(a, q->id, 503, not_started(x));
        return;
    }
    if (!map_put(&x->requests, q->id, x)) {
        annex_answer(a, q->id, 503, "The server is out of memory.");
        return;
    }
    annex_frame_text(&f, 0, p->name, strlen(p->name));
    annex_frame_text(&f, 1, q->method, strlen(q->method));
    annex_frame_text(&f, 2, q->path, strlen(q->path));
    annex_frame_text(&f, 3, q->query, strlen(q->query));
    annex_frame_text(&f, 4, q->body, q->body_size);
    annex_frame_text(&f, 5, p->token, strlen(p->token));
    put(a, x, &f);
}

static void connect_socket(void *self, int game, uint64_t conn, const char *query, uint64_t ip,
                           const hub_person *p) {
    annexes *a = self;
    annex *x = annex_at(a, game);
    annex_frame f = {.word = ANNEX_CONNECT, .number = conn, .user = p->user, .ip = ip};
    if (!x || !annex_start(a, x) || !map_put(&x->conns, conn, x)) {
        a->config.close(a->config.self, conn, 1013, "later");
        return;
    }
    annex_frame_text(&f, 0, p->name, strlen(p->name));
    annex_frame_text(&f, 3, query, strlen(query));
    put(a, x, &f);
}

static void text_of_socket(void *self, int game, uint64_t conn, const char *text, size_t size) {
    annexes *a = self;
    annex *x = annex_at(a, game);
    annex_frame f = {.word = ANNEX_TEXT, .number = conn};
    if (x && x->pid && map_get(&x->conns, conn)) {
        annex_frame_text(&f, 0, text, size);
        put(a, x, &f);
    }
}

static void socket_gone(void *self, int game, uint64_t conn) {
    annexes *a = self;
    annex *x = annex_at(a, game);
    const annex_frame f = {.word = ANNEX_GONE, .number = conn};
    if (x && map_remove(&x->conns, conn) && x->pid) {
        put(a, x, &f);
    }
}

static void list(void *self, uint64_t user, buffer *out) {
    const annexes *a = self;
    const char *comma = "";
    buffer_add_text(out, "{\"games\":[");
    for (int i = 0; i < ANNEX_MOST; i++) {
        const annex *x = a->of[i];
        int own = x && user && x->owner == user;
        if (!x || x->publishing || !(own || (x->is_open && !x->frozen))) {
            continue;
        }
        buffer_addf(out,
                    "%s{\"name\":\"%s\",\"open\":%s,\"mine\":%s,\"stopped\":%s,\"title\":", comma,
                    x->name, x->is_open ? "true" : "false", own ? "true" : "false",
                    x->frozen ? "true" : "false");
        wire_string(out, x->title);
        buffer_add_text(out, ",\"by\":");
        wire_string(out, x->by);
        buffer_add_text(out, "}");
        comma = ",";
    }
    buffer_add_text(out, "]}");
}

const hub_annex annexes_door = {.find = find,
                                .has = has,
                                .ask = ask,
                                .connect = connect_socket,
                                .say = text_of_socket,
                                .gone = socket_gone,
                                .publish = annex_publish,
                                .remove = annex_take_back,
                                .list = list};

// --- Life --------------------------------------------------------------------

tsr_err annexes_open(const annex_config *config, annexes **out, tsr_error *err) {
    annexes *a = calloc(1, sizeof *a);
    if (!a) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    a->config = *config;
    a->config.cpu_ms = config->cpu_ms ? config->cpu_ms : ANNEX_CPU_MS;
    a->now_ms = tsr_now_ms();
    a->watched = watch_open();
    a->errands = a->watched >= 0 ? errands_open(a->watched, BELL) : NULL;
    tsr_err e = a->errands
                    ? annex_read_folder(a, err)
                    : tsr_fail(err, TSR_ERR_IO, "cannot watch descriptors, or start a thread");
    if (e) {
        annexes_close(a);
        return e;
    }
    *out = a;
    return TSR_OK;
}

void annexes_close(annexes *a) {
    if (!a) {
        return;
    }
    for (int i = 0; i < ANNEX_MOST; i++) {
        annex *x = a->of[i];
        if (x) {
            annex_end(a, x);
            map_deinit(&x->requests);
            map_deinit(&x->conns);
            free(x);
        }
    }
    errands_close(a->errands);
    if (a->watched >= 0) {
        close(a->watched);
    }
    free(a);
}

int annexes_descriptor(const annexes *a) {
    return a->watched;
}
