// SPDX-License-Identifier: MIT
//
// How networks learn: slopes, samples, what is kept of them, and rounding.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <tessera/registry.h>

#include "learn/real.h"
#include "teach/course.h"
#include "teach/deed.h"

static tsr_registry *registry;

static tsr_rules *open_rules(const char *name) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_setup_init(&setup, tsr_registry_game(registry, name, &err));
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    return r;
}

static brain *open_brain(const tsr_rules *r, uint64_t seed) {
    schema *s = NULL;
    brain *b = NULL;
    assert_int_equal(schema_make(r, 0, NULL, &s, NULL), TSR_OK);
    assert_int_equal(brain_new(s, 16, 16, seed, &b, NULL), TSR_OK);
    for (uint32_t i = 0; i < b->part[BRAIN_MOVE].rows; i++) { // opinions to begin with
        for (uint32_t k = 0; k < 16; k++) {
            b->part[BRAIN_MOVE].weight[(size_t)i * b->part[BRAIN_MOVE].stride + k] =
                0.1f * (float)((i * 7 + k * 3) % 11) - 0.5f;
        }
    }
    return b;
}

static const uint32_t some_inputs[] = {0, 5, 9, 40, 60};
static const uint32_t some_rows[] = {0, 1, 2, 3};
static const uint8_t some_counts[] = {1, 2, 1}; // the second move is two rows
static const float some_shares[] = {0.5f, 0.2f, 0.3f};

static const brain_lesson lesson = {.input = some_inputs,
                                    .inputs = 5,
                                    .row = some_rows,
                                    .rows = some_counts,
                                    .share = some_shares,
                                    .moves = 3,
                                    .value = {0.8f}};

// --- Slopes -----------------------------------------------------------------------------

// What learning makes smaller: cross entropy of the moves and of the value.
static double loss_of(brain *b) {
    brain_slope *s = &b->slope[1];
    double before = s->policy_loss;
    float v;
    brain_learn(b, s, &lesson);
    s->blame.lessons = 0; // it is not to be learned
    s->blame.used = 0;
    brain_values(b, lesson.input, lesson.inputs, &v);
    double p = real_sigmoid((double)v), want = (double)lesson.value[0];
    return s->policy_loss - before - want * log(p) - (1 - want) * log(1 - p);
}

static void slopes_are_slopes(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4");
    brain *b = open_brain(r, 3);
    static const uint32_t row[BRAIN_PARTS] = {40, 0, 4, 0, 2};
    int steep = 0;
    brain_learn(b, &b->slope[0], &lesson);
    for (brain_part p = 0; p < BRAIN_PARTS; p++) {
        for (uint32_t k = 0; k < 16; k++) {
            size_t at = (size_t)row[p] * b->part[p].stride + k;
            float *w = &b->part[p].weight[at], was = *w;
            const double step = 1.0 / 256;
            *w = was + (float)step;
            double up = loss_of(b);
            *w = was - (float)step;
            double down = loss_of(b);
            *w = was;
            double slope = (up - down) / (2 * step);
            double said =
                (double)(p == BRAIN_INPUT ? b->slope[0].blame.back[k] : b->slope[0].at[p][at]);
            if (fabs(slope - said) > 0.002 + 0.02 * fabs(slope)) {
                fail_msg("part %d, weight %u: %g, not %g", (int)p, k, said, slope);
            }
            steep += fabs(slope) > 0.01;
        }
    }
    assert_true(steep > 20);
    brain_free(b);
    tsr_rules_close(r);
}

// --- Moves that were made ---------------------------------------------------------------

enum { DEEDS = 3 };

static double deed_loss(const brain_lesson *l, const float *logit, float *slope) {
    double sum = 0;
    for (uint32_t i = 0; i < DEEDS; i++) {
        sum += exp((double)logit[i]);
    }
    return deed_slopes(l, logit, log(sum), slope);
}

// Slopes by trying, at a move that gained or lost, near what was played and far from it.
static void deeds_have_slopes(void **state) {
    (void)state;
    static const float all[][DEEDS] = {{0.3f, 0, -0.4f}, {2, 0, -1}, {-3, 1, 0}, {0, 0, 0}};
    static const float gains[] = {1.5f, -0.7f, 0};
    int held = 0, moved = 0;
    for (uint32_t k = 0; k < 4 * 3 * DEEDS; k++) {
        const float *logit = all[k / 9];
        brain_lesson l = lesson;
        float slope[DEEDS], unused[DEEDS], other[DEEDS];
        l.made = 1 + k % DEEDS;
        l.gain = gains[k / 3 % 3];
        static const float usual[] = {0.5f, -1, 0.2f};
        l.heat = 0.3f;
        l.pull = 0.7f;
        l.usual = k % 2 ? usual : NULL;
        (void)deed_loss(&l, logit, slope);
        for (int i = 0; i < DEEDS; i++) {
            const float step = 1.0f / 512;
            memcpy(other, logit, sizeof other);
            other[i] = logit[i] + step;
            double up = deed_loss(&l, other, unused);
            other[i] = logit[i] - step;
            double down = deed_loss(&l, other, unused);
            assert_true(fabs((up - down) / (2 * (double)step) - (double)slope[i]) < 1e-4);
        }
        l.heat = 0;
        l.usual = NULL;
        (void)deed_loss(&l, logit, slope);
        int still = slope[l.made - 1] == 0;
        held += still && l.gain != 0;
        moved += !still;
        assert_true(still || (slope[l.made - 1] < 0) == (l.gain > 0)); // what gained is wanted more
    }
    assert_true(held > 3 && moved > 3);
}

