// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_EXEC_CHECK_H
#define TSR_AGENTS_EXEC_CHECK_H

// Does a program keep the player protocol (docs/protocol.md)? Runs it through every
// rule there is and says which it keeps: for bot writers, before a tournament does.

#include <tessera/agent.h>

typedef enum exec_verdict {
    EXEC_KEEPS = 0, // as it should be
    EXEC_ADVICE,    // allowed, but better otherwise
    EXEC_BREAKS     // this will lose games
} exec_verdict;

// Called for each rule, in order. `rule` is a sentence; `detail` says what went wrong,
// "" if nothing did. Both are borrowed.
typedef void exec_report(void *self, exec_verdict verdict, const char *rule, const char *detail);

typedef struct exec_check_config {
    const char *command;
    const tsr_rules *const *rules; // games to play, at least one
    int rules_count;
    int games;         // of each
    uint32_t move_ms;  // time for a move
    uint32_t patience; // all other limits are so many times as long; 0 is 1
    uint64_t seed;
    exec_report *report;
    void *self;
} exec_check_config;

// Returns how many rules the program breaks. Takes a bounded time.
int exec_check(const exec_check_config *config);

#endif
