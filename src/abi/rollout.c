// SPDX-License-Identifier: MIT
// Random games from a position to their end, many at a call: what the crossing of a border costs
// is paid once for all of them.
#include <string.h>

#include "abi/state.h"

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
        plies += r->more.playout(r, scratch->at, &g, r->max_plies);
        float *reward = rewards + (size_t)i * (size_t)r->players;
        if (tsr_state_reward(scratch, reward) != 0) { // not over in time
            memset(reward, 0, (size_t)r->players * sizeof *reward);
        }
    }
    tsr_state_free(scratch);
    return plies;
}
