// SPDX-License-Identifier: MIT
// What people ask of events: lists and one of them, making, entering, leaving, starting, ending,
// challenging; and teams.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/wire_game.h"
#include "server/hub_impl.h"
#include "server/json_in.h"
#include "server/names.h"

static void refuse(problem *p, int status, const char *field, const char *why) {
    p->status = status;
    p->field = field;
    (void)snprintf(p->why, sizeof p->why, "%s", why);
}

static const char busy[] = "The server is busy. Please try again.";

static void ask(hub *h, const hub_request *q, hub_ask_kind kind, uint64_t id) {
    hub_ask *a = hub_ask_new(kind);
    if (a) {
        a->request = q->id;
        a->match = id;
    }
    if (!hub_put_ask(h, a, q->ip)) {
        hub_fail(h, q, 503, NULL, busy);
    }
}

// --- Looking -----------------------------------------------------------------

void hub_get_events(hub *h, const hub_request *q, const char *arg) {
    (void)arg;
    ask(h, q, ASK_EVENTS, 0);
}

// Those in memory, and those that were read: the latest that are over.
void hub_add_events(hub *h, buffer *b, const hub_ask *past) {
    static const char *const names[] = {"open", "live"};
    buffer_add_text(b, "{");
    for (int state = EVENT_OPEN; state <= EVENT_LIVE; state++) {
        const char *comma = "";
        size_t at = 0;
        const map_slot *s;
        buffer_addf(b, "%s\"%s\":[", state ? "," : "", names[state]);
        while ((s = map_next(&h->events, &at)) != NULL) {
            const event *e = s->value;
            if ((int)e->state == state && e->seq <= h->durable_seq) {
                buffer_add_text(b, comma);
                event_add_summary(b, e);
                comma = ",";
            }
        }
        hub_add_their_events(h, b, state == EVENT_LIVE, comma);
        buffer_add_text(b, "]");
    }
    buffer_addf(b, ",\"over\":[%s]}", buffer_text(&past->text));
}

static bytes *page_of(event *e) {
    if (!e->page) {
        buffer b;
        buffer_init(&b, NULL);
        event_add_full(&b, e);
        e->page = b.failed ? NULL : bytes_new(buffer_text(&b), b.size);
        buffer_deinit(&b);
    }
    return e->page;
}

static void answer_event(hub *h, const hub_request *q, event *e) {
    hub_post(h, OUT_REPLY, e->seq, q->id, 200, page_of(e), NULL);
}

void hub_get_event(hub *h, const hub_request *q, const char *arg) {
    event *e = map_get(&h->events, ident_read(arg));
    if (e) {
        answer_event(h, q, e);
    } else {
        ask(h, q, ASK_EVENT, ident_read(arg));
    }
}

// --- Making ------------------------------------------------------------------

static int number_within(const json_t *body, const char *name, int64_t min, int64_t max,
                         int64_t otherwise, int64_t *out, problem *p) {
    const json_t *v = json_object_get(body, name);
    *out =
        v && !json_is_null(v) ? (json_is_integer(v) ? json_integer_value(v) : min - 1) : otherwise;
    if (*out < min || *out > max) {
        char why[120];
        (void)snprintf(why, sizeof why, "This is a whole number from %" PRId64 " to %" PRId64 ".",
                       min, max);
        refuse(p, 400, name, why);
        return 0;
    }
    return 1;
}

static int read_kind(event *e, const json_t *body, problem *p) {
    const char *kind = json_in_text(body, "kind");
    for (int i = 0; kind && i < EVENT_KINDS; i++) {
        if (strcmp(kind, event_kind_words[i]) == 0) {
            e->kind = (event_kind)i;
            return 1;
        }
    }
    refuse(p, 400, "kind", "An event is swiss, knockout, arena, ladder or simul.");
    return 0;
}

