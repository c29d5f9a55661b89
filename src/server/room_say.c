// SPDX-License-Identifier: MIT
// What a room tells its viewers, in the words of docs/wire.md. Everything about the
// game is made from a view of it; only when the match is over may all see all.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "room/wire_game.h"
#include "server/room.h"

static const char *const state_words[] = {"open", "live", "over"};
static const char *const kind_words[] = {"person", "here", "bot", "open", "invite"};
static const char *const end_words[] = {"none", "rules", "forfeit", "resigned", "agreed"};
static const char *const offer_words[] = {"none", "draw", "takeback"};

// --- Parts -------------------------------------------------------------------

static void add_mask(buffer *b, uint32_t mask) {
    const char *comma = "";
    buffer_add_text(b, "[");
    for (int p = 0; p < TSR_MAX_PLAYERS; p++) {
        if (mask >> p & 1u) {
            wire_number(b, comma, p);
            comma = ",";
        }
    }
    buffer_add_text(b, "]");
}

static uint32_t waiting(const room *r) {
    return r->match && r->state == ROOM_LIVE ? tsr_match_waiting(r->match) : 0;
}

static void add_result(buffer *b, const room *r) {
    buffer_add_text(b, "\"result\":[");
    for (int p = 0; p < r->players; p++) {
        buffer_addf(b, "%s{\"rank\":%u,\"score\":%" PRId32 ",\"name\":", p ? "," : "",
                    r->result[p].rank, r->result[p].score);
        wire_string(b, r->seat[p].name);
        buffer_add_text(b, "}");
    }
    buffer_addf(b, "],\"end\":\"%s\"", end_words[r->end]);
}

// How the scores are made up, for whoever looks at the match itself.
static void add_parts(buffer *b, const room *r) {
    if (r->match) {
        tsr_match_state_at(r->match, tsr_match_ply_count(r->match), r->host->state);
        buffer_add_text(b, ",\"parts\":");
        wire_add_parts(b, r->entry->rules, r->host->state);
    }
}

static void add_player(buffer *b, const room_seat *s) {
    buffer_add_text(b, "{\"name\":");
    wire_string(b, s->name);
    buffer_addf(b, ",\"kind\":\"%s\",\"present\":%s", kind_words[s->kind],
                s->present || s->kind == SEAT_BOT ? "true" : "false");
    if (s->rating) {
        buffer_addf(b, ",\"rating\":%d", s->rating);
    }
    buffer_add_text(b, "}");
}

void room_add_summary(buffer *b, const room *r) {
    const tsr_game *g = &r->entry->rules->g;
    char id[IDENT_BYTES];
    ident_text(r->id, id);
    buffer_addf(b, "{\"id\":\"%s\",\"game\":\"%s\",\"title\":", id, g->name);
    wire_string(b, g->title);
    buffer_add_text(b, ",\"players\":[");
    for (int p = 0; p < r->players; p++) {
        buffer_add_text(b, p ? "," : "");
        add_player(b, &r->seat[p]);
    }
    buffer_addf(b, "],\"state\":\"%s\",\"turn\":", state_words[r->state]);
    add_mask(b, waiting(r));
    buffer_addf(b,
                ",\"ply\":%d,\"rated\":%s,\"hidden\":%s,\"chance\":%s,\"updated\":%" PRId64
                ",\"made\":%" PRId64,
                r->match ? tsr_match_ply_count(r->match) : 0, r->rated ? "true" : "false",
                g->flags & TSR_HAS_HIDDEN ? "true" : "false",
                g->flags & TSR_HAS_CHANCE ? "true" : "false", r->updated, r->made);
    if (r->clock.base_ms || r->clock.move_ms) {
        buffer_addf(
            b, ",\"clock\":{\"base\":%" PRIu32 ",\"increment\":%" PRIu32 ",\"move\":%" PRIu32 "}",
            r->clock.base_ms / 1000, r->clock.increment_ms / 1000, r->clock.move_ms / 1000);
    }
    if (r->end != TSR_END_NONE) {
        buffer_add_text(b, ",");
        add_result(b, r);
    }
    if (r->file_name[0]) {
        buffer_addf(b, ",\"file\":\"%s\"", r->file_name);
    }
    if (r->delay_ms) {
        wire_number(b, ",\"delay\":", r->delay_ms / 1000);
    }
    if (r->offline) {
        buffer_add_text(b, ",\"offline\":true");
    }
    if (r->event) {
        ident_text(r->event, id);
        buffer_addf(b, ",\"event\":\"%s\"", id);
    }
    if (r->rematch) {
        ident_text(r->rematch, id);
        buffer_addf(b, ",\"rematch\":\"%s\"", id);
    }
    buffer_add_text(b, "}");
}

