// SPDX-License-Identifier: MIT
//
// Can't Stop: moves and positions as text, and which positions are sound. A position is a line of heights for
// each player, then the runners if there are any, the dice if they are to be paired, and the turn:
//
//     0,0,3,0,2,0,0,0,0,0,0/0,0,0,0,0,4,0,0,0,0,0 run 0,0,4,0,0,0,0,0,0,0,0 player 1 turn 12 decides

#include <string.h>

#include <tessera/text.h>

#include "cantstop/cantstop.h"

int cantstop_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf,
                       size_t cap) {
    int a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    switch (tsr_move_byte(m, 0)) {
    case CANTSTOP_THROW:
        return snprintf(buf, cap, "%d%d%d%d", a, b, tsr_move_byte(m, 3), tsr_move_byte(m, 4));
    case CANTSTOP_ADVANCE:
        return b ? snprintf(buf, cap, "%d %d", a, b) : snprintf(buf, cap, "%d", a);
    case CANTSTOP_ROLL: return snprintf(buf, cap, "roll");
    default: return snprintf(buf, cap, "stop");
    }
}

int cantstop_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out) {
    int kind = tsr_move_byte(m, 0), a = tsr_move_byte(m, 1) - 2, b = tsr_move_byte(m, 2) - 2;
    int pair = b < 0 ? a : CANTSTOP_PAIRS + a * CANTSTOP_COLUMNS + b;
    *out = (uint32_t)(kind == CANTSTOP_ADVANCE ? pair
                      : kind == CANTSTOP_ROLL  ? CANTSTOP_ACTIONS - 2
                                               : CANTSTOP_ACTIONS - 1);
    return 1;
}

int cantstop_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap) {
    int pair = (int)number - CANTSTOP_PAIRS;
    int a = pair < 0 ? (int)number : pair / CANTSTOP_COLUMNS, b = pair % CANTSTOP_COLUMNS;
    tsr_move m = number == CANTSTOP_ACTIONS - 2 ? CANTSTOP_ROLL
                 : number == CANTSTOP_ACTIONS - 1
                     ? CANTSTOP_STOP
                     : tsr_move_of(CANTSTOP_ADVANCE, a + 2, pair < 0 ? 0 : b + 2, 0, 0);
    return cantstop_move_text(r, NULL, 0, m, buf, cap);
}

static void put_heights(tsr_out *o, const uint8_t *height) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        tsr_put(o, c ? "," : "");
        tsr_put_int(o, height[c]);
    }
}

static int has_runners(const cantstop *s) {
    static const uint8_t none[CANTSTOP_COLUMNS];
    return memcmp(s->run, none, sizeof none) != 0;
}

int cantstop_text(const tsr_rules *r, const void *p, char *buf, size_t cap) {
    const cantstop *s = p;
    tsr_out o = tsr_out_to(buf, cap);
    for (int who = 0; who < r->players; who++) {
        tsr_put(&o, who ? "/" : "");
        put_heights(&o, s->place[who]);
    }
    if (has_runners(s)) {
        tsr_put(&o, " run ");
        put_heights(&o, s->run);
    }
    if (s->phase == CANTSTOP_CHOOSING) {
        tsr_putf(&o, " dice %d%d%d%d", s->dice[0], s->dice[1], s->dice[2], s->dice[3]);
    }
    tsr_putf(&o, " player %d turn %d", s->player + 1, s->turns + 1);
    tsr_put(&o, s->over ? " over" : s->phase == CANTSTOP_DECIDING ? " decides" : "");
    return tsr_out_end(&o);
}

static int take_heights(tsr_in *in, uint8_t *out) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        int64_t height;
        if ((c && !tsr_take_char(in, ',')) || !tsr_take_int(in, 0, cantstop_height(c), &height)) {
            return 0;
        }
        out[c] = (uint8_t)height;
    }
    return 1;
}

static int take_dice(tsr_in *in, cantstop *s) {
    for (int i = 0; i < CANTSTOP_DICE; i++) {
        if (*in->at < '1' || *in->at > '6') {
            return 0;
        }
        s->dice[i] = (uint8_t)(*in->at++ - '0');
    }
    s->phase = CANTSTOP_CHOOSING;
    return 1;
}

