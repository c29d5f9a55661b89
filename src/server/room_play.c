// SPDX-License-Identifier: MIT
// What players do in a room: move, ask why not, step back, resign, talk.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "server/json_in.h"
#include "server/room.h"

// --- Doing a number only once ------------------------------------------------

static room_series *series_of(room *r, const viewer *v, uint64_t now_ms) {
    room_series *oldest = &r->series[0];
    for (int i = 0; i < KEEP_SESSIONS; i++) {
        room_series *s = &r->series[i];
        if (strcmp(s->session, v->session) == 0) {
            s->used_ms = now_ms;
            return s;
        }
        oldest = s->used_ms < oldest->used_ms ? s : oldest;
    }
    *oldest = (room_series){.used_ms = now_ms};
    memcpy(oldest->session, v->session, sizeof oldest->session);
    return oldest;
}

static int is_done(const room_series *s, uint64_t a) {
    if (a > s->highest) {
        return 0;
    }
    uint64_t back = s->highest - a;
    return back == 0 || back > 64 || (s->below >> (back - 1) & 1u);
}

static void note_done(room_series *s, uint64_t a) {
    if (a > s->highest) {
        uint64_t step = a - s->highest;
        s->below = step > 64 ? 0 : step == 64 ? 0 : s->below << step;
        if (s->highest && step <= 64) {
            s->below |= (uint64_t)1 << (step - 1);
        }
        s->highest = a;
    } else if (a < s->highest && s->highest - a <= 64) {
        s->below |= (uint64_t)1 << (s->highest - a - 1);
    }
}

// --- After a change ----------------------------------------------------------

void room_ask_bots(room *r) {
    uint32_t waiting = r->state == ROOM_LIVE ? tsr_match_waiting(r->match) : 0;
    for (int p = 0; p < r->players; p++) {
        room_seat *s = &r->seat[p];
        if ((waiting >> p & 1u) && s->kind == SEAT_BOT && !s->asked) {
            s->asked = ++r->questions;
            r->host->think(r->host->self, r, p);
        }
    }
}

static void finish(room *r, store_batch *b) {
    r->state = ROOM_OVER;
    r->end = tsr_match_end(r->match);
    tsr_match_result(r->match, r->result);
    room_offer_clear(r);
    r->host->ended(r->host->self, r, b);
}

void room_after(room *r, int from, int jump, uint64_t now_ms) {
    int moved = jump || tsr_match_ply_count(r->match) != from;
    int ends = r->state == ROOM_LIVE && tsr_match_end(r->match) != TSR_END_NONE;
    store_batch *b = ends ? store_batch_new() : NULL;
    r->updated = *r->host->wall_s;
    for (int p = 0; p < r->players && moved; p++) {
        r->seat[p].asked = 0;
    }
    if (ends) {
        finish(r, b);
    }
    room_store(r, b, ends);
    r->deadline_ms = r->state == ROOM_LIVE ? tsr_match_deadline(r->match) : UINT64_MAX;
    room_tell(r, from, jump, now_ms);
    if (ends) {
        room_tell_over(r);
    }
    if (moved || ends) {
        r->host->changed(r->host->self, r);
    }
    room_ask_bots(r);
}

void room_give_up(room *r, uint64_t now_ms) {
    r->state = ROOM_OVER;
    r->updated = *r->host->wall_s;
    room_store(r, NULL, 1);
    room_tell(r, 0, 1, now_ms);
    r->host->changed(r->host->self, r);
}

// --- Moves -------------------------------------------------------------------

static int is_own(const room *r, const viewer *v, int seat) {
    return seat >= 0 && seat < r->players && (room_seats_of(r, v->user) >> seat & 1u);
}

static const char *seat_problem(const room *r, const viewer *v, int seat) {
    if (!is_own(r, v, seat)) {
        return "that is not your seat";
    }
    if (r->state == ROOM_OPEN) {
        return "the match has not begun: seats are still open";
    }
    return r->state == ROOM_OVER ? "the match is over" : NULL;
}

