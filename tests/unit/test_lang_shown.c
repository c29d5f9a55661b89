// SPDX-License-Identifier: MIT
//
// What the scene of a rules file tells: places and numbers that the game is about, what a move would take and lay
// elsewhere than where it goes, numbers below zero, and scores that not everybody can know.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>
#include <tessera/scene.h>

typedef struct table {
    tsr_rules *r;
    void *s;
    tsr_scene sc;
} table;

static const tsr_game *shelf(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_at(i);
        }
    }
    fail_msg("no game %s on the shelf", name);
    return NULL;
}

static tsr_move move_of(const table *t, int who, const char *text) {
    tsr_move m = TSR_NO_MOVE;
    assert_int_equal(t->r->g.move_parse(t->r, t->s, who, text, &m), TSR_OK);
    return m;
}

// After these moves, one player after the other.
static table open_game(const tsr_game *game, const char *const moves[]) {
    table t = {0};
    tsr_setup setup;
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &t.r, NULL), TSR_OK);
    t.s = malloc(t.r->state_size);
    assert_non_null(t.s);
    tsr_init(t.r, t.s);
    for (int i = 0; moves && moves[i]; i++) {
        tsr_play(t.r, t.s, i % 2, move_of(&t, i % 2, moves[i]));
    }
    assert_int_equal(tsr_scene_take(t.r, t.s, 0, NULL, &t.sc), TSR_OK);
    return t;
}

static table open_table(const char *game, const char *const moves[]) {
    return open_game(shelf(game), moves);
}

static void close_table(table *t) {
    tsr_scene_free(NULL, &t->sc);
    free(t->s);
    tsr_rules_close(t->r);
}

// --- Goals -----------------------------------------------------------------------------------------

static void has_goals(const char *game, const char *const names[]) {
    table t = open_table(game, NULL);
    int found = 0, wanted = 0;
    for (uint32_t i = 0; i < t.sc.item_count; i++) {
        found += (t.sc.items[i].flags & TSR_ITEM_GHOST) != 0;
    }
    for (; names[wanted]; wanted++) {
        int there = 0;
        for (uint32_t i = 0; i < t.sc.item_count; i++) {
            const char *label = t.sc.text + t.sc.items[i].label;
            there |=
                (t.sc.items[i].flags & TSR_ITEM_GHOST) && strncmp(label, names[wanted], 2) == 0;
        }
        assert_true(there);
    }
    assert_int_equal(found, wanted);
    close_table(&t);
}

static void places_that_win_are_marked(void **state) {
    (void)state;
    has_goals("storekeeper", (const char *const[]){"d3", "e4", "d5", NULL});
    has_goals("kingofthehill", (const char *const[]){"d4", "e4", "d5", "e5", NULL});
    has_goals("chess", (const char *const[]){NULL});
}

// What the first counter of seat 0 needs.
static int needed(const char *game) {
    table t = open_table(game, NULL);
    int need = -1;
    for (uint32_t i = 0; i < t.sc.zone_count && need < 0; i++) {
        const tsr_zone *z = &t.sc.zones[i];
        need = z->kind == TSR_ZONE_COUNTER && z->owner == 0 ? z->need : -1;
    }
    close_table(&t);
    return need;
}

static void numbers_that_win_are_told(void **state) {
    (void)state;
    assert_int_equal(needed("threecheck"), 3);
    assert_int_equal(needed("pente"), 10);
    assert_int_equal(needed("pig"), 100);
    assert_int_equal(needed("reversi"), 0);
}

// --- Promises --------------------------------------------------------------------------------------

static tsr_picks picks_of(const char *game, const char *const moves[], const char *text) {
    table t = open_table(game, moves);
    int who = 0;
    while (moves && moves[who]) {
        who++;
    }
    tsr_picks picks = {0};
    t.r->g.path(t.r, t.s, who % 2, move_of(&t, who % 2, text), &picks);
    close_table(&t);
    return picks;
}

static int lands_on(const tsr_picks *p, int row, int col) {
    int found = 0;
    for (int i = 0; i < p->lands; i++) {
        found |= p->land[i].at.row == row && p->land[i].at.col == col;
    }
    return found;
}

