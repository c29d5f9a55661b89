// SPDX-License-Identifier: MIT
// Pairing pools: whoever wants to play a game at a clock says so on the lobby's socket and is
// put together with others who want the same.
//
// Once a second the one who has waited longest is looked after first: of those with the same
// wish the nearest in rating, within a distance that grows while they wait. Nobody is paired
// with themselves, or with somebody either of them has blocked. A wish goes with its socket.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

enum { SEEKS_MOST = 4000, PAIRS_AT_ONCE = 50, NEAR = 120, GROWS = 40 }; // points, points a second

typedef struct hub_seek {
    uint64_t conn, user, session;
    tsr_setup setup;
    tsr_clock clock;
    int rated, rating;
    int done; // paired or gone: to be taken out
    uint64_t since_ms;
} hub_seek;

// --- Wishes ------------------------------------------------------------------

static int is_same_wish(const hub_seek *a, const hub_seek *b) {
    return a->setup.game == b->setup.game && a->setup.players == b->setup.players &&
           memcmp(a->setup.opt, b->setup.opt, sizeof a->setup.opt) == 0 &&
           memcmp(&a->clock, &b->clock, sizeof a->clock) == 0 && a->rated == b->rated;
}

static void remove_done(hub *h) {
    size_t kept = 0;
    for (size_t i = 0; i < h->seek_count; i++) {
        if (!h->seeks[i].done) {
            h->seeks[kept++] = h->seeks[i];
        }
    }
    h->seek_count = kept;
}

void hub_pool_leave(hub *h, uint64_t conn) {
    for (size_t i = 0; i < h->seek_count; i++) {
        h->seeks[i].done |= h->seeks[i].conn == conn;
    }
    remove_done(h);
}

static const char *read_wish(hub *h, const hub_conn *c, const json_t *m, hub_seek *out,
                             problem *p) {
    const session *s = map_get(&h->sessions, c->session);
    room wish = {0};
    *out = (hub_seek){.conn = c->id, .user = c->user, .session = c->session, .since_ms = h->now_ms};
    if (!s || c->scope == TOKEN_WATCH) {
        return "please reload the page first";
    }
    if (!hub_read_setup(h, m, &out->setup, p) || !hub_read_clock(&wish, m, p)) {
        return p->why;
    }
    if (out->setup.players < 2) {
        return "this is a game for one player";
    }
    hub_ip *ip = hub_ip_of(h, c->ip);
    if (!h->config.no_limits && (!ip || !bucket_take(&ip->matches, 60, 600000, h->now_ms))) {
        h->limited++;
        return "too many new matches were created from your address; please wait a moment";
    }
    out->clock = wish.clock;
    out->rated = json_in_true(m, "rated");
    if (out->rated && !s->account) {
        return "rated matches are between accounts: please sign in";
    }
    out->rating = s->account ? hub_rating_of(h, s->user, out->setup.game->name) : 0;
    out->rating = out->rating ? out->rating : 1500;
    return NULL;
}

static const char *seek(hub *h, const hub_conn *c, const json_t *m, problem *p) {
    hub_seek wish;
    const char *why = read_wish(h, c, m, &wish, p);
    if (why) {
        return why;
    }
    hub_pool_leave(h, c->id); // one wish a socket
    if (h->seek_count == h->seek_room) {
        size_t most = h->seek_room ? 2 * h->seek_room : 16;
        hub_seek *more = most <= SEEKS_MOST ? realloc(h->seeks, most * sizeof *more) : NULL;
        if (!more) {
            return "too many people are looking for a match now";
        }
        h->seeks = more;
        h->seek_room = most;
    }
    h->seeks[h->seek_count++] = wish;
    return NULL;
}

static const char *unseek(hub *h, const hub_conn *c, const json_t *m, problem *p) {
    (void)m;
    (void)p;
    hub_pool_leave(h, c->id);
    return NULL;
}

// What may be said on the lobby's socket: a row here and a line in docs/wire.md.
static const struct {
    const char *type;
    const char *(*act)(hub *h, const hub_conn *c, const json_t *m, problem *p);
} acts[] = {{"seek", seek}, {"unseek", unseek}};

static void tell(hub *h, uint64_t conn, int64_t a, const char *why) {
    buffer b;
    buffer_init(&b, NULL);
    wire_number(&b, why ? "{\"t\":\"refuse\",\"a\":" : "{\"t\":\"ack\",\"a\":", a);
    if (why) {
        buffer_add_text(&b, ",\"why\":");
        wire_string(&b, why);
    }
    buffer_add_text(&b, "}");
    bytes *message = b.failed ? NULL : bytes_new(buffer_text(&b), b.size);
    hub_post(h, OUT_SEND, 0, conn, 0, message, NULL);
    bytes_drop(message);
    buffer_deinit(&b);
}

