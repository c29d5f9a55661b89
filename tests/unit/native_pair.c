// SPDX-License-Identifier: MIT
//
// Opens a game both ways, and compares lists, plays, draws and random games.
#include "native_pair.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/perft.h>
#include <tessera/rules.h>

enum { PERFT_DEPTH = 4 };

void pair_open(pair *p, const tsr_game *g, const char *view, const void *table) {
    pair_open_with(p, g, view ? "turns" : NULL, view, table);
}

void pair_open_with(pair *p, const tsr_game *g, const char *option, const char *value,
                    const void *table) {
    tsr_setup setup;
    tsr_error err = {0};
    tsr_setup_init(&setup, g);
    if (option) {
        assert_int_equal(tsr_setup_option(&setup, option, value, &err), TSR_OK);
    }
    assert_int_equal(tsr_rules_open(&setup, NULL, &p->vm, &err), TSR_OK);
    assert_int_equal(tsr_rules_open(&setup, NULL, &p->native, &err), TSR_OK);
    if (table) {
        assert_int_equal(tsr_lang_attach(p->native, table, &err), TSR_OK);
    }
    assert_true(tsr_lang_is_compiled(p->native));
    assert_int_equal(tsr_lang_attach(p->vm, NULL, &err), TSR_OK);
    assert_false(tsr_lang_is_compiled(p->vm));
    p->a = malloc(p->vm->state_size);
    p->b = malloc(p->vm->state_size);
    assert_non_null(p->a);
    assert_non_null(p->b);
}

