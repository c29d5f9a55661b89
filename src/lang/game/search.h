// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_SEARCH_H
#define TSR_LANG_SEARCH_H

// What only agents ask of rules files, as a part of the module that pages load with the agents: playouts, judgements,
// observations, guesses of what is hidden, and the machine's quick loop for small boards. A page that shows a board and takes moves does
// without. The module shows one table; the engine calls it through that.

#include "lang/game/eval.h"
#include "lang/game/features.h"
#include "lang/game/guess.h"
#include "lang/game/observe.h"
#include "lang/game/solve.h"
#include "lang/vm/vm_loops.h"
#include "lang/vm/walk.h"

typedef struct lang_search {
    uint32_t size, abi; // sizeof(lang_search), TSR_ABI
    int (*run_one)(frame *f, uint32_t start);
    uint32_t (*playout)(const program *p, void *state, tsr_rng *g, uint32_t max);
    tsr_game_ai ai; // all slots that rules files may have
    void (*guess)(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out);
    const tsr_game_learn *learn;
} lang_search;

extern const lang_search tsr_search_rules;

#endif
