// SPDX-License-Identifier: MIT
#include "server/world.h"

#include <inttypes.h>
#include <sodium.h>

#include "server/database.h"
#include "server/jobs.h"

// --- What the hub sends ------------------------------------------------------

static page *page_of(world *w, uint64_t conn) {
    for (int i = 0; i < w->page_count; i++) {
        if (w->pages[i].conn == conn) {
            return &w->pages[i];
        }
    }
    return NULL;
}

static void set(json_t **at, json_t *value) {
    json_t *held = json_incref(value);
    json_decref(*at);
    *at = held;
}

static void note_sight(page *p, json_t *m) {
    json_t *ask = json_object_get(m, "ask");
    const json_t *seat = json_object_get(m, "seat");
    if (!ask) {
        return;
    }
    set(&p->ask, json_is_null(ask) ? NULL : ask);
    p->seat = json_is_integer(seat) ? (int)json_integer_value(seat) : -1;
    p->ply = (int)json_integer_value(json_object_get(m, "ply"));
}

// What somebody who was taken over still says: it may be on its way to the page.
static void note_late_ack(world *w, uint64_t conn, const bytes *message) {
    json_t *m = json_loadb(message->data, message->size, 0, NULL);
    for (int i = 0; i < w->page_count; i++) {
        page *p = &w->pages[i];
        if (p->old_conn == conn && strcmp(json_string_value(json_object_get(m, "t")), "ack") == 0) {
            p->late_ack = json_integer_value(json_object_get(m, "a"));
        }
    }
    json_decref(m);
}

static world *world_of(void *self) {
    return ((world_hub *)self)->w;
}

static void io_send(void *self, uint64_t conn, bytes *message) {
    page *p = page_of(world_of(self), conn);
    if (!p) {
        note_late_ack(world_of(self), conn, message);
        return;
    }
    json_t *m = json_loadb(message->data, message->size, 0, NULL);
    assert_non_null(m);
    if (p->heard) {
        json_array_append_new(p->heard, json_stringn(message->data, message->size));
    }
    const char *t = json_string_value(json_object_get(m, "t"));
    const json_t *v = json_object_get(m, "v");
    set(&p->last, m);
    if (json_is_integer(v)) {
        uint64_t version = (uint64_t)json_integer_value(v);
        if (strcmp(t, "full") != 0) {
            assert_true(version == p->version + 1); // none is missing, none comes twice
        }
        p->version = version;
    }
    if (strcmp(t, "full") == 0) {
        set(&p->full, m);
        p->fulls++;
        note_sight(p, m);
    } else if (strcmp(t, "event") == 0 || strcmp(t, "ask") == 0) {
        p->events++;
        set(&p->event, m);
        note_sight(p, m);
    } else if (strcmp(t, "over") == 0) {
        p->overs++;
        set(&p->ask, NULL);
    }
    if (strcmp(t, "paired") == 0) {
        snprintf(p->paired, sizeof p->paired, "%s", json_string_value(json_object_get(m, "id")));
    }
    if (json_object_get(m, "a")) {
        set(&p->answer, m);
    }
    if (strcmp(t, "ack") == 0) {
        p->acks++;
        p->last_ack = json_integer_value(json_object_get(m, "a"));
    } else if (strcmp(t, "refuse") == 0) {
        p->refusals++;
        snprintf(p->why, sizeof p->why, "%s", json_string_value(json_object_get(m, "why")));
    }
    json_decref(m);
}

static void io_close(void *self, uint64_t conn, int code, const char *why) {
    page *p = page_of(world_of(self), conn);
    (void)why;
    if (p) {
        p->closed = code;
    }
}

static void io_reply(void *self, const hub_reply *reply) {
    world *w = world_of(self);
    w->statuses[reply->id % 64] = reply->status;
    if (reply->id != w->next_request) {
        return;
    }
    w->status = reply->status;
    json_decref(w->body);
    free(w->raw);
    w->body = json_loadb(reply->body->data, reply->body->size, 0, NULL);
    w->raw = strdup(reply->body->data);
    w->got_token = reply->token != NULL;
    snprintf(w->set_token, sizeof w->set_token, "%s", reply->token ? reply->token : "");
}

static void io_think(void *self, hub_thought *job) {
    world *w = world_of(self);
    assert_true(w->thought_count < 64);
    w->thinker[w->thought_count] = ((world_hub *)self)->number;
    w->thoughts[w->thought_count++] = job;
}

static void io_secret(void *self, hub_secret *job) {
    world *w = world_of(self);
    assert_true(w->secret_count < 64);
    w->hasher[w->secret_count] = ((world_hub *)self)->number;
    w->secrets[w->secret_count++] = job;
}

