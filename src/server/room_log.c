// SPDX-License-Identifier: MIT
// What has happened in a match, as one pair of eyes saw it: the entries of its log. Whoever comes in
// is told all of it, with what followed from every move in words; that is kept for a while, so that
// coming in again costs no more than what has been played since.
#include <string.h>

#include "server/room.h"

enum {
    LOG_MOST = 600,       // plies that somebody who comes in is told about
    LOG_STRIDE = 100,     // of longer matches so many are left out at a time
    KEPT_MOST = 128 << 10 // bytes of a log that is kept
};

// --- Entries -----------------------------------------------------------------

// What was picked for the move, so that pages can show where it was. Games that hide
// something mark the last move in their scenes themselves.
static void add_picks(buffer *b, const tsr_rules *rules, const void *state, tsr_ply ply) {
    tsr_picks picks = {0};
    if (ply.who == TSR_CHANCE || (rules->g.flags & TSR_HAS_HIDDEN)) {
        return;
    }
    rules->g.path(rules, state, ply.who, ply.move, &picks);
    wire_refs(b, ",\"pick\":[", picks.pick, picks.picks);
}

// Only what is said of it: the motion is over for whoever comes in.
static void add_told(buffer *b, const tsr_rules *rules, const tsr_story *story,
                     tsr_player_names names) {
    const char *before = ",\"told\":[";
    for (uint32_t i = 0; i < story->count; i++) {
        if (story->events[i].line.code) {
            char sentence[512];
            tsr_line_text(rules, &story->events[i].line, names, sentence, sizeof sentence);
            buffer_add_text(b, before);
            wire_string(b, sentence);
            before = ",";
        }
    }
    buffer_add_text(b, before[1] ? "" : "]");
}

// What followed from a ply, from the view before it and the one after it, which is made in
// place. `ply.move` is the move as these eyes saw it.
static void add_consequences(buffer *b, const room *r, const void *before, tsr_ply ply, void *after,
                             int eyes, int is_new) {
    const tsr_rules *rules = r->entry->rules;
    rules->g.view(rules, after, eyes, after);
    if (is_new) {
        wire_ply told = {before, after, ply.who, eyes, ply.move};
        wire_tell(b, r->host->scene, rules, &told, tsr_match_names(r->match));
        return;
    }
    tsr_story story = {0};
    if (tsr_story_words(rules, before, ply.who, ply.move, after, eyes, NULL, &story) == TSR_OK) {
        add_told(b, rules, &story, tsr_match_names(r->match));
    }
    tsr_story_free(NULL, &story);
}

// Ply `i`, made in the host's state and leading to what stands in its `after`; both become views.
static void add_entry(buffer *b, const room *r, int i, int eyes, int is_new) {
    const tsr_rules *rules = r->entry->rules;
    void *state = r->host->state;
    tsr_ply ply = tsr_match_ply(r->match, i), seen = ply;
    char text[512];
    seen.move = rules->g.seen(rules, state, ply.who, ply.move, eyes);
    rules->g.view(rules, state, eyes, state);
    wire_number(b, "{\"ply\":", i + 1);
    if (ply.who == TSR_CHANCE) {
        buffer_add_text(b, ",\"who\":null");
    } else {
        wire_number(b, ",\"who\":", ply.who);
    }
    buffer_add_text(b, ",\"text\":");
    tsr_move_text(rules, state, ply.who, seen.move, text, sizeof text);
    wire_string(b, text);
    buffer_add_text(b, ",\"sentence\":");
    tsr_event_text(rules, state, ply.who, seen.move, tsr_match_names(r->match), text, sizeof text);
    wire_string(b, text);
    add_picks(b, rules, state, ply);
    add_consequences(b, r, state, seen, r->host->after, eyes, is_new);
    buffer_add_text(b, "}");
}

// One walk through the match: asking for each position apart would play it from the
// last snapshot every time.
static void add_entries(buffer *b, const room *r, int from, int to, int eyes, int is_new) {
    const tsr_rules *rules = r->entry->rules;
    const char *comma = "";
    if (from < to) {
        tsr_match_state_at(r->match, from, r->host->walk);
    }
    for (int i = from; i < to; i++) {
        tsr_ply ply = tsr_match_ply(r->match, i);
        memcpy(r->host->state, r->host->walk, rules->state_size);
        tsr_play(rules, r->host->walk, ply.who, ply.move);
        memcpy(r->host->after, r->host->walk, rules->state_size);
        buffer_add_text(b, comma);
        add_entry(b, r, i, eyes, is_new);
        comma = ",";
    }
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

// What the entries of the first plies are made of: if it is the same, so are they.
static uint64_t made_of(const room *r, int plies) {
    tsr_player_names names = tsr_match_names(r->match);
    uint64_t h = r->id;
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
