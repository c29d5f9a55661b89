// SPDX-License-Identifier: MIT
// Matches: making and joining.
#include <stdio.h>
#include <string.h>

#include "server/hub_matches.h"
#include "server/json_in.h"

// --- Making ------------------------------------------------------------------

void hub_answer_match(hub *h, const hub_request *q, room *r, uint64_t reader, const char *token) {
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
    buffer_add_text(&h->out, "]");
    if (reader && hub_is_mine(h, r->id)) {
        buffer_add_text(&h->out, ",\"full\":");
        room_add_full(&h->out, r, reader, h->play_ms);
    }
    buffer_add_text(&h->out, "}");
    hub_answer(h, q, 200, r->seq, token && token[0] ? token : NULL);
}

int hub_open_room(hub *h, room *r, store_batch *b, const void *start, problem *p) {
    tsr_error err;
    if (room_start(r, start, h->play_ms, &err) != TSR_OK) {
        hub_complain_err(p, NULL, &err);
    } else if (hub_is_mine(h, r->id) && !hub_room_add(h, r)) {
        hub_complain(p, 503, NULL, "The server has too many matches. Please try again later.");
    } else {
        if (r->state == ROOM_OVER) {
            h->host.ended(h, r, b);
        }
        if (r->file_name[0]) {
            store_op *op = store_batch_add(b, STORE_FILE, r->id, r->entry->file, NULL);
            memcpy(op->hash, r->entry->hash, sizeof op->hash);
        }
        room_store(r, b, 1);
        if (hub_is_mine(h, r->id)) {
            room_ask_bots(r);
        } else {
            hub_give_room(h, r);
        }
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

int hub_may_make(hub *h, const hub_request *q, const session *s, problem *p) {
    hub_ip *ip = hub_ip_of(h, q->ip);
    if (!s) {
        hub_complain(p, 503, NULL, "The server has too many visitors. Please try again later.");
    } else if (h->config.no_limits) {
        return 1;
    } else if (!ip || !bucket_take(&ip->matches, 60, 600000, h->now_ms)) {
        h->limited++;
        hub_complain(p, 429, NULL,
                     "Too many new matches were created from your address. Please wait a moment.");
    } else if (open_matches_of(h, s->user, q->ip) >= LIMIT_SEATS_OPEN) {
        hub_complain(p, 429, NULL, "Too many of your matches are waiting for players.");
    } else {
        return 1;
    }
    return 0;
}

room *hub_make_match(hub *h, const hub_new_match *wish) {
    problem p = {0};
    tsr_error err;
    rules_entry *entry = rules_cache_take(&h->rules, &wish->setup, &err);
    room *r = entry ? hub_new_room(h, entry, wish->people[0], wish->ip) : NULL;
    if (!r) {
        return NULL;
    }
    for (int i = 0; i < wish->count; i++) {
        hub_keep_session(h, wish->people[i]);
    }
    store_batch *b = store_batch_new();
    r->id = wish->id ? wish->id : r->id;
    r->event = wish->event;
    r->delay_ms = wish->delay_ms;
    r->owner = wish->owner ? wish->owner : r->owner;
    for (int i = 0; i < wish->count; i++) {
        hub_sit(h, r, i, wish->people[i], b);
    }
    r->clock = wish->clock;
    r->is_public = 1;
    r->rated = wish->rated && hub_may_be_rated(r);
    return hub_open_room(h, r, b, NULL, &p) ? r : NULL;
}

// Whether the request waits for its file to be opened, or a problem with it was found.
static int waits_for_file(hub *h, const hub_request *q, const json_t *body, problem *p) {
    tsr_setup setup;
    if (!json_object_get(body, "file")) {
        return 0;
    }
    if (!hub_read_setup(h, body, &setup, p) || !hub_read_file(body, &setup, p)) {
        return 1;
    }
    return setup.data && (hub_wait_file(h, q, &setup, p) || p->status);
}

void hub_post_match(hub *h, const hub_request *q, const char *arg) {
    char token[TOKEN_BYTES];
    problem p = {0};
    json_t *body = json_in_object(q->body, q->body_size);
    (void)arg;
    if (body && waits_for_file(h, q, body, &p)) {
        if (p.status) {
            hub_fail(h, q, p.status, p.field, p.why);
        }
        json_decref(body);
        return;
    }
    if (json_in_true(body, "known") && !hub_session(h, q->token)) {
        hub_fail(h, q, 401, "known", "The session is not known.");
        json_decref(body);
        return;
    }
    session *s = hub_session_or_guest(h, q, token);
    if (!body) {
        hub_complain(&p, 400, NULL, "The request is not a JSON object.");
    } else if (hub_may_make(h, q, s, &p)) {
        store_batch *b = store_batch_new();
        room *r = hub_read_match(h, body, s, q->ip, b, &p);
        if (!r) {
            store_batch_free(b);
        } else {
            hub_keep_session(h, s);
            if (hub_open_room(h, r, b, NULL, &p)) {
                hub_answer_match(h, q, r, json_in_true(body, "full") ? s->user : 0, token);
            }
        }
    }
    if (p.status) {
        hub_fail(h, q, p.status, p.field, p.why);
    }
    json_decref(body);
}

// --- Joining -----------------------------------------------------------------

// Sits down and begins the match if that was the last seat.
int hub_join_room(hub *h, room *r, int seat, session *s, problem *p) {
    tsr_error err;
    hub_keep_session(h, s);
    store_batch *b = store_batch_new();
    hub_sit(h, r, seat, s, b);
    if (room_start(r, NULL, h->play_ms, &err) != TSR_OK) {
        hub_complain_err(p, NULL, &err);
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
        hub_complain(&p, 404, NULL, "There is no such match.");
    } else if (!s) {
        hub_complain(&p, 503, NULL, "The server has too many visitors. Please try again later.");
    } else if (r->rated && !s->account) {
        hub_complain(&p, 403, NULL, "This match is rated: please sign in to join it.");
    } else if (r->state == ROOM_OVER) {
        hub_complain(&p, 409, NULL, "This match is over.");
    } else if (room_seats_of(r, s->user)) {
        seat = tsr_mover(room_seats_of(r, s->user)); // sits there already
    } else if (s->account && store_read_is_blocked(h->reader, r->owner, s->user)) {
        hub_complain(&p, 403, NULL, "The creator of this match does not want to play with you.");
    } else {
        seat = hub_seat_for(r, s, body, &p);
        seat = seat >= 0 && !hub_join_room(h, r, seat, s, &p) ? -1 : seat;
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
