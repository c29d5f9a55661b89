// SPDX-License-Identifier: MIT
//
// az: a search led by a network that has learned the game (learn/gumbel.h): az:nodes=400,net=c4.tnet.
// The network says which moves look good and what positions are worth; a few hundred
// simulations do what others need many thousands for.
//
// With a node budget the answer depends on nothing else. When time is the limit, rounds of halving
// with twice as many simulations follow one another on the same tree. With nodes=1 the move that looks best is played
// without any search.

#include "agents/budget.h"
#include "learn/gumbel.h"

enum { NODES, TIME, MEMORY, WIDTH, NET, OPTION_COUNT };
enum { FIRST_ROUND = 64, LINE = 16 };

typedef struct az {
    tnet *net;
    eyes *eyes;
    gumbel *tree;
    tsr_move *moves;
} az;

static void free_az(tsr_agent *a, az *z) {
    gumbel_close(z->tree);
    eyes_close(z->eyes);
    tnet_free(z->net);
    tsr_mem_free(a->alloc, z->moves, a->rules->max_moves * sizeof *z->moves);
    tsr_mem_free(a->alloc, z, sizeof *z);
}

static tsr_err refuse(const tsr_agent *a, tsr_error *err) {
    if (a->rules->g.flags & TSR_HAS_HIDDEN) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "%s has hidden information, which az does not support; ismcts plays it",
                        a->rules->g.name);
    }
    if (a->value[NET].text[0] == '\0') {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "az needs a network of this game: az:net=FILE");
    }
    return TSR_OK;
}

static tsr_err open_az(tsr_agent *a, tsr_error *err) {
    tsr_err e = refuse(a, err);
    az *z = e ? NULL : tsr_mem_new(a->alloc, sizeof *z);
    if (!z) {
        return e ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search");
    }
    z->moves = tsr_mem_new(a->alloc, a->rules->max_moves * sizeof *z->moves);
    e = z->moves ? eyes_load(a->value[NET].text, a->rules, a->alloc, &z->net, &z->eyes, err)
                 : tsr_fail(err, TSR_ERR_MEMORY, "no memory for the list of moves");
    e = e ? e : gumbel_open(z->eyes, (size_t)a->value[MEMORY].number, a->alloc, &z->tree, err);
    if (e) {
        free_az(a, z);
        return e;
    }
    a->self = z;
    return TSR_OK;
}

static void close_az(tsr_agent *a) {
    free_az(a, a->self);
}

// --- Thinking -----------------------------------------------------------------------------

// NULL where nothing was tried, or chance decides: what is expected ends there.
static const gumbel_edge *most_visited(const gumbel *t, const gumbel_node *n) {
    const gumbel_edge *best = NULL;
    for (uint32_t i = 0; n->kind == GUMBEL_OPEN && i < n->edges; i++) {
        const gumbel_edge *e = &t->edge[n->first + i];
        if (e->child && (!best || t->visits[e - t->edge] > t->visits[best - t->edge])) {
            best = e;
        }
    }
    return best;
}

static void say(const gumbel *t, const budget *b) {
    const tsr_agent_host *host = b->q->host;
    tsr_move line[LINE];
    int n = 0;
    const gumbel_edge *e = gumbel_root_edges(t) + t->best;
    for (; e && n < LINE; e = e->child ? most_visited(t, &t->node[e->child]) : NULL) {
        line[n++] = e->move;
    }
    tsr_agent_info info = {.nodes = b->nodes,
                           .depth = t->deepest,
                           .time_ms = budget_elapsed_ms(b),
                           .line = line,
                           .line_count = n,
                           .note = t->node[0].proven ? "solved" : NULL};
    gumbel_values(t, info.win);
    host->info(host->self, &info);
}

static int spend(void *self) {
    return budget_spend(self);
}

static void think(az *z, const tsr_agent *a, const tsr_query *q, budget *b) {
    gumbel_plan plan = {.width = (uint32_t)a->value[WIDTH].number, .self = b, .spend = spend};
    uint64_t round = b->node_limit ? b->node_limit : FIRST_ROUND;
    gumbel_plant(z->tree, q->view, q->who, q->seed);
    b->nodes = 1; // the look at the root
    do {
        plan.simulations = round < UINT32_MAX / 4 ? (uint32_t)round : UINT32_MAX / 4;
        uint64_t before = b->nodes;
        gumbel_search(z->tree, &plan);
        if (q->host->info && budget_speaks(b)) {
            say(z->tree, b);
        }
        if (b->nodes == before) {
            break; // spent, or everything is settled
        }
        round *= 2;
    } while (!b->spent && !z->tree->node[0].proven);
}

static tsr_err choose_az(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    az *z = a->self;
    budget b;
    int n = tsr_moves(a->rules, q->view, q->who, z->moves);
    if (n <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    *out = z->moves[0];
    if (n > 1) {
        budget_begin(&b, q, (uint64_t)a->value[NODES].number, (uint32_t)a->value[TIME].number);
        think(z, a, q, &b);
        *out = gumbel_best(z->tree);
        if (q->host->info) {
            say(z->tree, &b);
        }
    }
    return TSR_OK;
}

static const tsr_agent_option options[OPTION_COUNT] = {
    [NODES] = {"nodes", "simulations per move; 0 = no limit", TSR_VALUE_INT, 0, 0, 0, 1e15},
    [TIME] = {"time", "time for a move; 0 = no limit", TSR_VALUE_TIME, 0, 0, 0, 1e9},
    [MEMORY] = {"memory", "bytes for the tree", TSR_VALUE_INT, 0, 64e6, 1e4, 1e12},
    [WIDTH] = {"width", "moves searched at the root at first", TSR_VALUE_INT, 0, GUMBEL_WIDTH, 2,
               TSR_MAX_MOVES},
    [NET] = {"net", "the network, a file", TSR_VALUE_TEXT, 0, 0, 0, 0},
};

extern const tsr_agent_type tsr_agent_az;

const tsr_agent_type tsr_agent_az = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "az",
    .about = "tree search guided by a trained network",
    .option_count = OPTION_COUNT,
    .options = options,
    .open = open_az,
    .close = close_az,
    .choose = choose_az,
};
