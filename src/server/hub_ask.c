// SPDX-License-Identifier: MIT
// Answering questions to the store, in a thread of their own.
#include "server/hub_ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/course.h"
#include "server/event.h"
#include "server/json_in.h"
#include "server/room.h"

static void answer(store_ask *a, store_reader *from) {
    hub_ask_answer((hub_ask *)a, from);
}

hub_ask *hub_ask_new(hub_ask_kind kind) {
    hub_ask *a = calloc(1, sizeof *a);
    if (a) {
        a->ask.answer = answer;
        a->kind = kind;
        buffer_init(&a->text, NULL);
    }
    return a;
}

void hub_ask_free(hub_ask *a) {
    if (a) {
        room_free(a->room);
        buffer_deinit(&a->text);
        free(a);
    }
}

static void damaged(hub_ask *a, const char *why) {
    a->found = ASK_DAMAGED;
    (void)snprintf(a->why, sizeof a->why, "%.190s", why);
}

static const tsr_game *game_of(const hub_ask *a, const json_t *meta) {
    const char *name = json_in_text(meta, "game");
    return name ? tsr_registry_game(a->registry, name, NULL) : NULL;
}

// --- Who somebody is ---------------------------------------------------------

void hub_who_read(hub_who *w, store_reader *from) {
    if (store_read_session(from, w->hash, &w->user)) {
        w->kind = store_read_user(from, w->user, &w->person) ? WHO_SESSION : WHO_SPENT;
    } else if (store_read_token(from, w->hash, &w->token)) {
        w->kind = store_read_user(from, w->token.user, &w->person) ? WHO_PROGRAM : WHO_SPENT;
    } else {
        w->kind = store_read_user(from, w->guest, &w->person) ? WHO_SPENT : WHO_NOBODY;
    }
}

static void answer_who(hub_ask *a, store_reader *from) {
    hub_who_read(&a->who, from);
}

// --- Summaries: made from what is stored, without opening any rules -----------

static int make_summary(hub_ask *a, const store_match *m, const char *meta, int *shown) {
    json_t *j = json_loads(meta, 0, NULL);
    const tsr_game *game = game_of(a, j);
    tsr_rules *rules = game ? calloc(1, sizeof *rules) : NULL;
    room *shell = rules ? calloc(1, sizeof *shell) : NULL;
    rules_entry entry = {.rules = rules};
    if (shell) {
        memcpy(&rules->g, game, sizeof rules->g);
        shell->id = m->id;
        shell->entry = &entry;
        shell->state = (room_state)m->state;
        shell->updated = m->updated;
        shell->players = (int)json_in_int(j, "players", 1, TSR_MAX_PLAYERS, game->min_players);
        room_meta_read(shell, j);
        room_add_summary(&a->text, shell);
        *shown = room_is_shown(shell);
    }
    int done = shell != NULL;
    for (int p = 0; shell && p < TSR_MAX_PLAYERS; p++) {
        room_plan_clear(shell, p);
    }
    free(shell);
    free(rules);
    json_decref(j);
    return done;
}

static int add_summary(hub_ask *a, const store_match *m, const char *meta, int *shown) {
    const summary_source of = {m->id, m->updated, meta};
    int keeps = a->summaries && m->state == ROOM_OVER;
    size_t at = a->text.size;
    if (keeps && summaries_find(a->summaries, &of, &a->text, shown)) {
        return 1;
    }
    int done = make_summary(a, m, meta, shown);
    if (keeps && done && !a->text.failed) {
        summaries_keep(a->summaries, &of, a->text.bytes + at, a->text.size - at, *shown);
    }
    return done;
}

static void answer_summary(hub_ask *a, store_reader *from) {
    buffer meta;
    store_match m;
    int shown;
    buffer_init(&meta, NULL);
    if (!store_read_match(from, a->match, &m, &meta, NULL)) {
        a->found = ASK_NOT_THERE;
    } else if (!add_summary(a, &m, buffer_text(&meta), &shown)) {
        damaged(a, "its description cannot be read");
    }
    buffer_deinit(&meta);
}

typedef struct listing {
    hub_ask *ask;
} listing;

static void add_row(void *self, const store_match *m, const char *meta) {
    hub_ask *a = ((listing *)self)->ask;
    ask_row *row = &a->rows[a->row_count];
    size_t at = a->text.size;
    int shown = 0;
    if (a->row_count < ASK_ROWS && add_summary(a, m, meta, &shown)) {
        *row = (ask_row){.match = m->id, .shown = shown, .at = at, .size = a->text.size - at};
        a->row_count++;
    }
}

static void answer_history(hub_ask *a, store_reader *from) {
    listing list = {a};
    store_read_history(from, a->user, a->before, ASK_ROWS, &list, add_row);
}

