// SPDX-License-Identifier: MIT
//
// alphabeta: looks ahead by trying all moves, first one ply deep, then two, and so
// on. Strongest where the game has a heuristic and nothing is left to chance.
//
// What is hidden is guessed a few times; each guess is searched for its share of
// the time and has one vote. With a node budget every question is answered afresh,
// so that the same seed gives the same move whatever was asked before.

#include <string.h>

#include "agents/alphabeta.h"

enum {
    NODES,
    TIME,
    MEMORY,
    DEPTH,
    GUESSES,
    DRAWS,
    PLAYOUTS,
    MAXN,
    BLIND,
    WINDOW,
    LATE,
    NOISE,
    MARGIN,
    NET,
    OPTION_COUNT
};
enum { FIRST_DEPTH = 4, MAX_DEPTH = 64 };

static const double MEMORY_A_SECOND = 32e6;
static const size_t MOST_MEMORY = SIZE_MAX / 4; // no sum of sizes overflows, also in 32 bits

// Before any proof a few plies are looked at: whoever is stopped meanwhile has a sensible move. A game
// that proves itself is asked for a tenth of the time; then, when looking ahead has found a good move
// in another tenth, until the end.
static const double FIRST_LOOK = 0.02, FIRST_PROOF = 0.1, LOOK_AHEAD = 0.2, LAST_PROOF = 0.98;

// A depth is begun while no more than this share of the time is spent.
static const double BEGIN_UNTIL = 0.9;

// --- Memory ------------------------------------------------------------------

typedef struct alphabeta {
    ab_search search;
    tnet *net; // or NULL
    eyes *eyes;
    tsr_move *root_moves;
    uint32_t *votes;
    int root_count;
    int depth, value; // what looking ahead has come to
} alphabeta;

static void layout(alphabeta *m, size_t memory) {
    ab_search *s = &m->search;
    const tsr_rules *r = s->r;
    block *b = &s->memory;
    size_t fan = r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
    s->level = block_take(b, AB_LEVELS, sizeof *s->level);
    s->history = block_take(b, (size_t)2 * AB_HISTORY, sizeof *s->history);
    s->weights = block_take(b, fan, sizeof *s->weights);
    s->scratch = block_take(b, 1, r->state_size);
    m->root_moves = block_take(b, r->max_moves, sizeof *m->root_moves);
    m->votes = block_take(b, r->max_moves, sizeof *m->votes);
    for (int i = 0; i < AB_LEVELS; i++) {
        void *state = block_take(b, 1, r->state_size);
        tsr_move *moves = block_take(b, fan, sizeof *moves);
        int32_t *rank = block_take(b, fan, sizeof *rank);
        if (s->level) {
            s->level[i] = (ab_level){.state = state, .moves = moves, .rank = rank};
        }
    }
    if (ab_game_proves(r)) {
        s->proofs_size = 64;
        while (s->proofs_size <= memory / 4) {
            s->proofs_size *= 2;
        }
        s->proofs = block_take(b, 1, s->proofs_size);
        memory -= s->proofs_size < memory ? s->proofs_size : 0;
    }
    ab_table_layout(&s->table, b, memory);
}

// By itself a search takes as much as it fills in its time. A table larger than what it can fill
// would only cost time to clear.
static size_t table_memory(const tsr_agent *a) {
    double memory = a->value[MEMORY].number, nodes = a->value[NODES].number;
    double seconds = a->value[TIME].number / 1000;
    if (memory <= 0) {
        memory = MEMORY_A_SECOND * (seconds < 1 ? 1 : seconds < 16 ? seconds : 16);
    }
    double useful = nodes > 0 ? nodes * 4 * sizeof(ab_entry) : memory;
    memory = useful < memory ? useful : memory;
    return memory < (double)MOST_MEMORY ? (size_t)memory : MOST_MEMORY;
}