// Slopes by trying, where every move was tried.
static void tries_have_slopes(void **state) {
    (void)state;
    static const float all[][DEEDS] = {{0.3f, 0, -0.4f}, {2, 0, -1}, {-3, 1, 0}, {0, 0, -9}};
    static const float gains[][DEEDS] = {{1.5f, -0.7f, 0}, {-0.2f, 0.1f, -0.4f}, {0, 0, 0}};
    static const float usual[] = {0.5f, -1, 0.2f};
    for (uint32_t k = 0; k < 4 * 3 * 2; k++) {
        const float *logit = all[k / 6];
        brain_lesson l = lesson;
        float slope[DEEDS], other[DEEDS], unused[DEEDS];
        double sum = 0, whole = log_sum(logit, DEEDS);
        l.gains = gains[k / 2 % 3];
        l.weight = 0.5f;
        l.heat = 0.3f;
        l.pull = 0.7f;
        l.usual = k % 2 ? usual : NULL;
        (void)tries_slopes(&l, logit, whole, slope);
        for (int i = 0; i < DEEDS; i++) {
            const float step = 1.0f / 512;
            memcpy(other, logit, sizeof other);
            other[i] = logit[i] + step;
            double up = tries_slopes(&l, other, whole, unused);
            other[i] = logit[i] - step;
            double down = tries_slopes(&l, other, whole, unused);
            assert_true(fabs((up - down) / (2 * (double)step) - (double)slope[i]) < 1e-3);
            sum += (double)slope[i];
        }
        assert_true(fabs(sum) < 1e-5); // only differences count
    }
}

// A move that has become rare comes back as fast as any other, if it gains; and is not made rarer still.
static void rare_moves_come_back(void **state) {
    (void)state;
    static const float share[] = {0.6f, 0.3999f, 0.0001f}, good[] = {0, 0, 1}, bad[] = {0, 0, -1};
    float logit[DEEDS], slope[DEEDS];
    brain_lesson l = lesson;
    for (int i = 0; i < DEEDS; i++) {
        logit[i] = logf(share[i]);
    }
    l.share = share;
    l.weight = 1;
    l.gains = good;
    (void)tries_slopes(&l, logit, log_sum(logit, DEEDS), slope);
    assert_true(slope[2] < -0.6f);
    l.gains = bad;
    (void)tries_slopes(&l, logit, log_sum(logit, DEEDS), slope);
    assert_true(slope[0] == 0 && slope[1] == 0 && slope[2] == 0);
}

// Who is told nothing but that variety counts ends with even shares.
static void variety_alone_makes_even(void **state) {
    (void)state;
    float logit[DEEDS] = {2, -1, 0.5f}, slope[DEEDS];
    brain_lesson l = lesson;
    l.made = 1;
    l.heat = 1;
    for (int i = 0; i < 200; i++) {
        (void)deed_loss(&l, logit, slope);
        for (int k = 0; k < DEEDS; k++) {
            logit[k] -= 0.5f * slope[k];
        }
    }
    assert_true(fabs((double)(logit[0] - logit[1])) < 0.01);
    assert_true(fabs((double)(logit[0] - logit[2])) < 0.01);
}

// Who is told nothing but what is usual ends with that.
static void the_usual_is_come_back_to(void **state) {
    (void)state;
    static const float usual[] = {3, 0.5f, 1}; // as good as 2, -0.5, 0
    float logit[DEEDS] = {0, 0, 0}, slope[DEEDS];
    brain_lesson l = lesson;
    l.made = 1;
    l.pull = 1;
    l.usual = usual;
    for (int i = 0; i < 400; i++) {
        (void)deed_loss(&l, logit, slope);
        for (int k = 0; k < DEEDS; k++) {
            logit[k] -= 0.5f * slope[k];
        }
    }
    assert_true(fabs((double)(logit[0] - logit[2]) - 2) < 0.01);
    assert_true(fabs((double)(logit[1] - logit[2]) + 0.5) < 0.01);
}

static void what_is_at_stake(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4");
    payoff p;
    assert_int_equal(payoff_find(r, PAYOFF_EITHER, &p, NULL), TSR_OK);
    assert_true(p.stake == 0);
    tsr_rules_close(r);
    r = open_rules("azul"); // points of which both have some
    assert_int_equal(payoff_find(r, PAYOFF_EITHER, &p, NULL), TSR_OK);
    assert_true(p.stake == 0);
    assert_int_equal(payoff_find(r, PAYOFF_SCORE, &p, NULL), TSR_OK);
    assert_true(p.stake > 0);
    tsr_rules_close(r);
}

