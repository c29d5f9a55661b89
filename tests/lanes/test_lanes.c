// SPDX-License-Identifier: MIT
//
// Kernels, compiled for this machine: after every step each byte of states, masks, planes, scalars,
// rewards and the rest is what a batch has, whatever happens to games that end and to actions
// that are illegal. And random games to their end, and counts of positions.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/host.h>
#include <tessera/rules.h>

#include "abi/batch_impl.h"
#include "lang/ir/native.h"
#include "lang/lanes/lanes.h"

enum { GAMES = 70 }; // more than two blocks, the last one not full

typedef struct game_row {
    const char *name; // of the shelf, or the rules themselves
    const lanes_native *lanes;
} game_row;

#define X(name) extern const lanes_native lanes_##name;
#include "lanes_games.h"
#undef X

enum { MOST_ROWS = 32 };

static game_row rows[MOST_ROWS] = {
#define X(name) {#name, &lanes_##name},
#include "lanes_games.h"
#undef X
};

static int row_count(void) {
    int n = 0;
    while (n < MOST_ROWS && rows[n].name) {
        n++;
    }
    return n;
}

static int open_row(const char *name, const char *options, tsr_ruleset **out, tsr_problem *why) {
    return strchr(name, '\n') ? tsr_open_text(name, options, out, why)
                              : tsr_open_name(name, options, out, why);
}

// What is not printed by the build is compiled now.
static void compile(const char *name, game_row *row) {
    tsr_problem why = {.size = sizeof why};
    tsr_error err = {0};
    tsr_ruleset *rs = NULL;
    tsr_built built;
    lanes_facts facts;
    const void *table = NULL;
    char *text = NULL;
    size_t size = 0;
    if (open_row(name, "", &rs, &why) || lanes_print(rs->r, NULL, &text, &size, &facts, &err) ||
        tsr_compile_load(text, size, LANES_SYMBOL, 1, &table, &built, &err)) {
        (void)fprintf(stderr, "%s: %s%s\n", name, why.message, err.message);
        exit(2);
    }
    *row = (game_row){name, table};
    tsr_mem_free(rs->r->alloc, text, size + 1);
    tsr_close(rs);
}

// --- Two batches -------------------------------------------------------------------------------

typedef struct shown { // one batch's arrays
    uint8_t *mask, *planes, *final_planes, *terminated, *truncated, *illegal;
    uint64_t *mask_bits;
    float *scalars, *final_scalars, *reward;
    int32_t *score, *action;
    int8_t *player;
    uint32_t *turn, *plies;
} shown;

typedef struct both {
    const char *name;
    tsr_ruleset *rs;
    tsr_batch *batch;
    tsr_batch_space space;
    const lanes_native *native;
    lanes_batch lanes;
    shown a, b;
    uint32_t refused;
} both;

static void *room(size_t count, size_t size) {
    void *p = calloc(count + 1, size);
    assert_non_null(p);
    return p;
}

static void shown_new(shown *s, const tsr_batch_space *sp) {
    size_t n = sp->games, cells = (size_t)sp->planes * sp->height * sp->width;
    *s = (shown){room(n, sp->actions),
                 room(n, cells),
                 room(n, cells),
                 room(n, 1),
                 room(n, 1),
                 room(n, 1),
                 room(n, sp->mask_words * 8),
                 room(n, sp->scalars * sizeof(float)),
                 room(n, sp->scalars * sizeof(float)),
                 room(n, sp->players * sizeof(float)),
                 room(n, sp->players * sizeof(int32_t)),
                 room(n, sizeof(int32_t)),
                 room(n, 1),
                 room(n, sizeof(uint32_t)),
                 room(n, sizeof(uint32_t))};
}

static void shown_free(shown *s) {
    void *all[] = {s->mask,    s->planes,    s->final_planes, s->terminated,    s->truncated,
                   s->illegal, s->mask_bits, s->scalars,      s->final_scalars, s->reward,
                   s->score,   s->action,    s->player,       s->turn,          s->plies};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        free(all[i]);
    }
}

static void lanes_show_to(lanes_batch *l, const shown *s) {
    l->mask_bytes = s->mask;
    l->mask_bits = s->mask_bits;
    l->planes = s->planes;
    l->final_planes = s->final_planes;
    l->scalars = s->scalars;
    l->final_scalars = s->final_scalars;
    l->reward = s->reward;
    l->score = s->score;
    l->terminated = s->terminated;
    l->truncated = s->truncated;
    l->illegal = s->illegal;
    l->player = s->player;
    l->turn = s->turn;
    l->plies = s->plies;
}

