// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_UCI_ENGINE_H
#define TSR_CLI_UCI_ENGINE_H

// The parts of `tessera uci` that know each other: the engine's memory, its options, and
// how a search is asked for.
//
// An agent answers one question: what is best here? Where a program wants less (`searchmoves`) or more
// (`MultiPV`), every move in question is played and the position behind it is searched by itself, in
// rounds of growing length; then they are ranked (uci_root.c).

#include <stddef.h>
#include <stdint.h>

#include <tessera/agent.h>
#include <tessera/registry.h>
#include <tessera/rules.h>

enum { UCI_INPUT = 1 << 18, UCI_LINES = 64 }; // the most that MultiPV may ask for

typedef struct uci_engine {
    const tsr_rules *r;
    const tsr_registry *registry;
    const char *spec; // of the agent, as given
    tsr_agent *agent;
    void *state, *next;
    int bad_position; // what came last could not be read: there is nothing to think about
    // Options.
    int64_t hash_mb, threads, lines; // 0 = as the agent has it
    // The question.
    int64_t depth;   // "go depth", 0 = as deep as can be
    int deep_enough; // and it has been reached
    int quiet;       // the agent's own lines are not shown
    float win;       // what the player on turn expects, by the agent's last line
    uint32_t seen_depth;
    uint64_t seen_nodes;
    tsr_move line[64]; // that line
    int line_count;
    // Lines from outside, `size` bytes so far.
    char input[UCI_INPUT];
    size_t size;
    int ended; // the end of the input
} uci_engine;

// --- Lines (uci_line.c) ----------------------------------------------------------------

// Says a line to the program on the other side.
void uci_say(const char *format, ...) TSR_PRINTF(1, 2);

// Reads what there is, waiting `ms` at most (-1 = for ever).
void uci_read(uci_engine *e, int ms);

// Takes the next whole line into `line`; 0 = there is none.
int uci_take_line(uci_engine *e, char *line);

// Whether a line has come that ends the thinking; the second reads first, and knows other reasons to end.
int uci_is_told_to_stop(uci_engine *e);
int uci_is_stopped(void *self);

// --- The agent and its options (uci_options.c) -----------------------------------------

// Opens the agent with the options that are set. On failure the one before stays.
TSR_NODISCARD tsr_err uci_open_agent(uci_engine *e, tsr_error *err);

// The `option` lines, and `setoption name N value V`.
void uci_say_options(const uci_engine *e);
void uci_set_option(uci_engine *e, const char *words);

// --- Questions (uci_ask.c, uci_root.c) -------------------------------------------------

// Asks the agent about `state` within these limits; 0 = it failed, and was said to.
int uci_ask(uci_engine *e, const void *state, uint64_t nodes, uint32_t time_ms, tsr_move *out);

// "info depth ... pv ..." of a line that begins with `first` (or with none) in the engine's position.
void uci_say_line(uci_engine *e, int number, float win, uint32_t depth, uint64_t nodes,
                  uint32_t time_ms, const tsr_move *line, int count);

// Searches the `n` moves each by itself and says the best `e->lines` of them. Returns the best.
tsr_move uci_search_moves(uci_engine *e, const tsr_move *moves, int n, uint64_t nodes,
                          uint32_t time_ms);

#endif
