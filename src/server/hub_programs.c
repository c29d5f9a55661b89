// SPDX-License-Identifier: MIT
// Programs that play for an account over plain HTTP.
//
// GET /api/turns says in which matches the account must decide, with everything a program
// needs to: the game and its options, what the seat sees as position text, the legal moves. With
// wait=N the answer comes when there is something, or after N seconds. Matches that are kept
// for the account (invitations) are listed, too. POST /api/matches/ID/turn is the answer.
// Nothing here tells more than the seat's own view. Where there are several hubs, all of them are asked.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/wire_game.h"
#include "server/hub_town.h"
#include "server/json_in.h"

enum { TURNS_MOST = 32, WAIT_MOST_S = 30 };

// What one hub has for somebody.
typedef struct piece {
    int count;
    char *turns, *kept; // owned
} piece;

typedef struct waiting {
    uint64_t request, until_ms;
    int ready;
    // Where there are other hubs: they are asked, too.
    uint64_t number, patience_ms;
    int hubs, unheard; // how many have not answered
    piece *pieces;     // by hub
} waiting;

// At another hub: somebody waits there, who is told when there is something here.
typedef struct watch {
    uint64_t number, until_ms;
    int home, ready;
} watch;

enum { OTHERS_MS = 500 };

// --- What is asked -----------------------------------------------------------

static void add_position(buffer *b, const tsr_rules *rules, const void *view) {
    int n = tsr_position_text(rules, view, NULL, 0);
    char *text = n >= 0 ? malloc((size_t)n + 1) : NULL;
    buffer_add_text(b, ",\"position\":");
    if (text) {
        tsr_position_text(rules, view, text, (size_t)n + 1);
        wire_string(b, text);
    } else {
        buffer_add_text(b, "null");
    }
    free(text);
}

static void add_moves(hub *h, buffer *b, const tsr_rules *rules, const void *view, int seat) {
    tsr_move *moves = malloc(TSR_MAX_MOVES * sizeof *moves);
    int n = moves ? tsr_moves(rules, view, seat, moves) : 0;
    (void)h;
    buffer_add_text(b, ",\"moves\":[");
    for (int i = 0; i < n; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(rules, view, seat, moves[i], text, sizeof text);
        buffer_add_text(b, i ? "," : "");
        wire_string(b, text);
    }
    buffer_add_text(b, "]");
    free(moves);
}

static void add_turn(hub *h, buffer *b, room *r, int seat) {
    const tsr_rules *rules = r->entry->rules;
    char id[IDENT_BYTES];
    uint32_t left = tsr_match_time_left(r->match, seat, room_time(r, h->play_ms));
    ident_text(r->id, id);
    tsr_match_view(r->match, seat, h->host.state);
    buffer_addf(b, "{\"match\":\"%s\",\"game\":\"%s\",\"players\":%d,\"seat\":%d,\"ply\":%d", id,
                rules->g.name, r->players, seat, tsr_match_ply_count(r->match) + 1);
    buffer_addf(b, ",\"rules\":\"%016" PRIx64 "\",\"seed\":\"%" PRIu64 "\"", rules->hash,
                tsr_match_agent_seed(r->match, seat));
    if (left != UINT32_MAX) {
        buffer_addf(b, ",\"ms\":%" PRIu32, left);
    }
    buffer_add_text(b, ",\"options\":");
    wire_add_chosen(b, rules);
    if (r->file_name[0]) {
        buffer_addf(b, ",\"file\":\"/api/matches/%s/file\"", id);
    }
    add_position(b, rules, h->host.state);
    add_moves(h, b, rules, h->host.state, seat);
    buffer_add_text(b, "}");
}

static int is_kept_for(const room *r, uint64_t user) {
    for (int p = 0; p < r->players && r->state == ROOM_OPEN; p++) {
        if (r->seat[p].kind == SEAT_INVITE && r->seat[p].user == user) {
            return !room_seats_of(r, user);
        }
    }
    return 0;
}

