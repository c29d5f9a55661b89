// SPDX-License-Identifier: MIT
#include "server/wire_json.h"

#include <inttypes.h>
#include <string.h>

// --- Strings -----------------------------------------------------------------

// The length of the UTF-8 sequence at `s`, 0 if it is none.
static size_t sequence(const unsigned char *s) {
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] >= 0x80 && (s[0] < 0xc2 || s[0] > 0xf4)) {
        return 0;
    }
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    int overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    int surrogate = (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf4 && s[1] >= 0x90);
    return overlong || surrogate ? 0 : n;
}

void wire_string(buffer *b, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    buffer_add(b, "\"", 1);
    while (*s) {
        // Plain letters go in one piece.
        size_t plain = 0;
        while (s[plain] >= 0x20 && s[plain] < 0x7f && s[plain] != '"' && s[plain] != '\\' &&
               s[plain] != '<') {
            plain++;
        }
        if (plain) {
            buffer_add(b, s, plain);
            s += plain;
            continue;
        }
        size_t n = sequence(s);
        if (n == 0 && *s) {
            buffer_add_text(b, "\\ufffd");
            s++;
        } else if (*s == '"' || *s == '\\') {
            buffer_addf(b, "\\%c", *s++);
        } else if (*s && (*s < 0x20 || *s == 0x7f || *s == '<')) {
            buffer_addf(b, "\\u%04x", *s++); // '<' so that no text can end a script
        } else if (*s) {
            buffer_add(b, s, n);
            s += n;
        }
    }
    buffer_add(b, "\"", 1);
}

// ,"name":17 without the cost of a format: scenes are most of what the server sends.
static void add_number(buffer *b, const char *name, int64_t value) {
    char digits[24];
    int at = (int)sizeof digits;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (value < 0) {
        digits[--at] = '-';
    }
    buffer_add_text(b, name);
    buffer_add(b, digits + at, sizeof digits - (size_t)at);
}

// name"word"
static void add_word(buffer *b, const char *name, const char *word) {
    buffer_add_text(b, name);
    buffer_add(b, "\"", 1);
    buffer_add_text(b, word);
    buffer_add(b, "\"", 1);
}

// --- Words for numbers -------------------------------------------------------

static const char *const zone_words[] = {"group", "grid",  "hex",   "graph",   "row",  "pile",
                                         "hand",  "track", "stack", "counter", "text", "actions"};
static const char *const item_words[] = {"cell", "piece",  "tile", "card",
                                         "poly", "number", "text", "button"};
static const char *const coord_words[] = {"none", "numbers", "letters"};
static const char *const shape_words[] = {"none", "disc",  "square",  "triangle", "diamond",
                                          "star", "cross", "hexagon", "ring"};
static const char *const colour_words[] = {
    "none",    "player1", "player2", "player3", "player4", "player5", "player6",
    "player7", "player8", "white",   "black",   "red",     "blue",    "yellow",
    "green",   "purple",  "orange",  "cyan",    "pink",    "brown",   "grey"};
static const char *const zone_flags[] = {"popup", "small", "checked"};
static const char *const item_flags[] = {"down", "last", "known", "pending", "dim", "strong"};
static const char *const ask_words[] = {"over", "move", "choice", "react", "chance"};

#define WORD(table, i) ((i) < sizeof(table) / sizeof *(table) ? (table)[i] : (table)[0])

static void add_flags(buffer *b, unsigned flags, const char *const *words, unsigned count) {
    const char *comma = "";
    if (!flags) {
        return;
    }
    buffer_add_text(b, ",\"flags\":[");
    for (unsigned i = 0; i < count; i++) {
        if (flags >> i & 1u) {
            add_word(b, comma, words[i]);
            comma = ",";
        }
    }
    buffer_add_text(b, "]");
}

static void add_owner(buffer *b, uint8_t owner) {
    if (owner < TSR_MAX_PLAYERS) {
        add_number(b, ",\"owner\":", owner);
    }
}

