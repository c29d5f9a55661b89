// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_SEATS_H
#define TSR_ARENA_SEATS_H

// Agents at a match: asks them, submits what they answer, and tells them what
// happens. Everything that lets programs play goes through here, in a terminal
// game as in ten thousand games between bots.
//
//     referee  --- view, seed --->  seats  --- query --->  agent
//              <-- submit, fail --         <-- move ----
//              --- plies --------->        --- event -->   (what the seat sees)
//
// An agent gets views and masked moves only. Its seed depends on the match, the
// decision and the *name* on its seat, so a player keeps its luck wherever it
// sits, two equal players do not mirror each other, and a match resumed from its
// record goes on as it would have.
//
// Not thread-safe: one owner. Match and agents are borrowed.

#include <tessera/agent.h>
#include <tessera/match.h>
#include <tessera/registry.h>

#include "arena/pace.h"

typedef struct seats {
    const tsr_rules *rules;
    tsr_match *match;
    tsr_agent *agent[TSR_MAX_PLAYERS]; // NULL = not a program's seat
    uint64_t salt[TSR_MAX_PLAYERS];    // from the seats' names
    // Set by the owner after seats_init; all optional.
    tsr_agent_host host;
    uint64_t (*now_ms)(void); // NULL = time stands still, and records do not vary
    uint64_t nodes;           // limits of one answer; 0 = none
    uint32_t time_ms;         // a seat's clock may allow less
    pace *pace;               // NULL = nobody at the table can measure time
    // What the agents have been told.
    int listeners;                // agents that want events
    int told;                     // plies
    int told_end;                 // and how it ended
    int answers;                  // of these plies the last so many, to a decision still open
    unsigned char *mirror, *view; // the state after `told` plies; scratch
} seats;

// What became of a question to an agent.
typedef struct seats_reply {
    tsr_answer answer;
    tsr_move move; // as answered
    tsr_line why;  // if it was illegal
    int failed;    // the agent gave no answer: see `error`
    tsr_error error;
} seats_reply;

TSR_NODISCARD tsr_err seats_init(seats *s, const tsr_rules *rules);
void seats_deinit(seats *s);

// A match begins, or has been loaded or stepped back: `agent[i]` takes seat i and
// is told everything that has happened so far.
void seats_begin(seats *s, tsr_match *match, tsr_agent *const *agent);

// Seats whose answer is missing and which an agent can give.
uint32_t seats_waiting(const seats *s);

// Asks the agent on `seat`, one of seats_waiting, and submits its answer. An
// error means that the match could not take it (the record cannot be written).
TSR_NODISCARD tsr_err seats_ask(seats *s, int seat, seats_reply *reply);

// Tells the agents about plies made since the last call, and at the end, once, how it
// ended: call it once more when nobody is waited for.
void seats_tell(seats *s);

// Opens the agent named in `spec` for `rules`; refuses one that plays another
// game. *out is new: free with tsr_agent_close.
TSR_NODISCARD tsr_err seats_open_agent(const tsr_registry *reg, const char *spec,
                                       const tsr_rules *rules, tsr_agent **out, tsr_error *err);

#endif