// --- Company ----------------------------------------------------------------------------

// Plays until it is over; the shares of who won.
static void play_out(const tsr_rules *r, void *s, uint64_t seed) {
    tsr_rng g;
    uint32_t turn;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    while ((turn = tsr_turn(r, s)) != 0) {
        int who = tsr_mover(turn);
        tsr_play(r, s, who, tsr_sample(r, s, who, &g));
    }
}

static void the_first_place_is_shared(void **state) {
    (void)state;
    tsr_rules *r = open_rules("azul");
    void *s = malloc(r->state_size);
    payoff p;
    assert_int_equal(payoff_find(r, PAYOFF_FIRST, &p, NULL), TSR_OK);
    for (uint64_t seed = 0; seed < 20; seed++) {
        tsr_result result[TSR_MAX_PLAYERS];
        double got[TSR_MAX_PLAYERS], sum = 0;
        play_out(r, s, seed);
        r->g.result(r, s, result);
        payoff_of(&p, r, s, got);
        for (int k = 0; k < r->players; k++) {
            assert_true((got[k] > 0) == (result[k].rank == 1));
            sum += got[k];
        }
        assert_true(fabs(sum - 1) < 1e-9);
    }
    free(s);
    tsr_rules_close(r);
}

// Games of an untaught network with this company: the samples of some of them, and what was counted.
typedef struct sat_down {
    tsr_rules *r;
    tnet *net;
    viewplay *play;
} sat_down;

static sat_down sit_down_to_try(const char *game, const tuition *with, uint32_t tries) {
    sat_down t = {.r = open_rules(game)};
    schema *see = NULL;
    brain *b = NULL;
    assert_int_equal(schema_make(t.r, 0, NULL, &see, NULL), TSR_OK);
    assert_int_equal(brain_new(see, 16, 16, 1, &b, NULL), TSR_OK);
    assert_int_equal(brain_round(b, t.r, 1, &t.net, NULL), TSR_OK);
    brain_free(b);
    viewplay_config c = {.rules = t.r, .net = t.net, .seed = 5, .with = *with};
    c.tries = tries;
    c.explore = tries ? 0.5 : 0;
    assert_int_equal(viewplay_open(&c, &t.play, NULL), TSR_OK);
    return t;
}

static sat_down sit_down(const char *game, const tuition *with) {
    return sit_down_to_try(game, with, 0);
}

static void stand_up(sat_down *t) {
    viewplay_close(t->play);
    tnet_free(t->net);
    tsr_rules_close(t->r);
}

static selfplay_count play_games(const sat_down *t, uint64_t first, uint64_t end, buffer *out) {
    selfplay_count count = {0};
    buffer_init(out, NULL);
    for (uint64_t i = first; i < end; i++) {
        tsr_error err = {0};
        if (viewplay_game(t->play, i, out, &count, &err)) {
            fail_msg("game %d: %s", (int)i, err.message);
        }
    }
    return count;
}

static void others_take_seats(void **state) {
    (void)state;
    static const char *const agents[] = {"random", "unicorns-rules", "ismcts:nodes=5"};
    buffer all, some;
    tuition nobody = {0};
    sat_down alone = sit_down("unicorns", &nobody);
    selfplay_count whole = play_games(&alone, 0, 6, &all);
    buffer_deinit(&all);
    stand_up(&alone);
    for (int i = 0; i < 3; i++) {
        tuition with = {.registry = registry, .against = agents[i], .seats = 1};
        sat_down t = sit_down("unicorns", &with);
        selfplay_count count = play_games(&t, 0, 6, &all);
        assert_true(count.games == 6 && count.samples > 0 && count.samples < whole.samples);
        viewplay_leave(t.play); // and come back, to a game that is not the first one
        size_t before = all.size;
        (void)play_games(&t, 5, 6, &some);
        assert_true(some.size > 0 && some.size < before);
        assert_memory_equal(some.bytes, all.bytes + before - some.size, some.size);
        buffer_deinit(&all);
        buffer_deinit(&some);
        stand_up(&t);
    }
}

static void a_teacher_says_what_is_right(void **state) {
    (void)state;
    buffer all;
    tuition with = {.registry = registry, .teacher = "unicorns-rules", .led = 1};
    sat_down t = sit_down("unicorns", &with);
    selfplay_count count = play_games(&t, 0, 2, &all);
    const schema *see = t.net->see;
    sample_room room = {0};
    uint64_t samples = 0;
    assert_true(sample_room_make(&room, see));
    assert_true(count.taught > 0 && count.agreed < count.taught);
    for (size_t at = 0; at < all.size; samples++) {
        brain_lesson l;
        int right = 0;
        size_t size = sample_read(see, all.bytes + at, all.size - at, &room, &l);
        assert_true(size > 0 && l.made == 0 && l.moves > 1);
        for (uint32_t i = 0; i < l.moves; i++) {
            assert_true(l.share[i] <= 0 || l.share[i] >= 1);
            right += l.share[i] >= 1;
        }
        assert_int_equal(right, 1);
        for (uint32_t k = 0; k < see->values; k++) { // beaten all, or so many others
            float others = l.value[k] * (float)(t.r->players - 1);
            assert_true(fabsf(others * 2 - roundf(others * 2)) < 0.01f);
        }
        at += size;
    }
    assert_int_equal(samples, count.taught);
    assert_int_equal(samples, count.samples);
    sample_room_free(&room);
    buffer_deinit(&all);
    stand_up(&t);
}