static void add_text_member(buffer *b, const tsr_scene *sc, const char *name, uint32_t at) {
    if (at && at < sc->text_size) {
        buffer_add_text(b, name);
        wire_string(b, sc->text + at);
    }
}

// --- Scenes ------------------------------------------------------------------

void wire_scene_init(wire_scene *w, const tsr_alloc *alloc) {
    *w = (wire_scene){.alloc = alloc};
}

// Makes an array hold `need` elements of `size` bytes; 0 on failure.
static int fit(wire_scene *w, void *array, uint32_t *cap, uint32_t need, size_t size) {
    void *old;
    memcpy(&old, array, sizeof old);
    if (need <= *cap) {
        return 1;
    }
    void *p = tsr_mem_resize(w->alloc, old, *cap * size, need * size);
    if (!p) {
        return 0;
    }
    memcpy(array, &p, sizeof p);
    *cap = need;
    return 1;
}

void wire_scene_deinit(wire_scene *w) {
    tsr_scene *sc = &w->scene;
    tsr_mem_free(w->alloc, sc->zones, sc->zone_cap * sizeof *sc->zones);
    tsr_mem_free(w->alloc, sc->items, sc->item_cap * sizeof *sc->items);
    tsr_mem_free(w->alloc, sc->edges, sc->edge_cap * sizeof *sc->edges);
    tsr_mem_free(w->alloc, sc->text, sc->text_cap);
    *sc = (tsr_scene){0};
}

// Fills w->scene: once to see whether it fits, and again if it had to grow.
static int take_scene(wire_scene *w, const tsr_rules *r, const void *view, int viewer) {
    tsr_scene *sc = &w->scene;
    tsr_scene_clear(sc);
    r->g.scene(r, view, viewer, sc);
    if (sc->zone_count <= sc->zone_cap && sc->item_count <= sc->item_cap &&
        sc->edge_count <= sc->edge_cap && sc->text_size <= sc->text_cap) {
        return 1;
    }
    if (!fit(w, &sc->zones, &sc->zone_cap, sc->zone_count, sizeof *sc->zones) ||
        !fit(w, &sc->items, &sc->item_cap, sc->item_count, sizeof *sc->items) ||
        !fit(w, &sc->edges, &sc->edge_cap, sc->edge_count, sizeof *sc->edges) ||
        !fit(w, &sc->text, &sc->text_cap, sc->text_size, 1)) {
        return 0;
    }
    tsr_scene_clear(sc);
    r->g.scene(r, view, viewer, sc);
    return 1;
}

static void add_zone(buffer *b, const tsr_scene *sc, const tsr_zone *z) {
    buffer_addf(b, "{\"kind\":\"%s\",\"parent\":%d", WORD(zone_words, z->kind), z->parent);
    add_owner(b, z->owner);
    add_flags(b, z->flags, zone_flags, 3);
    if (z->coords) {
        buffer_addf(b, ",\"coords\":\"%s\"", WORD(coord_words, z->coords));
    }
    if (z->rows || z->cols) {
        buffer_addf(b, ",\"rows\":%u,\"cols\":%u", z->rows, z->cols);
    }
    add_text_member(b, sc, ",\"label\":", z->label);
    buffer_add_text(b, "}");
}

