// SPDX-License-Identifier: MIT
//
// Liar's Dice: a round, from the throws to the call that ends it; what players see and what they may think is there.

#include <string.h>

#include "liarsdice/liarsdice.h"

int liars_total(const liars *s) {
    int n = 0;
    for (int who = 0; who < LIARS_SEATS; who++) {
        n += s->left[who];
    }
    return n;
}

int liars_roller(const tsr_rules *r, const liars *s) {
    for (int who = 0; who < r->players && s->phase == LIARS_ROLLING; who++) {
        if (s->left[who] && !s->dice[who][0]) {
            return who;
        }
    }
    return -1;
}

int liars_matches(const tsr_rules *r, const uint8_t (*dice)[LIARS_MOST], int face) {
    int n = 0;
    for (int i = 0; i < LIARS_SEATS * LIARS_MOST; i++) {
        int die = dice[i / LIARS_MOST][i % LIARS_MOST];
        n += die == face || (die == 1 && r->opt[LIARS_OPT_WILD]);
    }
    return n;
}

int liars_is_higher(const liars *s, int count, int face) {
    return count > s->bid.count || (count == s->bid.count && face > s->bid.face);
}

void liars_sort(uint8_t *dice, int n) {
    for (int i = 1; i < n; i++) {
        for (int k = i; k > 0 && dice[k] < dice[k - 1]; k--) {
            uint8_t die = dice[k];
            dice[k] = dice[k - 1];
            dice[k - 1] = die;
        }
    }
}

// --- A round -----------------------------------------------------------------

void liars_throw(const tsr_rules *r, liars *s, tsr_move m) {
    int who = liars_roller(r, s);
    for (int i = 0; i < s->left[who]; i++) {
        s->dice[who][i] = (uint8_t)tsr_move_byte(m, i + 1);
    }
    s->phase = liars_roller(r, s) < 0 ? LIARS_BIDDING : LIARS_ROLLING;
}

// Who leaves now shares the place behind those who stay.
static void send_out(const tsr_rules *r, liars *s) {
    int in = 0;
    for (int who = 0; who < r->players; who++) {
        in += s->left[who] > 0;
    }
    for (int who = 0; who < r->players; who++) {
        if (!s->left[who] && !s->place[who]) {
            s->place[who] = (uint8_t)(in + 1);
        }
    }
    s->phase = in > 1 ? LIARS_ROLLING : LIARS_OVER;
}

// Dice that are lost for a call; the first to bid in the next round is the one who lost, or after a right
// `exact` the caller.
static int settle(const tsr_rules *r, liars *s, int kind) {
    const liars *called = s;
    int found = liars_matches(r, called->dice, s->bid.face), caller = s->player;
    if (kind == LIARS_EXACT && found == s->bid.count) {
        for (int who = 0; who < r->players; who++) {
            s->left[who] = (uint8_t)(s->left[who] - (who != caller && s->left[who]));
        }
        return caller;
    }
    int loser = kind == LIARS_LIAR && found < s->bid.count ? s->bid.by : caller;
    s->left[loser]--;
    return loser;
}

static void keep_for_all_to_see(liars *s, int kind) {
    memcpy(s->shown, s->dice, sizeof s->shown);
    s->last = s->bid;
    s->called = (uint8_t)kind;
    s->caller = s->player;
}

void liars_call(const tsr_rules *r, liars *s, int kind) {
    keep_for_all_to_see(s, kind);
    int first = settle(r, s, kind);
    memset(s->dice, 0, sizeof s->dice);
    s->bid = (liars_bid){0};
    s->rounds++;
    send_out(r, s);
    while (!s->left[first]) {
        first = (first + 1) % r->players;
    }
    s->player = (uint8_t)first;
}

// --- What is hidden ----------------------------------------------------------

void liars_view(const tsr_rules *r, const void *p, int viewer, void *out) {
    liars s = *(const liars *)p;
    for (int who = 0; who < r->players; who++) {
        if (who != viewer && s.dice[who][0]) {
            memset(s.dice[who], LIARS_UNKNOWN, s.left[who]);
        }
    }
    *(liars *)out = s;
}

void liars_guess(const tsr_rules *r, const void *p, int viewer, tsr_rng *g, void *out) {
    liars s = *(const liars *)p;
    for (int who = 0; who < r->players; who++) {
        if (s.dice[who][0] != LIARS_UNKNOWN) {
            continue;
        }
        for (int i = 0; i < s.left[who]; i++) {
            s.dice[who][i] = (uint8_t)(1 + tsr_rng_below(g, LIARS_FACES));
        }
        liars_sort(s.dice[who], s.left[who]);
    }
    *(liars *)out = s;
}

// --- How good a position is --------------------------------------------------

// Dice, less half of one for a bid that is not true, or a quarter for having to answer one that is.
static float standing(const tsr_rules *r, const liars *s, int who) {
    float dice = s->left[who];
    if (!s->bid.count || s->phase != LIARS_BIDDING) {
        return dice;
    }
    int is_true = liars_matches(r, s->dice, s->bid.face) >= s->bid.count;
    return dice - (is_true && who == s->player ? 0.25f : !is_true && who == s->bid.by ? 0.5f : 0);
}

void liars_heuristic(const tsr_rules *r, const void *p, float *out) {
    const liars *s = p;
    float total = (float)liars_total(s);
    for (int who = 0; who < r->players; who++) {
        float share = standing(r, s, who) / total;
        out[who] = share < 0 ? 0 : share;
    }
}
