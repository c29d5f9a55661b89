// SPDX-License-Identifier: MIT
//
// random: every legal move with equal chance. The weakest opponent, the
// yardstick for all others, and the smallest agent to copy.

#include <tessera/agent.h>

// Room for the list of moves: an agent allocates here, never while it thinks.
static tsr_err open_random(tsr_agent *a, tsr_error *err) {
    a->self = tsr_mem_new(a->alloc, a->rules->max_moves * sizeof(tsr_move));
    return a->self ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "no memory for the list of moves");
}

static void close_random(tsr_agent *a) {
    tsr_mem_free(a->alloc, a->self, a->rules->max_moves * sizeof(tsr_move));
}

static tsr_err choose_random(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    tsr_move *moves = a->self;
    tsr_rng g;
    int count = tsr_moves(a->rules, q->view, q->who, moves);
    if (count <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    tsr_rng_init(&g, q->seed);
    *out = moves[tsr_rng_below(&g, (uint32_t)count)];
    return TSR_OK;
}

extern const tsr_agent_type tsr_agent_random;

const tsr_agent_type tsr_agent_random = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "random",
    .about = "plays a legal move chosen uniformly at random",
    .open = open_random,
    .close = close_random,
    .choose = choose_random,
};