// Adds to both lists; how many turns and invitations there are. *soon: there is one that is not on disk
// yet, so that it is worth looking again.
static int add_own(hub *h, uint64_t user, buffer *b, buffer *kept, int *soon) {
    size_t at = 0;
    const map_slot *s;
    int turns = 0, invitations = 0;
    *soon = 0;
    while ((s = map_next(&h->rooms, &at)) != NULL && turns + invitations < TURNS_MOST) {
        room *r = s->value;
        uint32_t mine = room_seats_of(r, user);
        uint32_t asked = mine && r->state == ROOM_LIVE ? tsr_match_waiting(r->match) & mine : 0;
        *soon |= asked && r->seq > h->durable_seq;
        if (asked && r->seq <= h->durable_seq) { // what is not on disk may yet be lost
            buffer_add_text(b, turns++ ? "," : "");
            add_turn(h, b, r, tsr_mover(asked));
        } else if (is_kept_for(r, user)) {
            char id[IDENT_BYTES];
            ident_text(r->id, id);
            buffer_addf(kept, "%s{\"match\":\"%s\",\"game\":\"%s\"}", invitations++ ? "," : "", id,
                        r->entry->rules->g.name);
        }
    }
    return turns + invitations;
}

static void add_list(buffer *b, const char *more) {
    if (more && *more) {
        buffer_add_text(b, b->size && b->bytes[b->size - 1] != '[' ? "," : "");
        buffer_add_text(b, more);
    }
}

// Fills h->out with what is here and what others have told (`w` may be NULL); how many there are.
static int add_turns(hub *h, uint64_t user, const waiting *w, int *soon) {
    buffer *b = &h->out, kept;
    buffer_init(&kept, NULL);
    buffer_clear(b);
    buffer_add_text(b, "{\"turns\":[");
    int count = add_own(h, user, b, &kept, soon);
    for (int i = 0; w && i < w->hubs; i++) {
        count += w->pieces[i].count;
        add_list(b, w->pieces[i].turns);
        add_list(&kept, w->pieces[i].kept);
    }
    buffer_addf(b, "],\"invitations\":[%s]}", buffer_text(&kept));
    buffer_deinit(&kept);
    return count;
}

// --- Waiting to be asked -----------------------------------------------------

static void free_waiting(waiting *w) {
    for (int i = 0; w && i < w->hubs; i++) {
        free(w->pieces[i].turns);
        free(w->pieces[i].kept);
    }
    if (w) {
        free(w->pieces);
    }
    free(w);
}

static void forget(hub *h, uint64_t user) {
    free_waiting(map_remove(&h->programs, user));
}

// Asks all other hubs, which tell what they have, and tell it again while somebody waits.
static int ask_others(hub *h, waiting *w, uint64_t user, int wait) {
    w->pieces = calloc((size_t)h->town->config.hubs, sizeof *w->pieces);
    if (!w->pieces) {
        return 0;
    }
    w->hubs = h->town->config.hubs;
    w->number = ++h->town->next_turns;
    w->patience_ms = h->now_ms + OTHERS_MS;
    letter l = {.word = LETTER_TURNS, .user = user, .number = w->number, .value = wait};
    w->unheard = hub_send_all(h, &l);
    return 1;
}

void hub_get_turns(hub *h, const hub_request *q, const char *arg) {
    char text[16];
    const session *s = hub_session(h, q->token);
    (void)arg;
    if (!s || !s->account) {
        hub_fail(h, q, 401, NULL, "Please sign in first or send a token.");
        return;
    }
    int wait = hub_query(q->query, "wait", text, sizeof text) ? atoi(text) : 0;
    wait = wait < 0 ? 0 : wait > WAIT_MOST_S ? WAIT_MOST_S : wait;
    waiting *old = map_get(&h->programs, s->user);
    if (old) { // one of them waits at a time; the older gives way
        hub_fail_id(h, old->request, 409, NULL,
                    "Another program is already waiting for this account.");
        forget(h, s->user);
    }
    int soon, none = !add_turns(h, s->user, NULL, &soon);
    waiting *w = h->town || (none && wait) ? calloc(1, sizeof *w) : NULL;
    if (w && (!h->town || ask_others(h, w, s->user, wait)) && map_put(&h->programs, s->user, w)) {
        w->request = q->id;
        w->until_ms = h->now_ms + (uint64_t)wait * 1000;
        w->ready = soon || h->town;
        return;
    }
    free_waiting(w);
    hub_answer(h, q, 200, 0, NULL);
}

void hub_invited(hub *h, uint64_t user) {
    waiting *w = map_get(&h->programs, user);
    watch *there = h->town ? map_get(&h->town->watches, user) : NULL;
    if (w) {
        w->ready = 1; // answered at the next tick, when it is on disk
    }
    if (there) {
        there->ready = 1;
    }
}

void hub_person_asked(void *self, room *r, int seat) {
    hub_notice_turn(self, r, seat);
    hub_invited(self, r->seat[seat].user);
}

