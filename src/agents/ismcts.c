// SPDX-License-Identifier: MIT
//
// ismcts: tree search for games with hidden information, from `view`, `guess` and
// `seen` alone.
//
// Every iteration guesses what is hidden and plays on from there. Each player has a
// tree of his own, whose edges are what *he* sees of the moves made: so nobody's
// choices depend on cards he does not see, also not those of the opponents, and
// all guesses meet in the same trees. One iteration walks down all trees at once:
//
//     guess -> mover's tree chooses among the moves this guess allows
//           -> every tree follows the edge `seen(move, its player)`
//           -> until a mover meets a move that is new to him; then a leaf
//
// A move is judged by how it did when it was available, since not every guess
// allows it. Simultaneous decisions and reactions come out right by themselves: an
// answer that a player does not see does not lead his tree to another place.

#include <math.h>
#include <string.h>

#include "agents/block.h"
#include "agents/leaf.h"
#include "agents/tree_options.h"

typedef struct node {
    tsr_move seen; // the edge that leads here
    double sum;    // of utilities for the tree's own player
    uint32_t visits;
    uint32_t available; // how often the parent's mover could have come here
    uint32_t first;     // child, 0 = none
    uint32_t next;      // sibling, 0 = none
} node;

enum { MAX_PATH = 4096, ROOTS = TSR_MAX_PLAYERS };

// The share of the budget that a policy may use for its advice, and what is then left for the
// trees: enough to say how the game stands.
static const double ADVICE = 0.9, REST = 0.1, ALL = 1;

// How much better another move than one advised without much thought must do: half a game.
static const double CLEARLY = 0.5;

typedef struct ismcts {
    block memory;
    const tsr_rules *r;
    leaf leaf;
    tnet *net; // or NULL
    eyes *eyes;
    policy policy;
    uint32_t trust;
    tsr_move advised; // by the policy, at the root
    double explore;
    node *pool; // the first ROOTS nodes are the roots of the trees
    uint32_t used, cap;
    uint32_t *path; // every node visited in this iteration,
    uint8_t *owner; // and whose tree it is in
    int path_count;
    uint32_t at[TSR_MAX_PLAYERS];
    void *state;
    tsr_move *moves;
    uint32_t *child; // of each move, 0 = none yet
    double win[TSR_MAX_PLAYERS];
    uint64_t iterations;
    int depth, deepest;
} ismcts;

// --- Memory ------------------------------------------------------------------

static void layout(ismcts *m, size_t memory) {
    block *b = &m->memory;
    const tsr_rules *r = m->r;
    size_t nodes = memory / sizeof(node);
    nodes = nodes < ROOTS + 2 + r->max_moves ? ROOTS + 2 + r->max_moves : nodes;
    nodes = nodes > UINT32_MAX / 2 ? UINT32_MAX / 2 : nodes;
    m->cap = (uint32_t)nodes;
    m->state = block_take(b, 1, r->state_size);
    m->moves = block_take(b, r->max_moves, sizeof *m->moves);
    m->child = block_take(b, r->max_moves, sizeof *m->child);
    m->path = block_take(b, MAX_PATH, sizeof *m->path);
    m->owner = block_take(b, MAX_PATH, sizeof *m->owner);
    m->pool = block_take(b, nodes, sizeof *m->pool);
}

tsr_err ismcts_open(tsr_agent *a, tsr_error *err) {
    ismcts *m = tsr_mem_new(a->alloc, sizeof *m);
    size_t memory = (size_t)tree_option(a, TREE_MEMORY);
    if (!m) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search");
    }
    m->r = a->rules;
    layout(m, memory);
    if (!block_allocate(&m->memory, a->alloc)) {
        tsr_mem_free(a->alloc, m, sizeof *m);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search tree of %zu bytes", memory);
    }
    layout(m, memory);
    tsr_err e = policy_open(&m->policy, a->value[TREE_POLICY].text, a->rules, a->alloc, err);
    if (!e) {
        e = eyes_load(a->value[TREE_NET].text, a->rules, a->alloc, &m->net, &m->eyes, err);
    }
    if (e) {
        policy_close(&m->policy, a->rules, a->alloc);
        block_free(&m->memory, a->alloc);
        tsr_mem_free(a->alloc, m, sizeof *m);
        return e;
    }
    leaf_init(&m->leaf, a->rules, tree_option(a, TREE_ROLLOUT));
    leaf_see(&m->leaf, m->eyes, tree_option(a, TREE_ROLLOUT));
    leaf_guide(&m->leaf, &m->policy);
    m->explore = tree_explore(a, &m->leaf);
    m->trust = (uint32_t)tree_option(a, TREE_TRUST);
    a->self = m;
    return TSR_OK;
}

