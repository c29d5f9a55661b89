// SPDX-License-Identifier: MIT
//
// Liar's Dice: moves and positions as text, and which positions are sound. A position is the dice of each player, in
// order (a dot is one to be thrown, ? one that is hidden, -2 who is out in second place), who bids, the bid, the round,
// and how the last one ended:
//
//     1344/26 bid 2x4 by 1 player 2 round 7 last 13446/255 bid 3x5 by 2 liar by 1

#include <string.h>

#include <tessera/text.h>

#include "liarsdice/liarsdice.h"

// --- Moves -------------------------------------------------------------------

static int throw_text(tsr_move m, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    for (int i = 0; i < LIARS_MOST && tsr_move_byte(m, i + 1); i++) {
        tsr_put_int(&o, tsr_move_byte(m, i + 1));
    }
    return tsr_out_end(&o);
}

int liars_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap) {
    switch (tsr_move_byte(m, 0)) {
    case LIARS_THROW: return m & TSR_HIDDEN ? snprintf(buf, cap, "?") : throw_text(m, buf, cap);
    case LIARS_BID: return snprintf(buf, cap, "%dx%d", tsr_move_byte(m, 1), tsr_move_byte(m, 2));
    case LIARS_LIAR: return snprintf(buf, cap, "liar");
    default: return snprintf(buf, cap, "exact");
    }
}

// Bids that are too low are read, too, so that they can be refused with a reason.
tsr_err liars_move_parse(const tsr_rules *r, const void *p, int who, const char *text,
                         tsr_move *out) {
    tsr_in in = tsr_in_from(text);
    int64_t count, face;
    if (who == TSR_CHANCE) {
        return TSR_ERR_PARSE;
    }
    if (tsr_take(&in, "liar") || tsr_take(&in, "exact")) {
        *out = *text == 'l' ? LIARS_LIAR : LIARS_EXACT;
    } else if (tsr_take_int(&in, 1, UINT8_MAX, &count) && tsr_take_char(&in, 'x') &&
               tsr_take_int(&in, 1, LIARS_FACES, &face)) {
        *out = tsr_move_of(LIARS_BID, (int)count, (int)face, 0, 0);
    } else {
        return TSR_ERR_PARSE;
    }
    return tsr_at_end(&in) ? TSR_OK : TSR_ERR_PARSE;
}

int liars_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out) {
    int bid = (tsr_move_byte(m, 1) - 1) * LIARS_FACES + tsr_move_byte(m, 2) - 1;
    *out = (uint32_t)(m == LIARS_LIAR ? LIARS_ACT_LIAR : m == LIARS_EXACT ? LIARS_ACT_EXACT : bid);
    return 1;
}

int liars_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap) {
    tsr_move m = number == LIARS_ACT_LIAR    ? LIARS_LIAR
                 : number == LIARS_ACT_EXACT ? LIARS_EXACT
                                             : tsr_move_of(LIARS_BID, (int)number / LIARS_FACES + 1,
                                                           (int)number % LIARS_FACES + 1, 0, 0);
    return liars_move_text(r, NULL, 0, m, buf, cap);
}

// --- Positions ---------------------------------------------------------------

static void put_dice(tsr_out *o, const uint8_t *dice, int n) {
    for (int i = 0; i < n; i++) {
        tsr_put_char(o, dice[i] == LIARS_UNKNOWN ? '?' : dice[i] ? (char)('0' + dice[i]) : '.');
    }
}

static int dice_in(const uint8_t *dice) {
    int n = 0;
    while (n < LIARS_MOST && dice[n]) {
        n++;
    }
    return n;
}

static void put_bid(tsr_out *o, const liars_bid *bid) {
    if (bid->count) {
        tsr_putf(o, " bid %dx%d by %d", bid->count, bid->face, bid->by + 1);
    }
}

static void put_last(const tsr_rules *r, tsr_out *o, const liars *s) {
    tsr_put(o, " last ");
    for (int who = 0; who < r->players; who++) {
        tsr_put(o, who ? "/" : "");
        put_dice(o, s->shown[who], dice_in(s->shown[who]));
    }
    put_bid(o, &s->last);
    tsr_putf(o, " %s by %d", s->called == LIARS_LIAR ? "liar" : "exact", s->caller + 1);
}

