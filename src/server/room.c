// SPDX-License-Identifier: MIT
// A room's life: from its first seat to the disk and away.
#include "server/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

room *room_new(room_host *host, rules_cache *cache, rules_entry *entry, uint64_t id) {
    room *r = calloc(1, sizeof *r);
    if (!r) {
        rules_cache_drop(cache, entry);
        return NULL;
    }
    r->id = id;
    r->host = host;
    r->cache = cache;
    r->entry = entry;
    r->players = entry->setup.players;
    memcpy(r->file_name, entry->file_name, sizeof r->file_name);
    r->made = r->updated = *host->wall_s;
    r->deadline_ms = UINT64_MAX;
    // Numbers of messages must not look familiar to a page that was here before a
    // restart, so they begin at the time.
    r->version = (uint64_t)*host->wall_s << 20;
    buffer_init(&r->lines, NULL);
    for (int p = 0; p < r->players; p++) {
        r->seat[p].kind = SEAT_OPEN;
    }
    return r;
}

void room_free(room *r) {
    if (!r) {
        return;
    }
    while (r->viewers) {
        viewer *v = r->viewers;
        r->viewers = v->next;
        free(v);
    }
    for (int p = 0; p < TSR_MAX_PLAYERS; p++) {
        room_plan_clear(r, p);
    }
    tsr_match_close(r->match);
    if (r->has_record) {
        tsr_record_free(&r->record);
    }
    rules_cache_drop(r->cache, r->entry);
    buffer_deinit(&r->lines);
    free(r->chat);
    free(r->late);
    free(r);
}

static tsr_err take_lines(void *self, const char *text, size_t size) {
    room *r = self;
    buffer_add(&r->lines, text, size);
    return r->lines.failed ? TSR_ERR_MEMORY : TSR_OK;
}

static void configure(room *r, tsr_match_config *config, uint64_t now_ms) {
    tsr_match_config_init(config, r->entry->rules);
    config->seed = r->seed;
    config->seed_high = r->seed_high;
    config->now_ms = now_ms;
    config->data_name = r->file_name[0] ? r->file_name : NULL;
    config->sink = (tsr_sink){.self = r, .write = take_lines};
    for (int p = 0; p < r->players; p++) {
        const room_seat *s = &r->seat[p];
        tsr_seat *seat = &config->seat[p];
        int bot = s->kind == SEAT_BOT;
        seat->name = s->name;
        seat->kind = bot ? s->spec : "human";
        seat->policy = bot ? TSR_POLICY_FALLBACK : TSR_POLICY_ASK;
        seat->late = bot ? TSR_POLICY_FALLBACK : TSR_POLICY_FORFEIT;
        seat->clock = r->clock;
    }
}

static int is_full(const room *r) {
    for (int p = 0; p < r->players; p++) {
        if (!room_is_played(&r->seat[p])) {
            return 0;
        }
    }
    return 1;
}

static void note_end(room *r) {
    r->end = tsr_match_end(r->match);
    if (r->end != TSR_END_NONE) {
        tsr_match_result(r->match, r->result);
        r->state = ROOM_OVER;
    }
}

tsr_err room_start(room *r, const void *start, uint64_t now_ms, tsr_error *err) {
    tsr_match_config config;
    if (r->state != ROOM_OPEN || !is_full(r)) {
        return TSR_OK;
    }
    configure(r, &config, now_ms);
    config.start = start;
    tsr_err e = tsr_match_open(&config, &r->match, err);
    if (e) {
        buffer_clear(&r->lines);
        return e;
    }
    r->state = ROOM_LIVE;
    note_end(r);
    room_clock_note(r, now_ms);
    return TSR_OK;
}

tsr_err room_resume(room *r, const char *text, size_t size, uint64_t now_ms, tsr_error *err) {
    tsr_match_config config;
    tsr_err e = tsr_record_read(text, size, NULL, &r->record, err);
    if (e) {
        return e;
    }
    r->has_record = 1;
    configure(r, &config, now_ms);
    e = tsr_record_resume(&r->record, &config, &r->match, err);
    if (e) {
        return e;
    }
    r->seed = tsr_match_seed(r->match);
    r->seed_high = tsr_match_seed_high(r->match);
    r->late_ply = tsr_match_ply_count(r->match);
    if (r->state == ROOM_LIVE) {
        note_end(r); // a result that a crash had kept from being stored
    }
    room_clock_note(r, now_ms);
    return TSR_OK;
}