// Where nothing is hidden a teacher plays the whole game; what it expects is learned, too.
static void a_teacher_plays_open_games(void **state) {
    (void)state;
    static const char *const agents[] = {"alphabeta:nodes=200", "greedy"};
    for (int i = 0; i < 2; i++) {
        tuition nobody = {0};
        sat_down t = sit_down("connect4", &nobody);
        selfplay_config c = {.rules = t.r,
                             .net = t.net,
                             .seed = 5,
                             .simulations = 8,
                             .opening = 4,
                             .with = {.registry = registry, .teacher = agents[i]}};
        selfplay *play;
        assert_int_equal(selfplay_open(&c, &play, NULL), TSR_OK);
        selfplay_count count = {0}, again = {0};
        tsr_error err = {0};
        buffer all, last;
        buffer_init(&all, NULL);
        buffer_init(&last, NULL);
        for (uint64_t n = 0; n < 20; n++) {
            assert_int_equal(selfplay_game(play, n, &all, &count, &err), TSR_OK);
        }
        selfplay_leave(play); // and comes back
        assert_int_equal(selfplay_game(play, 19, &last, &again, &err), TSR_OK);
        assert_true(last.size > 0 && last.size < all.size);
        assert_memory_equal(last.bytes, all.bytes + all.size - last.size, last.size);
        assert_true(count.games == 20 && count.taught == count.samples && count.agreed > 0);
        assert_true(count.agreed < count.taught && count.plies >= count.samples);
        int between = 0; // values that are neither a win nor a tie nor a loss
        sample_room room = {0};
        assert_true(sample_room_make(&room, t.net->see));
        for (size_t at = 0; at < all.size;) {
            brain_lesson l;
            int right = 0;
            size_t size = sample_read(t.net->see, all.bytes + at, all.size - at, &room, &l);
            assert_true(size > 0 && l.made == 0 && l.moves > 1);
            for (uint32_t k = 0; k < l.moves; k++) {
                assert_true(l.share[k] <= 0 || l.share[k] >= 1);
                right += l.share[k] >= 1;
            }
            assert_int_equal(right, 1);
            between += fabsf(l.value[0] * 2 - roundf(l.value[0] * 2)) > 0.01f;
            at += size;
        }
        assert_int_equal(between > 0, i == 0); // the greedy one says nothing of that
        sample_room_free(&room);
        buffer_deinit(&all);
        buffer_deinit(&last);
        selfplay_close(play);
        stand_up(&t);
    }
}

static void a_teacher_of_open_games_may_fail(void **state) {
    (void)state;
    tuition nobody = {0};
    sat_down t = sit_down("connect4", &nobody);
    selfplay_config c = {
        .rules = t.r, .net = t.net, .with = {.registry = registry, .teacher = "azul-greedy"}};
    selfplay *play;
    selfplay_count count = {0};
    tsr_error err = {0};
    buffer out;
    buffer_init(&out, NULL);
    assert_int_equal(selfplay_open(&c, &play, NULL), TSR_OK);
    assert_true(selfplay_game(play, 0, &out, &count, &err) != TSR_OK);
    assert_true(err.message[0] && count.games == 0 && out.size == 0);
    buffer_deinit(&out);
    selfplay_close(play);
    stand_up(&t);
}

// What moves gain cancels out as they were likely, and counts less where the others have come by lot.
static void every_move_is_tried(void **state) {
    (void)state;
    buffer all, last;
    tuition nobody = {0};
    sat_down t = sit_down_to_try("kuhnpoker", &nobody, 2);
    selfplay_count count = play_games(&t, 0, 40, &all);
    sample_room room = {0};
    int gained = 0, whole = 0, some = 0;
    uint64_t samples = 0;
    assert_true(sample_room_make(&room, t.net->see));
    for (size_t at = 0; at < all.size; samples++) {
        brain_lesson l;
        double sum = 0;
        size_t size = sample_read(t.net->see, all.bytes + at, all.size - at, &room, &l);
        assert_true(size > 0 && l.made == 0 && l.moves > 1 && l.gains);
        for (uint32_t i = 0; i < l.moves; i++) {
            sum += (double)(l.share[i] * l.gains[i]);
            gained += l.gains[i] > 0;
        }
        assert_true(fabs(sum) < 1e-3 && l.weight > 0.09f && l.weight <= 1);
        whole += l.weight >= 1;
        some += l.weight < 1;
        at += size;
    }
    assert_true(gained > 10 && whole >= 40 && some > 10);
    assert_int_equal(samples, count.samples);
    (void)play_games(&t, 39, 40, &last);
    assert_true(last.size > 0 && last.size < all.size);
    assert_memory_equal(last.bytes, all.bytes + all.size - last.size, last.size);
    sample_room_free(&room);
    buffer_deinit(&all);
    buffer_deinit(&last);
    stand_up(&t);
}

