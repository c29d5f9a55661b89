// SPDX-License-Identifier: MIT
//
// Bao for beginners: how seeds are sown, lap after lap, and which moves are allowed.

#include "bao/bao.h"

int bao_next(int pit, int way) {
    return (pit + (way == BAO_FORWARD ? 1 : BAO_PITS - 1)) % BAO_PITS;
}

static uint8_t *facing(bao *s, int pit) {
    return &s->pit[1 - s->player][BAO_ROW - 1 - pit];
}

// One seed into each pit from `at` on; the last pit.
static int lap(uint8_t *pit, int at, int way, int seeds) {
    for (; seeds > 1; seeds--) {
        pit[at]++;
        at = bao_next(at, way);
    }
    pit[at]++;
    return at;
}

static int take(uint8_t *pit) {
    int seeds = *pit;
    *pit = 0;
    return seeds;
}

// Seeds that were there before the last one fell, and enemies facing them.
static int captures_at(bao *s, int pit) {
    return pit < BAO_ROW && s->pit[s->player][pit] > 1 && *facing(s, pit);
}

int bao_is_capture(const bao *s, int pit, int way) {
    bao then = *s;
    int seeds = take(&then.pit[s->player][pit]);
    if (seeds < 2 || seeds >= BAO_PITS) {
        return 0;
    }
    return captures_at(&then, lap(then.pit[s->player], bao_next(pit, way), way, seeds));
}

// What is captured is sown from an end of the front row: the near one for the two pits at each end, else the one from
// which it goes on the same way.
static int way_after(int pit, int way) {
    return pit < 2 ? BAO_FORWARD : pit >= BAO_ROW - 2 ? BAO_BACKWARD : way;
}

int bao_sow(bao *s, int pit, int way) {
    uint8_t *mine = s->pit[s->player];
    int captures = bao_is_capture(s, pit, way);
    int at = lap(mine, bao_next(pit, way), way, take(&mine[pit]));
    for (int laps = 0; mine[at] > 1; laps++) {
        if (laps == BAO_LAPS) {
            return 0;
        }
        if (captures && captures_at(s, at)) {
            way = way_after(at, way);
            at = lap(mine, way == BAO_FORWARD ? 0 : BAO_ROW - 1, way, take(facing(s, at)));
        } else {
            at = lap(mine, bao_next(at, way), way, take(&mine[at]));
        }
    }
    return 1;
}

// --- What is allowed ---------------------------------------------------------

static int front_has_two(const bao *s) {
    for (int i = 0; i < BAO_ROW; i++) {
        if (s->pit[s->player][i] > 1) {
            return 1;
        }
    }
    return 0;
}

int bao_why_not(const bao *s, int pit, int way) {
    bao then = *s;
    if (s->pit[s->player][pit] < 2) {
        return TOO_FEW;
    }
    if (s->captures && !bao_is_capture(s, pit, way)) {
        return MUST_CAPTURE;
    }
    if (!s->captures && pit >= BAO_ROW && front_has_two(s)) {
        return FRONT_FIRST;
    }
    return bao_sow(&then, pit, way) ? 0 : ENDLESS;
}

// Captures count only if their move ends.
void bao_find_captures(bao *s) {
    s->captures = 1;
    for (int i = 0; i < 2 * BAO_PITS; i++) {
        if (!bao_why_not(s, i / 2, i % 2)) {
            return;
        }
    }
    s->captures = 0;
}

int bao_can_move(const bao *s) {
    for (int i = 0; i < 2 * BAO_PITS; i++) {
        if (!bao_why_not(s, i / 2, i % 2)) {
            return 1;
        }
    }
    return 0;
}
