// SPDX-License-Identifier: MIT
// Random games from a position to their end, many at a call: what the crossing of a border costs
// is paid once for all of them.
#include <string.h>

#include "abi/state.h"

// Plays one to its end; its plies, and the rewards, which are 0 where the game knows no end in time.
static uint32_t roll(const tsr_rules *r, void *at, tsr_rng *g, float *reward) {
    uint32_t plies = r->more.playout(r, at, g, r->max_plies);
    int is_over = tsr_turn(r, at) == 0;
    if (is_over) {
        tsr_utility(r, at, reward);
    }
    for (int p = 0; p < r->players; p++) {
        reward[p] = is_over ? 2 * reward[p] - 1 : 0;
    }
    return plies;
}

int64_t tsr_state_rollouts(const tsr_state *s, uint32_t count, uint64_t seed, float *rewards) {
    if (!s || (count && !rewards)) {
        return TSR_FAIL_ARGUMENT;
    }
    if (s->is_view) {
        return TSR_FAIL_STATE;
    }
    const tsr_rules *r = s->rs->r;
    tsr_state *scratch = state_make(s->rs, s->at, 0);
    int64_t plies = 0;
    if (!scratch) {
        return TSR_FAIL_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        tsr_rng g;
        tsr_rng_init(&g, tsr_seed_of(seed, i));
        memcpy(scratch->at, s->at, r->state_size);
        plies += roll(r, scratch->at, &g, rewards + (size_t)i * (size_t)r->players);
    }
    tsr_state_free(scratch);
    return plies;
}
