// SPDX-License-Identifier: MIT
// Matches made from others: the same people again, or play from another position.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_matches.h"
#include "server/json_in.h"

// --- Again -------------------------------------------------------------------

// The same people one seat further, each seat kept for its player until they come.
static room *rematch_room(hub *h, const room *old, session *s, uint64_t ip, store_batch *b) {
    room *r = hub_new_room(h, rules_cache_hold(&h->rules, old->entry), s, ip);
    if (r) { // beside the old one, so that one hub has both
        r->id = hub_new_match_id_beside(h, old->id);
    }
    for (int p = 0; r && p < r->players; p++) {
        const room_seat *from = &old->seat[p];
        int to = (p + 1) % r->players;
        room_seat *seat = &r->seat[to];
        if (from->user == s->user && from->kind == SEAT_PERSON) {
            hub_sit(h, r, to, s, b);
        } else if (from->kind == SEAT_PERSON) {
            seat->kind = SEAT_INVITE;
            seat->user = from->user;
            (void)snprintf(seat->name, sizeof seat->name, "%s", from->name);
            hub_code_seat(h, seat);
        } else {
            hub_copy_seat(seat, from);
        }
    }
    if (r) {
        r->clock = old->clock;
        r->rated = old->rated && hub_may_be_rated(r);
        r->is_public = old->is_public;
    }
    return r;
}

static room *begin_rematch(hub *h, room *old, session *s, uint64_t ip, problem *p) {
    char id[IDENT_BYTES], text[96];
    hub_keep_session(h, s);
    store_batch *b = store_batch_new();
    room *r = rematch_room(h, old, s, ip, b);
    if (!r) {
        store_batch_free(b);
        hub_complain(p, 503, NULL, "The server is out of memory.");
        return NULL;
    }
    uint64_t made = r->id;
    if (!hub_open_room(h, r, b, NULL, p)) {
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
        hub_complain(&p, old ? 409 : 404, NULL,
                     old ? "The match is not over." : "There is no such match.");
    } else if (!s || !room_seats_of(old, s->user)) {
        hub_complain(&p, 403, NULL, "Only its players can start a rematch.");
    } else if (!old->rematch && hub_may_make(h, q, s, &p)) {
        r = begin_rematch(h, old, s, q->ip, &p);
    } else if (old->rematch) {
        r = hub_room(h, old->rematch);
        int seat = r && !room_seats_of(r, s->user) ? hub_seat_for(r, s, NULL, &p) : -1;
        if (!r) {
            hub_complain(&p, 404, NULL, "The rematch was cancelled.");
        } else if (seat >= 0 && !hub_join_room(h, r, seat, s, &p)) {
            r = NULL;
        }
        p.status = r ? 0 : p.status;
    }
    if (r) {
        hub_answer_match(h, q, r, 0, NULL);
    } else {
        hub_fail(h, q, p.status, p.field, p.why);
    }
}

// --- From another position ---------------------------------------------------

// A private copy: bots stay bots, everybody else is played by who asked.
static room *fork_room(hub *h, const room *old, const session *s, uint64_t ip, store_batch *b) {
    room *r = hub_new_room(h, rules_cache_hold(&h->rules, old->entry), s, ip);
    int seated = 0;
    for (int p = 0; r && p < r->players; p++) {
        int own = old->seat[p].user == s->user && old->seat[p].kind == SEAT_PERSON;
        int none = !room_seats_of(old, s->user);
        if (old->seat[p].kind == SEAT_BOT) {
            hub_copy_seat(&r->seat[p], &old->seat[p]);
        } else if (!seated && (own || none)) {
            hub_sit(h, r, p, s, b);
            seated = 1;
        } else {
            r->seat[p].kind = SEAT_HERE;
            r->seat[p].user = s->user;
            hub_name_seat(r, p, old->seat[p].name);
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
        hub_complain(&p, 404, NULL, "There is no such match, or it has not begun.");
    } else if (old->state != ROOM_OVER && (old->entry->rules->g.flags & secret)) {
        hub_complain(&p, 403, NULL,
                     "This game has hidden information or chance: it can be continued from here "
                     "only when the match is over.");
    } else if (hub_may_make(h, q, s, &p)) {
        int last = tsr_match_ply_count(old->match);
        int ply = (int)json_in_int(body, "ply", 0, last, last);
        void *state = malloc(old->entry->rules->state_size);
        hub_keep_session(h, s);
        store_batch *b = store_batch_new();
        r = state ? fork_room(h, old, s, q->ip, b) : NULL;
        if (!r) {
            store_batch_free(b);
            hub_complain(&p, 503, NULL, "The server is out of memory.");
        } else {
            (void)forkable_ply(old, ply, state);
            r = hub_open_room(h, r, b, state, &p) ? r : NULL;
        }
        free(state);
    }
    if (r) {
        hub_answer_match(h, q, r, 0, token);
    } else {
        hub_fail(h, q, p.status, p.field, p.why);
    }
    json_decref(body);
}
