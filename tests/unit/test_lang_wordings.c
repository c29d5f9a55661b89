// SPDX-License-Identifier: MIT
//
// Wordings of small card games: texts of their positions read back, and taking any number of things from a hand is
// quickly listed, whoever looks, and understood in any order.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rng.h>
#include <tessera/rules.h>
#include <tessera/scene.h>

#include "unit/opened_text.h"

enum { MOST_PLIES = 60, TEXT = 20000 };

// Kinds whose sign would be a digit, in open hands.
static const char open_hands[] = "game \"Open\"\n"
                                 "players Ann, Ben\n"
                                 "piece Card of suit c | d, value 1..5\n"
                                 "area hand each 10\n"
                                 "area heap 20\n"
                                 "setup:\n"
                                 "  each player: put every Card on my hand\n"
                                 "turn:\n"
                                 "  choose card in my hand\n"
                                 "  bring card to heap\n"
                                 "finish when no my hand and no enemy hand\n";

static const char dealt[] = "game \"Dealt\"\n"
                            "players Ann, Ben\n"
                            "piece Card of suit c | d, value 1..5\n"
                            "area deck 10 hidden\n"
                            "area hand each 3 hidden\n"
                            "area heap 10\n"
                            "setup:\n"
                            "  put every Card on deck\n"
                            "  each player: deal 3 from deck to my hand\n"
                            "turn:\n"
                            "  choose card in my hand\n"
                            "  bring card to heap\n"
                            "finish when no my hand\n";

// On a board a digit would be a number of free cells.
static const char tiles[] = "game \"Tiles\"\n"
                            "players Ann, Ben, Cleo\n"
                            "board grid 3x3\n"
                            "piece Tile of colour t | u, dots 1..5\n"
                            "area rack each 10\n"
                            "setup: each player: put every Tile on my rack\n"
                            "turn:\n"
                            "  choose tile in my rack\n"
                            "  choose spot in empty\n"
                            "  bring tile to spot\n"
                            "finish when no empty\n";

// Cards and counters whose values are the same.
static const char families[] = "game \"Families\"\n"
                               "players Ann, Ben\n"
                               "piece Card of value 1..14\n"
                               "piece Counter of worth 1..14\n"
                               "area hand each 28\n"
                               "area heap 56\n"
                               "setup: each player: put every Card on my hand then put every "
                               "Counter on my hand\n"
                               "turn:\n"
                               "  choose card in my hand\n"
                               "  bring card to heap\n"
                               "finish when turns = 20\n";

// Whoever looks on sees three cards that are none, and no place for them on the heap.
static const char discards[] = "game \"Discards\"\n"
                               "players Ann, Ben\n"
                               "piece Card of value 1..10\n"
                               "area deck 10 hidden\n"
                               "area hand each 5 hidden\n"
                               "area heap 10\n"
                               "setup:\n"
                               "  put every Card on deck\n"
                               "  each player: deal 5 from deck to my hand\n"
                               "turn:\n"
                               "  any number of (choose card in my hand then bring card to heap)\n"
                               "finish when no my hand\n";

// Equal cards in two areas: what they are does not say which is chosen.
static const char two_areas[] = "game \"Two Areas\"\n"
                                "players Ann, Ben\n"
                                "piece Card of value 1..3\n"
                                "area deck 6 hidden\n"
                                "area table 6\n"
                                "area hand each 3\n"
                                "setup:\n"
                                "  put every Card on deck then put every Card on deck\n"
                                "  each player: deal 1 from deck to my hand\n"
                                "  deal 3 from deck to table\n"
                                "turn:\n"
                                "  choose card in my hand | enemy hand | table\n"
                                "  remove card\n"
                                "stuck: pass\n"
                                "finish when all passed\n";

typedef struct table {
    opened o;
    void *s, *other;
} table;

static table open_table(const char *text) {
    table t = {.o = open_text(text)};
    t.s = malloc(t.o.r->state_size);
    t.other = malloc(t.o.r->state_size);
    assert_true(t.s && t.other);
    tsr_init(t.o.r, t.s);
    return t;
}

static void close_table(table *t) {
    free(t->s);
    free(t->other);
    close_text(t->o);
}

// 0 = the game is over.
static int play_one(table *t, tsr_rng *g) {
    const uint32_t turn = tsr_turn(t->o.r, t->s);
    if (turn) {
        const int who = tsr_mover(turn);
        tsr_play(t->o.r, t->s, who, t->o.r->more.sample(t->o.r, t->s, who, g));
    }
    return turn != 0;
}