static void answer_profile(hub_ask *a, store_reader *from) {
    if (!store_read_user_named(from, a->name, &a->person)) {
        a->found = ASK_NOT_THERE;
        return;
    }
    a->user = a->person.id;
    a->before = INT64_MAX;
    a->rating_count = store_read_ratings(from, a->user, a->ratings, ASK_RATINGS);
    answer_history(a, from);
}

// --- Records -----------------------------------------------------------------

static void answer_record(hub_ask *a, store_reader *from) {
    buffer meta;
    store_match m;
    uint32_t secret = TSR_HAS_HIDDEN | TSR_HAS_CHANCE;
    buffer_init(&meta, NULL);
    int found = store_read_match(from, a->match, &m, &meta, &a->text);
    json_t *j = found ? json_loads(buffer_text(&meta), 0, NULL) : NULL;
    const tsr_game *game = game_of(a, j);
    if (!found || !a->text.size) {
        a->found = ASK_NOT_THERE;
    } else if (!game) {
        damaged(a, "its description cannot be read");
    } else if (m.state != ROOM_OVER && (game->flags & secret)) {
        a->found = ASK_SECRET;
    } else if (m.state != ROOM_OVER && !a->text.failed) {
        a->text.size = tsr_record_withhold_seed(a->text.bytes, a->text.size);
    }
    json_decref(j);
    buffer_deinit(&meta);
}

static void answer_file(hub_ask *a, store_reader *from) {
    buffer meta;
    store_match m;
    unsigned char hash[32];
    buffer_init(&meta, NULL);
    int found = store_read_match(from, a->match, &m, &meta, NULL);
    json_t *j = found ? json_loads(buffer_text(&meta), 0, NULL) : NULL;
    if (!room_meta_file(j, hash)) {
        a->found = ASK_NOT_THERE;
    } else if (!store_read_file(from, hash, &a->text)) {
        damaged(a, "its file is not there");
    }
    json_decref(j);
    buffer_deinit(&meta);
}

// --- Events and teams --------------------------------------------------------

static void answer_event(hub_ask *a, store_reader *from) {
    event *e = event_load(from, a->match, a->registry);
    a->found = e ? ASK_THERE : ASK_NOT_THERE;
    if (e) {
        event_add_full(&a->text, e);
    }
    event_free(e);
}

typedef struct numbers {
    uint64_t of[32];
    int count;
} numbers;

static void keep_number(void *self, const store_event_row *row) {
    numbers *n = self;
    if (n->count < 32) {
        n->of[n->count++] = row->id;
    }
}

static void keep_leader(void *self, const store_event_row *row) {
    numbers *n = self;
    n->of[0] = row->other;
    n->count = 1;
}

static void answer_events(hub_ask *a, store_reader *from) {
    numbers past = {.count = 0};
    store_read_events(from, STORE_READ_PAST, 0, &past, keep_number);
    for (int i = 0; i < past.count; i++) {
        event *e = event_load(from, past.of[i], a->registry);
        if (e) {
            buffer_add_text(&a->text, a->text.size ? "," : "");
            event_add_summary(&a->text, e);
        }
        event_free(e);
    }
}

static void add_team(void *self, const store_event_row *row) {
    hub_ask *a = self;
    char id[IDENT_BYTES];
    ident_text(row->id, id);
    buffer_addf(&a->text, "%s{\"id\":\"%s\",\"url\":\"/t/%s\",\"members\":%d,\"name\":",
                a->row_count++ ? "," : "", id, id, (int)row->state);
    wire_string(&a->text, row->text);
    buffer_add_text(&a->text, "}");
}

static void add_member(void *self, const store_event_row *row) {
    hub_ask *a = self;
    buffer_add_text(&a->text, a->row_count++ ? "," : "");
    wire_string(&a->text, row->text);
}

static void answer_teams(hub_ask *a, store_reader *from) {
    store_user leader;
    if (!a->match) {
        buffer_add_text(&a->text, "{\"teams\":[");
        store_read_events(from, STORE_READ_TEAMS, 0, a, add_team);
        buffer_add_text(&a->text, "],\"yours\":[");
        a->row_count = 0;
        store_read_events(from, STORE_READ_TEAMS_OF, a->user, a, add_team);
        buffer_add_text(&a->text, "]}");
        return;
    }
    numbers of = {.count = 0};
    buffer_add_text(&a->text, "{\"team\":");
    size_t before = a->text.size;
    store_read_events(from, STORE_READ_TEAM, a->match, a, add_team);
    a->found = a->text.size > before ? ASK_THERE : ASK_NOT_THERE;
    a->row_count = 0;
    buffer_add_text(&a->text, ",\"members\":[");
    store_read_events(from, STORE_READ_MEMBERS, a->match, a, add_member);
    buffer_add_text(&a->text, "],\"leader\":");
    store_read_events(from, STORE_READ_TEAM, a->match, &of, keep_leader);
    wire_string(&a->text, of.count && store_read_user(from, of.of[0], &leader) ? leader.name : "");
    buffer_add_text(&a->text, "}");
}

