// SPDX-License-Identifier: MIT

// What search and learning agents may know about Project L: a quick judgement of a
// position, numbers that describe it, and numbers for moves.

#include <math.h>
#include <stdio.h>

#include "projectl_state.h"

// --- Judging --------------------------------------------------------------------------------

// How much of the game is still to come, 1 to 0, by the deck that ends it.
static float time_left(const projectl_data *d, const projectl_state *s) {
    int left = projectl_deck(s, TSR_PL_BLACK), whole = d->deck[TSR_PL_BLACK] - TSR_PL_ROW;
    if (d->solo) {
        left += projectl_deck(s, TSR_PL_WHITE);
        whole += d->deck[TSR_PL_WHITE];
    }
    if (s->phase >= TSR_PL_PHASE_TOUCH) {
        return 0;
    }
    // Two rounds are still to come when the deck is empty.
    return s->last_round ? 0.05f : 0.1f + 0.9f * (float)left / (float)(whole > 0 ? whole : 1);
}

// What a puzzle on hand is worth: its points as far as it is filled, or what it
// will cost if there is no time to finish it.
static float slot_worth(const projectl_data *d, const projectl_slot *slot, float time) {
    const tsr_pl_puzzle *p = projectl_puzzle(d, slot->puzzle);
    float filled = 1.0f - (float)projectl_bits(slot->free) / (float)p->cells;
    float chance = time > 0.2f ? 0.3f + 0.7f * filled : filled * filled;
    float gain = (float)p->points + 0.6f * (float)projectl_levels[p->reward] * time;
    return chance * gain - (1.0f - chance) * (float)p->points * (1.0f - time);
}

// Points to expect at the end.
static float prospect(const projectl_data *d, const projectl_state *s, int player) {
    const projectl_player *p = &s->seat[player];
    float time = time_left(d, s);
    float worth = (float)projectl_score(d, s, player) + 0.01f * (float)p->completed;
    if (s->phase == TSR_PL_PHASE_OVER) {
        return worth;
    }
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        const projectl_slot *slot = &p->slot[i];
        if (!slot->puzzle) {
            continue;
        }
        uint8_t count[TSR_PL_SHAPES];
        (void)projectl_slot_pieces(d, slot, count);
        worth += slot_worth(d, slot, time);
        for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
            worth += 0.7f * time * (float)(count[shape] * projectl_levels[shape]);
        }
    }
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        worth += 0.75f * time * (float)(p->pieces[shape] * projectl_levels[shape]);
    }
    return worth;
}

// The chance to end up ahead with `lead` points more to expect.
static float win_chance(float lead, float time) {
    return 1.0f / (1.0f + expf(-lead / (1.0f + 5.0f * time)));
}

static void heuristic(const tsr_rules *r, const void *state, float *out) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = state;
    float worth[TSR_PL_PLAYERS], time = time_left(d, s);
    for (int p = 0; p < r->players; p++) {
        worth[p] = prospect(d, s, p);
    }
    if (d->solo) {
        out[0] = win_chance(worth[0] - (float)s->seat[1].points - 20.0f * time, time);
        return;
    }
    for (int p = 0; p < r->players; p++) {
        out[p] = r->players == 1 ? 1.0f : 0.0f;
        for (int q = 0; q < r->players; q++) {
            if (q != p) {
                out[p] += win_chance(worth[p] - worth[q], time) / (float)(r->players - 1);
            }
        }
    }
}

// --- Features -------------------------------------------------------------------------------

enum {
    PER_SLOT = 4,
    PER_PLAYER = TSR_PL_SHAPES + 2 + TSR_PL_SLOTS * PER_SLOT,
    PER_CARD = 4,
    FEATURES = TSR_PL_PLAYERS * PER_PLAYER + TSR_PL_SLOTS * TSR_PL_CELLS + TSR_PL_GRID * PER_CARD +
               TSR_PL_SHAPES + 2 + 5 + 8
};

