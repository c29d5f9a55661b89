// SPDX-License-Identifier: MIT
//
// mcts: Monte Carlo tree search with upper confidence bounds. It plays every game
// from the contract alone; a game with hidden information goes to ismcts.
//
// With a node budget every question is answered afresh, so that the same seed
// gives the same move whatever was played before. When time is the limit, the part
// of the tree that the moves made led to is kept.
//
// With several threads each grows a tree of its own, and their roots are added up: nothing
// is shared while they think, so a node budget, split between them, gives the same answer
// every time. The first is the thread that was asked; only that one talks to the host.
//
// With a device, random games are played there, for many leaves of one tree at a time (mcts_crowd.h).

#include <stdatomic.h>
#include <string.h>

#include "agents/mcts_crowd.h"
#include "agents/tree_options.h"
#include "host/thread.h"

enum { MAX_THREADS = 64 };

// The mean of many random games wavers less than one of them.
static const double explore_crowd = 0.4;

typedef struct worker {
    mcts_tree tree;
    eyes *eyes;
    budget b;
    tsr_query q;
    tsr_agent_host host;
    tsr_rng g;
    host_thread thread;
    int runs;            // in a thread of its own
    atomic_int *running; // to be counted down at its end
} worker;

typedef struct mcts {
    block memory;
    worker *worker;
    tnet *net;         // or NULL
    mcts_crowd *crowd; // or NULL: random games are played by the threads
    int threads;
    int planted;        // the trees belong to the position in root_state
    atomic_int halt;    // everybody ends
    atomic_int running; // threads that have not ended yet
} mcts;

static int is_hidden(const tsr_agent *a) {
    return (a->rules->g.flags & TSR_HAS_HIDDEN) != 0;
}

// --- Memory ------------------------------------------------------------------

static void layout(mcts *m, const tsr_rules *r, size_t memory) {
    m->worker = block_take(&m->memory, (size_t)m->threads, sizeof *m->worker);
    for (int i = 0; i < m->threads; i++) {
        mcts_tree counted = {.r = r};
        mcts_tree *t = m->worker ? &m->worker[i].tree : &counted;
        *t = counted;
        mcts_tree_layout(t, &m->memory, memory / (size_t)m->threads);
    }
}

static int is_halted(void *self) {
    return atomic_load_explicit((atomic_int *)self, memory_order_relaxed);
}

static void init_worker(mcts *m, const tsr_agent *a, worker *w) {
    mcts_tree *t = &w->tree;
    mcts_tree_init(t, a->rules, tree_option(a, TREE_ROLLOUT));
    leaf_see(&t->leaf, w->eyes, tree_option(a, TREE_ROLLOUT));
    if (m->crowd) {
        leaf_play_out(&t->leaf);
    }
    const int decides = tree_option(a, TREE_EXPLORE) < 0;
    t->explore = m->crowd && decides ? explore_crowd : tree_explore(a, &t->leaf);
    t->eases = decides && !m->crowd && t->leaf.plies == LEAF_TO_THE_END;
    t->fpu = tree_option(a, TREE_FPU);
    t->widen = (uint32_t)tree_option(a, TREE_WIDEN);
    w->host = (tsr_agent_host){.self = &m->halt, .stopped = is_halted};
    w->running = &m->running;
    w->runs = 0;
}

static void close_nets(mcts *m) {
    for (int i = 0; i < m->threads; i++) {
        eyes_close(m->worker[i].eyes);
    }
    tnet_free(m->net);
}

// One network for all threads, and eyes for each.
static tsr_err open_nets(mcts *m, const tsr_agent *a, tsr_error *err) {
    for (int i = 0; i < m->threads; i++) {
        m->worker[i].eyes = NULL;
    }
    tsr_err e =
        eyes_load(a->value[TREE_NET].text, a->rules, a->alloc, &m->net, &m->worker[0].eyes, err);
    for (int i = 1; !e && m->net && i < m->threads; i++) {
        e = eyes_open(m->net, a->rules, a->alloc, &m->worker[i].eyes, err);
    }
    if (e) {
        close_nets(m);
    }
    return e;
}

// A policy is asked by ismcts only. One that is named all the same, or options that were swallowed by its
// name, would silently do nothing.
static int names_policy(const tsr_agent *a) {
    const char *name = a->value[TREE_POLICY].text;
    return name[0] && strcmp(name, "none") != 0;
}

