// SPDX-License-Identifier: MIT
// Events as text: how they are stored, and what pages are told.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/wire_json.h"
#include "server/event.h"
#include "server/ident.h"
#include "server/json_in.h"

const char *const event_kind_words[EVENT_KINDS] = {"swiss", "knockout", "arena", "ladder", "simul"};
const char *const event_state_words[3] = {"open", "live", "over"};

// --- As stored ---------------------------------------------------------------

void event_add_meta(buffer *b, const event *e) {
    buffer_addf(b, "{\"kind\":%d,\"owner\":\"%" PRIu64 "\",\"owner_name\":", (int)e->kind,
                e->owner);
    wire_string(b, e->owner_name);
    buffer_add_text(b, ",\"title\":");
    wire_string(b, e->title);
    buffer_addf(b, ",\"game\":\"%s\",\"players\":%d,\"options\":%s", e->game->name, e->players,
                e->options ? e->options : "{}");
    buffer_addf(b, ",\"clock\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", e->clock.base_ms,
                e->clock.increment_ms, e->clock.move_ms);
    buffer_addf(b, ",\"rated\":%d,\"teams\":%d,\"rounds\":%d,\"minutes\":%d,\"pause\":%d", e->rated,
                e->with_teams, e->rounds, e->minutes, e->pause_s);
    buffer_addf(b, ",\"delay\":%d", e->delay_s);
    buffer_addf(b, ",\"arrive\":%d,\"made\":%" PRId64 ",\"begins\":%" PRId64, e->arrive_s, e->made,
                e->begins);
    buffer_addf(b, ",\"ends\":%" PRId64 ",\"next\":%" PRId64 ",\"round\":%d}", e->ends, e->next_at,
                e->round);
}

static uint64_t number(const json_t *object, const char *name) {
    const char *text = json_in_text(object, name);
    return text ? strtoull(text, NULL, 10) : 0;
}

static void copy_text(char *out, size_t cap, const json_t *object, const char *name) {
    const char *text = json_in_text(object, name);
    (void)snprintf(out, cap, "%s", text ? text : "");
}

static int small(const json_t *object, const char *name, int most) {
    return (int)json_in_int(object, name, 0, most, 0);
}

static int64_t when(const json_t *object, const char *name) {
    return json_in_int(object, name, 0, INT64_MAX, 0);
}

int event_read_meta(event *e, const json_t *meta, const tsr_registry *registry) {
    const char *game = json_in_text(meta, "game");
    const json_t *clock = json_object_get(meta, "clock");
    e->game = game ? tsr_registry_game(registry, game, NULL) : NULL;
    e->kind = (event_kind)small(meta, "kind", EVENT_KINDS - 1);
    e->owner = number(meta, "owner");
    copy_text(e->owner_name, sizeof e->owner_name, meta, "owner_name");
    copy_text(e->title, sizeof e->title, meta, "title");
    e->players = (int)json_in_int(meta, "players", 2, TSR_MAX_PLAYERS, 2);
    e->options = json_dumps(json_object_get(meta, "options"), JSON_COMPACT);
    e->clock.base_ms = (uint32_t)json_integer_value(json_array_get(clock, 0));
    e->clock.increment_ms = (uint32_t)json_integer_value(json_array_get(clock, 1));
    e->clock.move_ms = (uint32_t)json_integer_value(json_array_get(clock, 2));
    e->rated = small(meta, "rated", 1);
    e->with_teams = small(meta, "teams", 1);
    e->rounds = small(meta, "rounds", 1000);
    e->minutes = small(meta, "minutes", 1000000);
    e->pause_s = small(meta, "pause", 1000000);
    e->arrive_s = small(meta, "arrive", 1000000);
    e->delay_s = small(meta, "delay", 3600);
    e->made = when(meta, "made");
    e->begins = when(meta, "begins");
    e->ends = when(meta, "ends");
    e->next_at = when(meta, "next");
    e->round = small(meta, "round", 100000);
    return e->game != NULL;
}

void event_add_entry_meta(buffer *b, const event_entry *x) {
    buffer_add_text(b, "{\"name\":");
    wire_string(b, x->name);
    buffer_addf(b,
                ",\"rating\":%d,\"missed\":%d,\"team\":\"%" PRIu64 "\",\"team_name\":", x->rating,
                x->missed, x->team);
    wire_string(b, x->team_name);
    buffer_add_text(b, "}");
}