void ismcts_close(tsr_agent *a) {
    ismcts *m = a->self;
    eyes_close(m->eyes);
    tnet_free(m->net);
    policy_close(&m->policy, a->rules, a->alloc);
    block_free(&m->memory, a->alloc);
    tsr_mem_free(a->alloc, m, sizeof *m);
}

static void plant(ismcts *m) {
    memset(m->pool, 0, ROOTS * sizeof *m->pool);
    memset(m->win, 0, sizeof m->win);
    m->used = ROOTS;
    m->iterations = 0;
    m->deepest = 0;
    leaf_reset(&m->leaf);
}

// --- Walking -----------------------------------------------------------------

static uint32_t find(const ismcts *m, uint32_t at, tsr_move seen) {
    uint32_t child = m->pool[at].first;
    while (child && m->pool[child].seen != seen) {
        child = m->pool[child].next;
    }
    return child;
}

// A new child for `seen`; 0 = no room.
static uint32_t grow(ismcts *m, uint32_t at, tsr_move seen) {
    if (m->used >= m->cap) {
        return 0;
    }
    uint32_t made = m->used++;
    m->pool[made] = (node){.seen = seen, .next = m->pool[at].first};
    m->pool[at].first = made;
    return made;
}

static void note_visit(ismcts *m, int player, uint32_t at) {
    if (m->path_count < MAX_PATH) {
        m->path[m->path_count] = at;
        m->owner[m->path_count++] = (uint8_t)player;
    }
}

// Upper confidence with the times a move was available in place of the parent's
// visits.
static double bound(const ismcts *m, const node *n) {
    return n->sum / n->visits + m->explore * sqrt(log(n->available + 1.0) / n->visits);
}

// The place among `n` moves of what the policy would do, or -1.
static int policy_pick(ismcts *m, int who, int n, tsr_rng *g) {
    tsr_move move = policy_move(&m->policy, m->r, m->state, who, tsr_rng_next(g));
    for (int i = 0; i < n; i++) {
        if (m->moves[i] == move) {
            return i;
        }
    }
    return -1;
}

// Away from the root a place is new until it has been met a few times; there everybody
// does what the policy says.
static int is_strange(const ismcts *m, int who) {
    return m->policy.quick && m->depth > 0 && m->pool[m->at[who]].visits < m->trust;
}

// Looks up the tree's nodes for the `n` moves. Returns the number of those that are new to
// it; one of these, at random, goes to `*fresh`.
static int look_up(ismcts *m, int who, int n, tsr_rng *g, int *fresh) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        uint32_t child = m->child[i] = find(m, m->at[who], m->moves[i]);
        // Each of the new ones with equal chance: the k-th replaces the pick so far once
        // in k times.
        if ((!child || !m->pool[child].visits) && tsr_rng_below(g, (uint32_t)++count) == 0) {
            *fresh = i;
        }
        if (child) {
            m->pool[child].available++;
        }
    }
    return count;
}

// Picks a move of `who` among `n` in m->moves: what the policy says where the tree is still
// small; else one that is new to it, if there are any; else the one with the best bound.
static int pick(ismcts *m, int who, int n, tsr_rng *g) {
    int best = 0;
    double best_bound = -1;
    int fresh = look_up(m, who, n, g, &best);
    if (n > 1 && is_strange(m, who)) {
        int i = policy_pick(m, who, n, g);
        return i >= 0 ? i : best;
    }
    for (int i = 0; i < n && !fresh; i++) {
        double mine = bound(m, &m->pool[m->child[i]]);
        if (mine > best_bound) {
            best_bound = mine;
            best = i;
        }
    }
    return best;
}

// Every tree follows what its player sees of the move. 0 = no room.
static int follow(ismcts *m, int who, tsr_move move) {
    const tsr_rules *r = m->r;
    for (int p = 0; p < r->players; p++) {
        tsr_move seen = p == who ? move : r->g.seen(r, m->state, who, move, p);
        uint32_t child = find(m, m->at[p], seen);
        child = child ? child : grow(m, m->at[p], seen);
        if (!child) {
            return 0;
        }
        m->at[p] = child;
        note_visit(m, p, child);
    }
    return 1;
}

// One ply of the walk. 0 = it ends here.
static int walk(ismcts *m, int who, tsr_rng *g) {
    const tsr_rules *r = m->r;
    tsr_move move;
    int fresh = 0;
    if (who == TSR_CHANCE) {
        move = tsr_sample(r, m->state, who, g);
    } else {
        int n = tsr_moves(r, m->state, who, m->moves);
        int i = pick(m, who, n, g);
        move = m->moves[i];
        fresh = !m->child[i] || !m->pool[m->child[i]].visits;
    }
    int room = follow(m, who, move);
    tsr_play(r, m->state, who, move);
    m->depth++;
    return room && !fresh;
}

