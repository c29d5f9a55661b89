// SPDX-License-Identifier: MIT
// Rooms in memory, what rooms ask of the hub, and questions to bots.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

// --- What rooms ask of the hub -----------------------------------------------

static uint64_t commit(void *self, room *r, store_batch *b) {
    (void)r;
    return hub_commit(self, b);
}

static void send_later(void *self, room *r, uint64_t conn, bytes *message) {
    hub_post(self, OUT_SEND, r->seq, conn, 0, message, NULL);
}

static void changed(void *self, room *r) {
    hub *h = self;
    h->lobby_changed |= r->is_public;
}

static void ended(void *self, room *r, store_batch *b) {
    hub_rate(self, r, b);
}

static uint32_t time_for(const room *r, int seat, uint64_t now_ms) {
    uint32_t left = tsr_match_time_left(r->match, seat, now_ms);
    return left == UINT32_MAX ? 5000 : left / 20 + 1;
}

static void think(void *self, room *r, int seat) {
    hub *h = self;
    room_seat *s = &r->seat[seat];
    const tsr_rules *rules = r->entry->rules;
    char name[SPEC_BYTES] = "";
    hub_thought *job = calloc(1, sizeof *job);
    void *view = malloc(rules->state_size);
    if (!job || !view) {
        free(job);
        free(view);
        s->asked = 0; // asked again at the next change; the clock or a claim help
        return;
    }
    memcpy(name, s->spec, tsr_agent_spec_name(s->spec));
    tsr_match_view(r->match, seat, view);
    *job = (hub_thought){.room = r->id,
                         .seat = seat,
                         .asked = s->asked,
                         .entry = rules_cache_hold(r->entry),
                         .type = tsr_registry_agent(h->config.registry, name, NULL),
                         .view = view,
                         .seed = tsr_match_agent_seed(r->match, seat),
                         .time_ms = time_for(r, seat, h->now_ms),
                         .due_ms = h->now_ms + h->config.bot_pause_ms};
    memcpy(job->spec, s->spec, sizeof job->spec);
    if (h->due_last) {
        h->due_last->next = job;
    } else {
        h->due_first = job;
    }
    h->due_last = job;
}

void hub_rooms_init(hub *h) {
    h->host = (room_host){.self = h,
                          .commit = commit,
                          .send = send_later,
                          .think = think,
                          .ended = ended,
                          .changed = changed,
                          .scene = &h->scene,
                          .text = &h->text,
                          .state = malloc(TSR_MAX_STATE),
                          .after = malloc(TSR_MAX_STATE),
                          .wall_s = &h->wall_s};
}

// --- Bots --------------------------------------------------------------------

static void drop_thought(hub *h, hub_thought *job) {
    rules_cache_drop(&h->rules, job->entry);
    free(job->view);
    free(job);
}

void hub_thought_drop(hub *h, hub_thought *job) {
    h->thinking--;
    drop_thought(h, job);
}

static int is_stale(hub *h, const hub_thought *job) {
    const room *r = map_get(&h->rooms, job->room);
    return !r || r->state != ROOM_LIVE || r->seat[job->seat].asked != job->asked;
}

void hub_hand_out(hub *h) {
    while (h->due_first && h->due_first->due_ms <= h->now_ms &&
           h->thinking < h->config.bots_at_once) {
        hub_thought *job = h->due_first;
        h->due_first = job->next;
        h->due_last = h->due_first ? h->due_last : NULL;
        job->next = NULL;
        if (is_stale(h, job)) {
            drop_thought(h, job);
        } else {
            h->thinking++;
            h->io.think(h->io.self, job);
        }
    }
}

void hub_thought_done(hub *h, hub_thought *job, uint64_t now_ms) {
    h->now_ms = now_ms > h->now_ms ? now_ms : h->now_ms;
    h->thinking--;
    room *r = map_get(&h->rooms, job->room);
    if (r) {
        room_bot_answer(r, job->seat, job->asked, job->answer, job->failed, h->now_ms);
    }
    drop_thought(h, job);
    hub_hand_out(h);
}

// --- Memory and disk ---------------------------------------------------------

int hub_room_add(hub *h, room *r) {
    h->lobby_changed |= r->is_public;
    return h->rooms.count < LIMIT_ROOMS && map_put(&h->rooms, r->id, r);
}

// A room as its meta tells; `record` gets the lines. NULL if it cannot be read.
static room *read_room(hub *h, uint64_t id, buffer *record) {
    buffer meta;
    int state = 0;
    int64_t updated = 0, pieces = 0;
    tsr_setup setup;
    room *r = NULL;
    buffer_init(&meta, NULL);
    int found = id && store_db_match(h->db, id, &state, &updated, &meta, record, &pieces);
    json_t *j = found ? json_loads(buffer_text(&meta), 0, NULL) : NULL;
    const char *name = json_in_text(j, "game");
    const tsr_game *game = name ? tsr_registry_game(h->config.registry, name, NULL) : NULL;
    if (game && room_meta_setup(j, game, &setup, NULL) == TSR_OK) {
        rules_entry *entry = rules_cache_take(&h->rules, &setup, NULL);
        r = entry ? room_new(&h->host, &h->rules, entry, id) : NULL;
    }
    if (r) {
        room_meta_read(r, j);
        r->state = r->stored_state = (room_state)state;
        r->updated = updated;
        r->pieces = pieces;
        for (int p = 0; p < r->players; p++) {
            r->seat[p].left_ms = h->now_ms; // nobody could be here before
        }
    }
    json_decref(j);
    buffer_deinit(&meta);
    return r;
}

