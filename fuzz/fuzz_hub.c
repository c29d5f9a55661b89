// SPDX-License-Identifier: MIT
//
// Requests and socket messages, in whatever order, to the server's core. An input is a
// script, a line each:
//
//     G PATH          a request        W QUERY   a socket is opened
//     P PATH BODY     one with a body  M TEXT    the last socket says something
//     1 to 4          who acts from now on       D   that socket is closed
//     T               time passes      B         bots answer, or fail
//     F, U, X         the disk fails until S, and what was not stored is lost, or nobody knows,
//                     or somebody else has taken over
//
// `$` stands for the match that was made last. Whatever comes in, what goes out must be
// JSON, and the core must be sound.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "fuzz.h"
#include "server/hub.h"
#include "server/jobs.h"
#include "server/store_db.h"
#include "server/store_refused.h"

enum { PEOPLE = 4, SOCKETS = 8, THOUGHTS = 16, LINES_MOST = 200 };

typedef struct stage {
    store store; // first: the hub's store is the stage itself
    hub *hub;
    store_db *db;
    uint64_t now_ms, request, conn, random;
    int who, disk_fails, allowed;
    store_outcome then; // what the disk's failing means
    char token[PEOPLE][TOKEN_BYTES];
    char match[32];
    uint64_t open[SOCKETS];
    hub_thought *thoughts[THOUGHTS];
    int thought_count;
    store_batch *first, *last;
    store_refused refused;
    store_news news;
    worker_job *questions;
} stage;

static void must_be_json(const bytes *b) {
    json_t *j = b ? json_loadb(b->data, b->size, JSON_DECODE_ANY, NULL) : NULL;
    fuzz_must(!b || j, "what goes out is no JSON");
    json_decref(j);
}

static void on_send(void *self, uint64_t conn, bytes *message) {
    (void)self;
    (void)conn;
    must_be_json(message);
}

static void on_close(void *self, uint64_t conn, int code, const char *why) {
    (void)self;
    (void)conn;
    (void)why;
    fuzz_must(code >= 1000 && code < 5000, "a socket is closed with a strange code");
}

static void on_reply(void *self, const hub_reply *r) {
    stage *s = self;
    fuzz_must(r->status == 101 || (r->status >= 200 && r->status < 600), "a strange status");
    s->allowed |= r->status == 101;
    if (strcmp(r->type, "application/json") == 0) {
        must_be_json(r->body);
        json_t *j = json_loadb(r->body->data, r->body->size, 0, NULL);
        const char *id = json_string_value(json_object_get(j, "id"));
        if (id && json_object_get(j, "url")) {
            (void)snprintf(s->match, sizeof s->match, "%s", id);
        }
        json_decref(j);
    }
    if (r->token) {
        (void)snprintf(s->token[s->who], TOKEN_BYTES, "%s", r->token);
    }
}

static void on_think(void *self, hub_thought *job) {
    stage *s = self;
    if (s->thought_count == THOUGHTS) {
        job->failed = 1;
        hub_thought_done(s->hub, job, s->now_ms);
        return;
    }
    s->thoughts[s->thought_count++] = job;
}

// No password takes long here: what is fuzzed is what comes before and after.
static void on_secret(void *self, hub_secret *job) {
    stage *s = self;
    (void)snprintf(job->fresh_hash, sizeof job->fresh_hash, "hash of %.20s", job->fresh);
    job->matches = strstr(job->hash, job->password) != NULL;
    hub_secret_done(s->hub, job, s->now_ms);
}

static void on_file(void *self, hub_file *job) {
    stage *s = self;
    jobs_file(job);
    hub_file_done(s->hub, job, s->now_ms);
}

static void on_notify(void *self, hub_notice *n) {
    stage *s = self;
    fuzz_must(!strpbrk(n->to, "\r\n") && !strpbrk(n->subject, "\r\n"),
              "a mail's head has two lines");
    n->result = s->random % 3 == 0 ? NOTICE_GONE : NOTICE_SENT;
    hub_notice_done(s->hub, n, s->now_ms);
}

static void on_random(void *self, void *out, size_t size) {
    stage *s = self;
    unsigned char *at = out;
    for (size_t i = 0; i < size; i++) {
        s->random = s->random * 6364136223846793005u + 1442695040888963407u;
        at[i] = (unsigned char)(s->random >> 56);
    }
}

