// SPDX-License-Identifier: MIT
#include "server/hub.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

// --- Life --------------------------------------------------------------------

// The hub hears of the time at least every 50 ms. When it has not for longer, the server
// itself stood still, and nobody could play: that time is nobody's, and counts for no clock.
void hub_set_now(hub *h, uint64_t now_ms) {
    enum { STALL_MS = 250 };
    if (now_ms <= h->now_ms) { // time never goes back here
        return;
    }
    uint64_t gap = now_ms - h->now_ms;
    h->now_ms = now_ms;
    h->play_ms += gap < STALL_MS ? gap : STALL_MS;
    if (gap > STALL_MS) {
        h->stalled_ms += gap - STALL_MS;
        h->stalls++;
        h->stall_ms = now_ms;
    }
    h->wall_s = h->config.wall_s + (int64_t)((now_ms - h->config.now_ms) / 1000);
}

// What takes long is done in turn of who pays for it.
static int make_tables(hub *h) {
    int bots = h->config.bots_at_once, secrets = h->config.secrets_at_once;
    const fair_limits thinking = {.running = bots, .running_each = bots > 1 ? bots / 2 : 1};
    const fair_limits hashing = {.running = secrets,
                                 .running_each = secrets > 1 ? secrets / 2 : 1,
                                 .waiting = LIMIT_SECRETS,
                                 .waiting_each = LIMIT_SECRETS_EACH};
    const fair_limits reading = {
        .running = h->config.asks_at_once, .waiting = LIMIT_ASKS, .waiting_each = LIMIT_ASKS_EACH};
    h->bots = fair_new(&thinking);
    h->secrets = fair_new(&hashing);
    h->asks = fair_new(&reading);
    h->pairs = calloc(PAIR_SLOTS, sizeof *h->pairs);
    h->guesses = calloc(GUESS_SLOTS, sizeof *h->guesses);
    h->friends = calloc(FRIEND_SLOTS, sizeof *h->friends);
    return h->host.state && h->host.after && h->host.walk && h->friends && h->bots && h->secrets &&
           h->asks && h->pairs && h->guesses;
}

tsr_err hub_new(const hub_config *config, hub **out, tsr_error *err) {
    hub *h = calloc(1, sizeof *h);
    if (!h) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    h->config = *config;
    h->config.push_key = config->push_key ? config->push_key : "";
    h->config.origin = config->origin ? config->origin : "";
    h->io = config->io;
    h->db = config->db;
    h->epoch = 1;
    h->now_ms = h->play_ms = config->now_ms;
    h->wall_s = config->wall_s;
    wire_scene_init(&h->scene, NULL);
    buffer_init(&h->text, NULL);
    buffer_init(&h->out, NULL);
    rules_cache_init(&h->rules);
    hub_rooms_init(h);
    hub_random(h, &h->salt, sizeof h->salt);
    hub_random(h, h->guest_key, sizeof h->guest_key);
    tsr_err e = make_tables(h) ? (config->asleep ? TSR_OK : hub_rooms_resume(h, err))
                               : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    if (e) {
        hub_free(h);
        return e;
    }
    *out = h;
    return TSR_OK;
}

static void free_values(map *m) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(m, &at)) != NULL) {
        free(s->value);
    }
    map_deinit(m);
}

static void drop_out(out_entry *e) {
    bytes_drop(e->body);
    free(e);
}

void hub_free(hub *h) {
    if (!h) {
        return;
    }
    hub_bots_deinit(h);
    hub_secrets_deinit(h);
    hub_loads_deinit(h);
    hub_programs_deinit(h);
    hub_events_deinit(h);
    hub_notices_deinit(h);
    hub_rooms_deinit(h);
    hub_sleep_deinit(h);
    rules_cache_deinit(&h->rules);
    free_values(&h->conns);
    free_values(&h->sessions);
    free(h->endings);
    free(h->claims);
    free_values(&h->ips);
    free(h->pairs);
    free(h->guesses);
    free(h->friends);
    free(h->seeks);
    bytes_drop(h->lobby);
    while (h->out_first) {
        out_entry *e = h->out_first;
        h->out_first = e->next;
        drop_out(e);
    }
    wire_scene_deinit(&h->scene);
    buffer_deinit(&h->text);
    buffer_deinit(&h->out);
    free(h);
}

