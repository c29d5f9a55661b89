// SPDX-License-Identifier: MIT
//
// Yahtzee's dice: what they may show, and how likely it is.

#include "yahtzee/yahtzee.h"

tsr_move yahtzee_with_die(tsr_move m, int place, int face) {
    return m | (tsr_move)face << (8 * (place + 1));
}

int yahtzee_to_throw(const yahtzee *s) {
    int n = 0;
    for (int i = 0; i < YAHTZEE_DICE; i++) {
        n += s->dice[i] == 0;
    }
    return n;
}

// In how many ways `n` dice show this: n! over the factorials of what is equal.
static uint32_t ways_of(tsr_move m, int n) {
    uint32_t ways = 1, equal = 1;
    for (int i = 0; i < n; i++) {
        equal = i && tsr_move_byte(m, i + 1) == tsr_move_byte(m, i) ? equal + 1 : 1;
        ways = ways * (uint32_t)(i + 1) / equal;
    }
    return ways;
}

// The next throw of `n` dice in order, from the last die on; 0 = that was the last.
static int next_throw(int *face, int n) {
    int i = n - 1;
    while (i >= 0 && face[i] == YAHTZEE_FACES) {
        i--;
    }
    for (int k = i + 1; i >= 0 && k < n; k++) {
        face[k] = face[i] + 1;
    }
    if (i >= 0) {
        face[i]++;
    }
    return i >= 0;
}

int yahtzee_chance(const tsr_rules *r, const void *p, tsr_move *out, uint32_t *weight) {
    int count = 0, n = yahtzee_to_throw(p), face[YAHTZEE_DICE] = {1, 1, 1, 1, 1};
    do {
        tsr_move m = YAHTZEE_THROW;
        for (int i = 0; i < n; i++) {
            m = yahtzee_with_die(m, i, face[i]);
        }
        weight[count] = ways_of(m, n);
        out[count++] = m;
    } while (next_throw(face, n));
    return count;
}

void yahtzee_put_in_order(uint8_t *dice) {
    for (int i = 1; i < YAHTZEE_DICE; i++) {
        for (int k = i; k > 0 && dice[k] < dice[k - 1]; k--) {
            uint8_t die = dice[k];
            dice[k] = dice[k - 1];
            dice[k - 1] = die;
        }
    }
}