static void io_file(void *self, hub_file *job) {
    world *w = world_of(self);
    assert_true(w->file_count < 64);
    w->looker[w->file_count] = ((world_hub *)self)->number;
    w->files[w->file_count++] = job;
}

static void io_log(void *self, const char *event, const char *const *pairs) {
    world *w = world_of(self);
    int n = snprintf(w->last_log, sizeof w->last_log, "%s", event);
    for (; pairs[0]; pairs += 2) {
        n += snprintf(w->last_log + n, sizeof w->last_log - (size_t)n, " %.20s=%.60s", pairs[0],
                      pairs[1]);
    }
    w->logged++;
}

static void io_notify(void *self, hub_notice *n) {
    world *w = world_of(self);
    w->notices++;
    w->last_notice = *n;
    n->result = w->notice_result == NOTICE_GONE ? NOTICE_GONE : NOTICE_SENT;
    hub_notice_done(w->now.hubs[((world_hub *)self)->number], n, w->now_ms);
}

static void io_random(void *self, void *out, size_t size) {
    world *w = world_of(self);
    unsigned char *p = out;
    for (size_t i = 0; i < size; i++) {
        p[i] = (unsigned char)(tsr_rng_next(&w->rng) >> 40);
    }
}

// --- Time --------------------------------------------------------------------

void world_hash(world *w) {
    while (w->secret_count) {
        hub_secret *job = w->secrets[0];
        hub *h = w->now.hubs[w->hasher[0]];
        memmove(w->secrets, w->secrets + 1, (size_t)--w->secret_count * sizeof *w->secrets);
        memmove(w->hasher, w->hasher + 1, (size_t)w->secret_count * sizeof *w->hasher);
        jobs_secret(job);
        hub_secret_done(h, job, w->now_ms);
    }
}

void world_look(world *w) {
    while (w->file_count) {
        hub_file *job = w->files[0];
        hub *h = w->now.hubs[w->looker[0]];
        memmove(w->files, w->files + 1, (size_t)--w->file_count * sizeof *w->files);
        memmove(w->looker, w->looker + 1, (size_t)w->file_count * sizeof *w->looker);
        jobs_file(job);
        hub_file_done(h, job, w->now_ms);
    }
}

static void settle(world *w) {
    for (int busy = 1; busy;) {
        if (!w->secrets_wait) {
            world_hash(w);
        }
        if (!w->files_wait) {
            world_look(w);
        }
        if (!w->held_back) {
            world_sync(w);
        }
        if (!w->asks_wait) {
            world_read(w);
        }
        if (!w->mail_waits) {
            world_carry(w);
        }
        busy = (!w->mail_waits && w->now.mail && w->now.mail->count) ||
               (!w->held_back && w->shelf->first) || (!w->asks_wait && w->shelf->asks) ||
               (!w->secrets_wait && w->secret_count) || (!w->files_wait && w->file_count);
    }
}

void world_think(world *w) {
    int n = w->thought_count;
    w->thought_count = 0;
    for (int i = 0; i < n; i++) {
        hub_thought *job = w->thoughts[i];
        hub *h = w->now.hubs[w->thinker[i]];
        tsr_move moves[TSR_MAX_MOVES];
        const tsr_rules *r = job->entry->rules;
        assert_true(tsr_moves(r, job->view, job->seat, moves) > 0);
        job->answer = moves[0];
        hub_thought_done(h, job, w->now_ms);
        settle(w);
    }
}

void world_tick(world *w) {
    for (int i = 0; i < w->hubs; i++) {
        hub_tick(w->now.hubs[i], w->now_ms);
    }
}

void world_pass(world *w, uint64_t ms) {
    uint64_t until = w->now_ms + ms;
    while (w->now_ms < until) {
        w->now_ms += 50;
        world_tick(w);
        settle(w);
        if (!w->bots_wait) {
            world_think(w);
        }
    }
}

// --- Life --------------------------------------------------------------------

static void ring(void *self) {
    const world_hub *end = self;
    end->w->now.rung[end->number] = 1;
}

static void start_hub(world *w, int number, store *s) {
    tsr_error err;
    hub_town town;
    world_fill_town(w, &w->now, number, &town);
    const hub_config config = {.registry = w->registry,
                               .store = s,
                               .town = w->hubs > 1 ? &town : NULL,
                               .io = {.self = &w->ends[number],
                                      .send = io_send,
                                      .close = io_close,
                                      .reply = io_reply,
                                      .think = io_think,
                                      .secret = io_secret,
                                      .file = io_file,
                                      .random = io_random,
                                      .notify = io_notify,
                                      .log = io_log},
                               .wall_s = WORLD_WALL_S + w->later_s + (int64_t)(w->now_ms / 1000),
                               .now_ms = w->now_ms,
                               .mail = 1,
                               .sign_up = w->sign_up,
                               .push_key = "key",
                               .origin = "https://club.example",
                               .bots_at_once = 8,
                               .secrets_at_once = 8,
                               .asks_at_once = 8};
    assert_int_equal(hub_new(&config, &w->now.hubs[number], &err), TSR_OK);
}

