// SPDX-License-Identifier: MIT
//
// Compiled and interpreted rules are the same game: equal lists of moves in equal order,
// equal states byte for byte after each, equal counts and results, for every game of the
// shelf; and what compiled code draws is uniform. With an argument: so many games.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/perft.h>
#include <tessera/rules.h>

enum { MAX_DRAWN = 400 }; // moves of a position whose draws are counted
enum { QUICK_PLIES = 12000, PERFT_DEPTH = 4, PERFT_LEAVES = 30000, LONG_LEAVES = 1000000 };

static int wanted_games; // 0 = as many as make QUICK_PLIES

typedef struct pair {
    tsr_rules *vm, *native;
    char *a, *b; // a state each
    tsr_move x[TSR_MAX_MOVES], y[TSR_MAX_MOVES];
} pair;

// `view` NULL = as the game is usually played.
static void pair_open(pair *p, const tsr_game *g, const char *view) {
    tsr_setup setup;
    tsr_error err = {0};
    tsr_setup_init(&setup, g);
    if (view) {
        assert_int_equal(tsr_setup_option(&setup, "turns", view, &err), TSR_OK);
    }
    assert_int_equal(tsr_rules_open(&setup, NULL, &p->vm, &err), TSR_OK);
    assert_int_equal(tsr_rules_open(&setup, NULL, &p->native, &err), TSR_OK);
    assert_true(tsr_lang_is_compiled(p->native));
    assert_int_equal(tsr_lang_attach(p->vm, NULL, &err), TSR_OK);
    assert_false(tsr_lang_is_compiled(p->vm));
    p->a = malloc(p->vm->state_size);
    p->b = malloc(p->vm->state_size);
    assert_non_null(p->a);
    assert_non_null(p->b);
}

static void pair_close(pair *p) {
    free(p->a);
    free(p->b);
    tsr_rules_close(p->vm);
    tsr_rules_close(p->native);
}

static int same_state(const pair *p) {
    return memcmp(p->a, p->b, p->vm->state_size) == 0;
}

static int holds(const tsr_move *list, int n, tsr_move m) {
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            return 1;
        }
    }
    return 0;
}

// --- Agreement -----------------------------------------------------------------------------

// One ply on both; returns 0 when the game is over.
static int step_both(pair *p, tsr_rng *g) {
    uint32_t turn = tsr_turn(p->vm, p->a);
    assert_int_equal(turn, tsr_turn(p->native, p->b));
    if (!turn) {
        return 0;
    }
    int who = tsr_mover(turn), n = tsr_moves(p->vm, p->a, who, p->x);
    assert_int_equal(n, tsr_moves(p->native, p->b, who, p->y));
    assert_memory_equal(p->x, p->y, (size_t)n * sizeof *p->x);
    assert_int_equal(n, p->native->g.count(p->native, p->b, who));
    assert_true(holds(p->x, n, tsr_sample(p->native, p->b, who, g)));
    assert_true(holds(p->x, n, tsr_sample(p->vm, p->a, who, g)));
    tsr_move m = p->x[tsr_rng_below(g, (uint32_t)n)];
    char before[16384], move[TSR_MOVE_TEXT_MAX];
    (void)p->vm->g.text(p->vm, p->a, before, sizeof before);
    tsr_move_text(p->vm, p->a, who, m, move, sizeof move);
    tsr_play(p->vm, p->a, who, m);
    tsr_play(p->native, p->b, who, m);
    if (!same_state(p)) { // say enough to see it happen again
        char vm[16384], native[16384];
        (void)p->vm->g.text(p->vm, p->a, vm, sizeof vm);
        (void)p->vm->g.text(p->vm, p->b, native, sizeof native);
        fail_msg("%s: after %s in\n%.60s\nvm     %.60s ... %s\nnative %.60s ... %s", p->vm->g.name,
                 move, before, vm, vm + (strlen(vm) > 100 ? strlen(vm) - 100 : 0), native,
                 native + (strlen(native) > 100 ? strlen(native) - 100 : 0));
    }
    assert_int_equal(p->vm->g.hash(p->vm, p->a), p->native->g.hash(p->native, p->b));
    return 1;
}

static uint32_t play_both(pair *p, tsr_rng *g) {
    tsr_result x[TSR_MAX_PLAYERS] = {{0}}, y[TSR_MAX_PLAYERS] = {{0}};
    uint32_t plies = 0;
    tsr_init(p->vm, p->a);
    tsr_init(p->native, p->b);
    while (step_both(p, g)) {
        plies++;
    }
    p->vm->g.result(p->vm, p->a, x);
    p->native->g.result(p->native, p->b, y);
    assert_memory_equal(x, y, sizeof x);
    return plies;
}

