// SPDX-License-Identifier: MIT
// What people may say in a room besides moves, and the table of all of it.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "server/json_in.h"
#include "server/room.h"

static const char *show(room *r, viewer *v, const json_t *m, room_act *act) {
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    if (!room_is_own(r, v, seat)) {
        return "that is not your seat";
    }
    v->shown = seat;
    v->curtain = -1;
    room_place_eyes(r, v);
    room_send_ask(r, v, act->now_ms);
    return NULL;
}

static const char *undo(room *r, viewer *v, const json_t *m, room_act *act) {
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    int ply = (int)json_in_int(m, "ply", 1, INT32_MAX, -1);
    const char *problem = room_seat_problem(r, v, seat);
    if (problem) {
        return problem;
    }
    int now = tsr_match_ply_count(r->match);
    if (r->size > LIMIT_RECORD / 2) {
        return "too many moves have been taken back in this match";
    }
    if (ply >= 0 && ply != now + 1) {
        return ply == now + 2 ? NULL : "the game has moved on meanwhile";
    }
    if (tsr_match_take_back(r->match, seat) >= now) {
        return "there is nothing you may undo alone: something was drawn or shown since, or it is "
               "another player's turn";
    }
    if (tsr_match_back(r->match, now - 1, room_time(r, act->now_ms)) != TSR_OK) {
        return "that cannot be undone";
    }
    room_offer_clear(r);
    room_after(r, now - 1, 1, act->now_ms);
    return NULL;
}

// A seat whose player has left for good is played on by a bot.
static void hand_to_bot(room *r, int seat, uint64_t now_ms) {
    room_seat *s = &r->seat[seat];
    s->kind = SEAT_BOT;
    (void)snprintf(s->spec, sizeof s->spec, "level:n=3");
    s->asked = 0;
    room_offer_clear(r);
    room_store(r, NULL, 1);
    room_tell(r, tsr_match_ply_count(r->match), 1, now_ms);
    room_ask_bots(r);
}

static const char *give_up(room *r, int seat, uint64_t now_ms) {
    int from = tsr_match_ply_count(r->match);
    if (tsr_match_resign(r->match, seat, room_time(r, now_ms)) != TSR_OK) {
        return "that is not possible now";
    }
    room_after(r, from, 0, now_ms);
    return NULL;
}

void room_drop_player(room *r, int seat, uint64_t now_ms) {
    if (r->players > 2) {
        hand_to_bot(r, seat, now_ms);
    } else {
        (void)give_up(r, seat, now_ms);
    }
}

// With two seats, giving up ends the match; with more, the others play on and a bot
// takes the seat.
const char *room_act_resign(room *r, viewer *v, const json_t *m, room_act *act) {
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    const char *problem = room_seat_problem(r, v, seat);
    if (problem) {
        return problem;
    }
    if (r->players > 2) {
        hand_to_bot(r, seat, act->now_ms);
        return NULL;
    }
    return give_up(r, seat, act->now_ms);
}

// Whoever made a match that has not begun may think better of it.
static const char *cancel(room *r, viewer *v, const json_t *m, room_act *act) {
    (void)m;
    if (r->state != ROOM_OPEN) {
        return "the match has begun: resign, or offer a draw";
    }
    if (v->user != r->owner) {
        return "only the creator of the match can cancel it";
    }
    room_give_up(r, act->now_ms);
    return NULL;
}

// Somebody has been away for a minute while the others wait: a bot plays on. In a rated
// match of two, nobody would be there to be beaten: whoever left has lost.
static const char *claim(room *r, viewer *v, const json_t *m, room_act *act) {
    enum { AWAY_MS = 60000 };
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    if (r->state != ROOM_LIVE || !room_seats_of(r, v->user)) {
        return "only players of a running match can do that";
    }
    if (seat < 0 || seat >= r->players || r->seat[seat].kind > SEAT_HERE) {
        return "there is no person in that seat";
    }
    if (r->seat[seat].present || act->now_ms - r->seat[seat].left_ms < AWAY_MS) {
        return "that player has not been away for a minute";
    }
    if (!(tsr_match_waiting(r->match) >> seat & 1u)) {
        return "it is not that player's turn";
    }
    if (r->rated && r->players == 2) {
        return give_up(r, seat, act->now_ms);
    }
    hand_to_bot(r, seat, act->now_ms);
    return NULL;
}

