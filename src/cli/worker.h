// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_WORKER_H
#define TSR_CLI_WORKER_H

// `tessera worker`: processes that do pieces of whatever is in a queue (queue.h).
//
//     the parent   renews the leases of its children, and starts another where one died
//     a child      claims pieces, does them, says what came of them; one after another
//
// A child that dies costs its piece a try, not the others their work. A parent that dies takes
// nothing with it: its children notice and end, and their leases run out.

#include "cli/errand.h"

typedef struct worker_config {
    const char *url;
    errand_means means;
    int jobs; // processes
    int lease_ms;
    int64_t idle_s; // it ends when there was nothing to do for so long; -1 = never
    int quiet;
} worker_config;

// Until it is told to end. Complains by itself.
cli_exit worker_run(const worker_config *config);

// What a child does, under its number; until its parent is gone, or there is nothing to do.
cli_exit worker_toil(const worker_config *config, int64_t number, long parent);

#endif
