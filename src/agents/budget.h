// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_BUDGET_H
#define TSR_AGENTS_BUDGET_H

// How long an agent may think about one question: nodes, time, and the host's
// wish to stop, behind one cheap call per node.
//
// What the spec says ("nodes=10k,time=1s") and what the question says both hold;
// the tighter one counts. Nodes are counted exactly, so that a node budget always
// gives the same search. The clock and the host's flag are looked at about once
// a millisecond, however slow a node is: the distance between two looks adapts.

#include <tessera/agent.h>

typedef struct budget {
    const tsr_query *q; // borrowed while `choose` runs
    uint64_t nodes;     // spent so far
    uint64_t look_at;   // the number of nodes at which to look again
    uint64_t node_limit;
    uint64_t start_us, deadline_us, last_us;
    uint64_t interval; // nodes between two looks
    int spent;         // sticky: answer now
    int exact;         // nodes are the limit, so the answer must not depend on time
    uint64_t say_at;   // exact: the number of nodes at which to speak next
    uint64_t said_us;  // otherwise: when it spoke last
} budget;

enum {
    BUDGET_TIME_MS = 1000, // when nobody set a limit and there is a clock
    BUDGET_NODES = 20000   // when nobody set a limit and there is none
};

// `nodes` and `time_ms` come from the agent's own options; 0 = not given.
void budget_begin(budget *b, const tsr_query *q, uint64_t nodes, uint32_t time_ms);

// Looks at the clock and at the host; called by budget_spend.
void budget_look(budget *b);

// Milliseconds since the question came; 0 without a clock.
uint32_t budget_elapsed_ms(const budget *b);

// The share of the budget that is used up, from 0 to 1.
double budget_share(const budget *b);

// Counts a node. Non-zero = this node may not be searched any more.
static inline int budget_spend(budget *b) {
    if (b->nodes >= b->look_at) {
        budget_look(b);
    }
    b->nodes += !b->spent;
    return b->spent;
}

// Whether to tell the host now how the search stands. Where nodes are the limit that depends on their
// number alone (1024, 2048, 4096, ...), so that not even what is said depends on how busy the
// machine is; otherwise it is due four times a second.
int budget_speaks(budget *b);

// For long work inside one node: has time run out? Nodes do not count here, so
// the last node of a node budget is searched to its end.
int budget_late(budget *b);

#endif
