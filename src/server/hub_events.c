// SPDX-License-Identifier: MIT
// Events that run: they begin, are paired, make their matches, take the results, and end.
//
// What is paired is stored first and made into matches then; a game without its match, after a
// crash or a full disk, is made when the event is looked at next. A result is stored with the end
// of its match, in the same batch, so that neither is there without the other.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

enum { STEP_MS = 1000, KEEP_S = 600 };

// --- On disk -----------------------------------------------------------------

// Something has changed that goes into the batch that is committed next.
static void touch(hub *h, event *e) {
    e->updated = h->wall_s;
    e->seq = h->next_seq + 1;
    bytes_drop(e->page);
    e->page = NULL;
}

void hub_event_put(hub *h, event *e, store_kind part, int i, store_batch *b) {
    buffer text;
    store_op of = {0};
    buffer_init(&text, NULL);
    touch(h, e);
    if (part == STORE_ENTRY) {
        event_add_entry_meta(&text, &e->entry[i]);
        of = (store_op){.b = e->entry[i].user, .n = (int64_t)e->entry[i].state, .at = i};
    } else if (part == STORE_GAME) {
        event_add_game_meta(&text, &e->gamelist[i]);
        of = (store_op){.b = e->gamelist[i].match, .n = i, .at = e->gamelist[i].over};
    } else {
        event_add_meta(&text, e);
        of = (store_op){.n = (int64_t)e->state, .at = e->updated};
    }
    store_op *op = store_batch_add(b, part, e->id, buffer_text(&text), NULL);
    op->b = of.b;
    op->n = of.n;
    op->at = of.at;
    buffer_deinit(&text);
}

// --- Matches -----------------------------------------------------------------

static int read_options(tsr_setup *setup, const char *options) {
    const char *name;
    json_t *value;
    json_t *all = json_loads(options ? options : "{}", 0, NULL);
    int fine = all != NULL;
    json_object_foreach(all, name, value) {
        fine = fine && json_is_string(value) &&
               tsr_setup_option(setup, name, json_string_value(value), NULL) == TSR_OK;
    }
    json_decref(all);
    return fine;
}

static room *make_match(hub *h, event *e, const event_game *g) {
    session people[TSR_MAX_PLAYERS];
    session *list[TSR_MAX_PLAYERS];
    hub_new_match wish = {.clock = e->clock,
                          .rated = e->rated,
                          .people = list,
                          .count = g->count,
                          .id = g->match,
                          .event = e->id,
                          .delay_ms = (uint32_t)e->delay_s * 1000,
                          .owner = e->owner};
    tsr_setup_init(&wish.setup, e->game);
    if (tsr_setup_players(&wish.setup, g->count, NULL) != TSR_OK ||
        !read_options(&wish.setup, e->options)) {
        return NULL;
    }
    for (int i = 0; i < g->count; i++) {
        const event_entry *x = &e->entry[g->who[i]];
        people[i] = (session){.user = x->user, .account = 1, .saved = 1};
        memcpy(people[i].name, x->name, sizeof people[i].name);
        list[i] = &people[i];
    }
    return hub_make_match(h, &wish);
}

// Games that have no match yet get it.
static void make_missing(hub *h, event *e) {
    for (int i = 0; i < e->games; i++) {
        event_game *g = &e->gamelist[i];
        if (!g->over && !g->made) {
            g->made = hub_room(h, g->match) || store_read_has_match(h->reader, g->match) ||
                      make_match(h, e, g) != NULL;
        }
    }
}

// Stores what event_pair has added from game `from` on, and makes the matches.
static void begin_games(hub *h, event *e, int from) {
    store_batch *b = store_batch_new();
    for (int i = from; i < e->games; i++) {
        event_game *g = &e->gamelist[i];
        g->match = g->over ? g->match : hub_new_match_id_beside(h, e->id);
        hub_event_put(h, e, STORE_GAME, i, b);
    }
    hub_event_put(h, e, STORE_EVENT, 0, b);
    if (hub_commit(h, b)) {
        make_missing(h, e);
    }
}

void hub_event_add_pair(hub *h, event *e, int a, int b) {
    event_game *g = event_add_game(e);
    if (g) {
        *g = (event_game){.round = 1, .count = 2, .who = {a, b}};
        event_count(e);
        begin_games(h, e, e->games - 1);
    }
}

// --- Results -----------------------------------------------------------------

static int has_moved(const room *r, int seat) {
    for (int i = 0; i < tsr_match_ply_count(r->match); i++) {
        if (tsr_match_ply(r->match, i).who == seat) {
            return 1;
        }
    }
    return 0;
}

// Who does not come is not paired again: in an arena until they come back, elsewhere after the
// second time.
static void note_presence(hub *h, event *e, const room *r, const event_game *g, int seat,
                          store_batch *b) {
    event_entry *x = &e->entry[g->who[seat]];
    int absent = (g->missing >> seat & 1u) || r->end == TSR_END_FORFEIT;
    int came = !absent || !r->match || has_moved(r, seat) || g->rank[seat] == 1;
    int missed = came ? 0 : x->missed + 1;
    if (missed == x->missed) {
        return;
    }
    x->missed = missed;
    if (missed >= (e->kind == EVENT_ARENA ? 1 : 2) && x->state == ENTRY_IN) {
        x->state = e->kind == EVENT_ARENA ? ENTRY_AWAY : ENTRY_OUT;
    }
    hub_event_put(h, e, STORE_ENTRY, g->who[seat], b);
}

