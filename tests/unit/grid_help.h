// SPDX-License-Identifier: MIT
#ifndef TSR_TESTS_GRID_HELP_H
#define TSR_TESTS_GRID_HELP_H

// What the tests of the grid games share: a game on the table, moves and
// positions as text, and perft counted twice, by the library and by a plain
// recursion over the move list.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/grid.h>
#include <tessera/perft.h>
#include <tessera/rules.h>

typedef struct table {
    tsr_rules *r;
    tsr_grid *b;
} table;

// Opens a game with options given as "size=10 rows=3", or NULL, and sets it up.
static inline table table_open(const tsr_game *game, const char *options) {
    tsr_setup setup;
    tsr_error err;
    char copy[128];
    table t = {NULL, NULL};
    tsr_setup_init(&setup, game);
    snprintf(copy, sizeof copy, "%s", options ? options : "");
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        assert_non_null(value);
        *value++ = '\0';
        if (strcmp(word, "players") == 0) {
            assert_int_equal(tsr_setup_players(&setup, atoi(value), &err), TSR_OK);
        } else {
            assert_int_equal(tsr_setup_option(&setup, word, value, &err), TSR_OK);
        }
    }
    tsr_err e = tsr_rules_open(&setup, NULL, &t.r, &err);
    if (e) {
        fail_msg("%s", err.message);
    }
    t.b = malloc(t.r->state_size);
    assert_non_null(t.b);
    tsr_init(t.r, t.b);
    return t;
}

static inline void table_close(table *t) {
    free(t->b);
    tsr_rules_close(t->r);
}

// Whoever is on turn plays `text`; it must be readable and legal.
static inline void table_play(table *t, const char *text) {
    tsr_move m;
    tsr_line why;
    char words[256];
    int who = tsr_mover(tsr_turn(t->r, t->b));
    if (tsr_move_read(t->r, t->b, who, text, &m, &why) != TSR_OK ||
        tsr_play_checked(t->r, t->b, who, m, &why) != 0) {
        tsr_line_text(t->r, &why, NULL, words, sizeof words);
        fail_msg("'%s' was refused: %s", text, words);
    }
}

// Several moves, separated by semicolons.
static inline void table_play_all(table *t, const char *moves) {
    char one[64];
    while (*moves) {
        size_t n = strcspn(moves, ";");
        assert_true(n < sizeof one);
        memcpy(one, moves, n);
        one[n] = '\0';
        table_play(t, one + strspn(one, " "));
        moves += n + (moves[n] == ';');
    }
}

// Whoever is on turn tries `text`; it must be refused with just this sentence.
static inline void table_refuses(table *t, const char *text, const char *reason) {
    tsr_move m = TSR_NO_MOVE;
    tsr_line why;
    char words[256];
    uint32_t turn = tsr_turn(t->r, t->b);
    int who = turn ? tsr_mover(turn) : 0;
    unsigned char *before = malloc(t->r->state_size);
    assert_non_null(before);
    memcpy(before, t->b, t->r->state_size);
    if (tsr_move_read(t->r, t->b, who, text, &m, &why) == TSR_OK) {
        assert_int_not_equal(tsr_play_checked(t->r, t->b, who, m, &why), 0);
    }
    tsr_line_text(t->r, &why, NULL, words, sizeof words);
    assert_string_equal(words, reason);
    assert_memory_equal(before, t->b, t->r->state_size);
    free(before);
}

static inline void table_expect(const table *t, const char *position) {
    char text[8192];
    tsr_position_text(t->r, t->b, text, sizeof text);
    assert_string_equal(text, position);
}

static inline void table_set(table *t, const char *position) {
    tsr_error err;
    if (tsr_position_read(t->r, position, t->b, &err) != TSR_OK) {
        fail_msg("%s", err.message);
    }
}

static inline void table_refuses_position(const table *t, const char *position,
                                          const char *reason) {
    tsr_error err;
    char told[300];
    assert_int_not_equal(tsr_position_read(t->r, position, t->b, &err), TSR_OK);
    snprintf(told, sizeof told, "column %u: %s", (unsigned)err.column, err.message);
    assert_string_equal(err.column ? told : err.message, reason);
}