static void agents_may_fail(void **state) {
    (void)state;
    static const char *const wrong[] = {"nobody", "azul-greedy", "random:x=1"};
    for (int i = 0; i < 3; i++) {
        tuition with = {.registry = registry, .against = wrong[i], .seats = 1};
        sat_down t = sit_down("unicorns", &with);
        selfplay_count count = {0};
        tsr_error err = {0};
        buffer out;
        buffer_init(&out, NULL);
        assert_true(viewplay_game(t.play, 0, &out, &count, &err) != TSR_OK);
        assert_true(err.message[0] && count.games == 0);
        buffer_deinit(&out);
        stand_up(&t);
    }
}

// Who teaches is gone when a run goes on to learn from what comes of moves; both parts begin with long steps.
static void a_run_has_two_parts(void **state) {
    (void)state;
    course c = {.c = {.generations = 10, .imitate = 4}};
    static const double progress[] = {0,       0.25,    0.5, 0.75,    0,
                                      1 / 6.0, 2 / 6.0, 0.5, 4 / 6.0, 5 / 6.0};
    for (c.generation = 0; c.generation < 10; c.generation++) {
        assert_int_equal(course_imitates(&c), c.generation < 4);
        assert_true(fabs(course_progress(&c) - progress[c.generation]) < 1e-9);
    }
}

// Numbers of all sizes, the same every time.
static void fill(float *x, size_t n, uint64_t seed) {
    tsr_rng g;
    tsr_rng_init(&g, seed);
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)((tsr_rng_unit(&g) - 0.5) * (i % 7 ? 1 : 1000));
    }
}

// Rows of a product are summed up the same whether alone or with others.
static void products_do_not_depend_on_their_neighbours(void **state) {
    (void)state;
    enum { ROWS = 11, WIDTH = 40, STRIDE = WIDTH + WIDE_LANE };
    static float table[ROWS * STRIDE], layer[STRIDE];
    const wide *way[2] = {wide_plain(), wide_best()};
    float all[ROWS], one;
    fill(table, ROWS * STRIDE, 3);
    fill(layer, STRIDE, 4);
    for (int k = 0; k < 2; k++) {
        way[k]->products(table, STRIDE, WIDTH, ROWS, layer, all);
        for (int i = 0; i < ROWS; i++) {
            way[k]->products(table + (size_t)i * STRIDE, STRIDE, WIDTH, 1, layer, &one);
            assert_memory_equal(&all[i], &one, sizeof one);
        }
    }
}

static void layers_are_cut_off_and_learn_nothing_there(void **state) {
    (void)state;
    static const float layer[WIDE_LANE] = {-1, 0, 0.5f, 7.5f, 8, 9, -1e30f, 1e30f};
    static const float cut[WIDE_LANE] = {0, 0, 0.5f, 7.5f, 8, 8, 0, 8};
    static const float left[WIDE_LANE] = {0, 0, -2, 3, 0, 0, 0, 0};
    const wide *way[2] = {wide_plain(), wide_best()};
    for (int k = 0; k < 2; k++) {
        float x[WIDE_LANE], slope[WIDE_LANE] = {5, 5, -2, 3, 5, 5, 5, 5};
        memcpy(x, layer, sizeof x);
        way[k]->cut_off(x, WIDE_LANE, 8);
        assert_memory_equal(x, cut, sizeof x);
        way[k]->stop_at_ends(x, slope, WIDE_LANE, 8);
        assert_memory_equal(slope, left, sizeof slope);
    }
}

// Every way to add up gives the same bits.
static void wide_loops_are_the_plain_ones(void **state) {
    (void)state;
    enum { ROWS = 9, WIDTH = 48, STRIDE = WIDTH + WIDE_LANE };
    const wide *way[2] = {wide_plain(), wide_best()};
    static float table[ROWS * STRIDE], layer[STRIDE], out[2][4 * ROWS * STRIDE];
    static const uint32_t row[] = {8, 0, 3, 3, 5};
    static const float blame[ROWS] = {0.5f, 0, -3, 1e-3f, 7, 0, 0, 2, -1};
    static const wide_pace pace = {0.01f, 0.25f, 10, 1000, 1e-4f};
    fill(table, ROWS * STRIDE, 1);
    fill(layer, STRIDE, 2);
    for (int k = 0; k < 2; k++) {
        float *x = out[k], *slope = x + STRIDE, *moments = slope + ROWS * STRIDE;
        way[k]->add_rows(table, STRIDE, WIDTH, row, 5, x);
        way[k]->backwards(table, slope, STRIDE, WIDTH, ROWS, blame, layer, x);
        way[k]->add_times(x, layer, 0.3f, WIDTH);
        way[k]->products(table, STRIDE, WIDTH, ROWS, layer, moments + 2 * STRIDE);
        for (int i = 0; i < 3; i++) {
            way[k]->step(x, moments, moments + STRIDE, slope, STRIDE, &pace);
        }
    }
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    double sum = 0; // the first product, one number at a time
    for (int i = 0; i < WIDTH; i++) {
        sum += (double)table[i] * (double)layer[i];
    }
    sum += (double)table[WIDTH];
    double said = (double)out[0][STRIDE + ROWS * STRIDE + 2 * STRIDE];
    assert_true(fabs(said - sum) < 1e-5 * (1000 + fabs(sum)));
    assert_true(out[0][STRIDE] == layer[0] * blame[0] && out[0][2 * STRIDE] == 0);
}