// As the writer does it (store_writer.c): what the file refuses is marked. Now and then the file
// refuses what is good.
static int apply(stage *s, store_batch *b) {
    int bad = store_refused_has(&s->refused, b) || s->random % 97 == 0;
    tsr_err e = bad ? TSR_ERR_ARGUMENT : store_db_apply_alone(s->db, b, NULL);
    return e == TSR_OK || (e == TSR_ERR_ARGUMENT && store_refused_add(&s->refused, b, "refused"));
}

static void put(store *base, store_batch *b) {
    stage *s = (stage *)base;
    b->next = NULL;
    *(s->last ? &s->last->next : &s->first) = b;
    s->last = b;
}

static void ask_store(store *base, store_ask *a) {
    stage *s = (stage *)base;
    a->job = (worker_job){.arg = a, .next = s->questions};
    s->questions = &a->job;
}

static store_ask *answered(store *base) {
    stage *s = (stage *)base;
    store_ask *a = s->questions ? s->questions->arg : NULL;
    if (a) {
        s->questions = s->questions->next;
        a->answer(a, store_db_reader(s->db));
    }
    return a;
}

static store_news hear(store *base) {
    stage *s = (stage *)base;
    store_news news = s->news;
    s->news = (store_news){0};
    return news;
}

static store_reader *glance(store *base) {
    return store_db_reader(((stage *)base)->db);
}

static const store_engine engine = {
    .put = put, .ask = ask_store, .answered = answered, .news = hear, .glance = glance};

// One, or none when the disk fails; of what is unknown, now and then one is there.
static void store_one(stage *s) {
    store_batch *b = s->first;
    int breaks = s->disk_fails && s->then == STORE_UNKNOWN && s->random % 2;
    s->first = b->next;
    s->last = s->first ? s->last : NULL;
    b->next = NULL;
    int ok = (!s->disk_fails || breaks) && !store_db_begin(s->db, NULL) && apply(s, b) &&
             !store_db_commit(s->db, NULL);
    if (ok && !breaks) {
        s->news.durable = b->seq;
        s->news.refused = b->refusal ? b : NULL;
    }
    if (!s->news.refused) {
        store_batch_free(b);
    }
    if (!ok || breaks) {
        store_db_undo(s->db);
        store_batch_free_all(s->first); // and all that was handed out after it
        s->first = s->last = NULL;
        store_refused_clear(&s->refused);
        s->news.then = s->disk_fails ? s->then : STORE_LOST;
    }
}

// Whatever is heard may lead to more to write.
static void store_all(stage *s) {
    do {
        if (s->first) {
            store_one(s);
        }
        (void)hub_hear(s->hub, s->now_ms);
    } while (s->first);
}

static void answer_bots(stage *s) {
    for (int n = s->thought_count; n > 0; n--) {
        hub_thought *job = s->thoughts[0];
        tsr_move list[TSR_MAX_MOVES];
        s->thought_count--;
        memmove(s->thoughts, s->thoughts + 1, (size_t)s->thought_count * sizeof *s->thoughts);
        const tsr_rules *r = job->entry->rules;
        int moves =
            tsr_turn(r, job->view) >> job->seat & 1u ? tsr_moves(r, job->view, job->seat, list) : 0;
        job->failed = moves == 0;
        job->answer = moves ? list[s->now_ms % (uint64_t)moves] : 0;
        hub_thought_done(s->hub, job, s->now_ms);
    }
}

// `$` becomes the last match.
static void fill_in(const stage *s, const char *from, char *out, size_t cap) {
    size_t n = 0;
    for (; *from && n + sizeof s->match < cap; from++) {
        if (*from == '$') {
            n += (size_t)snprintf(out + n, cap - n, "%s", s->match);
        } else {
            out[n++] = *from;
        }
    }
    out[n] = '\0';
}

static void ask(stage *s, const char *method, char *text) {
    char *body = strchr(text, ' ');
    if (body) {
        *body++ = '\0';
    }
    char *query = strchr(text, '?');
    if (query) {
        *query++ = '\0';
    }
    const hub_request q = {.id = ++s->request,
                           .method = method,
                           .path = text,
                           .query = query ? query : "",
                           .token = s->token[s->who][0] ? s->token[s->who] : NULL,
                           .same_origin = 1,
                           .body = body ? body : "",
                           .body_size = body ? strlen(body) : 0,
                           .ip = (uint64_t)s->who + 1};
    hub_request_in(s->hub, &q, s->now_ms);
}