// What is valued elsewhere is valued by whole random games, and for those who play against each other.
static tsr_err check_device(const tsr_agent *a, tsr_error *err) {
    const char *name = a->rules->g.name;
    if (is_hidden(a) || a->rules->players < 2 || (a->rules->g.flags & TSR_COOPERATIVE)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "'device' is for games in which everybody sees everything and players "
                        "are against each other; %s is none",
                        name);
    }
    if (a->value[TREE_NET].text[0] || tree_option(a, TREE_ROLLOUT) >= 0 ||
        tree_option(a, TREE_THREADS) > 1) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "'device' plays random games to their end for one thread: without 'net', "
                        "'rollout' and 'threads'");
    }
    return TSR_OK;
}

static tsr_err open_crowd(mcts *m, const tsr_agent *a, tsr_error *err) {
    const char *device = a->value[TREE_DEVICE].text;
    return device[0] ? mcts_crowd_open(a->rules, a->alloc, device,
                                       (uint32_t)tree_option(a, TREE_GAMES), &m->crowd, err)
                     : TSR_OK;
}

static tsr_err open_mcts(tsr_agent *a, tsr_error *err) {
    tsr_err refused = a->value[TREE_DEVICE].text[0] ? check_device(a, err) : TSR_OK;
    if (refused || is_hidden(a)) {
        return refused ? refused : ismcts_open(a, err);
    }
    if (names_policy(a)) {
        return tsr_fail(
            err, TSR_ERR_ARGUMENT,
            "%s has no hidden information, so mcts uses no policy; 'policy=%.40s' is for ismcts",
            a->rules->g.name, a->value[TREE_POLICY].text);
    }
    mcts *m = tsr_mem_new(a->alloc, sizeof *m);
    if (!m) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search");
    }
    size_t memory = (size_t)tree_option(a, TREE_MEMORY);
    m->threads = (int)tree_option(a, TREE_THREADS);
    layout(m, a->rules, memory);
    if (!block_allocate(&m->memory, a->alloc)) {
        tsr_mem_free(a->alloc, m, sizeof *m);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search tree of %zu bytes", memory);
    }
    layout(m, a->rules, memory);
    tsr_err e = open_crowd(m, a, err);
    e = e ? e : open_nets(m, a, err);
    if (e) {
        mcts_crowd_close(m->crowd);
        block_free(&m->memory, a->alloc);
        tsr_mem_free(a->alloc, m, sizeof *m);
        return e;
    }
    for (int i = 0; i < m->threads; i++) {
        init_worker(m, a, &m->worker[i]);
    }
    a->self = m;
    return TSR_OK;
}

static void close_mcts(tsr_agent *a) {
    mcts *m = a->self;
    if (is_hidden(a)) {
        ismcts_close(a);
        return;
    }
    close_nets(m);
    mcts_crowd_close(m->crowd);
    block_free(&m->memory, a->alloc);
    tsr_mem_free(a->alloc, m, sizeof *m);
}

// --- Keeping trees -----------------------------------------------------------

static void start_mcts(tsr_agent *a, int who) {
    (void)who;
    if (!is_hidden(a)) {
        ((mcts *)a->self)->planted = 0;
    }
}

// Goes along with a move that was made, if all trees know it. Whether the position
// is the one in question is tested when it is asked (same_root).
static void event_mcts(tsr_agent *a, int by, tsr_move seen, const void *view) {
    mcts *m = a->self;
    if (is_hidden(a)) {
        return;
    }
    for (int i = 0; i < m->threads && m->planted; i++) {
        mcts_tree *t = &m->worker[i].tree;
        m->planted = by == t->pool[0].who && mcts_tree_follow(t, seen, view);
    }
}

static int same_root(const mcts *m, const tsr_query *q) {
    const mcts_tree *t = &m->worker[0].tree;
    return m->planted && t->pool[0].who == q->who &&
           memcmp(t->root_state, q->view, t->r->state_size) == 0;
}

// --- Thinking ----------------------------------------------------------------

static void think(void *with) {
    worker *w = with;
    mcts_tree_search(&w->tree, &w->g, &w->b, 0);
    atomic_fetch_sub(w->running, 1);
}

// The share of thread `i` in `nodes`.
static uint64_t share_of(uint64_t nodes, int i, int threads) {
    uint64_t n = (uint64_t)threads;
    return nodes / n + (nodes % n > (uint64_t)i);
}