static void add_item(buffer *b, const tsr_scene *sc, const tsr_item *i) {
    add_word(b, "{\"kind\":", WORD(item_words, i->kind));
    add_number(b, ",\"zone\":", i->zone);
    add_number(b, ",\"row\":", i->row);
    add_number(b, ",\"col\":", i->col);
    if (i->ref) {
        add_number(b, ",\"ref\":", i->ref);
    }
    if (i->key) {
        add_number(b, ",\"key\":", i->key);
    }
    if (i->count > 1) {
        add_number(b, ",\"count\":", i->count);
    }
    add_owner(b, i->owner);
    if (i->colour) {
        add_word(b, ",\"colour\":", WORD(colour_words, i->colour));
    }
    if (i->shape) {
        add_word(b, ",\"shape\":", WORD(shape_words, i->shape));
    }
    add_flags(b, i->flags, item_flags, 6);
    if (i->mask) {
        buffer_addf(b, ",\"mask\":\"%016" PRIx64 "\"", i->mask);
    }
    add_text_member(b, sc, ",\"glyph\":", i->glyph);
    add_text_member(b, sc, ",\"label\":", i->label);
    add_text_member(b, sc, ",\"sprite\":", i->sprite);
    buffer_add(b, "}", 1);
}

void wire_add_scene(buffer *b, wire_scene *w, const tsr_rules *r, const void *view, int viewer) {
    const tsr_scene *sc = &w->scene;
    if (!take_scene(w, r, view, viewer)) {
        b->failed = 1;
        return;
    }
    buffer_add_text(b, "{\"zones\":[");
    for (uint32_t i = 0; i < sc->zone_count; i++) {
        buffer_add_text(b, i ? "," : "");
        add_zone(b, sc, &sc->zones[i]);
    }
    buffer_add_text(b, "],\"items\":[");
    for (uint32_t i = 0; i < sc->item_count; i++) {
        buffer_add_text(b, i ? "," : "");
        add_item(b, sc, &sc->items[i]);
    }
    buffer_add_text(b, "],\"edges\":[");
    for (uint32_t i = 0; i < sc->edge_count; i++) {
        buffer_addf(b, "%s[%u,%u]", i ? "," : "", sc->edges[i].a, sc->edges[i].b);
    }
    buffer_add_text(b, "]}");
}

// --- Questions ---------------------------------------------------------------

void wire_refs(buffer *b, const char *name, const uint32_t *refs, int count) {
    buffer_add_text(b, name);
    for (int i = 0; i < count; i++) {
        add_number(b, i ? "," : "", refs[i]);
    }
    buffer_add_text(b, "]");
}

static void add_move(buffer *b, const tsr_rules *r, const void *view, int seat, tsr_move m,
                     tsr_player_names names) {
    char text[512];
    tsr_picks picks = {0};
    r->g.path(r, view, seat, m, &picks);
    tsr_move_text(r, view, seat, m, text, sizeof text);
    buffer_add_text(b, "{\"text\":");
    wire_string(b, text);
    wire_refs(b, ",\"pick\":[", picks.pick, picks.picks);
    if (picks.marks) {
        wire_refs(b, ",\"mark\":[", picks.mark, picks.marks);
    }
    tsr_event_text(r, view, seat, m, names, text, sizeof text);
    buffer_add_text(b, ",\"say\":");
    wire_string(b, text);
    buffer_add_text(b, "}");
}

void wire_add_ask(buffer *b, const tsr_rules *r, const void *view, int seat, int ply, int undo,
                  tsr_player_names names) {
    tsr_move list[TSR_MAX_MOVES];
    tsr_info info;
    char prompt[256];
    if (seat < 0 || seat >= r->players || !(tsr_turn(r, view) >> seat & 1u)) {
        buffer_add_text(b, "null");
        return;
    }
    r->g.info(r, view, &info);
    tsr_line_text(r, &info.prompt, names, prompt, sizeof prompt);
    buffer_addf(b, "{\"seat\":%d,\"kind\":\"%s\",\"ply\":%d,\"undo\":%s,\"prompt\":", seat,
                WORD(ask_words, info.ask), ply, undo ? "true" : "false");
    wire_string(b, prompt);
    buffer_add_text(b, ",\"moves\":[");
    int n = tsr_moves(r, view, seat, list);
    for (int i = 0; i < n; i++) {
        buffer_add_text(b, i ? "," : "");
        add_move(b, r, view, seat, list[i], names);
    }
    buffer_add_text(b, "]}");
}