static void add_clocks(buffer *b, const room *r, uint64_t now_ms) {
    if (!r->match || !(r->clock.base_ms || r->clock.move_ms)) {
        buffer_add_text(b, "null");
        return;
    }
    buffer_add_text(b, "{\"ms\":[");
    for (int p = 0; p < r->players; p++) {
        buffer_addf(b, "%s%" PRIu32, p ? "," : "",
                    tsr_match_time_left(r->match, p, room_time(r, now_ms)));
    }
    buffer_add_text(b, "],\"running\":");
    add_mask(b, waiting(r));
    buffer_add_text(b, "}");
}

// Whose eyes a viewer looks with: where all see the same, everybody's are a watcher's, so that what is
// made for one serves the others.
static int looks_as(const room *r, const viewer *v) {
    return r->entry->rules->g.flags & TSR_SAME_TO_ALL ? TSR_WATCHER : v->shown;
}

// Several seats of a device share one log, so it tells what all may know.
static int log_viewer(const room *r, const viewer *v) {
    uint32_t mine = room_seats_of(r, v->user);
    int several = (mine & (mine - 1)) != 0;
    int hides = (r->entry->rules->g.flags & TSR_HAS_HIDDEN) != 0;
    return several && hides ? TSR_WATCHER : looks_as(r, v);
}

// The position a viewer may see, into the host's state; who decides in it.
static uint32_t look_at(room *r, const viewer *v) {
    const tsr_rules *rules = r->entry->rules;
    int seen = room_seen_ply(r, v), count = tsr_match_ply_count(r->match);
    if (r->state == ROOM_OVER) {
        tsr_match_state_at(r->match, count, r->host->state);
    } else if (seen < count) {
        tsr_match_state_at(r->match, seen, r->host->state);
        uint32_t turn = tsr_turn(rules, r->host->state) & ((1u << r->players) - 1);
        rules->g.view(rules, r->host->state, v->shown, r->host->state);
        return turn;
    } else {
        tsr_match_view(r->match, v->shown, r->host->state);
    }
    return waiting(r);
}

// "scene", "ask", "seat", "curtain", "turn", "ply" and "clocks".
static void add_sight(buffer *b, room *r, const viewer *v, uint64_t now_ms) {
    const tsr_rules *rules = r->entry->rules;
    uint32_t turn = waiting(r);
    int is_late = r->match && room_seen_ply(r, v) < tsr_match_ply_count(r->match);
    if (!r->match || v->curtain >= 0) {
        buffer_add_text(b, "\"scene\":null,\"ask\":null,\"seat\":null");
    } else {
        int seat = v->shown;
        turn = look_at(r, v);
        buffer_add_text(b, "\"scene\":");
        wire_add_scene(b, r->host->scene, rules, r->host->state, looks_as(r, v));
        buffer_add_text(b, ",\"ask\":");
        int ply = tsr_match_ply_count(r->match);
        int asked = seat < r->players && (waiting(r) >> seat & 1u);
        wire_add_ask(b, rules, r->host->state, asked ? seat : -1, ply + 1,
                     asked && tsr_match_take_back(r->match, seat) < ply, tsr_match_names(r->match));
        if (seat < r->players) {
            wire_number(b, ",\"seat\":", seat);
        } else {
            buffer_add_text(b, ",\"seat\":null");
        }
    }
    if (v->curtain >= 0) {
        wire_number(b, ",\"curtain\":", v->curtain);
    } else {
        buffer_add_text(b, ",\"curtain\":null");
    }
    buffer_add_text(b, ",\"turn\":");
    add_mask(b, turn);
    wire_number(b, ",\"ply\":", room_seen_ply(r, v));
    buffer_add_text(b, ",\"clocks\":");
    if (is_late) {
        buffer_add_text(b, "null"); // of another moment
    } else {
        add_clocks(b, r, now_ms);
    }
}