// A whole random game must end in a position that the interpreter finds sound and over.
static void check_playouts(pair *p, tsr_rng *g, int games) {
    for (int i = 0; i < games; i++) {
        tsr_init(p->native, p->b);
        uint32_t plies = p->native->g.playout(p->native, p->b, g, p->native->max_plies);
        assert_true(plies > 0 && plies <= p->native->max_plies);
        assert_int_equal(p->vm->g.turn(p->vm, p->b), 0);
        assert_int_equal(p->vm->g.check(p->vm, p->b, NULL), 0);
    }
}

// From the position in p->a.
static void check_perft(pair *p, uint64_t leaves) {
    for (int depth = 1; depth <= PERFT_DEPTH; depth++) {
        tsr_perft x, y;
        assert_int_equal(tsr_perft_run(p->native, p->a, depth, TSR_PERFT_COUNT, NULL, &y), TSR_OK);
        if (y.nodes > leaves) {
            break;
        }
        assert_int_equal(tsr_perft_run(p->vm, p->a, depth, TSR_PERFT_COUNT, NULL, &x), TSR_OK);
        assert_int_equal(x.nodes, y.nodes);
        assert_int_equal(tsr_perft_run(p->native, p->a, depth, TSR_PERFT_MADE, NULL, &y), TSR_OK);
        assert_int_equal(x.nodes, y.nodes);
    }
}

// Counting positions where much has happened: checks, pins, keys of earlier positions.
static void check_late_perft(pair *p, tsr_rng *g) {
    for (int i = 0; i < 30; i++) {
        tsr_init(p->vm, p->a);
        (void)p->native->g.playout(p->native, p->a, g, 8 + tsr_rng_below(g, 120));
        check_perft(p, PERFT_LEAVES / 10);
    }
}

static void check_game(const tsr_game *g, const char *view) {
    pair p;
    tsr_rng rng;
    pair_open(&p, g, view);
    tsr_rng_init(&rng, 20);
    uint64_t plies = 0;
    for (int i = 0; wanted_games ? i < wanted_games : i < 3 || plies < QUICK_PLIES; i++) {
        plies += play_both(&p, &rng);
    }
    check_playouts(&p, &rng, 20);
    tsr_init(p.vm, p.a);
    check_perft(&p, wanted_games ? LONG_LEAVES : PERFT_LEAVES);
    check_late_perft(&p, &rng);
    pair_close(&p);
}

static void test_agreement(void **state) {
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        check_game(tsr_lang_builtin_at(i), NULL);
    }
}

static const tsr_game *find_game(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_at(i);
        }
    }
    return NULL;
}

// A game of one choice a move, by whole turns.
static const tsr_game *find_split(void) {
    return find_game("amazons");
}

static void test_whole_turns(void **state) {
    (void)state;
    int games = wanted_games;
    wanted_games = games ? games / 50 : 6; // thousands of turns are listed at each ply
    check_game(find_split(), "joined");
    wanted_games = games;
}

// --- Uniform draws ---------------------------------------------------------------------------

static int index_of(const uint64_t *list, int n, uint64_t v) {
    for (int i = 0; i < n; i++) {
        if (list[i] == v) {
            return i;
        }
    }
    return -1;
}

// Pearson's statistic against shares[i] / total; its mean is the degrees of freedom, its
// variance twice that. Six deviations is never, for a fixed seed.
static void expect_uniform(const int *seen, const int *share, int n, int total, int draws) {
    double sum = 0, df = n - 1;
    for (int i = 0; i < n; i++) {
        double expected = (double)draws * share[i] / total, off = seen[i] - expected;
        sum += off * off / expected;
    }
    double over = sum - df;
    assert_true(over < 8 || over * over < 36 * 2 * df);
}

static void check_samples(pair *p, int who, int n, tsr_rng *g) {
    int seen[MAX_DRAWN] = {0}, share[MAX_DRAWN], draws = 150 * n;
    for (int i = 0; i < n; i++) {
        share[i] = 1;
    }
    for (int k = 0; k < draws; k++) {
        int i = index_of(p->x, n, tsr_sample(p->native, p->a, who, g));
        assert_true(i >= 0);
        seen[i]++;
    }
    expect_uniform(seen, share, n, n, draws);
}

