// SPDX-License-Identifier: MIT
// A bot's thought, a password, a file: one call each.
#include "server/jobs.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

#include <tessera/host.h>

#include "server/faults.h"
#include "server/room.h"

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

static void look_at_deck(hub_file *job) {
    if (job->report) {
        find_faults(job);
    }
    if (!job->faults.size || !faults_any(buffer_text(&job->faults))) {
        job->entry = rules_cache_take(job->cache, &job->setup, &job->err);
    }
    if (job->report && job->entry) {
        tell_things(job);
    }
}

// --- Records -----------------------------------------------------------------

// The rules that the record names, as this server has them; NULL with the reason in job->err.
static rules_entry *rules_of_record(hub_file *job) {
    tsr_record rec;
    tsr_setup setup;
    rules_entry *entry = NULL;
    if (tsr_record_read(job->text, strlen(job->text), NULL, &rec, &job->err) != TSR_OK) {
        return NULL;
    }
    const tsr_game *game = tsr_registry_game(job->registry, rec.game, &job->err);
    if (rec.data_name) {
        (void)tsr_fail(&job->err, TSR_ERR_ARGUMENT, "it was played with a file of its own");
    } else if (game && tsr_record_setup(&rec, game, &setup, &job->err) == TSR_OK) {
        entry = rules_cache_take(job->cache, &setup, &job->err);
    }
    tsr_record_free(&rec);
    return entry;
}

// The room has nothing written yet but what was missing at the record's end: the record goes before.
static int put_record_first(room *r, const char *text) {
    buffer whole;
    buffer_init(&whole, NULL);
    buffer_add(&whole, text, r->record.whole_size);
    buffer_add(&whole, buffer_text(&r->lines), r->lines.size);
    buffer_deinit(&r->lines);
    r->lines = whole;
    return !whole.failed;
}

// Every line is checked: whose turn it was, that each move was legal, and the result.
static tsr_err replay(hub_file *job, room *r) {
    tsr_error *err = &job->err;
    r->state = ROOM_LIVE; // until the record has told how it ended
    tsr_err e = room_resume(r, job->text, strlen(job->text), 0, err);
    if (!e && r->state != ROOM_OVER) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "the match is not over");
    }
    if (!e && !put_record_first(r, job->text)) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    return e;
}

static void play_record(hub_file *job) {
    room_host host = {.wall_s = &job->wall_s}; // the hub puts its own in
    rules_entry *entry = rules_of_record(job);
    room *r = entry ? room_new(&host, job->cache, entry, job->match) : NULL;
    if (entry && !r) {
        (void)tsr_fail(&job->err, TSR_ERR_MEMORY, "out of memory");
    }
    if (r) {
        r->host = NULL;
        r->offline = 1;
    }
    if (r && replay(job, r) != TSR_OK) {
        room_free(r);
        r = NULL;
    }
    job->room = r;
}

void jobs_file(hub_file *job) {
    uint64_t begun = worked_us();
    if (job->match) {
        play_record(job);
    } else {
        look_at_deck(job);
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
