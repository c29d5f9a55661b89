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

#include "lang/game/slots.h"
#include "ref_play.h"

// The reference takes memory for every code it runs, which costs a sanitizer fifty times more.
#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

static int most_games = IS_SANITIZED ? 1 : 2, most_plies = IS_SANITIZED ? 12 : 50;
static int64_t most_work = IS_SANITIZED ? 500 : 4000; // moves listed in all the games of one kind

typedef struct trio {
    tsr_game *game;               // with every rewrite off
    tsr_rules *plain, *vm, *fast; // that one; as it is; compiled, or NULL
    char *a, *b, *c;              // states: of the reference, the interpreter, compiled code
    tsr_move x[TSR_MAX_MOVES], y[TSR_MAX_MOVES];
} trio;

static tsr_rules *open_rules(const tsr_game *g, int joined) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_setup_init(&setup, g);
    for (int i = 0; i < g->option_count; i++) {
        if (strcmp(g->options[i].name, "turns") == 0) {
            setup.opt[i] = joined ? 0 : 1;
        } else if (strcmp(g->options[i].name, "size") == 0 && g->options[i].def > 12) {
            setup.opt[i] = strcmp(g->title, "Go") == 0 ? 5 : 9;
        }
    }
    if (tsr_rules_open(&setup, NULL, &r, &err) != TSR_OK) {
        fail_msg("%s: %s", g->name, err.message);
    }
    return r;
}

static void *state_for(const tsr_rules *r) {
    void *s = calloc(1, r->state_size);
    assert_non_null(s);
    return s;
}

// 0 = the text does not compile.
static int trio_open(trio *t, const char *text, const tsr_game *as_is, int joined) {
    tsr_lang_source source = {.text = text, .passes_off = UINT32_MAX};
    tsr_error err = {0};
    memset(t, 0, sizeof *t);
    if (tsr_lang_compile(&source, NULL, &t->game, NULL) != TSR_OK) {
        return 0;
    }
    t->plain = open_rules(t->game, joined);
    t->vm = open_rules(as_is, joined);
    t->fast = open_rules(as_is, joined);
    assert_int_equal(tsr_lang_attach(t->vm, NULL, &err), TSR_OK);
    if (!tsr_lang_is_compiled(t->fast)) {
        tsr_rules_close(t->fast);
        t->fast = NULL;
    }
    assert_int_equal(t->plain->state_size, t->vm->state_size);
    t->a = state_for(t->vm);
    t->b = state_for(t->vm);
    t->c = state_for(t->vm);
    return 1;
}

static void trio_close(trio *t) {
    free(t->a);
    free(t->b);
    free(t->c);
    tsr_rules_close(t->plain);
    tsr_rules_close(t->vm);
    tsr_rules_close(t->fast);
    tsr_lang_free(t->game);
}

static int by_number(const void *x, const void *y) {
    tsr_move a = *(const tsr_move *)x, b = *(const tsr_move *)y;
    return a < b ? -1 : a > b;
}

static void show(const trio *t, const char *what, const tsr_move *list, int n) {
    print_message("%s:", what);
    for (int i = 0; i < n && i < 40; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(t->vm, t->b, tsr_mover(tsr_turn(t->vm, t->b)), list[i], text, sizeof text);
        print_message(" %s", text);
    }
    print_message("\n");
}

static void check_lists(trio *t, const char *name, int n, int m) {
    qsort(t->x, (size_t)n, sizeof *t->x, by_number);
    qsort(t->y, (size_t)m, sizeof *t->y, by_number);
    if (n != m || memcmp(t->x, t->y, (size_t)n * sizeof *t->x) != 0) {
        char text[16384];
        (void)t->vm->g.text(t->vm, t->b, text, sizeof text);
        show(t, "reference", t->x, n);
        show(t, "game", t->y, m);
        fail_msg("%s: %d moves by the reference, %d by the game in\n%s", name, n, m, text);
    }
}

