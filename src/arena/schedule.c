// SPDX-License-Identifier: MIT
//
// Lists the lineups of a tournament: all pairs, all choices of entrants, or rounds by points.
#include "arena/schedule.h"

#include <string.h>

static schedule_lineup pair_of(int a, int b, int seats) {
    schedule_lineup l = {{0}};
    for (int s = 0; s < seats; s++) {
        l.entrant[s] = (uint8_t)(s % 2 ? b : a);
    }
    return l;
}

static int all_pairs(schedule_kind kind, int entrants, int seats, schedule_lineup *out) {
    int n = 0;
    for (int a = 0; a < (kind == SCHEDULE_GAUNTLET ? 1 : entrants); a++) {
        for (int b = a + 1; b < entrants; b++, n++) {
            if (out) {
                out[n] = pair_of(a, b, seats);
            }
        }
    }
    return n;
}

// Counts on to the next choice of `k` of `n` in ascending order; 0 after the last.
static int next_choice(uint8_t *choice, int k, int n) {
    int i = k - 1;
    while (i >= 0 && choice[i] == n - k + i) {
        i--;
    }
    if (i < 0) {
        return 0;
    }
    choice[i]++;
    for (i++; i < k; i++) {
        choice[i] = (uint8_t)(choice[i - 1] + 1);
    }
    return 1;
}

int schedule_all(schedule_kind kind, int entrants, int seats, schedule_lineup *out) {
    schedule_lineup l = {{0}};
    int n = 0, more = 1;
    if (seats == 1) {
        for (; n < entrants; n++) {
            if (out) {
                out[n] = pair_of(n, n, 1);
            }
        }
        return n;
    }
    if (seats == 2 || kind == SCHEDULE_GAUNTLET || entrants < seats) {
        return all_pairs(kind, entrants, seats, out);
    }
    for (int i = 0; i < seats; i++) {
        l.entrant[i] = (uint8_t)i;
    }
    for (; more && n < SCHEDULE_LINEUPS; n++) {
        if (out) {
            out[n] = l;
        }
        more = next_choice(l.entrant, seats, entrants);
    }
    return more ? 0 : n;
}

int schedule_swiss(int entrants, int seats, const double *points,
                   uint16_t met[SCHEDULE_ENTRANTS][SCHEDULE_ENTRANTS], schedule_lineup *out) {
    int order[SCHEDULE_ENTRANTS] = {0}, n = 0;
    uint8_t paired[SCHEDULE_ENTRANTS] = {0};
    for (int i = 0; i < entrants; i++) { // by points, then by number
        int j = i;
        for (; j > 0 && points[order[j - 1]] < points[i]; j--) {
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
    if (entrants % 2) {
        int rests = order[entrants - 1];
        for (int i = entrants - 2; i >= 0; i--) {
            rests = met[order[i]][order[i]] < met[rests][rests] ? order[i] : rests;
        }
        paired[rests] = 1;
    }
    for (int i = 0; i < entrants; i++) {
        int best = -1;
        if (paired[order[i]]) {
            continue;
        }
        for (int j = i + 1; j < entrants; j++) {
            int fresher = best < 0 || met[order[i]][order[j]] < met[order[i]][order[best]];
            if (!paired[order[j]] && fresher) {
                best = j;
            }
        }
        if (best >= 0) {
            paired[order[i]] = paired[order[best]] = 1;
            out[n++] = pair_of(order[i], order[best], seats);
        }
    }
    return n;
}