static int take_all(const tsr_rules *r, tsr_in *in, cantstop *s) {
    int64_t player, number;
    for (int who = 0; who < r->players; who++) {
        if ((who && !tsr_take_char(in, '/')) || !take_heights(in, s->place[who])) {
            return 0;
        }
    }
    if ((tsr_take(in, " run ") && !take_heights(in, s->run)) ||
        (tsr_take(in, " dice ") && !take_dice(in, s)) || !tsr_take(in, " player ") ||
        !tsr_take_int(in, 1, r->players, &player) || !tsr_take(in, " turn ") ||
        !tsr_take_int(in, 1, CANTSTOP_TURNS + 1, &number)) {
        return 0;
    }
    s->player = (uint8_t)(player - 1);
    s->turns = (uint16_t)(number - 1);
    s->over = (uint8_t)tsr_take(in, " over");
    if (!s->over && s->phase == CANTSTOP_ROLLING && tsr_take(in, " decides")) {
        s->phase = CANTSTOP_DECIDING;
    }
    return tsr_at_end(in);
}

tsr_err cantstop_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    tsr_in in = tsr_in_from(t);
    cantstop s = {0};
    if (!take_all(r, &in, &s)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "a position is heights of all players, runners, dice and the turn");
    }
    if (cantstop_check(r, &s, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "the markers, the runners and the turn do not fit");
    }
    *(cantstop *)out = s;
    return TSR_OK;
}

// --- Soundness ---------------------------------------------------------------

static int is_good_column(const tsr_rules *r, const cantstop *s, int c) {
    int tops = 0;
    for (int who = 0; who < CANTSTOP_SEATS; who++) {
        tops += s->place[who][c] == cantstop_height(c);
        if (s->place[who][c] > (who < r->players ? cantstop_height(c) : 0)) {
            return 0;
        }
    }
    return tops <= 1;
}

static int is_good_runner(const cantstop *s, int c) {
    return !s->run[c] || (!s->over && s->run[c] <= cantstop_height(c) &&
                          s->run[c] > s->place[s->player][c] && !cantstop_is_closed(s, c));
}

static int are_good_dice(const cantstop *s) {
    cantstop_choice found[CANTSTOP_CHOICES];
    int before = 1;
    if (s->phase != CANTSTOP_CHOOSING) {
        return !s->dice[0] && !s->dice[1] && !s->dice[2] && !s->dice[3];
    }
    for (int i = 0; i < CANTSTOP_DICE; i++) {
        if (s->dice[i] < before || s->dice[i] > 6) {
            return 0;
        }
        before = s->dice[i];
    }
    return cantstop_choices(s, found) > 0;
}

static int is_good_turn(const tsr_rules *r, const cantstop *s) {
    int runners = 0, over = s->turns == CANTSTOP_TURNS;
    for (int who = 0; who < r->players; who++) {
        int won = cantstop_won(s, who) >= CANTSTOP_GOAL;
        over |= won && who == s->player && s->phase == CANTSTOP_ROLLING;
        if (won && who != s->player) {
            return 0;
        }
    }
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        runners += s->run[c] != 0;
    }
    return s->turns <= CANTSTOP_TURNS && s->over == over && runners <= CANTSTOP_RUNNERS &&
           (!s->over || s->phase == CANTSTOP_ROLLING) &&
           (s->over || cantstop_won(s, s->player) < CANTSTOP_GOAL) &&
           (s->phase != CANTSTOP_DECIDING || runners > 0);
}

int cantstop_check(const tsr_rules *r, const void *p, tsr_line *out) {
    const cantstop *s = p;
    if (s->player >= r->players || s->phase > CANTSTOP_DECIDING || s->over > 1) {
        return tsr_say(out, BAD_TURN);
    }
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        if (!is_good_column(r, s, c)) {
            return tsr_say(out, BAD_PLACE, TSR_INT(c + 2));
        }
        if (!is_good_runner(s, c)) {
            return tsr_say(out, BAD_RUNNER, TSR_INT(c + 2));
        }
    }
    return tsr_say(out, !is_good_turn(r, s) ? BAD_TURN : are_good_dice(s) ? 0 : BAD_DICE);
}
