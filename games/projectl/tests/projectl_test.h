// SPDX-License-Identifier: MIT
#ifndef PROJECTL_TEST_H
#define PROJECTL_TEST_H

// What the tests of Project L share: rules by options in words, and games played by
// typing moves, chance included, so that a test reads like a game.
//
//     game g = pl_start("first=seat1", 2, "W1 W2 W3 W4", "B1 B2 B3 B4");
//     pl_play(&g, "take W1");
//     pl_play(&g, "reveal W9");

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/rules.h>

#include "projectl/projectl_lines.h"
#include "projectl/projectl_public.h"
#include "projectl/projectl_state.h"

extern const tsr_game tsr_game_projectl;

typedef struct game {
    tsr_rules *r;
    projectl_state *s;
} game;

// Opens with options such as "engine=original reserve=10" and puzzles from `data`
// (NULL = built in). NULL with `err` filled on failure.
static inline tsr_rules *pl_try_open(const char *options, int players, const char *data,
                                     tsr_error *err) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    char words[256], *word, *rest = words;
    tsr_setup_init(&setup, &tsr_game_projectl);
    assert_int_equal(tsr_setup_players(&setup, players, err), TSR_OK);
    snprintf(words, sizeof words, "%s", options);
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        char *value = strchr(word, '=');
        assert_non_null(value);
        *value++ = '\0';
        assert_int_equal(tsr_setup_option(&setup, word, value, err), TSR_OK);
    }
    setup.data = data;
    setup.data_size = data ? strlen(data) : 0;
    return tsr_rules_open(&setup, NULL, &r, err) == TSR_OK ? r : NULL;
}

static inline game pl_open(const char *options, int players) {
    tsr_error err;
    game g = {pl_try_open(options, players, NULL, &err), NULL};
    assert_non_null(g.r);
    g.s = calloc(1, g.r->state_size);
    tsr_init(g.r, g.s);
    return g;
}

static inline void pl_close(game *g) {
    tsr_rules_close(g->r);
    free(g->s);
}

// The reason why the decider cannot play `text`, 0 = legal; `why` may be NULL.
static inline int pl_why(game *g, const char *text, tsr_line *why) {
    tsr_move m;
    int who = tsr_mover(tsr_turn(g->r, g->s));
    if (tsr_move_read(g->r, g->s, who, text, &m, why) != TSR_OK) {
        return -1;
    }
    return tsr_why_not(g->r, g->s, who, m, why);
}

static inline void pl_check(const game *g) {
    tsr_line line;
    char words[160];
    if (projectl_check(g->r, g->s, &line)) {
        tsr_line_text(g->r, &line, NULL, words, sizeof words);
        fail_msg("%s", words);
    }
}

static inline void pl_play(game *g, const char *text) {
    tsr_move m;
    tsr_line why;
    char words[160] = "";
    int who = tsr_mover(tsr_turn(g->r, g->s));
    if (tsr_move_read(g->r, g->s, who, text, &m, &why) != TSR_OK) {
        fail_msg("cannot read '%s'", text);
    }
    if (tsr_play_checked(g->r, g->s, who, m, &why)) {
        tsr_line_text(g->r, &why, NULL, words, sizeof words);
        fail_msg("'%s' is not legal: %s", text, words);
    }
    pl_check(g);
}

// Several moves, parted by semicolons.
static inline void pl_play_all(game *g, const char *text) {
    char words[1024], *word, *rest = words;
    snprintf(words, sizeof words, "%s", text);
    while ((word = strtok_r(rest, ";", &rest)) != NULL) {
        pl_play(g, word);
    }
}

// A game whose rows lie as named: "W1 W2 W3 W4 B1 B2 B3 B4"; seat 1 begins.
static inline game pl_start(const char *options, int players, const char *rows) {
    char words[256], move[32], *word, *rest = words;
    snprintf(words, sizeof words, "first=seat1 %s", options);
    game g = pl_open(words, players);
    rest = words;
    snprintf(words, sizeof words, "%s", rows);
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        snprintf(move, sizeof move, "reveal %s", word);
        pl_play(&g, move);
    }
    assert_int_equal(g.s->phase, TSR_PL_PHASE_TURN);
    return g;
}

#define PL_ROWS "W1 W2 W3 W4 B1 B2 B3 B4"

// Hands pieces out of the reserve, so that nothing is lost.
static inline void pl_give(game *g, int player, int shape, int count) {
    assert_true(g->s->reserve[shape] >= count);
    g->s->reserve[shape] = (uint8_t)(g->s->reserve[shape] - count);
    g->s->seat[player].pieces[shape] = (uint8_t)(g->s->seat[player].pieces[shape] + count);
    pl_check(g);
}

// Empties the reserve of a shape into a player's supply.
static inline void pl_drain(game *g, int player, int shape) {
    pl_give(g, player, shape, g->s->reserve[shape]);
}

// Asserts the reason and its sentence.
static inline void pl_refused(game *g, const char *text, int code, const char *sentence) {
    tsr_line why;
    char words[160];
    assert_int_equal(pl_why(g, text, &why), code);
    tsr_line_text(g->r, &why, NULL, words, sizeof words);
    assert_string_equal(words, sentence);
}

static inline tsr_result pl_result(const game *g, int player) {
    tsr_result all[TSR_MAX_PLAYERS];
    g->r->g.result(g->r, g->s, all);
    return all[player];
}

#endif