static void start(world *w) {
    w->now = (world_process){.shelf = world_shelf(w)};
    world_shards_begin(w);
    w->shelf = w->now.shelf;
    if (w->hubs > 1) {
        w->now.shared = store_shared_new(w->hubs);
        w->now.mail = world_mail_new(w);
        assert_int_equal(store_shared_over(w->now.shared, &w->shelf->store, NULL), TSR_OK);
    }
    for (int i = 0; i < w->hubs; i++) {
        w->ends[i] = (world_hub){w, i};
        start_hub(w, i,
                  w->hubs > 1 ? store_shared_of(w->now.shared, i, ring, &w->ends[i])
                              : &w->shelf->store);
    }
    w->hub = w->now.hubs[0];
    settle(w);
}

static void end_process(world *w, world_process *p) {
    store_stop(&p->shelf->store);
    if (p->shared) {
        store_shared_stop(p->shared);
    }
    for (int i = 0; i < w->hubs; i++) {
        hub_free(p->hubs[i]);
    }
    if (p->shared) {
        store_shared_close(p->shared); // the shelf with it
    } else {
        store_close(&p->shelf->store);
    }
    world_mail_free(p->mail);
    *p = (world_process){0};
}

void world_open(world *w, uint64_t seed, int pages) {
    const char *hubs = getenv("WORLD_HUBS");
    world_open_town(w, seed, pages, hubs ? atoi(hubs) : 1);
}

void world_open_town(world *w, uint64_t seed, int pages, int hubs) {
    *w = (world){
        .hubs = hubs, .next_hubs = hubs, .now_ms = 1000, .next_conn = 100, .page_count = pages};
    assert_true(sodium_init() >= 0);
    tsr_rng_init(&w->rng, seed);
    w->registry = tsr_registry_new(NULL);
    assert_int_equal(tsr_registry_add_builtin(w->registry, NULL), TSR_OK);
    w->db = database_open(":memory:", DATABASE_FRESH);
    w->pages = calloc((size_t)pages, sizeof *w->pages);
    for (int i = 0; i < pages; i++) {
        snprintf(w->pages[i].word, sizeof w->pages[i].word, "page%d", i);
        w->pages[i].seat = -1;
        w->pages[i].door = i % hubs;
    }
    start(w);
}

static void drop_thoughts(world *w) {
    for (int i = 0; i < w->thought_count; i++) {
        hub_thought_drop(w->now.hubs[w->thinker[i]], w->thoughts[i]);
    }
    w->thought_count = 0;
    while (w->file_count) {
        w->file_count--;
        hub_file_drop(w->now.hubs[w->looker[w->file_count]], w->files[w->file_count]);
    }
    while (w->secret_count) {
        free(w->secrets[--w->secret_count]);
    }
}

static void end(world *w) {
    drop_thoughts(w);
    end_process(w, &w->now);
}

static void lose_sockets(world *w) {
    for (int i = 0; i < w->page_count; i++) {
        page *p = &w->pages[i];
        p->old_conn = p->conn ? p->conn : p->old_conn;
        p->conn = 0;
    }
}

void world_prepare_hubs(world *w, int hubs) {
    w->next_hubs = hubs;
}

void world_crash(world *w) {
    end(w);
    w->hubs = w->next_hubs;
    lose_sockets(w);
    w->now_ms += 1000;
    start(w);
}

void world_take_over(world *w) {
    drop_thoughts(w);
    world_forget_zombie(w);
    w->old = w->now;
    lose_sockets(w);
    start(w);
}

void world_wake_zombie(world *w) {
    if (w->old.shelf) {
        world_shelf_sync(w->old.shelf);
        for (int i = 0; i < w->hubs; i++) {
            (void)hub_hear(w->old.hubs[i], w->now_ms);
        }
        if (w->old.mail) {
            world_mail_deliver(w->old.mail, w->old.hubs);
        }
        world_forget_zombie(w);
    }
}

void world_forget_zombie(world *w) {
    if (w->old.shelf) {
        end_process(w, &w->old);
    }
}

void world_close(world *w) {
    world_forget_zombie(w);
    end(w);
    store_db_close(w->db);
    tsr_registry_free(w->registry);
    for (int i = 0; i < w->page_count; i++) {
        json_decref(w->pages[i].full);
        json_decref(w->pages[i].event);
        json_decref(w->pages[i].last);
        json_decref(w->pages[i].ask);
        json_decref(w->pages[i].answer);
        json_decref(w->pages[i].heard);
    }
    free(w->pages);
    json_decref(w->body);
    free(w->raw);
}