static tsr_err open_alphabeta(tsr_agent *a, tsr_error *err) {
    alphabeta *m = tsr_mem_new(a->alloc, sizeof *m);
    if (!m) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search");
    }
    ab_search *s = &m->search;
    s->r = a->rules;
    layout(m, table_memory(a));
    if (!block_allocate(&s->memory, a->alloc)) {
        tsr_mem_free(a->alloc, m, sizeof *m);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a table of %zu bytes", table_memory(a));
    }
    layout(m, table_memory(a));
    tsr_err e = eyes_load(a->value[NET].text, a->rules, a->alloc, &m->net, &m->eyes, err);
    if (e) {
        block_free(&s->memory, a->alloc);
        tsr_mem_free(a->alloc, m, sizeof *m);
        return e;
    }
    ab_table_clear(&s->table);
    if (s->proofs) {
        memset(s->proofs, 0, s->proofs_size);
        s->proofs_wiped = s->proofs_size;
    }
    leaf_init(&s->leaf, a->rules, -1);
    leaf_see(&s->leaf, m->eyes, -1);
    s->ai = a->rules->g.ai;
    s->playouts = (uint32_t)a->value[PLAYOUTS].number;
    s->draws = (int)a->value[DRAWS].number;
    s->maxn = a->value[MAXN].number > 0;
    s->blind = a->value[BLIND].number > 0;
    s->window = (int)a->value[WINDOW].number;
    s->late = (int)a->value[LATE].number;
    s->noise = (int)a->value[NOISE].number;
    s->margin = (int)a->value[MARGIN].number;
    ab_cut_open(s);
    a->self = m;
    return TSR_OK;
}

static void close_alphabeta(tsr_agent *a) {
    alphabeta *m = a->self;
    eyes_close(m->eyes);
    tnet_free(m->net);
    block_free(&m->search.memory, a->alloc);
    tsr_mem_free(a->alloc, m, sizeof *m);
}

// --- Telling -----------------------------------------------------------------

static float utility_of(int value) {
    double u = 0.5 + value / (2.0 * AB_SCALE);
    return (float)(u < 0 ? 0 : u > 1 ? 1 : u);
}

static void say(const alphabeta *m, int depth, int value, const char *note) {
    const ab_search *s = &m->search;
    const tsr_agent_host *host = s->b->q->host;
    const ab_level *root = &s->level[0];
    if (!host->info) {
        return;
    }
    tsr_agent_info info = {.nodes = s->b->nodes,
                           .depth = (uint32_t)depth,
                           .time_ms = budget_elapsed_ms(s->b),
                           .line = root->line,
                           .line_count = root->line_count,
                           .note = note};
    for (int p = 0; p < s->r->players; p++) {
        // What the others share is only known when there is one other.
        info.win[p] = p == s->root_who     ? utility_of(value)
                      : s->r->players == 2 ? utility_of(-value)
                                           : (1 - utility_of(value)) / (float)(s->r->players - 1);
    }
    host->info(host->self, &info);
}

// --- Deepening ---------------------------------------------------------------

// Searches around the value expected from the last depth, and again with the whole
// window if it lies elsewhere.
static int aspirate(ab_search *s, int depth, int expected, tsr_move *best) {
    if (s->window > 0 && depth >= 3 && expected < AB_SURE && expected > -AB_SURE) {
        int low = expected - s->window, high = expected + s->window;
        int v = ab_root(s, depth, low, high, best);
        if (s->stopped || (v > low && v < high)) {
            return v;
        }
    }
    return ab_root(s, depth, -AB_INFINITE, AB_INFINITE, best);
}

// One depth of the search in which everybody is for himself.
static int maxn_root(ab_search *s, int depth, tsr_move *best) {
    ab_level *l = &s->level[0];
    float best_value = -1;
    tsr_move found = TSR_NO_MOVE;
    s->horizon = 0;
    int n = ab_list(s, 0, *best ? ab_tag(*best) : 0);
    for (int i = 0; i < n && best_value < 1; i++) {
        float u[TSR_MAX_PLAYERS] = {0};
        tsr_move move = ab_next(l, i, n);
        ab_play(s, 0, move);
        ab_maxn(s, 1, depth - 1, s->draws, u);
        if (s->stopped) {
            break;
        }
        if (u[s->root_who] > best_value) {
            best_value = u[s->root_who];
            found = move;
        }
    }
    *best = found ? found : *best;
    l->line[0] = *best;
    l->line_count = 1;
    return best_value >= 1 ? AB_WIN : (int)((double)(best_value - 0.5f) * 2 * AB_SCALE);
}

static int is_decided(int value) {
    return value > AB_SURE || value < -AB_SURE;
}

