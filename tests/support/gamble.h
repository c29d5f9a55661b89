// SPDX-License-Identifier: MIT
#ifndef TSR_TESTS_SUPPORT_GAMBLE_H
#define TSR_TESTS_SUPPORT_GAMBLE_H

// Two tiny games whose right moves are known, to see what a search understands.
//
//   dice     player 0 takes a draw, or rolls: 2 of 6 faces win (or as many as the
//            option says), the others lose. Everything is open.
//   oracle   a coin with four sides is thrown and nobody sees it. Player 0 takes a
//            draw, or says which side it is: right wins, wrong loses. Who guesses
//            the coin, searches, and takes the answer for knowledge will bet.
//
// They have no scene worth looking at.

#include <stdio.h>
#include <string.h>

#include <tessera/game.h>
#include <tessera/text.h>

typedef struct gamble {
    uint8_t stage; // see below
    uint8_t coin;  // 1 to 4; 0 = not thrown, or not seen
    uint8_t won;   // 0 = draw, 1 = player 0, 2 = player 1; once over
    uint8_t pad[5];
} gamble;

enum { GAMBLE_THROW, GAMBLE_CHOOSE, GAMBLE_SAY, GAMBLE_ROLL, GAMBLE_OVER };
enum { GAMBLE_SAFE = 1, GAMBLE_BET, GAMBLE_SIDE, GAMBLE_WIN, GAMBLE_LOSE };

static inline int gamble_is_oracle(const tsr_rules *r) {
    return (r->g.flags & TSR_HAS_HIDDEN) != 0;
}

static tsr_err gamble_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    (void)data, (void)size, (void)err;
    r->state_size = sizeof(gamble);
    r->max_moves = r->max_chance = 4;
    r->max_plies = 4;
    return TSR_OK;
}

static void gamble_init(const tsr_rules *r, void *out) {
    gamble s = {.stage = gamble_is_oracle(r) ? GAMBLE_THROW : GAMBLE_CHOOSE};
    memcpy(out, &s, sizeof s);
}

static uint32_t gamble_turn(const tsr_rules *r, const void *state) {
    const gamble *s = state;
    (void)r;
    return s->stage == GAMBLE_OVER                               ? 0
           : s->stage == GAMBLE_THROW || s->stage == GAMBLE_ROLL ? 1u << TSR_CHANCE
                                                                 : 1u;
}

static int gamble_moves(const tsr_rules *r, const void *state, int who, tsr_move *out) {
    const gamble *s = state;
    (void)r;
    if (who != 0) {
        return 0;
    }
    if (s->stage == GAMBLE_CHOOSE) {
        out[0] = tsr_move_of(GAMBLE_SAFE, 0, 0, 0, 0);
        out[1] = tsr_move_of(GAMBLE_BET, 0, 0, 0, 0);
        return 2;
    }
    for (int i = 0; s->stage == GAMBLE_SAY && i < 4; i++) {
        out[i] = tsr_move_of(GAMBLE_SIDE, i + 1, 0, 0, 0);
    }
    return s->stage == GAMBLE_SAY ? 4 : 0;
}

static int gamble_chance(const tsr_rules *r, const void *state, tsr_move *out, uint32_t *weight) {
    const gamble *s = state;
    if (s->stage == GAMBLE_ROLL) {
        out[0] = tsr_move_of(GAMBLE_WIN, 0, 0, 0, 0);
        out[1] = tsr_move_of(GAMBLE_LOSE, 0, 0, 0, 0);
        weight[0] = (uint32_t)r->opt[0];
        weight[1] = 6 - weight[0];
        return 2;
    }
    for (int i = 0; i < 4; i++) {
        out[i] = tsr_move_of(GAMBLE_SIDE, i + 1, 0, 0, 0);
        weight[i] = 1;
    }
    return 4;
}

static void gamble_play(const tsr_rules *r, void *state, int who, tsr_move m) {
    gamble *s = state;
    int kind = tsr_move_byte(m, 0);
    if (s->stage == GAMBLE_THROW) {
        s->coin = (uint8_t)tsr_move_byte(m, 1);
        s->stage = GAMBLE_CHOOSE;
    } else if (kind == GAMBLE_BET) {
        s->stage = gamble_is_oracle(r) ? GAMBLE_SAY : GAMBLE_ROLL;
    } else {
        int right = kind == GAMBLE_SIDE && s->coin == tsr_move_byte(m, 1);
        s->won = kind == GAMBLE_SAFE ? 0 : right || kind == GAMBLE_WIN ? 1 : 2;
        s->stage = GAMBLE_OVER;
    }
    (void)who;
}