void hub_random(hub *h, void *out, size_t size) {
    h->io.random(h->io.self, out, size);
}

void hub_log(hub *h, const char *what, const char *const *pairs) {
    if (h->io.log) {
        h->io.log(h->io.self, what, pairs);
    }
}

uint64_t hub_new_id(hub *h) {
    uint64_t id = 0;
    while (id == 0) {
        hub_random(h, &id, sizeof id);
        id &= ((uint64_t)1 << 50) - 1;
    }
    return id;
}

// --- The outbox --------------------------------------------------------------

static void emit(hub *h, const out_entry *e) {
    h->sent++;
    switch (e->kind) {
    case OUT_SEND:
        if (!map_get(&h->conns, e->target)) {
            return;
        }
        if (e->body) {
            h->io.send(h->io.self, e->target, e->body);
        } else {
            h->io.close(h->io.self, e->target, 1011, "out of memory");
        }
        return;
    case OUT_CLOSE: h->io.close(h->io.self, e->target, e->status, "policy"); return;
    case OUT_REPLY:
    case OUT_TEXT: {
        const hub_reply reply = {.id = e->target,
                                 .status = e->body ? e->status : 503,
                                 .type = e->kind == OUT_TEXT ? "text/plain; charset=utf-8"
                                                             : "application/json",
                                 .body = e->body,
                                 .token = e->has_token ? e->token : NULL};
        h->io.reply(h->io.self, &reply);
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

uint64_t hub_commit(hub *h, store_batch *b) {
    if (!b || b->failed) {
        store_batch_free(b);
        h->store_failures++;
        return 0;
    }
    if (h->next_seq == h->durable_seq) {
        h->waits_ms = h->now_ms;
    }
    b->seq = ++h->next_seq;
    b->epoch = h->epoch;
    h->io.commit(h->io.self, b);
    return h->next_seq;
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

// A page that waits for number `a` hears that it came to nothing.
static void refuse_lost(hub *h, uint64_t conn, long long a) {
    char text[160];
    int n =
        snprintf(text, sizeof text,
                 "{\"t\":\"refuse\",\"a\":%lld,\"why\":\"the server cannot write to its disk now; "
                 "please try again in a moment\"}",
                 a);
    bytes *b = bytes_new(text, (size_t)n);
    hub_post(h, OUT_SEND, 0, conn, 0, b, NULL);
    bytes_drop(b);
}

// Everything that told of changes which are lost is forgotten; whoever waits for an answer
// gets the truth.
static void lose(hub *h) {
    static const char words[] =
        "{\"error\":\"The server cannot write to its disk now. Nothing was changed.\"}";
    h->store_failures++;
    while (h->out_first) {
        out_entry *e = take_first(h);
        if (e->kind == OUT_REPLY || e->kind == OUT_TEXT) {
            bytes *body = bytes_new(words, sizeof words - 1);
            out_entry sorry = {.kind = OUT_REPLY, .status = 503, .target = e->target, .body = body};
            emit(h, &sorry);
            bytes_drop(body);
        } else if (e->kind == OUT_SEND && acknowledged(e->body)) {
            refuse_lost(h, e->target, acknowledged(e->body));
        }
        drop_out(e);
    }
}

static void reload_lost(hub *h, uint64_t good) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room *r = s->value;
        if (r->seq > good) {
            hub_room_reload(h, r);
            at = 0; // the table has changed
        }
    }
}

void hub_durable(hub *h, uint64_t seq, int ok, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    if (!ok) {
        uint64_t good = h->durable_seq;
        h->epoch++;
        lose(h);
        hub_notices_lost(h);
        hub_unsave_sessions(h, good);
        h->durable_seq = h->next_seq; // nothing waits any more
        hub_endings_done(h);
        hub_claims_done(h);
        reload_lost(h, good);
        hub_events_lost(h, good);
        return;
    }
    h->durable_seq = seq > h->durable_seq ? seq : h->durable_seq;
    h->waits_ms = h->now_ms; // those that are left came later
    hub_endings_done(h);
    hub_claims_done(h);
    while (h->out_first && h->out_first->seq <= h->durable_seq) {
        out_entry *e = take_first(h);
        emit(h, e);
        drop_out(e);
    }
    hub_refresh_rooms(h);
}

// --- Sockets -----------------------------------------------------------------

int hub_query(const char *query, const char *name, char *out, size_t cap) {
    size_t n = strlen(name);
    for (const char *at = query; *at;) {
        const char *end = strchr(at, '&');
        size_t size = end ? (size_t)(end - at) : strlen(at);
        if (size > n && strncmp(at, name, n) == 0 && at[n] == '=' && size - n - 1 < cap) {
            memcpy(out, at + n + 1, size - n - 1);
            out[size - n - 1] = '\0';
            return 1;
        }
        at += size + (end != NULL);
    }
    return 0;
}

hub_ip *hub_ip_of(hub *h, uint64_t ip) {
    ip = ip ? ip : 1;
    hub_ip *p = map_get(&h->ips, ip);
    if (!p) {
        p = calloc(1, sizeof *p);
        if (p && !map_put(&h->ips, ip, p)) {
            free(p);
            p = NULL;
        }
    }
    if (p) {
        p->seen_ms = h->now_ms;
    }
    return p;
}

int hub_may_fetch(hub *h, uint64_t ip, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    hub_ip *p = hub_ip_of(h, ip);
    int fine = h->config.no_limits || (p && bucket_take(&p->files, LIMIT_FILES, 60000, h->now_ms));
    h->limited += !fine;
    return fine;
}

// GET /ws: whether the socket may be opened. The match it names is in memory, if there is one.
void hub_get_socket(hub *h, const hub_request *q, const char *arg) {
    char id[32];
    const hub_ip *p = hub_ip_of(h, q->ip);
    const room *r = NULL;
    (void)arg;
    if (!p || (!h->config.no_limits && p->sockets >= LIMIT_SOCKETS_PER_IP)) {
        h->limited++;
        hub_fail(h, q, 429, NULL, "Too many sockets are open from here.");
        return;
    }
    if (hub_query(q->query, "match", id, sizeof id)) {
        r = hub_room(h, ident_read(id));
        if (!r || r->viewer_count >= LIMIT_VIEWERS) {
            hub_fail(h, q, r ? 503 : 404, NULL,
                     r ? "This match has too many viewers." : "There is no such match.");
            return;
        }
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer(h, q, 101, 0, NULL);
}

void hub_connect(hub *h, uint64_t conn, const char *query, const char *token, uint64_t ip,
                 uint64_t now_ms) {
    char id[32] = "", word[36] = "", version[24] = "";
    hub_set_now(h, now_ms);
    hub_conn *c = calloc(1, sizeof *c);
    hub_ip *p = hub_ip_of(h, ip);
    if (!c || !p || !map_put(&h->conns, conn, c)) {
        free(c);
        h->io.close(h->io.self, conn, 1011, "out of memory");
        return;
    }
    const session *s = hub_session(h, token);
    *c = (hub_conn){.id = conn,
                    .ip = ip,
                    .user = s ? s->user : 0,
                    .session = s ? session_key(s) : 0,
                    .scope = s ? s->scope : 0};
    p->sockets++;
    (void)hub_query(query, "s", word, sizeof word);
    (void)hub_query(query, "v", version, sizeof version);
    if (!hub_query(query, "match", id, sizeof id)) {
        c->in_lobby = 1;
        hub_post(h, OUT_SEND, 0, conn, 0, hub_lobby(h), NULL);
        return;
    }
    uint64_t match = ident_read(id), seen = strtoull(version, NULL, 10);
    // It may have left memory since it was allowed.
    if (hub_room(h, match) || !match || !hub_wait_socket(h, c, match, word, seen)) {
        hub_enter(h, c, match, word, seen);
    }
}

void hub_enter(hub *h, hub_conn *c, uint64_t id, const char *word, uint64_t version) {
    room *r = hub_room(h, id);
    if (!r || !room_enter(r, c->id, c->user, word, version, h->play_ms)) {
        hub_post(h, OUT_CLOSE, 0, c->id, 1008, NULL, NULL);
        return;
    }
    c->room = r->id;
    if (c->user == r->owner || !r->payer) {
        r->payer = c->ip;
    }
    room_ask_bots(r); // they may have waited for somebody to look
}

void hub_disconnect(hub *h, uint64_t conn, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    hub_conn *c = map_remove(&h->conns, conn);
    if (!c) {
        return;
    }
    if (c->in_lobby) {
        hub_pool_leave(h, conn);
    }
    room *r = map_get(&h->rooms, c->room);
    if (r) {
        room_leave(r, conn, h->play_ms);
    }
    hub_ip *p = hub_ip_of(h, c->ip);
    if (p && p->sockets > 0) {
        p->sockets--;
    }
    free(c);
}

void hub_close_sockets(hub *h, uint64_t key, uint64_t user, uint64_t keep) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->conns, &at)) != NULL) {
        const hub_conn *c = s->value;
        if ((key && c->session == key) || (user && c->user == user && c->session != keep)) {
            hub_post(h, OUT_CLOSE, 0, c->id, 1008, NULL, NULL);
        }
    }
}

