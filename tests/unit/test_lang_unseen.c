// SPDX-License-Identifier: MIT
//
// Cells of which a player does not see whether anything is there: Battleship's other sea. A picture says nothing of it, a
// view is the same wherever the ship lies, and bots guess ships that hold together.
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

#include "lang/game/slots.h"
#include "lang/game/view.h"

enum { STATE_WORDS = 512, SEA = 25, OPENINGS = 40 };

typedef struct table {
    tsr_rules *r;
    uint64_t s[STATE_WORDS];
} table;

static void open_table(table *t) {
    tsr_setup setup;
    const tsr_game *game = NULL;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, "battleship") == 0) {
            game = tsr_lang_builtin_at(i);
        }
    }
    assert_non_null(game);
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &t->r, NULL), TSR_OK);
    assert_true(t->r->state_size <= sizeof t->s);
    memset(t->s, 0, sizeof t->s);
    tsr_init(t->r, t->s);
}

static void play(table *t, int who, const char *text) {
    tsr_move m;
    assert_int_equal(t->r->g.move_parse(t->r, t->s, who, text, &m), TSR_OK);
    t->r->g.play(t->r, t->s, who, m);
}

static void hide(table *t, const char *ann, const char *ben) {
    play(t, 0, ann);
    play(t, 1, ben);
}

// Both have 40 ways to hide, and each is one whatever the other does: 1600 together.
static void test_openings(void **state) {
    table t;
    tsr_move list[TSR_MAX_MOVES];
    (void)state;
    open_table(&t);
    assert_int_equal(tsr_turn(t.r, t.s), 3);
    assert_int_equal(t.r->g.moves(t.r, t.s, 0, list), OPENINGS);
    assert_int_equal(t.r->g.moves(t.r, t.s, 1, list), OPENINGS);
    play(&t, 0, "a1,a2");
    assert_int_equal(t.r->g.moves(t.r, t.s, 1, list), OPENINGS);
    tsr_rules_close(t.r);
}

static int count_glyphs(const table *t, int viewer, const char *glyph) {
    tsr_scene sc = {0};
    int n = 0;
    assert_int_equal(tsr_scene_take(t->r, t->s, viewer, NULL, &sc), TSR_OK);
    for (uint32_t i = 0; i < sc.item_count; i++) {
        n += strcmp(sc.text + sc.items[i].glyph, glyph) == 0;
    }
    tsr_scene_free(NULL, &sc);
    return n;
}

static void test_picture(void **state) {
    table t;
    (void)state;
    open_table(&t);
    hide(&t, "a1,a2", "g1,h1");
    assert_int_equal(count_glyphs(&t, 0, "?"), SEA); // the other sea, all of it
    assert_int_equal(count_glyphs(&t, 1, "?"), SEA);
    assert_int_equal(count_glyphs(&t, 8, "?"), 2 * SEA); // who looks on sees neither
    play(&t, 1, "c3");                                   // a miss: then everybody sees it
    assert_int_equal(count_glyphs(&t, 1, "?"), SEA - 1);
    tsr_rules_close(t.r);
}

// Wherever the ship lies, the other player's view is the same, and so are the moves.
static void test_same_view(void **state) {
    static const char *const ships[] = {"g1,h1", "k4,k5", "i3,j3"};
    uint64_t first[STATE_WORDS] = {0}, view[STATE_WORDS] = {0};
    (void)state;
    for (size_t i = 0; i < sizeof ships / sizeof *ships; i++) {
        table t;
        open_table(&t);
        hide(&t, "a1,a2", ships[i]);
        t.r->g.view(t.r, t.s, 0, i ? view : first);
        assert_true(!i || memcmp(view, first, t.r->state_size) == 0);
        tsr_rules_close(t.r);
    }
}

// What others hear of a move: not where a ship was hidden, but where a shot was fired.
static void test_hearing(void **state) {
    table t;
    tsr_move m;
    (void)state;
    open_table(&t);
    play(&t, 0, "a1,a2");
    assert_int_equal(t.r->g.move_parse(t.r, t.s, 1, "g1,h1", &m), TSR_OK);
    assert_true(t.r->g.seen(t.r, t.s, 1, m, 0) & TSR_HIDDEN);
    assert_false(t.r->g.seen(t.r, t.s, 1, m, 1) & TSR_HIDDEN);
    t.r->g.play(t.r, t.s, 1, m);
    assert_int_equal(t.r->g.move_parse(t.r, t.s, 1, "a1", &m), TSR_OK);
    assert_false(t.r->g.seen(t.r, t.s, 1, m, 0) & TSR_HIDDEN);
    tsr_rules_close(t.r);
}

static void check_guesses(const table *t, tsr_rng *g) {
    uint64_t view[STATE_WORDS] = {0}, guess[STATE_WORDS] = {0}, again[STATE_WORDS] = {0};
    for (int viewer = 0; viewer < 2; viewer++) {
        t->r->g.view(t->r, t->s, viewer, view);
        t->r->g.guess(t->r, view, viewer, g, guess);
        assert_true(lang_is_as_always(program_of(t->r), guess));
        t->r->g.view(t->r, guess, viewer, again);
        assert_memory_equal(view, again, t->r->state_size);
    }
}

// A guess holds to `always`: no cell of a ship lies alone.
static void test_guesses(void **state) {
    tsr_rng g;
    (void)state;
    tsr_rng_init(&g, 31);
    for (int game = 0; game < 12; game++) {
        table t;
        open_table(&t);
        for (uint32_t turn = tsr_turn(t.r, t.s); turn; turn = tsr_turn(t.r, t.s)) {
            const int who = tsr_mover(turn);
            check_guesses(&t, &g);
            t.r->g.play(t.r, t.s, who, t.r->more.sample(t.r, t.s, who, &g));
        }
        tsr_rules_close(t.r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openings),  cmocka_unit_test(test_picture),
        cmocka_unit_test(test_same_view), cmocka_unit_test(test_hearing),
        cmocka_unit_test(test_guesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