static void connect_one(stage *s, const char *query) {
    uint64_t *slot = &s->open[s->who % SOCKETS];
    if (*slot) {
        hub_disconnect(s->hub, *slot, s->now_ms);
        *slot = 0;
    }
    s->allowed = 0;
    char path[] = "/ws";
    const hub_request q = {.id = ++s->request,
                           .method = "GET",
                           .path = path,
                           .query = query,
                           .token = s->token[s->who][0] ? s->token[s->who] : NULL,
                           .same_origin = 1,
                           .body = "",
                           .ip = (uint64_t)s->who + 1};
    hub_request_in(s->hub, &q, s->now_ms);
    (void)hub_hear(s->hub, s->now_ms); // the match may have to be read first
    if (s->allowed) {
        *slot = ++s->conn;
        hub_connect(s->hub, *slot, query, q.token, q.ip, s->now_ms);
    }
}

static void act(stage *s, const char *line) {
    char text[4096];
    fill_in(s, line[0] && line[1] == ' ' ? line + 2 : "", text, sizeof text);
    uint64_t conn = s->open[s->who % SOCKETS];
    s->now_ms += 7;
    switch (line[0]) {
    case 'G': ask(s, "GET", text); break;
    case 'P': ask(s, "POST", text); break;
    case 'W': connect_one(s, text); break;
    case 'M':
        if (conn) {
            hub_receive(s->hub, conn, text, strlen(text), s->now_ms);
        }
        break;
    case 'D':
        hub_disconnect(s->hub, conn, s->now_ms);
        s->open[s->who % SOCKETS] = 0;
        break;
    case 'T':
        for (int i = 0; i < 280; i++) { // a bigger step would be a standstill
            s->now_ms += 250;
            hub_tick(s->hub, s->now_ms);
        }
        break;
    case 'B': answer_bots(s); break;
    case 'F':
    case 'U':
    case 'X':
        s->disk_fails = 1;
        s->then = line[0] == 'F' ? STORE_LOST : line[0] == 'U' ? STORE_UNKNOWN : STORE_FENCED;
        break;
    case 'S': s->disk_fails = 0; break;
    default: s->who = line[0] >= '1' && line[0] <= '4' ? line[0] - '1' : s->who;
    }
    if (!s->disk_fails || line[0] == 'T') {
        store_all(s);
    }
    hub_tick(s->hub, s->now_ms);
}

static hub *open_hub(stage *s) {
    hub *h = NULL;
    const hub_config config = {.registry = fuzz_registry(),
                               .store = &s->store,
                               .io = {.self = s,
                                      .send = on_send,
                                      .close = on_close,
                                      .reply = on_reply,
                                      .think = on_think,
                                      .secret = on_secret,
                                      .file = on_file,
                                      .notify = on_notify,
                                      .random = on_random},
                               .mail = 1,
                               .push_key = "key",
                               .wall_s = 1700000000,
                               .now_ms = s->now_ms,
                               .bots_at_once = THOUGHTS,
                               .secrets_at_once = 4,
                               .asks_at_once = 4,
                               .no_limits = 1};
    fuzz_must(hub_new(&config, &h, NULL) == TSR_OK, "no hub");
    return h;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    stage s = {.store.engine = &engine, .now_ms = 1000, .random = 1};
    char *text = fuzz_memory(size + 1);
    memcpy(text, data, size);
    fuzz_must(store_db_open(":memory:", &s.db, NULL) == TSR_OK, "no database");
    s.hub = open_hub(&s);
    char *line = text;
    for (int i = 0; i < LINES_MOST && line < text + size; i++) {
        size_t n = strcspn(line, "\n");
        line[n] = '\0';
        act(&s, line);
        line += n + 1;
    }
    buffer figures;
    buffer_init(&figures, NULL);
    hub_metrics(s.hub, &figures);
    buffer_deinit(&figures);
    while (s.thought_count) {
        hub_thought_drop(s.hub, s.thoughts[--s.thought_count]);
    }
    s.disk_fails = 0;
    store_all(&s);
    hub_free(s.hub);
    store_db_close(s.db);
    store_refused_deinit(&s.refused);
    free(text);
    return 0;
}