void hub_lag(hub *h, uint64_t conn, uint32_t ms) {
    const hub_conn *c = map_get(&h->conns, conn);
    room *r = c ? map_get(&h->rooms, c->room) : NULL;
    if (r) {
        room_clock_lag(r, c->user, ms);
    }
}

static int is_kind(const json_t *m, const char *kind) {
    const char *t = json_in_text(m, "t");
    return t && strcmp(t, kind) == 0;
}

// Whoever drags through a match looks more often than anybody acts.
static int may_say(hub *h, hub_conn *c, const json_t *m) {
    int fine =
        h->config.no_limits || (is_kind(m, "look") ? bucket_take(&c->looks, 300, 20000, h->now_ms)
                                                   : bucket_take(&c->rate, 100, 20000, h->now_ms));
    h->limited += !fine;
    return fine;
}

void hub_receive(hub *h, uint64_t conn, const char *text, size_t size, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    hub_conn *c = map_get(&h->conns, conn);
    if (!c) {
        return;
    }
    h->messages++;
    json_t *m = size <= LIMIT_FRAME ? json_in_object(text, size) : NULL;
    if (!m) {
        hub_post(h, OUT_CLOSE, 0, conn, 1008, NULL, NULL);
        return;
    }
    room *r = map_get(&h->rooms, c->room);
    viewer *v = r ? room_viewer(r, conn) : NULL;
    if (is_kind(m, "ping")) {
        static const char pong[] = "{\"t\":\"pong\"}";
        bytes *b = bytes_new(pong, sizeof pong - 1);
        hub_post(h, OUT_SEND, 0, conn, 0, b, NULL);
        bytes_drop(b);
    } else if (!may_say(h, c, m)) {
        hub_post(h, OUT_CLOSE, 0, conn, 1008, NULL, NULL);
    } else if (v && c->scope != TOKEN_WATCH) {
        room_message(r, v, m, h->play_ms);
    } else if (c->in_lobby) {
        hub_lobby_message(h, c, m);
    }
    json_decref(m);
}

