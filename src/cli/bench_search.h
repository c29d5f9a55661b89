// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_BENCH_SEARCH_H
#define TSR_CLI_BENCH_SEARCH_H

// bench --search: how fast agents think on one core, in CPU time.

#include "cli/table.h"

// Measures the games named in `call`, or all, for `seconds` each, and prints a line or a JSON
// object a game. `t` is ready, nothing is opened.
cli_exit bench_search(cli_table *t, const cli_call *call, const cli_game_values *game,
                      double seconds, int json);

#endif