// --- Messages to one ---------------------------------------------------------

// Sends what is in the host's scratch text.
static void send_text(room *r, uint64_t conn) {
    buffer *b = r->host->text;
    bytes *message = b->failed ? NULL : bytes_new(buffer_text(b), b->size);
    r->host->send(r->host->self, r, conn, message);
    bytes_drop(message);
}

static buffer *begin(room *r) {
    wire_scene_turn(r->host->scene, r->id);
    buffer_clear(r->host->text);
    return r->host->text;
}

static void add_chat(buffer *b, const room *r) {
    int64_t from = r->chat_count > KEEP_CHAT ? r->chat_count - KEEP_CHAT : 0;
    buffer_add_text(b, ",\"chat\":[");
    for (int64_t i = from; r->chat && i < r->chat_count; i++) {
        const room_remark *c = &r->chat[i % KEEP_CHAT];
        buffer_addf(b, "%s{\"from\":", i > from ? "," : "");
        wire_string(b, c->from);
        buffer_add_text(b, ",\"text\":");
        wire_string(b, c->words);
        buffer_add_text(b, "}");
    }
    buffer_add_text(b, "]");
}

// Links for whoever made the match, to give to those who are missing.
static void add_invites(buffer *b, const room *r, const viewer *v) {
    const char *comma = "";
    char id[IDENT_BYTES];
    if (r->state != ROOM_OPEN || v->user != r->owner) {
        return;
    }
    ident_text(r->id, id);
    buffer_add_text(b, ",\"invites\":[");
    for (int p = 0; p < r->players; p++) {
        if (r->seat[p].kind == SEAT_INVITE && r->seat[p].code[0]) {
            buffer_addf(b, "%s\"/m/%s/%s\"", comma, id, r->seat[p].code);
            comma = ",";
        }
    }
    buffer_add_text(b, "]");
}

// What the page's own engine needs to follow a match: its log, and this. Where something is hidden, or a file of
// somebody's own is played with, the page follows what it is told.
static void add_setup(buffer *b, const room *r) {
    const tsr_rules *rules = r->entry->rules;
    if (!(rules->g.flags & TSR_HAS_HIDDEN) && !r->file_name[0]) {
        buffer_addf(b, ",\"setup\":{\"rules\":\"%016" PRIx64 "\"", rules->hash);
        buffer_add_text(b, ",\"options\":");
        wire_add_chosen(b, rules);
        buffer_add_text(b, "}");
    }
}

// What somebody has planned for their seats, for nobody else.
static void add_plans(buffer *b, const room *r, const viewer *v) {
    const char *before = ",\"plans\":[{";
    for (int p = 0; p < r->players; p++) {
        if (r->seat[p].plan && room_is_own(r, v, p)) {
            buffer_add_text(b, before);
            room_add_plan(b, r, p);
            before = "},{";
        }
    }
    buffer_add_text(b, before[0] == '}' ? "}]" : "");
}

