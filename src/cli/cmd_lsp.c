// SPDX-License-Identifier: MIT
//
// lsp: the language server that editors start.
#include <unistd.h>

#include "cli/command.h"
#include "lsp/serve.h"

struct values {
    int64_t seconds;
    int stdio;
};

static const cli_option options[] = {
    CLI_ROW_INT("seconds", "N", "processor time for checking a file; six times that for its tests",
                struct values, seconds, 1, 600, 10),
    CLI_ROW_FLAG("stdio", "use standard input and output (always the case)", struct values, stdio),
};

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    if (isatty(STDIN_FILENO)) {
        cli_complain("tessera lsp is started by editors (docs/editors.md)");
        return CLI_USAGE;
    }
    lsp_limits limits = {(int)v->seconds, 6 * (int)v->seconds};
    return lsp_serve(STDIN_FILENO, STDOUT_FILENO, &limits) ? CLI_USAGE : CLI_OK;
}

const cli_command cli_cmd_lsp = {
    .name = "lsp",
    .usage = "",
    .about = "Run a language server for rules files: diagnostics, completion, hover, tests.",
    .details = "Speaks the Language Server Protocol through standard input and output.\n"
               "docs/editors.md describes the setup for VS Code, vim and others.\n",
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
