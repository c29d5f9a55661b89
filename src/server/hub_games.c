// SPDX-License-Identifier: MIT
// Which games there are, their bots and their leaflets.
#include <stdio.h>
#include <string.h>

#include "room/wire_game.h"
#include "server/hub_impl.h"

static const char *const level_words[] = {"beginner", "easy",   "casual", "fair",
                                          "good",     "strong", "expert", "best"};
enum { LEVELS = 8 };

// Bots that may be chosen: the levels, and agents made for this very game.
static const tsr_agent_type *own_agent(const hub *h, const tsr_game *g, int *at) {
    while (*at < tsr_registry_agent_count(h->config.registry)) {
        const tsr_agent_type *t = tsr_registry_agent_at(h->config.registry, (*at)++);
        if (t->game && strcmp(t->game, g->name) == 0) {
            return t;
        }
    }
    return NULL;
}

int hub_is_bot(const hub *h, const tsr_game *g, const char *spec, char *name, size_t cap) {
    int n = 0, used = 0, at = 0;
    const tsr_agent_type *t;
    if (sscanf(spec, "level:n=%d%n", &n, &used) == 1 && !spec[used] && n >= 1 && n <= LEVELS &&
        used == 9) {
        (void)snprintf(name, cap, "Bot %d", n);
        return 1;
    }
    while ((t = own_agent(h, g, &at)) != NULL) {
        if (strcmp(t->name, spec) == 0) {
            (void)snprintf(name, cap, "Bot %s", t->name);
            return 1;
        }
    }
    return 0;
}

// Those that play every game.
static void add_levels(buffer *b) {
    for (int i = 1; i <= LEVELS; i++) {
        buffer_addf(b, "%s{\"spec\":\"level:n=%d\",\"label\":\"Level %d, %s\"}", i > 1 ? "," : "",
                    i, i, level_words[i - 1]);
    }
}

// Those that play this one.
static void add_bots(const hub *h, buffer *b, const tsr_game *g) {
    int at = 0, n = 0;
    const tsr_agent_type *t;
    buffer_add_text(b, ",\"bots\":[");
    while ((t = own_agent(h, g, &at)) != NULL) {
        buffer_addf(b, "%s{\"spec\":\"%s\",\"label\":\"%s\"}", n++ ? "," : "", t->name, t->name);
    }
    buffer_add_text(b, "]");
}

static void add_game(const hub *h, buffer *b, const tsr_game *g) {
    wire_open_game(b, g);
    add_bots(h, b, g);
    buffer_add_text(b, "}");
}

void hub_get_games(hub *h, const hub_request *q, const char *arg) {
    (void)arg;
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"levels\":[");
    add_levels(&h->out);
    buffer_add_text(&h->out, "],\"games\":[");
    for (int i = 0; i < tsr_registry_game_count(h->config.registry); i++) {
        buffer_add_text(&h->out, i ? "," : "");
        add_game(h, &h->out, tsr_registry_game_at(h->config.registry, i));
    }
    buffer_add_text(&h->out, "]}");
    hub_answer(h, q, 200, 0, NULL);
}

static void add_words(const hub *h, buffer *b, const tsr_rules *r) {
    buffer_add_text(b, ",\"words\":{");
    if (h->config.words) {
        h->config.words(r, b);
    }
    buffer_add_text(b, "}");
}

// The rules a match is played by if the query names one of this game, else those of the
// game as it is offered. Taken: rules_cache_drop.
static rules_entry *rules_asked_for(hub *h, const hub_request *q, const tsr_game *g) {
    char id[32];
    const room *r =
        hub_query(q->query, "match", id, sizeof id) ? hub_room(h, ident_read(id)) : NULL;
    if (r && strcmp(r->entry->rules->g.name, g->name) == 0) {
        return rules_cache_hold(&h->rules, r->entry);
    }
    tsr_setup setup;
    tsr_setup_init(&setup, g);
    return rules_cache_take(&h->rules, &setup, NULL);
}

void hub_get_rules(hub *h, const hub_request *q, const char *name) {
    buffer text;
    const tsr_game *g = tsr_registry_game(h->config.registry, name, NULL);
    if (!g) {
        hub_fail(h, q, 404, NULL, "There is no such game.");
        return;
    }
    rules_entry *e = rules_asked_for(h, q, g);
    buffer_init(&text, NULL);
    if (e && h->config.leaflet) {
        h->config.leaflet(e->rules, &text);
    } else {
        buffer_add_text(&text, g->rules ? g->rules : "This game has no leaflet.");
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"text\":");
    wire_string(&h->out, buffer_text(&text));
    if (e) {
        add_words(h, &h->out, e->rules);
    }
    rules_cache_drop(&h->rules, e);
    buffer_add_text(&h->out, "}");
    buffer_deinit(&text);
    hub_answer(h, q, 200, 0, NULL);
}