static void lessons_are_learned(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4");
    brain *b = open_brain(r, 3);
    double first = loss_of(b), last = first;
    for (int i = 0; i < 200; i++) {
        assert_true(brain_step(b, 0, 1)); // forgets what loss_of has left
        brain_learn(b, &b->slope[0], &lesson);
        assert_true(brain_step(b, 0.01, 1));
        last = loss_of(b);
    }
    double least = -0.8 * log(0.8) - 0.2 * log(0.2); // an uncertain value costs that much
    assert_true(first > least + 0.1);
    assert_true(last < least + 0.01);
    brain_free(b);
    tsr_rules_close(r);
}

// The parts of a batch may be learned in any order.
static void shards_in_any_order(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4");
    brain *b[2] = {open_brain(r, 3), open_brain(r, 3)};
    brain_lesson other = lesson;
    other.inputs = 3;
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < BRAIN_SHARDS; i++) {
            int back = BRAIN_SHARDS - 1 - i;
            brain_learn(b[0], &b[0]->slope[i], i % 2 ? &lesson : &other);
            brain_learn(b[1], &b[1]->slope[back], back % 2 ? &lesson : &other);
        }
        assert_true(brain_step(b[0], 0.01, 4) && brain_step(b[1], 0.01, 4));
    }
    for (int p = 0; p < BRAIN_PARTS; p++) {
        const brain_table *x = &b[0]->part[p], *y = &b[1]->part[p];
        size_t size = (size_t)x->rows * x->stride * sizeof(float);
        assert_memory_equal(x->weight, y->weight, size);
        assert_memory_equal(x->square, y->square, size);
    }
    brain_free(b[0]);
    brain_free(b[1]);
    tsr_rules_close(r);
}

// What the value of the lesson is, less what the heuristic says already if the network adds to that.
static void only_what_the_heuristic_lacks(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4");
    for (int adds = 0; adds < 2; adds++) {
        brain *b = open_brain(r, 9);
        tnet *n = NULL;
        brain_lesson l = lesson;
        l.opinion = 1.0f;
        b->adds = adds;
        for (int i = 0; i < 300; i++) {
            brain_learn(b, &b->slope[0], &l);
            assert_true(brain_step(b, 0.01, 1));
        }
        float v;
        brain_values(b, l.input, l.inputs, &v);
        assert_true(fabs((double)v - (log(4) - adds)) < 0.05);
        assert_int_equal(brain_round(b, r, 0, &n, NULL), TSR_OK);
        assert_int_equal(n->adds, adds);
        tnet_free(n);
        brain_free(b);
    }
    tsr_rules_close(r);
}

// Whole numbers say nearly the same.
static void rounding(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4");
    brain *b = open_brain(r, 9);
    tnet *n = NULL;
    tnet_look look;
    for (int i = 0; i < 50; i++) {
        brain_learn(b, &b->slope[0], &lesson);
        assert_true(brain_step(b, 0.01, 1));
    }
    assert_int_equal(brain_round(b, r, 1, &n, NULL), TSR_OK);
    float v;
    brain_values(b, lesson.input, lesson.inputs, &v);
    tnet_see(n, lesson.input, lesson.inputs, &look);
    assert_true(fabs((double)tnet_value(n, &look, 0) / TNET_LOGIT - (double)v) < 0.05);
    assert_int_equal(n->input.kept[40], 1); // has learned
    assert_int_equal(n->input.kept[41], 0); // has not
    assert_non_null(n->move_name[0]);
    assert_null(n->move_name[6]);
    tnet_free(n);
    brain_free(b);
    tsr_rules_close(r);
}

// --- Samples ----------------------------------------------------------------------------

static void put_sample(buffer *out, uint32_t first) {
    uint32_t input[] = {first, first + 1, first + 50}, row[] = {3, 5};
    sample_begin(out, input, 3, 2);
    sample_add_move(out, row, 2, 0.25);
    sample_add_move(out, row, 1, 0.75);
    sample_add_deed(out, first % 3, -0.125);
    sample_add_opinion(out, 1, 0.75);
    sample_add_value(out, 1);
}