static tsr_batch_io io_of(const shown *s) {
    return (tsr_batch_io){.size = sizeof(tsr_batch_io),
                          .action = s->action,
                          .mask = s->mask,
                          .mask_bits = s->mask_bits,
                          .planes = s->planes,
                          .scalars = s->scalars,
                          .final_planes = s->final_planes,
                          .final_scalars = s->final_scalars,
                          .reward = s->reward,
                          .score = s->score,
                          .terminated = s->terminated,
                          .truncated = s->truncated,
                          .illegal = s->illegal,
                          .player = s->player,
                          .turn = s->turn,
                          .plies = s->plies};
}

static void both_open(both *t, const game_row *row, const char *options, tsr_batch_config config) {
    tsr_problem why = {.size = sizeof why};
    *t = (both){.name = row->name, .native = row->lanes, .space = {.size = sizeof t->space}};
    config.size = sizeof config;
    config.games = GAMES;
    if (open_row(row->name, options, &t->rs, &why) ||
        tsr_batch_open(t->rs, &config, &t->batch, &why)) {
        fail_msg("%s: %s", row->name, why.message);
    }
    assert_int_equal(tsr_batch_about(t->batch, &t->space), 0);
    assert_int_equal(t->native->abi, LANES_ABI);
    assert_int_equal(t->native->state_size, t->rs->r->state_size);
    shown_new(&t->a, &t->space);
    shown_new(&t->b, &t->space);
    t->lanes = (lanes_batch){.games = GAMES,
                             .reset = config.reset,
                             .loses = config.illegal,
                             .turned = config.flags & TSR_BATCH_TURNED,
                             .max_plies = config.max_plies,
                             .viewer = -1,
                             .seed = config.seed,
                             .state = room(GAMES, t->rs->r->state_size),
                             .start = t->batch->start,
                             .lane = room(GAMES, sizeof(lanes_lane)),
                             .mask = room(GAMES, t->space.mask_words * 8),
                             .picks = room(GAMES, t->native->most_picks * sizeof(uint32_t) + 1),
                             .samples = room(GAMES, sizeof(tsr_lots)),
                             .refused = &t->refused};
    lanes_show_to(&t->lanes, &t->b);
}

static void both_close(both *t) {
    shown_free(&t->a);
    shown_free(&t->b);
    free(t->lanes.state);
    free(t->lanes.lane);
    free(t->lanes.mask);
    free(t->lanes.picks);
    free(t->lanes.samples);
    tsr_batch_close(t->batch);
    tsr_close(t->rs);
}

static void same(const both *t, int step, const char *what, const void *a, const void *b,
                 size_t row) {
    for (size_t i = 0; i < GAMES; i++) {
        if (memcmp((const char *)a + i * row, (const char *)b + i * row, row) != 0) {
            fail_msg("%s: %s of game %zu differ after step %d", t->name, what, i, step);
        }
    }
}

static void all_same(const both *t, int step) {
    const tsr_batch_space *sp = &t->space;
    size_t cells = (size_t)sp->planes * sp->height * sp->width;
    same(t, step, "states", t->batch->state, t->lanes.state, t->batch->stride);
    same(t, step, "bits", t->batch->mask, t->lanes.mask, sp->mask_words * 8);
    same(t, step, "bits shown", t->a.mask_bits, t->b.mask_bits, sp->mask_words * 8);
    same(t, step, "masks", t->a.mask, t->b.mask, sp->actions);
    same(t, step, "planes", t->a.planes, t->b.planes, cells);
    same(t, step, "scalars", t->a.scalars, t->b.scalars, sp->scalars * sizeof(float));
    same(t, step, "final planes", t->a.final_planes, t->b.final_planes, cells);
    same(t, step, "final scalars", t->a.final_scalars, t->b.final_scalars,
         sp->scalars * sizeof(float));
    same(t, step, "rewards", t->a.reward, t->b.reward, sp->players * sizeof(float));
    same(t, step, "scores", t->a.score, t->b.score, sp->players * sizeof(int32_t));
    same(t, step, "ends", t->a.terminated, t->b.terminated, 1);
    same(t, step, "cuts", t->a.truncated, t->b.truncated, 1);
    same(t, step, "refusals", t->a.illegal, t->b.illegal, 1);
    same(t, step, "players", t->a.player, t->b.player, 1);
    same(t, step, "turns", t->a.turn, t->b.turn, sizeof(uint32_t));
    same(t, step, "plies", t->a.plies, t->b.plies, sizeof(uint32_t));
}

// --- Steps -------------------------------------------------------------------------------------

