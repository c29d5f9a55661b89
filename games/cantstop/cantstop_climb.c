// SPDX-License-Identifier: MIT
//
// Can't Stop: columns, how runners climb in them, and what can be made of a throw.

#include "cantstop/cantstop.h"

// --- Columns -----------------------------------------------------------------

int cantstop_height(int column) {
    int from_middle = column < 5 ? 5 - column : column - 5;
    return 13 - 2 * from_middle;
}

int cantstop_is_closed(const cantstop *s, int column) {
    for (int who = 0; who < CANTSTOP_SEATS; who++) {
        if (s->place[who][column] == cantstop_height(column)) {
            return 1;
        }
    }
    return 0;
}

int cantstop_won(const cantstop *s, int who) {
    int won = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        won += s->place[who][c] == cantstop_height(c);
    }
    return won;
}

static int runners(const cantstop *s) {
    int n = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        n += s->run[c] != 0;
    }
    return n;
}

int cantstop_advance(cantstop *s, int sum) {
    int c = sum - 2;
    if (cantstop_is_closed(s, c) || s->run[c] == cantstop_height(c) ||
        (!s->run[c] && runners(s) == CANTSTOP_RUNNERS)) {
        return 0;
    }
    s->run[c] = (uint8_t)((s->run[c] ? s->run[c] : s->place[s->player][c]) + 1);
    return 1;
}

// --- Choices -----------------------------------------------------------------

static int add_choice(cantstop_choice *out, int n, int first, int second) {
    cantstop_choice one = {first < second || !second ? first : second,
                           first < second || !second ? second : first};
    for (int i = 0; i < n; i++) {
        if (out[i].first == one.first && out[i].second == one.second) {
            return n;
        }
    }
    out[n] = one;
    return n + 1;
}

// Both sums if both go, else each that goes.
static int add_pair(const cantstop *s, cantstop_choice *out, int n, int first, int second) {
    cantstop both = *s, one = *s, other = *s;
    int goes = cantstop_advance(&both, first), goes_on = cantstop_advance(&both, second);
    if (goes && goes_on) {
        return add_choice(out, n, first, second);
    }
    n = cantstop_advance(&one, first) ? add_choice(out, n, first, 0) : n;
    return cantstop_advance(&other, second) ? add_choice(out, n, second, 0) : n;
}

int cantstop_choices(const cantstop *s, cantstop_choice *out) {
    const uint8_t *d = s->dice;
    int n = 0;
    n = add_pair(s, out, n, d[0] + d[1], d[2] + d[3]);
    n = add_pair(s, out, n, d[0] + d[2], d[1] + d[3]);
    return add_pair(s, out, n, d[0] + d[3], d[1] + d[2]);
}