static void begin_worker(mcts *m, const budget *whole, const tsr_query *q, int i) {
    worker *w = &m->worker[i];
    tsr_rng_init(&w->g, i ? tsr_seed_of(q->seed, (uint64_t)i) : q->seed);
    w->b = *whole;
    w->b.node_limit = share_of(whole->node_limit, i, m->threads);
    w->b.spent =
        whole->node_limit && !w->b.node_limit; // fewer nodes than threads: this one has none
    if (i > 0) {                               // no clock of its own: it ends with the first
        w->q = *q;
        w->q.host = &w->host;
        w->b.q = &w->q;
        w->b.deadline_us = 0;
    }
}

// Under a node budget everybody searches to the end of his share, unless the host has had enough:
// what the others find must not depend on when the first is done. Answers whether they may.
static int finish_shares(mcts *m) {
    budget *b = &m->worker[0].b;
    int all = b->node_limit && (!b->spent || b->nodes >= b->node_limit);
    while (all && atomic_load(&m->running) > 0) {
        host_pause();
        b->spent = 0; // of nodes
        all = !budget_late(b);
    }
    return all;
}

// A thread that cannot be had is made up for afterwards, so that the answer is the same.
static void search_all(mcts *m, const tsr_query *q, const budget *whole) {
    atomic_store(&m->halt, 0);
    atomic_store(&m->running, 0);
    for (int i = 0; i < m->threads; i++) {
        begin_worker(m, whole, q, i);
    }
    for (int i = 1; i < m->threads; i++) {
        worker *w = &m->worker[i];
        atomic_fetch_add(&m->running, 1);
        w->runs = host_thread_start(&w->thread, think, w);
        atomic_fetch_sub(&m->running, !w->runs);
    }
    worker *first = &m->worker[0];
    mcts_tree_search(&first->tree, &first->g, &first->b, q->host->info != NULL);
    int all = finish_shares(m);
    atomic_store(&m->halt, !all);
    for (int i = 1; i < m->threads; i++) {
        worker *w = &m->worker[i];
        if (w->runs) {
            host_thread_join(&w->thread);
        } else if (all) {
            w->q.host = q->host;
            w->b.deadline_us = whole->deadline_us;
            mcts_tree_search(&w->tree, &w->g, &w->b, 0);
        }
        mcts_tree_add(&first->tree, &w->tree);
    }
}

static tsr_err search(mcts *m, const tsr_query *q, const budget *whole, tsr_error *err) {
    worker *first = &m->worker[0];
    if (!m->crowd) {
        search_all(m, q, whole);
        return TSR_OK;
    }
    begin_worker(m, whole, q, 0);
    tsr_err e =
        mcts_crowd_search(m->crowd, &first->tree, &first->g, &first->b, q->host->info != NULL, err);
    m->planted = m->planted && !e;
    return e;
}

static tsr_err choose_mcts(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    if (is_hidden(a)) {
        return ismcts_choose(a, q, out, err);
    }
    mcts *m = a->self;
    mcts_tree *t = &m->worker[0].tree;
    budget b;
    int n = tsr_moves(a->rules, q->view, q->who, t->moves);
    if (n <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    tsr_move only = t->moves[0];
    budget_begin(&b, q, (uint64_t)tree_option(a, TREE_NODES), (uint32_t)tree_option(a, TREE_TIME));
    int keep = tree_option(a, TREE_REUSE) > 0 && !b.exact;
    if (!keep || !same_root(m, q)) {
        for (int i = 0; i < m->threads; i++) {
            mcts_tree_plant(&m->worker[i].tree, q->view, q->who);
        }
    }
    m->planted = keep;
    tsr_err e = n > 1 ? search(m, q, &b, err) : TSR_OK;
    if (e) {
        return e;
    }
    tsr_move best = mcts_tree_best(t);
    *out = best ? best : only;
    if (n > 1) {
        mcts_tree_say(t, &m->worker[0].b);
    }
    return TSR_OK;
}

static const tsr_agent_option options[TREE_OPTION_COUNT] = {TREE_OPTIONS};

extern const tsr_agent_type tsr_agent_mcts;

const tsr_agent_type tsr_agent_mcts = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "mcts",
    .about = "Monte Carlo tree search with random play or a heuristic",
    .option_count = TREE_OPTION_COUNT,
    .options = options,
    .open = open_mcts,
    .close = close_mcts,
    .start = start_mcts,
    .event = event_mcts,
    .choose = choose_mcts,
};