// New: bytes_drop; NULL for lack of memory.
static bytes *full_message(room *r, const viewer *v, uint64_t now_ms) {
    buffer *b = begin(r);
    buffer_addf(b, "{\"t\":\"full\",\"v\":%" PRIu64 ",\"match\":", r->version);
    room_add_summary(b, r);
    buffer_add_text(b, ",\"you\":");
    add_mask(b, room_seats_of(r, v->user));
    buffer_add_text(b, ",");
    add_sight(b, r, v, now_ms);
    buffer_add_text(b, ",\"log\":");
    room_add_whole_log(b, r, room_seen_ply(r, v), log_viewer(r, v));
    add_chat(b, r);
    add_invites(b, r, v);
    add_plans(b, r, v);
    add_setup(b, r);
    if (r->offer.kind) {
        buffer_addf(b, ",\"offer\":{\"kind\":\"%s\",\"from\":%d}", offer_words[r->offer.kind],
                    r->offer.from);
    }
    if (r->end != TSR_END_NONE) {
        buffer_add_text(b, ",");
        add_result(b, r);
        add_parts(b, r);
    }
    buffer_add_text(b, "}");
    r->host->rendered++;
    return b->failed ? NULL : bytes_new(buffer_text(b), b->size);
}

void room_send_full(room *r, viewer *v, uint64_t now_ms) {
    bytes *message = full_message(r, v, now_ms);
    r->host->send(r->host->self, r, v->conn, message);
    bytes_drop(message);
}

void room_add_full(buffer *b, room *r, uint64_t user, uint64_t now_ms) {
    viewer v = {.user = user, .shown = TSR_WATCHER, .curtain = -1};
    room_place_eyes(r, &v);
    bytes *message = full_message(r, &v, now_ms);
    buffer_add_text(b, message ? message->data : "null");
    bytes_drop(message);
}

void room_send_ask(room *r, viewer *v, uint64_t now_ms) {
    buffer *b = begin(r);
    buffer_add_text(b, "{\"t\":\"ask\",");
    add_sight(b, r, v, now_ms);
    buffer_add_text(b, "}");
    send_text(r, v->conn);
}

void room_send_past(room *r, const viewer *v, int64_t a, int ply) {
    const tsr_rules *rules = r->entry->rules;
    buffer *b = begin(r);
    tsr_match_state_at(r->match, ply, r->host->state);
    if (r->state != ROOM_OVER) {
        rules->g.view(rules, r->host->state, v->shown, r->host->state);
    }
    buffer_addf(b, "{\"t\":\"past\",\"a\":%" PRId64 ",\"ply\":%d,\"scene\":", a, ply);
    wire_add_scene(b, r->host->scene, rules, r->host->state, looks_as(r, v));
    buffer_add_text(b, "}");
    send_text(r, v->conn);
}

void room_ack(room *r, const viewer *v, int64_t a) {
    buffer *b = begin(r);
    wire_number(b, "{\"t\":\"ack\",\"a\":", a);
    buffer_add_text(b, "}");
    send_text(r, v->conn);
}

void room_refuse(room *r, const viewer *v, int64_t a, const char *why) {
    buffer *b = begin(r);
    r->host->refused++;
    r->host->be_sure(r->host->self, r);
    buffer_addf(b, "{\"t\":\"refuse\",\"a\":%" PRId64 ",\"why\":", a);
    wire_string(b, why);
    buffer_add_text(b, "}");
    send_text(r, v->conn);
}

// --- Messages to all ---------------------------------------------------------

static bytes *event_message(room *r, const viewer *v, int from, uint64_t now_ms) {
    buffer *b = begin(r);
    wire_number(b, "{\"t\":\"event\",\"v\":", (int64_t)r->version);
    buffer_add_text(b, ",\"log\":");
    room_add_log(b, r, from, room_seen_ply(r, v), log_viewer(r, v));
    buffer_add_text(b, ",");
    add_sight(b, r, v, now_ms);
    buffer_add_text(b, "}");
    r->host->rendered++;
    return b->failed ? NULL : bytes_new(buffer_text(b), b->size);
}

// Everything that what a viewer is sent depends on.
typedef struct eyes {
    int shown, curtain, is_owner;
    uint32_t mine;
} eyes;

static eyes eyes_of(const room *r, const viewer *v) {
    return (eyes){.shown = v->shown,
                  .curtain = v->curtain,
                  .is_owner = r->state == ROOM_OPEN && v->user == r->owner,
                  .mine = room_seats_of(r, v->user)};
}

