// SPDX-License-Identifier: MIT
// What has happened in a match, as one pair of eyes saw it: the entries of its log. Whoever comes in
// is told all of it, with what followed from every move in words; that is kept for a while, so that
// coming in again costs no more than what has been played since.
#include <string.h>

#include "room/wire_log.h"
#include "server/room.h"

enum {
    LOG_MOST = 600,       // plies that somebody who comes in is told about
    LOG_STRIDE = 100,     // of longer matches so many are left out at a time
    KEPT_MOST = 128 << 10 // bytes of a log that is kept
};

// --- Entries -----------------------------------------------------------------

static void add_entries(buffer *b, const room *r, int from, int to, int eyes, int is_new) {
    room_host *h = r->host;
    const wire_log log = {h->scene, r->entry->rules, r->match, h->state, h->after, h->walk};
    wire_add_entries(b, &log, from, to, eyes, is_new);
}

static int is_said(const room_said *s, int from, int to, int eyes) {
    return s->is_there && s->from == from && s->to == to && s->eyes == eyes && !s->text.failed;
}

void room_forget_said(room_host *host) {
    host->said.is_there = 0;
}

void room_add_log(buffer *b, const room *r, int from, int to, int eyes) {
    room_said *s = &r->host->said;
    buffer_add_text(b, "[");
    if (r->match) {
        if (!is_said(s, from, to, eyes)) {
            *s = (room_said){1, from, to, eyes, s->text};
            buffer_clear(&s->text);
            add_entries(&s->text, r, from < to - LOG_MOST ? to - LOG_MOST : from, to, eyes, 1);
        }
        buffer_add(b, buffer_text(&s->text), s->text.size);
        b->failed |= s->text.failed;
    }
    buffer_add_text(b, "]");
}

// --- The whole of it, kept ---------------------------------------------------

// What the entries of the first plies are made of: if it is the same, so are they. Answers that others may not know yet
// are told when more plies have been made.
static uint64_t made_of(const room *r, int plies) {
    const uint32_t secret = TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS;
    tsr_player_names names = tsr_match_names(r->match);
    uint64_t h = r->id;
    if ((r->entry->rules->g.flags & secret) == secret) {
        h = tsr_mix(h ^ (uint64_t)tsr_match_ply_count(r->match));
    }
    for (int p = 0; p < r->players; p++) {
        h = tsr_hash_bytes(names[p], strlen(names[p]) + 1, h);
    }
    for (int i = 0; i < plies; i++) {
        tsr_ply ply = tsr_match_ply(r->match, i);
        h = tsr_mix(h ^ ply.move) + ply.who;
    }
    return h;
}

// The place for this match and these eyes, emptied if somebody else's log stands there or the past
// has changed.
static room_kept_log *kept_log(const room *r, int from, int to, int eyes) {
    room_kept_log *k = &r->host->logs[tsr_mix(r->id + (uint64_t)eyes) % KEEP_LOGS];
    if (k->room != r->id || k->eyes != eyes || k->from != from || k->to > to || k->text.failed ||
        k->hash != made_of(r, k->to)) {
        buffer_deinit(&k->text);
        buffer_init(&k->text, NULL);
        *k =
            (room_kept_log){.room = r->id, .eyes = eyes, .from = from, .to = from, .text = k->text};
    }
    return k;
}

void room_add_whole_log(buffer *b, const room *r, int to, int eyes) {
    int from = 0;
    buffer_add_text(b, "[");
    while (r->match && to - from > LOG_MOST) {
        from += LOG_STRIDE;
    }
    if (r->match && from < to) {
        room_kept_log *k = kept_log(r, from, to, eyes);
        buffer_add_text(&k->text, k->to > from && k->to < to ? "," : "");
        add_entries(&k->text, r, k->to, to, eyes, 0);
        k->to = to;
        k->hash = made_of(r, to);
        buffer_add(b, buffer_text(&k->text), k->text.size);
        b->failed |= k->text.failed;
        if (k->text.size > KEPT_MOST) {
            buffer_deinit(&k->text);
            *k = (room_kept_log){0};
        }
    }
    buffer_add_text(b, "]");
}

void room_forget_logs(room_host *host) {
    buffer_deinit(&host->said.text);
    host->said = (room_said){0};
    for (int i = 0; i < KEEP_LOGS; i++) {
        buffer_deinit(&host->logs[i].text);
        host->logs[i] = (room_kept_log){0};
    }
}