static int read_title(event *e, const json_t *body, problem *p) {
    const char *title = json_in_text(body, "title");
    int letters = title ? json_in_letters(title) : -1;
    if (letters < 1 || letters > LIMIT_TITLE || !json_in_visible(title)) {
        refuse(p, 400, "title", "A title has 1 to 60 visible characters.");
        return 0;
    }
    (void)snprintf(e->title, sizeof e->title, "%s", title);
    return 1;
}

// The game at its table: options as texts, as they are stored.
static int read_game(hub *h, event *e, const json_t *body, problem *p) {
    tsr_setup setup;
    tsr_error err;
    room clock = {0};
    if (!hub_read_setup(h, body, &setup, p) || !hub_read_clock(&clock, body, p)) {
        return 0;
    }
    if (setup.players < 2) {
        refuse(p, 400, "game", "This is a game for one player.");
        return 0;
    }
    if (setup.players > 2 && (e->kind == EVENT_LADDER || e->kind == EVENT_SIMUL)) {
        refuse(p, 400, "players",
               "Ladders and simultaneous exhibitions are for games of two players.");
        return 0;
    }
    if (!clock.clock.base_ms && !clock.clock.move_ms) {
        refuse(p, 400, "clock", "An event needs a clock, so that it ends.");
        return 0;
    }
    rules_entry *entry = rules_cache_take(&h->rules, &setup, &err);
    if (!entry) {
        refuse(p, 400, "options", err.message);
        return 0;
    }
    buffer options;
    buffer_init(&options, NULL);
    wire_add_chosen(&options, entry->rules);
    rules_cache_drop(&h->rules, entry);
    e->options = options.failed ? NULL : strdup(buffer_text(&options));
    buffer_deinit(&options);
    e->game = setup.game;
    e->players = setup.players;
    e->clock = clock.clock;
    return 1;
}

// In slow matches nobody is expected within minutes: the clock is enough.
static int64_t usual_arrival(const event *e) {
    int64_t half = e->clock.base_ms / 2000;
    return e->clock.move_ms >= 86400000 || half > 86400 ? 0 : half && half < 120 ? half + 10 : 120;
}

static int read_times(const hub *h, event *e, const json_t *body, problem *p) {
    enum { YEAR_S = 366 * 86400 };
    int64_t rounds, minutes, pause, arrive, begins, delay;
    int64_t usual_delay = e->game->flags & TSR_HAS_HIDDEN ? 60 : 0;
    if (!number_within(body, "rounds", 0, 50, 0, &rounds, p) ||
        !number_within(body, "minutes", 1, 10080, 60, &minutes, p) ||
        !number_within(body, "pause", 0, 86400, 10, &pause, p) ||
        !number_within(body, "delay", 0, 3600, usual_delay, &delay, p) ||
        !number_within(body, "arrive", 0, 600, usual_arrival(e), &arrive, p) ||
        !number_within(body, "begins", 0, h->wall_s + YEAR_S, 0, &begins, p)) {
        return 0;
    }
    e->rounds = e->kind == EVENT_SWISS ? (int)rounds : 0;
    e->minutes = (int)minutes;
    e->pause_s = (int)pause;
    e->delay_s = (int)delay;
    e->arrive_s = (int)arrive;
    e->begins = begins;
    return 1;
}

static int has_place(hub *h, const session *s, problem *p) {
    size_t at = 0;
    const map_slot *slot;
    int all = 0, own = 0;
    while ((slot = map_next(&h->events, &at)) != NULL) {
        const event *e = slot->value;
        all += e->state != EVENT_OVER;
        own += e->state != EVENT_OVER && e->owner == s->user;
    }
    if (all >= LIMIT_EVENTS || (own >= LIMIT_EVENTS_EACH && !h->config.no_limits)) {
        refuse(p, 429, NULL,
               own >= LIMIT_EVENTS_EACH ? "You already have three events that are not over."
                                        : "There are too many events. Please try again later.");
        return 0;
    }
    return 1;
}

