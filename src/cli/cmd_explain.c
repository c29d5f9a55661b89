// SPDX-License-Identifier: MIT
//
// `tessera explain`: the long words for a message of the rules compiler.
#include <stdio.h>
#include <stdlib.h>

#include <tessera/lang.h>

#include "cli/command.h"

static cli_exit run(const cli_call *call) {
    char *end = NULL;
    long n = strtol(call->argv[0], &end, 10);
    const char *text = *end || n < 0 || n > 1000 ? NULL : tsr_lang_explain((int)n);
    if (!text) {
        cli_complain("there is no message number '%s'; the compiler prints them: error 4",
                     call->argv[0]);
        return CLI_USAGE;
    }
    (void)fputs(text, stdout);
    return CLI_OK;
}

const cli_command cli_cmd_explain = {
    .name = "explain",
    .usage = "NUMBER",
    .about = "Explain a message of the rules compiler, with an example.",
    .examples = "  tessera explain 4\n",
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