void pair_close(pair *p) {
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

// What may come to pass: moves of a player, or what chance can come to.
static int list_outcomes(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    uint32_t weight[TSR_MAX_MOVES];
    return who == TSR_CHANCE ? r->g.chance(r, s, out, weight) : tsr_moves(r, s, who, out);
}

// One ply on both; returns 0 when the game is over.
static int step_both(pair *p, tsr_rng *g) {
    uint32_t turn = tsr_turn(p->vm, p->a);
    assert_int_equal(turn, tsr_turn(p->native, p->b));
    if (!turn) {
        return 0;
    }
    int who = tsr_mover(turn), n = list_outcomes(p->vm, p->a, who, p->x);
    assert_int_equal(n, list_outcomes(p->native, p->b, who, p->y));
    assert_memory_equal(p->x, p->y, (size_t)n * sizeof *p->x);
    assert_int_equal(n, p->native->more.count(p->native, p->b, who));
    assert_int_equal(n, p->vm->more.count(p->vm, p->a, who));
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
    assert_int_equal(p->vm->more.hash(p->vm, p->a), p->native->more.hash(p->native, p->b));
    return 1;
}

static uint32_t play_both(pair *p, tsr_rng *g) {
    tsr_result x[TSR_MAX_PLAYERS] = {{0}}, y[TSR_MAX_PLAYERS] = {{0}};
    uint32_t plies = 0;
    tsr_init(p->vm, p->a);
    tsr_init(p->native, p->b);
    while (step_both(p, g)) {
        plies++;
        assert_true(plies <= p->vm->max_plies);
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
        uint32_t plies = p->native->more.playout(p->native, p->b, g, p->native->max_plies);
        assert_true(plies > 0 && plies <= p->native->max_plies);
        assert_int_equal(p->vm->g.turn(p->vm, p->b), 0);
        assert_int_equal(p->vm->g.check(p->vm, p->b, NULL), 0);
    }
}

// Random games in parts: never more plies than asked for, and fewer only if the game is over.
static void check_parts(pair *p, const tsr_rules *r, tsr_rng *g, int games) {
    for (int i = 0; i < games; i++) {
        tsr_init(r, p->b);
        for (int parts = 0; parts < 60 && tsr_turn(r, p->b); parts++) {
            uint32_t most = 1 + tsr_rng_below(g, 12), plies = r->more.playout(r, p->b, g, most);
            assert_true(plies == most || (plies < most && !tsr_turn(r, p->b)));
            assert_int_equal(p->vm->g.check(p->vm, p->b, NULL), 0);
        }
    }
}

static void check_equal_draws(pair *p, tsr_rng *g) {
    tsr_rng x = *g, y = *g;
    const int who = tsr_mover(tsr_turn(p->vm, p->a));
    assert_int_equal(tsr_sample(p->vm, p->a, who, &x), tsr_sample(p->native, p->a, who, &y));
    assert_memory_equal(&x, &y, sizeof x);
    *g = x;
}

// From one seed both draw the same moves and play the same games, byte for byte: in parts, and at once.
static void check_same_play(pair *p, int games) {
    tsr_rng g;
    tsr_rng_init(&g, 21);
    for (int i = 0; i < games; i++) {
        tsr_init(p->vm, p->a);
        while (tsr_turn(p->vm, p->a)) {
            const uint32_t most = i % 2 ? p->vm->max_plies : 1 + tsr_rng_below(&g, 20);
            check_equal_draws(p, &g);
            tsr_rng x = g, y = g;
            memcpy(p->b, p->a, p->vm->state_size);
            const uint32_t plies = p->vm->more.playout(p->vm, p->a, &x, most);
            const uint32_t compiled = p->native->more.playout(p->native, p->b, &y, most);
            if (compiled != plies) {
                fail_msg("%s: %u plies interpreted, %u compiled", p->vm->g.name, plies, compiled);
            }
            assert_memory_equal(p->a, p->b, p->vm->state_size);
            assert_memory_equal(&x, &y, sizeof x);
            g = x;
        }
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
        assert_int_equal(tsr_perft_run(p->vm, p->a, depth, TSR_PERFT_MADE, NULL, &y), TSR_OK);
        assert_int_equal(x.nodes, y.nodes);
        if (y.nodes <= leaves / 4) { // who wants games is given lists, whose moves are played
            assert_int_equal(tsr_perft_run(p->vm, p->a, depth, TSR_PERFT_GAMES, NULL, &y), TSR_OK);
            assert_int_equal(x.nodes, y.nodes);
        }
    }
}

// Counting positions where much has happened: checks, pins, keys of earlier positions.
static void check_late_perft(pair *p, tsr_rng *g, uint64_t leaves) {
    for (int i = 0; i < 30; i++) {
        tsr_init(p->vm, p->a);
        (void)p->native->more.playout(p->native, p->a, g, 8 + tsr_rng_below(g, 120));
        assert_int_equal(p->vm->g.check(p->vm, p->a, NULL), 0);
        check_perft(p, leaves);
    }
}

void pair_check_agreement(pair *p, int games, uint64_t plies, uint64_t leaves) {
    tsr_rng rng;
    tsr_rng_init(&rng, 20);
    uint64_t made = 0;
    for (int i = 0; i < games || made < plies; i++) {
        made += play_both(p, &rng);
    }
    check_playouts(p, &rng, 20);
    check_parts(p, p->vm, &rng, 5);
    check_parts(p, p->native, &rng, 5);
    check_same_play(p, 5);
    tsr_init(p->vm, p->a);
    check_perft(p, leaves);
    check_late_perft(p, &rng, leaves / 10);
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

// How often each of the n moves in p->x is to be drawn: moves of players alike, chance by its weights. All of them
// together.
static int find_shares(pair *p, int who, int n, int *share) {
    uint32_t weight[TSR_MAX_MOVES];
    int total = 0;
    if (who == TSR_CHANCE) {
        assert_int_equal(p->vm->g.chance(p->vm, p->a, p->x, weight), n);
    }
    for (int i = 0; i < n; i++) {
        share[i] = who == TSR_CHANCE ? (int)weight[i] : 1;
        total += share[i];
    }
    return total;
}

static void check_samples(pair *p, int who, int n, tsr_rng *g) {
    int seen[PAIR_MAX_DRAWN] = {0}, share[PAIR_MAX_DRAWN], draws = 150 * n;
    const int total = find_shares(p, who, n, share);
    for (int k = 0; k < draws; k++) {
        int i = index_of(p->x, n, tsr_sample(p->native, p->a, who, g));
        assert_true(i >= 0);
        seen[i]++;
    }
    expect_uniform(seen, share, n, total, draws);
}

// Playouts of one ply: which position comes out? Moves may lead to the same one.
static void check_first_plies(pair *p, int who, int n, tsr_rng *g) {
    uint64_t hash[PAIR_MAX_DRAWN];
    int own[PAIR_MAX_DRAWN];
    int seen[PAIR_MAX_DRAWN] = {0}, share[PAIR_MAX_DRAWN] = {0}, kinds = 0, draws = 150 * n;
    const int total = find_shares(p, who, n, own);
    for (int i = 0; i < n; i++) {
        memcpy(p->b, p->a, p->vm->state_size);
        tsr_play(p->vm, p->b, who, p->x[i]);
        uint64_t h = p->vm->more.hash(p->vm, p->b);
        int at = index_of(hash, kinds, h);
        at = at < 0 ? kinds++ : at;
        hash[at] = h;
        share[at] += own[i];
    }
    for (int k = 0; k < draws; k++) {
        memcpy(p->b, p->a, p->vm->state_size);
        assert_int_equal(p->native->more.playout(p->native, p->b, g, 1), 1);
        int at = index_of(hash, kinds, p->native->more.hash(p->native, p->b));
        assert_true(at >= 0);
        seen[at]++;
    }
    expect_uniform(seen, share, kinds, total, draws);
}

int pair_check_draws(pair *p, int plies, int most, tsr_rng *g) {
    tsr_init(p->native, p->a);
    if (plies) {
        (void)p->native->more.playout(p->native, p->a, g, (uint32_t)plies);
    }
    uint32_t turn = tsr_turn(p->vm, p->a);
    int who = tsr_mover(turn), n = turn ? list_outcomes(p->vm, p->a, who, p->x) : 0;
    if (n <= 1 || n > most) {
        return 0;
    }
    check_samples(p, who, n, g);
    check_first_plies(p, who, n, g);
    return 1;
}

// --- Jumps ------------------------------------------------------------------------------------

// How many jumps a move of draughts has: a cell more for each.
static int jumps_of(const pair *p, int who, tsr_move m) {
    char text[TSR_MOVE_TEXT_MAX];
    tsr_move_text(p->vm, p->a, who, m, text, sizeof text);
    return (int)strlen(text) / 2 - 1;
}

void pair_check_jumps(pair *p, int positions) {
    tsr_rng rng;
    int mixed = 0;
    tsr_rng_init(&rng, 79);
    for (int i = 0; i < 6000 && mixed < positions; i++) {
        tsr_init(p->native, p->a);
        (void)p->native->more.playout(p->native, p->a, &rng, 10 + tsr_rng_below(&rng, 60));
        uint32_t turn = tsr_turn(p->vm, p->a);
        int who = tsr_mover(turn), n = turn ? tsr_moves(p->vm, p->a, who, p->x) : 0;
        int least = 100, most = 0;
        for (int k = 0; k < n; k++) {
            int jumps = jumps_of(p, who, p->x[k]);
            least = jumps < least ? jumps : least;
            most = jumps > most ? jumps : most;
        }
        if (n > 1 && n <= PAIR_MAX_DRAWN && most > least && most > 1) {
            check_samples(p, who, n, &rng);
            check_first_plies(p, who, n, &rng);
            mixed++;
        }
    }
    assert_int_equal(mixed, positions);
}

// --- Loops of their own ------------------------------------------------------------------------

// Games whose random play is one loop that keeps no position (cgen_fill.c). It leaves one that
// could have come about: the interpreter can play from where the loop began to where it ended.

enum { STATE_HEAD = 32, MAX_TRIES = 1000000, MAX_DEAD = 1 << 16 }; // behind the head lie the sets

static uint64_t dead[MAX_DEAD]; // hashes of positions that do not lead there

static int is_within(size_t words, const char *part, const char *whole) {
    const uint64_t *x = (const uint64_t *)(const void *)(part + STATE_HEAD);
    const uint64_t *y = (const uint64_t *)(const void *)(whole + STATE_HEAD);
    for (size_t i = 0; i < 2 * words; i++) {
        if (x[i] & ~y[i]) {
            return 0;
        }
    }
    return 1;
}

// From `s`, by turns that only fill what is filled in p->b, to just that state.
static int is_reached(size_t words, pair *p, const char *s, int plies, int *tries) {
    size_t size = p->vm->state_size;
    uint32_t turn = tsr_turn(p->vm, s);
    if (plies == 0) {
        return memcmp(s, p->b, size) == 0;
    }
    uint64_t hash = p->vm->more.hash(p->vm, s);
    if (!turn || dead[hash % MAX_DEAD] == hash) {
        return 0;
    }
    uint64_t room[64];
    char *next = (char *)room;
    tsr_move list[PAIR_MAX_DRAWN];
    assert_true(size <= sizeof room);
    int n = tsr_moves(p->vm, s, tsr_mover(turn), list);
    for (int i = 0; i < n && ++*tries < MAX_TRIES; i++) {
        memcpy(next, s, size);
        tsr_play(p->vm, next, tsr_mover(turn), list[i]);
        if (is_within(words, next, p->b) && is_reached(words, p, next, plies - 1, tries)) {
            return 1;
        }
    }
    dead[hash % MAX_DEAD] = hash;
    return 0;
}

static void expect_reached(size_t words, pair *p, const char *from, uint32_t plies) {
    int tries = 0;
    memset(dead, 0, sizeof dead);
    if (!is_reached(words, p, from, (int)plies, &tries)) {
        fail_msg("%s: %u plies, %d tries", p->vm->g.name, plies, tries);
    }
}

// From p->a: all turns but the last, which may end the game, then that one as well. Both times
// the same numbers are drawn. Answers whether the game has ended.
static int check_filled(size_t words, pair *p, tsr_rng *g, uint32_t most) {
    size_t size = p->vm->state_size;
    tsr_rng again = *g;
    uint64_t end[64], before[64];
    assert_true(size <= sizeof end);
    memcpy(end, p->a, size);
    uint32_t plies = p->native->more.playout(p->native, end, g, most);
    if (plies > 0) {
        memcpy(before, p->a, size);
        assert_int_equal(p->native->more.playout(p->native, before, &again, plies - 1), plies - 1);
        memcpy(p->b, before, size);
        expect_reached(words, p, p->a, plies - 1);
        memcpy(p->b, end, size);
        expect_reached(words, p, (const char *)before, 1);
    }
    return !tsr_turn(p->vm, end);
}

void pair_check_filled(pair *p, size_t words, uint32_t first) {
    tsr_rng rng;
    int over = 0;
    tsr_rng_init(&rng, 80);
    for (int k = 0; k < 60; k++) {
        tsr_init(p->native, p->a);
        (void)p->native->more.playout(p->native, p->a, &rng,
                                      first + (k % 3 ? tsr_rng_below(&rng, 12) : 0));
        over +=
            check_filled(words, p, &rng, k % 2 ? p->native->max_plies : tsr_rng_below(&rng, 60));
    }
    assert_true(over >= 30 && over <= 55);
}