// Whether ply number `ply` was this very move of this seat: then the page has sent it
// before and only the answer was lost.
static int was_made(room *r, int seat, int ply, const char *text) {
    char made[TSR_MOVE_TEXT_MAX];
    if (ply < 1 || ply > tsr_match_ply_count(r->match)) {
        return 0;
    }
    tsr_ply p = tsr_match_ply(r->match, ply - 1);
    if (p.who != seat) {
        return 0;
    }
    tsr_match_state_at(r->match, ply - 1, r->host->state);
    tsr_move_text(r->entry->rules, r->host->state, seat, p.move, made, sizeof made);
    return strcmp(made, text) == 0;
}

// Reads and tests a move on the mover's own view, so that no reason can tell more
// than the mover may know, and nothing wrong gets into the record.
static int read_move(room *r, int seat, const char *text, tsr_move *out, char *why, size_t cap) {
    const tsr_rules *rules = r->entry->rules;
    tsr_line line;
    tsr_match_view(r->match, seat, r->host->state);
    if (tsr_move_read(rules, r->host->state, seat, text, out, &line) == TSR_OK &&
        tsr_why_not(rules, r->host->state, seat, *out, &line) == 0) {
        return 1;
    }
    tsr_line_text(rules, &line, tsr_match_names(r->match), why, cap);
    return 0;
}

// NULL if done, else why not (in `why` or constant).
static const char *move(room *r, const viewer *v, const json_t *m, uint64_t now_ms, char *why,
                        size_t cap) {
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    int ply = (int)json_in_int(m, "ply", 1, INT32_MAX, -1);
    const char *text = json_in_text(m, "text");
    const char *problem = seat_problem(r, v, seat);
    int from = r->match ? tsr_match_ply_count(r->match) : 0;
    tsr_move chosen;
    tsr_answer answer;
    tsr_line line;
    if (!text || strlen(text) >= TSR_MOVE_TEXT_MAX) {
        return "that is no move";
    }
    if (r->match && ply <= from && is_own(r, v, seat) && was_made(r, seat, ply, text)) {
        return NULL;
    }
    if (problem) {
        return problem;
    }
    if (ply != from + 1) {
        return "the game has moved on meanwhile";
    }
    if (!read_move(r, seat, text, &chosen, why, cap)) {
        return why;
    }
    if (tsr_match_submit(r->match, seat, chosen, now_ms, &answer, &line) != TSR_OK) {
        return "the server is out of memory; please try again";
    }
    if (answer == TSR_ANSWER_NOT_TAKEN || answer == TSR_ANSWER_REFUSED) {
        tsr_line_text(r->entry->rules, &line, tsr_match_names(r->match), why, cap);
        return why;
    }
    r->host->moves++;
    if (r->offer.kind) {
        room_offer_clear(r);
    }
    return NULL;
}

// What is wrong with picking these items; always a sentence.
static const char *why_not(room *r, const viewer *v, const json_t *m, char *why, size_t cap) {
    const tsr_rules *rules = r->entry->rules;
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    const char *problem = seat_problem(r, v, seat);
    const json_t *list = json_object_get(m, "pick");
    uint32_t pick[16];
    int picks = 0;
    tsr_line line;
    if (problem) {
        return problem;
    }
    for (size_t i = 0; i < json_array_size(list) && picks < 16; i++) {
        pick[picks++] = (uint32_t)json_integer_value(json_array_get(list, i));
    }
    tsr_match_view(r->match, seat, r->host->state);
    tsr_move meant = rules->more.picked(rules, r->host->state, seat, pick, picks);
    if (meant && tsr_why_not(rules, r->host->state, seat, meant, &line) != 0) {
        tsr_line_text(rules, &line, tsr_match_names(r->match), why, cap);
        return why;
    }
    return "that cannot be picked now";
}

// --- Other acts --------------------------------------------------------------

static const char *show(room *r, viewer *v, const json_t *m, uint64_t now_ms) {
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    if (!is_own(r, v, seat)) {
        return "that is not your seat";
    }
    v->shown = seat;
    v->curtain = -1;
    room_place_eyes(r, v);
    room_send_ask(r, v, now_ms);
    return NULL;
}