static int enter(hub *h, event *e, const session *s, uint64_t team, const char *team_name,
                 store_batch *b) {
    int i = event_entry_of(e, s->user);
    event_entry *x = i >= 0 ? &e->entry[i] : event_add_entry(e);
    if (!x) {
        return 0;
    }
    int rating = hub_rating_of(h, s->user, e->game->name);
    x->user = s->user;
    x->team = team;
    x->state = ENTRY_IN;
    x->missed = 0;
    x->rating = i >= 0 ? x->rating : rating ? rating : 1500;
    memcpy(x->name, s->name, sizeof x->name);
    (void)snprintf(x->team_name, sizeof x->team_name, "%s", team_name);
    hub_event_put(h, e, STORE_ENTRY, (int)(x - e->entry), b);
    event_count(e);
    return 1;
}

static event *read_event(hub *h, const json_t *body, const session *s, problem *p) {
    uint64_t id = hub_new_id(h);
    event *e = event_new(id);
    if (e && read_kind(e, body, p) && read_title(e, body, p) && read_game(h, e, body, p) &&
        read_times(h, e, body, p)) {
        e->owner = s->user;
        memcpy(e->owner_name, s->name, sizeof e->owner_name);
        e->rated = json_in_true(body, "rated");
        e->with_teams = json_in_true(body, "teams");
        e->made = h->wall_s;
        return e;
    }
    event_free(e);
    return NULL;
}

static const session *account_of(hub *h, const hub_request *q, problem *p) {
    const session *s = hub_session(h, q->token);
    if (!s || !s->account) {
        refuse(p, 401, NULL, "Please sign in first: events require an account.");
        return NULL;
    }
    return s;
}

void hub_post_event(hub *h, const hub_request *q, const char *arg) {
    problem p = {0};
    json_t *body = json_in_object(q->body, q->body_size);
    const session *s = account_of(h, q, &p);
    event *e = s && has_place(h, s, &p) ? read_event(h, body, s, &p) : NULL;
    (void)arg;
    if (e && map_put(&h->events, e->id, e)) {
        e->heard = h->heard;
        store_batch *b = store_batch_new();
        if (e->kind == EVENT_SIMUL) {
            (void)enter(h, e, s, 0, "", b);
        }
        e->state = e->kind == EVENT_LADDER ? EVENT_LIVE : EVENT_OPEN; // a ladder is always open
        hub_event_put(h, e, STORE_EVENT, 0, b);
        (void)hub_commit(h, b);
        answer_event(h, q, e);
    } else {
        event_free(e);
        hub_fail(h, q, p.status ? p.status : 503, p.field,
                 p.status ? p.why : "The server is out of memory.");
    }
    json_decref(body);
}

// --- Entering and leaving ----------------------------------------------------

typedef struct visit {
    const session *s;
    event *e;
    json_t *body;
    problem p;
} visit;

static int begin_visit(hub *h, const hub_request *q, const char *arg, visit *v) {
    *v = (visit){0};
    v->s = account_of(h, q, &v->p);
    v->e = v->s ? map_get(&h->events, ident_read(arg)) : NULL;
    v->body = json_in_object(q->body, q->body_size);
    if (v->s && (!v->e || v->e->state == EVENT_OVER)) {
        refuse(&v->p, v->e ? 409 : 404, NULL,
               v->e ? "This event is over." : "There is no such event, or it is over.");
    }
    return !v->p.status;
}

static void end_visit(hub *h, const hub_request *q, visit *v) {
    if (v->p.status) {
        hub_fail(h, q, v->p.status, v->p.field, v->p.why);
    } else {
        answer_event(h, q, v->e);
    }
    json_decref(v->body);
}

static void name_of_team(void *self, const store_event_row *row) {
    (void)snprintf(self, NAME_BYTES, "%s", row->text);
}

