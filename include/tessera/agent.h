// SPDX-License-Identifier: MIT
#ifndef TESSERA_AGENT_H
#define TESSERA_AGENT_H

// Agents: computer players.
//
// An agent uses the functions of game.h and is given views, never the full state, so it
// cannot cheat. `choose` asks it for a move; `event` tells it what happened. It
// allocates in `open`, not while it searches. The clock, requests to stop and `info`
// lines go through the host, so the same agent runs in a server, a test and a browser.
//
// The same seed and node limit always give the same move: `query->seed` is the only
// source of randomness.
//
// An agent is implemented as a type (see below) and selected by a spec:
// "mcts:time=1s,threads=2". An agent plays one seat and is used by one thread at a
// time.

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

// The progress of a search, for display.
typedef struct tsr_agent_info {
    uint64_t nodes;
    uint32_t depth;
    uint32_t time_ms;
    float win[TSR_MAX_PLAYERS]; // expected utility of each player, 0 to 1
    const tsr_move *line;       // the principal variation; valid during the call
    int line_count;
    const char *note; // other text, or NULL; valid during the call
} tsr_agent_info;

// What the host provides to an agent. Every member may be NULL.
typedef struct tsr_agent_host {
    void *self;
    uint64_t (*now_us)(void *self); // monotonic, microseconds; NULL = no clock, count nodes
    int (*stopped)(void *self);     // non-zero = return the best move found so far
    void (*info)(void *self, const tsr_agent_info *info);
    // For agents that answer with text (exec): reports an answer that is not a legal move on the
    // agent's view, word for word, and the reason in `why`. Called before `choose` returns, so that
    // both can be written to the record.
    void (*refused)(void *self, const char *text, const tsr_line *why);
} tsr_agent_host;

// A request for a move.
typedef struct tsr_query {
    const void *view; // what `who` sees; valid until `choose` returns
    int who;
    uint64_t seed;              // the only source of randomness
    uint64_t nodes;             // the limit of nodes to search; 0 = none
    uint32_t time_ms;           // the time limit in milliseconds; 0 = none
    const tsr_agent_host *host; // never NULL
} tsr_query;

typedef enum tsr_value_kind {
    TSR_VALUE_INT = 0, // "4", "10k", "2M"
    TSR_VALUE_TIME,    // "200ms", "1.5s", "2m"; stored in milliseconds
    TSR_VALUE_REAL,    // "1.4"
    TSR_VALUE_FLAG,    // yes or no; the name alone means yes
    TSR_VALUE_TEXT     // text without commas; the last option may contain commas
} tsr_value_kind;

// An option of an agent, given in its spec.
typedef struct tsr_agent_option {
    const char *name;
    const char *help;
    int32_t kind; // tsr_value_kind
    int32_t pad;
    double def, min, max; // TEXT: unused
} tsr_agent_option;

typedef struct tsr_value {
    double number;    // all kinds but TEXT
    const char *text; // TEXT only, "" if not given; valid until the agent is closed
} tsr_value;

// The part of its budget that a search grants to a player whose advice it asks for.
typedef struct tsr_lease {
    void *self;
    double share; // of the whole budget, 0 to 1: stop when `used` has reached it
    // Adds `nodes` to the count and returns the share used so far; 0 reads the clock.
    double (*used)(void *self, int nodes);
} tsr_lease;

typedef struct tsr_agent_type tsr_agent_type;

enum {                           // tsr_agent_type.flags
    TSR_AGENT_QUICK = 1u << 0,   // takes microseconds: a search may ask it at every step
    TSR_AGENT_TRUSTED = 1u << 1, // searches of its game ask it by default
};

enum { TSR_AGENT_OPTIONS = 16 };

typedef struct tsr_agent {
    const tsr_agent_type *type;
    const tsr_rules *rules; // must outlive the agent
    const tsr_alloc *alloc;
    tsr_value value[TSR_AGENT_OPTIONS]; // in the order of type->options
    void *self;                         // data of the type
    char *spec;                         // the text the values point into
    size_t spec_size;
} tsr_agent;

struct tsr_agent_type {
    uint32_t size;     // sizeof(tsr_agent_type)
    uint32_t abi;      // TSR_ABI
    const char *name;  // "mcts"
    const char *about; // one line for `tessera list`
    const char *game;  // the only game it plays; NULL = every game
    uint32_t option_count;
    uint32_t flags; // TSR_AGENT_QUICK ...
    const tsr_agent_option *options;

    // opt. Allocates `a->self`; the other members of `a` are already set. On failure it frees what
    // it has allocated.
    tsr_err (*open)(tsr_agent *a, tsr_error *err);
    // opt. Frees `a->self`.
    void (*close)(tsr_agent *a);
    // opt. A new match begins; the agent plays seat `who`.
    void (*start)(tsr_agent *a, int who);
    // opt. `by` (a player or TSR_CHANCE) made a move, which this seat sees as `seen` (possibly
    // masked); `view` is the seat's view after it. Answers of others to a simultaneous decision
    // are told again, before the last one, as far as they may then be seen.
    void (*event)(tsr_agent *a, int by, tsr_move seen, const void *view);
    // opt, for searches that ask this player: the expected utility of each player, 0 to 1, in a
    // full state or a guess; replaces the game's heuristic.
    void (*value)(tsr_agent *a, const void *state, float *out);
    // opt, for the same: as `choose`, within the budget of `lease`. The move is at least as good as
    // that of `choose`, and improves with the budget.
    tsr_err (*advise)(tsr_agent *a, const tsr_query *q, const tsr_lease *lease, tsr_move *out,
                      tsr_error *err);
    // Chooses a move. If it returns an error, the referee applies the policy of the seat, as after
    // an illegal move.
    tsr_err (*choose)(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err);
    // opt. The match is over: how ("rules", "forfeit", "resigned", "agreed"), and the ranks and
    // scores of all players. Call tsr_agent_end instead: tables of older plugins lack this slot.
    void (*end)(tsr_agent *a, const char *how, const tsr_result *result);
};

static inline void tsr_agent_end(tsr_agent *a, const char *how, const tsr_result *result) {
    if (a->type->size > offsetof(tsr_agent_type, end) && a->type->end) {
        a->type->end(a, how, result);
    }
}

// The length of the name in a spec: 4 for "mcts:time=1s".
size_t tsr_agent_spec_name(const char *spec);

// Opens an agent of `type` for `rules` with the options in `spec`, whose name is ignored. Free *out
// with tsr_agent_close.
TSR_NODISCARD tsr_err tsr_agent_open(const tsr_agent_type *type, const char *spec,
                                     const tsr_rules *rules, const tsr_alloc *alloc,
                                     tsr_agent **out, tsr_error *err);
void tsr_agent_close(tsr_agent *a); // NULL is allowed

#ifdef __cplusplus
}
#endif

#endif