// Looks ahead, deeper and deeper from where it was left, until time is up or all is known. Answers
// whether it is. Where the game is known to be `lost`, what it finds is only the way that looks longest.
static int look_ahead(alphabeta *m, int max_depth, int lost, tsr_move *best) {
    ab_search *s = &m->search;
    int solved = 0;
    for (int depth = m->depth + 1; depth <= max_depth && !solved; depth++) {
        s->target = depth;
        int v = s->maxn ? maxn_root(s, depth, best) : aspirate(s, depth, m->value, best);
        if (s->stopped) {
            break;
        }
        m->value = v;
        m->depth = depth;
        solved = !s->horizon || is_decided(v);
        say(m, depth, lost ? -AB_WIN : v, solved || lost ? "solved" : NULL);
        // A depth takes a few times as long as the last. It need not be finished: better moves that it finds on
        // the way are kept. But its first move should be. (Under a node budget the rest is free.)
        if (!s->b->exact && budget_share(s->b) > BEGIN_UNTIL * s->slice) {
            break;
        }
    }
    if (s->stopped && m->depth) { // what the last, unfinished depth has cost
        say(m, m->depth, lost ? -AB_WIN : m->value, lost ? "solved" : NULL);
    }
    return solved;
}

// The same for a share of the time, counted from the beginning.
static int look_until(alphabeta *m, double share, int max_depth, int lost, tsr_move *best) {
    ab_search *s = &m->search;
    double slice = s->slice;
    s->slice = slice * share;
    int solved = look_ahead(m, max_depth, lost, best);
    s->slice = slice;
    s->stopped = s->b->spent;
    return solved;
}

// The best move in the position at level 0.
static tsr_move deepen(alphabeta *m, int max_depth) {
    ab_search *s = &m->search;
    tsr_move best = TSR_NO_MOVE;
    int value = 0;
    m->depth = m->value = 0;
    // Whoever is to look only so many plies ahead is not to see the end either.
    if (max_depth < MAX_DEPTH || !ab_may_prove(s)) {
        (void)look_until(m, 1, max_depth, 0, &best);
        return best;
    }
    if (look_until(m, FIRST_LOOK, FIRST_DEPTH, 0, &best) || s->stopped) {
        return best;
    }
    // A proven win or draw is played. Where all is lost, looking ahead finds the longest way.
    int proven = ab_prove(s, s->proofs ? FIRST_PROOF : 0, &best, &value);
    if (proven) {
        say(m, s->deepest, value, "solved");
    }
    if (proven && value >= 0) {
        return best;
    }
    int proves_later = s->proofs && !proven;
    int solved = look_until(m, proves_later ? LOOK_AHEAD : 1, max_depth, proven, &best);
    if (proves_later && !solved && ab_prove(s, LAST_PROOF, &best, &value)) {
        say(m, s->deepest, value, "solved");
    }
    return best;
}

// --- Answering ---------------------------------------------------------------

// What was proven stays true, but a node budget must not depend on it.
static void forget_proofs(ab_search *s) {
    if (!s->proofs || !s->b->exact) {
        return;
    }
    if (s->proofs_used) {
        s->proofs_wiped = 0;
        s->proofs_used = 0;
    }
    s->proofs_wiped = ab_wipe(s->b, s->proofs, s->proofs_wiped, s->proofs_size);
}

static void begin(alphabeta *m, const tsr_query *q, budget *b) {
    ab_search *s = &m->search;
    s->b = b;
    s->root_who = q->who;
    s->seed = q->seed;
    s->listed = s->loud = 0;
    s->fan = 0;
    memset(s->history, 0, (size_t)2 * AB_HISTORY * sizeof *s->history);
    memset(m->votes, 0, (size_t)m->root_count * sizeof *m->votes);
    for (int i = 0; i < AB_LEVELS; i++) { // answers to other questions
        s->level[i].killer[0] = s->level[i].killer[1] = TSR_NO_MOVE;
    }
    leaf_reset(&s->leaf);
    ab_cut_begin(s);
    ab_table_begin(&s->table, b);
    forget_proofs(s);
}

static void vote(alphabeta *m, tsr_move move) {
    for (int i = 0; i < m->root_count; i++) {
        m->votes[i] += m->root_moves[i] == move;
    }
}

static tsr_move most_votes(const alphabeta *m) {
    int best = 0;
    for (int i = 1; i < m->root_count; i++) {
        best = m->votes[i] > m->votes[best] ? i : best;
    }
    return m->root_moves[best];
}

