// SPDX-License-Identifier: MIT
//
// level: one number for how strong the opponent shall be, from 1 (anybody wins) to
// 8, in every game. Behind a level is another agent with a budget, and at the low
// end a share of moves played at random.
//
// Which search suits a game is read from the game: alphabeta where two play
// against each other, nothing is hidden or drawn, and the game has a heuristic to look
// ahead with; mcts everywhere else, but for games where it was measured to lose; one move ahead
// at low levels where luck decides and the game can judge what it led to; and
// from level 4 on whoever the game names (tsr_game_more.levels, docs/agents.md). Budgets are nodes, so a level is equally strong
// on a slow machine; the times beside them are there for patience.
//
// With a network, level:n=6,net=play.tnet, it is whoever the network's file recommends: az, reflex, or one of the others
// that values positions with it.

#include <stdio.h>
#include <string.h>

#include "agents/level.h"
#include "learn/tnet.h"

enum { LEVEL, NET, OPTION_COUNT };
enum { LEVELS = 8, SPEC = 4096 };

extern const tsr_agent_type tsr_agent_random, tsr_agent_greedy, tsr_agent_alphabeta, tsr_agent_mcts,
    tsr_agent_ismcts, tsr_agent_az, tsr_agent_reflex;

typedef struct rung {
    const char *spec;  // for games that suit a tree of random play
    const char *spec2; // for games that suit looking ahead
    const char *luck;  // for games with a heuristic in which much is hidden or drawn
    const char *az;    // for a network that leads a search of its own
    double careless;   // share of moves played at random
} rung;

static const rung ladder[LEVELS] = {
    {"random", "random", "random", "random", 0},
    {"greedy:samples=1", "greedy", "greedy:samples=1", "az:nodes=1", 0.4},
    {"mcts:nodes=100,time=2s", "alphabeta:depth=2,nodes=300,time=2s", "greedy:samples=4",
     "az:nodes=1", 0.1},
    {"mcts:nodes=200,time=2s", "alphabeta:depth=2,nodes=5k,time=2s", "mcts:nodes=200,time=2s",
     "az:nodes=100,time=2s", 0},
    {"mcts:nodes=800,time=2s", "alphabeta:nodes=10k,time=2s", "mcts:nodes=800,time=2s",
     "az:nodes=1500,time=2s", 0},
    {"mcts:nodes=3k,time=2s", "alphabeta:nodes=50k,time=2s", "mcts:nodes=3k,time=2s",
     "az:nodes=6k,time=2s", 0},
    {"mcts:nodes=12k,time=3s", "alphabeta:nodes=300k,time=3s", "mcts:nodes=12k,time=3s",
     "az:nodes=25k,time=3s", 0},
    {"mcts:time=3s,memory=256M", "alphabeta:time=3s,memory=64M", "mcts:time=3s,memory=256M",
     "az:time=3s,memory=256M", 0},
};

enum { UNSURE = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS };

// Games may name others from level 4 on.
enum { OWN_FROM = LEVELS + 1 - TSR_OWN_LEVELS };

typedef struct level {
    tsr_agent *inner;
    tsr_move *moves;
    double careless;
} level;

// The type that `spec` names in a NULL-ended list, or NULL.
static const tsr_agent_type *find_in(const tsr_agent_type *const *types, const char *spec) {
    size_t n = tsr_agent_spec_name(spec);
    while (types && *types && (strlen((*types)->name) != n || strncmp((*types)->name, spec, n))) {
        types++;
    }
    return types ? *types : NULL;
}

static const tsr_agent_type *type_of(const tsr_rules *r, const char *spec) {
    static const tsr_agent_type *const general[] = {
        &tsr_agent_random, &tsr_agent_greedy, &tsr_agent_alphabeta, &tsr_agent_mcts,
        &tsr_agent_ismcts, &tsr_agent_az,     &tsr_agent_reflex,    NULL};
    const tsr_agent_type *own = find_in(r->more.agents, spec);
    return own ? own : find_in(general, spec);
}

// Measured at equal time (docs/strength.md): looking ahead wins where there is something to judge
// by, random games where there is not.
static int suits_looking_ahead(const tsr_rules *r) {
    return r->players == 2 && (r->g.flags & TSR_ZERO_SUM) && !(r->g.flags & UNSURE);
}

static const char *spec_of(const tsr_rules *r, int n) {
    if (n >= OWN_FROM && r->more.levels) {
        return r->more.levels[n - OWN_FROM];
    }
    const rung *step = &ladder[n - 1];
    if (!r->g.ai || !r->g.ai->heuristic) {
        return step->spec;
    }
    return suits_looking_ahead(r) ? step->spec2 : r->g.flags & UNSURE ? step->luck : step->spec;
}

