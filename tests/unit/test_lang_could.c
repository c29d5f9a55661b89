// SPDX-License-Identifier: MIT
//
// What everybody can tell of hidden men by their moves: in Skirmish a man that has moved is neither flag nor bomb, and
// whoever guesses heeds it, also where only one guess in many would be right by chance. And of hands: in Whist who does
// not follow suit has none of it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rng.h>
#include <tessera/rules.h>

#include "lang/game/slots.h"

enum { STATE_WORDS = TSR_MAX_STATE / 8, GUESSES = 1000, FLAG = 0, BOMB = 1, BLUE = 1 };

typedef struct table {
    tsr_rules *r;
    const program *p;
    uint64_t s[STATE_WORDS];
} table;

static void play(table *t, const char *text) {
    tsr_move m;
    const int who = tsr_mover(tsr_turn(t->r, t->s));
    assert_int_equal(t->r->g.move_parse(t->r, t->s, who, text, &m), TSR_OK);
    assert_int_equal(t->r->g.why_not(t->r, t->s, who, m, NULL), 0);
    t->r->g.play(t->r, t->s, who, m);
}

static void open_rules(table *t, const tsr_game *game) {
    tsr_setup setup;
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &t->r, NULL), TSR_OK);
    assert_true(t->r->state_size <= sizeof t->s);
    t->p = program_of(t->r);
    tsr_init(t->r, t->s);
}

static void open_game(table *t, const char *name) {
    const tsr_game *game = NULL;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            game = tsr_lang_builtin_at(i);
        }
    }
    assert_non_null(game);
    open_rules(t, game);
}

// Red: flag a1, bomb b1, spy a2, scout b2, miner c2, marshal d2; Blue the same, from the other side.
static void open_table(table *t) {
    static const char *const men[] = {"flag", "bomb", "spy", "scout", "miner", "marshal"},
                             *const red[] = {"a1", "b1", "a2", "b2", "c2", "d2"},
                             *const blue[] = {"a5", "b5", "a4", "b4", "c4", "d4"};
    open_game(t, "skirmish");
    for (int i = 0; i < 12; i++) {
        char text[20];
        (void)snprintf(text, sizeof text, "%s,%s", men[i / 2], i % 2 ? blue[i / 2] : red[i / 2]);
        play(t, text);
    }
}

// How often, as Blue imagines it, a man of a kind stands on a cell.
static int guessed(const table *t, const char *cell, int type) {
    uint64_t view[STATE_WORDS], guess[STATE_WORDS];
    const int c = board_cell(&t->p->b, cell);
    tsr_rng g;
    int count = 0;
    tsr_rng_init(&g, 7);
    t->r->g.view(t->r, t->s, BLUE, view);
    for (int i = 0; i < GUESSES; i++) {
        t->r->g.guess(t->r, view, BLUE, &g, guess);
        assert_int_equal(t->r->g.check(t->r, guess, NULL), TSR_OK);
        count += lang_type_at(t->p, guess, c) == type;
    }
    return count;
}

static void check_within(int count, int least, int most) {
    if (count < least || count > most) {
        fail_msg("%d guesses, not %d to %d", count, least, most);
    }
}

static void test_one_has_moved(void **state) {
    (void)state;
    table t;
    open_table(&t);
    check_within(guessed(&t, "d2", BOMB), 120, 220); // one in six
    play(&t, "d2,d3");
    assert_int_equal(guessed(&t, "d3", BOMB), 0);
    assert_int_equal(guessed(&t, "d3", FLAG), 0);
    check_within(guessed(&t, "c2", BOMB), 150, 250); // one in five
    tsr_rules_close(t.r);
}

// It is the man that is known, wherever he goes and whoever comes to where he was.
static void test_he_goes_on(void **state) {
    (void)state;
    table t;
    open_table(&t);
    play(&t, "c2,c3");
    play(&t, "a4,a3");
    play(&t, "c3,d3");
    play(&t, "a3,a4");
    assert_int_equal(guessed(&t, "d3", BOMB), 0);
    check_within(guessed(&t, "d2", BOMB), 150, 250);
    tsr_rules_close(t.r);
}

// Four have moved, so the other two are flag and bomb: one deal in fifteen.
static void test_all_is_known(void **state) {
    (void)state;
    table t;
    open_table(&t);
    static const char *const moves[] = {"a2,a3", "d4,d3", "b2,b3", "d3,d4",
                                        "c2,c3", "d4,d3", "d2,c2"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        play(&t, moves[i]);
    }
    assert_int_equal(guessed(&t, "a1", FLAG) + guessed(&t, "b1", FLAG), GUESSES);
    assert_int_equal(guessed(&t, "a1", BOMB) + guessed(&t, "b1", BOMB), GUESSES);
    check_within(guessed(&t, "a1", BOMB), 430, 570);
    tsr_rules_close(t.r);
}

