// SPDX-License-Identifier: MIT
// The hub's life and its time.
#include "server/hub.h"

#include <stdlib.h>

#include "server/hub_impl.h"

// --- Life --------------------------------------------------------------------

// What takes long is done in turn of who pays for it.
static int make_tables(hub *h) {
    int bots = h->config.bots_at_once, secrets = h->config.secrets_at_once;
    const fair_limits thinking = {.running = bots, .running_each = bots > 1 ? bots / 2 : 1};
    const fair_limits hashing = {.running = secrets,
                                 .running_each = secrets > 1 ? secrets / 2 : 1,
                                 .waiting = LIMIT_SECRETS,
                                 .waiting_each = LIMIT_SECRETS_EACH};
    const fair_limits reading = {
        .running = h->config.asks_at_once, .waiting = LIMIT_ASKS, .waiting_each = LIMIT_ASKS_EACH};
    const fair_limits looking = {
        .running = 1, .waiting = LIMIT_FILES_WAIT, .waiting_each = LIMIT_FILES_EACH};
    h->files = fair_new(&looking);
    h->bots = fair_new(&thinking);
    h->secrets = fair_new(&hashing);
    h->asks = fair_new(&reading);
    h->summaries = summaries_new();
    h->pairs = calloc(PAIR_SLOTS, sizeof *h->pairs);
    h->guesses = calloc(GUESS_SLOTS, sizeof *h->guesses);
    h->friends = calloc(FRIEND_SLOTS, sizeof *h->friends);
    return h->host.state && h->host.after && h->host.walk && h->summaries && h->friends &&
           h->bots && h->secrets && h->asks && h->files && h->pairs && h->guesses;
}

tsr_err hub_new(const hub_config *config, hub **out, tsr_error *err) {
    hub *h = calloc(1, sizeof *h);
    if (!h) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    h->config = *config;
    h->config.push_key = config->push_key ? config->push_key : "";
    h->config.origin = config->origin ? config->origin : "";
    h->io = config->io;
    h->store = config->store;
    h->reader = store_glance(h->store);
    h->epoch = 1;
    h->now_ms = h->play_ms = config->now_ms;
    h->wall_s = config->wall_s;
    wire_scene_init(&h->scene, NULL);
    buffer_init(&h->text, NULL);
    buffer_init(&h->out, NULL);
    rules_cache_init(&h->rules);
    hub_host_init(h);
    hub_random(h, &h->salt, sizeof h->salt);
    hub_random(h, h->guest_key, sizeof h->guest_key);
    tsr_err e = make_tables(h) ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    e = e ? e : hub_town_open(h, err);
    e = e || config->asleep ? e : hub_rooms_resume(h, err);
    if (e) {
        hub_free(h);
        return e;
    }
    if (!config->asleep) {
        hub_events_resume(h);
    }
    *out = h;
    return TSR_OK;
}

void hub_free(hub *h) {
    if (!h) {
        return;
    }
    hub_bots_deinit(h);
    hub_secrets_deinit(h);
    hub_loads_deinit(h);
    hub_files_deinit(h);
    hub_programs_deinit(h);
    hub_events_deinit(h);
    hub_notices_deinit(h);
    hub_gather_deinit(h); // before the cache of its rules
    hub_rooms_deinit(h);
    hub_sleep_deinit(h);
    rules_cache_deinit(&h->rules);
    summaries_free(h->summaries);
    map_free(&h->conns);
    map_free(&h->sessions);
    free(h->endings);
    free(h->claims);
    free(h->rated);
    map_free(&h->ips);
    free(h->pairs);
    free(h->guesses);
    free(h->friends);
    free(h->seeks);
    bytes_drop(h->lobby);
    hub_outbox_deinit(h);
    hub_town_close(h);
    wire_scene_deinit(&h->scene);
    buffer_deinit(&h->text);
    buffer_deinit(&h->out);
    free(h);
}

// --- Time --------------------------------------------------------------------

// After a standstill the moves that wait in the sockets come first.
static void tick_rooms(hub *h) {
    enum { CATCH_UP_MS = 200 };
    size_t at = 0;
    const map_slot *s;
    if (h->stall_ms && h->now_ms - h->stall_ms < CATCH_UP_MS) {
        return;
    }
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room_tick(s->value, h->play_ms);
    }
}

// Addresses that have been quiet for an hour are forgotten.
static void sweep_ips(map *m, uint64_t now_ms) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(m, &at)) != NULL) {
        hub_ip *p = s->value;
        if (p->sockets == 0 && now_ms - p->seen_ms > 3600000) {
            free(map_remove(m, s->key));
            at--; // another entry may have moved up into the gap
        }
    }
}

// The hub's own reads are glances (a session, a rating); that they fail is not to be silent.
static void watch_reads(hub *h) {
    char why[200];
    if (store_read_trouble(h->reader, why, sizeof why)) {
        hub_note_damage(h, 0, why);
    }
}

void hub_tick(hub *h, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    tick_rooms(h);
    hub_tell_lobby(h);
    hub_hand_out(h);
    hub_programs_tick(h);
    hub_pool_tick(h);
    hub_events_tick(h);
    hub_notices_tick(h);
    hub_town_tick(h);
    watch_reads(h);
    if (h->now_ms - h->sweep_ms >= 5000) {
        h->sweep_ms = h->now_ms;
        hub_rooms_sweep(h);
        hub_sessions_sweep(h);
        if (h->ips.count > 10000) {
            sweep_ips(&h->ips, h->now_ms);
        }
    }
}