static void add_numbers(buffer *b, const char *name, int count, const int *list,
                        const uint8_t *small_list) {
    buffer_addf(b, ",\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        buffer_addf(b, "%s%d", i ? "," : "", list ? list[i] : small_list[i]);
    }
    buffer_add_text(b, "]");
}

void event_add_game_meta(buffer *b, const event_game *g) {
    buffer_addf(b, "{\"round\":%d", g->round);
    add_numbers(b, "who", g->count, g->who, NULL);
    add_numbers(b, "rank", g->count, NULL, g->rank);
    buffer_add_text(b, "}");
}

// --- From the file -----------------------------------------------------------

typedef struct loading {
    event *e;
    int failed;
} loading;

static void read_entry(void *self, const store_event_row *row) {
    loading *l = self;
    json_t *j = json_loads(row->text, 0, NULL);
    event_entry *x = event_add_entry(l->e);
    if (x) {
        x->user = row->other;
        x->state = (entry_state)row->state;
        x->team = number(j, "team");
        x->rating = small(j, "rating", 10000);
        x->missed = small(j, "missed", 1000);
        copy_text(x->name, sizeof x->name, j, "name");
        copy_text(x->team_name, sizeof x->team_name, j, "team_name");
    }
    l->failed |= !x || !j;
    json_decref(j);
}

static void read_game(void *self, const store_event_row *row) {
    loading *l = self;
    json_t *j = json_loads(row->text, 0, NULL);
    const json_t *who = json_object_get(j, "who"), *rank = json_object_get(j, "rank");
    event_game *g = event_add_game(l->e);
    size_t count = json_array_size(who);
    l->failed |= !g || !j || count > TSR_MAX_PLAYERS;
    for (size_t i = 0; !l->failed && i < count; i++) {
        int64_t entry = json_integer_value(json_array_get(who, i));
        l->failed |= entry < 0 || entry >= l->e->entries;
        g->who[g->count++] = l->failed ? 0 : (int)entry;
        g->rank[i] = (uint8_t)json_integer_value(json_array_get(rank, i));
    }
    if (g) {
        g->match = row->other;
        g->round = small(j, "round", 100000);
        g->over = row->state;
        l->e->overs = g->over > l->e->overs ? g->over : l->e->overs;
    }
    json_decref(j);
}

static void read_head(void *self, const store_event_row *row) {
    loading *l = self;
    l->e = event_new(row->id);
    if (l->e) {
        l->e->state = (event_state)row->state;
        l->e->updated = row->at;
        l->e->options = NULL;
    }
}

typedef struct head {
    loading load;
    const tsr_registry *registry;
} head;

static void read_event(void *self, const store_event_row *row) {
    head *h = self;
    json_t *meta = json_loads(row->text, 0, NULL);
    read_head(&h->load, row);
    h->load.failed |= !h->load.e || !meta || !event_read_meta(h->load.e, meta, h->registry);
    json_decref(meta);
}

event *event_load(store_reader *from, uint64_t id, const tsr_registry *registry) {
    head h = {.registry = registry};
    store_read_events(from, STORE_READ_EVENT, id, &h, read_event);
    if (h.load.e && !h.load.failed) {
        store_read_events(from, STORE_READ_ENTRIES, id, &h.load, read_entry);
        store_read_events(from, STORE_READ_GAMES, id, &h.load, read_game);
    }
    if (h.load.failed) {
        event_free(h.load.e);
        return NULL;
    }
    if (h.load.e) {
        event_count(h.load.e);
    }
    return h.load.e;
}

// --- For pages ---------------------------------------------------------------

static void add_head(buffer *b, const event *e) {
    char id[IDENT_BYTES];
    ident_text(e->id, id);
    buffer_addf(b,
                "{\"id\":\"%s\",\"url\":\"/e/%s\",\"kind\":\"%s\",\"state\":\"%s\",\"title\":", id,
                id, event_kind_words[e->kind], event_state_words[e->state]);
    wire_string(b, e->title);
    buffer_addf(b, ",\"game\":\"%s\",\"game_title\":", e->game->name);
    wire_string(b, e->game->title);
    buffer_add_text(b, ",\"owner\":");
    wire_string(b, e->owner_name);
    buffer_addf(b,
                ",\"players\":%d,\"clock\":{\"base\":%" PRIu32 ",\"increment\":%" PRIu32
                ",\"move\":%" PRIu32 "}",
                e->players, e->clock.base_ms / 1000, e->clock.increment_ms / 1000,
                e->clock.move_ms / 1000);
    buffer_addf(b, ",\"rated\":%s,\"teams\":%s,\"count\":%d,\"round\":%d,\"rounds\":%d",
                e->rated ? "true" : "false", e->with_teams ? "true" : "false", e->entries, e->round,
                e->rounds);
    buffer_addf(b,
                ",\"minutes\":%d,\"made\":%" PRId64 ",\"begins\":%" PRId64 ",\"ends\":%" PRId64
                ",\"updated\":%" PRId64,
                e->minutes, e->made, e->begins, e->ends, e->updated);
}

