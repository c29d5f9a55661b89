// SPDX-License-Identifier: MIT
// A bot's thought and a password, as one call each.
#include "server/jobs.h"

#include <sodium.h>
#include <string.h>

#include <tessera/host.h>

static uint64_t now_us(void *self) {
    (void)self;
    return tsr_now_us();
}

void jobs_think(hub_thought *job, int (*stopped)(void *self), void *self) {
    const tsr_agent_host host = {.self = self, .now_us = now_us, .stopped = stopped};
    const tsr_query q = {.view = job->view,
                         .who = job->seat,
                         .seed = job->seed,
                         .time_ms = job->time_ms,
                         .host = &host};
    tsr_agent *agent = NULL;
    tsr_error err;
    job->failed = 1;
    if (!job->type ||
        tsr_agent_open(job->type, job->spec, job->entry->rules, NULL, &agent, &err) != TSR_OK) {
        return;
    }
    if (agent->type->start) {
        agent->type->start(agent, job->seat);
    }
    job->failed = agent->type->choose(agent, &q, &job->answer, &err) != TSR_OK;
    tsr_agent_close(agent);
}

void jobs_secret(hub_secret *job) {
    enum { PASSES = 2, MEMORY = 19 << 20 };
    if (job->hash[0]) {
        job->matches =
            crypto_pwhash_str_verify(job->hash, job->password, strlen(job->password)) == 0;
    }
    if (job->fresh[0]) {
        job->failed = crypto_pwhash_str_alg(job->fresh_hash, job->fresh, strlen(job->fresh), PASSES,
                                            MEMORY, crypto_pwhash_ALG_ARGON2ID13) != 0;
    }
}