void hub_lobby_message(hub *h, const hub_conn *c, const json_t *m) {
    const char *type = json_in_text(m, "t");
    int64_t a = json_in_int(m, "a", 1, (int64_t)1 << 52, 0);
    problem p = {0};
    for (size_t i = 0; type && i < sizeof acts / sizeof *acts; i++) {
        if (strcmp(type, acts[i].type) == 0) {
            tell(h, c->id, a, acts[i].act(h, c, m, &p));
            return;
        }
    }
    tell(h, c->id, a, "there is no such message");
}

// --- Putting together --------------------------------------------------------

static int reach(const hub *h, const hub_seek *s) {
    return NEAR + GROWS * (int)((h->now_ms - s->since_ms) / 1000);
}

static int may_meet(const hub *h, const hub_seek *a, const hub_seek *b) {
    int far = abs(a->rating - b->rating);
    return !b->done && a->user != b->user && is_same_wish(a, b) && far <= reach(h, a) &&
           far <= reach(h, b);
}

static int avoid_each_other(hub *h, const hub_seek *a, const hub_seek *b) {
    return store_read_is_blocked(h->reader, a->user, b->user) ||
           store_read_is_blocked(h->reader, b->user, a->user);
}

// The nearest who may join those at the table, or NULL.
static hub_seek *nearest(hub *h, hub_seek *const *table, int count) {
    hub_seek *best = NULL;
    for (size_t i = 0; i < h->seek_count; i++) {
        hub_seek *s = &h->seeks[i];
        int fine =
            !best || abs(s->rating - table[0]->rating) < abs(best->rating - table[0]->rating);
        for (int k = 0; k < count && fine; k++) { // the disk is asked last
            fine = s != table[k] && may_meet(h, table[k], s) && !avoid_each_other(h, table[k], s);
        }
        best = fine ? s : best;
    }
    return best;
}

static void tell_paired(hub *h, const room *r, uint64_t conn) {
    char id[IDENT_BYTES], text[80];
    ident_text(r->id, id);
    int n =
        snprintf(text, sizeof text, "{\"t\":\"paired\",\"id\":\"%s\",\"url\":\"/m/%s\"}", id, id);
    bytes *message = bytes_new(text, (size_t)n);
    hub_post(h, OUT_SEND, r->seq, conn, 0, message, NULL);
    bytes_drop(message);
}

static void seat_all(hub *h, hub_seek **table, int count) {
    session *people[TSR_MAX_PLAYERS];
    uint64_t random;
    hub_random(h, &random, sizeof random);
    for (int i = count - 1; i > 0; i--) { // who sits where is nobody's choice
        int k = (int)(random % (uint64_t)(i + 1));
        hub_seek *other = table[k];
        random = tsr_mix(random);
        table[k] = table[i];
        table[i] = other;
    }
    for (int i = 0; i < count; i++) {
        people[i] = map_get(&h->sessions, table[i]->session);
        table[i]->done = 1;
        if (!people[i]) {
            return; // asks again when the page does
        }
    }
    const hub_conn *first = map_get(&h->conns, table[0]->conn);
    // Whose hub it is does not matter to them: matches are spread over all.
    const hub_new_match wish = {.id = h->town ? hub_new_match_id_anywhere(h) : 0,
                                .setup = table[0]->setup,
                                .clock = table[0]->clock,
                                .rated = table[0]->rated,
                                .people = people,
                                .count = count,
                                .ip = first ? first->ip : 0};
    const room *r = hub_make_match(h, &wish);
    for (int i = 0; r && i < count; i++) {
        tell_paired(h, r, table[i]->conn);
    }
}

void hub_pool_tick(hub *h) {
    int made = 0;
    if (!h->seek_count || h->now_ms - h->pool_ms < 1000) {
        return;
    }
    h->pool_ms = h->now_ms;
    for (size_t i = 0; i < h->seek_count && made < PAIRS_AT_ONCE; i++) { // the oldest comes first
        hub_seek *table[TSR_MAX_PLAYERS] = {&h->seeks[i]};
        int count = 1;
        while (!table[0]->done && count < table[0]->setup.players) {
            table[count] = nearest(h, table, count);
            if (!table[count]) {
                break;
            }
            count++;
        }
        if (!table[0]->done && count == table[0]->setup.players) {
            seat_all(h, table, count);
            made++;
        }
    }
    remove_done(h);
}
