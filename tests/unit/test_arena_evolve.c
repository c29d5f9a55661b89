// SPDX-License-Identifier: MIT
//
// Gaps in specs, and evolution where the best answer is known.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "arena/evolve.h"
#include "arena/evolve_plot.h"
#include "arena/genes.h"

// --- Gaps --------------------------------------------------------------------

static void gaps_are_filled(void **state) {
    genes g;
    char spec[GENES_SPEC];
    const double low[6] = {0}, some[6] = {0.5, 1, 0, 1, 0.5, 2};
    (void)state;
    assert_int_equal(genes_read("a:x={-1..3=0},y={0..0.5},z={x4}", &g, NULL), TSR_OK);
    assert_int_equal(g.count, 6);
    assert_true(g.start[0] == 0.25 && g.start[1] == 0.5 && g.start[5] == 0.5);
    assert_true(g.given[0] && !g.given[1] && !g.given[5]);
    int size = genes_write(&g, some, spec);
    assert_int_equal(size, strlen(spec));
    assert_string_equal(spec, "a:x=1.0000,y=0.5000,z=0_W_");
    assert_true(genes_write(&g, low, spec) > 0);
    assert_string_equal(spec, "a:x=-1.0000,y=0.0000,z=0000");
    assert_int_equal(genes_read("a:z={x3=0_V}", &g, NULL), TSR_OK);
    assert_true(g.start[0] == 0 && g.start[1] == 1 && g.start[2] == 31 / 63.0);
}

static void bad_gaps_are_refused(void **state) {
    static const char *const bad[] = {"a",        "a:x={",     "a:x={1}",      "a:x={2..1}",
                                      "a:x={1..", "a:x={x}",   "a:x={x0}",     "a:x={x257}",
                                      "a:{}",     "a:{..}",    "a:{0..1=2}",   "a:{0..1=}",
                                      "a:{x3y}",  "a:{0..1}{", "a:{0..1e999}", "a:{x200}{x200}",
                                      "a:{x3=}",  "a:{x3=AB}", "a:{x3=ABCD}",  "a:{x3=AB!}"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        genes g;
        tsr_error err = {0};
        assert_int_not_equal(genes_read(bad[i], &g, &err), TSR_OK);
        assert_true(err.message[0] != '\0');
    }
}

static void long_specs_are_refused(void **state) {
    char text[GENES_SPEC + 100], spec[GENES_SPEC];
    const double one[1] = {0};
    genes g;
    (void)state;
    memset(text, 'a', sizeof text);
    strcpy(text + sizeof text - 10, "{0..1}");
    assert_int_equal(genes_read(text, &g, NULL), TSR_OK);
    assert_int_equal(genes_write(&g, one, spec), 0);
}

static void genomes_are_read_back(void **state) {
    static const char *const foreign[] = {
        "a:x=0.5,z=ABCD", "b:x=0.5,z=ABC", "a:x=0.5,z=AB",  "a:x=0.5,z=ABC,w=1",
        "a:x=9,z=ABC",    "a:x=,z=ABC",    "a:x=0.5,z=A!C", "",
        "a:x=nan,z=ABC"};
    double gene[4], again[4];
    char spec[GENES_SPEC];
    genes g;
    (void)state;
    assert_int_equal(genes_read("a:x={0..2},z={x3}", &g, NULL), TSR_OK);
    assert_int_equal(genes_find(&g, "a:x=0.5,z=0V_", gene, NULL), TSR_OK);
    assert_true(gene[0] == 0.25 && gene[1] == 0 && gene[2] == 31 / 63.0 && gene[3] == 1);
    assert_true(genes_write(&g, gene, spec) > 0);
    assert_int_equal(genes_find(&g, spec, again, NULL), TSR_OK);
    assert_memory_equal(gene, again, sizeof gene);
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        tsr_error err = {0};
        assert_int_not_equal(genes_find(&g, foreign[i], gene, &err), TSR_OK);
        assert_true(err.message[0] != '\0');
    }
}

// --- Evolution ---------------------------------------------------------------

enum { GENES = 6 };

static const double middle[GENES] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};