static void check_states(const trio *t, const char *name, const void *other, const char *move) {
    if (memcmp(t->a, other, t->vm->state_size) != 0) {
        char a[16384], b[16384];
        (void)t->vm->g.text(t->vm, t->a, a, sizeof a);
        (void)t->vm->g.text(t->vm, other, b, sizeof b);
        fail_msg("%s: %s after %s\nreference %s\ngame      %s", name,
                 other == t->c ? "compiled code differs" : "the interpreter differs", move, a, b);
    }
}

static int play_roll(trio *t, tsr_rng *g) {
    tsr_move m = tsr_sample(t->vm, t->b, TSR_CHANCE, g);
    ref_roll(program_of(t->plain), t->a, (int32_t)m - 1);
    tsr_play(t->vm, t->b, TSR_CHANCE, m);
    if (t->fast) tsr_play(t->fast, t->c, TSR_CHANCE, m);
    return 1;
}

// One ply with all; the moves there were, 0 = the game is over.
static int play_ply(trio *t, const char *name, tsr_rng *g) {
    uint32_t turn = tsr_turn(t->vm, t->b);
    if (!turn) {
        return 0;
    }
    int who = tsr_mover(turn), work = 1;
    char text[TSR_MOVE_TEXT_MAX] = "a roll";
    if (who == TSR_CHANCE) {
        (void)play_roll(t, g);
    } else {
        int n = ref_moves(program_of(t->plain), t->a, t->x, TSR_MAX_MOVES);
        check_lists(t, name, n, tsr_moves(t->vm, t->b, who, t->y));
        if (t->fast) check_lists(t, name, n, tsr_moves(t->fast, t->c, who, t->y));
        assert_true(n > 0);
        tsr_move m = t->x[tsr_rng_below(g, (uint32_t)n)];
        tsr_move_text(t->vm, t->b, who, m, text, sizeof text);
        assert_true(ref_play(program_of(t->plain), t->a, m));
        tsr_play(t->vm, t->b, who, m);
        if (t->fast) tsr_play(t->fast, t->c, who, m);
        work = n;
    }
    check_states(t, name, t->b, text);
    if (t->fast) check_states(t, name, t->c, text);
    return work;
}

// Answers how many plies were compared.
static int check_game(trio *t, const char *name) {
    int64_t work = 0;
    int plies = 0;
    for (int game = 0; game < most_games && work < most_work; game++) {
        tsr_rng g;
        tsr_rng_init(&g, (uint64_t)game + 7);
        tsr_init(t->vm, t->b);
        memcpy(t->a, t->b, t->vm->state_size);
        memcpy(t->c, t->b, t->vm->state_size);
        if (((const ir_head *)(const void *)t->a)->whole) {
            return plies; // it begins with an ending that nobody's turn brought about
        }
        for (int ply = 0, n = 1; ply < most_plies && n && work < most_work; ply++) {
            n = play_ply(t, name, &g);
            work += n;
            plies += n > 0;
        }
    }
    return plies;
}

static void test_shelf(void **state) {
    (void)state;
    for (int i = 0; i < 2 * tsr_lang_builtin_count(); i++) {
        static trio t;
        const tsr_game *g = tsr_lang_builtin_at(i / 2);
        assert_true(trio_open(&t, tsr_lang_builtin_source(i / 2), g, i % 2));
        assert_true(check_game(&t, g->name) > 0);
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

// A file of its own, with both kinds of turns. 0 = it is no game, or one that is meant to be wrong.
static int check_file(const char *path) {
    static trio t;
    tsr_game *game = NULL;
    char *text = read_text(path);
    tsr_lang_source source = {.file = path, .text = text};
    int plies = 0;
    if (tsr_lang_compile(&source, NULL, &game, NULL) == TSR_OK) {
        for (int joined = 0; joined < 2; joined++) {
            assert_true(trio_open(&t, text, game, joined));
            plies += check_game(&t, path);
            trio_close(&t);
        }
        tsr_lang_free(game);
    }
    free(text);
    return plies > 0;
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
        if (n > 5 && strcmp(e->d_name + n - 5, ".game") == 0) {
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
        most_games = 20;
        most_plies = 400;
        most_work = 100000;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
