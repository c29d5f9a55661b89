// SPDX-License-Identifier: MIT
//
// How kernels are launched, on a driver that only pretends to have a GPU (fake_driver.c): never with more lanes than
// a block of theirs may have, and with a sentence that says what is missing where stacks have no room.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dlfcn.h>

#include <tessera/host.h>
#include <tessera/rules.h>

#include "abi/state.h"
#include "gpu/gpu.h"
#include "lanes/fake_driver.h"
#include "lang/lanes/lanes.h"

static const char rules[] = "game \"Twig\"\nplayers Left, Right\nboard grid 4x4\npiece Leaf\n"
                            "turn: place Leaf on empty\nwin when line 3 of mine\nstuck: draw\n";

static fake_driver *fake;
static tsr_ruleset *rs;

// Entries that call a function of a frame of `frame` bytes, which calls itself.
static void put_code(const char *folder, unsigned frame) {
    tsr_error err = {0};
    lanes_facts facts;
    char *text = NULL, path[4200];
    size_t size = 0;
    assert_int_equal(lanes_print(rs->r, NULL, &text, &size, &facts, &err), 0);
    (void)snprintf(path, sizeof path, "%s/%016llx.ptx", folder,
                   (unsigned long long)tsr_hash_bytes(text, size, 1));
    tsr_mem_free(rs->r->alloc, text, size + 1);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    (void)fprintf(out,
                  ".version 7.0\n.func chain()\n{\n\t.local .align 8 .b8 \t__local_depot0[%u];\n"
                  "\tcall.uni \n\tchain, \n\t(\n\t);\n\tret;\n}\n",
                  frame);
    for (int k = 0; k < KERNELS; k++) {
        (void)fprintf(out,
                      "\n.visible .entry %s()\n{\n\tcall.uni \n\tchain, \n\t(\n\t);\n\tret;\n}\n",
                      lanes_entry[k]);
    }
    assert_int_equal(fclose(out), 0);
}

static int setup(void **state) {
    static char folder[] = "/tmp/test_launch_XXXXXX";
    tsr_problem why = {.size = sizeof why};
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    void *found = driver ? dlsym(driver, "fake") : NULL;
    (void)state;
    if (!found || !mkdtemp(folder) || setenv("TESSERA_PTX", folder, 1) ||
        tsr_open_text(rules, "", &rs, &why)) {
        (void)fprintf(stderr, "there is no fake driver, or no folder: %s\n", why.message);
        return 1;
    }
    fake = found;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    tsr_close(rs);
    return 0;
}

static tsr_err run(lanes_job job, tsr_error *err) {
    gpu_game *g = NULL;
    const lanes_batch b = {.games = 1000, .count = 1, .depth = 1};
    tsr_err e = gpu_open(rs->r, 0, &g, err);
    e = e ? e : gpu_run(g, job, &b, NULL, err);
    gpu_close(g);
    return e;
}

static void test_no_more_lanes_than_a_block_may_have(void **state) {
    static const lanes_job jobs[] = {LANES_STEP, LANES_PLAYOUT, LANES_ROLLOUT, LANES_PERFT};
    (void)state;
    put_code(getenv("TESSERA_PTX"), 100);
    for (int most = 32; most <= 1024; most *= 2) {
        fake->most_threads = most;
        for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
            tsr_error err = {0};
            const int before = fake->launches;
            if (run(jobs[i], &err)) {
                fail_msg("job %d, at most %d threads: %s", jobs[i], most, err.message);
            }
            assert_int_equal(fake->launches, before + 1);
            assert_true(fake->lanes >= 32 && fake->lanes <= (unsigned)most);
        }
    }
}

static void test_stacks_without_room(void **state) {
    tsr_error err = {0};
    (void)state;
    fake->most_stack = 100 << 10;
    put_code(getenv("TESSERA_PTX"), 1000);
    assert_int_equal(run(LANES_STEP, &err), 0);
    put_code(getenv("TESSERA_PTX"), 4000); // 42 times, and what registers take
    assert_int_equal(run(LANES_STEP, &err), TSR_ERR_MEMORY);
    assert_non_null(strstr(err.message, "tessera_batch: 8192 threads have 190 KiB each, 1.5 GiB"));
    assert_non_null(strstr(err.message, "1.0 GiB are left"));
}

static void test_stacks_that_no_gpu_has(void **state) {
    tsr_error err = {0};
    (void)state;
    put_code(getenv("TESSERA_PTX"), 40000);
    assert_int_equal(run(LANES_PLAYOUT, &err), TSR_ERR_LIMIT);
    assert_non_null(strstr(err.message, "of tessera_games; a GPU has at most 512"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_more_lanes_than_a_block_may_have),
        cmocka_unit_test(test_stacks_without_room),
        cmocka_unit_test(test_stacks_that_no_gpu_has),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