static const char *undo(room *r, const viewer *v, const json_t *m, uint64_t now_ms) {
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    int ply = (int)json_in_int(m, "ply", 1, INT32_MAX, -1);
    const char *problem = seat_problem(r, v, seat);
    if (problem) {
        return problem;
    }
    int now = tsr_match_ply_count(r->match);
    if (ply >= 0 && ply != now + 1) {
        return ply == now + 2 ? NULL : "the game has moved on meanwhile";
    }
    if (tsr_match_take_back(r->match, seat) >= now) {
        return "there is nothing you may undo alone: something was drawn or shown since, or it is "
               "another player's turn";
    }
    if (tsr_match_back(r->match, now - 1, now_ms) != TSR_OK) {
        return "that cannot be undone";
    }
    room_offer_clear(r);
    room_after(r, now - 1, 1, now_ms);
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
    if (tsr_match_resign(r->match, seat, now_ms) != TSR_OK) {
        return "that is not possible now";
    }
    room_after(r, from, 0, now_ms);
    return NULL;
}

// With two seats, giving up ends the match; with more, the others play on and a bot
// takes the seat.
static const char *resign(room *r, const viewer *v, const json_t *m, uint64_t now_ms) {
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    const char *problem = seat_problem(r, v, seat);
    if (problem) {
        return problem;
    }
    if (r->players > 2) {
        hand_to_bot(r, seat, now_ms);
        return NULL;
    }
    return give_up(r, seat, now_ms);
}

// Whoever made a match that has not begun may think better of it.
static const char *cancel(room *r, const viewer *v, uint64_t now_ms) {
    if (r->state != ROOM_OPEN) {
        return "the match has begun: resign, or offer a draw";
    }
    if (v->user != r->owner) {
        return "only whoever made the match can give it up";
    }
    room_give_up(r, now_ms);
    return NULL;
}

// Somebody has been away for a minute while the others wait: a bot plays on. In a rated
// match of two, nobody would be there to be beaten: whoever left has lost.
static const char *claim(room *r, const viewer *v, const json_t *m, uint64_t now_ms) {
    enum { AWAY_MS = 60000 };
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    if (r->state != ROOM_LIVE || !room_seats_of(r, v->user)) {
        return "only players of a running match can do that";
    }
    if (seat < 0 || seat >= r->players || r->seat[seat].kind > SEAT_HERE) {
        return "nobody sits there who could be away";
    }
    if (r->seat[seat].present || now_ms - r->seat[seat].left_ms < AWAY_MS) {
        return "that player has not been away for a minute";
    }
    if (!(tsr_match_waiting(r->match) >> seat & 1u)) {
        return "nobody waits for that player now";
    }
    if (r->rated && r->players == 2) {
        return give_up(r, seat, now_ms);
    }
    hand_to_bot(r, seat, now_ms);
    return NULL;
}

static const char *chat(room *r, viewer *v, const json_t *m, uint64_t now_ms) {
    const char *words = json_in_text(m, "text");
    uint32_t mine = room_seats_of(r, v->user);
    int letters = words ? json_in_letters(words) : -1;
    if (!mine) {
        return "only players can talk here";
    }
    if (letters < 1 || letters > LIMIT_CHAT) {
        return "a remark has 1 to 140 letters on one line";
    }
    if (!bucket_take(&v->rate, LIMIT_REMARKS, 20000, now_ms)) {
        return "you say very much; please wait a moment";
    }
    return room_say(r, v->shown < r->players ? v->shown : tsr_mover(mine), words);
}

static const char *offer(room *r, const viewer *v, const json_t *m, uint64_t now_ms) {
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
    return room_offer_make(r, seat, kind, now_ms);
}

// An earlier position, as this viewer saw it then; sent as the answer to number `a`.
static const char *look(room *r, const viewer *v, const json_t *m, int64_t a) {
    int ply = (int)json_in_int(m, "ply", 0, INT32_MAX, -1);
    if (!r->match || v->curtain >= 0) {
        return "there is nothing to look at now";
    }
    if (ply < 0 || ply > tsr_match_ply_count(r->match)) {
        return "there is no such move";
    }
    room_send_past(r, v, a, ply);
    return NULL;
}

