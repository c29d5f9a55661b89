// SPDX-License-Identifier: MIT
// Who sits where in a match, under which name, and who may take a seat.
#include <stdio.h>
#include <string.h>

#include "server/hub_matches.h"
#include "server/json_in.h"

static int name_is_used(const room *r, const char *name, int except) {
    for (int p = 0; p < r->players; p++) {
        if (p != except && strcmp(r->seat[p].name, name) == 0) {
            return 1;
        }
    }
    return 0;
}

// Names within a match differ, so that sentences are clear.
void hub_name_seat(room *r, int seat, const char *name) {
    room_seat *s = &r->seat[seat];
    (void)snprintf(s->name, NAME_BYTES, "%s", name);
    char plain[NAME_BYTES];
    memcpy(plain, s->name, sizeof plain);
    for (int n = 2; name_is_used(r, s->name, seat) && n < 10; n++) {
        (void)snprintf(s->name, sizeof s->name, "%s (%d)", plain, n);
    }
}

void hub_sit(hub *h, room *r, int seat, const session *s, store_batch *b) {
    room_seat *place = &r->seat[seat];
    place->kind = SEAT_PERSON;
    place->user = s->user;
    place->account = (uint8_t)s->account;
    place->code[0] = '\0';
    place->left_ms = h->play_ms;
    place->rating = s->account ? hub_rating_of(h, s->user, r->entry->rules->g.name) : 0;
    hub_name_seat(r, seat, s->name);
    store_op *op = store_batch_add(b, STORE_SEAT, r->id, NULL, NULL);
    op->b = s->user;
    op->at = r->made;
}

void hub_code_seat(hub *h, room_seat *s) {
    unsigned char random[16];
    hub_random(h, random, sizeof random);
    ident_letters(random, 16, s->code);
}

// Between different people alone: nobody beats themselves. With a deck of one's own it is another
// game.
int hub_may_be_rated(const room *r) {
    if (r->file_name[0]) {
        return 0;
    }
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

// A bot's seat, or that of somebody who plays on another one's device. A bot has no user,
// even where it took the place of one.
void hub_copy_seat(room_seat *seat, const room_seat *from) {
    *seat = (room_seat){.kind = from->kind, .user = from->kind == SEAT_BOT ? 0 : from->user};
    memcpy(seat->name, from->name, sizeof seat->name);
    memcpy(seat->spec, from->spec, sizeof seat->spec);
}

int hub_seat_for(const room *r, const session *s, const json_t *body, problem *p) {
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
    hub_complain(p, code ? 403 : 409, NULL,
                 code ? "This invitation has already been used or is not valid."
                      : "That seat is taken.");
    return -1;
}

// --- What a request wants of a seat ------------------------------------------

typedef struct seat_wish {
    hub *h;
    room *r;
    int seat;
    const json_t *j;
    const session *s; // who asks
    store_batch *b;
    problem *p;
} seat_wish;

static int seat_me(const seat_wish *w) {
    hub_sit(w->h, w->r, w->seat, w->s, w->b);
    return 1;
}

// Somebody who plays on the same device.
static int seat_here(const seat_wish *w) {
    room_seat *place = &w->r->seat[w->seat];
    const char *name = json_in_text(w->j, "name");
    int letters = name ? json_in_letters(name) : -1;
    if (letters < 1 || letters > LIMIT_NAME || strlen(name) >= NAME_BYTES ||
        !json_in_visible(name)) {
        hub_complain(w->p, 400, "seats", "A name has 1 to 20 visible characters.");
        return 0;
    }
    place->kind = SEAT_HERE;
    place->user = w->s->user;
    place->left_ms = w->h->play_ms;
    hub_name_seat(w->r, w->seat, name);
    return 1;
}

static int seat_bot(const seat_wish *w) {
    room_seat *place = &w->r->seat[w->seat];
    const char *spec = json_in_text(w->j, "spec");
    char name[NAME_BYTES];
    if (!spec || strlen(spec) >= SPEC_BYTES ||
        !hub_is_bot(w->h, &w->r->entry->rules->g, spec, name, sizeof name)) {
        hub_complain(w->p, 400, "seats", "There is no such bot.");
        return 0;
    }
    place->kind = SEAT_BOT;
    (void)snprintf(place->spec, sizeof place->spec, "%s", spec);
    hub_name_seat(w->r, w->seat, name);
    return 1;
}

static int seat_open(const seat_wish *w) {
    w->r->seat[w->seat].kind = SEAT_OPEN;
    w->r->is_public = 1;
    return 1;
}

// With a name it is kept for that account.
static int seat_invite(const seat_wish *w) {
    room_seat *place = &w->r->seat[w->seat];
    const char *name = json_in_text(w->j, "name");
    store_user guest;
    if (name && !store_read_user_named(w->h->reader, name, &guest)) {
        hub_complain(w->p, 404, "seats", "There is no account with that name.");
        return 0;
    }
    place->kind = SEAT_INVITE;
    hub_code_seat(w->h, place);
    if (name) {
        place->user = guest.id;
        hub_name_seat(w->r, w->seat, guest.name);
        hub_invited(w->h, guest.id);
    }
    return 1;
}

int hub_read_seat(hub *h, room *r, int seat, const json_t *j, const session *s, store_batch *b,
                  problem *p) {
    static const struct {
        const char *kind;
        int (*take)(const seat_wish *w);
    } kinds[] = {{"me", seat_me},
                 {"here", seat_here},
                 {"bot", seat_bot},
                 {"open", seat_open},
                 {"invite", seat_invite}};
    const seat_wish wish = {h, r, seat, j, s, b, p};
    const char *kind = json_in_text(j, "kind");
    for (size_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kind, kinds[i].kind) == 0) {
            return kinds[i].take(&wish);
        }
    }
    hub_complain(p, 400, "seats", "A seat must be me, here, bot, open or invite.");
    return 0;
}
