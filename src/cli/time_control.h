// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_TIME_CONTROL_H
#define TSR_CLI_TIME_CONTROL_H

// Clocks as people write them: "500ms" or "2s" for every move; "5m+3s" for a whole game and
// what every move adds.

#include <tessera/match.h>

#include "cli/command.h"

// NULL = no clock. Complains about anything else it cannot read.
cli_exit cli_read_clock(const char *text, tsr_clock *out);

// The option's row; `member` is a const char *.
#define CLI_ROW_CLOCK(type, member)                                                                \
    CLI_ROW_TEXT("time", "T", "clocks: 1s for each move, or 5m+3s a game and what each move adds", \
                 type, member)

#endif