static void gamble_view(const tsr_rules *r, const void *state, int viewer, void *out) {
    gamble s = *(const gamble *)state;
    (void)viewer;
    if (gamble_is_oracle(r)) {
        s.coin = 0;
    }
    memcpy(out, &s, sizeof s);
}

static void gamble_guess(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out) {
    gamble s = *(const gamble *)view;
    (void)viewer;
    if (gamble_is_oracle(r) && s.stage != GAMBLE_THROW) {
        s.coin = (uint8_t)(1 + tsr_rng_below(g, 4));
    }
    memcpy(out, &s, sizeof s);
}

static tsr_move gamble_seen(const tsr_rules *r, const void *state, int who, tsr_move m,
                            int viewer) {
    (void)r, (void)state, (void)viewer;
    return who == TSR_CHANCE && tsr_move_byte(m, 0) == GAMBLE_SIDE ? TSR_HIDDEN | GAMBLE_SIDE : m;
}

static void gamble_result(const tsr_rules *r, const void *state, tsr_result *out) {
    const gamble *s = state;
    (void)r;
    memset(out, 0, 2 * sizeof *out);
    for (int p = 0; p < 2 && s->stage == GAMBLE_OVER; p++) {
        out[p].rank = (uint8_t)(s->won == 0 || s->won == p + 1 ? 1 : 2);
    }
}

static int gamble_move_text(const tsr_rules *r, const void *state, int who, tsr_move m, char *buf,
                            size_t cap) {
    static const char *const words[] = {"?", "safe", "bet", "side", "win", "lose"};
    int kind = tsr_move_byte(m, 0);
    (void)r, (void)state, (void)who;
    if (kind == GAMBLE_SIDE && !(m & TSR_HIDDEN)) {
        return snprintf(buf, cap, "side %d", tsr_move_byte(m, 1));
    }
    return snprintf(buf, cap, "%s", words[kind <= GAMBLE_LOSE ? kind : 0]);
}

static int gamble_text(const tsr_rules *r, const void *state, char *buf, size_t cap) {
    const gamble *s = state;
    (void)r;
    return snprintf(buf, cap, "%d %d %d", s->stage, s->coin, s->won);
}

static tsr_err gamble_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    (void)r, (void)text, (void)out, (void)err;
    return TSR_ERR_PARSE;
}

static int gamble_check(const tsr_rules *r, const void *state, tsr_line *out) {
    (void)r, (void)state;
    return tsr_say(out, 0);
}

static void gamble_scene(const tsr_rules *r, const void *state, int viewer, tsr_scene *out) {
    (void)r, (void)state, (void)viewer, (void)out;
}

static int gamble_path(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_picks *out) {
    (void)r, (void)state, (void)who, (void)m, (void)out;
    return 0;
}

static const tsr_option gamble_options[] = {
    {"wins", "faces that win", TSR_OPTION_INT, 2, 1, 5, NULL},
};

// clang-format off
#define GAMBLE_SLOTS                                                                               \
    .size = sizeof(tsr_game), .abi = TSR_ABI, .title = "Gamble", .about = "a test",                \
    .rules_version = 1, .min_players = 2, .max_players = 2, .option_count = 1,                     \
    .options = gamble_options, .open = gamble_open, .init = gamble_init, .turn = gamble_turn,      \
    .moves = gamble_moves, .chance = gamble_chance, .play = gamble_play, .view = gamble_view,      \
    .guess = gamble_guess, .seen = gamble_seen, .result = gamble_result,                           \
    .move_text = gamble_move_text, .text = gamble_text, .parse = gamble_parse,                     \
    .check = gamble_check, .scene = gamble_scene, .path = gamble_path
// clang-format on

static const tsr_game gamble_dice = {GAMBLE_SLOTS, .name = "dice",
                                     .flags = TSR_HAS_CHANCE | TSR_ZERO_SUM};
static const tsr_game gamble_oracle = {GAMBLE_SLOTS, .name = "oracle",
                                       .flags = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_ZERO_SUM};

#endif
