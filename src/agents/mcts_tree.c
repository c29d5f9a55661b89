// SPDX-License-Identifier: MIT
#include "agents/mcts_tree.h"

#include <math.h>
#include <string.h>

#include <tessera/rules.h>

// `reach` of a lost move.
#define LOST (-10.0f)

// Promises in whole numbers: from -2^15 to 2^15 in steps of 2^-31, and a child's number below.
#define FINE    0x1p31
#define NUMBERS ((int64_t)1 << 16)

// Random bits that decide between moves with the same rating; one draw has some of them.
enum { LOT_BITS = 16, LOTS = 64 / LOT_BITS };

enum { LINE = 16, CROWD = 32, THRONG = 64 };

// --- Whose value -------------------------------------------------------------

// The player for whom the values below a node of `who` are kept: chance has no
// wishes, its children speak for player 0.
static int speaker(int who) {
    return who == TSR_CHANCE ? 0 : who;
}

// What `value` for player `from` is for player `to`, where proofs are made.
static double turned(double value, int from, int to) {
    return from == to ? value : 1.0 - value;
}

// --- Memory ------------------------------------------------------------------

void mcts_tree_layout(mcts_tree *t, block *b, size_t memory) {
    const tsr_rules *r = t->r;
    size_t fan = r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
    size_t nodes = memory / (2 * sizeof(mcts_node));
    // However little memory is asked for, the moves at hand must fit.
    nodes = nodes < fan + 2 ? fan + 2 : nodes;
    nodes = nodes > UINT32_MAX / 2 ? UINT32_MAX / 2 : nodes;
    t->cap = (uint32_t)nodes;
    t->root_state = block_take(b, 1, r->state_size);
    t->state = block_take(b, 1, r->state_size);
    t->trial = block_take(b, 1, r->state_size);
    t->moves = block_take(b, fan, sizeof *t->moves);
    t->weights = block_take(b, fan, sizeof *t->weights);
    t->order = block_take(b, fan, sizeof *t->order);
    t->inverse_root = block_take(b, MCTS_ROOTS, sizeof *t->inverse_root);
    t->inverse = block_take(b, MCTS_ROOTS, sizeof *t->inverse);
    t->root_log = block_take(b, MCTS_ROOTS, sizeof *t->root_log);
    t->pool = block_take(b, nodes, sizeof *t->pool);
    t->spare = block_take(b, nodes, sizeof *t->spare);
}

void mcts_tree_init(mcts_tree *t, const tsr_rules *r, double rollout) {
    leaf_init(&t->leaf, r, rollout);
    t->solves = r->players == 1 || (r->g.flags & TSR_ZERO_SUM);
    for (int n = 0; n < MCTS_ROOTS; n++) {
        t->inverse_root[n] = (float)(1.0 / sqrt(n ? n : 1));
        t->inverse[n] = 1.0 / (n ? n : 1);
        t->root_log[n] = (float)sqrt(log(n + 1.0));
    }
    for (int octave = 1; octave < MCTS_OCTAVES; octave++) {
        for (int i = 1; i < MCTS_STEPS; i++) {
            double n = ldexp((i + 0.5) * (MCTS_ROOTS / MCTS_STEPS), octave);
            t->root_log_big[octave][i] = (float)sqrt(log(n + 1.0));
        }
    }
}

static void begin(mcts_tree *t) {
    leaf_reset(&t->leaf);
    memset(t->win, 0, sizeof t->win);
    t->iterations = 0;
    t->deepest = 0;
    t->full = 0;
}

void mcts_tree_plant(mcts_tree *t, const void *state, int who) {
    begin(t);
    memcpy(t->root_state, state, t->r->state_size);
    t->pool[0] = (mcts_node){.who = (uint8_t)who};
    t->used = 1;
}

static uint32_t find_child(const mcts_tree *t, uint32_t at, tsr_move move) {
    const mcts_node *node = &t->pool[at];
    for (uint32_t i = 0; i < node->count; i++) {
        if (t->pool[node->first + i].move == move) {
            return node->first + i;
        }
    }
    return 0;
}