static void samples_and_back(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4");
    brain *b = open_brain(r, 1);
    buffer bytes;
    sample_room room = {0};
    brain_lesson l;
    buffer_init(&bytes, NULL);
    put_sample(&bytes, 7);
    assert_true(sample_room_make(&room, b->see));
    assert_int_equal(sample_read(b->see, bytes.bytes, bytes.size, &room, &l), bytes.size);
    assert_int_equal(l.inputs, 3);
    assert_int_equal(l.input[2], 57);
    assert_int_equal(l.moves, 2);
    assert_int_equal(l.rows[0], 2);
    assert_int_equal(l.row[2], 3);
    assert_true(fabs((double)l.share[1] - 0.75) < 1e-4 && l.value[0] == 1);
    assert_int_equal(l.made, 1);
    assert_true(fabs((double)l.gain + 0.125) < 1e-4);
    assert_true(l.loud && fabs((double)l.opinion - 1.0986) < 1e-3);
    for (size_t size = 0; size < bytes.size; size++) {
        assert_int_equal(sample_read(b->see, bytes.bytes, size, &room, &l), 0);
    }
    buffer_clear(&bytes);
    put_sample(&bytes, 6); // nothing was made
    assert_int_equal(sample_read(b->see, bytes.bytes, bytes.size, &room, &l), bytes.size);
    assert_true(l.made == 0 && l.gain == 0);
    bytes.bytes[1] = (char)0xff; // an input that is none
    bytes.bytes[2] = (char)0x7f;
    assert_int_equal(sample_read(b->see, bytes.bytes, bytes.size, &room, &l), 0);
    sample_room_free(&room);
    buffer_deinit(&bytes);
    brain_free(b);
    tsr_rules_close(r);
}

static void what_is_kept(void **state) {
    (void)state;
    static const char path[] = "test_teach.replay";
    tsr_rules *r = open_rules("connect4");
    brain *b = open_brain(r, 1);
    replay *p = tsr_mem_new(NULL, sizeof *p), *q = tsr_mem_new(NULL, sizeof *q);
    buffer bytes;
    sample_room room = {0};
    brain_lesson l, m;
    uint64_t ends[4] = {0};
    tsr_error err = {0};
    (void)unlink(path);
    buffer_init(&bytes, NULL);
    assert_true(sample_room_make(&room, b->see));
    replay_init(p, b->see, 5);
    for (uint32_t g = 1; g < 4; g++) {
        buffer_clear(&bytes);
        for (uint32_t i = 0; i < 3; i++) {
            put_sample(&bytes, 10 * g + i);
        }
        assert_int_equal(replay_append(p, path, bytes.bytes, bytes.size, 3, &err), TSR_OK);
        assert_int_equal(replay_add(p, bytes.bytes, bytes.size, 3, &err), TSR_OK);
        ends[g] = p->file_size;
    }
    assert_int_equal(p->samples, 6); // the oldest generation is not needed for five
    replay_init(q, b->see, 5);
    assert_int_equal(replay_load(q, path, ends[3], &err), TSR_OK);
    assert_int_equal(q->samples, 6);
    for (uint64_t i = 0; i < 6; i++) {
        assert_true(replay_get(p, i, &room, &l));
        uint32_t input = l.input[0];
        assert_true(replay_get(q, i, &room, &m));
        assert_int_equal(input, m.input[0]);
    }
    replay_deinit(q);
    replay_init(q, b->see,
                5); // an earlier checkpoint: what follows does not count, and is written over
    assert_int_equal(replay_load(q, path, ends[2], &err), TSR_OK);
    assert_int_equal(q->samples, 6);
    assert_int_equal(replay_append(q, path, bytes.bytes, bytes.size, 3, &err), TSR_OK);
    assert_int_equal(q->file_size, ends[3]);
    replay_deinit(q);
    replay_init(q, b->see, 5);
    assert_int_equal(replay_load(q, path, ends[3] + 1, &err), TSR_ERR_PARSE);
    assert_non_null(strstr(err.message, "torn"));
    replay_deinit(q);
    replay_deinit(p);
    tsr_mem_free(NULL, p, sizeof *p);
    tsr_mem_free(NULL, q, sizeof *q);
    sample_room_free(&room);
    buffer_deinit(&bytes);
    brain_free(b);
    tsr_rules_close(r);
    (void)unlink(path);
}

// --- Symmetries -------------------------------------------------------------------------