// Draws on both sides; now and then a game gets an illegal action.
static void draw(both *t, int step) {
    assert_int_equal(tsr_batch_sample(t->batch, t->a.action), 0);
    t->lanes.sampled = t->b.action;
    t->native->run(LANES_SAMPLE, &t->lanes);
    t->lanes.sampled = NULL;
    same(t, step, "samples", t->a.action, t->b.action, sizeof(int32_t));
    if (step % 5 == 3) {
        uint32_t i = (uint32_t)step * 7 % GAMES;
        t->a.action[i] = t->b.action[i] = step % 2 ? -3 : (int32_t)t->space.actions;
    }
}

static int play(const game_row *row, const char *options, tsr_batch_config config, int steps) {
    both t;
    int ends = 0;
    both_open(&t, row, options, config);
    tsr_batch_io io = io_of(&t.a);
    assert_int_equal(tsr_batch_reset(t.batch, NULL, NULL, &io, NULL), 0);
    t.native->run(LANES_RESET, &t.lanes);
    all_same(&t, 0);
    for (int i = 1; i <= steps; i++) {
        draw(&t, i);
        t.refused = 0;
        t.lanes.action = t.b.action;
        int refused = tsr_batch_step(t.batch, &io, NULL);
        t.native->run(LANES_STEP, &t.lanes);
        assert_int_equal(t.refused, refused);
        all_same(&t, i);
        for (int k = 0; k < GAMES; k++) {
            ends += t.a.terminated[k] || t.a.truncated[k];
        }
    }
    // Seen by one seat, begun again in part, and drawing and acting in one go.
    const int last = t.rs->r->players - 1;
    assert_int_equal(tsr_batch_look(t.batch, last, &io, NULL), 0);
    t.lanes.viewer = last;
    t.native->run(LANES_LOOK, &t.lanes);
    t.lanes.viewer = -1;
    all_same(&t, -1);
    uint8_t which[GAMES] = {0};
    which[3] = which[GAMES - 1] = 1;
    assert_int_equal(tsr_batch_reset(t.batch, which, NULL, &io, NULL), 0);
    t.lanes.which = which;
    t.native->run(LANES_RESET, &t.lanes);
    t.lanes.which = NULL;
    all_same(&t, -2);
    assert_int_equal(tsr_batch_sample(t.batch, t.a.action), 0);
    (void)tsr_batch_step(t.batch, &io, NULL);
    t.lanes.action = NULL;
    t.native->run(LANES_STEP, &t.lanes);
    all_same(&t, -3);
    both_close(&t);
    return ends;
}

static void play_every_way(const game_row *row, int steps) {
    int ends = 0;
    ends += play(row, "", (tsr_batch_config){.reset = TSR_RESET_SAME, .seed = 1}, steps);
    ends += play(row, "",
                 (tsr_batch_config){.reset = TSR_RESET_NEXT,
                                    .illegal = TSR_ILLEGAL_LOSES,
                                    .flags = TSR_BATCH_TURNED,
                                    .max_plies = 23,
                                    .seed = 2},
                 steps);
    ends += play(row, "", (tsr_batch_config){.flags = TSR_BATCH_TURNED, .seed = 3}, steps / 2);
    assert_true(ends > GAMES);
}

// --- Whole games -------------------------------------------------------------------------------

static void random_games_agree(const game_row *row) {
    both t;
    both_open(&t, row, "", (tsr_batch_config){.seed = 5});
    const tsr_rules *r = t.rs->r;
    uint64_t counted[2 * GAMES];
    float reward[2 * GAMES * 8];
    unsigned char *state = room(1, r->state_size);
    t.lanes.count = 2;
    t.lanes.counted = counted;
    t.native->run(LANES_PLAYOUT, &t.lanes);
    for (uint32_t i = 0; i < GAMES; i++) {
        uint64_t plies = 0;
        tsr_rng g;
        tsr_rng_init(&g, tsr_seed_of(5, i));
        for (int n = 0; n < 2; n++) {
            tsr_init(r, state);
            plies += r->more.playout(r, state, &g, r->max_plies);
        }
        assert_int_equal(counted[i], plies);
        assert_memory_equal(state, t.lanes.state + (size_t)i * r->state_size, r->state_size);
    }
    t.native->run(LANES_RESET, &t.lanes);
    t.lanes.reward = reward;
    t.native->run(LANES_ROLLOUT, &t.lanes);
    for (uint32_t i = 0; i < GAMES; i++) {
        tsr_state *s = NULL;
        float expected[2 * 8];
        assert_int_equal(tsr_batch_state(t.batch, i, &s), 0);
        int64_t plies = tsr_state_rollouts(s, 2, tsr_seed_of(5, i), expected);
        assert_int_equal(plies, counted[2 * i] + counted[2 * i + 1]);
        assert_memory_equal(expected, reward + (size_t)i * 2 * r->players,
                            2 * r->players * sizeof(float));
        tsr_state_free(s);
    }
    free(state);
    both_close(&t);
}