static evolve_plan usual_plan(void) {
    evolve_plan p = {.genes = GENES,
                     .population = 20,
                     .islands = 1,
                     .generations = 60,
                     .elite = 2,
                     .migrate_every = 5,
                     .migrants = 1,
                     .seed = 7,
                     .start = middle,
                     .starts = 1};
    assert_int_equal(evolve_read_selection("tournament:3", &p.ways, NULL), TSR_OK);
    assert_int_equal(evolve_read_crossover("arithmetic", &p.ways, NULL), TSR_OK);
    assert_int_equal(evolve_read_mutation("gauss:0.15,0.5", &p.ways, NULL), TSR_OK);
    p.ways.fades = 1;
    return p;
}

// Best where gene k is (k + 1) / 10.
static double near_target(const double *gene) {
    double sum = 0;
    for (int k = 0; k < GENES; k++) {
        double d = gene[k] - (k + 1) / 10.0;
        assert_true(gene[k] >= 0 && gene[k] <= 1);
        sum -= d * d;
    }
    return sum;
}

static void judge(evolve *e) {
    for (uint32_t i = 0; i < e->count; i++) {
        e->one[i].fitness = near_target(e->one[i].gene);
    }
    evolve_settle(e);
}

static evolve *run(const evolve_plan *p, uint32_t generations) {
    evolve *e = NULL;
    assert_int_equal(evolve_new(p, &e, NULL), TSR_OK);
    for (uint32_t g = 0; g < generations; g++) {
        if (g) {
            evolve_breed(e);
        }
        judge(e);
    }
    return e;
}

static double best_of(const evolve *e) {
    uint32_t order[EVOLVE_POPULATION];
    evolve_order(e, order);
    return near_target(e->one[order[0]].gene);
}

// Every operator with every other, from the middle, where the fitness is -0.31. A roulette is slow:
// where one is far below, all others are nearly equal.
static void all_ways_find_what_is_best(void **state) {
    static const char *const selections[] = {"tournament:3", "truncation:0.25", "rank", "roulette"};
    static const char *const crossovers[] = {"arithmetic", "blend:0.3", "uniform", "none"};
    static const char *const mutations[] = {"gauss:0.15,0.5", "uniform:0.1"};
    (void)state;
    for (int i = 0; i < 4 * 4 * 2 * 2; i++) {
        evolve_plan p = usual_plan();
        assert_int_equal(evolve_read_selection(selections[i % 4], &p.ways, NULL), TSR_OK);
        assert_int_equal(evolve_read_crossover(crossovers[i / 4 % 4], &p.ways, NULL), TSR_OK);
        assert_int_equal(evolve_read_mutation(mutations[i / 16 % 2], &p.ways, NULL), TSR_OK);
        p.ways.fades = i / 32;
        evolve *first = run(&p, 1), *e = run(&p, p.generations);
        assert_true(best_of(e) > best_of(first));
        evolve_free(first);
        if (best_of(e) < (i % 4 == 3 ? -0.2 : -0.06)) {
            fail_msg("%s, %s, %s: only %f", selections[i % 4], crossovers[i / 4 % 4],
                     mutations[i / 16 % 2], best_of(e));
        }
        evolve_free(e);
    }
}

static void cma_finds_it_too(void **state) {
    evolve_plan p = usual_plan();
    double finalists[EVOLVE_FINALISTS][EVOLVE_GENES];
    (void)state;
    p.method = EVOLVE_CMA;
    evolve *e = run(&p, p.generations);
    int n = evolve_finalists(e, finalists);
    assert_int_equal(n, EVOLVE_FINALISTS);
    assert_true(near_target(finalists[n - 2]) > -1e-4); // the middle of the distribution
    evolve_free(e);
    p.islands = 2;
    assert_int_equal(evolve_new(&p, &e, NULL), TSR_ERR_ARGUMENT);
}

static void the_start_is_never_lost(void **state) {
    static const double best[GENES] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    double finalists[EVOLVE_FINALISTS][EVOLVE_GENES];
    evolve_plan p = usual_plan();
    (void)state;
    p.start = best;
    p.generations = 300; // longer than the hall
    evolve *e = run(&p, p.generations);
    assert_memory_equal(e->hall[0], best, sizeof best);
    assert_true(e->halls >= EVOLVE_HALL / 2 && e->halls <= EVOLVE_HALL);
    int n = evolve_finalists(e, finalists);
    assert_memory_equal(finalists[n - 1], best, sizeof best);
    assert_true(best_of(e) == 0); // as an elite it is still there
    evolve_free(e);
}