// Copies the tree below `at` into the other half, level by level: the copied
// nodes are their own queue.
static void keep_below(mcts_tree *t, uint32_t at) {
    uint32_t used = 1;
    t->spare[0] = t->pool[at];
    for (uint32_t i = 0; i < used; i++) {
        mcts_node *node = &t->spare[i];
        if (node->count) {
            memcpy(&t->spare[used], &t->pool[node->first], node->count * sizeof *node);
            node->first = used;
            used += node->count;
        }
    }
    mcts_node *half = t->pool;
    t->pool = t->spare;
    t->spare = half;
    t->used = used;
}

int mcts_tree_follow(mcts_tree *t, tsr_move move, const void *state) {
    uint32_t child = find_child(t, 0, move);
    int above = t->pool[0].who;
    if (!child || t->pool[child].who >= MCTS_OVER) {
        return 0;
    }
    keep_below(t, child);
    begin(t);
    mcts_node *root = &t->pool[0];
    if (root->proven) { // a root speaks for its own mover
        root->mean = turned(root->mean, speaker(above), speaker(root->who));
    }
    memcpy(t->root_state, state, t->r->state_size);
    return 1;
}

// --- Growing -----------------------------------------------------------------

// Sorts the moves by the game's own rating, best first; equals, and all where there is none, in
// random order. Insertion is quick enough for the few hundred moves there may be.
static void sort_moves(mcts_tree *t, int who, int n, tsr_rng *g) {
    const tsr_game_ai *ai = t->r->g.ai;
    uint64_t lots = 0;
    for (int i = 0; i < n; i++) {
        tsr_move m = t->moves[i];
        lots = i % LOTS ? lots >> LOT_BITS : tsr_rng_next(g);
        int64_t rate = ai && ai->rate ? ai->rate(t->r, t->state, who, m) : 0;
        int64_t mine = rate * (1 << LOT_BITS) + (int64_t)(lots % (1 << LOT_BITS));
        int j = i;
        for (; j > 0 && t->order[j - 1] < mine; j--) {
            t->order[j] = t->order[j - 1];
            t->moves[j] = t->moves[j - 1];
        }
        t->order[j] = mine;
        t->moves[j] = m;
    }
}

// Puts outcomes into the order in which drawing without putting back would bring
// them up, so that any first few of them are a fair sample.
static void sort_outcomes(mcts_tree *t, int n, tsr_rng *g) {
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        total += t->weights[i];
    }
    for (int i = 0; i < n - 1 && total > 0; i++) {
        uint32_t at = tsr_rng_below(g, (uint32_t)total);
        int j = i;
        while (at >= t->weights[j]) {
            at -= t->weights[j++];
        }
        tsr_move m = t->moves[j];
        uint32_t w = t->weights[j];
        t->moves[j] = t->moves[i];
        t->weights[j] = t->weights[i];
        t->moves[i] = m;
        t->weights[i] = w;
        total -= w;
    }
}

// Whether this move ends the game and wins it.
static int wins_at_once(const mcts_tree *t, int who, tsr_move move) {
    float value[TSR_MAX_PLAYERS];
    memcpy(t->trial, t->state, t->r->state_size);
    tsr_play(t->r, t->trial, who, move);
    if (tsr_turn(t->r, t->trial)) {
        return 0;
    }
    tsr_utility(t->r, t->trial, value);
    return value[who] >= 1.0f;
}

// Among very many moves the one that wins at once would be tried late, or never, and until then a lost
// position looks good to who led to it: so it is looked for, and goes first. Random games cost more than that.
static void put_win_first(mcts_tree *t, int who, int n) {
    if (n <= CROWD || !t->solves || t->leaf.plies != LEAF_TO_THE_END) {
        return;
    }
    for (int i = 0; i < n; i++) {
        tsr_move m = t->moves[i];
        if (wins_at_once(t, who, m)) {
            t->moves[i] = t->moves[0];
            t->moves[0] = m;
            return;
        }
    }
}

// Finds out who moves at the node and makes its children. 0 = no room.
static int expand(mcts_tree *t, mcts_node *node, tsr_rng *g) {
    int who = node->who, chance = who == TSR_CHANCE;
    int n = chance ? t->r->g.chance(t->r, t->state, t->moves, t->weights)
                   : tsr_moves(t->r, t->state, who, t->moves);
    if (n <= 0 || (uint32_t)n > t->cap - t->used) {
        t->full |= n > 0;
        return 0;
    }
    if (chance) {
        sort_outcomes(t, n, g);
    } else {
        sort_moves(t, who, n, g);
        put_win_first(t, who, n);
    }
    node->first = t->used;
    node->count = (uint16_t)n;
    t->used += (uint32_t)n;
    for (int i = 0; i < n; i++) {
        t->pool[node->first + (uint32_t)i] =
            (mcts_node){.move = t->moves[i], .mean = t->fpu, .who = MCTS_UNKNOWN};
        if (chance) {
            t->pool[node->first + (uint32_t)i].weight = t->weights[i];
        }
    }
    return 1;
}

