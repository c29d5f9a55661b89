// SPDX-License-Identifier: MIT
// What a shelf tells of a game: names, numbers of players, seats, options.
#include "room/wire_game.h"

#include "core/tags.h"
#include "room/wire_json.h"

static void add_choices(buffer *b, const tsr_option *o) {
    for (int i = 0; i <= o->max; i++) {
        buffer_add_text(b, i ? "," : ",\"choices\":[");
        wire_string(b, o->choices[i]);
    }
    buffer_add_text(b, "]");
}

static void add_option(buffer *b, const tsr_option *o) {
    static const char *const kinds[] = {"int", "choice", "flag", "file"};
    buffer_add_text(b, "{\"name\":");
    wire_string(b, o->name);
    buffer_add_text(b, ",\"help\":");
    wire_string(b, o->help ? o->help : "");
    buffer_addf(b, ",\"kind\":\"%s\",\"def\":%d,\"min\":%d,\"max\":%d", kinds[o->kind], o->def,
                o->min, o->max);
    if (o->kind == TSR_OPTION_CHOICE) {
        add_choices(b, o);
    }
    buffer_add_text(b, "}");
}

static void add_seats(buffer *b, const tsr_game *g) {
    buffer_add_text(b, ",\"seats\":[");
    for (int i = 0; g->seats && i < g->max_players; i++) {
        buffer_add_text(b, i ? "," : "");
        wire_string(b, g->seats[i]);
    }
    buffer_add_text(b, "]");
}

static void add_options(buffer *b, const tsr_game *g) {
    buffer_add_text(b, ",\"options\":[");
    for (int i = 0; i < g->option_count; i++) {
        buffer_add_text(b, i ? "," : "");
        add_option(b, &g->options[i]);
    }
    buffer_add_text(b, "]");
}

void wire_open_game(buffer *b, const tsr_game *g) {
    char tags[TAGS_TEXT];
    buffer_add_text(b, "{\"name\":");
    wire_string(b, g->name);
    buffer_add_text(b, ",\"title\":");
    wire_string(b, g->title);
    buffer_add_text(b, ",\"about\":");
    wire_string(b, g->about ? g->about : "");
    buffer_addf(b, ",\"min_players\":%u,\"max_players\":%u,\"default_players\":%u", g->min_players,
                g->max_players, g->default_players ? g->default_players : g->min_players);
    buffer_addf(b, ",\"hidden\":%s,\"chance\":%s", g->flags & TSR_HAS_HIDDEN ? "true" : "false",
                g->flags & TSR_HAS_CHANCE ? "true" : "false");
    tags_of(g, tags);
    buffer_add_text(b, ",\"tags\":");
    wire_string(b, tags);
    buffer_addf(b, ",\"minutes\":%u", g->more ? g->more->minutes : 0u);
    add_seats(b, g);
    add_options(b, g);
}

void wire_add_chosen(buffer *b, const tsr_rules *r) {
    const char *comma = "";
    buffer_add_text(b, "{");
    for (int i = 0; i < r->g.option_count; i++) {
        char value[128];
        if (r->g.options[i].kind != TSR_OPTION_FILE) {
            tsr_option_text(r, i, value, sizeof value);
            buffer_add_text(b, comma);
            wire_string(b, r->g.options[i].name);
            buffer_add_text(b, ":");
            wire_string(b, value);
            comma = ",";
        }
    }
    buffer_add_text(b, "}");
}
