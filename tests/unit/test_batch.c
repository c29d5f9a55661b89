// SPDX-License-Identifier: MIT
//
// Many games at once, batch.h: every game plays, threads change nothing, the three ways to begin
// again, what is refused.
#include "abi_help.h"

#include "support/sanitized.h"

#include <tessera/batch.h>

// A batch and all arrays it can fill.
typedef struct lot {
    tsr_batch *b;
    tsr_batch_space space;
    tsr_batch_io io;
    int32_t *action;
    size_t rows, cells; // rows in all; bytes of planes in all
} lot;

static void *room(size_t size) {
    void *p = calloc(1, size + 1);
    assert_non_null(p);
    return p;
}

static void lot_open(lot *l, const tsr_ruleset *r, tsr_batch_config config) {
    *l = (lot){.space = {.size = sizeof l->space}, .io = {.size = sizeof l->io}};
    config.size = sizeof config;
    why = (tsr_problem){.size = sizeof why};
    if (tsr_batch_open(r, &config, &l->b, &why)) {
        fail_msg("%s", why.message);
    }
    assert_int_equal(tsr_batch_about(l->b, &l->space), 0);
    const tsr_batch_space *s = &l->space;
    size_t n = s->games;
    l->rows = n * s->rows;
    l->cells = l->rows * s->planes * s->height * s->width;
    l->action = room(l->rows * sizeof *l->action);
    l->io = (tsr_batch_io){
        .size = sizeof l->io,
        .action = l->action,
        .mask = room(l->rows * s->actions),
        .mask_bits = room(l->rows * s->mask_words * 8),
        .planes = room(l->cells),
        .scalars = room(l->rows * s->scalars * sizeof(float)),
        .final_planes = room(l->cells),
        .final_scalars = room(l->rows * s->scalars * sizeof(float)),
        .reward = room(n * s->players * sizeof(float)),
        .score = room(n * s->players * sizeof(int32_t)),
        .terminated = room(n),
        .truncated = room(n),
        .illegal = room(n),
        .player = room(n),
        .turn = room(n * 4),
        .plies = room(n * 4),
    };
    assert_int_equal(tsr_batch_reset(l->b, NULL, NULL, &l->io, &why), 0);
}

static void lot_close(lot *l) {
    tsr_batch_close(l->b);
    free(l->action);
    free(l->io.mask);
    free(l->io.mask_bits);
    free(l->io.planes);
    free(l->io.scalars);
    free(l->io.final_planes);
    free(l->io.final_scalars);
    free(l->io.reward);
    free(l->io.score);
    free(l->io.terminated);
    free(l->io.truncated);
    free(l->io.illegal);
    free(l->io.player);
    free(l->io.turn);
    free(l->io.plies);
}

static void lot_step(lot *l) {
    assert_int_equal(tsr_batch_sample(l->b, l->action), 0);
    int illegal = tsr_batch_step(l->b, &l->io, &why);
    if (illegal) {
        fail_msg("%d sampled actions are illegal", illegal);
    }
}

static uint64_t mixed(const void *bytes, size_t size, uint64_t h) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) {
        h = (h ^ at[i]) * 1099511628211u;
    }
    return h;
}

// Everything a lot shows, as one number.
static uint64_t lot_hash(const lot *l, uint64_t h) {
    const tsr_batch_space *s = &l->space;
    h = mixed(l->action, l->rows * 4, h);
    h = mixed(l->io.mask, l->rows * s->actions, h);
    h = mixed(l->io.mask_bits, l->rows * s->mask_words * 8, h);
    h = mixed(l->io.planes, l->cells, h);
    h = mixed(l->io.scalars, l->rows * s->scalars * sizeof(float), h);
    h = mixed(l->io.final_planes, l->cells, h);
    h = mixed(l->io.reward, s->games * s->players * sizeof(float), h);
    h = mixed(l->io.score, s->games * s->players * 4, h);
    h = mixed(l->io.terminated, s->games, h);
    h = mixed(l->io.turn, s->games * 4, h);
    return mixed(l->io.plies, s->games * 4, h);
}

