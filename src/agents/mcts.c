// SPDX-License-Identifier: MIT
//
// mcts: Monte Carlo tree search with upper confidence bounds. It plays every game
// from the contract alone; a game with hidden information goes to ismcts.
//
// With a node budget every question is answered afresh, so that the same seed
// gives the same move whatever was played before. When time is the limit, the part
// of the tree that the moves made led to is kept.

#include <string.h>

#include "agents/mcts_tree.h"
#include "agents/tree_options.h"

typedef struct mcts {
    block memory;
    mcts_tree tree;
    int planted; // the tree belongs to the position in tree.root_state
} mcts;

static int is_hidden(const tsr_agent *a) {
    return (a->rules->g.flags & TSR_HAS_HIDDEN) != 0;
}

static tsr_err open_mcts(tsr_agent *a, tsr_error *err) {
    if (is_hidden(a)) {
        return ismcts_open(a, err);
    }
    mcts *m = tsr_mem_new(a->alloc, sizeof *m);
    if (!m) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search");
    }
    size_t memory = (size_t)tree_option(a, TREE_MEMORY);
    m->tree.r = a->rules;
    mcts_tree_layout(&m->tree, &m->memory, memory);
    if (!block_allocate(&m->memory, a->alloc)) {
        tsr_mem_free(a->alloc, m, sizeof *m);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search tree of %zu bytes", memory);
    }
    mcts_tree_layout(&m->tree, &m->memory, memory);
    mcts_tree_init(&m->tree, a->rules, tree_option(a, TREE_ROLLOUT));
    m->tree.explore = tree_explore(a, &m->tree.leaf);
    m->tree.fpu = tree_option(a, TREE_FPU);
    m->tree.widen = (uint32_t)tree_option(a, TREE_WIDEN);
    a->self = m;
    return TSR_OK;
}

static void close_mcts(tsr_agent *a) {
    mcts *m = a->self;
    if (is_hidden(a)) {
        ismcts_close(a);
        return;
    }
    block_free(&m->memory, a->alloc);
    tsr_mem_free(a->alloc, m, sizeof *m);
}

static void start_mcts(tsr_agent *a, int who) {
    (void)who;
    if (!is_hidden(a)) {
        ((mcts *)a->self)->planted = 0;
    }
}

// Goes along with a move that was made, if the tree knows it. Whether the position
// is the one in question is tested when it is asked (same_root).
static void event_mcts(tsr_agent *a, int by, tsr_move seen, const void *view) {
    mcts *m = a->self;
    if (is_hidden(a) || !m->planted) {
        return;
    }
    mcts_tree *t = &m->tree;
    m->planted = by == t->pool[0].who && mcts_tree_follow(t, seen, view);
}

static int same_root(const mcts *m, const tsr_query *q) {
    const mcts_tree *t = &m->tree;
    return m->planted && t->pool[0].who == q->who &&
           memcmp(t->root_state, q->view, t->r->state_size) == 0;
}

static tsr_err choose_mcts(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    if (is_hidden(a)) {
        return ismcts_choose(a, q, out, err);
    }
    mcts *m = a->self;
    mcts_tree *t = &m->tree;
    budget b;
    tsr_rng g;
    int n = tsr_moves(a->rules, q->view, q->who, t->moves);
    if (n <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    tsr_move only = t->moves[0];
    budget_begin(&b, q, (uint64_t)tree_option(a, TREE_NODES), (uint32_t)tree_option(a, TREE_TIME));
    tsr_rng_init(&g, q->seed);
    int keep = tree_option(a, TREE_REUSE) > 0 && !b.exact;
    if (!keep || !same_root(m, q)) {
        mcts_tree_plant(t, q->view, q->who);
    }
    m->planted = keep;
    if (n > 1) {
        mcts_tree_search(t, &g, &b, q->host->info != NULL);
    }
    tsr_move best = mcts_tree_best(t);
    *out = best ? best : only;
    if (n > 1) {
        mcts_tree_say(t, &b);
    }
    return TSR_OK;
}

static const tsr_agent_option options[TREE_OPTION_COUNT] = {TREE_OPTIONS};

extern const tsr_agent_type tsr_agent_mcts;

const tsr_agent_type tsr_agent_mcts = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "mcts",
    .about = "tree search by random play; good at every game",
    .option_count = TREE_OPTION_COUNT,
    .options = options,
    .open = open_mcts,
    .close = close_mcts,
    .start = start_mcts,
    .event = event_mcts,
    .choose = choose_mcts,
};
