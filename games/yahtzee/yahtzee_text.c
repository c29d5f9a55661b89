// SPDX-License-Identifier: MIT
//
// Yahtzee: moves and positions as text, and which positions are sound. A position is a sheet for each player, with
// - for open boxes and behind + the number of further Yahtzees; then whose turn it is, how many throws were made, and
// the dice, where a dot is one to be thrown:
//
//     3,-,9,-,-,-,-,-,-,-,-,-,-+0/-,4,-,-,-,-,-,-,-,-,-,-,-+0 player 2 throw 1 dice ..344

#include <string.h>

#include <tessera/text.h>

#include "yahtzee/yahtzee.h"

// --- Moves -------------------------------------------------------------------

static void put_dice(tsr_out *o, tsr_move m, const char *between) {
    for (int i = 0; i < YAHTZEE_DICE && tsr_move_byte(m, i + 1); i++) {
        tsr_put(o, i ? between : "");
        tsr_put_int(o, tsr_move_byte(m, i + 1));
    }
}

int yahtzee_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf,
                      size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int kind = tsr_move_byte(m, 0), first = tsr_move_byte(m, 1);
    if (kind == YAHTZEE_FILL) {
        tsr_put(&o, yahtzee_boxes[(first - 1) % YAHTZEE_BOXES]);
    } else if (kind == YAHTZEE_KEEP) {
        tsr_put(&o, first ? "keep " : "keep none");
        put_dice(&o, m, " ");
    } else {
        put_dice(&o, m, "");
    }
    return tsr_out_end(&o);
}

int yahtzee_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out) {
    int n = 0;
    if (tsr_move_byte(m, 0) == YAHTZEE_FILL) {
        out[0] = (uint32_t)(YAHTZEE_ACT_BOX + tsr_move_byte(m, 1) - 1);
        return 1;
    }
    for (; n < YAHTZEE_DICE && tsr_move_byte(m, n + 1); n++) {
        out[n] = (uint32_t)(tsr_move_byte(m, n + 1) - 1);
    }
    out[n] = YAHTZEE_ACT_THROW;
    return n + 1;
}

int yahtzee_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap) {
    if (number < YAHTZEE_ACT_THROW) {
        return snprintf(buf, cap, "keep %u", number + 1);
    }
    return snprintf(buf, cap, "%s",
                    number == YAHTZEE_ACT_THROW
                        ? "throw"
                        : yahtzee_boxes[(number - YAHTZEE_ACT_BOX) % YAHTZEE_BOXES]);
}

// --- Positions ---------------------------------------------------------------

static void put_sheet(tsr_out *o, const yahtzee *s, int who) {
    for (int i = 0; i < YAHTZEE_BOXES; i++) {
        tsr_put(o, i ? "," : "");
        if (s->box[who][i] == YAHTZEE_OPEN) {
            tsr_put_char(o, '-');
        } else {
            tsr_put_int(o, s->box[who][i]);
        }
    }
    tsr_putf(o, "+%d", s->extra[who]);
}

int yahtzee_text(const tsr_rules *r, const void *p, char *buf, size_t cap) {
    const yahtzee *s = p;
    tsr_out o = tsr_out_to(buf, cap);
    for (int who = 0; who < r->players; who++) {
        tsr_put(&o, who ? "/" : "");
        put_sheet(&o, s, who);
    }
    if (!s->over) {
        tsr_putf(&o, " player %d throw %d dice ", s->player + 1, s->throws);
        for (int i = 0; i < YAHTZEE_DICE; i++) {
            tsr_put_char(&o, s->dice[i] ? (char)('0' + s->dice[i]) : '.');
        }
    }
    return tsr_out_end(&o);
}

static int take_sheet(tsr_in *in, yahtzee *s, int who) {
    int64_t n = 0;
    for (int i = 0; i < YAHTZEE_BOXES; i++) {
        if (i && !tsr_take_char(in, ',')) {
            return 0;
        }
        if (tsr_take_char(in, '-')) {
            s->box[who][i] = YAHTZEE_OPEN;
        } else if (tsr_take_int(in, 0, 50, &n)) {
            s->box[who][i] = (int8_t)n;
        } else {
            return 0;
        }
    }
    if (!tsr_take_char(in, '+') || !tsr_take_int(in, 0, YAHTZEE_BOXES, &n)) {
        return 0;
    }
    s->extra[who] = (uint8_t)n;
    return 1;
}

static int take_dice(tsr_in *in, yahtzee *s) {
    for (int i = 0; i < YAHTZEE_DICE; i++) {
        int is_face = *in->at >= '1' && *in->at <= '6';
        if (!is_face && *in->at != '.') {
            return 0;
        }
        s->rolling |= (uint8_t)!is_face;
        s->dice[i] = (uint8_t)(is_face ? *in->at - '0' : 0);
        in->at++;
    }
    return 1;
}