// --- Every game ----------------------------------------------------------------------------------

static void masks_agree(const lot *l) {
    const tsr_batch_space *s = &l->space;
    for (size_t row = 0; row < l->rows; row++) {
        int any = 0;
        for (uint32_t a = 0; a < s->actions; a++) {
            int byte = l->io.mask[row * s->actions + a];
            int bit = (int)(l->io.mask_bits[row * s->mask_words + a / 64] >> (a % 64) & 1);
            assert_int_equal(byte, bit);
            any |= bit;
        }
        uint32_t game = (uint32_t)(row / s->rows);
        uint32_t seat = (uint32_t)(row % s->rows);
        int asked = s->rows == 1 ? l->io.turn[game] != 0 : (int)(l->io.turn[game] >> seat & 1);
        assert_int_equal(any, asked);
    }
}

// The batch's state of game 0 offers what a single state offers, and shows what it shows.
static void single_states_agree(const lot *l, const tsr_ruleset *r) {
    const tsr_batch_space *s = &l->space;
    size_t cells = (size_t)s->planes * s->height * s->width;
    tsr_state *one = NULL;
    uint8_t *mask = room(s->actions), *planes = room(cells);
    float *scalars = room(s->scalars * sizeof(float));
    assert_int_equal(tsr_batch_state(l->b, 0, &one), 0);
    if (s->rows == 1 && l->io.turn[0]) {
        assert_int_equal(tsr_state_mask(one, -1, NULL, mask), 0);
        assert_memory_equal(mask, l->io.mask, s->actions);
        assert_int_equal(tsr_state_observe(one, -1, planes, scalars), 0);
        assert_memory_equal(planes, l->io.planes, cells);
        assert_memory_equal(scalars, l->io.scalars, s->scalars * sizeof(float));
    }
    (void)r;
    tsr_state_free(one);
    free(mask);
    free(planes);
    free(scalars);
}

static void play_one_game(const char *name, const char *options, int steps) {
    tsr_ruleset *r = open_named(name, options);
    lot l;
    lot_open(&l, r, (tsr_batch_config){.games = 6, .reset = TSR_RESET_SAME, .seed = 3});
    for (int i = 0; i < steps; i++) {
        lot_step(&l);
        masks_agree(&l);
        single_states_agree(&l, r);
    }
    lot_close(&l);
    tsr_close(r);
}

static void every_game_plays(void **state) {
    char names[4096], *save = NULL;
    (void)state;
    assert_true(tsr_game_list(names, sizeof names) < (int)sizeof names);
    int n = 0;
    for (char *at = strtok_r(names, "\n", &save); at; at = strtok_r(NULL, "\n", &save)) {
        if (!IS_SANITIZED || n++ % 8 == 0) {
            play_one_game(at, "", 60);
        }
    }
    play_one_game("azul", "players=4", 60);
    play_one_game("unicorns", "players=3", 60);
    play_one_game("go", "size=9", 400);
}

// --- Planes --------------------------------------------------------------------------------------

static uint32_t plane_called(const tsr_ruleset *r, const char *name) {
    char text[128];
    for (uint32_t i = 0; tsr_plane_text(r, i, text, sizeof text) > 0; i++) {
        if (strcmp(text, name) == 0) {
            return i;
        }
    }
    fail_msg("no plane is called '%s'", name);
    return 0;
}

static void expect_cells(const tsr_ruleset *r, const uint8_t *planes, const char *name,
                         uint64_t cells) {
    const uint8_t *plane = planes + (size_t)plane_called(r, name) * 64;
    for (int c = 0; c < 64; c++) {
        assert_int_equal(plane[c], cells >> c & 1);
    }
}

