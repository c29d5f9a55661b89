// SPDX-License-Identifier: MIT
// Moves, and everything that follows one.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <tessera/text.h>

#include "server/json_in.h"
#include "server/room.h"

// --- After a change ----------------------------------------------------------

static void follow_plans(room *r, uint64_t now_ms); // whose moves have an after of their own

void room_ask_bots(room *r) {
    uint32_t waiting = r->state == ROOM_LIVE ? tsr_match_waiting(r->match) : 0;
    for (int p = 0; p < r->players; p++) {
        room_seat *s = &r->seat[p];
        if ((waiting >> p & 1u) && s->kind == SEAT_PERSON) {
            r->host->person_asked(r->host->self, r, p);
        }
        if ((waiting >> p & 1u) && s->kind == SEAT_BOT && !s->asked) {
            s->asked = ++r->questions;
            r->host->think(r->host->self, r, p);
        }
    }
}

void room_offer_clear(room *r) {
    if (r->offer.kind) {
        offer_kind kind = r->offer.kind;
        r->offer = (room_offer){0};
        room_tell_answer(r, kind, 0);
    }
}

static void finish(room *r, store_batch *b) {
    r->state = ROOM_OVER;
    r->end = tsr_match_end(r->match);
    tsr_match_result(r->match, r->result);
    room_offer_clear(r);
    r->host->ended(r->host->self, r, b);
}

// A record that has grown beyond all measure ends as a draw: nobody fills the disk alone.
static void end_if_endless(room *r, uint64_t now_ms) {
    if (r->size + r->lines.size > LIMIT_RECORD && tsr_match_end(r->match) == TSR_END_NONE) {
        (void)!tsr_match_agree_draw(r->match, room_time(r, now_ms));
    }
}

void room_after(room *r, int from, int jump, uint64_t now_ms) {
    end_if_endless(r, now_ms);
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
    room_clock_note(r, now_ms);
    room_late_note(r, jump, now_ms);
    room_tell(r, from, jump, now_ms);
    if (ends) {
        room_tell_over(r);
    }
    if (moved || ends) {
        r->host->changed(r->host->self, r);
    }
    room_ask_bots(r);
    if (moved && !jump) {
        follow_plans(r, now_ms);
    }
}

void room_give_up(room *r, uint64_t now_ms) {
    r->state = ROOM_OVER;
    r->updated = *r->host->wall_s;
    room_store(r, NULL, 1);
    room_tell(r, 0, 1, now_ms);
    r->host->changed(r->host->self, r);
}

// --- Moves -------------------------------------------------------------------

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
// than the mover may know.
static int read_move(room *r, int seat, const char *text, tsr_move *out, tsr_line *why) {
    const tsr_rules *rules = r->entry->rules;
    tsr_match_view(r->match, seat, r->host->state);
    return tsr_move_read(rules, r->host->state, seat, text, out, why) == TSR_OK &&
           tsr_why_not(rules, r->host->state, seat, *out, why) == 0;
}

// An attempt that was refused stands in the record, as it was sent, with the reason. Nobody else
// is told.
static const char *refuse(room *r, int seat, const char *text, const tsr_line *line,
                          room_act *act) {
    int from = tsr_match_ply_count(r->match);
    tsr_answer answer = TSR_ANSWER_NOT_TAKEN;
    tsr_line_text(r->entry->rules, line, tsr_match_names(r->match), act->why, sizeof act->why);
    if (r->size <= LIMIT_RECORD / 2 &&
        tsr_match_refuse(r->match, seat, text, line, room_time(r, act->now_ms), &answer) ==
            TSR_OK) {
        if (answer == TSR_ANSWER_REFUSED) {
            room_store(r, NULL, 0);
        } else if (answer != TSR_ANSWER_NOT_TAKEN) {
            room_after(r, from, 0, act->now_ms); // its clock had run out
        }
    }
    return act->why;
}

