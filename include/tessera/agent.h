// SPDX-License-Identifier: MIT
#ifndef TESSERA_AGENT_H
#define TESSERA_AGENT_H

// Agents: computer players.
//
// An agent knows the contract (game.h) and gets views, never the true state, so
// it cannot cheat. It is asked one question at a time through `choose` and told
// what happens through `event`. It allocates in `open`, not while it thinks. It
// reads no clock of its own: time, the wish to stop and `info` lines go through
// the host, so an agent runs unchanged in a server, a test and a browser.
//
// The same seed and the same node budget give the same move, always: an agent's
// only source of randomness is `query->seed`.
//
// An agent is written as a type (below) and named in a spec: "mcts:time=1s,threads=2".
// One agent sits on one seat and is used by one thread at a time.

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a search stands; for people to watch.
typedef struct tsr_agent_info {
    uint64_t nodes;
    uint32_t depth;
    uint32_t time_ms;
    float win[TSR_MAX_PLAYERS]; // expected utility of each player, 0 to 1
    const tsr_move *line;       // the expected moves, from this decision on; borrowed
    int line_count;
    const char *note; // free words, or NULL; borrowed
} tsr_agent_info;

// What an agent may ask of whoever runs it. Every member may be NULL.
typedef struct tsr_agent_host {
    void *self;
    uint64_t (*now_us)(void *self); // monotonic; NULL = there is no clock, use nodes
    int (*stopped)(void *self);     // non-zero = answer at once with the best so far
    void (*info)(void *self, const tsr_agent_info *info);
    // What the agent answered, word for word, where it answers in words (exec) and they are no
    // legal move on its view; `why` says why not. Called before `choose` returns, so that
    // the record can have the words and the reason.
    void (*refused)(void *self, const char *text, const tsr_line *why);
} tsr_agent_host;

// One question.
typedef struct tsr_query {
    const void *view; // what `who` sees; borrowed until `choose` returns
    int who;
    uint64_t seed;              // the only randomness there is
    uint64_t nodes;             // search at most so many nodes; 0 = no limit
    uint32_t time_ms;           // answer within; 0 = no limit
    const tsr_agent_host *host; // never NULL
} tsr_query;

typedef enum tsr_value_kind {
    TSR_VALUE_INT = 0, // "4", "10k", "2M"
    TSR_VALUE_TIME,    // "200ms", "1.5s", "2m": milliseconds
    TSR_VALUE_REAL,    // "1.4"
    TSR_VALUE_FLAG,    // yes or no; the bare word means yes
    TSR_VALUE_TEXT     // anything without a comma; the last option may hold commas
} tsr_value_kind;

// An option of an agent, as written in its spec.
typedef struct tsr_agent_option {
    const char *name;
    const char *help;
    int32_t kind; // tsr_value_kind
    int32_t pad;
    double def, min, max; // TEXT: unused
} tsr_agent_option;

typedef struct tsr_value {
    double number;    // all kinds but TEXT
    const char *text; // TEXT only, "" if not given; lives as long as the agent
} tsr_value;

// Time that a search lends to a player whose advice it asks for.
typedef struct tsr_lease {
    void *self;
    double share; // of the search's whole budget: think no longer than until so much is used up
    // Counts `nodes` more and tells the share that is used up; with 0 it looks at the clock.
    double (*used)(void *self, int nodes);
} tsr_lease;

typedef struct tsr_agent_type tsr_agent_type;

enum {                           // tsr_agent_type.flags
    TSR_AGENT_QUICK = 1u << 0,   // answers in microseconds, so a search may ask it at every step
    TSR_AGENT_TRUSTED = 1u << 1, // searches of its game ask it unless told otherwise
};

enum { TSR_AGENT_OPTIONS = 16 };

typedef struct tsr_agent {
    const tsr_agent_type *type;
    const tsr_rules *rules; // kept: must outlive the agent
    const tsr_alloc *alloc;
    tsr_value value[TSR_AGENT_OPTIONS]; // in the order of type->options
    void *self;                         // the type's own
    char *spec;                         // the text the values point into
    size_t spec_size;
} tsr_agent;

struct tsr_agent_type {
    uint32_t size;     // sizeof(tsr_agent_type)
    uint32_t abi;      // TSR_ABI
    const char *name;  // "mcts"
    const char *about; // one line for `tessera list`
    const char *game;  // plays only this game; NULL = every game
    uint32_t option_count;
    uint32_t flags; // TSR_AGENT_QUICK ...
    const tsr_agent_option *options;

    // opt. Allocates `a->self`; `a`'s other members are set. On failure it has
    // freed what it allocated.
    tsr_err (*open)(tsr_agent *a, tsr_error *err);
    // opt. Frees `a->self`.
    void (*close)(tsr_agent *a);
    // opt. A new match begins, the agent sits on seat `who`.
    void (*start)(tsr_agent *a, int who);
    // opt. Something happened: `by` (a player or TSR_CHANCE) made a move that this
    // seat sees as `seen` (maybe masked); `view` is the seat's view afterwards.
    void (*event)(tsr_agent *a, int by, tsr_move seen, const void *view);
    // opt, for searches that ask this player: expected utility of each player, 0 to 1, in a full
    // state or a guess; used instead of the game's heuristic.
    void (*value)(tsr_agent *a, const void *state, float *out);
    // opt, for the same: as `choose`, but with time to spare. At least as good as what `choose`
    // answers, and better the longer the lease.
    tsr_err (*advise)(tsr_agent *a, const tsr_query *q, const tsr_lease *lease, tsr_move *out,
                      tsr_error *err);
    // Chooses a move. An error means "I have failed"; the referee has a policy for it,
    // as it has for an illegal answer.
    tsr_err (*choose)(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err);
    // opt. The match is over: how ("rules", "forfeit", "resigned", "agreed") and everybody's
    // rank and score. Callers use tsr_agent_end, since tables of older plugins end before it.
    void (*end)(tsr_agent *a, const char *how, const tsr_result *result);
};

static inline void tsr_agent_end(tsr_agent *a, const char *how, const tsr_result *result) {
    if (a->type->size > offsetof(tsr_agent_type, end) && a->type->end) {
        a->type->end(a, how, result);
    }
}

// Finds the name in a spec such as "mcts:time=1s": its length.
size_t tsr_agent_spec_name(const char *spec);

// Opens an agent of `type` for `rules` with the options in `spec` (the name is
// not looked at). *out is new: free with tsr_agent_close.
TSR_NODISCARD tsr_err tsr_agent_open(const tsr_agent_type *type, const char *spec,
                                     const tsr_rules *rules, const tsr_alloc *alloc,
                                     tsr_agent **out, tsr_error *err);
void tsr_agent_close(tsr_agent *a); // NULL is fine

#ifdef __cplusplus
}
#endif

#endif