static float *feature_player(const projectl_data *d, const projectl_player *p, float *out) {
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        *out++ = (float)p->pieces[i] / 4.0f;
    }
    *out++ = (float)(p->points - p->touches) / 20.0f;
    *out++ = (float)p->completed / 10.0f;
    for (int i = 0; i < TSR_PL_SLOTS; i++, out += PER_SLOT) {
        if (p->slot[i].puzzle) {
            const tsr_pl_puzzle *puzzle = projectl_puzzle(d, p->slot[i].puzzle);
            out[0] = (float)puzzle->points / 5.0f;
            out[1] = (float)projectl_levels[puzzle->reward] / 4.0f;
            out[2] = (float)puzzle->cells / 16.0f;
            out[3] = (float)projectl_bits(p->slot[i].free) / 16.0f;
        }
    }
    return out;
}

static float *feature_table(const projectl_data *d, const projectl_state *s, float *out) {
    for (int i = 0; i < TSR_PL_GRID; i++, out += PER_CARD) {
        if (s->row[i]) {
            const tsr_pl_puzzle *puzzle = projectl_puzzle(d, s->row[i]);
            out[0] = 1;
            out[1] = (float)puzzle->points / 5.0f;
            out[2] = (float)projectl_levels[puzzle->reward] / 4.0f;
            out[3] = (float)puzzle->cells / 16.0f;
        }
    }
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        *out++ = (float)s->reserve[i] / 15.0f;
    }
    *out++ = (float)projectl_deck(s, TSR_PL_WHITE) / 32.0f;
    *out++ = (float)projectl_deck(s, TSR_PL_BLACK) / 20.0f;
    return out;
}

static void features(const tsr_rules *r, const void *view, int viewer, float *out) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = view;
    memset(out, 0, FEATURES * sizeof *out);
    int me = viewer < r->players ? viewer : 0;
    for (int i = 0; i < TSR_PL_PLAYERS; i++) { // the viewer first, then in order of play
        int p = i < r->players ? (me + i) % r->players : i;
        out = feature_player(d, &s->seat[p], out);
    }
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        for (int cell = 0; cell < TSR_PL_CELLS; cell++) {
            *out++ = (float)(s->seat[me].slot[i].free >> cell & 1);
        }
    }
    out = feature_table(d, s, out);
    *out++ = s->player == me ? 1.0f : 0.0f;
    *out++ = (float)s->actions / 3.0f;
    *out++ = s->master_used ? 1.0f : 0.0f;
    *out++ = s->last_round ? 1.0f : 0.0f;
    *out++ = s->last_round == s->round ? 1.0f : 0.0f;
    out[s->phase] = 1;
}

// --- Numbers for moves ------------------------------------------------------------------------

enum {
    INDEX_TAKE = TSR_PL_SLOTS * TSR_PL_PLACEMENTS,
    INDEX_TOP = INDEX_TAKE + TSR_PL_GRID,
    INDEX_RECYCLE = INDEX_TOP + 3,
    INDEX_PUT = INDEX_RECYCLE + 2,
    INDEX_BASIC = INDEX_PUT + TSR_PL_ROW,
    INDEX_UPGRADE = INDEX_BASIC + TSR_PL_SHAPES,
    INDEX_REWARD = INDEX_UPGRADE + TSR_PL_SHAPES * TSR_PL_SHAPES,
    INDEX_PLAIN = INDEX_REWARD + TSR_PL_SHAPES, // master, done, skip, end
    INDEX_CHANCE = INDEX_PLAIN + 4,
    ACTIONS
};

static int action_of(const tsr_rules *r, const void *s, int who, tsr_move m) {
    int a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    (void)s;
    (void)who;
    switch ((tsr_pl_kind)tsr_pl_move_kind(m)) {
    case TSR_PL_PLACE: return b * TSR_PL_PLACEMENTS + tsr_pl_placement_of(r, tsr_pl_move_mask(m));
    case TSR_PL_TAKE: return INDEX_TAKE + (a < TSR_PL_BOTH ? projectl_row_at(a) : 0) + b;
    case TSR_PL_TOP: return INDEX_TOP + a;
    case TSR_PL_RECYCLE: return INDEX_RECYCLE + a;
    case TSR_PL_PUT: return INDEX_PUT + a;
    case TSR_PL_BASIC: return INDEX_BASIC + a;
    case TSR_PL_UPGRADE: return INDEX_UPGRADE + TSR_PL_SHAPES * a + b;
    case TSR_PL_REWARD: return INDEX_REWARD + a;
    case TSR_PL_MASTER: return INDEX_PLAIN;
    case TSR_PL_DONE: return INDEX_PLAIN + 1;
    case TSR_PL_SKIP: return INDEX_PLAIN + 2;
    case TSR_PL_END: return INDEX_PLAIN + 3;
    case TSR_PL_REVEAL:
    case TSR_PL_FIRST: break;
    }
    return INDEX_CHANCE;
}

