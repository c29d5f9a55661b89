// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_EXEC_INFO_H
#define TSR_AGENTS_EXEC_INFO_H

// Reading the info lines of programs: "depth 4 nodes 1000 win 0.4 0.6 note white is better".

#include <tessera/agent.h>

// Unknown words are skipped with their value; a note takes the rest of the line and points into
// it. Nothing can go wrong: what makes no sense is left at 0.
void exec_info_read(const char *line, int players, tsr_agent_info *out);

#endif