static int take_all(const tsr_rules *r, tsr_in *in, yahtzee *s) {
    int64_t player = 1, throws = 0;
    for (int who = 0; who < r->players; who++) {
        if ((who && !tsr_take_char(in, '/')) || !take_sheet(in, s, who)) {
            return 0;
        }
    }
    s->over = (uint8_t)tsr_at_end(in);
    if (!s->over && (!tsr_take(in, " player ") || !tsr_take_int(in, 1, r->players, &player) ||
                     !tsr_take(in, " throw ") || !tsr_take_int(in, 0, YAHTZEE_THROWS, &throws) ||
                     !tsr_take(in, " dice ") || !take_dice(in, s))) {
        return 0;
    }
    s->player = (uint8_t)(player - 1);
    s->throws = (uint8_t)throws;
    return tsr_at_end(in);
}

tsr_err yahtzee_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    tsr_in in = tsr_in_from(t);
    yahtzee s = {0};
    if (!take_all(r, &in, &s)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "a position is a sheet for each player, the turn and the dice");
    }
    if (yahtzee_check(r, &s, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "the sheets, the turn and the dice do not fit");
    }
    *(yahtzee *)out = s;
    return TSR_OK;
}

// --- Soundness ---------------------------------------------------------------

static int is_good_box(int box, int n) {
    switch (box) {
    case YAHTZEE_TRIO:
    case YAHTZEE_QUARTET: return n == 0 || (n >= 5 && n <= 30);
    case YAHTZEE_HOUSE: return n == 0 || n == 25;
    case YAHTZEE_SMALL: return n == 0 || n == 30;
    case YAHTZEE_LARGE: return n == 0 || n == 40;
    case YAHTZEE_FIVE: return n == 0 || n == 50;
    case YAHTZEE_CHANCE: return n >= 5 && n <= 30;
    default: return n >= 0 && n <= 5 * (box + 1) && n % (box + 1) == 0;
    }
}

// Each further Yahtzee has filled a box, and none comes before the first.
static int is_good_extra(const yahtzee *s, int who) {
    int later = yahtzee_filled(s, who) - 1;
    return s->extra[who] == 0 || (s->box[who][YAHTZEE_FIVE] == 50 && s->extra[who] <= later);
}

// Zeros are dice to be thrown, at the beginning of a turn all of them.
static int are_good_dice(const yahtzee *s) {
    int zeros = s->dice[0] == 0;
    for (int i = 1; i < YAHTZEE_DICE; i++) {
        zeros += s->dice[i] == 0;
        if (s->dice[i] < s->dice[i - 1]) {
            return 0;
        }
    }
    return s->dice[YAHTZEE_DICE - 1] <= YAHTZEE_FACES && s->rolling == (zeros > 0 && !s->over) &&
           (s->throws || zeros == YAHTZEE_DICE) && (!s->rolling || s->throws < YAHTZEE_THROWS) &&
           (!s->over || zeros == YAHTZEE_DICE);
}

// Those who played in this round have one box more.
static int is_good_turn(const tsr_rules *r, const yahtzee *s) {
    int filled = yahtzee_filled(s, s->player);
    for (int who = 0; who < r->players; who++) {
        if (yahtzee_filled(s, who) != filled + (who < s->player)) {
            return 0;
        }
    }
    return s->over == (filled == YAHTZEE_BOXES) && (!s->over || (s->throws == 0 && !s->player));
}

static int is_blank(const tsr_rules *r, const yahtzee *s) {
    static const yahtzee none;
    int from = r->players;
    return !memcmp(s->box[from], none.box, sizeof none.box - (size_t)from * YAHTZEE_BOXES) &&
           !memcmp(s->extra + from, none.extra, sizeof none.extra - (size_t)from) &&
           !memcmp(s->pad, none.pad, sizeof none.pad);
}

int yahtzee_check(const tsr_rules *r, const void *p, tsr_line *out) {
    const yahtzee *s = p;
    if (s->player >= r->players || s->throws > YAHTZEE_THROWS || s->rolling > 1 || s->over > 1) {
        return tsr_say(out, BAD_TURN);
    }
    for (int i = 0; i < r->players * YAHTZEE_BOXES; i++) {
        int box = i % YAHTZEE_BOXES, n = s->box[i / YAHTZEE_BOXES][box];
        if (n != YAHTZEE_OPEN && !is_good_box(box, n)) {
            return tsr_say(out, BAD_BOX, TSR_NAME(box));
        }
    }
    for (int who = 0; who < r->players; who++) {
        if (!is_good_extra(s, who)) {
            return tsr_say(out, BAD_BOX, TSR_NAME(YAHTZEE_FIVE));
        }
    }
    return tsr_say(out, !is_good_turn(r, s) || !is_blank(r, s) ? BAD_TURN
                        : are_good_dice(s)                     ? 0
                                                               : BAD_DICE);
}
