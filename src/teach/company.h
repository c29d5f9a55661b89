// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_COMPANY_H
#define TSR_TEACH_COMPANY_H

// Agents at the table of a network that learns: those it plays against, and the one that teaches it.
//
// Each seat has an agent of its own, opened when it first takes part. It is told what its seat sees of the game,
// like at any match, and its luck depends on the seed of the game alone: games are the same in whatever
// order and in however many processes they are played. There is no clock, so agents that are given time count
// nodes instead.
//
// One thread at a time. Agents that are programs belong to the process in which they were first asked.

#include <tessera/agent.h>
#include <tessera/registry.h>
#include <tessera/rules.h>

// With whom a network learns. Words are kept; NULL or "" = nobody.
typedef struct tuition {
    const tsr_registry *registry;
    const char *against; // agent on the other seats; nobody: the network sits on all
    uint32_t seats;      // of the network, if there are others
    const char *teacher; // agent whose moves are to be learned, instead of what came of moves
    double led; // share of decisions at which its move is played, too, where something is hidden
} tuition;

static inline int tuition_has(const char *spec) {
    return spec && spec[0];
}

typedef struct company company;

// For agents of `spec`, none of which is opened yet. All is kept. *out is new: company_close.
TSR_NODISCARD tsr_err company_open(const tsr_rules *r, const tsr_registry *registry,
                                   const char *spec, company **out, tsr_error *err);
void company_close(company *c); // NULL is fine

// Closes the agents; they are opened again when they are needed. NULL is fine.
void company_leave(company *c);

// A game begins, in which agents have taken these seats (bits).
TSR_NODISCARD tsr_err company_begin(company *c, uint32_t taken, uint64_t seed, tsr_error *err);

// What an agent says.
typedef struct company_answer {
    tsr_move move;              // legal
    int expects;                // whether it also said
    float win[TSR_MAX_PLAYERS]; // what everybody can expect, 0 to 1
} company_answer;

// Asks the agent of seat `who`, whose view this is.
TSR_NODISCARD tsr_err company_ask(company *c, const void *view, int who, company_answer *out,
                                  tsr_error *err);

// The same, when these are the moves: *place is where its move stands.
TSR_NODISCARD tsr_err company_place(company *c, const void *view, int who, const tsr_move *moves,
                                    int count, company_answer *out, int *place, tsr_error *err);

// `by` has made a move, which led from one state to the other. NULL is fine.
void company_tell(company *c, const void *before, int by, tsr_move m, const void *after);

// The game is over. NULL is fine.
void company_end(company *c, const void *state);

#endif