// --- Choosing ----------------------------------------------------------------

// How many of a node's children are looked at: all of a few; of many, `widen` and
// then more with the square root of the visits.
static uint32_t open_children(const mcts_tree *t, const mcts_node *node) {
    if (node->count <= t->widen) {
        return node->count;
    }
    double open = t->widen + 2.0 * sqrt(node->visits);
    return open < node->count ? (uint32_t)open : node->count;
}

static uint32_t choose_outcome(const mcts_tree *t, const mcts_node *node, tsr_rng *g) {
    const mcts_node *child = &t->pool[node->first];
    uint32_t open = open_children(t, node), total = 0, i = 0;
    for (uint32_t k = 0; k < open; k++) {
        total += child[k].weight;
    }
    uint32_t at = tsr_rng_below(g, total);
    while (at >= child[i].weight) {
        at -= child[i++].weight;
    }
    return node->first + i;
}

// sqrt(log(visits + 1)), the part of the bound that all children share. It grows so
// slowly that for large numbers the leading bits are enough; computing it at
// every step took a third of the whole search.
static double root_log(const mcts_tree *t, uint32_t visits) {
    uint32_t octave = 0;
    while (visits >= MCTS_ROOTS) {
        visits >>= 1;
        octave++;
    }
    return octave ? (double)t->root_log_big[octave][visits / (MCTS_ROOTS / MCTS_STEPS)]
                  : (double)t->root_log[visits];
}

// How much is explored among the children of a node, where random games value them. Very many moves tried
// nearly equally often leave nothing for the good ones, so each of them is tried less.
static double explore_among(const mcts_tree *t, uint32_t count) {
    return t->eases && count > THRONG ? t->explore * THRONG / count : t->explore;
}

// The child that promises most, the first of several. A move that was never tried has the
// fixed worth `fpu`, so that good moves need not wait until all bad ones were tried.
//
// Which child it is cannot be foreseen, and a wrong guess of the processor costs more than
// all the rest; so promise and number go into one integer, and the loop is a maximum.
static uint32_t choose_move(const mcts_tree *t, const mcts_node *node) {
    const mcts_node *child = &t->pool[node->first];
    uint32_t open = open_children(t, node);
    double explore = explore_among(t, node->count) * root_log(t, node->visits);
    int64_t best = INT64_MIN;
    for (uint32_t i = 0; i < open; i++) {
        double promise = child[i].mean + explore * (double)child[i].reach;
        int64_t mine = (int64_t)(promise * FINE) * NUMBERS + (NUMBERS - 1 - (int64_t)i);
        best = mine > best ? mine : best;
    }
    return node->first + (uint32_t)(NUMBERS - 1 - (best & (NUMBERS - 1)));
}

// --- Proofs ------------------------------------------------------------------

// The node has this value for good. A lost move is chosen only if all are.
static void settle(mcts_node *node, double value, int above) {
    node->mean = value;
    node->proven = 1;
    if (above != TSR_CHANCE) {
        node->reach = value > 0 ? 0.0f : LOST;
    }
}

// Tries to prove the node from its children. `above` chose it.
static int prove(const mcts_tree *t, mcts_node *node, int above) {
    const mcts_node *child = &t->pool[node->first];
    int chance = node->who == TSR_CHANCE, all = 1;
    double best = -1, sum = 0, total = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        if (!child[i].proven) {
            all = 0;
            continue;
        }
        best = child[i].mean > best ? child[i].mean : best;
        sum += chance ? child[i].mean * child[i].weight : 0;
        total += chance ? child[i].weight : 0;
    }
    if (chance ? !all : !all && best < 1.0) {
        return 0;
    }
    settle(node, turned(chance ? sum / total : best, speaker(node->who), speaker(above)), above);
    return 1;
}