// The team somebody enters for; 0 = none, or none that may be (then `p` says so).
static uint64_t read_team(hub *h, visit *v, char name[NAME_BYTES]) {
    const char *id = json_in_text(v->body, "team");
    uint64_t team = id ? ident_read(id) : 0;
    name[0] = '\0';
    if (!v->e->with_teams) {
        return 0;
    }
    if (!team || !store_read_is_member(h->reader, team, v->s->user)) {
        refuse(&v->p, 403, "team",
               "In this event players enter for a team of which they are members.");
        return 0;
    }
    store_read_events(h->reader, STORE_READ_TEAM, team, name, name_of_team);
    return team;
}

void hub_post_event_join(hub *h, const hub_request *q, const char *arg) {
    visit v;
    char name[NAME_BYTES];
    if (begin_visit(h, q, arg, &v)) {
        uint64_t team = read_team(h, &v, name);
        int late =
            v.e->state != EVENT_OPEN && v.e->kind != EVENT_ARENA && v.e->kind != EVENT_LADDER;
        if (late) {
            refuse(&v.p, 409, NULL, "This event has already begun.");
        }
        store_batch *b = v.p.status ? NULL : store_batch_new();
        if (b && enter(h, v.e, v.s, team, name, b)) {
            (void)hub_commit(h, b);
        } else if (b) {
            store_batch_free(b);
            refuse(&v.p, 409, NULL, "This event is full.");
        }
    }
    end_visit(h, q, &v);
}

void hub_post_event_leave(hub *h, const hub_request *q, const char *arg) {
    visit v;
    if (begin_visit(h, q, arg, &v)) {
        event *e = v.e;
        int i = event_entry_of(e, v.s->user);
        if (i < 0) {
            refuse(&v.p, 409, NULL, "You have not entered.");
        } else {
            store_batch *b = store_batch_new();
            int stays = e->kind == EVENT_ARENA && e->state == EVENT_LIVE;
            e->entry[i].state = stays ? ENTRY_AWAY : ENTRY_OUT;
            hub_event_put(h, e, STORE_ENTRY, i, b);
            (void)hub_commit(h, b);
            for (int g = 0; g < e->games && e->kind != EVENT_ARENA; g++) {
                const event_game game = e->gamelist[g];
                if (!game.over) {
                    hub_event_drop(h, e, &game, i);
                }
            }
        }
    }
    end_visit(h, q, &v);
}

// --- The owner ---------------------------------------------------------------

static int is_owner(visit *v) {
    if (v->s->user != v->e->owner) {
        refuse(&v->p, 403, NULL, "Only the creator of the event can do that.");
        return 0;
    }
    return 1;
}

void hub_post_event_start(hub *h, const hub_request *q, const char *arg) {
    visit v;
    if (begin_visit(h, q, arg, &v) && is_owner(&v)) {
        if (v.e->state != EVENT_OPEN) {
            refuse(&v.p, 409, NULL, "This event has already begun.");
        } else {
            hub_event_start(h, v.e);
        }
    }
    end_visit(h, q, &v);
}

void hub_post_event_end(hub *h, const hub_request *q, const char *arg) {
    visit v;
    if (begin_visit(h, q, arg, &v) && is_owner(&v)) {
        hub_event_end(h, v.e);
    }
    end_visit(h, q, &v);
}

void hub_post_event_challenge(hub *h, const hub_request *q, const char *arg) {
    visit v;
    store_user other;
    if (begin_visit(h, q, arg, &v)) {
        const char *name = json_in_text(v.body, "name");
        int known = name && store_read_user_named(h->reader, name, &other);
        int me = event_entry_of(v.e, v.s->user), them = known ? event_entry_of(v.e, other.id) : -1;
        const char *why = event_challenge_problem(v.e, me, them);
        if (why) {
            refuse(&v.p, 409, "name", why);
        } else { // who is challenged sits first every other time
            hub_event_add_pair(h, v.e, v.e->games % 2 ? me : them, v.e->games % 2 ? them : me);
        }
    }
    end_visit(h, q, &v);
}
