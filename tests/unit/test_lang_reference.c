// SPDX-License-Identifier: MIT
//
// Interpreter and compiled code play what the automaton means: the same moves, the same positions
// byte for byte, the same endings as the reference player (ref_play.h), which knows nothing
// of how turns are made fast. On the shelf, the forms, and all small games of tests/lang.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dirent.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "compiled.h"
#include "trio.h"

static void test_shelf(void **state) {
    (void)state;
    for (int i = 0; i < 2 * tsr_lang_builtin_count(); i++) {
        static trio t;
        const tsr_game *g = tsr_lang_builtin_at(i / 2);
        if (!is_compiled(g)) {
            continue;
        }
        assert_true(trio_open(&t, tsr_lang_builtin_source(i / 2), g, i % 2));
        assert_true(trio_check(&t, g->name) > 0);
        trio_close(&t);
    }
}

static char *read_text(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 17);
    if (f && text) {
        text[fread(text, 1, (1 << 17) - 1, f)] = '\0';
    }
    if (f) {
        (void)fclose(f);
    }
    return text;
}

// Whether random play finds choices made at once that depend on each other (error 34). Such rules compile, but they have
// no meaning to compare: one answer may take from another what it chose.
static int is_torn(const tsr_lang_source *source) {
    enum { CHOICES_DEPEND = 34 };
    static tsr_lang_report report;
    memset(&report, 0, sizeof report);
    if (!strstr(source->text, "let ") || tsr_lang_check(source, NULL, &report) == TSR_OK) {
        return 0;
    }
    return report.errors > 0 && report.message[0].number == CHOICES_DEPEND;
}

// A file of its own, with both kinds of turns. 0 = it is no game, or one that is meant to be wrong.
static int check_file(const char *path) {
    static trio t;
    tsr_game *game = NULL;
    char *text = read_text(path);
    tsr_lang_source source = {.file = path, .text = text};
    int plies = 0;
    if (!is_torn(&source) && tsr_lang_compile(&source, NULL, &game, NULL) == TSR_OK) {
        for (int joined = 0; joined < 2; joined++) {
            assert_true(trio_open(&t, text, game, joined));
            plies += trio_check(&t, path);
            trio_close(&t);
        }
        tsr_lang_free(game);
    }
    free(text);
    return plies > 0;
}

// tests/lang/texts/backgammon.game: one of its turns has so many ways that listing them takes minutes. `tessera check`
// says so (error 47), but it can be played.
static int is_too_wide(const char *name) {
    return strcmp(name, "backgammon.game") == 0;
}

// Answers how many files were compared.
static int check_folder(const char *path) {
    DIR *dir = opendir(path);
    int found = 0;
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        char inner[4096];
        size_t n = strlen(e->d_name);
        (void)snprintf(inner, sizeof inner, "%s/%s", path, e->d_name);
        if (n > 5 && strcmp(e->d_name + n - 5, ".game") == 0 && !is_too_wide(e->d_name)) {
            found += check_file(inner);
        } else if (!strchr(e->d_name, '.')) {
            found += check_folder(inner);
        }
    }
    (void)closedir(dir);
    return found;
}

static int check_below(const char *folder) {
    char path[4096];
    const char *root = getenv("TSR_SOURCE_DIR");
    (void)snprintf(path, sizeof path, "%s/%s", root ? root : ".", folder);
    return check_folder(path);
}

static void test_forms(void **state) {
    (void)state;
    assert_true(check_below("tests/unit/forms") >= 20);
}

static void test_files(void **state) {
    (void)state;
    assert_true(check_below("tests/lang") >= 100);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shelf),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_files),
    };
    if (argc > 1 && strcmp(argv[1], "long") == 0) {
        trio_most.games = 20;
        trio_most.plies = 400;
        trio_most.work = 100000;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