// A level of a player that takes a network; NULL = that is nobody.
static const char *rung_with(const char *player, int n) {
    const rung *step = &ladder[n - 1];
    if (strcmp(player, "reflex") == 0) { // it does not think, so there is but one of it
        return n == 1 ? step->spec : "reflex";
    }
    return strcmp(player, "az") == 0          ? step->az
           : strcmp(player, "alphabeta") == 0 ? step->spec2
           : strcmp(player, "ismcts") == 0    ? step->spec
                                              : NULL;
}

int level_takes(const char *player) {
    return rung_with(player, 1) != NULL;
}

// The same with a network, by the player that its file recommends.
static tsr_err spec_with(const char *path, int n, char *out, const tsr_alloc *alloc,
                         tsr_error *err) {
    tnet *net = NULL;
    tsr_err e = tnet_read(path, alloc, &net, err);
    if (e) {
        return e;
    }
    const char *spec = rung_with(net->player, n);
    if (!spec) {
        e = tsr_fail(
            err, TSR_ERR_ARGUMENT,
            "%.60s recommends '%.20s' to play with it; a level knows az, alphabeta, reflex "
            "and ismcts",
            path, net->player);
    }
    tnet_free(net);
    if (e) {
        return e;
    }
    int bare = !strchr(spec, ':'), blind = strcmp(spec, "random") == 0;
    const char *link = blind ? "" : bare ? ":net=" : ",net=";
    int size = snprintf(out, SPEC, "%s%s%s", spec, link, blind ? "" : path);
    return size < SPEC ? TSR_OK : tsr_fail(err, TSR_ERR_ARGUMENT, "the network's path is too long");
}

tsr_err level_open(tsr_agent *a, int n, const char *net, tsr_error *err) {
    const rung *step = &ladder[n - 1];
    const char *spec = spec_of(a->rules, n);
    char with[SPEC];
    if (net[0]) {
        tsr_err e = spec_with(net, n, with, a->alloc, err);
        if (e) {
            return e;
        }
        spec = with;
    }
    const tsr_agent_type *type = type_of(a->rules, spec);
    if (!type) {
        return tsr_fail(err, TSR_ERR_GAME, "%s wants '%.60s' for level %d, which is no player here",
                        a->rules->g.name, spec, n);
    }
    level *l = tsr_mem_new(a->alloc, sizeof *l);
    if (!l) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    l->careless = step->careless;
    l->moves = tsr_mem_new(a->alloc, a->rules->max_moves * sizeof *l->moves);
    tsr_err e = l->moves ? tsr_agent_open(type, spec, a->rules, a->alloc, &l->inner, err)
                         : tsr_fail(err, TSR_ERR_MEMORY, "no memory for the list of moves");
    if (e) {
        tsr_mem_free(a->alloc, l->moves, a->rules->max_moves * sizeof *l->moves);
        tsr_mem_free(a->alloc, l, sizeof *l);
        return e;
    }
    a->self = l;
    return TSR_OK;
}

static tsr_err open_level(tsr_agent *a, tsr_error *err) {
    return level_open(a, (int)a->value[LEVEL].number, a->value[NET].text, err);
}

static void close_level(tsr_agent *a) {
    level *l = a->self;
    tsr_agent_close(l->inner);
    tsr_mem_free(a->alloc, l->moves, a->rules->max_moves * sizeof *l->moves);
    tsr_mem_free(a->alloc, l, sizeof *l);
}

static void start_level(tsr_agent *a, int who) {
    tsr_agent *inner = ((level *)a->self)->inner;
    if (inner->type->start) {
        inner->type->start(inner, who);
    }
}

static void event_level(tsr_agent *a, int by, tsr_move seen, const void *view) {
    tsr_agent *inner = ((level *)a->self)->inner;
    if (inner->type->event) {
        inner->type->event(inner, by, seen, view);
    }
}

static void end_level(tsr_agent *a, const char *how, const tsr_result *result) {
    tsr_agent_end(((level *)a->self)->inner, how, result);
}

static tsr_err choose_level(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    level *l = a->self;
    tsr_rng g;
    tsr_rng_init(&g, tsr_seed_of(q->seed, 1));
    if (tsr_rng_unit(&g) < l->careless) {
        int n = tsr_moves(a->rules, q->view, q->who, l->moves);
        if (n > 0) {
            *out = l->moves[tsr_rng_below(&g, (uint32_t)n)];
            return TSR_OK;
        }
    }
    return l->inner->type->choose(l->inner, q, out, err);
}

static const tsr_agent_option options[OPTION_COUNT] = {
    [LEVEL] = {"n", "strength, from 1 (beginner) to 8", TSR_VALUE_INT, 0, 4, 1, LEVELS},
    [NET] = {"net", "a network, used by the player that its file names; see tessera train",
             TSR_VALUE_TEXT, 0, 0, 0, 0},
};

const tsr_agent_type tsr_agent_level = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "level",
    .about = "an opponent of a given strength: level:n=1 to level:n=8",
    .option_count = OPTION_COUNT,
    .options = options,
    .open = open_level,
    .close = close_level,
    .start = start_level,
    .event = event_level,
    .choose = choose_level,
    .end = end_level,
};