const uint32_t projectl_action_count = ACTIONS;

int projectl_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out) {
    *out = (uint32_t)action_of(r, s, who, m);
    return 1;
}

// The move that has a number, as far as it is one whatever lies on the table; 0 = none.
static tsr_move move_of(const projectl_data *d, int i) {
    static const uint8_t plain[] = {TSR_PL_MASTER, TSR_PL_DONE, TSR_PL_SKIP, TSR_PL_END};
    if (i < INDEX_TAKE) {
        const tsr_pl_placement *p = &d->t.placement[i % TSR_PL_PLACEMENTS];
        return tsr_pl_place(p->shape, i / TSR_PL_PLACEMENTS, p->mask);
    }
    if (i < INDEX_TOP) {
        i -= INDEX_TAKE;
        return d->solo ? tsr_pl_take(TSR_PL_BOTH, i) : tsr_pl_take(i / TSR_PL_ROW, i % TSR_PL_ROW);
    }
    if (i < INDEX_BASIC) {
        return i < INDEX_RECYCLE ? tsr_pl_top(i - INDEX_TOP)
               : i < INDEX_PUT   ? tsr_pl_recycle(i - INDEX_RECYCLE)
                                 : tsr_pl_put(i - INDEX_PUT);
    }
    if (i < INDEX_REWARD) {
        int pair = i - INDEX_UPGRADE;
        return pair < 0 ? tsr_pl_basic(i - INDEX_BASIC)
                        : tsr_pl_upgrade(pair / TSR_PL_SHAPES, pair % TSR_PL_SHAPES);
    }
    return i < INDEX_PLAIN    ? tsr_pl_reward(i - INDEX_REWARD)
           : i < INDEX_CHANCE ? tsr_pl_plain(plain[i - INDEX_PLAIN])
                              : 0;
}

// As the move is typed.
int projectl_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap) {
    tsr_move m = move_of(projectl_of(r), (int)action);
    return m ? projectl_move_text(r, NULL, 0, m, buf, cap)
             : snprintf(buf, cap, "#%u", (unsigned)action);
}

static int completes(const projectl_state *s, tsr_move m) {
    return tsr_pl_move_kind(m) == TSR_PL_PLACE &&
           s->seat[s->player].slot[tsr_move_byte(m, 2)].free == tsr_pl_move_mask(m);
}

// Completing first, large pieces before small ones, then what builds.
static int rate(const tsr_rules *r, const void *state, int who, tsr_move m) {
    const projectl_state *s = state;
    int a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    (void)who;
    switch ((tsr_pl_kind)tsr_pl_move_kind(m)) {
    case TSR_PL_PLACE: {
        int late = s->phase == TSR_PL_PHASE_TOUCH; // there a piece costs a point
        int worth = projectl_puzzle(projectl_of(r), s->seat[s->player].slot[b].puzzle)->points;
        return completes(s, m) ? 200 + 10 * worth : 60 + 10 * projectl_levels[a] - 100 * late;
    }
    case TSR_PL_MASTER: return 110;
    case TSR_PL_DONE: return 50;
    case TSR_PL_TAKE: return 80;
    case TSR_PL_TOP: return 30;
    case TSR_PL_BASIC: return 45;
    case TSR_PL_UPGRADE: return 40 + 10 * (projectl_levels[b] - projectl_levels[a]);
    case TSR_PL_REWARD: return 10 * projectl_levels[a];
    case TSR_PL_END: return 0;
    case TSR_PL_RECYCLE:
    case TSR_PL_PUT: return 5;
    case TSR_PL_SKIP: return -50;
    case TSR_PL_REVEAL:
    case TSR_PL_FIRST: break;
    }
    return 0;
}

static int noisy(const tsr_rules *r, const void *s, int who, tsr_move m) {
    (void)r;
    (void)who;
    return completes(s, m);
}

const tsr_game_ai projectl_ai = {
    .size = sizeof(tsr_game_ai),
    .feature_count = FEATURES,
    .heuristic = heuristic,
    .features = features,
    .rate = rate,
    .noisy = noisy,
};