static inline void table_prompt(const table *t, const char *expected) {
    tsr_info info;
    char words[256];
    t->r->g.info(t->r, t->b, &info);
    tsr_line_text(t->r, &info.prompt, NULL, words, sizeof words);
    assert_string_equal(words, expected);
}

static inline void table_event(const table *t, const char *move, const char *expected) {
    tsr_move m;
    char words[256];
    int who = tsr_mover(tsr_turn(t->r, t->b));
    assert_int_equal(tsr_move_read(t->r, t->b, who, move, &m, NULL), TSR_OK);
    tsr_event_text(t->r, t->b, who, m, NULL, words, sizeof words);
    assert_string_equal(words, expected);
}

static inline int table_move_count(const table *t) {
    tsr_move list[TSR_MAX_MOVES];
    return tsr_moves(t->r, t->b, tsr_mover(tsr_turn(t->r, t->b)), list);
}

// --- Perft, counted twice ----------------------------------------------------

static inline uint64_t table_count_listed(const tsr_rules *r, const void *s, int depth) {
    tsr_move list[TSR_MAX_MOVES];
    uint32_t weight[TSR_MAX_MOVES];
    uint64_t n = 0;
    int who = tsr_mover(tsr_turn(r, s));
    if (depth == 0) {
        return 1;
    }
    if (who < 0) {
        return 0;
    }
    int count = who == TSR_CHANCE ? r->g.chance(r, s, list, weight) : tsr_moves(r, s, who, list);
    void *next = malloc(r->state_size);
    assert_non_null(next);
    for (int i = 0; i < count; i++) {
        memcpy(next, s, r->state_size);
        tsr_play(r, next, who, list[i]);
        n += table_count_listed(r, next, depth - 1);
    }
    free(next);
    return n;
}

static inline void table_perft(const table *t, const uint64_t *expected, int depths) {
    for (int depth = 1; depth <= depths; depth++) {
        tsr_perft p;
        assert_int_equal(tsr_perft_run(t->r, t->b, depth, 0, NULL, &p), TSR_OK);
        assert_int_equal(p.nodes, expected[depth - 1]);
        if (p.nodes < 100000) {
            assert_int_equal(table_count_listed(t->r, t->b, depth), expected[depth - 1]);
        }
    }
}

// --- Whole games -------------------------------------------------------------

// Plays random games to the end through the checked door and the kit's `sample`; every
// position must be sound, survive its text, and name each of its moves. Returns the plies.
static inline uint32_t table_random_games(table *t, int games, uint64_t seed) {
    tsr_move list[TSR_MAX_MOVES], m, again;
    char text[8192], move[TSR_MOVE_TEXT_MAX];
    tsr_rng g;
    uint32_t plies = 0;
    unsigned char *copy = malloc(t->r->state_size);
    assert_non_null(copy);
    tsr_rng_init(&g, seed);
    for (int i = 0; i < games; i++) {
        tsr_init(t->r, t->b);
        uint32_t turn, start = plies;
        while ((turn = tsr_turn(t->r, t->b)) != 0) {
            int who = tsr_mover(turn);
            tsr_line why;
            assert_int_equal(t->r->g.check(t->r, t->b, &why), 0);
            tsr_position_text(t->r, t->b, text, sizeof text);
            memset(copy, 0xaa, t->r->state_size);
            assert_int_equal(tsr_position_read(t->r, text, copy, NULL), TSR_OK);
            assert_memory_equal(copy, t->b, t->r->state_size);
            if (who != TSR_CHANCE) {
                int n = tsr_moves(t->r, t->b, who, list);
                assert_true(n > 0 && (uint32_t)n <= t->r->max_moves);
                assert_int_equal(t->r->more.count(t->r, t->b, who), n);
                m = list[tsr_rng_below(&g, (uint32_t)n)];
                tsr_move_text(t->r, t->b, who, m, move, sizeof move);
                assert_int_equal(tsr_move_read(t->r, t->b, who, move, &again, NULL), TSR_OK);
                assert_int_equal(again, m);
            }
            m = tsr_sample(t->r, t->b, who, &g);
            assert_int_equal(tsr_play_checked(t->r, t->b, who, m, NULL), 0);
            plies++;
        }
        assert_true(plies - start <= t->r->max_plies);
    }
    free(copy);
    return plies;
}

#endif
