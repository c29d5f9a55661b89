// SPDX-License-Identifier: MIT
// A bot's thought and a password, as one call each.
#include "server/jobs.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

#include <tessera/host.h>

#include "server/faults.h"

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

// --- Files -------------------------------------------------------------------

static uint64_t worked_us(void) {
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// Everything that is wrong, for its author. Verbs of plugins are known only to rules that are
// opened: then the first mistake must do.
static void find_faults(hub_file *job) {
    enum { REPORT_MAX = 64 << 10 };
    const tsr_game_more *more = job->setup.game->more;
    if (!more || !more->data_faults || more->extras || !buffer_reserve(&job->faults, REPORT_MAX)) {
        return;
    }
    (void)more->data_faults(job->text, job->setup.data_size, rules_file_option(job->setup.game),
                            job->faults.bytes, REPORT_MAX);
    job->faults.size = strlen(job->faults.bytes);
}

static void tell_things(hub_file *job) {
    const tsr_rules *r = job->entry->rules;
    int n = r->more.things(r, NULL, 0);
    if (n > 0 && buffer_reserve(&job->things, (size_t)n + 1)) {
        (void)r->more.things(r, job->things.bytes, (size_t)n + 1);
        job->things.size = (size_t)n;
    }
}

void jobs_file(hub_file *job) {
    uint64_t begun = worked_us();
    if (job->report) {
        find_faults(job);
    }
    if (!job->faults.size || !faults_any(buffer_text(&job->faults))) {
        job->entry = rules_cache_take(job->cache, &job->setup, &job->err);
    }
    if (job->report && job->entry) {
        tell_things(job);
    }
    job->cost_us = (uint32_t)(worked_us() - begun);
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