// Both players of chess see their own pawns on the second row, and the other's king far away.
static void planes_show_who_looks(void **state) {
    tsr_ruleset *r = open_named("chess", "");
    tsr_state *s = NULL;
    tsr_ruleset_info info = {.size = sizeof info};
    (void)state;
    assert_int_equal(tsr_ruleset_about(r, &info), 0);
    uint8_t *planes = room((size_t)info.planes * 64);
    assert_int_equal(tsr_state_new(r, &s), 0);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(tsr_state_observe(s, seat, planes, NULL), 0);
        expect_cells(r, planes, "my Pawn", 0xff00u);
        expect_cells(r, planes, "my King", (uint64_t)1 << 4);
        expect_cells(r, planes, "next player's Pawn", (uint64_t)0xff << 48);
        expect_cells(r, planes, "next player's King", (uint64_t)1 << 60);
        expect_cells(r, planes, "my Rook", 0x81u);
    }
    tsr_state_free(s);
    tsr_close(r);
    free(planes);
}

// --- What results depend on ----------------------------------------------------------------------

enum { MANY = IS_SANITIZED ? 40 : 200 };

static uint64_t course(const char *name, uint32_t games, uint32_t shown, uint32_t threads,
                       uint64_t seed) {
    tsr_ruleset *r = open_named(name, "");
    lot l;
    uint64_t h = 14695981039346656037u;
    lot_open(&l, r,
             (tsr_batch_config){
                 .games = games, .threads = threads, .seed = seed, .reset = TSR_RESET_SAME});
    for (int i = 0; i < 80; i++) {
        lot_step(&l);
        if (shown == games) {
            h = lot_hash(&l, h);
        } else { // of the first games only
            h = mixed(l.action, shown * l.space.rows * 4, h);
            h = mixed(l.io.mask, (size_t)shown * l.space.rows * l.space.actions, h);
            h = mixed(l.io.reward, shown * l.space.players * sizeof(float), h);
        }
    }
    lot_close(&l);
    tsr_close(r);
    return h;
}

static void threads_change_nothing(void **state) {
    static const char *const games[] = {"connect4", "chess", "azul", "tron"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        uint64_t alone = course(games[i], MANY, MANY, 1, 9);
        assert_true(alone == course(games[i], MANY, MANY, 3, 9));
        assert_true(alone != course(games[i], MANY, MANY, 1, 10));
    }
}

static void other_games_change_nothing(void **state) {
    (void)state;
    assert_true(course("azul", 10, 10, 1, 4) != 0);
    assert_true(course("azul", 40, 7, 2, 4) == course("azul", 9, 7, 1, 4));
}

static void resets_begin_again(void **state) {
    tsr_ruleset *r = open_named("azul", "");
    lot l;
    uint8_t which[8] = {0, 1};
    uint64_t seeds[8] = {5, 5, 5, 5, 5, 5, 5, 5};
    (void)state;
    lot_open(&l, r, (tsr_batch_config){.games = 8, .seed = 1});
    size_t width = l.space.scalars;
    float *first = room(8 * width * sizeof *first);
    memcpy(first, l.io.scalars, 8 * width * sizeof *first);
    lot_step(&l);
    assert_int_equal(tsr_batch_reset(l.b, NULL, NULL, &l.io, &why), 0);
    assert_memory_equal(first, l.io.scalars, 8 * width * sizeof *first);
    lot_step(&l);
    assert_int_equal(tsr_batch_reset(l.b, which, NULL, &l.io, &why), 0);
    assert_int_equal(l.io.plies[0], 1);
    assert_int_equal(l.io.plies[1], 0);
    assert_int_equal(tsr_batch_reset(l.b, NULL, seeds, &l.io, &why), 0);
    for (int i = 1; i < 8; i++) { // the same seed, the same tiles
        assert_memory_equal(l.io.scalars, l.io.scalars + (size_t)i * width, width * sizeof *first);
    }
    free(first);
    lot_close(&l);
    tsr_close(r);
}

// --- Ends ----------------------------------------------------------------------------------------

static int is_empty(const lot *l, uint32_t game) {
    for (uint32_t a = 0; a < l->space.actions; a++) {
        if (l->io.mask[game * l->space.actions + a]) {
            return 0;
        }
    }
    return 1;
}