static void symmetries_of_games(void **state) {
    (void)state;
    static const struct {
        const char *game;
        int count, way[SYMMETRY_MOST];
    } row[] = {{"connect4", 1, {1}},
               {"breakthrough", 1, {1}},
               {"reversi", 3, {3, 4, 7}}, // the four stones in the middle allow no more
               {"chess", 0, {0}},
               {"azul", 0, {0}}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        tsr_rules *r = open_rules(row[i].game);
        schema *s = NULL;
        symmetries y;
        assert_int_equal(schema_make(r, -1, NULL, &s, NULL), TSR_OK);
        assert_int_equal(symmetries_find(r, s, &y, NULL), TSR_OK);
        assert_int_equal(y.count, row[i].count);
        for (int k = 0; k < y.count; k++) {
            assert_int_equal(y.one[k].way, row[i].way[k]);
            for (uint32_t x = 0; x < s->inputs; x++) { // twice is not at all
                assert_true(y.one[k].way >= 5 || y.one[k].input[y.one[k].input[x]] == x);
            }
        }
        symmetries_free(&y);
        schema_free(s);
        tsr_rules_close(r);
    }
}

static void moves_are_turned(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4");
    schema *s = NULL;
    symmetries y;
    char a[32], b[32];
    assert_int_equal(schema_make(r, 0, NULL, &s, NULL), TSR_OK);
    assert_int_equal(symmetries_find(r, s, &y, NULL), TSR_OK);
    for (uint32_t i = 0; i < s->moves; i++) {
        uint32_t to = y.one[0].move[i];
        assert_true(to < s->moves);
        (void)schema_move_name(s, r, i, a, sizeof a);
        (void)schema_move_name(s, r, to, b, sizeof b);
        char *column = strpbrk(a, "abcdefg"), *other = strpbrk(b, "abcdefg");
        assert_true(column && other && *column - 'a' == 'g' - *other);
    }
    symmetries_free(&y);
    schema_free(s);
    tsr_rules_close(r);
}

// --- The curve --------------------------------------------------------------------------

static void curves_and_pictures(void **state) {
    (void)state;
    static const char *const rivals[] = {"random", "<b>"};
    buffer csv, svg;
    buffer_init(&csv, NULL);
    buffer_init(&svg, NULL);
    assert_true(curve_cpu("") == 0);
    curve_svg("", "nothing yet", &svg);
    curve_begin(&csv, rivals, 2);
    assert_true(curve_cpu(buffer_text(&csv)) == 0);
    for (uint32_t i = 1; i <= 4; i++) {
        curve_point p = {
            .generation = i, .games = 10 * i, .cpu_s = 2.5 * i, .policy_loss = 1.0 / i};
        p.against[1] = (curve_score){i % 2 == 0, 0.25 * i, 0.1, 0.9};
        curve_add(&csv, &p, 2);
    }
    assert_non_null(
        strstr(buffer_text(&csv), "\n2,20,0,5.0,0.50000,0.00000,,,,0.5000,0.1000,0.9000\n"));
    assert_non_null(strstr(buffer_text(&csv), "\n3,30,0,7.5,0.33333,0.00000,,,,,,\n"));
    assert_true(curve_cpu(buffer_text(&csv)) == 10);
    buffer_clear(&svg);
    curve_svg(buffer_text(&csv), "a & b", &svg);
    assert_non_null(strstr(buffer_text(&svg), "a &amp; b"));
    assert_non_null(strstr(buffer_text(&svg), "&lt;b&gt;"));
    // Half of 10 seconds and half the score is the middle of the panel; a full score its corner.
    assert_non_null(strstr(buffer_text(&svg), "d=\"M356.0 190.0L656.0 70.0\""));
    assert_null(strstr(buffer_text(&svg), "nan"));
    buffer_deinit(&csv);
    buffer_deinit(&svg);
}

static int set_up(void **state) {
    (void)state;
    tsr_error err = {0};
    registry = tsr_registry_new(NULL);
    return registry && !tsr_registry_add_builtin(registry, &err) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    tsr_registry_free(registry);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_slopes),
        cmocka_unit_test(deeds_have_slopes),
        cmocka_unit_test(tries_have_slopes),
        cmocka_unit_test(rare_moves_come_back),
        cmocka_unit_test(variety_alone_makes_even),
        cmocka_unit_test(the_usual_is_come_back_to),
        cmocka_unit_test(what_is_at_stake),
        cmocka_unit_test(the_first_place_is_shared),
        cmocka_unit_test(others_take_seats),
        cmocka_unit_test(a_teacher_says_what_is_right),
        cmocka_unit_test(every_move_is_tried),
        cmocka_unit_test(a_teacher_plays_open_games),
        cmocka_unit_test(a_teacher_of_open_games_may_fail),
        cmocka_unit_test(agents_may_fail),
        cmocka_unit_test(a_run_has_two_parts),
        cmocka_unit_test(products_do_not_depend_on_their_neighbours),
        cmocka_unit_test(layers_are_cut_off_and_learn_nothing_there),
        cmocka_unit_test(wide_loops_are_the_plain_ones),
        cmocka_unit_test(lessons_are_learned),
        cmocka_unit_test(shards_in_any_order),
        cmocka_unit_test(rounding),
        cmocka_unit_test(symmetries_of_games),
        cmocka_unit_test(moves_are_turned),
        cmocka_unit_test(only_what_the_heuristic_lacks),
        cmocka_unit_test(samples_and_back),
        cmocka_unit_test(what_is_kept),
        cmocka_unit_test(curves_and_pictures),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
