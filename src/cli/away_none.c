// SPDX-License-Identifier: MIT
// No games on other machines: this program was built without libpq.
#include <string.h>

#include "cli/away.h"
#include "cli/worker.h"

static cli_exit refuse(void) {
    cli_complain("this program was built without PostgreSQL (libpq): it knows no queue");
    return CLI_USAGE;
}

cli_exit cli_away_open(cli_away *a, const char *url) {
    memset(a, 0, sizeof *a);
    return url ? refuse() : CLI_OK;
}

void cli_away_close(cli_away *a) {
    memset(a, 0, sizeof *a);
}

cli_exit cli_away_game(cli_away *a, const cli_table *t, const cli_list *options) {
    (void)a;
    (void)t;
    (void)options;
    return CLI_OK;
}

cli_exit cli_away_about(cli_away *a, const cli_table *t, const cli_list *options,
                        const cli_series *series, const cli_series_values *v,
                        const char *position) {
    (void)a;
    (void)t;
    (void)options;
    (void)series;
    (void)v;
    (void)position;
    return CLI_OK;
}

const crew_away *cli_away_face(const cli_away *a) {
    (void)a;
    return NULL;
}

cli_exit worker_run(const worker_config *config) {
    (void)config;
    return refuse();
}
