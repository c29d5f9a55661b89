// SPDX-License-Identifier: MIT
// Matches: making, joining, again, from another position.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

// --- Making ------------------------------------------------------------------

static void complain(problem *p, int status, const char *field, const char *why) {
    p->status = status;
    p->field = field;
    (void)snprintf(p->why, sizeof p->why, "%s", why);
}

static void complain_err(problem *p, const char *field, const tsr_error *err) {
    (void)snprintf(p->why, sizeof p->why, "%.240s.", err->message);
    if (p->why[0] >= 'a' && p->why[0] <= 'z') {
        p->why[0] = (char)(p->why[0] - 'a' + 'A');
    }
    p->status = 400;
    p->field = field;
}

// An option's value as people type it; 0 if it is none.
static int option_text(const json_t *v, char *out, size_t cap) {
    if (json_is_string(v)) {
        (void)snprintf(out, cap, "%s", json_string_value(v));
    } else if (json_is_boolean(v)) {
        (void)snprintf(out, cap, "%s", json_is_true(v) ? "yes" : "no");
    } else if (json_is_integer(v)) {
        (void)snprintf(out, cap, "%" PRId64, (int64_t)json_integer_value(v));
    } else {
        return 0;
    }
    return 1;
}

// A whole number from 0 to `max` that may be absent (then *out stays); 0 if it is anything else.
static int read_number(const json_t *object, const char *name, int64_t max, int64_t *out) {
    const json_t *v = json_object_get(object, name);
    if (v) {
        *out = json_is_integer(v) ? (int64_t)json_integer_value(v) : -1;
    }
    return *out >= 0 && *out <= max;
}

int hub_read_setup(hub *h, const json_t *body, tsr_setup *setup, problem *p) {
    tsr_error err;
    const char *key;
    json_t *v;
    const char *name = json_in_text(body, "game");
    const tsr_game *g = tsr_registry_game(h->config.registry, name ? name : "", &err);
    if (!g) {
        complain_err(p, "game", &err);
        p->status = 404;
        return 0;
    }
    tsr_setup_init(setup, g);
    int64_t players = setup->players;
    if (!read_number(body, "players", 1000, &players)) {
        complain(p, 400, "players", "The number of players is a whole number.");
        return 0;
    }
    if (tsr_setup_players(setup, (int)players, &err) != TSR_OK) {
        complain_err(p, "players", &err);
        return 0;
    }
    json_t *options = json_object_get(body, "options");
    json_object_foreach(options, key, v) {
        char text[128];
        if (!option_text(v, text, sizeof text)) {
            complain(p, 400, "options", "An option is a text, a whole number, true or false.");
            return 0;
        }
        if (tsr_setup_option(setup, key, text, &err) != TSR_OK) {
            complain_err(p, "options", &err);
            return 0;
        }
    }
    return 1;
}

static int name_is_used(const room *r, const char *name, int except) {
    for (int p = 0; p < r->players; p++) {
        if (p != except && strcmp(r->seat[p].name, name) == 0) {
            return 1;
        }
    }
    return 0;
}

// Names within a match differ, so that sentences are clear.
static void set_name(room *r, int seat, const char *name) {
    room_seat *s = &r->seat[seat];
    (void)snprintf(s->name, NAME_BYTES, "%s", name);
    char plain[NAME_BYTES];
    memcpy(plain, s->name, sizeof plain);
    for (int n = 2; name_is_used(r, s->name, seat) && n < 10; n++) {
        (void)snprintf(s->name, sizeof s->name, "%s (%d)", plain, n);
    }
}

static void sit(hub *h, room *r, int seat, const session *s, store_batch *b) {
    room_seat *place = &r->seat[seat];
    place->kind = SEAT_PERSON;
    place->user = s->user;
    place->account = (uint8_t)s->account;
    place->code[0] = '\0';
    place->left_ms = h->play_ms;
    place->rating = s->account ? hub_rating_of(h, s->user, r->entry->rules->g.name) : 0;
    set_name(r, seat, s->name);
    store_op *op = store_batch_add(b, STORE_SEAT, r->id, NULL, NULL);
    op->b = s->user;
    op->at = r->made;
}

