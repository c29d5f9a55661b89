// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_STANDINGS_H
#define TSR_CLI_STANDINGS_H

// The report of a tournament: who is how strong, who beat whom. As text, as one JSON object, as a picture.

#include <tessera/tessera.h>

#include "arena/sprt.h"
#include "arena/tournament.h"
#include "cli/exit.h"

typedef struct standings {
    const tsr_rules *r;
    const tournament_config *config;
    const tournament_report *report;
    const char *openings; // in words
    const sprt *test;     // of two players, or NULL
} standings;

void standings_print(const standings *s);
void standings_print_json(const standings *s);
cli_exit standings_write_svg(const standings *s, const char *path);

#endif
