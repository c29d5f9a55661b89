// SPDX-License-Identifier: MIT
// Conditional moves: what somebody will answer to what the others may play.
//
// A plan is a few lines of moves that begin with the next ply: theirs, mine, theirs, mine. As long
// as what is played follows one of them, the answers in it are played at once. A plan names the ply
// it begins with and is never rewritten, so that following it needs no memory; it is forgotten when
// the game leaves it. Only where nothing is hidden and nothing drawn: else a plan could not know
// what it answers.
//
// A plan is read as moves are: what somebody types is played through on a copy, what cannot be
// played is refused with the reason, and kept is how the game itself writes those moves.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/json_in.h"
#include "server/room.h"

enum { LINES = 8, MOVES = 24 };

static const char *lines_problem(const json_t *lines) {
    if (!json_is_array(lines) || json_array_size(lines) > LINES) {
        return "a plan has up to eight lines";
    }
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const json_t *line = json_array_get(lines, i);
        if (!json_is_array(line) || json_array_size(line) < 2 || json_array_size(line) > MOVES) {
            return "a line of a plan has 2 to 24 moves";
        }
        for (size_t k = 0; k < json_array_size(line); k++) {
            const char *text = json_string_value(json_array_get(line, k));
            if (!text || !*text || strlen(text) >= TSR_MOVE_TEXT_MAX) {
                return "that is not a move";
            }
        }
    }
    return NULL;
}

void room_plan_clear(room *r, int seat) {
    free(r->seat[seat].plan);
    r->seat[seat].plan = NULL;
}

// --- Reading -----------------------------------------------------------------

// Whose move the next one in a line is, or -1 with the reason.
static int mover_in(const room *r, const void *state, room_act *act) {
    uint32_t turn = tsr_turn(r->entry->rules, state) & ((1u << r->players) - 1);
    if (turn && !(turn & (turn - 1))) {
        return __builtin_ctz(turn);
    }
    (void)snprintf(act->why, sizeof act->why,
                   turn ? "simultaneous decisions cannot be planned"
                        : "a line goes on after the end of the game");
    return -1;
}

// Plays one move of a line on `state` and adds it to `out` as the game writes it; 0 with the
// reason.
static int read_planned(room *r, void *state, const char *text, int who, json_t *out,
                        room_act *act) {
    const tsr_rules *rules = r->entry->rules;
    char written[TSR_MOVE_TEXT_MAX], why[400];
    tsr_move move;
    tsr_line line;
    if (tsr_move_read(rules, state, who, text, &move, &line) != TSR_OK ||
        tsr_why_not(rules, state, who, move, &line) != 0) {
        tsr_line_text(rules, &line, tsr_match_names(r->match), why, sizeof why);
        (void)snprintf(act->why, sizeof act->why, "\"%.80s\" in a line: %s", text, why);
        return 0;
    }
    tsr_move_text(rules, state, who, move, written, sizeof written);
    tsr_play(rules, state, who, move);
    return json_array_append_new(out, json_string(written)) == 0;
}

// New, NULL with the reason.
static json_t *read_line(room *r, int seat, const json_t *line, room_act *act) {
    void *state = r->host->walk;
    int answers = 0;
    json_t *out = json_pack("[]");
    tsr_match_state_at(r->match, tsr_match_ply_count(r->match), state);
    for (size_t k = 0; out && k < json_array_size(line); k++) {
        const char *text = json_string_value(json_array_get(line, k));
        int who = mover_in(r, state, act);
        answers += who == seat;
        if (who < 0 || !read_planned(r, state, text, who, out, act)) {
            json_decref(out);
            return NULL;
        }
    }
    if (!answers) {
        (void)snprintf(act->why, sizeof act->why, "a line has no answer of yours");
        json_decref(out);
        return NULL;
    }
    return out;
}

static json_t *read_lines(room *r, int seat, const json_t *lines, room_act *act) {
    json_t *out = json_pack("[]");
    for (size_t i = 0; out && i < json_array_size(lines); i++) {
        json_t *line = read_line(r, seat, json_array_get(lines, i), act);
        if (!line || json_array_append_new(out, line) != 0) {
            json_decref(out);
            return NULL;
        }
    }
    return out;
}

// --- Telling -----------------------------------------------------------------

void room_add_plan(buffer *b, const room *r, int seat) {
    const room_seat *s = &r->seat[seat];
    buffer_addf(b, "\"seat\":%d,\"ply\":%d,\"lines\":%s", seat, s->plan ? s->plan_ply : 0,
                s->plan ? s->plan : "[]");
}

// Whoever has the seat is told what is planned for it now, and nobody else.
void room_tell_plan(room *r, int seat) {
    buffer b;
    buffer_init(&b, NULL);
    buffer_add_text(&b, "{\"t\":\"plan\",");
    room_add_plan(&b, r, seat);
    buffer_add_text(&b, "}");
    bytes *message = b.failed ? NULL : bytes_new(buffer_text(&b), b.size);
    for (viewer *v = r->viewers; v; v = v->next) {
        if (room_is_own(r, v, seat)) {
            r->host->send(r->host->self, r, v->conn, message);
        }
    }
    bytes_drop(message);
    buffer_deinit(&b);
}

// --- Making and following ----------------------------------------------------

// Keeps what was read; NULL, or why not.
static const char *keep(room *r, int seat, int ply, const json_t *lines) {
    char *text = json_array_size(lines) ? json_dumps(lines, JSON_COMPACT) : NULL;
    if (json_array_size(lines) && (!text || strlen(text) > LIMIT_FRAME)) {
        free(text);
        return "that plan is too long";
    }
    room_plan_clear(r, seat);
    r->seat[seat].plan = text;
    r->seat[seat].plan_ply = ply;
    room_store(r, NULL, 1);
    room_tell_plan(r, seat);
    return NULL;
}

// {"seat","ply","lines":[["e7e5","g1f3"],...]}: without lines the plan is given up.
const char *room_act_plan(room *r, viewer *v, const json_t *m, room_act *act) {
    int seat = (int)json_in_int(m, "seat", 0, TSR_MAX_PLAYERS - 1, -1);
    int ply = (int)json_in_int(m, "ply", 1, INT32_MAX, -1);
    const json_t *lines = json_object_get(m, "lines");
    const char *problem = room_seat_problem(r, v, seat);
    problem = problem || !lines ? problem : lines_problem(lines);
    if (problem) {
        return problem;
    }
    if (r->entry->rules->g.flags & (TSR_HAS_HIDDEN | TSR_HAS_CHANCE)) {
        return "a game with secrets or luck cannot be planned ahead";
    }
    if (lines && ply != tsr_match_ply_count(r->match) + 1) {
        return "the game has moved on meanwhile";
    }
    if (tsr_match_waiting(r->match) >> seat & 1u) {
        return "it is your turn: just move";
    }
    (void)snprintf(act->why, sizeof act->why, "the server is out of memory");
    json_t *read = read_lines(r, seat, lines, act);
    problem = read ? keep(r, seat, ply, read) : act->why;
    json_decref(read);
    return problem;
}