// Whether all have told, or will not.
static int is_complete(const hub *h, const waiting *w) {
    return !w->hubs || !w->unheard || w->patience_ms <= h->now_ms;
}

static void tell_watcher(hub *h, uint64_t user, watch *w) {
    buffer turns, kept;
    buffer_init(&turns, NULL);
    buffer_init(&kept, NULL);
    letter l = {.word = LETTER_TURNS_ARE, .user = user, .number = w->number};
    l.value = add_own(h, user, &turns, &kept, &w->ready);
    if (!turns.failed && !kept.failed) {
        letter_text(&l, 0, buffer_text(&turns), turns.size);
        letter_text(&l, 1, buffer_text(&kept), kept.size);
        hub_send_letter(h, w->home, &l);
    }
    buffer_deinit(&turns);
    buffer_deinit(&kept);
}

static void tick_watches(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->town->watches, &at)) != NULL) {
        watch *w = s->value;
        if (w->ready) {
            tell_watcher(h, s->key, w);
        }
        if (w->until_ms <= h->now_ms) {
            free(map_remove(&h->town->watches, s->key));
            at--; // another entry may have moved up into the gap
        }
    }
}

void hub_programs_tick(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->programs, &at)) != NULL) {
        const waiting *w = s->value;
        if ((!w->ready && w->until_ms > h->now_ms) || !is_complete(h, w)) {
            continue;
        }
        int soon;
        if (add_turns(h, s->key, w, &soon) || w->until_ms <= h->now_ms) {
            hub_answer_id(h, w->request, 200, 0, NULL);
            forget(h, s->key);
            at--; // another entry may have moved up into the gap
        }
    }
    if (h->town) {
        tick_watches(h);
    }
}

static void begin_watch(hub *h, const letter *l) {
    watch *w = map_get(&h->town->watches, l->user);
    if (!w && ((w = calloc(1, sizeof *w)) == NULL || !map_put(&h->town->watches, l->user, w))) {
        free(w);
        return; // the other does not wait for ever
    }
    *w = (watch){
        .number = l->number, .until_ms = h->now_ms + (uint64_t)l->value * 1000, .home = l->from};
    tell_watcher(h, l->user, w);
}

static void take_piece(hub *h, const letter *l) {
    waiting *w = map_get(&h->programs, l->user);
    if (!w || w->number != l->number || l->from >= w->hubs) {
        return;
    }
    piece *p = &w->pieces[l->from];
    w->unheard -= !p->turns;
    free(p->turns);
    free(p->kept);
    *p = (piece){.count = l->value, .turns = strdup(l->text[0]), .kept = strdup(l->text[1])};
    p->count = p->turns && p->kept ? p->count : 0;
    w->ready = 1;
    hub_programs_tick(h);
}

void hub_turns_letter(hub *h, const letter *l) {
    if (l->word == LETTER_TURNS) {
        begin_watch(h, l);
    } else {
        take_piece(h, l);
    }
}

void hub_programs_deinit(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->programs, &at)) != NULL) {
        free_waiting(s->value);
    }
    map_deinit(&h->programs);
}

// --- Answers -----------------------------------------------------------------

// {"seat","ply","text"}: a move; {"seat","resign":true}: enough.
void hub_post_turn(hub *h, const hub_request *q, const char *arg) {
    const session *s = hub_session(h, q->token);
    room *r = hub_room(h, ident_read(arg));
    json_t *body = json_in_object(q->body, q->body_size);
    if (!s || !s->account) {
        hub_fail(h, q, 401, NULL, "Please sign in first or send a token.");
    } else if (!r || !room_seats_of(r, s->user)) {
        hub_fail(h, q, r ? 403 : 404, NULL,
                 r ? "You are not a player of this match." : "There is no such match.");
    } else {
        viewer hand = {.user = s->user, .shown = TSR_WATCHER, .curtain = -1};
        room_act act = {.now_ms = h->play_ms};
        const char *why = json_in_true(body, "resign") ? room_act_resign(r, &hand, body, &act)
                                                       : room_act_move(r, &hand, body, &act);
        buffer_clear(&h->out);
        buffer_add_text(&h->out, "{}");
        if (why) {
            hub_fail_after(h, q->id, hub_be_sure(h, r->seq), 409, NULL, why);
        } else {
            hub_answer(h, q, 200, hub_be_sure(h, r->seq), NULL);
        }
    }
    json_decref(body);
}