static void read_back(table *t) {
    char text[TEXT];
    tsr_error err = {0};
    assert_true(tsr_position_text(t->o.r, t->s, text, sizeof text) < TEXT);
    if (tsr_position_read(t->o.r, text, t->other, &err)) {
        fail_msg("%s\n%s", text, err.message);
    }
    assert_memory_equal(t->s, t->other, t->o.r->state_size);
}

static void test_read_back(void **state) {
    (void)state;
    static const char *const games[] = {open_hands, dealt, tiles, families, discards};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        table t = open_table(games[i]);
        tsr_rng g;
        tsr_rng_init(&g, 5);
        for (int ply = 0; ply < MOST_PLIES; ply++) {
            read_back(&t);
            if (!play_one(&t, &g)) {
                break;
            }
        }
        close_table(&t);
    }
}

// As the first player's digits were once written.
static void test_old_digits(void **state) {
    (void)state;
    table t = open_table(open_hands);
    char text[TEXT];
    assert_int_equal(tsr_position_read(t.o.r, "- a 0 @hand1_1=C @hand1_5=5", t.s, NULL), TSR_OK);
    tsr_position_text(t.o.r, t.s, text, sizeof text);
    assert_string_equal(text, "- a 0 @hand1_1=C @hand1_5=<c5>1");
    close_table(&t);
}

// Both look on, whoever decides; what they see is drawn from all legal moves.
static void test_discards(void **state) {
    (void)state;
    table t = open_table(discards);
    tsr_scene sc = {0};
    tsr_rng g;
    tsr_rng_init(&g, 5);
    do {
        for (int viewer = 0; viewer < 2; viewer++) {
            t.o.r->g.view(t.o.r, t.s, viewer, t.other);
            assert_int_equal(tsr_scene_take(t.o.r, t.other, viewer, NULL, &sc), TSR_OK);
        }
    } while (play_one(&t, &g));
    tsr_scene_free(NULL, &sc);
    close_table(&t);
}

// Five cards: as many moves as there are sets of them. `a,b` is understood as `b,a`.
static void test_any_order(void **state) {
    (void)state;
    table t = open_table(discards);
    tsr_move list[TSR_MAX_MOVES], m = 0;
    tsr_rng g;
    tsr_rng_init(&g, 5);
    while (tsr_mover(tsr_turn(t.o.r, t.s)) == TSR_CHANCE) {
        (void)play_one(&t, &g);
    }
    const int n = t.o.r->g.moves(t.o.r, t.s, 0, list);
    assert_int_equal(n, 31);
    int pairs = 0;
    for (int i = 0; i < n; i++) {
        char text[TSR_MOVE_TEXT_MAX], turned[TSR_MOVE_TEXT_MAX];
        tsr_move_text(t.o.r, t.s, 0, list[i], text, sizeof text);
        char *bar = strchr(text, ',');
        if (bar && !strchr(bar + 1, ',')) {
            const size_t first = (size_t)(bar - text), second = strlen(bar + 1);
            memcpy(turned, bar + 1, second);
            turned[second] = ',';
            memcpy(turned + second + 1, text, first);
            turned[second + 1 + first] = '\0';
            assert_int_equal(t.o.r->g.move_parse(t.o.r, t.s, 0, turned, &m), TSR_OK);
            assert_true(m == list[i]);
            pairs++;
        }
    }
    assert_int_equal(pairs, 10);
    close_table(&t);
}

static void test_texts_differ(void **state) {
    (void)state;
    table t = open_table(two_areas);
    tsr_rng g;
    tsr_rng_init(&g, 5);
    for (int ply = 0; ply < MOST_PLIES; ply++) {
        const int who = tsr_mover(tsr_turn(t.o.r, t.s));
        tsr_move list[TSR_MAX_MOVES], m = 0;
        const int n = who < 0 || who == TSR_CHANCE ? 0 : t.o.r->g.moves(t.o.r, t.s, who, list);
        for (int i = 0; i < n; i++) {
            char text[TSR_MOVE_TEXT_MAX];
            tsr_move_text(t.o.r, t.s, who, list[i], text, sizeof text);
            assert_int_equal(t.o.r->g.move_parse(t.o.r, t.s, who, text, &m), TSR_OK);
            assert_true(m == list[i]);
        }
        if (!play_one(&t, &g)) {
            break;
        }
    }
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_back), cmocka_unit_test(test_old_digits),
        cmocka_unit_test(test_discards), cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_texts_differ)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
