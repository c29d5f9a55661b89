// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_EXEC_H
#define TSR_AGENTS_EXEC_H

// What can be asked of an agent of type exec beside playing: how often its program
// has failed, each kind counted apart, since it was opened.

#include <tessera/agent.h>

typedef struct exec_faults {
    uint32_t crash;     // ended, or could not be started
    uint32_t hang;      // no answer at all
    uint32_t late;      // an answer, but only after "stop", or to an old question
    uint32_t illegal;   // a move that is not allowed
    uint32_t malformed; // an answer that cannot be read
    uint32_t flood;     // far too much output
} exec_faults;

exec_faults exec_count(const tsr_agent *a);

// What the program calls itself; "" if it did not say.
const char *exec_name(const tsr_agent *a);

#endif
