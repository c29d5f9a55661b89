// SPDX-License-Identifier: MIT
#ifndef TSR_TESTS_ABI_HELP_H
#define TSR_TESTS_ABI_HELP_H

// For tests of the border to other languages: cmocka, and games opened as a binding opens them. Nothing
// of ours is included but the border itself.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/abi.h>

#define TEST(function)                                                                             \
    { #function, function, NULL, NULL, NULL }

static tsr_problem why; // of the last call that was given it

// The test fails if the game does not open.
static tsr_ruleset *open_named(const char *name, const char *options) {
    tsr_ruleset *r = NULL;
    why = (tsr_problem){.size = sizeof why};
    if (tsr_open_name(name, options, &r, &why)) {
        fail_msg("%s %s: %s", name, options, why.message);
    }
    return r;
}

#endif