static void ended_games_do_as_told(void **state) {
    tsr_ruleset *r = open_named("tictactoe", "");
    (void)state;
    for (uint32_t reset = TSR_RESET_NONE; reset <= TSR_RESET_NEXT; reset++) {
        lot l;
        int ends = 0;
        uint8_t was_over[32] = {0};
        lot_open(&l, r, (tsr_batch_config){.games = 32, .reset = reset, .seed = 2});
        for (int i = 0; i < 30; i++) {
            lot_step(&l);
            for (uint32_t g = 0; g < 32; g++) {
                float sum = l.io.reward[2 * g] + l.io.reward[2 * g + 1];
                assert_true(sum > -0.001f && sum < 0.001f);
                if (l.io.terminated[g]) {
                    ends++;
                    assert_true(l.io.plies[g] >= 5 && l.io.plies[g] <= 9);
                    assert_int_equal(is_empty(&l, g), reset != TSR_RESET_SAME);
                    assert_int_equal(l.io.player[g], reset == TSR_RESET_SAME ? 0 : -1);
                } else if (was_over[g]) {
                    assert_int_equal(is_empty(&l, g), reset == TSR_RESET_NONE);
                    assert_int_equal(l.io.plies[g] == 0, reset == TSR_RESET_NEXT);
                }
                was_over[g] = l.io.player[g] < 0;
            }
        }
        assert_int_equal(reset == TSR_RESET_NONE, ends == 32);
        lot_close(&l);
    }
    tsr_close(r);
}

static void long_games_are_cut_off(void **state) {
    tsr_ruleset *r = open_named("chess", "");
    lot l;
    (void)state;
    lot_open(&l, r,
             (tsr_batch_config){.games = 4, .reset = TSR_RESET_SAME, .max_plies = 5, .seed = 2});
    for (int i = 1; i <= 40; i++) {
        lot_step(&l);
        for (int g = 0; g < 4; g++) {
            assert_int_equal(l.io.terminated[g], 0);
            assert_true(!l.io.truncated[g] || l.io.plies[g] == 5);
            assert_true(l.io.plies[g] <= 5 && l.io.reward[2 * g] == 0);
        }
    }
    lot_close(&l);
    tsr_close(r);
}

// --- What is refused -----------------------------------------------------------------------------

static void illegal_actions_do_not_move(void **state) {
    static const int32_t bad[] = {-1, 42, 1 << 30, -2147483647 - 1};
    tsr_ruleset *r = open_named("connect4", "");
    lot l;
    (void)state;
    lot_open(&l, r, (tsr_batch_config){.games = 4, .seed = 2});
    lot_step(&l);
    uint8_t before[42];
    memcpy(before, l.io.mask, sizeof before);
    for (int i = 0; i < 4; i++) {
        l.action[i] = bad[i];
    }
    assert_int_equal(tsr_batch_step(l.b, &l.io, &why), 4);
    assert_memory_equal(before, l.io.mask, sizeof before);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(l.io.illegal[i], 1);
        assert_int_equal(l.io.plies[i], 1);
        assert_int_equal(tsr_batch_why_not(l.b, (uint32_t)i, 0, bad[i], &why), TSR_FAIL_ILLEGAL);
        assert_non_null(strstr(why.message, "legal:"));
    }
    assert_int_equal(tsr_batch_sample(l.b, l.action), 0);
    assert_int_equal(tsr_batch_why_not(l.b, 0, 0, l.action[0], &why), 0);
    lot_close(&l);
    lot_open(&l, r, (tsr_batch_config){.games = 4, .illegal = TSR_ILLEGAL_LOSES});
    l.action[0] = l.action[1] = l.action[2] = l.action[3] = 77;
    assert_int_equal(tsr_batch_step(l.b, &l.io, &why), 4);
    assert_int_equal(l.io.terminated[2], 1);
    assert_true(l.io.reward[4] == -1 && l.io.reward[5] == 1);
    lot_close(&l);
    tsr_close(r);
}