// Playouts of one ply: which position comes out? Moves may lead to the same one.
static void check_first_plies(pair *p, int who, int n, tsr_rng *g) {
    uint64_t hash[MAX_DRAWN];
    int seen[MAX_DRAWN] = {0}, share[MAX_DRAWN] = {0}, kinds = 0, draws = 150 * n;
    for (int i = 0; i < n; i++) {
        memcpy(p->b, p->a, p->vm->state_size);
        tsr_play(p->vm, p->b, who, p->x[i]);
        uint64_t h = p->vm->g.hash(p->vm, p->b);
        int at = index_of(hash, kinds, h);
        at = at < 0 ? kinds++ : at;
        hash[at] = h;
        share[at]++;
    }
    for (int k = 0; k < draws; k++) {
        memcpy(p->b, p->a, p->vm->state_size);
        assert_int_equal(p->native->g.playout(p->native, p->b, g, 1), 1);
        int at = index_of(hash, kinds, p->native->g.hash(p->native, p->b));
        assert_true(at >= 0);
        seen[at]++;
    }
    expect_uniform(seen, share, kinds, n, draws);
}

// Draws in a position that so many random plies lead to; 1 = there was something to draw.
static int check_draws_after(pair *p, int plies, int most, tsr_rng *g) {
    tsr_init(p->native, p->a);
    if (plies) {
        (void)p->native->g.playout(p->native, p->a, g, (uint32_t)plies);
    }
    uint32_t turn = tsr_turn(p->vm, p->a);
    int who = tsr_mover(turn), n = turn ? tsr_moves(p->vm, p->a, who, p->x) : 0;
    if (n <= 1 || n > most) {
        return 0;
    }
    check_samples(p, who, n, g);
    check_first_plies(p, who, n, g);
    return 1;
}

static void check_draws(const tsr_game *g) {
    static const int plies[] = {0, 5, 14, 23, 40, 61};
    pair p;
    tsr_rng rng;
    pair_open(&p, g, NULL);
    tsr_rng_init(&rng, 77);
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        (void)check_draws_after(&p, plies[i], 64, &rng);
    }
    pair_close(&p);
}

// Turns of two choices, where first choices are many and where they are few.
static void test_pair_draws(void **state) {
    (void)state;
    pair p;
    tsr_rng rng;
    int drawn = 0;
    pair_open(&p, find_split(), "joined");
    tsr_rng_init(&rng, 78);
    for (int i = 0; i < 24; i++) {
        drawn += check_draws_after(&p, 50 + i, MAX_DRAWN, &rng);
    }
    assert_true(drawn >= 8);
    pair_close(&p);
}

// How many jumps a move of draughts has: a cell more for each.
static int jumps_of(const pair *p, int who, tsr_move m) {
    char text[TSR_MOVE_TEXT_MAX];
    tsr_move_text(p->vm, p->a, who, m, text, sizeof text);
    return (int)strlen(text) / 2 - 1;
}

// Jumps that lead no further are drawn from sets, those that go on from a list: positions
// where there are both.
static void test_jump_draws(void **state) {
    (void)state;
    pair p;
    tsr_rng rng;
    int mixed = 0;
    pair_open(&p, find_game("checkers"), NULL);
    tsr_rng_init(&rng, 79);
    for (int i = 0; i < 6000 && mixed < 40; i++) {
        tsr_init(p.native, p.a);
        (void)p.native->g.playout(p.native, p.a, &rng, 10 + tsr_rng_below(&rng, 60));
        uint32_t turn = tsr_turn(p.vm, p.a);
        int who = tsr_mover(turn), n = turn ? tsr_moves(p.vm, p.a, who, p.x) : 0;
        int least = 100, most = 0;
        for (int k = 0; k < n; k++) {
            int jumps = jumps_of(&p, who, p.x[k]);
            least = jumps < least ? jumps : least;
            most = jumps > most ? jumps : most;
        }
        if (n > 1 && most > least) {
            check_samples(&p, who, n, &rng);
            check_first_plies(&p, who, n, &rng);
            mixed++;
        }
    }
    assert_true(mixed == 40);
    pair_close(&p);
}

static void test_draws(void **state) {
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        check_draws(tsr_lang_builtin_at(i));
    }
}

// --- Loops of their own ------------------------------------------------------------------------

// Games whose random play is one loop that keeps no position (cgen_fill.c). It leaves one that
// could have come about: the interpreter can play from where the loop began to where it ended.

enum { STATE_HEAD = 32, MAX_TRIES = 1000000, MAX_DEAD = 1 << 16 }; // behind the head lie the sets

static uint64_t dead[MAX_DEAD]; // hashes of positions that do not lead there

typedef struct filling {
    const char *game;
    size_t words; // of a set
    uint32_t first;
} filling;

static int is_within(const filling *f, const char *part, const char *whole) {
    const uint64_t *x = (const uint64_t *)(const void *)(part + STATE_HEAD);
    const uint64_t *y = (const uint64_t *)(const void *)(whole + STATE_HEAD);
    for (size_t i = 0; i < 2 * f->words; i++) {
        if (x[i] & ~y[i]) {
            return 0;
        }
    }
    return 1;
}