static void answer_desk(hub_ask *a, store_reader *from) {
    if (!a->name[0]) {
        store_read_desk(from, &a->text);
    } else if (!store_read_person(from, a->name, &a->text)) {
        a->found = ASK_NOT_THERE;
    }
}

// --- Rooms -------------------------------------------------------------------

static void remember(void *self, const char *who, const char *words) {
    room_keep_remark(self, who, words);
}

static void read_chat(room *r, store_reader *from) {
    int64_t next = store_read_chat(from, r->id, KEEP_CHAT, r, remember);
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

// The rules that its meta names; NULL with `err` filled if they cannot be opened.
static rules_entry *read_rules(hub_ask *a, store_reader *from, const json_t *meta, tsr_error *err) {
    const tsr_game *game = game_of(a, meta);
    tsr_setup setup;
    buffer file;
    unsigned char hash[32];
    rules_entry *entry = NULL;
    if (!game) {
        (void)tsr_fail(err, TSR_ERR_PARSE, "its description cannot be read");
        return NULL;
    }
    if (room_meta_setup(meta, game, &setup, err) != TSR_OK) {
        return NULL;
    }
    buffer_init(&file, NULL);
    if (!room_meta_file(meta, hash)) {
        entry = rules_cache_take(a->cache, &setup, err);
    } else if (store_read_file(from, hash, &file)) {
        setup.data = buffer_text(&file);
        setup.data_size = file.size;
        entry = rules_cache_take(a->cache, &setup, err);
    } else {
        (void)tsr_fail(err, TSR_ERR_IO, "its file is not there");
    }
    buffer_deinit(&file);
    return entry;
}

// A room as its meta tells, without its match; NULL if it cannot be.
static room *read_meta(hub_ask *a, store_reader *from, const store_match *m, const char *meta,
                       tsr_error *err) {
    room_host host = {.wall_s = &a->wall_s}; // the hub puts its own in
    json_t *j = json_loads(meta, 0, NULL);
    rules_entry *entry = read_rules(a, from, j, err);
    room *r = entry ? room_new(&host, a->cache, entry, a->match) : NULL;
    if (r) {
        r->host = NULL;
        room_meta_read(r, j);
        r->state = r->stored_state = (room_state)m->state;
        r->updated = m->updated;
        r->pieces = m->pieces;
    }
    json_decref(j);
    return r;
}

static void answer_room(hub_ask *a, store_reader *from) {
    buffer meta;
    store_match m;
    tsr_error err = {0};
    buffer_init(&meta, NULL);
    if (!store_read_match(from, a->match, &m, &meta, &a->text)) {
        a->found = ASK_NOT_THERE;
        buffer_deinit(&meta);
        return;
    }
    room *r = read_meta(a, from, &m, buffer_text(&meta), &err);
    // A match that was given up before it began has no record.
    int has_begun = r && (r->state == ROOM_LIVE || (r->state == ROOM_OVER && a->text.size));
    if (r) {
        r->size = a->text.size;
    }
    if (has_begun &&
        room_resume(r, buffer_text(&a->text), a->text.size, a->now_ms, &err) != TSR_OK) {
        room_free(r);
        r = NULL;
    }
    if (r) {
        read_chat(r, from);
        a->room = r;
    } else {
        damaged(a, err.message[0] ? err.message : "out of memory");
    }
    buffer_deinit(&meta);
}

// A match that is over never changes: what is on the disk is all of it.
static void answer_course(hub_ask *a, store_reader *from) {
    answer_room(a, from);
    buffer_clear(&a->text);
    if (a->found != ASK_THERE) {
        return;
    }
    if (a->room->state != ROOM_OVER) {
        a->found = ASK_SECRET;
    } else if (a->room->match) {
        course_add(&a->text, a->room->match);
    } else {
        buffer_add_text(&a->text, "{\"kind\":\"none\"}"); // given up before it began
    }
}

static void answer_ranking(hub_ask *a, store_reader *from) {
    store_read_ranking(from, a->name, a->wall_s, &a->text);
}

void hub_ask_answer(hub_ask *a, store_reader *from) {
    static void (*const how[])(hub_ask * a, store_reader * from) = {
        [ASK_WHO] = answer_who,         [ASK_ROOM] = answer_room,   [ASK_SUMMARY] = answer_summary,
        [ASK_RECORD] = answer_record,   [ASK_FILE] = answer_file,   [ASK_HISTORY] = answer_history,
        [ASK_PROFILE] = answer_profile, [ASK_EVENT] = answer_event, [ASK_EVENTS] = answer_events,
        [ASK_TEAMS] = answer_teams,     [ASK_DESK] = answer_desk,   [ASK_COURSE] = answer_course,
        [ASK_RANKING] = answer_ranking,
    };
    char why[200];
    how[a->kind](a, from);
    if (store_read_trouble(from, why, sizeof why)) {
        damaged(a, why);
    } else if (a->text.failed) {
        damaged(a, "out of memory");
    }
}
