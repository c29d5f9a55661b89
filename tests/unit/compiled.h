// SPDX-License-Identifier: MIT
#ifndef TSR_TEST_COMPILED_H
#define TSR_TEST_COMPILED_H

// Which games of the shelf this build has as machine code (TSR_COMPILED_GAMES): those that tests of the
// compiler play. All others are played by the conformance suite and by tests/shelf. The names come from
// the build, as " amazons chess ": to open ninety games for the question takes longer than some of the tests.

#include <stdio.h>
#include <string.h>

#include <tessera/game.h>

static inline int is_compiled(const tsr_game *g) {
    char name[80];
    snprintf(name, sizeof name, " %s ", g->name);
    return strstr(COMPILED_GAMES, name) != NULL;
}

#endif