static void learn(ismcts *m, const float *value) {
    for (int i = 0; i < m->path_count; i++) {
        node *n = &m->pool[m->path[i]];
        n->visits++;
        n->sum += (double)value[m->owner[i]];
    }
    for (int p = 0; p < m->r->players; p++) {
        m->win[p] += (double)value[p];
    }
    m->iterations++;
    m->deepest = m->depth > m->deepest ? m->depth : m->deepest;
}

// 0 = time ran out before anything was learned.
static int iterate(ismcts *m, const tsr_query *q, tsr_rng *g, budget *b) {
    float value[TSR_MAX_PLAYERS];
    m->r->g.guess(m->r, q->view, q->who, g, m->state);
    m->path_count = m->depth = 0;
    for (int p = 0; p < m->r->players; p++) {
        m->at[p] = (uint32_t)p;
    }
    int who = q->who, more = 1;
    while (more && who >= 0 && m->path_count + TSR_MAX_PLAYERS <= MAX_PATH) {
        more = walk(m, who, g);
        who = tsr_mover(tsr_turn(m->r, m->state));
    }
    if (!leaf_value(&m->leaf, m->state, g, b, value)) {
        return 0;
    }
    learn(m, value);
    return 1;
}

// --- The answer --------------------------------------------------------------

static uint32_t best_child(const ismcts *m, uint32_t at) {
    uint32_t best = 0;
    for (uint32_t c = m->pool[at].first; c; c = m->pool[c].next) {
        const node *n = &m->pool[c], *other = &m->pool[best];
        if (!best || n->visits > other->visits ||
            (n->visits == other->visits && n->sum > other->sum)) {
            best = c;
        }
    }
    return best;
}

static void say(const ismcts *m, const tsr_query *q, const budget *b) {
    tsr_move line[1];
    uint32_t best = best_child(m, (uint32_t)q->who);
    if (!q->host->info || !best || !m->iterations) {
        return;
    }
    line[0] = m->pool[best].seen;
    tsr_agent_info info = {.nodes = m->iterations,
                           .depth = (uint32_t)m->deepest,
                           .time_ms = budget_elapsed_ms(b),
                           .line = line,
                           .line_count = 1};
    for (int p = 0; p < m->r->players; p++) {
        info.win[p] = (float)(m->win[p] / (double)m->iterations);
    }
    q->host->info(q->host->self, &info);
}

static double mean_of(const node *n) {
    return n->visits ? n->sum / n->visits : 0;
}

// Whether the advised move is the answer, whatever the trees say of the others. It is if the
// policy has used the time for it: measured on the one game that has such a policy, no
// move for which the trees overruled it was better, and most were worse (docs/agents.md).
static int advice_stands(const ismcts *m) {
    return m->advised && m->policy.uses_time;
}

// Whether `best` did so well in the trees that the policy must have overlooked something.
static int overrules(const ismcts *m, const tsr_query *q, uint32_t best) {
    uint32_t advised = find(m, (uint32_t)q->who, m->advised);
    return best && advised && mean_of(&m->pool[best]) >= mean_of(&m->pool[advised]) + CLEARLY;
}

static tsr_move answer(const ismcts *m, const tsr_query *q, tsr_move only) {
    uint32_t best = best_child(m, (uint32_t)q->who);
    if (m->advised && (advice_stands(m) || !overrules(m, q, best))) {
        return m->advised;
    }
    return best ? m->pool[best].seen : only;
}

// Grows the trees until the budget, or `share` of it, is used up.
static void search(ismcts *m, const tsr_query *q, tsr_rng *g, budget *b, double share) {
    while (budget_share(b) <= share && !budget_spend(b) && iterate(m, q, g, b)) {
        if (budget_speaks(b)) {
            say(m, q, b);
        }
    }
}

tsr_err ismcts_choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    ismcts *m = a->self;
    budget b;
    tsr_rng g;
    int n = tsr_moves(a->rules, q->view, q->who, m->moves);
    if (n <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    tsr_move only = m->moves[0];
    plant(m);
    budget_begin(&b, q, (uint64_t)tree_option(a, TREE_NODES), (uint32_t)tree_option(a, TREE_TIME));
    tsr_rng_init(&g, q->seed);
    m->advised = n > 1 ? policy_advice(&m->policy, q, &b, ADVICE) : TSR_NO_MOVE;
    if (n > 1) {
        search(m, q, &g, &b, advice_stands(m) ? budget_share(&b) + REST : ALL);
    }
    *out = answer(m, q, only);
    say(m, q, &b);
    return TSR_OK;
}

static const tsr_agent_option options[TREE_OPTION_COUNT] = {TREE_OPTIONS};

extern const tsr_agent_type tsr_agent_ismcts;

const tsr_agent_type tsr_agent_ismcts = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "ismcts",
    .about = "Monte Carlo tree search over samples of the hidden information",
    .option_count = TREE_OPTION_COUNT,
    .options = options,
    .open = ismcts_open,
    .close = ismcts_close,
    .choose = ismcts_choose,
};