static void make_code(hub *h, room_seat *s) {
    unsigned char random[16];
    hub_random(h, random, sizeof random);
    ident_letters(random, 16, s->code);
}

static int read_seat(hub *h, room *r, int seat, const json_t *j, const session *s, store_batch *b,
                     problem *p) {
    const char *kind = json_in_text(j, "kind");
    room_seat *place = &r->seat[seat];
    kind = kind ? kind : "";
    if (strcmp(kind, "me") == 0) {
        sit(h, r, seat, s, b);
    } else if (strcmp(kind, "here") == 0) {
        const char *name = json_in_text(j, "name");
        int letters = name ? json_in_letters(name) : -1;
        if (letters < 1 || letters > LIMIT_NAME || strlen(name) >= NAME_BYTES ||
            !json_in_visible(name)) {
            complain(p, 400, "seats", "A name has 1 to 20 letters that can be seen.");
            return 0;
        }
        place->kind = SEAT_HERE;
        place->user = s->user;
        place->left_ms = h->play_ms;
        set_name(r, seat, name);
    } else if (strcmp(kind, "bot") == 0) {
        const char *spec = json_in_text(j, "spec");
        char name[NAME_BYTES];
        if (!spec || strlen(spec) >= SPEC_BYTES ||
            !hub_is_bot(h, &r->entry->rules->g, spec, name, sizeof name)) {
            complain(p, 400, "seats", "There is no such bot.");
            return 0;
        }
        place->kind = SEAT_BOT;
        (void)snprintf(place->spec, sizeof place->spec, "%s", spec);
        set_name(r, seat, name);
    } else if (strcmp(kind, "open") == 0) {
        place->kind = SEAT_OPEN;
        r->is_public = 1;
    } else if (strcmp(kind, "invite") == 0) {
        const char *name = json_in_text(j, "name");
        store_user guest;
        if (name && !store_db_user_named(h->db, name, &guest)) {
            complain(p, 404, "seats", "Nobody here has that name.");
            return 0;
        }
        place->kind = SEAT_INVITE;
        make_code(h, place);
        if (name) { // kept for that account
            place->user = guest.id;
            set_name(r, seat, guest.name);
            hub_invited(h, guest.id);
        }
    } else {
        complain(p, 400, "seats", "A seat is me, here, bot, open or invite.");
        return 0;
    }
    return 1;
}

// Up to ten days for a game, an hour as increment, two weeks for a move.
int hub_read_clock(room *r, const json_t *body, problem *p) {
    const json_t *c = json_object_get(body, "clock");
    int64_t base = 0, increment = 0, move = 0;
    if ((c && !json_is_object(c)) || !read_number(c, "base", 864000, &base) ||
        !read_number(c, "increment", 3600, &increment) || !read_number(c, "move", 1209600, &move)) {
        complain(p, 400, "clock",
                 "A clock has whole seconds: base to 864000, increment to 3600, move to 1209600.");
        return 0;
    }
    r->clock = (tsr_clock){.base_ms = (uint32_t)base * 1000,
                           .increment_ms = (uint32_t)increment * 1000,
                           .move_ms = (uint32_t)move * 1000};
    return 1;
}

// Whoever knows the seed knows every card: it may be chosen only by somebody who plays
// alone, against bots, or with people on the same device.
static int read_seed(room *r, const json_t *body, problem *p) {
    const json_t *seed = json_object_get(body, "seed");
    int alone = 1;
    for (int i = 0; i < r->players; i++) {
        alone &= r->seat[i].kind != SEAT_OPEN && r->seat[i].kind != SEAT_INVITE;
    }
    if (!seed) {
        return 1;
    }
    if (!json_is_integer(seed) || !alone) {
        complain(p, 400, "seed",
                 alone ? "A seed is a whole number."
                       : "A seed cannot be chosen where others join: it tells every card.");
        return 0;
    }
    r->seed = (uint64_t)json_integer_value(seed);
    r->seed_high = 0;
    return 1;
}