void hub_event_ended(hub *h, const room *r, store_batch *b) {
    event *e = r->event ? map_get(&h->events, r->event) : NULL;
    event_game *g = e ? event_game_of(e, r->id) : NULL;
    // What is played on after whoever made the event has ended it does not count, whether or not the
    // event is still in memory.
    if (!g || g->over || e->state == EVENT_OVER) {
        return;
    }
    for (int seat = 0; seat < g->count; seat++) {
        int rank = r->end == TSR_END_NONE ? 1 : hub_rank_of(r, seat);
        g->rank[seat] = (uint8_t)rank;
    }
    for (int seat = 0; seat < g->count; seat++) {
        note_presence(h, e, r, g, seat, b);
    }
    g->over = ++e->overs;
    e->next_at = h->wall_s + e->pause_s;
    hub_event_put(h, e, STORE_GAME, (int)(g - e->gamelist), b);
    event_count(e);
}

// --- Who does not come -------------------------------------------------------

static int people_in(const room *r) {
    int n = 0;
    for (int p = 0; p < r->players; p++) {
        n += r->seat[p].kind == SEAT_PERSON;
    }
    return n;
}

static void end_empty(hub *h, room *r) {
    int from = tsr_match_ply_count(r->match);
    if (tsr_match_agree_draw(r->match, room_time(r, h->play_ms)) == TSR_OK) {
        room_after(r, from, 0, h->play_ms);
    }
}

void hub_event_drop(hub *h, const event *e, const event_game *g, int entry) {
    room *r = hub_room(h, g->match);
    for (int p = 0; r && p < g->count && r->state == ROOM_LIVE; p++) {
        if (g->who[p] == entry && r->seat[p].kind == SEAT_PERSON) {
            room_drop_player(r, p, h->play_ms);
            if (r->state == ROOM_LIVE && !people_in(r)) {
                end_empty(h, r);
            }
        }
    }
    (void)e;
}

// A match that was found to be over when it was read: its result is taken now. One that was made when there was
// a single hub may belong to another by its shard: that one is asked for it every few seconds.
static void take_lost_result(hub *h, event *e, int i) {
    enum { LOOK_S = 5 };
    const event_game *g = &e->gamelist[i];
    const room *r = !g->over ? hub_room(h, g->match) : NULL;
    if (!g->over && g->made && !r && !hub_is_mine(h, g->match) && h->wall_s % LOOK_S == 0) {
        (void)hub_wait_nobody(h, g->match, 1);
    }
    if (r && r->state == ROOM_OVER) {
        store_batch *b = store_batch_new();
        hub_event_ended(h, r, b);
        (void)hub_commit(h, b);
    }
}

// Whoever has not made their first move in time has lost.
static void expect_players(hub *h, event *e, int i) {
    const event_game g = e->gamelist[i];
    const room *r = !g.over && g.made ? hub_room(h, g.match) : NULL;
    int64_t since = r && r->made > h->config.wall_s ? r->made : h->config.wall_s;
    if (!r || r->state != ROOM_LIVE || !e->arrive_s || h->wall_s - since < e->arrive_s) {
        return;
    }
    uint32_t waiting = tsr_match_waiting(r->match);
    int64_t idle = h->wall_s - (r->updated > since ? r->updated : since);
    for (int p = 0; p < g.count; p++) {
        if ((waiting >> p & 1u) && idle >= e->arrive_s && r->seat[p].kind == SEAT_PERSON &&
            !has_moved(r, p)) {
            e->gamelist[i].missing |= 1u << p;
            hub_event_drop(h, e, &g, g.who[p]);
            return; // the rest at the next step
        }
    }
}

// --- The state machine -------------------------------------------------------

static int most_rounds(const event *e) {
    int rounds = 0;
    for (int n = 1; n < e->entries; n *= 2) {
        rounds++;
    }
    return rounds ? rounds : 1;
}

static void end(hub *h, event *e) {
    char id[IDENT_BYTES];
    store_batch *b = store_batch_new();
    e->state = EVENT_OVER;
    hub_event_put(h, e, STORE_EVENT, 0, b);
    (void)hub_commit(h, b);
    ident_text(e->id, id);
    const char *const pairs[] = {"id", id, "state", "over", NULL};
    hub_log(h, "event", pairs);
}

void hub_event_end(hub *h, event *e) {
    end(h, e);
}

static void pair(hub *h, event *e) {
    int from = e->games;
    if (event_pair(e)) {
        begin_games(h, e, from);
    } else if (e->kind != EVENT_ARENA && e->kind != EVENT_LADDER) {
        end(h, e);
    }
}

