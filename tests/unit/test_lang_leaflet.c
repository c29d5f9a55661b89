// SPDX-License-Identifier: MIT
//
// The comment at the head of a rules file is what people read; the rules' hash, which
// records carry, does not know it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#define RULES   "game \"A # B\"\nplayers X, O\nboard grid 3x3\npiece Mark\n"
#define MORE    "turn: place Mark on empty\n"
#define HEADING "\nThe rules as the program reads them:\n\n"

static tsr_game *compile(const char *text) {
    static tsr_lang_report report;
    tsr_game *game = NULL;
    tsr_lang_source source = {.text = text, .file = "leaflet.game"};
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, &report), TSR_OK);
    return game;
}

static void explains(const char *text, const char *about, const char *rules) {
    tsr_game *game = compile(text);
    assert_string_equal(game->about, about);
    assert_string_equal(game->rules, rules);
    tsr_lang_free(game);
}

static void the_head_is_the_leaflet(void **state) {
    (void)state;
    explains(RULES MORE, "a game from a rules file", RULES MORE);
    explains("# short\n" RULES MORE, "short", RULES MORE);
    explains("#\n" RULES MORE, "a game from a rules file", RULES MORE);
    explains("# short\n#\n# Long,\n# longer.\n#\n#  Two.\n" RULES "# no leaflet\n" MORE, "short",
             "Long,\nlonger.\n\n Two.\n" HEADING RULES "# no leaflet\n" MORE);
    explains("# short\r\n#\r\n# Long.\r\n\r\n" RULES MORE, "short", "Long.\n" HEADING RULES MORE);
}

static void takes(const char *text, int minutes) {
    tsr_game *game = compile(text);
    assert_int_equal(game->more->minutes, minutes);
    tsr_lang_free(game);
}

static void the_leaflet_says_how_long_a_game_takes(void **state) {
    (void)state;
    takes(RULES MORE, 0);
    takes("# short\n#\n# A game takes about 30 minutes.\n" RULES MORE, 30);
    takes("# short\n#\n# A game takes about 1 minute.\n" RULES MORE, 1);
    takes("# A game takes about 1440 minutes\r\n" RULES MORE, 1440);
    takes("# A game takes about 1441 minutes\n" RULES MORE, 0);
    takes("# A game takes about -5 minutes\n" RULES MORE, 0);
    takes("# A game takes about 99999999999999999999 minutes\n" RULES MORE, 0);
    takes("# A game takes about 5 hours\n" RULES MORE, 0);
    takes("# A game takes about \n" RULES MORE, 0);
    takes("# A game takes about 7\n" RULES MORE, 0);
    takes(RULES "# A game takes about 30 minutes.\n" MORE, 0);
}

// The board's zone of the start.
static tsr_zone board_of(const char *text) {
    tsr_game *game = compile(text);
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_scene sc = {0};
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    void *state = malloc(r->state_size);
    assert_non_null(state);
    r->g.init(r, state);
    assert_int_equal(tsr_scene_take(r, state, 0, NULL, &sc), TSR_OK);
    tsr_zone board = sc.zones[0];
    tsr_scene_free(NULL, &sc);
    free(state);
    tsr_rules_close(r);
    tsr_lang_free(game);
    return board;
}

static void the_leaflet_says_what_a_board_looks_like(void **state) {
    (void)state;
    tsr_zone plain = board_of(RULES MORE);
    assert_int_equal(plain.material, TSR_MATERIAL_WOOD);
    assert_int_equal(plain.form, TSR_FORM_SQUARE);
    tsr_zone slate = board_of("# short\n#\n# Board: slate, points.\n" RULES MORE);
    assert_int_equal(slate.material, TSR_MATERIAL_SLATE);
    assert_int_equal(slate.form, TSR_FORM_POINT);
    explains("# short\n#\n# Long.\n# Board: felt.\n" RULES MORE, "short",
             "Long.\n" HEADING RULES MORE);
}

