// SPDX-License-Identifier: MIT
//
// What agents ask of rules files, as the engine knows it: each function calls the module that came with the
// agents. Without that module there is nobody to ask, and the engine stops rather than answer something else; only
// small boards have the loop for all boards to go by.
#include "abi/ruleset.h"
#include "lang/game/search.h"
#include "wasm/wasm.h"

static const lang_search *search;

int tsr_wasm_add_search(const void *table, tsr_problem *why) {
    const lang_search *s = table;
    if (!s) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no table was given");
    }
    if (s->size != sizeof *s || s->abi != TSR_ABI) {
        return abi_fail(why, TSR_FAIL_ABI, "the search is for another engine");
    }
    search = s;
    return 0;
}

static const lang_search *loaded(void) {
    if (!search) {
        __builtin_trap();
    }
    return search;
}

int vm_run_one(frame *f, uint32_t start) {
    return search ? search->run_one(f, start) : vm_run_any(f, start);
}

uint32_t walk_playout(const program *p, void *state, tsr_rng *g, uint32_t max) {
    return loaded()->playout(p, state, g, max);
}

// --- For agents ----------------------------------------------------------------------------------

void slot_heuristic(const tsr_rules *r, const void *s, float *out) {
    loaded()->ai.heuristic(r, s, out);
}

void slot_features(const tsr_rules *r, const void *view, int viewer, float *out) {
    loaded()->ai.features(r, view, viewer, out);
}

int slot_rate(const tsr_rules *r, const void *s, int who, tsr_move m) {
    return loaded()->ai.rate(r, s, who, m);
}

int slot_noisy(const tsr_rules *r, const void *s, int who, tsr_move m) {
    return loaded()->ai.noisy(r, s, who, m);
}

int slot_prove(const tsr_rules *r, const void *s, tsr_proof *q) {
    return loaded()->ai.prove(r, s, q);
}

void slot_guess(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out) {
    loaded()->guess(r, view, viewer, g, out);
}

// --- For those who learn -------------------------------------------------------------------------

static void observe(const tsr_rules *r, const void *view, int viewer, uint8_t *planes,
                    float *scalars) {
    loaded()->learn->observe(r, view, viewer, planes, scalars);
}

static int legend(const tsr_rules *r, uint32_t i, char *buf, size_t cap) {
    return loaded()->learn->legend(r, i, buf, cap);
}

static int mask(const tsr_rules *r, const void *s, int who, uint64_t *bits) {
    return loaded()->learn->mask(r, s, who, bits);
}

static tsr_move only(const tsr_rules *r, const void *s, int who, uint32_t action) {
    return loaded()->learn->only(r, s, who, action);
}

static int step(const tsr_rules *r, void *s, int who, tsr_move m, uint64_t *bits) {
    return loaded()->learn->step(r, s, who, m, bits);
}

const tsr_game_learn lang_learn = {
    .size = sizeof(tsr_game_learn),
    .sight = slot_sight,
    .observe = observe,
    .legend = legend,
    .turned = slot_action_turned,
    .sees_turned = slot_sees_turned,
    .mask = mask,
    .only = only,
    .step = step,
};