void hub_event_start(hub *h, event *e) {
    store_batch *b = store_batch_new();
    e->state = EVENT_LIVE;
    e->rounds = e->kind == EVENT_SWISS && !e->rounds ? most_rounds(e) : e->rounds;
    e->ends = e->kind == EVENT_ARENA ? h->wall_s + (int64_t)e->minutes * 60 : 0;
    event_count(e);
    hub_event_put(h, e, STORE_EVENT, 0, b);
    (void)hub_commit(h, b);
    if (e->kind != EVENT_LADDER) {
        pair(h, e);
    }
}

static void step_live(hub *h, event *e) {
    make_missing(h, e);
    for (int i = 0; i < e->games && e->unfinished; i++) {
        take_lost_result(h, e, i);
        expect_players(h, e, i);
    }
    if (e->kind == EVENT_LADDER) {
        return;
    }
    if (e->kind == EVENT_ARENA) {
        if (h->wall_s < e->ends) {
            pair(h, e);
        } else if (!e->unfinished) {
            end(h, e);
        }
    } else if (!e->unfinished && h->wall_s >= e->next_at) {
        pair(h, e);
    }
}

static void step(hub *h, event *e) {
    if (e->state == EVENT_OPEN && e->begins && h->wall_s >= e->begins) {
        hub_event_start(h, e);
    } else if (e->state == EVENT_LIVE) {
        step_live(h, e);
    }
}

void hub_events_tick(hub *h) {
    size_t at = 0;
    const map_slot *s;
    if (!h->events.count || h->now_ms - h->events_ms < STEP_MS) {
        return;
    }
    h->events_ms = h->now_ms;
    while ((s = map_next(&h->events, &at)) != NULL) {
        event *e = s->value;
        step(h, e);
        if (e->state == EVENT_OVER && e->seq <= h->durable_seq && h->wall_s - e->updated > KEEP_S) {
            event_free(map_remove(&h->events, s->key));
            at--; // another entry may have moved up into the gap
        }
    }
}

// --- Memory ------------------------------------------------------------------

static void read_id(void *self, const store_event_row *row) {
    hub *h = self;
    if (hub_is_mine(h, row->id) && !map_get(&h->events, row->id)) {
        event *e = event_load(h->reader, row->id, h->config.registry);
        if (!e || !map_put(&h->events, row->id, e)) {
            hub_note_damage(h, row->id, "an event cannot be read");
            event_free(e);
            return;
        }
        e->heard = h->heard;
    }
}

void hub_events_resume(hub *h) {
    store_read_events(h->reader, STORE_READ_RUNNING, 0, h, read_id);
}

void hub_events_leave(hub *h, const unsigned char *shards) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->events, &at)) != NULL) {
        if (shards[s->key % TOWN_SHARDS]) {
            event_free(map_remove(&h->events, s->key));
            at--; // another entry may have moved up into the gap
        }
    }
}

// What was not stored is forgotten: those events are read again.
void hub_events_lost(hub *h, uint64_t good) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->events, &at)) != NULL) {
        event *e = s->value;
        if (e->seq > good) {
            event_free(map_remove(&h->events, s->key));
            at--;
        }
    }
    hub_events_resume(h);
}

void hub_events_fenced(hub *h) {
    hub_events_deinit(h);
    hub_events_resume(h);
}

// An event that was read after an earlier refusal has nothing of what was on its way then.
void hub_events_refused(hub *h, const store_batch *b) {
    int gone = 0;
    for (int i = 0; i < b->count; i++) {
        int ours = store_subject_of(b->ops[i].kind) == ABOUT_EVENT;
        const event *e = ours ? map_get(&h->events, b->ops[i].a) : NULL;
        if (e && e->heard <= b->heard) {
            event_free(map_remove(&h->events, e->id));
            gone = 1;
        }
    }
    if (gone) {
        hub_events_resume(h);
    }
}

void hub_events_give_up(hub *h, uint64_t user) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->events, &at)) != NULL) {
        const event *e = s->value;
        int entry = event_entry_of(e, user);
        for (int g = 0; entry >= 0 && e->state == EVENT_LIVE && g < e->games; g++) {
            const event_game game = e->gamelist[g];
            if (!game.over) {
                hub_event_drop(h, e, &game, entry);
            }
        }
    }
}

void hub_events_forget(hub *h, uint64_t user) {
    store_batch *b = store_batch_new();
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->events, &at)) != NULL) {
        event *e = s->value;
        int i = event_entry_of(e, user);
        if (i >= 0) {
            (void)snprintf(e->entry[i].name, sizeof e->entry[i].name, "Deleted");
            e->entry[i].state = ENTRY_OUT;
            hub_event_put(h, e, STORE_ENTRY, i, b);
        }
        if (e->owner == user) {
            (void)snprintf(e->owner_name, sizeof e->owner_name, "Deleted");
            hub_event_put(h, e, STORE_EVENT, 0, b);
        }
    }
    if (b && b->count) {
        (void)hub_commit(h, b);
    } else {
        store_batch_free(b);
    }
}

void hub_events_deinit(hub *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->events, &at)) != NULL) {
        event_free(s->value);
    }
    map_deinit(&h->events);
}
