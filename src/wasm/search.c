// SPDX-License-Identifier: MIT
//
// What agents.wasm shows besides the agents: the functions on rules files that only they call.
#include "lang/game/search.h"

const lang_search tsr_search_rules = {
    .size = sizeof(lang_search),
    .abi = TSR_ABI,
    .run_one = vm_run_one,
    .playout = walk_playout,
    .ai = {.heuristic = slot_heuristic,
           .features = slot_features,
           .rate = slot_rate,
           .noisy = slot_noisy,
           .prove = slot_prove},
    .guess = slot_guess,
    .learn = &lang_learn,
};