// --- Time --------------------------------------------------------------------

// After a standstill the moves that wait in the sockets come first.
static void tick_rooms(hub *h) {
    enum { CATCH_UP_MS = 200 };
    size_t at = 0;
    const map_slot *s;
    if (h->stall_ms && h->now_ms - h->stall_ms < CATCH_UP_MS) {
        return;
    }
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room_tick(s->value, h->play_ms);
    }
}

// Addresses that have been quiet for an hour are forgotten.
static void sweep_ips(map *m, uint64_t now_ms) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(m, &at)) != NULL) {
        hub_ip *p = s->value;
        if (p->sockets == 0 && now_ms - p->seen_ms > 3600000) {
            free(map_remove(m, s->key));
            at--; // another entry may have moved up into the gap
        }
    }
}

// The hub's own reads are glances (a session, a rating); that they fail is not to be silent.
static void watch_reads(hub *h) {
    char why[200];
    if (store_db_trouble(h->db, why, sizeof why)) {
        hub_note_damage(h, 0, why);
    }
}

void hub_tick(hub *h, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    tick_rooms(h);
    hub_tell_lobby(h);
    hub_hand_out(h);
    hub_programs_tick(h);
    hub_pool_tick(h);
    hub_events_tick(h);
    hub_notices_tick(h);
    watch_reads(h);
    if (h->now_ms - h->sweep_ms >= 5000) {
        h->sweep_ms = h->now_ms;
        hub_rooms_sweep(h);
        hub_sessions_sweep(h);
        if (h->ips.count > 10000) {
            sweep_ips(&h->ips, h->now_ms);
        }
    }
}