// Between different people alone: nobody beats themselves.
static int may_be_rated(const room *r) {
    for (int p = 0; p < r->players; p++) {
        const room_seat *s = &r->seat[p];
        if (s->kind == SEAT_BOT || s->kind == SEAT_HERE) {
            return 0;
        }
        for (int q = 0; q < p; q++) {
            if (s->user && s->user == r->seat[q].user) {
                return 0;
            }
        }
    }
    return r->players > 1;
}

static room *new_room(hub *h, rules_entry *entry, const session *s, uint64_t ip) {
    uint64_t id = hub_new_id(h);
    while (map_get(&h->rooms, id)) {
        id = hub_new_id(h);
    }
    room *r = room_new(&h->host, &h->rules, entry, id);
    if (r) {
        r->owner = s->user;
        r->payer = ip;
        hub_random(h, &r->seed, sizeof r->seed);
        hub_random(h, &r->seed_high, sizeof r->seed_high);
    }
    return r;
}

static void answer_match(hub *h, const hub_request *q, const room *r, const char *token) {
    char id[IDENT_BYTES];
    ident_text(r->id, id);
    buffer_clear(&h->out);
    buffer_addf(&h->out, "{\"id\":\"%s\",\"url\":\"/m/%s\",\"seats\":[", id, id);
    for (int p = 0; p < r->players; p++) {
        buffer_add_text(&h->out, p ? ",{" : "{");
        if (r->seat[p].kind == SEAT_INVITE && r->seat[p].code[0]) {
            buffer_addf(&h->out, "\"invite\":\"/m/%s/%s\"", id, r->seat[p].code);
        }
        buffer_add_text(&h->out, "}");
    }
    buffer_add_text(&h->out, "]}");
    hub_answer(h, q, 200, r->seq, token && token[0] ? token : NULL);
}

// Puts a room that is ready into the world: begins it if it is full, stores it. Takes
// `r` and `b`; 0 with `p` filled on failure.
static int open_room(hub *h, room *r, store_batch *b, const void *start, problem *p) {
    tsr_error err;
    if (room_start(r, start, h->play_ms, &err) != TSR_OK) {
        complain_err(p, NULL, &err);
    } else if (!hub_room_add(h, r)) {
        complain(p, 503, NULL, "The server has too many matches now. Please try again later.");
    } else {
        if (r->state == ROOM_OVER) {
            h->host.ended(h, r, b);
        }
        room_store(r, b, 1);
        room_ask_bots(r);
        return 1;
    }
    store_batch_free(b);
    room_free(r);
    return 0;
}

// Matches that wait for players, of this person or from this address.
static int open_matches_of(hub *h, uint64_t user, uint64_t ip) {
    size_t at = 0;
    const map_slot *s;
    int n = 0;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        const room *r = s->value;
        n += r->state == ROOM_OPEN && (r->owner == user || r->payer == ip);
    }
    return n;
}

static int may_make(hub *h, const hub_request *q, const session *s, problem *p) {
    hub_ip *ip = hub_ip_of(h, q->ip);
    if (!s) {
        complain(p, 503, NULL, "The server has too many visitors now.");
    } else if (h->config.no_limits) {
        return 1;
    } else if (!ip || !bucket_take(&ip->matches, 60, 600000, h->now_ms)) {
        h->limited++;
        complain(p, 429, NULL, "That were many new matches. Please wait a moment.");
    } else if (open_matches_of(h, s->user, q->ip) >= LIMIT_SEATS_OPEN) {
        complain(p, 429, NULL, "You have many matches that wait for players already.");
    } else {
        return 1;
    }
    return 0;
}