static void bad_arguments_are_refused(void **state) {
    static const tsr_batch_config bad[] = {
        {.size = sizeof bad[0]},
        {.size = 3, .games = 1},
        {.size = sizeof bad[0], .games = 1u << 30},
        {.size = sizeof bad[0], .games = 1, .threads = 100000},
        {.size = sizeof bad[0], .games = 1, .reset = 3},
        {.size = sizeof bad[0], .games = 1, .illegal = 2},
        {.size = sizeof bad[0], .games = 1, .flags = 1u << 31},
    };
    tsr_ruleset *r = open_named("hex", ""), *other = open_named("hex", "size=9");
    tsr_batch *b = NULL;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        *why.message = '\0';
        assert_int_equal(tsr_batch_open(r, &bad[i], &b, &why), TSR_FAIL_ARGUMENT);
        assert_true(*why.message && !b);
    }
    assert_true(tsr_batch_open(NULL, &bad[0], &b, &why) < 0);
    lot l;
    lot_open(&l, r, (tsr_batch_config){.games = 2});
    tsr_batch_io io = {.size = sizeof io};
    assert_int_equal(tsr_batch_step(l.b, &io, &why), TSR_FAIL_ARGUMENT); // no actions
    io.size = 8;
    assert_int_equal(tsr_batch_reset(l.b, NULL, NULL, &io, &why), TSR_FAIL_ARGUMENT);
    assert_true(tsr_batch_step(NULL, &l.io, &why) < 0);
    assert_true(tsr_batch_step(l.b, NULL, &why) < 0);
    assert_true(tsr_batch_look(l.b, 5, &l.io, &why) < 0);
    assert_true(tsr_batch_sample(l.b, NULL) < 0);
    tsr_state *s = NULL, *view = NULL;
    assert_true(tsr_batch_state(l.b, 2, &s) < 0);
    assert_int_equal(tsr_state_new(other, &s), 0);
    assert_int_equal(tsr_batch_set_state(l.b, 0, s, &why), TSR_FAIL_MISMATCH);
    tsr_state_free(s);
    assert_int_equal(tsr_batch_state(l.b, 0, &s), 0);
    assert_int_equal(tsr_state_view(s, 0, &view), 0);
    assert_int_equal(tsr_batch_set_state(l.b, 0, view, &why), TSR_FAIL_STATE);
    assert_int_equal(tsr_state_play_text(s, -1, "a1", &why), 0);
    assert_int_equal(tsr_batch_set_state(l.b, 1, s, &why), 0);
    assert_int_equal(tsr_batch_look(l.b, -1, &l.io, &why), 0);
    assert_int_equal(l.io.player[0], 0);
    assert_int_equal(l.io.player[1], 1);
    tsr_state_free(view);
    tsr_state_free(s);
    lot_close(&l);
    tsr_close(r);
    tsr_close(other);
}

// Turned numbers: what the second player may do mirrors what the first could.
static void numbers_turn_with_the_board(void **state) {
    tsr_ruleset *r = open_named("breakthrough", "");
    lot l;
    (void)state;
    lot_open(&l, r, (tsr_batch_config){.games = 1, .flags = TSR_BATCH_TURNED});
    uint32_t n = l.space.actions;
    uint8_t *first = room(n);
    memcpy(first, l.io.mask, n);
    lot_step(&l);
    assert_int_equal(l.io.player[0], 1);
    assert_memory_equal(first, l.io.mask, n); // the same start, seen from the other side
    lot_step(&l);
    free(first);
    lot_close(&l);
    play_one_game("breakthrough", "", 40);
    tsr_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(every_game_plays),          TEST(planes_show_who_looks),
        TEST(threads_change_nothing),    TEST(other_games_change_nothing),
        TEST(resets_begin_again),        TEST(ended_games_do_as_told),
        TEST(long_games_are_cut_off),    TEST(illegal_actions_do_not_move),
        TEST(bad_arguments_are_refused), TEST(numbers_turn_with_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
