// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_BENCH_BATCH_H
#define TSR_CLI_BENCH_BATCH_H

// `tessera bench --batch`: steps a second of many games at once, with masks and planes.

#include "cli/table.h"

cli_exit bench_batch(cli_table *t, const cli_call *call, const cli_game_values *v, uint32_t games,
                     double seconds, int as_json);

#endif