static void prove_upwards(mcts_tree *t) {
    for (int d = t->depth - 1; d >= 0; d--) {
        int above = d > 0 ? t->pool[t->path[d - 1]].who : t->pool[t->path[d]].who;
        if (!prove(t, &t->pool[t->path[d]], above)) {
            return;
        }
    }
}

// --- One iteration -----------------------------------------------------------

// One more result for a node that `chooser` chose.
static void learn_node(const mcts_tree *t, mcts_node *node, int chooser, const float *value) {
    uint32_t n = ++node->visits;
    if (node->proven) {
        return;
    }
    double share = n < MCTS_ROOTS ? t->inverse[n] : 1.0 / n;
    node->mean += ((double)value[speaker(chooser)] - node->mean) * share;
    if (chooser != TSR_CHANCE) {
        node->reach = n < MCTS_ROOTS ? t->inverse_root[n] : (float)(1.0 / sqrt(n));
    }
}

static void learn_way(mcts_tree *t, const float *value) {
    int chooser = t->pool[0].who;
    for (int d = 0; d <= t->depth; d++) {
        mcts_node *node = &t->pool[t->path[d]];
        learn_node(t, node, chooser, value);
        chooser = node->who;
    }
}

static void count_result(mcts_tree *t, int depth, const float *value) {
    for (int p = 0; p < t->r->players; p++) {
        t->win[p] += (double)value[p];
    }
    t->iterations++;
    t->deepest = depth > t->deepest ? depth : t->deepest;
}

static void learn(mcts_tree *t, const float *value) {
    learn_way(t, value);
    count_result(t, t->depth, value);
}

void mcts_tree_expect(mcts_tree *t) {
    static const float lost[TSR_MAX_PLAYERS];
    learn_way(t, lost);
}

// The way was counted as nothing: `value` is added to a sum that has its visit already.
void mcts_tree_fulfil(mcts_tree *t, const uint32_t *path, int depth, const float *value) {
    int chooser = t->pool[0].who;
    for (int d = 0; d <= depth; d++) {
        mcts_node *node = &t->pool[path[d]];
        if (!node->proven) {
            node->mean += (double)value[speaker(chooser)] / node->visits;
        }
        chooser = node->who;
    }
    count_result(t, depth, value);
}

static mcts_node *step(mcts_tree *t, mcts_node *node, tsr_rng *g) {
    uint32_t next = node->who == TSR_CHANCE ? choose_outcome(t, node, g) : choose_move(t, node);
    mcts_node *child = &t->pool[next];
    tsr_play(t->r, t->state, node->who, child->move);
    t->path[++t->depth] = next;
    if (child->who == MCTS_UNKNOWN) {
        uint32_t turn = tsr_turn(t->r, t->state);
        child->who = turn ? (uint8_t)tsr_mover(turn) : MCTS_OVER;
    }
    return child;
}

// Whether a node is worth having children: most nodes are never seen again, so it takes a
// second visit, a third where each brings another random game, and more where moves are many
// and memory would not last. How many moves it has is not known yet; its parent's number will do.
static int ripe(const mcts_tree *t, const mcts_node *node) {
    if (t->depth == 0) {
        return 1;
    }
    uint32_t first = t->leaf.plies ? 1 : 0;
    return node->visits > first + t->pool[t->path[t->depth - 1]].count / CROWD;
}

mcts_node *mcts_tree_descend(mcts_tree *t, tsr_rng *g) {
    mcts_node *node = &t->pool[0];
    memcpy(t->state, t->root_state, t->r->state_size);
    t->path[0] = 0;
    t->depth = 0;
    while (t->depth < MCTS_MAX_DEPTH - 1 && node->who != MCTS_OVER) {
        if (!node->count && (!ripe(t, node) || !expand(t, node, g))) {
            break;
        }
        node = step(t, node, g);
    }
    return node;
}

void mcts_tree_end(mcts_tree *t, mcts_node *node) {
    float value[TSR_MAX_PLAYERS];
    leaf_final(&t->leaf, t->state, value);
    learn(t, value);
    if (t->solves && !node->proven) {
        int chooser = t->pool[t->path[t->depth - 1]].who;
        settle(node, (double)value[speaker(chooser)], chooser);
        prove_upwards(t);
    }
}

