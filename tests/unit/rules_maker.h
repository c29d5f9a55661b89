// SPDX-License-Identifier: MIT
#ifndef TSR_TEST_RULES_MAKER_H
#define TSR_TEST_RULES_MAKER_H

// Writes rules files nobody thought of: from a number, always the same one. Most of them compile; they are
// small, end by themselves, and use the words of the language in odd company.

#include <stddef.h>
#include <stdint.h>

enum {
    RULES_ANY,    // a whole game
    RULES_ATTACK, // two players, pieces with abilities: for questions about attacks
};

// Writes the file for `seed` to `out`; answers its length, which is below `cap`.
size_t make_rules(uint64_t seed, int kind, char *out, size_t cap);

#endif