uint64_t hub_oldest_wait_ms(const hub *h) {
    return h->next_seq > h->durable_seq ? h->now_ms - h->waits_ms : 0;
}

uint64_t hub_damaged(const hub *h) {
    return h->damaged;
}

void hub_metrics(const hub *h, buffer *out) {
    size_t at = 0, live = 0, open = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        const room *r = s->value;
        live += r->state == ROOM_LIVE;
        open += r->state == ROOM_OPEN;
    }
    const struct {
        const char *name, *kind;
        uint64_t value;
    } rows[] = {{"sockets", "gauge", h->conns.count},
                {"matches_live", "gauge", live},
                {"matches_open", "gauge", open},
                {"rooms_in_memory", "gauge", h->rooms.count},
                {"sessions_in_memory", "gauge", h->sessions.count},
                {"matches_asleep", "gauge", h->asleep.count},
                {"bots_thinking", "gauge", (uint64_t)fair_running(h->bots)},
                {"bots_waiting", "gauge", (uint64_t)fair_waiting(h->bots)},
                {"passwords_waiting", "gauge", (uint64_t)fair_waiting(h->secrets)},
                {"reads_waiting", "gauge", (uint64_t)fair_waiting(h->asks)},
                {"login_failures_total", "counter", h->failed_logins},
                {"damaged_total", "counter", h->damaged},
                {"moves_total", "counter", h->host.moves},
                {"refusals_total", "counter", h->host.refused},
                {"renderings_total", "counter", h->host.rendered},
                {"requests_total", "counter", h->requests},
                {"messages_in_total", "counter", h->messages},
                {"messages_out_total", "counter", h->sent},
                {"limited_total", "counter", h->limited},
                {"events_running", "gauge", h->events.count},
                {"notices_sent_total", "counter", h->notices_sent},
                {"notices_lost_total", "counter", h->notices_lost},
                {"stalls_total", "counter", h->stalls},
                {"stalled_ms_total", "counter", h->stalled_ms},
                {"store_failures_total", "counter", h->store_failures},
                {"store_waiting", "gauge", h->next_seq - h->durable_seq},
                {"rooms_evicted_total", "counter", h->evicted}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        buffer_addf(out, "# TYPE tessera_%s %s\ntessera_%s %" PRIu64 "\n", rows[i].name,
                    rows[i].kind, rows[i].name, rows[i].value);
    }
}