static room *read_match(hub *h, const json_t *body, session *s, uint64_t ip, store_batch *b,
                        problem *p) {
    tsr_setup setup;
    tsr_error err;
    const json_t *seats = json_object_get(body, "seats");
    if (!hub_read_setup(h, body, &setup, p)) {
        return NULL;
    }
    if (json_array_size(seats) != (size_t)setup.players) {
        complain(p, 400, "seats", "There must be as many seats as players.");
        return NULL;
    }
    rules_entry *entry = rules_cache_take(&h->rules, &setup, &err);
    if (!entry) {
        complain_err(p, "options", &err);
        return NULL;
    }
    room *r = new_room(h, entry, s, ip);
    if (!r) {
        complain(p, 503, NULL, "The server is out of memory.");
        return NULL;
    }
    for (int i = 0; i < r->players; i++) {
        if (!read_seat(h, r, i, json_array_get(seats, (size_t)i), s, b, p)) {
            room_free(r);
            return NULL;
        }
    }
    int64_t delay = 0;
    if (!read_number(body, "delay", 3600, &delay)) {
        complain(p, 400, "delay", "Watchers see it 0 to 3600 whole seconds later.");
    }
    if (p->status || !hub_read_clock(r, body, p) || !read_seed(r, body, p)) {
        room_free(r);
        return NULL;
    }
    r->delay_ms = (uint32_t)delay * 1000;
    r->rated = json_in_true(body, "rated") && may_be_rated(r) && s->account;
    return r;
}

room *hub_make_match(hub *h, const hub_new_match *wish) {
    problem p = {0};
    tsr_error err;
    rules_entry *entry = rules_cache_take(&h->rules, &wish->setup, &err);
    room *r = entry ? new_room(h, entry, wish->people[0], wish->ip) : NULL;
    if (!r) {
        return NULL;
    }
    store_batch *b = store_batch_new();
    r->id = wish->id ? wish->id : r->id;
    r->event = wish->event;
    r->delay_ms = wish->delay_ms;
    r->owner = wish->owner ? wish->owner : r->owner;
    for (int i = 0; i < wish->count; i++) {
        sit(h, r, i, wish->people[i], b);
        hub_save_session(h, wish->people[i], b);
    }
    r->clock = wish->clock;
    r->is_public = 1;
    r->rated = wish->rated && may_be_rated(r);
    return open_room(h, r, b, NULL, &p) ? r : NULL;
}

void hub_post_match(hub *h, const hub_request *q, const char *arg) {
    char token[TOKEN_BYTES];
    problem p = {0};
    json_t *body = json_in_object(q->body, q->body_size);
    session *s = hub_session_or_guest(h, q, token);
    (void)arg;
    if (!body) {
        complain(&p, 400, NULL, "The request is not a JSON object.");
    } else if (may_make(h, q, s, &p)) {
        store_batch *b = store_batch_new();
        room *r = read_match(h, body, s, q->ip, b, &p);
        if (!r) {
            store_batch_free(b);
        } else {
            hub_save_session(h, s, b);
            if (open_room(h, r, b, NULL, &p)) {
                answer_match(h, q, r, token);
            }
        }
    }
    if (p.status) {
        hub_fail(h, q, p.status, p.field, p.why);
    }
    json_decref(body);
}

// --- Joining -----------------------------------------------------------------