static void a_word_that_says_nothing_is_told(void **state) {
    (void)state;
    static tsr_lang_report report;
    tsr_game *game = NULL;
    tsr_lang_source source = {.text = "# short\n#\n# Board: slate, marzipan.\n" RULES MORE,
                              .file = "leaflet.game"};
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, &report), TSR_OK);
    tsr_lang_free(game);
    assert_int_equal(report.count, 1);
    assert_int_equal(report.message[0].number, 48);
    assert_true(report.message[0].warning);
    assert_int_equal(report.message[0].line, 3);
    assert_int_equal(report.message[0].column, 17);
    assert_int_equal(report.message[0].length, 8);
}

#define STONES(size)                                                                               \
    "game \"S\"\nplayers Red, Blue\nboard grid " size "\npiece Stone\nturn: place Stone on "       \
    "empty\n"
#define HEX(a, b)                                                                                  \
    "game \"S\"\nplayers " a ", " b "\nboard hex 5x5\npiece Stone\nturn: place Stone on empty\n" a \
    " wins when " a " connects top to bottom\n" b " wins when " b " connects left to right\n"

static void rules_say_what_a_board_looks_like(void **state) {
    (void)state;
    static const uint8_t sides[4] = {TSR_COLOUR_RED, TSR_COLOUR_BLUE, TSR_COLOUR_RED,
                                     TSR_COLOUR_BLUE};
    assert_int_equal(board_of(STONES("9x9")).form, TSR_FORM_POINT);
    assert_int_equal(board_of(STONES("8x8")).form, TSR_FORM_SQUARE);
    tsr_zone hex = board_of(HEX("Red", "Blue"));
    assert_int_equal(hex.form, TSR_FORM_HEX);
    assert_memory_equal(hex.sides, sides, sizeof sides);
}

static void has_sides(const char *text, uint8_t first, uint8_t second) {
    tsr_zone hex = board_of(text);
    assert_int_equal(hex.sides[0], first);
    assert_int_equal(hex.sides[1], second);
}

// Else the second player, who is called Orange, would be as red as the first.
static void players_have_the_colours_of_their_names(void **state) {
    (void)state;
    has_sides(HEX("Red", "Orange"), TSR_COLOUR_RED, TSR_COLOUR_ORANGE);
    has_sides(HEX("Violet", "Cyan"), TSR_COLOUR_PURPLE, TSR_COLOUR_CYAN);
    has_sides(HEX("Pink", "Brown"), TSR_COLOUR_PINK, TSR_COLOUR_BROWN);
    has_sides(HEX("Purple", "Someone"), TSR_COLOUR_PURPLE, TSR_COLOUR_PLAYER + 1);
}

static uint64_t hash_of(const char *text) {
    tsr_game *game = compile(text);
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    uint64_t h = r->hash;
    tsr_rules_close(r);
    tsr_lang_free(game);
    return h;
}

static void words_are_no_rules(void **state) {
    (void)state;
    uint64_t h = hash_of(RULES MORE);
    assert_int_equal(hash_of("# short\n#\n# Long.\n\n" RULES MORE), h);
    assert_int_equal(hash_of(RULES "# why\n\n" MORE), h);
    assert_int_equal(hash_of(RULES "turn: place Mark on empty   # why\n"), h);
    assert_int_equal(hash_of(RULES "turn: place Mark on empty\r\n"), h);
    assert_int_not_equal(hash_of(RULES MORE "stuck: draw\n"), h);
    assert_int_not_equal(hash_of("game \"A # C\"\nplayers X, O\nboard grid 3x3\npiece Mark\n" MORE),
                         h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_is_the_leaflet),
        cmocka_unit_test(the_leaflet_says_how_long_a_game_takes),
        cmocka_unit_test(the_leaflet_says_what_a_board_looks_like),
        cmocka_unit_test(a_word_that_says_nothing_is_told),
        cmocka_unit_test(rules_say_what_a_board_looks_like),
        cmocka_unit_test(players_have_the_colours_of_their_names),
        cmocka_unit_test(words_are_no_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