// A numbered message; new: bytes_drop.
static bytes *numbered(const room *r, const char *text) {
    char head[40];
    int n = snprintf(head, sizeof head, "{\"v\":%" PRIu64 ",", r->version);
    buffer all;
    buffer_init(&all, NULL);
    buffer_add(&all, head, (size_t)n);
    buffer_add_text(&all, text);
    bytes *message = all.failed ? NULL : bytes_new(buffer_text(&all), all.size);
    buffer_deinit(&all);
    return message;
}

// Numbers go on also for those who are told nothing now.
static void send_silence(room *r, const viewer *v) {
    bytes *nothing = numbered(r, "\"t\":\"silence\"}");
    r->host->send(r->host->self, r, v->conn, nothing);
    bytes_drop(nothing);
}

void room_tell_late(room *r, int from, uint64_t now_ms) {
    bytes *message = NULL;
    r->version++;
    room_forget_said(r->host);
    for (viewer *v = r->viewers; v; v = v->next) {
        if (!room_is_delayed(r, v)) {
            send_silence(r, v);
            continue;
        }
        message = message ? message : event_message(r, v, from, now_ms);
        r->host->send(r->host->self, r, v->conn, message);
    }
    bytes_drop(message);
}

void room_tell(room *r, int from, int jump, uint64_t now_ms) {
    // Viewers with the same eyes get the same bytes, made once. There are as many as seats
    // and one for watchers; people with several seats may have some more.
    enum { KINDS = TSR_MAX_PLAYERS + 8 };
    struct {
        eyes of;
        bytes *message;
    } made[KINDS];
    int kinds = 0;
    r->version++;
    room_forget_said(r->host);
    for (viewer *v = r->viewers; v; v = v->next) {
        room_place_eyes(r, v);
        if (!jump && room_is_delayed(r, v)) {
            send_silence(r, v);
            continue;
        }
        eyes now = eyes_of(r, v);
        int i = 0;
        while (i < kinds && memcmp(&made[i].of, &now, sizeof now) != 0) {
            i++;
        }
        bytes *message = i < kinds ? bytes_hold(made[i].message)
                         : jump    ? full_message(r, v, now_ms)
                                   : event_message(r, v, from, now_ms);
        if (i == kinds && kinds < KINDS) {
            made[kinds].of = now;
            made[kinds++].message = bytes_hold(message);
        }
        r->host->send(r->host->self, r, v->conn, message);
        bytes_drop(message);
    }
    for (int i = 0; i < kinds; i++) {
        bytes_drop(made[i].message);
    }
}

void room_tell_remark(room *r, const char *text, uint64_t speaker) {
    r->version++;
    bytes *message = numbered(r, text), *nothing = NULL;
    for (viewer *v = r->viewers; v; v = v->next) {
        int deaf = speaker && room_seats_of(r, v->user) &&
                   !r->host->hears(r->host->self, v->user, speaker);
        nothing = deaf && !nothing ? numbered(r, "\"t\":\"silence\"}") : nothing;
        r->host->send(r->host->self, r, v->conn, deaf ? nothing : message);
    }
    bytes_drop(message);
    bytes_drop(nothing);
}

void room_tell_all(room *r, const char *text) {
    room_tell_remark(r, text, 0);
}

void room_tell_answer(room *r, offer_kind kind, int yes) {
    char text[96];
    (void)snprintf(text, sizeof text, "\"t\":\"answer\",\"kind\":\"%s\",\"yes\":%s}",
                   offer_words[kind], yes ? "true" : "false");
    room_tell_all(r, text);
}

void room_tell_over(room *r) {
    buffer b;
    buffer_init(&b, NULL);
    buffer_add_text(&b, "\"t\":\"over\",");
    add_result(&b, r);
    add_parts(&b, r);
    buffer_add_text(&b, ",\"match\":");
    room_add_summary(&b, r);
    buffer_add_text(&b, "}");
    room_tell_all(r, buffer_text(&b));
    buffer_deinit(&b);
}
