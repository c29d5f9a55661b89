// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_TESTS_H
#define TSR_LANG_TESTS_H

// The `test` lines of a rules file, run through the game's own table.
//
//     test perft 4 = 197281
//     test "scholar's mate": e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7 White wins
//     test "no castling yet": e1g1 illegal

#include "lang/game/compile.h"

// Runs them on `game`; failures become diagnostics of `u`. Fails only for lack of memory.
tsr_err lang_run_tests(lang_unit *u, const tsr_game *game, const tsr_alloc *alloc);

#endif
