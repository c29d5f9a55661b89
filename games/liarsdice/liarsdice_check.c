// SPDX-License-Identifier: MIT
//
// Liar's Dice: which positions are sound.

#include <string.h>

#include "liarsdice/liarsdice.h"

// `n` dice in order, all thrown, all hidden or none thrown, and nothing behind them.
static int is_good_row(const uint8_t *dice, int n) {
    for (int i = 0; i < LIARS_MOST; i++) {
        int after = i ? dice[i - 1] : dice[0];
        if (i >= n ? dice[i] != 0
                   : dice[i] > LIARS_UNKNOWN || dice[i] < after || !dice[i] != !dice[0] ||
                         (dice[i] == LIARS_UNKNOWN) != (dice[0] == LIARS_UNKNOWN)) {
            return 0;
        }
    }
    return 1;
}

// Dice are thrown in the order of seats, and only while players are left.
static int are_good_dice(const tsr_rules *r, const liars *s, int who) {
    int roller = liars_roller(r, s), thrown = s->dice[who][0] != 0;
    int expected = s->phase == LIARS_BIDDING || (s->phase == LIARS_ROLLING && who < roller);
    return s->left[who] <= (who < r->players ? r->opt[LIARS_OPT_DICE] : 0) &&
           is_good_row(s->dice[who], s->left[who]) && (!s->left[who] || thrown == expected) &&
           (s->place[who] != 0) == (who < r->players && !s->left[who]);
}

static int is_good_bid(const tsr_rules *r, const liars *s) {
    const liars_bid *b = &s->bid;
    if (!b->count) {
        return !b->face && !b->by;
    }
    return s->phase == LIARS_BIDDING && b->count <= liars_total(s) && b->face >= 1 &&
           b->face <= LIARS_FACES && b->by < r->players && b->by != s->player && s->left[b->by];
}

// There was a last round unless this is the first, and it was shown to all: a bid and a call.
static int is_good_last(const tsr_rules *r, const liars *s) {
    static const liars none;
    const liars_bid *b = &s->last;
    int shown = 0;
    if (!s->rounds) {
        return !memcmp(b, &none.last, sizeof *b) && !s->called && !s->caller &&
               !memcmp(s->shown, none.shown, sizeof s->shown);
    }
    for (int who = 0; who < LIARS_SEATS; who++) {
        int n = 0;
        while (n < LIARS_MOST && s->shown[who][n] && s->shown[who][n] <= LIARS_FACES) {
            n++;
        }
        if (!is_good_row(s->shown[who], n) || (n && who >= r->players)) {
            return 0;
        }
        shown += n;
    }
    return b->count >= 1 && b->count <= shown && b->face >= 1 && b->face <= LIARS_FACES &&
           b->by < r->players && s->caller < r->players && b->by != s->caller &&
           (s->called == LIARS_LIAR || (s->called == LIARS_EXACT && r->opt[LIARS_OPT_EXACT]));
}

// Places are behind those who are in, and each is right for how many had left before.
static int are_good_places(const tsr_rules *r, const liars *s) {
    for (int who = 0; who < r->players; who++) {
        int better = 0;
        for (int other = 0; other < r->players; other++) {
            better += !s->place[other] || s->place[other] < s->place[who];
        }
        if (s->place[who] && s->place[who] != better + 1) {
            return 0;
        }
    }
    return 1;
}

static int is_good_turn(const tsr_rules *r, const liars *s) {
    int in = 0, lost = r->players * r->opt[LIARS_OPT_DICE] - liars_total(s);
    for (int who = 0; who < r->players; who++) {
        in += s->left[who] > 0;
    }
    return in > 0 && s->left[s->player] && (s->phase == LIARS_OVER) == (in == 1) &&
           (s->phase == LIARS_ROLLING) == (liars_roller(r, s) >= 0) && s->rounds <= lost &&
           (s->rounds || !lost) && (r->opt[LIARS_OPT_EXACT] || s->rounds == lost) && !s->pad;
}

int liars_check(const tsr_rules *r, const void *p, tsr_line *out) {
    const liars *s = p;
    if (s->phase > LIARS_OVER || s->player >= r->players) {
        return tsr_say(out, BAD_TURN);
    }
    for (int who = 0; who < LIARS_SEATS; who++) {
        if (!are_good_dice(r, s, who)) {
            return tsr_say(out, BAD_DICE, TSR_INT(who + 1));
        }
    }
    return tsr_say(out, !is_good_turn(r, s) || !are_good_places(r, s) ? BAD_TURN
                        : !is_good_bid(r, s)                          ? BAD_BID
                        : !is_good_last(r, s)                         ? BAD_LAST
                                                                      : 0);
}