// It is public, and part of the text of a position.
static void test_written(void **state) {
    (void)state;
    table t;
    char text[500];
    uint64_t again[STATE_WORDS];
    open_table(&t);
    play(&t, "d2,d3");
    assert_true(t.r->g.text(t.r, t.s, text, sizeof text) < (int)sizeof text);
    assert_non_null(strstr(text, " not1=d3"));
    assert_non_null(strstr(text, " not2=d3"));
    assert_int_equal(tsr_position_read(t.r, text, again, NULL), TSR_OK);
    assert_memory_equal(again, t.s, t.r->state_size);
    tsr_rules_close(t.r);
}

// Cards of one suit in a hand.
static int of_suit(const table *t, const void *s, int player, int suit) {
    int count = 0;
    for (int c = 0; c < t->p->b.cells; c++) {
        const int type = lang_owner_at(t->p, s, c) == player ? lang_type_at(t->p, s, c) : -1;
        const ir_area *hand = &t->p->area[1];
        const int in_hand = c >= hand->first && c < hand->first + hand->size * t->p->players;
        count += type >= 0 && in_hand && type != t->p->unknown && type / 13 == suit;
    }
    return count;
}

// `lacks[player]`: suits that player has not followed, as bits. Nobody is imagined to hold one of them.
static void check_guesses(const table *t, const uint32_t lacks[4], tsr_rng *g) {
    uint64_t view[STATE_WORDS], guess[STATE_WORDS];
    for (int viewer = 0; viewer < 4; viewer++) {
        t->r->g.view(t->r, t->s, viewer, view);
        t->r->g.guess(t->r, view, viewer, g, guess);
        assert_int_equal(t->r->g.check(t->r, guess, NULL), 0);
        for (int i = 0; i < 16; i++) {
            assert_true(!(lacks[i / 4] >> i % 4 & 1) || !of_suit(t, guess, i / 4, i % 4));
        }
    }
}

// A man who is taken off by choice has left the game: nobody imagines him anywhere else.
static void test_who_is_removed(void **state) {
    (void)state;
    static const char text[] = "game \"Test\"\nplayers Red, Blue\nboard grid 3x2\n"
                               "piece Man hidden of grade flag | bomb | spy\narea camp each 3\n"
                               "phase Deploy:\n  setup: each player: put every Man on my camp\n"
                               "  turn: choose man in my camp then choose spot in empty & rank 1\n"
                               "    then bring man to spot\n"
                               "  next Battle when no my camp and no enemy camp\n"
                               "phase Battle:\n  turn: remove one enemy\nstuck: lose\n";
    static const char *const moves[] = {"flag,a1", "flag,a2", "bomb,b1",
                                        "bomb,b2", "spy,c1",  "spy,c2"};
    const tsr_lang_source source = {.file = "test", .text = text};
    tsr_game *game = NULL;
    table t;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, NULL), TSR_OK);
    open_rules(&t, game);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        play(&t, moves[i]);
    }
    play(&t, "xa2");                                 // Blue's flag
    play(&t, "xb1");                                 // Red's bomb
    check_within(guessed(&t, "a1", FLAG), 400, 600); // or it is on c1
    assert_int_equal(guessed(&t, "a1", BOMB), 0);
    assert_int_equal(guessed(&t, "c1", BOMB), 0);
    tsr_rules_close(t.r);
    tsr_lang_free(game);
}

static int suit_of(const table *t, const void *s, int cell) {
    return lang_owner_at(t->p, s, cell) < 0 ? -1 : lang_type_at(t->p, s, cell) / 13;
}

static void test_who_does_not_follow(void **state) {
    (void)state;
    table t;
    tsr_rng g;
    uint32_t lacks[4] = {0}, turn;
    int learned = 0;
    open_game(&t, "whist");
    tsr_rng_init(&g, 3);
    const int trick = t.p->area[2].first;
    while ((turn = tsr_turn(t.r, t.s)) != 0) {
        if (turn >> TSR_CHANCE & 1) {
            tsr_play(t.r, t.s, TSR_CHANCE, tsr_draw(t.r, t.s, &g));
            continue;
        }
        const int who = tsr_mover(turn), led = suit_of(&t, t.s, trick);
        const int had = led >= 0 ? of_suit(&t, t.s, who, led) : 1;
        tsr_play(t.r, t.s, who, t.r->more.sample(t.r, t.s, who, &g));
        lacks[who] |= had ? 0 : 1u << led;
        learned += !had;
        check_guesses(&t, lacks, &g);
    }
    assert_true(learned > 5);
    tsr_rules_close(t.r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_has_moved),  cmocka_unit_test(test_he_goes_on),
        cmocka_unit_test(test_all_is_known),   cmocka_unit_test(test_written),
        cmocka_unit_test(test_who_is_removed), cmocka_unit_test(test_who_does_not_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