// 0 = time ran out before anything was learned.
static int iterate(mcts_tree *t, tsr_rng *g, budget *b) {
    float value[TSR_MAX_PLAYERS];
    mcts_node *node = mcts_tree_descend(t, g);
    if (node->who == MCTS_OVER) {
        mcts_tree_end(t, node);
        return 1;
    }
    if (!leaf_value(&t->leaf, t->state, g, b, value)) {
        return 0;
    }
    learn(t, value);
    return 1;
}

void mcts_tree_search(mcts_tree *t, tsr_rng *g, budget *b, int say) {
    while (!t->pool[0].proven && !budget_spend(b)) {
        if (!iterate(t, g, b)) {
            break;
        }
        if (say && budget_speaks(b)) {
            mcts_tree_say(t, b);
        }
    }
}

// --- Several trees ------------------------------------------------------------

static void add_node(mcts_node *n, const mcts_node *more) {
    uint32_t visits = n->visits + more->visits;
    if (!n->proven && more->proven) {
        n->mean = more->mean;
        n->proven = 1;
    } else if (!n->proven && visits) {
        n->mean = (n->mean * n->visits + more->mean * more->visits) / visits;
    }
    n->visits = visits;
}

void mcts_tree_add(mcts_tree *t, const mcts_tree *other) {
    const mcts_node *root = &other->pool[0];
    for (uint32_t i = 0; i < root->count; i++) {
        const mcts_node *more = &other->pool[root->first + i];
        uint32_t at = find_child(t, 0, more->move);
        if (at) {
            add_node(&t->pool[at], more);
        }
    }
    if (root->proven && !t->pool[0].proven) {
        t->pool[0].proven = 1;
        t->pool[0].mean = root->mean;
    }
    for (int p = 0; p < t->r->players; p++) {
        t->win[p] += other->win[p];
    }
    t->iterations += other->iterations;
    t->deepest = other->deepest > t->deepest ? other->deepest : t->deepest;
}

// --- The answer --------------------------------------------------------------

static double mean_of(const mcts_node *n) {
    return n->proven || n->visits ? n->mean : -1.0;
}

// The most visited child; a proven one instead if it is at least as good.
static uint32_t best_child(const mcts_tree *t, const mcts_node *node) {
    const mcts_node *child = &t->pool[node->first];
    int sure = -1, tried = -1;
    for (int i = 0; i < node->count; i++) {
        int *best = child[i].proven ? &sure : &tried;
        double mine = child[i].proven ? child[i].mean : child[i].visits;
        double other = *best < 0 ? -1.0 : child[i].proven ? child[*best].mean : child[*best].visits;
        if (mine > other || (mine >= other && mean_of(&child[i]) > mean_of(&child[*best]))) {
            *best = i;
        }
    }
    int sure_is_better = sure >= 0 && (tried < 0 || child[sure].mean >= mean_of(&child[tried]));
    return node->first + (uint32_t)(sure_is_better ? sure : tried);
}

tsr_move mcts_tree_best(const mcts_tree *t) {
    const mcts_node *root = &t->pool[0];
    return root->count ? t->pool[best_child(t, root)].move : TSR_NO_MOVE;
}

void mcts_tree_say(const mcts_tree *t, const budget *b) {
    const tsr_agent_host *host = b->q->host;
    tsr_move line[LINE];
    const mcts_node *node = &t->pool[0];
    int n = 0;
    if (!host->info) {
        return;
    }
    while (n < LINE && node->count && node->who != TSR_CHANCE) {
        node = &t->pool[best_child(t, node)];
        line[n++] = node->move;
    }
    tsr_agent_info info = {.nodes = t->iterations,
                           .depth = (uint32_t)t->deepest,
                           .time_ms = budget_elapsed_ms(b),
                           .line = line,
                           .line_count = n,
                           .note = t->pool[0].proven ? "solved"
                                   : t->full         ? "memory is full"
                                                     : NULL};
    for (int p = 0; p < t->r->players && t->iterations; p++) {
        info.win[p] = (float)(t->win[p] / (double)t->iterations);
    }
    if (t->pool[0].proven) {
        int who = t->pool[0].who;
        for (int p = 0; p < t->r->players; p++) {
            info.win[p] = (float)turned(t->pool[0].mean, who, p);
        }
    }
    host->info(host->self, &info);
}
