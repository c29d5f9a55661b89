// SPDX-License-Identifier: MIT
//
// `tessera version`: the program's version, and the contract's.
#include <stdio.h>

#include <tessera/game.h>

#include "cli/command.h"
#include "cli/json.h"

struct values {
    int json;
};

static const cli_option options[] = {
    CLI_ROW_FLAG("json", "as a JSON object", struct values, json),
};

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    if (v->json) {
        json j;
        json_begin(&j, "version");
        json_text(&j, "version", TSR_VERSION);
        json_int(&j, "abi_major", TSR_ABI_MAJOR);
        json_int(&j, "abi_minor", TSR_ABI_MINOR);
        json_end(&j, stdout);
    } else {
        printf("tessera %s (games: ABI %u.%u)\n", TSR_VERSION, TSR_ABI_MAJOR, TSR_ABI_MINOR);
    }
    return CLI_OK;
}

const cli_command cli_cmd_version = {
    .name = "version",
    .usage = "",
    .about = "Print the version.",
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