static int seat_for(const room *r, const session *s, const json_t *body, problem *p) {
    const char *code = json_in_text(body, "invite");
    int wanted = (int)json_in_int(body, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    for (int i = 0; i < r->players; i++) {
        const room_seat *seat = &r->seat[i];
        int invited = seat->kind == SEAT_INVITE && code && seat->code[0] &&
                      strlen(code) == strlen(seat->code) && strcmp(code, seat->code) == 0;
        int kept = seat->kind == SEAT_INVITE && seat->user == s->user && seat->user && !code;
        int open = seat->kind == SEAT_OPEN && !code && (wanted == i || wanted < 0);
        if (invited || kept || open) {
            return i;
        }
    }
    complain(p, code ? 403 : 409, NULL,
             code ? "This invitation has been used or is not valid." : "That seat is taken.");
    return -1;
}

// Sits down and begins the match if that was the last seat.
static int join_room(hub *h, room *r, int seat, session *s, problem *p) {
    tsr_error err;
    store_batch *b = store_batch_new();
    sit(h, r, seat, s, b);
    hub_save_session(h, s, b);
    if (room_start(r, NULL, h->play_ms, &err) != TSR_OK) {
        complain_err(p, NULL, &err);
        store_batch_free(b);
        return 0;
    }
    room_store(r, b, 1);
    h->lobby_changed |= r->is_public;
    room_count_present(r);
    room_tell(r, 0, 1, h->play_ms);
    room_ask_bots(r);
    return 1;
}

void hub_post_join(hub *h, const hub_request *q, const char *arg) {
    char token[TOKEN_BYTES];
    problem p = {0};
    json_t *body = json_in_object(q->body, q->body_size);
    session *s = hub_session_or_guest(h, q, token);
    room *r = hub_room(h, ident_read(arg));
    int seat = -1;
    if (!r) {
        complain(&p, 404, NULL, "There is no such match.");
    } else if (!s) {
        complain(&p, 503, NULL, "The server has too many visitors now.");
    } else if (r->rated && !s->account) {
        complain(&p, 403, NULL, "This match is rated: please sign in to join it.");
    } else if (r->state == ROOM_OVER) {
        complain(&p, 409, NULL, "This match is over.");
    } else if (room_seats_of(r, s->user)) {
        seat = tsr_mover(room_seats_of(r, s->user)); // sits there already
    } else if (s->account && store_db_is_blocked(h->db, r->owner, s->user)) {
        complain(&p, 403, NULL, "Whoever made this match does not want to play with you.");
    } else {
        seat = seat_for(r, s, body, &p);
        seat = seat >= 0 && !join_room(h, r, seat, s, &p) ? -1 : seat;
    }
    if (seat >= 0) {
        buffer_clear(&h->out);
        buffer_addf(&h->out, "{\"id\":\"%s\",\"seat\":%d}", arg, seat);
        hub_answer(h, q, 200, r->seq, token[0] ? token : NULL);
    } else {
        hub_fail(h, q, p.status, p.field, p.why);
    }
    json_decref(body);
}

// --- Again -------------------------------------------------------------------

// A bot's seat, or that of somebody who plays on another one's device. A bot has no user,
// even where it took the place of one.
static void copy_seat(room_seat *seat, const room_seat *from) {
    *seat = (room_seat){.kind = from->kind, .user = from->kind == SEAT_BOT ? 0 : from->user};
    memcpy(seat->name, from->name, sizeof seat->name);
    memcpy(seat->spec, from->spec, sizeof seat->spec);
}

// The same people one seat further, each seat kept for its player until they come.
static room *rematch_room(hub *h, const room *old, session *s, uint64_t ip, store_batch *b) {
    room *r = new_room(h, rules_cache_hold(&h->rules, old->entry), s, ip);
    for (int p = 0; r && p < r->players; p++) {
        const room_seat *from = &old->seat[p];
        int to = (p + 1) % r->players;
        room_seat *seat = &r->seat[to];
        if (from->user == s->user && from->kind == SEAT_PERSON) {
            sit(h, r, to, s, b);
        } else if (from->kind == SEAT_PERSON) {
            seat->kind = SEAT_INVITE;
            seat->user = from->user;
            (void)snprintf(seat->name, sizeof seat->name, "%s", from->name);
            make_code(h, seat);
        } else {
            copy_seat(seat, from);
        }
    }
    if (r) {
        r->clock = old->clock;
        r->rated = old->rated && may_be_rated(r);
        r->is_public = old->is_public;
    }
    return r;
}

static room *begin_rematch(hub *h, room *old, session *s, uint64_t ip, problem *p) {
    char id[IDENT_BYTES], text[96];
    store_batch *b = store_batch_new();
    room *r = rematch_room(h, old, s, ip, b);
    if (!r) {
        store_batch_free(b);
        complain(p, 503, NULL, "The server is out of memory.");
        return NULL;
    }
    hub_save_session(h, s, b);
    uint64_t made = r->id;
    if (!open_room(h, r, b, NULL, p)) {
        return NULL;
    }
    old->rematch = made;
    room_store(old, NULL, 1);
    ident_text(made, id);
    (void)snprintf(text, sizeof text,
                   "\"t\":\"offer\",\"kind\":\"rematch\",\"from\":%d,\"id\":\"%s\"}",
                   tsr_mover(room_seats_of(old, s->user)), id);
    room_tell_all(old, text);
    return r;
}

void hub_post_rematch(hub *h, const hub_request *q, const char *arg) {
    problem p = {0};
    session *s = hub_session(h, q->token);
    room *old = hub_room(h, ident_read(arg));
    room *r = NULL;
    if (!old || old->end == TSR_END_NONE) {
        complain(&p, old ? 409 : 404, NULL,
                 old ? "The match has not been played to its end." : "There is no such match.");
    } else if (!s || !room_seats_of(old, s->user)) {
        complain(&p, 403, NULL, "Only players of a match can play it again.");
    } else if (!old->rematch && may_make(h, q, s, &p)) {
        r = begin_rematch(h, old, s, q->ip, &p);
    } else if (old->rematch) {
        r = hub_room(h, old->rematch);
        int seat = r && !room_seats_of(r, s->user) ? seat_for(r, s, NULL, &p) : -1;
        if (!r) {
            complain(&p, 404, NULL, "The next match is gone.");
        } else if (seat >= 0 && !join_room(h, r, seat, s, &p)) {
            r = NULL;
        }
        p.status = r ? 0 : p.status;
    }
    if (r) {
        answer_match(h, q, r, NULL);
    } else {
        hub_fail(h, q, p.status, p.field, p.why);
    }
}

// --- From another position ---------------------------------------------------

// A private copy: bots stay bots, everybody else is played by who asked.
static room *fork_room(hub *h, const room *old, const session *s, uint64_t ip, store_batch *b) {
    room *r = new_room(h, rules_cache_hold(&h->rules, old->entry), s, ip);
    int seated = 0;
    for (int p = 0; r && p < r->players; p++) {
        int own = old->seat[p].user == s->user && old->seat[p].kind == SEAT_PERSON;
        int none = !room_seats_of(old, s->user);
        if (old->seat[p].kind == SEAT_BOT) {
            copy_seat(&r->seat[p], &old->seat[p]);
        } else if (!seated && (own || none)) {
            sit(h, r, p, s, b);
            seated = 1;
        } else {
            r->seat[p].kind = SEAT_HERE;
            r->seat[p].user = s->user;
            set_name(r, p, old->seat[p].name);
        }
    }
    return r;
}

// A record's start is a position where a player decides: draws go back to it.
static int forkable_ply(const room *old, int ply, void *state) {
    const tsr_rules *rules = old->entry->rules;
    for (; ply > 0; ply--) {
        tsr_match_state_at(old->match, ply, state);
        uint32_t turn = tsr_turn(rules, state);
        if (turn && !(turn >> TSR_CHANCE & 1u)) {
            return ply;
        }
    }
    tsr_match_state_at(old->match, 0, state);
    return 0;
}

void hub_post_fork(hub *h, const hub_request *q, const char *arg) {
    char token[TOKEN_BYTES];
    problem p = {0};
    json_t *body = json_in_object(q->body, q->body_size);
    session *s = hub_session_or_guest(h, q, token);
    room *old = hub_room(h, ident_read(arg));
    uint32_t secret = TSR_HAS_HIDDEN | TSR_HAS_CHANCE;
    room *r = NULL;
    if (!old || !old->match) {
        complain(&p, 404, NULL, "There is no such match, or it has not begun.");
    } else if (old->state != ROOM_OVER && (old->entry->rules->g.flags & secret)) {
        complain(&p, 403, NULL, "This game has secrets or luck: play on from it when it is over.");
    } else if (may_make(h, q, s, &p)) {
        int last = tsr_match_ply_count(old->match);
        int ply = (int)json_in_int(body, "ply", 0, last, last);
        void *state = malloc(old->entry->rules->state_size);
        store_batch *b = store_batch_new();
        r = state ? fork_room(h, old, s, q->ip, b) : NULL;
        if (!r) {
            store_batch_free(b);
            complain(&p, 503, NULL, "The server is out of memory.");
        } else {
            (void)forkable_ply(old, ply, state);
            hub_save_session(h, s, b);
            r = open_room(h, r, b, state, &p) ? r : NULL;
        }
        free(state);
    }
    if (r) {
        answer_match(h, q, r, token);
    } else {
        hub_fail(h, q, p.status, p.field, p.why);
    }
    json_decref(body);
}