static void several_starts_and_islands(void **state) {
    double starts[3 * GENES];
    evolve_plan p = usual_plan();
    evolve *e = NULL;
    (void)state;
    for (int i = 0; i < 3 * GENES; i++) {
        starts[i] = i / 100.0;
    }
    p.start = starts;
    p.starts = 3;
    p.islands = 2;
    p.population = 10;
    assert_int_equal(evolve_new(&p, &e, NULL), TSR_OK);
    assert_int_equal(e->count, 20);
    assert_memory_equal(e->one[0].gene, starts, GENES * sizeof(double));
    assert_memory_equal(e->one[10].gene, starts + GENES, GENES * sizeof(double));
    assert_memory_equal(e->one[1].gene, starts + 2 * GENES, GENES * sizeof(double));
    assert_memory_not_equal(e->one[11].gene, starts, GENES * sizeof(double)); // a changed copy
    for (uint32_t g = 0; g < p.migrate_every; g++) {
        judge(e);
        evolve_breed(e);
    }
    // The first of each island has moved to the last place of the next, with its record.
    assert_memory_equal(&e->one[19], &e->one[0], sizeof e->one[0]);
    assert_memory_equal(&e->one[9], &e->one[10], sizeof e->one[0]);
    evolve_free(e);
}

static void merit_is_drawn_to_the_middle(void **state) {
    evolve_one lucky = {.gain = 3, .weight = 1}, proven = {.gain = 6, .weight = 3};
    (void)state;
    assert_true(evolve_merit(&proven) > evolve_merit(&lucky)); // though 3 a time beats 2
}

static void a_seed_gives_one_answer(void **state) {
    evolve_plan p = usual_plan();
    (void)state;
    evolve *a = run(&p, 10), *b = run(&p, 10);
    p.seed = 8;
    evolve *c = run(&p, 10);
    assert_memory_equal(a->one, b->one, a->count * sizeof *a->one);
    assert_memory_not_equal(a->one, c->one, a->count * sizeof *a->one);
    evolve_free(a);
    evolve_free(b);
    evolve_free(c);
}

// --- Going on ----------------------------------------------------------------

static evolve *again(const evolve_plan *p, const buffer *bytes, tsr_err want) {
    evolve *e = NULL;
    const char *more;
    size_t size;
    tsr_error err = {0};
    assert_int_equal(evolve_new(p, &e, NULL), TSR_OK);
    assert_int_equal(evolve_take(e, bytes->bytes, bytes->size, &more, &size, &err), want);
    if (want == TSR_OK) {
        assert_int_equal(size, 3);
        assert_memory_equal(more, "bag", 3);
        return e;
    }
    assert_true(err.message[0] != '\0');
    evolve_free(e);
    return NULL;
}

static void kept_it_goes_on_to_the_same_bits(void **state) {
    (void)state;
    for (int method = 0; method < 2; method++) {
        evolve_plan p = usual_plan();
        buffer bytes, more;
        p.method = (evolve_method)method;
        buffer_init(&bytes, NULL);
        buffer_init(&more, NULL);
        buffer_add_text(&more, "bag");
        evolve *whole = run(&p, 12), *half = run(&p, 7);
        evolve_put(half, &more, &bytes);
        evolve *on = again(&p, &bytes, TSR_OK);
        while (on->judged < 12) {
            evolve_breed(on);
            judge(on);
        }
        assert_memory_equal(whole->one, on->one, on->count * sizeof *on->one);
        assert_memory_equal(whole->hall, on->hall, sizeof on->hall);
        // Every byte that is altered, every length: refused, and nothing worse.
        for (size_t at = 0; at < bytes.size; at += at < 40 ? 1 : 997) {
            bytes.bytes[at] ^= 1;
            (void)again(&p, &bytes, TSR_ERR_PARSE);
            bytes.bytes[at] ^= 1;
        }
        size_t size = bytes.size;
        for (bytes.size = 0; bytes.size < size; bytes.size += bytes.size < 40 ? 1 : 997) {
            (void)again(&p, &bytes, TSR_ERR_PARSE);
        }
        bytes.size = size;
        p.population = 21;
        (void)again(&p, &bytes, TSR_ERR_MISMATCH);
        evolve_free(whole);
        evolve_free(half);
        evolve_free(on);
        buffer_deinit(&bytes);
        buffer_deinit(&more);
    }
}