room *hub_room_shell(hub *h, uint64_t id) {
    return read_room(h, id, NULL);
}

static void remember(void *self, const char *who, const char *words) {
    room_keep_remark(self, who, words);
}

static room *load(hub *h, uint64_t id, tsr_error *err) {
    buffer record;
    buffer_init(&record, NULL);
    room *r = read_room(h, id, &record);
    // A match that was given up before it began has no record.
    int has_begun = r && (r->state == ROOM_LIVE || (r->state == ROOM_OVER && record.size));
    if (has_begun && room_resume(r, buffer_text(&record), record.size, h->now_ms, err) != TSR_OK) {
        room_free(r);
        r = NULL;
    }
    buffer_deinit(&record);
    if (r) {
        r->chat_count = 0;
        int64_t next = store_db_chat(h->db, id, KEEP_CHAT, r, remember);
        // The ring was filled from 0; turn it so that numbers go on where they were.
        if (r->chat && next > KEEP_CHAT) {
            room_remark *turned = calloc(KEEP_CHAT, sizeof *turned);
            for (int i = 0; turned && i < KEEP_CHAT; i++) {
                turned[(next - KEEP_CHAT + i) % KEEP_CHAT] = r->chat[i];
            }
            if (turned) {
                free(r->chat);
                r->chat = turned;
            }
        }
        r->chat_count = next;
    }
    return r;
}

room *hub_room(hub *h, uint64_t id) {
    room *r = map_get(&h->rooms, id);
    if (r || !id) {
        return r;
    }
    r = load(h, id, NULL);
    if (r && !hub_room_add(h, r)) {
        room_free(r);
        return NULL;
    }
    if (r && r->stored_state == ROOM_LIVE) {
        if (r->lines.size || r->state == ROOM_OVER) {
            room_store(r, NULL, r->state == ROOM_OVER); // what a crash kept from being written
        }
        room_ask_bots(r);
    }
    return r;
}

tsr_err hub_rooms_resume(hub *h, tsr_error *err) {
    uint64_t *ids = malloc(LIMIT_ROOMS * sizeof *ids);
    if (!ids) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    int n = store_db_unfinished(h->db, ids, LIMIT_ROOMS);
    for (int i = 0; i < n; i++) {
        (void)hub_room(h, ids[i]);
    }
    free(ids);
    return TSR_OK;
}

void hub_room_reload(hub *h, room *r) {
    room *fresh = load(h, r->id, NULL);
    viewer *viewers = r->viewers;
    int count = r->viewer_count;
    uint64_t id = r->id, version = r->version;
    r->viewers = NULL;
    map_remove(&h->rooms, id);
    room_free(r);
    if (fresh && !hub_room_add(h, fresh)) {
        room_free(fresh);
        fresh = NULL;
    }
    if (!fresh) {
        while (viewers) {
            viewer *v = viewers;
            viewers = v->next;
            hub_post(h, OUT_CLOSE, 0, v->conn, 1011, NULL, NULL);
            free(v);
        }
        return;
    }
    fresh->viewers = viewers;
    fresh->viewer_count = count;
    fresh->version = version + 1;
    room_count_present(fresh);
    for (viewer *v = viewers; v; v = v->next) {
        room_place_eyes(fresh, v);
        room_send_full(fresh, v, h->now_ms);
    }
    room_ask_bots(fresh);
}

// A match that nobody has joined within a day is given up.
static void give_up(hub *h, room *r) {
    enum { DAY_S = 86400 };
    if (r->state == ROOM_OPEN && !r->viewers && h->wall_s - r->made > DAY_S) {
        room_give_up(r, h->now_ms);
    }
}

// A match that goes on, but in which nothing will happen until somebody comes back: no
// clock runs, no bot thinks, nothing is offered. Whoever comes finds it on the disk.
static int is_asleep(const hub *h, const room *r) {
    enum { QUIET_S = 600 };
    uint32_t thinking = 0;
    for (int p = 0; p < r->players; p++) {
        thinking |= r->seat[p].asked;
    }
    return r->state == ROOM_LIVE && !thinking && r->deadline_ms == UINT64_MAX && !r->offer.kind &&
           h->wall_s - r->updated > QUIET_S;
}

void hub_rooms_sweep(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room *r = s->value;
        give_up(h, r);
        int idle = r->state == ROOM_OVER || is_asleep(h, r);
        if (idle && !r->viewers && r->seq <= h->durable_seq) {
            map_remove(&h->rooms, r->id);
            room_free(r);
            h->evicted++;
            at--; // another entry may have moved up into the gap
        }
    }
}

void hub_rooms_deinit(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while (h->due_first) {
        hub_thought *job = h->due_first;
        h->due_first = job->next;
        drop_thought(h, job);
    }
    while ((s = map_next(&h->rooms, &at)) != NULL) {
        room_free(s->value);
    }
    map_deinit(&h->rooms);
    free(h->host.state);
    free(h->host.after);
}
