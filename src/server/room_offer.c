// SPDX-License-Identifier: MIT
// What players ask of each other: draws, taking back; and talk.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/room.h"

static const char *const offer_words[] = {"none", "draw", "takeback"};

static offer_kind kind_of(const char *word) {
    for (int i = OFFER_DRAW; word && i <= OFFER_TAKEBACK; i++) {
        if (strcmp(word, offer_words[i]) == 0) {
            return (offer_kind)i;
        }
    }
    return OFFER_NONE;
}

// People who must agree: all but those on the asker's own device.
static uint32_t others(const room *r, int from) {
    uint32_t mask = 0;
    for (int p = 0; p < r->players; p++) {
        if (r->seat[p].kind <= SEAT_HERE && r->seat[p].user != r->seat[from].user) {
            mask |= 1u << p;
        }
    }
    return mask;
}

static int has_bots(const room *r) {
    int n = 0;
    for (int p = 0; p < r->players; p++) {
        n += r->seat[p].kind == SEAT_BOT;
    }
    return n;
}

static void tell_offer(room *r) {
    char text[96];
    (void)snprintf(text, sizeof text, "\"t\":\"offer\",\"kind\":\"%s\",\"from\":%d}",
                   offer_words[r->offer.kind], r->offer.from);
    room_tell_all(r, text);
}

static const char *agree(room *r, uint64_t now_ms) {
    room_offer o = r->offer;
    int from = tsr_match_ply_count(r->match);
    r->offer = (room_offer){0};
    room_tell_answer(r, o.kind, 1);
    if (o.kind == OFFER_DRAW) {
        if (tsr_match_agree_draw(r->match, room_time(r, now_ms)) != TSR_OK) {
            return "that is not possible now";
        }
        room_after(r, from, 0, now_ms);
        return NULL;
    }
    if (tsr_match_back(r->match, o.ply, room_time(r, now_ms)) != TSR_OK) {
        return "that cannot be taken back";
    }
    room_after(r, o.ply, 1, now_ms);
    return NULL;
}

// Whoever asks again and again waits longer and longer; a draw may be refused once for free.
static void refuse(room *r, uint64_t now_ms) {
    room_seat *s = &r->seat[r->offer.from];
    uint64_t times = s->refused + (r->offer.kind == OFFER_TAKEBACK);
    s->refused += s->refused < 60;
    s->wait_ms = now_ms + 10000 * times * times;
    room_offer_clear(r);
}

const char *room_offer_make(room *r, int seat, const char *word, uint64_t now_ms) {
    offer_kind kind = kind_of(word);
    int ply = kind == OFFER_TAKEBACK ? tsr_match_previous(r->match, seat) : 0;
    if (kind == OFFER_NONE) {
        return "there is no such offer";
    }
    if (r->offer.kind == kind && r->offer.from != seat &&
        r->seat[r->offer.from].user != r->seat[seat].user) {
        return room_offer_answer(r, r->seat[seat].user, word, 1, now_ms);
    }
    if (r->offer.kind) {
        return "there is an offer already";
    }
    if (now_ms < r->seat[seat].wait_ms) {
        return "you have been refused; please play on before you ask again";
    }
    if (kind == OFFER_DRAW && (has_bots(r) || r->players < 2)) {
        return "bots do not agree to a draw";
    }
    if (kind == OFFER_TAKEBACK && r->size > LIMIT_RECORD / 2) {
        return "too many moves have been taken back in this match";
    }
    if (kind == OFFER_TAKEBACK && ply < 0) {
        return "you have not moved yet";
    }
    r->offer = (room_offer){.kind = kind, .from = seat, .ply = ply};
    if (!others(r, seat)) {
        return agree(r, now_ms);
    }
    tell_offer(r);
    return NULL;
}

const char *room_offer_answer(room *r, uint64_t user, const char *word, int yes, uint64_t now_ms) {
    uint32_t mine = room_seats_of(r, user);
    if (r->offer.kind == OFFER_NONE || r->offer.kind != kind_of(word)) {
        return "that offer is no longer open";
    }
    uint32_t needed = others(r, r->offer.from);
    if (!(mine & needed)) {
        // Whoever asked may think better of it.
        if (mine >> r->offer.from & 1u && !yes) {
            refuse(r, now_ms);
            return NULL;
        }
        return "that is for the others to answer";
    }
    if (!yes) {
        refuse(r, now_ms);
        return NULL;
    }
    r->offer.yes |= mine & needed;
    return r->offer.yes == needed ? agree(r, now_ms) : NULL;
}

// --- Talk --------------------------------------------------------------------

void room_keep_remark(room *r, const char *from, const char *words) {
    r->chat = r->chat ? r->chat : calloc(KEEP_CHAT, sizeof *r->chat);
    if (r->chat) {
        room_remark *c = &r->chat[r->chat_count % KEEP_CHAT];
        (void)snprintf(c->from, sizeof c->from, "%s", from);
        (void)snprintf(c->words, sizeof c->words, "%s", words);
    }
    r->chat_count++;
}

const char *room_say(room *r, int seat, const char *words) {
    const char *from = r->seat[seat].name;
    store_batch *b = store_batch_new();
    buffer text;
    store_batch_add(b, STORE_CHAT, r->id, from, words)->n = r->chat_count;
    room_store(r, b, 0);
    room_keep_remark(r, from, words);
    buffer_init(&text, NULL);
    buffer_add_text(&text, "\"t\":\"chat\",\"from\":");
    wire_string(&text, from);
    buffer_add_text(&text, ",\"text\":");
    wire_string(&text, words);
    buffer_add_text(&text, "}");
    room_tell_remark(r, buffer_text(&text), r->seat[seat].user);
    buffer_deinit(&text);
    return NULL;
}
