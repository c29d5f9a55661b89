// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_AWAY_H
#define TSR_CLI_AWAY_H

// Games played on other machines: `--queue postgres://...`. What is to be played is written as a brief
// (brief.h) into a queue (queue.h), where workers (worker.h) find it.

#include "arena/crew_away.h"
#include "cli/series_options.h"
#include "cli/table.h"

enum { CLI_AWAY_WHY = 200 };

typedef struct cli_away {
    struct queue *queue; // NULL: everything is played here
    crew_away face;      // what series and judges see of it
    buffer about;        // the part of the brief that they do not know
    int64_t run;
    uint64_t begun_ms, beat_ms;
    int hinted;
    int keeps; // what was collected stays in the queue until all is done: the owner keeps no part of it
    char refusal[CLI_AWAY_WHY]; // of a worker, as it was told
    // For whoever shows progress.
    int workers;
    uint64_t waiting, again;
    void (*tell)(void *self); // opt. Once a second
    void *self;
} cli_away;

// Opens the queue at `url`; NULL is fine. Complains by itself.
cli_exit cli_away_open(cli_away *a, const char *url);
void cli_away_close(cli_away *a); // a zeroed one is fine

// Says which game this is.
cli_exit cli_away_game(cli_away *a, const cli_table *t, const cli_list *options);

// The same, and how its games begin and end.
cli_exit cli_away_about(cli_away *a, const cli_table *t, const cli_list *options,
                        const cli_series *series, const cli_series_values *v, const char *position);

// For series_config and its like; NULL if everything is played here.
const crew_away *cli_away_face(const cli_away *a);

// What bytes of results must be like, to be of use to each other: a word for queue_begin.
const char *cli_away_build(void);

#endif
