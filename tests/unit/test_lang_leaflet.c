// SPDX-License-Identifier: MIT
//
// The comment at the head of a rules file is what people read; the rules' hash, which
// records carry, does not know it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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
        cmocka_unit_test(words_are_no_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