static const char *chat(room *r, viewer *v, const json_t *m, room_act *act) {
    const char *words = json_in_text(m, "text");
    uint32_t mine = room_seats_of(r, v->user);
    int letters = words ? json_in_letters(words) : -1;
    if (!mine) {
        return "only players can talk here";
    }
    if (!r->host->may_speak(r->host->self, v->user)) {
        return "a moderator has muted you for a while";
    }
    if (r->chat_count >= LIMIT_REMARKS_EVER) {
        return "this match has reached its limit of remarks";
    }
    if (letters < 1 || letters > LIMIT_CHAT) {
        return "a remark has 1 to 140 letters on one line";
    }
    if (!bucket_take(&v->rate, LIMIT_REMARKS, 20000, act->now_ms)) {
        return "too many remarks; please wait a moment";
    }
    return room_say(r, v->shown < r->players ? v->shown : tsr_mover(mine), words);
}

static const char *offer(room *r, viewer *v, const json_t *m, room_act *act) {
    uint32_t mine = room_seats_of(r, v->user);
    if (!mine || r->state != ROOM_LIVE) {
        return "only players of a running match can do that";
    }
    int seat = v->shown < r->players && (mine >> v->shown & 1u) ? v->shown : tsr_mover(mine);
    const char *kind = json_in_text(m, "kind");
    for (int p = 0; kind && strcmp(kind, "takeback") == 0 && p < r->players; p++) {
        // People who share a device take back whatever was played last on it.
        int later = (mine >> p & 1u) &&
                    tsr_match_previous(r->match, p) > tsr_match_previous(r->match, seat);
        seat = later ? p : seat;
    }
    return room_offer_make(r, seat, kind, act->now_ms);
}

// An earlier position, as this viewer saw it then; sent as the answer to number `a`.
static const char *look(room *r, viewer *v, const json_t *m, room_act *act) {
    int ply = (int)json_in_int(m, "ply", 0, INT32_MAX, -1);
    if (!r->match || v->curtain >= 0) {
        return "there is nothing to look at now";
    }
    if (ply < 0 || ply > room_seen_ply(r, v)) {
        return "there is no such move";
    }
    room_send_past(r, v, act->a, ply);
    act->answered = 1;
    return NULL;
}

static const char *answer(room *r, viewer *v, const json_t *m, room_act *act) {
    return room_offer_answer(r, v->user, json_in_text(m, "kind"), json_in_true(m, "yes"),
                             act->now_ms);
}

// --- The door ----------------------------------------------------------------

// A new message is a row here and a line in docs/wire.md.
static const struct {
    const char *type;
    room_act_of *act;
} acts[] = {
    {"move", room_act_move}, {"why", room_act_why}, {"look", look},
    {"show", show},          {"undo", undo},        {"resign", room_act_resign},
    {"claim", claim},        {"cancel", cancel},    {"chat", chat},
    {"offer", offer},        {"answer", answer},    {"plan", room_act_plan},
};

static const char *do_act(room *r, viewer *v, const json_t *m, room_act *act) {
    const char *type = json_in_text(m, "t");
    for (size_t i = 0; type && i < sizeof acts / sizeof *acts; i++) {
        if (strcmp(type, acts[i].type) == 0) {
            return acts[i].act(r, v, m, act);
        }
    }
    return type ? "there is no such message" : "a message needs a type";
}

// What was done before, or needed no change, waits for the newest change like everything that is
// told; but when that is lost, this is not undone by it. So it does not look like an
// acknowledgement of the change (hub_outbox.c): nothing is said, and the page asks again.
static void ack_again(room *r, const viewer *v, int64_t a) {
    char text[64];
    int n = snprintf(text, sizeof text, "{\"a\":%" PRId64 ",\"t\":\"ack\"}", a);
    bytes *b = bytes_new(text, (size_t)n);
    if (b) {
        r->host->be_sure(r->host->self, r);
        r->host->send(r->host->self, r, v->conn, b);
    }
    bytes_drop(b);
}

void room_message(room *r, viewer *v, const json_t *m, uint64_t now_ms) {
    room_act act = {.now_ms = now_ms, .a = json_in_int(m, "a", 1, (int64_t)1 << 52, 0)};
    // Watchers change nothing, and must not push players' numbers out.
    room_series *series = act.a && room_seats_of(r, v->user) ? room_series_of(r, v, now_ms) : NULL;
    uint64_t before = r->seq;
    if (series && room_series_has(series, (uint64_t)act.a)) {
        ack_again(r, v, act.a);
        return;
    }
    const char *problem = do_act(r, v, m, &act);
    if (problem) {
        room_refuse(r, v, act.a, problem);
        return;
    }
    if (series && !act.answered) {
        room_series_note(series, (uint64_t)act.a);
    }
    if (act.a && !act.answered) {
        (r->seq == before ? ack_again : room_ack)(r, v, act.a);
    }
}
