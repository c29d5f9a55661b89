// SPDX-License-Identifier: MIT
#ifndef TSR_TEST_COMPILED_H
#define TSR_TEST_COMPILED_H

// Which games of the shelf this build has as machine code (TSR_COMPILED_GAMES): those that tests of the
// compiler play. All others are played by the conformance suite and by tests/shelf.

#include <tessera/lang.h>
#include <tessera/rules.h>

static inline int is_compiled(const tsr_game *g) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_setup_init(&setup, g);
    int compiled = tsr_rules_open(&setup, NULL, &r, NULL) == TSR_OK && tsr_lang_is_compiled(r);
    tsr_rules_close(r);
    return compiled;
}

#endif