const char *room_act_move(room *r, viewer *v, const json_t *m, room_act *act) {
    char *why = act->why;
    size_t cap = sizeof act->why;
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    int ply = (int)json_in_int(m, "ply", 1, INT32_MAX, -1);
    const char *text = json_in_text(m, "text");
    const char *problem = room_seat_problem(r, v, seat);
    int from = r->match ? tsr_match_ply_count(r->match) : 0;
    tsr_move chosen;
    tsr_answer answer;
    tsr_line line;
    if (!text || strlen(text) >= TSR_MOVE_TEXT_MAX) {
        return "that is not a move";
    }
    if (r->match && ply <= from && room_is_own(r, v, seat) && was_made(r, seat, ply, text)) {
        return NULL;
    }
    if (problem) {
        return problem;
    }
    if (ply != from + 1) {
        return "the game has moved on meanwhile";
    }
    if (!read_move(r, seat, text, &chosen, &line)) {
        return refuse(r, seat, text, &line, act);
    }
    room_clock_credit(r, seat, act->now_ms);
    if (tsr_match_submit(r->match, seat, chosen, room_time(r, act->now_ms), &answer, &line) !=
        TSR_OK) {
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
    room_after(r, from, 0, act->now_ms);
    return NULL;
}

// What is wrong with picking these items; always a sentence.
const char *room_act_why(room *r, viewer *v, const json_t *m, room_act *act) {
    const tsr_rules *rules = r->entry->rules;
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    const char *problem = room_seat_problem(r, v, seat);
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
        char text[TSR_MOVE_TEXT_MAX];
        tsr_out o = tsr_out_to(text, sizeof text);
        tsr_put(&o, "pick");
        for (int i = 0; i < picks; i++) {
            tsr_putf(&o, " %u", (unsigned)pick[i]);
        }
        (void)tsr_out_end(&o);
        return refuse(r, seat, text, &line, act);
    }
    return "that cannot be picked now";
}

void room_bot_answer(room *r, int seat, uint32_t asked, tsr_move chosen, int failed,
                     uint64_t now_ms) {
    if (r->state != ROOM_LIVE || r->seat[seat].asked != asked) {
        return; // the game has moved on meanwhile
    }
    int from = tsr_match_ply_count(r->match);
    tsr_answer answer;
    r->seat[seat].asked = 0;
    tsr_err e = failed
                    ? tsr_match_fail(r->match, seat, room_time(r, now_ms), &answer)
                    : tsr_match_submit(r->match, seat, chosen, room_time(r, now_ms), &answer, NULL);
    if (!e) {
        r->host->moves++;
        room_offer_clear(r);
        room_after(r, from, 0, now_ms);
    }
}

// --- Answers that were planned ------------------------------------------------

static void ply_text(room *r, int index, char *out, size_t cap) {
    tsr_ply p = tsr_match_ply(r->match, index);
    tsr_match_state_at(r->match, index, r->host->state);
    tsr_move_text(r->entry->rules, r->host->state, p.who, p.move, out, cap);
}

// The answer a line has to what was played since the plan; NULL if the game has left it.
static const char *answer_in(room *r, const json_t *line, int from) {
    int made = tsr_match_ply_count(r->match) - from + 1;
    if (made < 1 || (size_t)made >= json_array_size(line)) {
        return NULL;
    }
    for (int i = 0; i < made; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        ply_text(r, from - 1 + i, text, sizeof text);
        if (strcmp(text, json_string_value(json_array_get(line, (size_t)i))) != 0) {
            return NULL;
        }
    }
    return json_string_value(json_array_get(line, (size_t)made));
}

// Plays what the seat has planned; whether it had.
static int follow(room *r, int seat, uint64_t now_ms) {
    json_t *lines = json_loads(r->seat[seat].plan, 0, NULL);
    viewer hand = {.user = r->seat[seat].user, .shown = TSR_WATCHER, .curtain = -1};
    room_act act = {.now_ms = now_ms};
    int done = 0;
    for (size_t i = 0; !done && i < json_array_size(lines); i++) {
        const char *text = answer_in(r, json_array_get(lines, i), r->seat[seat].plan_ply);
        json_t *m = text ? json_pack("{s:i,s:i,s:s}", "seat", seat, "ply",
                                     tsr_match_ply_count(r->match) + 1, "text", text)
                         : NULL;
        done = m && !room_act_move(r, &hand, m, &act);
        json_decref(m);
    }
    json_decref(lines);
    return done;
}

static void follow_plans(room *r, uint64_t now_ms) {
    for (int seat = 0; seat < r->players && r->state == ROOM_LIVE; seat++) {
        int asked = tsr_match_waiting(r->match) >> seat & 1u;
        if (asked && r->seat[seat].plan && r->seat[seat].kind == SEAT_PERSON &&
            !follow(r, seat, now_ms)) {
            room_plan_clear(r, seat); // the game has left it
            room_tell_plan(r, seat);
        }
    }
}