// --- Tests -------------------------------------------------------------------------------------

static void test_steps(void **state) {
    (void)state;
    for (int i = 0; i < row_count(); i++) {
        play_every_way(&rows[i], 160);
    }
}

static void test_random_games(void **state) {
    (void)state;
    for (int i = 0; i < row_count(); i++) {
        random_games_agree(&rows[i]);
    }
}

// Two choices that are one move have one number.
static void test_moves_said_twice(void **state) {
    game_row row;
    (void)state;
    compile("game \"Twins\"\nplayers A, B\nboard grid 3x3\npiece Stone\n"
            "turn: place Stone on empty & rank 1..2 or place Stone on empty & rank 2..3\n"
            "win when line 3 of mine\nstuck: draw\n",
            &row);
    play_every_way(&row, 30);
    random_games_agree(&row);
}

// Who plays alone is first even where the game is lost: the reward must tell.
static void test_alone(void **state) {
    game_row row;
    (void)state;
    compile("game \"Alone\"\nplayers Solver\nboard grid 3x3\npiece Stone\n"
            "turn: place Stone on empty - (mine + orthogonal)\n"
            "win when count mine = 5\nstuck: lose\n",
            &row);
    play_every_way(&row, 60);
    random_games_agree(&row);
}

#define DROPS(more, home, drops)                                                                   \
    "game \"Drops\"\nplayers A, B\nboard grid 5x5\narea hand each 20\n"                            \
    "taken: bring it to my hand\npiece King: step orthogonal\n"                                    \
    "piece Man: step forward | forward + sideways\n" more                                          \
    "setup: put King on rank 1 & column 3 then put Man on rank 2" home "\n"                        \
    "turn:\n  move or place Man" drops " from hand on empty\n"                                     \
    "  require no my King on attacked\nstuck: lose\nlimit 60 turns\n"

// A king in check and many places to drop a man on, hardly any of which helps: after the first that does not, a game
// asks which do. Lanes ask in their next round, of sets that they kept (many) or lay out again (few).
static void test_drops_drawn_again(void **state) {
    static const char *const rules[] = {
        DROPS("", "", ""),
        DROPS("piece Ox: step orthogonal\npiece Bear: step diagonal\n",
              " then put Ox on rank 1 & column 1 then put Bear on rank 1 & column 5",
              " | Ox | Bear")};
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        game_row row;
        compile(rules[i], &row);
        random_games_agree(&row);
    }
}

static void cannot_be(const char *game, const char *because) {
    tsr_problem why = {.size = sizeof why};
    tsr_error err = {0};
    tsr_ruleset *rs = NULL;
    char *text = NULL;
    size_t size = 0;
    lanes_facts facts;
    assert_int_equal(tsr_open_name(game, "", &rs, &why), 0);
    assert_int_equal(lanes_print(rs->r, NULL, &text, &size, &facts, &err), TSR_ERR_LIMIT);
    assert_non_null(strstr(err.message, because));
    assert_null(text);
    tsr_close(rs);
}

static void test_rules_that_cannot_be(void **state) {
    (void)state;
    cannot_be("azul", "rules language");
    cannot_be("pig", "dice");
    cannot_be("skirmish",
              "hide"); // states go to learners as planes: what is hidden would be in them
}

// LLVM copies a struct byte by byte on a GPU: in chains of jumps nothing else took as long.
static void test_states_copied_by_members(void **state) {
    static const char *const whole[] = {"= *s;", "= *in", "*s = was"};
    tsr_problem why = {.size = sizeof why};
    tsr_error err = {0};
    tsr_ruleset *rs = NULL;
    lanes_facts facts;
    char *text = NULL;
    size_t size = 0;
    (void)state;
    assert_int_equal(open_row("checkers", "", &rs, &why), 0);
    assert_int_equal(lanes_print(rs->r, NULL, &text, &size, &facts, &err), 0);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        assert_null(strstr(text, whole[i]));
    }
    tsr_mem_free(rs->r->alloc, text, size + 1);
    tsr_close(rs);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc && i <= MOST_ROWS; i++) {
        compile(argv[i], &rows[i - 1]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_moves_said_twice),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_drops_drawn_again),
        cmocka_unit_test(test_rules_that_cannot_be),
        cmocka_unit_test(test_states_copied_by_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
