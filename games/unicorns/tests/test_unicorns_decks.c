// SPDX-License-Identifier: MIT
//
// Runs the card tests: the `test` blocks of the *.cards files in this folder, each a
// table, moves and the table expected. Every kind of the base deck must be named by a
// test of its own ("Angel Unicorn: ..."), and the standing rules must meet three
// other cards each ("Blinding Light against ...").

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/host.h>

#include "unicorns/unicorns.h"

extern const tsr_game tsr_game_unicorns;

static const char *const files[] = {"unicorns", "magic", "stable", "checks",
                                    "meetings", "table", "extra",  "words"};

enum { FILES = sizeof files / sizeof files[0] };

static char *texts[FILES];
static size_t sizes[FILES];

static int read_files(void **unused) {
    tsr_error err;
    (void)unused;
    for (int i = 0; i < FILES; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/games/unicorns/tests/%s.cards", getenv("TSR_SOURCE_DIR"),
                 files[i]);
        if (tsr_file_read(path, 1 << 20, &texts[i], &sizes[i], &err)) {
            print_error("%s\n", err.message);
            return 1;
        }
    }
    return 0;
}

static int free_files(void **unused) {
    (void)unused;
    for (int i = 0; i < FILES; i++) {
        tsr_mem_free(NULL, texts[i], sizes[i] + 1);
    }
    return 0;
}

static void test_all_pass(void **unused) {
    static char report[64 * 1024];
    (void)unused;
    for (int i = 0; i < FILES; i++) {
        int errors = tsr_unicorns_lint(files[i], texts[i], sizes[i], NULL, report, sizeof report);
        if (errors) {
            fail_msg("%s", report);
        }
    }
}

// Tests in all files whose title begins with `name` and then `after`.
static int tests_named(const char *name, const char *after) {
    char start[120];
    int n = 0;
    snprintf(start, sizeof start, "\ntest \"%s%s", name, after);
    for (int i = 0; i < FILES; i++) {
        for (const char *at = texts[i]; (at = strstr(at, start)); at++) {
            n++;
        }
    }
    return n;
}

static void test_every_card_has_one(void **unused) {
    tsr_setup setup;
    tsr_rules *r;
    tsr_error err;
    (void)unused;
    tsr_setup_init(&setup, &tsr_game_unicorns);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    for (int k = 0; k < tsr_unicorns_kind_count(r); k++) {
        const char *name = tsr_unicorns_kind_at(r, k).name;
        if (tests_named(name, ":") == 0) {
            fail_msg("no test for %s", name);
        }
    }
    tsr_rules_close(r);
}

static void test_standing_rules_meet_three(void **unused) {
    static const char *const cards[] = {"Blinding Light",    "Pandamonium", "Rainbow Aura",
                                        "Queen Bee Unicorn", "Yay",         "Slowdown",
                                        "Ginormous Unicorn"};
    (void)unused;
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
        assert_true(tests_named(cards[i], " against") >= 3);
    }
}

// A test can fail: the same files with every expectation turned round.
static void test_expectations_can_fail(void **unused) {
    static char report[64 * 1024];
    static char text[1 << 16];
    int turned = 0;
    (void)unused;
    size_t n = 0;
    for (size_t i = 0; i < sizes[2] && n + 40 < sizeof text; i++) {
        if (strncmp(texts[2] + i, "then p1 hand ", 13) == 0) {
            n += (size_t)snprintf(text + n, sizeof text - n, "then p1 hand Super Neigh");
            i += strcspn(texts[2] + i, "\n") - 1;
            turned++;
        } else {
            text[n++] = texts[2][i];
        }
    }
    int errors = tsr_unicorns_lint("turned", text, n, NULL, report, sizeof report);
    assert_true(turned > 5);
    assert_true(errors > 5);
    assert_non_null(strstr(report, "error 19"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pass),
        cmocka_unit_test(test_every_card_has_one),
        cmocka_unit_test(test_standing_rules_meet_three),
        cmocka_unit_test(test_expectations_can_fail),
    };
    return cmocka_run_group_tests(tests, read_files, free_files);
}