// --- The door ----------------------------------------------------------------

static const char *act(room *r, viewer *v, const json_t *m, const char *type, uint64_t now_ms,
                       char *why, size_t cap) {
    if (strcmp(type, "move") == 0) {
        return move(r, v, m, now_ms, why, cap);
    }
    if (strcmp(type, "why") == 0) {
        return why_not(r, v, m, why, cap);
    }
    if (strcmp(type, "show") == 0) {
        return show(r, v, m, now_ms);
    }
    if (strcmp(type, "undo") == 0) {
        return undo(r, v, m, now_ms);
    }
    if (strcmp(type, "resign") == 0) {
        return resign(r, v, m, now_ms);
    }
    if (strcmp(type, "claim") == 0) {
        return claim(r, v, m, now_ms);
    }
    if (strcmp(type, "cancel") == 0) {
        return cancel(r, v, now_ms);
    }
    if (strcmp(type, "chat") == 0) {
        return chat(r, v, m, now_ms);
    }
    if (strcmp(type, "offer") == 0) {
        return offer(r, v, m, now_ms);
    }
    if (strcmp(type, "answer") == 0) {
        return room_offer_answer(r, v->user, json_in_text(m, "kind"), json_in_true(m, "yes"),
                                 now_ms);
    }
    return "there is no such message";
}

void room_message(room *r, viewer *v, const json_t *m, uint64_t now_ms) {
    char why[512] = "";
    const char *type = json_in_text(m, "t");
    int64_t a = json_in_int(m, "a", 1, (int64_t)1 << 52, 0);
    // Watchers change nothing, and must not push players' numbers out.
    room_series *series = a && room_seats_of(r, v->user) ? series_of(r, v, now_ms) : NULL;
    if (series && is_done(series, (uint64_t)a)) {
        room_ack(r, v, a);
        return;
    }
    int is_move = type && strcmp(type, "move") == 0;
    int from = r->match ? tsr_match_ply_count(r->match) : 0;
    uint64_t moves = r->host->moves;
    if (type && strcmp(type, "look") == 0) {
        const char *blind = look(r, v, m, a);
        if (blind) {
            room_refuse(r, v, a, blind);
        }
        return;
    }
    const char *problem =
        type ? act(r, v, m, type, now_ms, why, sizeof why) : "a message needs a type";
    if (problem) {
        room_refuse(r, v, a, problem);
        return;
    }
    if (series) {
        note_done(series, (uint64_t)a);
    }
    if (is_move && r->host->moves != moves) {
        room_after(r, from, 0, now_ms);
    }
    if (a) {
        room_ack(r, v, a);
    }
}

void room_bot_answer(room *r, int seat, uint32_t asked, tsr_move chosen, int failed,
                     uint64_t now_ms) {
    if (r->state != ROOM_LIVE || r->seat[seat].asked != asked) {
        return; // the game has moved on meanwhile
    }
    int from = tsr_match_ply_count(r->match);
    tsr_answer answer;
    r->seat[seat].asked = 0;
    tsr_err e = failed ? tsr_match_fail(r->match, seat, now_ms, &answer)
                       : tsr_match_submit(r->match, seat, chosen, now_ms, &answer, NULL);
    if (!e) {
        r->host->moves++;
        room_offer_clear(r);
        room_after(r, from, 0, now_ms);
    }
}

void room_tick(room *r, uint64_t now_ms) {
    if (r->state != ROOM_LIVE || now_ms < r->deadline_ms) {
        return;
    }
    int from = tsr_match_ply_count(r->match);
    if (tsr_match_tick(r->match, now_ms) == TSR_OK) {
        room_after(r, from, 0, now_ms);
    }
    r->deadline_ms = r->state == ROOM_LIVE ? tsr_match_deadline(r->match) : UINT64_MAX;
}
