// SPDX-License-Identifier: MIT
//
// Rules files nobody thought of (rules_maker.h): whatever compiles is played by the reference player and
// the interpreter alike, with whole turns and choice by choice. `test_lang_made FIRST COUNT` tries
// others; with a folder behind it they are compiled there, too, and played as machine code;
// `test_lang_made show SEED` prints one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>

#include "rules_maker.h"
#include "trio.h"

static uint64_t first_seed = 1, seeds = 250;
static const char *folder; // for shared objects, or NULL

// 1 = it was a game, and all agree.
static int try_seed(uint64_t seed) {
    static trio t;
    static tsr_lang_report report;
    char text[8192], name[40];
    tsr_game *game = NULL;
    (void)make_rules(seed, RULES_ANY, text, sizeof text);
    (void)snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
    tsr_lang_source source = {.file = name, .text = text};
    tsr_err e = tsr_lang_compile(&source, NULL, &game, &report);
    if (e) {
        assert_true(report.errors > 0); // a refusal says why
        return 0;
    }
    for (int joined = 0; joined < 2; joined++) {
        char path[500];
        assert_true(trio_open(&t, text, game, joined));
        if (folder) { // a new name each time, or the old one stays loaded
            (void)snprintf(path, sizeof path, "%s/made_%llu_%d.so", folder,
                           (unsigned long long)seed, joined);
            trio_compile(&t, game, joined, path);
            (void)remove(path);
        }
        (void)trio_check(&t, name);
        trio_close(&t);
    }
    tsr_lang_free(game);
    return 1;
}

static void test_made(void **state) {
    (void)state;
    uint64_t games = 0;
    for (uint64_t i = 0; i < seeds; i++) {
        games += (uint64_t)try_seed(first_seed + i);
    }
    print_message("%llu of %llu files are games\n", (unsigned long long)games,
                  (unsigned long long)seeds);
    assert_true(games * 4 > seeds); // or the maker has lost touch with the language
}

// Files that were once played differently.
static void test_found(void **state) {
    (void)state;
    static const uint64_t found[] = {
        1779,  // a turn that begins with a roll and may use `last` behind it
        5371}; // "done" at a condition that comes before what is optional
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        assert_true(try_seed(found[i]));
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_found), cmocka_unit_test(test_made)};
    if (argc > 2 && strcmp(argv[1], "show") == 0) {
        char text[8192];
        (void)make_rules(strtoull(argv[2], NULL, 10), RULES_ANY, text, sizeof text);
        (void)fputs(text, stdout);
        return 0;
    }
    trio_most = (trio_limits){.games = 2, .plies = 24, .work = 400};
    if (argc > 2) {
        first_seed = strtoull(argv[1], NULL, 10);
        seeds = strtoull(argv[2], NULL, 10);
    }
    folder = argc > 3 ? argv[3] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