static void castling_tells_where_the_rook_goes(void **state) {
    (void)state;
    static const char *const moves[] = {"g1f3", "a7a6", "e2e3", "a6a5", "f1e2", "a5a4", NULL};
    const tsr_picks castles = picks_of("chess", moves, "e1g1");
    assert_int_equal(castles.lands, 2);
    assert_true(lands_on(&castles, 7, 6) && lands_on(&castles, 7, 5));
    const tsr_picks plain = picks_of("chess", moves, "e2d3");
    assert_int_equal(plain.lands, 0); // the place it goes to says it
    assert_int_equal(plain.marks, 0);
}

static void what_is_taken_elsewhere_is_marked(void **state) {
    (void)state;
    static const char *const pawn[] = {"e2e4", "a7a6", "e4e5", "d7d5", NULL};
    const tsr_picks passing = picks_of("chess", pawn, "e5d6");
    assert_int_equal(passing.marks, 1);
    assert_int_equal(passing.lands, 0);
}

static void reversi_tells_which_discs_turn(void **state) {
    (void)state;
    const tsr_picks first = picks_of("reversi", NULL, "d3");
    assert_int_equal(first.lands, 2); // its own, and the one between
    assert_int_equal(first.marks, 0);
}

static void sowing_tells_where_seeds_fall(void **state) {
    (void)state;
    const tsr_picks sown = picks_of("kalah", NULL, "c");
    assert_int_equal(sown.lands, 4);
}

// --- Numbers ---------------------------------------------------------------------------------------

static const char *glyph_of(const table *t, const char *label) {
    for (uint32_t i = 0; i < t->sc.item_count; i++) {
        if (strcmp(t->sc.text + t->sc.items[i].label, label) == 0) {
            return t->sc.text + t->sc.items[i].glyph;
        }
    }
    fail_msg("nothing says '%s'", label);
    return NULL;
}

static void numbers_below_zero_are_shown(void **state) {
    static const char text[] =
        "game \"Debts\"\nplayers Ann, Ben\nboard grid 3x3\npiece Stone\n"
        "var low = 0 in -500..0\nturn: place Stone on empty then low = -400\n"
        "score: 0 - 45 * count mine\nlimit 4 turns\n";
    static const char *const moves[] = {"a1", "a2", NULL};
    const tsr_lang_source source = {.text = text};
    tsr_game *game = NULL;
    (void)state;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, NULL), TSR_OK);
    table t = open_game(game, moves);
    assert_string_equal(glyph_of(&t, "Ann has -45"), "-45");
    assert_string_equal(glyph_of(&t, "low is -400"), "-400");
    close_table(&t);
    tsr_lang_free(game);
}

static int scores_shown(const table *t, int owner) {
    int n = 0;
    for (uint32_t i = 0; i < t->sc.zone_count; i++) {
        n += t->sc.zones[i].role == TSR_ROLE_SCORE && t->sc.zones[i].owner == owner;
    }
    return n;
}

static void a_score_of_hidden_cards_is_shown_to_who_holds_them(void **state) {
    static const char text[] =
        "game \"Hands\"\nplayers Ann, Ben\npiece Card of suit clubs | hearts, value 1..2\n"
        "area hand each 4 hidden\narea pile\narea under 8\n"
        "setup: each player: put every Card on my hand\n"
        "turn: choose x in my hand then bring pile to under then bring x to pile\n"
        "score: sum value in my hand\nlimit 4 turns\n";
    static const char *const moves[] = {"clubs1", NULL};
    const tsr_lang_source source = {.text = text};
    tsr_game *game = NULL;
    (void)state;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, NULL), TSR_OK);
    table t = open_game(game, moves);
    assert_int_equal(scores_shown(&t, 0), 1);
    assert_int_equal(scores_shown(&t, 1), 0);
    assert_string_equal(glyph_of(&t, "Ann has 5"), "5");
    assert_string_equal(glyph_of(&t, "ace of clubs"), "♣A");
    close_table(&t);
    tsr_lang_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_that_win_are_marked),
        cmocka_unit_test(numbers_that_win_are_told),
        cmocka_unit_test(castling_tells_where_the_rook_goes),
        cmocka_unit_test(what_is_taken_elsewhere_is_marked),
        cmocka_unit_test(reversi_tells_which_discs_turn),
        cmocka_unit_test(sowing_tells_where_seeds_fall),
        cmocka_unit_test(numbers_below_zero_are_shown),
        cmocka_unit_test(a_score_of_hidden_cards_is_shown_to_who_holds_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