// From `s`, by turns that only fill what is filled in p->b, to just that state.
static int is_reached(const filling *f, pair *p, const char *s, int plies, int *tries) {
    size_t size = p->vm->state_size;
    uint32_t turn = tsr_turn(p->vm, s);
    if (plies == 0) {
        return memcmp(s, p->b, size) == 0;
    }
    uint64_t hash = p->vm->g.hash(p->vm, s);
    if (!turn || dead[hash % MAX_DEAD] == hash) {
        return 0;
    }
    uint64_t room[64];
    char *next = (char *)room;
    tsr_move list[300];
    assert_true(size <= sizeof room);
    int n = tsr_moves(p->vm, s, tsr_mover(turn), list);
    for (int i = 0; i < n && ++*tries < MAX_TRIES; i++) {
        memcpy(next, s, size);
        tsr_play(p->vm, next, tsr_mover(turn), list[i]);
        if (is_within(f, next, p->b) && is_reached(f, p, next, plies - 1, tries)) {
            return 1;
        }
    }
    dead[hash % MAX_DEAD] = hash;
    return 0;
}

static void expect_reached(const filling *f, pair *p, const char *from, uint32_t plies) {
    int tries = 0;
    memset(dead, 0, sizeof dead);
    if (!is_reached(f, p, from, (int)plies, &tries)) {
        fail_msg("%s: %u plies, %d tries", f->game, plies, tries);
    }
}

// From p->a: all turns but the last, which may end the game, then that one as well. Both times
// the same numbers are drawn. Answers whether the game has ended.
static int check_filled(const filling *f, pair *p, tsr_rng *g, uint32_t most) {
    size_t size = p->vm->state_size;
    tsr_rng again = *g;
    uint64_t end[64], before[64];
    assert_true(size <= sizeof end);
    memcpy(end, p->a, size);
    uint32_t plies = p->native->g.playout(p->native, end, g, most);
    if (plies > 0) {
        memcpy(before, p->a, size);
        assert_int_equal(p->native->g.playout(p->native, before, &again, plies - 1), plies - 1);
        memcpy(p->b, before, size);
        expect_reached(f, p, p->a, plies - 1);
        memcpy(p->b, end, size);
        expect_reached(f, p, (const char *)before, 1);
    }
    return !tsr_turn(p->vm, end);
}

static void test_filled(void **state) {
    (void)state;
    static const filling games[] = {{"connect4", 1, 0}, {"gomoku", 4, 0}, {"hex", 2, 2}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        pair p;
        tsr_rng rng;
        int over = 0;
        pair_open(&p, find_game(games[i].game), NULL);
        tsr_rng_init(&rng, 80);
        for (int k = 0; k < 60; k++) {
            tsr_init(p.native, p.a);
            (void)p.native->g.playout(p.native, p.a, &rng,
                                      games[i].first + (k % 3 ? tsr_rng_below(&rng, 12) : 0));
            over += check_filled(&games[i], &p, &rng,
                                 k % 2 ? p.native->max_plies : tsr_rng_below(&rng, 60));
        }
        assert_true(over >= 30 && over <= 55);
        pair_close(&p);
    }
}

// --- Attaching -------------------------------------------------------------------------------

static void test_attach(void **state) {
    (void)state;
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    char *text = NULL;
    size_t size = 0;
    const char *inside = "game \"Twig\"";
    static const char twig[] = "game \"Twig\"\nplayers A, B\nboard grid 3x3\npiece Leaf\n"
                               "turn: place Leaf on empty\nstuck: draw\n";
    tsr_lang_source source = {.text = twig};
    tsr_game *game = NULL;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, NULL), TSR_OK);
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    assert_false(tsr_lang_is_compiled(r));
    uint64_t no_table[32] = {0};
    assert_int_equal(tsr_lang_attach(r, no_table, &err), TSR_ERR_ABI);
    assert_int_equal(tsr_lang_print_c(r, 1, &text, &size, &err), TSR_OK);
    assert_non_null(strstr(text, inside));
    assert_int_equal(strlen(text), size);
    tsr_mem_free(r->alloc, text, size + 1);
    tsr_rules_close(r);
    tsr_lang_free(game);
}

int main(int argc, char **argv) {
    wanted_games = argc > 1 ? atoi(argv[1]) : 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agreement),  cmocka_unit_test(test_whole_turns),
        cmocka_unit_test(test_draws),      cmocka_unit_test(test_pair_draws),
        cmocka_unit_test(test_jump_draws), cmocka_unit_test(test_filled),
        cmocka_unit_test(test_attach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