static tsr_err choose_alphabeta(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    alphabeta *m = a->self;
    ab_search *s = &m->search;
    budget b;
    tsr_rng g;
    m->root_count = tsr_moves(a->rules, q->view, q->who, m->root_moves);
    if (m->root_count <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    int hidden = (a->rules->g.flags & TSR_HAS_HIDDEN) != 0;
    int guesses = m->root_count == 1 ? 0 : hidden ? (int)a->value[GUESSES].number : 1;
    budget_begin(&b, q, (uint64_t)a->value[NODES].number, (uint32_t)a->value[TIME].number);
    begin(m, q, &b);
    tsr_rng_init(&g, q->seed);
    for (int i = 0; i < guesses && !b.spent; i++) {
        ab_level *root = &s->level[0];
        a->rules->g.guess(a->rules, q->view, q->who, &g, root->state);
        root->who = q->who;
        root->line_count = 0;
        s->slice = (i + 1.0) / guesses;
        s->stopped = 0;
        vote(m, deepen(m, (int)a->value[DEPTH].number));
    }
    *out = most_votes(m);
    return TSR_OK;
}

// What each is worth: its score against the same search without it (0), in per cent, with 95 %
// intervals; 3,000 nodes a move, 100 different games in pairs (rows part-... of docs/strength.md).
//              breakthrough          chess                 checkers
//     window   56.0 (46.1 to 65.6)   59.0 (50.2 to 67.5)   56.0 (49.7 to 62.7)
//     late     38.0 (29.0 to 47.5)   45.0 (35.2 to 55.1)   51.0 (43.6 to 58.3)
//     noise    77.0 (70.0 to 83.8)   96.5 (91.8 to 98.8)   62.5 (55.8 to 68.5)
//     margin   51.0 (41.3 to 60.6)   51.0 (42.3 to 59.5)   55.0 (48.4 to 61.6)
// So following exchanges is worth much. Less depth for late moves costs something at so few nodes, and begins
// to pay with more: in breakthrough 48.5 % (41.7 to 55.3) of 200 other games, 55.5 % (48.1 to 62.7) at 20,000 nodes.
enum { DEFAULT_WINDOW = 150, DEFAULT_LATE = 4, DEFAULT_NOISE = 16, DEFAULT_MARGIN = 150 };

static const tsr_agent_option options[OPTION_COUNT] = {
    [NODES] = {"nodes", "positions to search; 0 = no limit", TSR_VALUE_INT, 0, 0, 0, 1e15},
    [TIME] = {"time", "time for a move; 0 = no limit", TSR_VALUE_TIME, 0, 0, 0, 1e9},
    [MEMORY] = {"memory", "bytes for the tables of positions; 0 = chosen by time", TSR_VALUE_INT, 0,
                0, 0, 1e12},
    [DEPTH] = {"depth", "maximum depth in plies", TSR_VALUE_INT, 0, MAX_DEPTH, 1, MAX_DEPTH},
    [GUESSES] = {"guesses", "samples of the hidden information", TSR_VALUE_INT, 0, 8, 1, 1e4},
    [DRAWS] = {"draws", "outcomes of a draw that are searched", TSR_VALUE_INT, 0, 6, 1,
               TSR_MAX_MOVES},
    [PLAYOUTS] = {"playouts", "random games to evaluate a position without a heuristic",
                  TSR_VALUE_INT, 0, 4, 1, 1e6},
    [MAXN] = {"maxn", "more than two players: each maximises their own result", TSR_VALUE_FLAG, 0,
              0, 0, 1},
    [BLIND] = {"blind", "no evaluation: all unfinished positions are equal", TSR_VALUE_FLAG, 0, 0,
               0, 1},
    [WINDOW] = {"window", "half width of the aspiration window; 0 = no window", TSR_VALUE_INT, 0,
                DEFAULT_WINDOW, 0, AB_SCALE},
    [LATE] = {"late", "quiet moves from this number on are searched less deep; 0 = none",
              TSR_VALUE_INT, 0, DEFAULT_LATE, 0, 1e4},
    [NOISE] = {"noise", "plies of quiescence search", TSR_VALUE_INT, 0, DEFAULT_NOISE, 0,
               AB_LEVELS},
    [MARGIN] =
        {"margin",
         "trust in estimates near the horizon: per cent of what a ply usually changes; 0 = none",
         TSR_VALUE_INT, 0, DEFAULT_MARGIN, 0, 1e6},
    [NET] = {"net", "a network that evaluates positions; see tessera train", TSR_VALUE_TEXT, 0, 0,
             0, 0},
};

extern const tsr_agent_type tsr_agent_alphabeta;

const tsr_agent_type tsr_agent_alphabeta = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "alphabeta",
    .about = "alpha-beta search with iterative deepening",
    .option_count = OPTION_COUNT,
    .options = options,
    .open = open_alphabeta,
    .close = close_alphabeta,
    .choose = choose_alphabeta,
};