void event_add_summary(buffer *b, const event *e) {
    add_head(b, e);
    for (int i = 0; i < e->entries && e->state == EVENT_OVER; i++) {
        if (e->entry[i].place == 0) {
            buffer_add_text(b, ",\"winner\":");
            wire_string(b, e->entry[i].name);
            break;
        }
    }
    buffer_add_text(b, "}");
}

static void add_entry(buffer *b, const event_entry *x) {
    static const char *const words[] = {"in", "away", "out"};
    buffer_addf(b, "{\"place\":%d,\"name\":", x->place + 1);
    wire_string(b, x->name);
    buffer_addf(b,
                ",\"rating\":%d,\"state\":\"%s\",\"points\":%g,\"buchholz\":%g,\"sonneborn\":%g"
                ",\"wins\":%d,\"played\":%d,\"busy\":%s",
                x->rating, words[x->state], x->points / 2.0, x->buchholz / 2.0, x->sonneborn / 2.0,
                x->wins, x->played, x->busy ? "true" : "false");
    if (x->team) {
        buffer_add_text(b, ",\"team\":");
        wire_string(b, x->team_name);
    }
    buffer_add_text(b, "}");
}

static void add_entries(buffer *b, const event *e) {
    const char *comma = "";
    buffer_add_text(b, ",\"entries\":[");
    for (int place = 0; place < e->entries; place++) {
        for (int i = 0; i < e->entries; i++) {
            if (e->entry[i].place == place) {
                buffer_add_text(b, comma);
                add_entry(b, &e->entry[i]);
                comma = ",";
                break;
            }
        }
    }
    buffer_add_text(b, "]");
}

static void add_game(buffer *b, const event *e, const event_game *g) {
    char id[IDENT_BYTES];
    buffer_addf(b, "{\"round\":%d,\"over\":%s,\"players\":[", g->round, g->over ? "true" : "false");
    for (int i = 0; i < g->count; i++) {
        buffer_add_text(b, i ? "," : "");
        wire_string(b, e->entry[g->who[i]].name);
    }
    buffer_add_text(b, "]");
    if (g->over) {
        add_numbers(b, "ranks", g->count, NULL, g->rank);
    }
    if (g->match) {
        ident_text(g->match, id);
        buffer_addf(b, ",\"match\":\"%s\"", id);
    }
    buffer_add_text(b, "}");
}

// What is being played, and what was last; of long events not everything.
static void add_games(buffer *b, const event *e) {
    enum { MOST = 1000 };
    const char *comma = "";
    buffer_add_text(b, ",\"games\":[");
    for (int i = e->games > MOST ? e->games - MOST : 0; i < e->games; i++) {
        buffer_add_text(b, comma);
        add_game(b, e, &e->gamelist[i]);
        comma = ",";
    }
    buffer_add_text(b, "]");
}

// A team's points are those of its best five.
static void add_teams(buffer *b, const event *e) {
    enum { BEST = 5 };
    const char *comma = "";
    buffer_add_text(b, ",\"team_points\":[");
    for (int i = 0; i < e->entries; i++) {
        const event_entry *x = &e->entry[i];
        int points = 0, counted = 0, is_first = 1;
        for (int k = 0; k < i; k++) {
            is_first &= e->entry[k].team != x->team;
        }
        for (int place = 0; place < e->entries && is_first; place++) {
            for (int k = 0; k < e->entries && counted < BEST; k++) {
                if (e->entry[k].place == place && e->entry[k].team == x->team) {
                    points += e->entry[k].points;
                    counted++;
                }
            }
        }
        if (is_first && x->team) {
            buffer_addf(b, "%s{\"points\":%g,\"name\":", comma, points / 2.0);
            wire_string(b, x->team_name);
            buffer_add_text(b, "}");
            comma = ",";
        }
    }
    buffer_add_text(b, "]");
}

void event_add_full(buffer *b, const event *e) {
    add_head(b, e);
    add_entries(b, e);
    add_games(b, e);
    if (e->with_teams) {
        add_teams(b, e);
    }
    buffer_add_text(b, "}");
}
