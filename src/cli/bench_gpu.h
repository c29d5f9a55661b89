// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_BENCH_GPU_H
#define TSR_CLI_BENCH_GPU_H

// bench --gpu: random games and steps on NVIDIA's GPU.

#include "cli/table.h"

cli_exit bench_gpu(cli_table *t, const cli_call *call, const cli_game_values *v, double seconds,
                   int as_json);

#endif
