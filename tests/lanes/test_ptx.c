// SPDX-License-Identifier: MIT
//
// What is read from PTX without a GPU: one entry alone, and how much stack code needs that calls itself.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/ptx.h"
#include "gpu/stack.h"

// As clang writes it: chains call themselves, lists call chains, and chains measure other chains.
static char text[] =
    ".version 7.0\n"
    ".func  (.param .b32 func_retval0) chain(.param .b64 a);\n"
    ".func  (.param .b32 func_retval0) measure(\n\t.param .b64 measure_param_0\n)\n{\n"
    "\t.local .align 8 .b8 \t__local_depot0[1000];\n"
    "\tcall.uni (retval0), \n\tmeasure, \n\t(\n\tparam0\n\t);\n\tret;\n}\n"
    "\n.func  (.param .b32 func_retval0) chain(\n\t.param .b64 chain_param_0\n)\n{\n"
    "\t.local .align 8 .b8 \t__local_depot1[3000];\n"
    "\t{ // callseq 1, 0\n\tcall.uni (retval0), \n\tchain, \n\t(\n\tparam0\n\t);\n\t}\n"
    "\tcall.uni (retval0), \n\tmeasure, \n\t(\n\tparam0\n\t);\n\tret;\n}\n"
    "\n.func list()\n{\n"
    "\t.local .align 8 .b8 \t__local_depot2[70000];\n"
    "\tcall.uni \n\tchain, \n\t(\n\t);\n\tret;\n}\n"
    "\n.visible .entry tessera_batch(\n\t.param .b64 tessera_batch_param_0\n)\n{\n"
    "\t.local .align 8 .b8 \t__local_depot3[50000];\n"
    "\tcall.uni \n\tlist, \n\t(\n\t);\n\tret;\n}\n"
    "\n.visible .entry tessera_games(\n\t.param .b64 tessera_games_param_0\n)\n{\n"
    "\tret;\n}\n";

// Every frame on the way, the circles as often as they may be gone round; and not too much of it.
static void test_stack(void **state) {
    (void)state;
    size_t ten = stack_of_entry(text, "tessera_batch", 10);
    size_t forty = stack_of_entry(text, "tessera_batch", 40);
    assert_true(ten >= 50000 + 70000 + 10 * (3000 + 1000));
    assert_true(forty >= 50000 + 70000 + 40 * (3000 + 1000));
    assert_true(forty < 50000 + 70000 + 40 * (3000 + 1000) + 100 * 1000);
    assert_true(forty > ten);
}

static void test_what_the_driver_knows(void **state) {
    (void)state;
    assert_int_equal(stack_of_entry(text, "tessera_games", 40), 0); // calls nothing
    assert_int_equal(stack_of_entry(text, "tessera_perft", 40), 0); // is not there
    assert_int_equal(stack_of_entry("", "tessera_batch", 40), 0);
}

// All that an entry calls, by way of others too; not what only other entries call.
static void test_code(void **state) {
    (void)state;
    const size_t batch = code_of_entry(text, "tessera_batch");
    const size_t games = code_of_entry(text, "tessera_games");
    assert_true(games > 0 && games < 20);
    assert_true(batch > 4 * 60 && batch < strlen(text));
    assert_int_equal(code_of_entry(text, "tessera_perft"), 0); // is not there
}

static void test_one_entry_alone(void **state) {
    ptx p = {.text = text, .size = strlen(text)};
    (void)state;
    char *batch = ptx_only(&p, "tessera_batch"), *games = ptx_only(&p, "tessera_games");
    assert_non_null(batch);
    assert_non_null(games);
    assert_non_null(strstr(batch, ".entry tessera_batch("));
    assert_null(strstr(batch, "tessera_games"));
    assert_non_null(strstr(games, ".entry tessera_games("));
    assert_null(strstr(games, "tessera_batch"));
    assert_non_null(strstr(games, "chain, ")); // functions stay
    assert_true(strlen(batch) + strlen(games) > strlen(text));
    free(batch);
    free(games);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stack),
        cmocka_unit_test(test_what_the_driver_knows),
        cmocka_unit_test(test_code),
        cmocka_unit_test(test_one_entry_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