int liars_text(const tsr_rules *r, const void *p, char *buf, size_t cap) {
    const liars *s = p;
    tsr_out o = tsr_out_to(buf, cap);
    for (int who = 0; who < r->players; who++) {
        tsr_put(&o, who ? "/" : "");
        put_dice(&o, s->dice[who], s->left[who]);
        if (s->place[who]) {
            tsr_putf(&o, "-%d", s->place[who]);
        }
    }
    put_bid(&o, &s->bid);
    tsr_putf(&o, " player %d round %d", s->player + 1, s->rounds + 1);
    if (s->called) {
        put_last(r, &o, s);
    }
    return tsr_out_end(&o);
}

// --- Reading -----------------------------------------------------------------

static int take_dice(tsr_in *in, uint8_t *dice) {
    static const char signs[] = ".123456?";
    int n = 0;
    for (const char *at; n < LIARS_MOST && *in->at && (at = strchr(signs, *in->at)); n++) {
        dice[n] = (uint8_t)(at - signs);
        in->at++;
    }
    return n;
}

static int take_seat(const tsr_rules *r, tsr_in *in, uint8_t *out) {
    int64_t who;
    int ok = tsr_take_int(in, 1, r->players, &who);
    *out = ok ? (uint8_t)(who - 1) : 0;
    return ok;
}

static int take_bid(const tsr_rules *r, tsr_in *in, liars_bid *bid) {
    int64_t count, face;
    if (!tsr_take(in, " bid ")) {
        return 1;
    }
    if (!tsr_take_int(in, 1, LIARS_SEATS * LIARS_MOST, &count) || !tsr_take_char(in, 'x') ||
        !tsr_take_int(in, 1, LIARS_FACES, &face) || !tsr_take(in, " by ")) {
        return 0;
    }
    bid->count = (uint8_t)count;
    bid->face = (uint8_t)face;
    return take_seat(r, in, &bid->by);
}

static int take_last(const tsr_rules *r, tsr_in *in, liars *s) {
    if (!tsr_take(in, " last ")) {
        return 1;
    }
    for (int who = 0; who < r->players; who++) {
        if (who && !tsr_take_char(in, '/')) {
            return 0;
        }
        (void)take_dice(in, s->shown[who]);
    }
    if (!take_bid(r, in, &s->last)) {
        return 0;
    }
    s->called = (uint8_t)(tsr_take(in, " liar by ")    ? LIARS_LIAR
                          : tsr_take(in, " exact by ") ? LIARS_EXACT
                                                       : 0);
    return s->called && take_seat(r, in, &s->caller);
}

static int take_players(const tsr_rules *r, tsr_in *in, liars *s) {
    for (int who = 0; who < r->players; who++) {
        int64_t place = 0;
        if (who && !tsr_take_char(in, '/')) {
            return 0;
        }
        s->left[who] = (uint8_t)take_dice(in, s->dice[who]);
        if (tsr_take_char(in, '-') && !tsr_take_int(in, 2, r->players, &place)) {
            return 0;
        }
        s->place[who] = (uint8_t)place;
    }
    return 1;
}

static int phase_of(const tsr_rules *r, const liars *s) {
    int in = 0;
    for (int who = 0; who < r->players; who++) {
        in += s->left[who] > 0;
    }
    return in < 2 ? LIARS_OVER : liars_roller(r, s) >= 0 ? LIARS_ROLLING : LIARS_BIDDING;
}

static int take_all(const tsr_rules *r, tsr_in *in, liars *s) {
    int64_t rounds = 0;
    if (!take_players(r, in, s) || !take_bid(r, in, &s->bid) || !tsr_take(in, " player ") ||
        !take_seat(r, in, &s->player) || !tsr_take(in, " round ") ||
        !tsr_take_int(in, 1, LIARS_SEATS * LIARS_MOST, &rounds) || !take_last(r, in, s)) {
        return 0;
    }
    s->rounds = (uint8_t)(rounds - 1);
    s->phase = (uint8_t)phase_of(r, s);
    return tsr_at_end(in);
}

tsr_err liars_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    tsr_in in = tsr_in_from(t);
    liars s = {0};
    if (!take_all(r, &in, &s)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "a position is the dice of all players, the bid and the turn");
    }
    if (liars_check(r, &s, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "the dice, the bids and the turn do not fit");
    }
    *(liars *)out = s;
    return TSR_OK;
}