// --- Words and pictures --------------------------------------------------------

static void wrong_words_are_refused(void **state) {
    static const char *const bad[] = {"",
                                      "tourname",
                                      "tournament:",
                                      "tournament:0",
                                      "tournament:2.5",
                                      "rank:1",
                                      "blend:2",
                                      "blend:x",
                                      "truncation:0",
                                      "gauss:2",
                                      "gauss:0.1,0.2,0.3",
                                      "gauss:0.1;2",
                                      "uniform:-1",
                                      "none:1",
                                      "tournament:nan",
                                      "gauss:inf",
                                      "truncation:1.1",
                                      "tournament:3 ",
                                      "gauss:-1",
                                      "tournament:-1",
                                      "truncation:-1"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        evolve_ways w;
        tsr_error err = {0};
        assert_int_not_equal(evolve_read_selection(bad[i], &w, &err), TSR_OK);
        assert_int_not_equal(evolve_read_crossover(bad[i], &w, &err), TSR_OK);
        assert_int_not_equal(evolve_read_mutation(bad[i], &w, &err), TSR_OK);
        assert_true(err.message[0] != '\0');
    }
}

static void plans_that_cannot_be_are_refused(void **state) {
    evolve_plan p = usual_plan();
    evolve *e = NULL;
    tsr_error err = {0};
    (void)state;
    p.elite = 20;
    assert_int_equal(evolve_new(&p, &e, &err), TSR_ERR_ARGUMENT);
    p = usual_plan();
    p.islands = 64;
    assert_int_equal(evolve_new(&p, &e, &err), TSR_ERR_ARGUMENT);
}

static void it_is_drawn(void **state) {
    evolve_plan p = usual_plan();
    buffer csv, svg;
    evolve *e = NULL;
    (void)state;
    buffer_init(&csv, NULL);
    buffer_init(&svg, NULL);
    evolve_plot_begin(&csv, GENES);
    evolve_plot_svg(buffer_text(&csv), GENES, "nothing yet", &svg); // must not divide by it
    assert_null(strstr(buffer_text(&svg), "nan"));
    assert_int_equal(evolve_new(&p, &e, NULL), TSR_OK);
    for (int g = 0; g < 3; g++) {
        judge(e);
        evolve_plot_add(&csv, e, 100, 1.5 * (g + 1));
        evolve_breed(e);
    }
    assert_true(evolve_plot_cpu(buffer_text(&csv)) == 4.5);
    buffer_clear(&svg);
    evolve_plot_svg(buffer_text(&csv), GENES, "<three>", &svg);
    assert_non_null(strstr(buffer_text(&svg), "&lt;three&gt;"));
    assert_null(strstr(buffer_text(&svg), "nan"));
    assert_null(strstr(buffer_text(&svg), "inf"));
    int cells = 0;
    for (const char *at = buffer_text(&svg); (at = strstr(at, "z")) != NULL; at++) {
        cells += at[-2] == '.' && at[-1] >= '0' && at[-1] <= '9';
    }
    assert_int_equal(cells, 3 * GENES);
    evolve_free(e);
    buffer_deinit(&csv);
    buffer_deinit(&svg);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_filled),
        cmocka_unit_test(bad_gaps_are_refused),
        cmocka_unit_test(long_specs_are_refused),
        cmocka_unit_test(genomes_are_read_back),
        cmocka_unit_test(all_ways_find_what_is_best),
        cmocka_unit_test(cma_finds_it_too),
        cmocka_unit_test(the_start_is_never_lost),
        cmocka_unit_test(several_starts_and_islands),
        cmocka_unit_test(merit_is_drawn_to_the_middle),
        cmocka_unit_test(a_seed_gives_one_answer),
        cmocka_unit_test(kept_it_goes_on_to_the_same_bits),
        cmocka_unit_test(wrong_words_are_refused),
        cmocka_unit_test(plans_that_cannot_be_are_refused),
        cmocka_unit_test(it_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
