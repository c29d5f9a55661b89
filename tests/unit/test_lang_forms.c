// SPDX-License-Identifier: MIT
//
// Compiled and interpreted rules are the same game (native_pair.h): small games that take the
// turns of the printer no game of the shelf takes. Their rules are in forms/; the build prints
// and compiles them.
#include "native_pair.h"

#include <tessera/lang.h>

#include "lang/ir/native.h"

enum { QUICK_PLIES = 400, LONG_PLIES = 4000, QUICK_LEAVES = 800, LONG_LEAVES = 8000 };
static int is_long;

// forms.def is written by the build: a row for each file in forms/.
#define FORM(name) extern const lang_native lang_native_##name;
#include "forms.def"
#undef FORM

static const lang_native *const forms[] = {
#define FORM(name) &lang_native_##name,
#include "forms.def"
#undef FORM
};

typedef struct form {
    pair p;
    tsr_game *game;
} form;

static void form_open(form *f, const lang_native *table) {
    tsr_lang_source source = {.text = table->text};
    assert_int_equal(tsr_lang_compile(&source, NULL, &f->game, NULL), TSR_OK);
    pair_open(&f->p, f->game, NULL, table);
}

static void form_close(form *f) {
    pair_close(&f->p);
    tsr_lang_free(f->game);
}

static void check_agreement(const lang_native *table) {
    form f;
    tsr_rng rng;
    int drawn = 0;
    form_open(&f, table);
    pair_check_agreement(&f.p, 3, is_long ? LONG_PLIES : QUICK_PLIES,
                         is_long ? LONG_LEAVES : QUICK_LEAVES);
    tsr_rng_init(&rng, 81);
    for (int plies = 0; plies < 60; plies += 7) {
        drawn += pair_check_draws(&f.p, plies, 80, &rng);
    }
    assert_true(drawn > 0 || f.p.vm->max_moves > 80);
    form_close(&f);
}

static void test_agreement(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        check_agreement(forms[i]);
    }
}

#ifdef LANG_NATIVE_V3
// The same, compiled for machines with AVX2 and BMI2.
#define FORM(name) extern const lang_native lang_native_##name##_v3;
#include "newer.def"
#undef FORM

static void test_newer(void **state) {
    (void)state;
    static const lang_native *const tables[] = {
#define FORM(name) &lang_native_##name##_v3,
#include "newer.def"
#undef FORM
    };
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
        skip();
    }
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        check_agreement(tables[i]);
    }
}
#endif

static void test_jumps(void **state) {
    (void)state;
    static const lang_native *const tables[] = {&lang_native_jump_choice, &lang_native_jump_large};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        form f;
        form_open(&f, tables[i]);
        pair_check_jumps(&f.p, 15);
        form_close(&f);
    }
}

static void test_filled(void **state) {
    (void)state;
    static const struct filling {
        const lang_native *table;
        size_t words;
    } games[] = {
        {&lang_native_drop_side, 1},  {&lang_native_drop_tall, 1},   {&lang_native_drop_wide, 2},
        {&lang_native_five_large, 5}, {&lang_native_five_square, 1}, {&lang_native_four_hex, 2},
        {&lang_native_four_small, 1}, {&lang_native_link_large, 3},  {&lang_native_two_kinds, 1},
        {&lang_native_two_rows, 1},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        form f;
        form_open(&f, games[i].table);
        pair_check_filled(&f.p, games[i].words, 0);
        form_close(&f);
    }
}

// Where an ending holds for the player who is about to move, the position is one all the same: it can be
// written and read.
static void test_endings_that_wait(void **state) {
    (void)state;
    form f;
    form_open(&f, &lang_native_foe_line);
    const tsr_rules *r = f.p.vm;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        tsr_rng rng;
        tsr_rng_init(&rng, seed);
        tsr_init(r, f.p.a);
        while (tsr_turn(r, f.p.a)) {
            assert_int_equal(r->g.check(r, f.p.a, NULL), 0);
            (void)r->more.playout(r, f.p.a, &rng, 1);
        }
    }
    form_close(&f);
}

int main(int argc, char **argv) {
    (void)argv;
    is_long = argc > 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agreement),
#ifdef LANG_NATIVE_V3
        cmocka_unit_test(test_newer),
#endif
        cmocka_unit_test(test_jumps),
        cmocka_unit_test(test_filled),
        cmocka_unit_test(test_endings_that_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
