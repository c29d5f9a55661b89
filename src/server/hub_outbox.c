// SPDX-License-Identifier: MIT
// The outbox: what tells of a change waits here until the change is on disk, or is lost.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "server/hub_impl.h"

static void drop_out(out_entry *e) {
    bytes_drop(e->body);
    free(e);
}

static void emit(hub *h, const out_entry *e) {
    h->sent++;
    switch (e->kind) {
    case OUT_SEND:
        if (!map_get(&h->conns, e->target)) {
            return;
        }
        if (e->body) {
            hub_io_send(h, e->target, e->body);
        } else {
            hub_io_close(h, e->target, 1011, "out of memory");
        }
        return;
    case OUT_CLOSE: hub_io_close(h, e->target, e->status, "policy"); return;
    case OUT_LETTER: hub_emit_letter(h, e->target, e->body); return;
    case OUT_REPLY:
    case OUT_TEXT: {
        const hub_reply reply = {.id = e->target,
                                 .status = e->body ? e->status : 503,
                                 .type = e->kind == OUT_TEXT ? "text/plain; charset=utf-8"
                                                             : "application/json",
                                 .body = e->body,
                                 .token = e->has_token ? e->token : NULL};
        hub_io_reply(h, &reply);
    }
    }
}

void hub_post(hub *h, out_kind kind, uint64_t seq, uint64_t target, int status, bytes *body,
              const char *token) {
    out_entry now = {.kind = kind, .status = status, .seq = seq, .target = target, .body = body};
    if (token) {
        now.has_token = 1;
        (void)snprintf(now.token, sizeof now.token, "%s", token);
    }
    if (seq <= h->durable_seq) {
        emit(h, &now);
        return;
    }
    out_entry *e = malloc(sizeof *e);
    if (!e) {
        return; // the page asks again
    }
    *e = now;
    bytes_hold(body);
    if (h->out_last) {
        h->out_last->next = e;
    } else {
        h->out_first = e;
    }
    h->out_last = e;
}

// Whether it changes somebody who was known before: then what is being read of people is old.
static int changes_people(const store_batch *b) {
    for (int i = 0; i < b->count; i++) {
        store_kind kind = b->ops[i].kind;
        if (store_is_directory(kind) && kind != STORE_USER && kind != STORE_SESSION) {
            return 1;
        }
    }
    return 0;
}

uint64_t hub_commit(hub *h, store_batch *b) {
    if (!b || b->failed) {
        store_batch_free(b);
        h->store_failures++;
        return 0;
    }
    TSR_ASSERT(store_batch_is_of_one_sort(b));
    if (h->next_seq == h->durable_seq) {
        h->waits_ms = h->now_ms;
    }
    b->seq = ++h->next_seq;
    h->people_seq = changes_people(b) ? b->seq : h->people_seq;
    b->epoch = h->epoch;
    b->heard = h->heard;
    store_put(h->store, b);
    return h->next_seq;
}

// In vain where the memory is out: then it is told as it is.
uint64_t hub_be_sure(hub *h, uint64_t seq) {
    uint64_t sure = seq <= h->durable_seq && store_may_be_fenced(h->store)
                        ? hub_commit(h, store_batch_new())
                        : 0;
    return sure ? sure : seq;
}

static out_entry *take_first(hub *h) {
    out_entry *e = h->out_first;
    h->out_first = e->next;
    if (!h->out_first) {
        h->out_last = NULL;
    }
    return e;
}

// The number of an acknowledgement as rooms write it, 0 if this is none.
static long long acknowledged(const bytes *b) {
    static const char head[] = "{\"t\":\"ack\",\"a\":";
    size_t n = sizeof head - 1;
    return b && b->size > n && memcmp(b->data, head, n) == 0 ? strtoll(b->data + n, NULL, 10) : 0;
}

// What whoever waits for an answer is told when there is none to give. Without words for a move
// nothing is said: its page asks again.
typedef struct sorry {
    int status;
    const char *reply, *move;
} sorry;

static const sorry disk_fails = {
    503, "The server cannot write to its disk. Nothing was changed.",
    "the server cannot write to its disk now; please try again in a moment"};
static const sorry is_unknown = {
    503, "The server does not know whether this was stored. Please check before you try again.",
    NULL};
static const sorry is_refused = {500, "The server could not store this. Nothing was changed.",
                                 "the server could not keep this; please try again"};

static void post_text(hub *h, out_kind kind, uint64_t target, int status, const char *text) {
    bytes *b = bytes_new(text, strlen(text));
    hub_post(h, kind, 0, target, status, b, NULL);
    bytes_drop(b);
}

// What told of a change that is lost is forgotten; whoever waits for an answer gets the truth.
static void lose(hub *h, out_entry *e, const sorry *words) {
    char text[200];
    long long a = e->kind == OUT_SEND ? acknowledged(e->body) : 0;
    if (e->kind == OUT_REPLY || e->kind == OUT_TEXT) {
        (void)snprintf(text, sizeof text, "{\"error\":\"%s\"}", words->reply);
        post_text(h, OUT_REPLY, e->target, words->status, text);
    } else if (a && words->move) {
        (void)snprintf(text, sizeof text, "{\"t\":\"refuse\",\"a\":%lld,\"why\":\"%s\"}", a,
                       words->move);
        post_text(h, OUT_SEND, e->target, 0, text);
    }
    drop_out(e);
}

void hub_outbox_deinit(hub *h) {
    while (h->out_first) {
        drop_out(take_first(h));
    }
}

// --- What becomes of what waits ----------------------------------------------

void hub_outbox_send(hub *h) {
    while (h->out_first && h->out_first->seq <= h->durable_seq) {
        out_entry *e = take_first(h);
        emit(h, e);
        drop_out(e);
    }
}

void hub_outbox_lose(hub *h, store_outcome then) {
    while (h->out_first) {
        lose(h, take_first(h), then == STORE_LOST ? &disk_fails : &is_unknown);
    }
}

static int is_among(const store_batch *refused, uint64_t seq) {
    while (refused && refused->seq != seq) {
        refused = refused->next;
    }
    return refused != NULL;
}

// What waits behind something later tells of a refused change all the same.
void hub_outbox_refuse(hub *h, const store_batch *refused) {
    out_entry **at = &h->out_first, *last = NULL;
    while (refused && *at) {
        out_entry *e = *at;
        if (is_among(refused, e->seq)) {
            *at = e->next;
            lose(h, e, &is_refused);
        } else {
            last = e;
            at = &e->next;
        }
    }
    h->out_last = refused ? last : h->out_last;
}