// --- What pages do -----------------------------------------------------------

// Every page has an address of its own.
static uint64_t ip_of(const world *w, const page *p) {
    int ours = p >= w->pages && p < w->pages + w->page_count;
    return ours ? 100 + (uint64_t)(p - w->pages) : 7;
}

int world_ask(world *w, page *p, const char *method, const char *path, const char *body) {
    return world_ask_from(w, p, ip_of(w, p), method, path, body);
}

int world_ask_from(world *w, page *p, uint64_t ip, const char *method, const char *path,
                   const char *body) {
    char only[200] = "";
    const char *query = strchr(path, '?');
    snprintf(only, sizeof only, "%.*s", query ? (int)(query - path) : (int)strlen(path), path);
    const hub_request q = {.id = ++w->next_request,
                           .method = method,
                           .path = only,
                           .query = query ? query + 1 : "",
                           .token = p->token[0] ? p->token : NULL,
                           .same_origin = 1,
                           .body = body,
                           .body_size = strlen(body),
                           .ip = ip};
    w->status = w->statuses[q.id % 64] = 0;
    hub_request_in(w->now.hubs[p->door % w->hubs], &q, w->now_ms);
    settle(w);
    if (w->status && w->got_token) {
        snprintf(p->token, sizeof p->token, "%s", w->set_token);
    }
    return w->status;
}

// Asks for the socket without touching the last reply.
static int may_connect(world *w, page *p, const char *query) {
    char path[200];
    world before = *w;
    w->body = NULL;
    w->raw = NULL;
    snprintf(path, sizeof path, "/ws?%s", query);
    int status = world_ask(w, p, "GET", path, "");
    json_decref(w->body);
    free(w->raw);
    w->status = before.status;
    w->body = before.body;
    w->raw = before.raw;
    return status;
}

void world_connect(world *w, page *p, const char *match, int resume) {
    char query[160];
    snprintf(query, sizeof query, "match=%s&s=%s&v=%" PRIu64, match, p->word,
             resume ? p->version : 0);
    if (p->match != match) {
        snprintf(p->match, sizeof p->match, "%s", match);
    }
    int status = may_connect(w, p, query);
    if (status != 101 && w->planted) { // the fault has done its harm: this match is given up
        p->match[0] = '\0';
        return;
    }
    if (w->mail_lost && status != 101) { // the page tries again
        assert_true(status == 0 || status == 503);
        return;
    }
    assert_int_equal(status, 101);
    p->conn = ++w->next_conn;
    p->closed = 0;
    hub_connect(w->now.hubs[p->door % w->hubs], p->conn, query, p->token[0] ? p->token : NULL,
                ip_of(w, p), w->now_ms);
    settle(w);
}

void world_disconnect(world *w, page *p) {
    if (p->conn) {
        uint64_t conn = p->conn;
        p->conn = 0;
        hub_disconnect(w->now.hubs[p->door % w->hubs], conn, w->now_ms);
        settle(w);
    }
}

void world_raw(world *w, page *p, const char *text) {
    hub_receive(w->now.hubs[p->door % w->hubs], p->conn, text, strlen(text), w->now_ms);
    settle(w);
}

int64_t world_say(world *w, page *p, const char *format, ...) {
    char text[1024];
    va_list args;
    int n = snprintf(text, sizeof text, "{\"a\":%" PRId64 ",", ++p->next_a);
    va_start(args, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    world_raw(w, p, text);
    return p->next_a;
}

int64_t world_play(world *w, page *p, int index) {
    assert_non_null(p->ask);
    const json_t *moves = json_object_get(p->ask, "moves");
    const json_t *m = json_array_get(moves, (size_t)index % json_array_size(moves));
    int seat = (int)json_integer_value(json_object_get(p->ask, "seat"));
    int ply = (int)json_integer_value(json_object_get(p->ask, "ply"));
    char *text = json_dumps(json_object_get(m, "text"), JSON_ENCODE_ANY);
    int64_t a =
        world_say(w, p, "\"t\":\"move\",\"seat\":%d,\"ply\":%d,\"text\":%s}", seat, ply, text);
    free(text);
    return a;
}

void world_match(world *w, page *p, const char *game, int players, const char *seats) {
    char body[1024];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"players\":%d,\"seats\":%s}", game, players,
             seats);
    assert_int_equal(world_ask(w, p, "POST", "/api/matches", body), 200);
    world_connect(w, p, json_string_value(json_object_get(w->body, "id")), 0);
}
