// SPDX-License-Identifier: MIT
//
// Gaps in specs, and evolution where the best answer is known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "arena/evolve.h"
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
    int size = genes_write(&g, some, spec);
    assert_int_equal(size, strlen(spec));
    assert_string_equal(spec, "a:x=1.0000,y=0.5000,z=0_W_");
    assert_true(genes_write(&g, low, spec) > 0);
    assert_string_equal(spec, "a:x=-1.0000,y=0.0000,z=0000");
}

static void bad_gaps_are_refused(void **state) {
    static const char *const bad[] = {"a",        "a:x={",     "a:x={1}",      "a:x={2..1}",
                                      "a:x={1..", "a:x={x}",   "a:x={x0}",     "a:x={x257}",
                                      "a:{}",     "a:{..}",    "a:{0..1=2}",   "a:{0..1=}",
                                      "a:{x3y}",  "a:{0..1}{", "a:{0..1e999}", "a:{x200}{x200}"};
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

// --- Evolution ---------------------------------------------------------------

enum { GENES = 6, STOP_AFTER = 30 };

typedef struct sphere {
    int judgements;
    double first_best, last_best, sum;
} sphere;

// Best where gene k is (k + 1) / 10.
static tsr_err near_target(void *self, int generation, int individual, const double *gene,
                           double *out, tsr_error *err) {
    sphere *s = self;
    (void)generation, (void)individual, (void)err;
    *out = 0;
    for (int k = 0; k < GENES; k++) {
        double d = gene[k] - (k + 1) / 10.0;
        assert_true(gene[k] >= 0 && gene[k] <= 1);
        *out -= d * d;
    }
    s->judgements++;
    s->sum += *out;
    return TSR_OK;
}

static void note(void *self, int generation, const double *fitness, int best) {
    sphere *s = self;
    if (generation == 0) {
        s->first_best = fitness[best];
    }
    s->last_best = fitness[best];
}

static const double middle[GENES] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};

static evolve_config sphere_config(sphere *s) {
    return (evolve_config){.genes = GENES,
                           .population = 20,
                           .parents = 5,
                           .generations = 40,
                           .seed = 7,
                           .step = 0.2,
                           .start = middle,
                           .self = s,
                           .judge = near_target,
                           .judged = note};
}

static void it_finds_what_is_best(void **state) {
    sphere s = {0};
    evolve_config c = sphere_config(&s);
    double out[GENES];
    (void)state;
    assert_int_equal(evolve_run(&c, out, NULL), TSR_OK);
    assert_int_equal(s.judgements, 20 * 40);
    assert_true(s.last_best > s.first_best);
    for (int k = 0; k < GENES; k++) {
        double d = out[k] - (k + 1) / 10.0;
        assert_true(d < 0.05 && d > -0.05);
    }
}

static void a_seed_gives_one_answer(void **state) {
    sphere a = {0}, b = {0}, other = {0};
    evolve_config ca = sphere_config(&a), cb = sphere_config(&b), cc = sphere_config(&other);
    double x[GENES], y[GENES], z[GENES];
    (void)state;
    cc.seed = 8;
    assert_int_equal(evolve_run(&ca, x, NULL), TSR_OK);
    assert_int_equal(evolve_run(&cb, y, NULL), TSR_OK);
    assert_int_equal(evolve_run(&cc, z, NULL), TSR_OK);
    assert_memory_equal(x, y, sizeof x);
    assert_true(a.sum == b.sum && a.sum != other.sum);
}

static tsr_err fails_once(void *self, int generation, int individual, const double *gene,
                          double *out, tsr_error *err) {
    tsr_err e = near_target(self, generation, individual, gene, out, err);
    return ((sphere *)self)->judgements == STOP_AFTER ? tsr_fail(err, TSR_ERR_IO, "enough") : e;
}

static void errors_end_it(void **state) {
    sphere s = {0};
    evolve_config c = sphere_config(&s);
    double out[GENES];
    tsr_error err = {0};
    (void)state;
    c.judge = fails_once;
    assert_int_equal(evolve_run(&c, out, &err), TSR_ERR_IO);
    assert_int_equal(s.judgements, STOP_AFTER);
    c.parents = 21;
    assert_int_equal(evolve_run(&c, out, &err), TSR_ERR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_filled),         cmocka_unit_test(bad_gaps_are_refused),
        cmocka_unit_test(long_specs_are_refused),  cmocka_unit_test(it_finds_what_is_best),
        cmocka_unit_test(a_seed_gives_one_answer), cmocka_unit_test(errors_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
