// SPDX-License-Identifier: MIT
#include "server/wire_json.h"

#include <inttypes.h>
#include <string.h>

// Most of what the server does is this: a few bytes into a buffer that is large enough.
static inline void put(buffer *b, const void *bytes, size_t size) {
    if (b->cap - b->size > size && !b->failed) {
        memcpy(b->bytes + b->size, bytes, size);
        b->size += size;
        b->bytes[b->size] = '\0';
    } else {
        buffer_add(b, bytes, size);
    }
}

#define PUT(b, literal) put(b, literal, sizeof(literal) - 1)

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
    PUT(b, "\"");
    while (*s) {
        // Plain letters go in one piece.
        size_t plain = 0;
        while (s[plain] >= 0x20 && s[plain] < 0x7f && s[plain] != '"' && s[plain] != '\\' &&
               s[plain] != '<') {
            plain++;
        }
        if (plain) {
            put(b, s, plain);
            s += plain;
            continue;
        }
        size_t n = sequence(s);
        if (n == 0 && *s) {
            PUT(b, "\\ufffd");
            s++;
        } else if (*s == '"' || *s == '\\') {
            buffer_addf(b, "\\%c", *s++);
        } else if (*s && (*s < 0x20 || *s == 0x7f || *s == '<')) {
            buffer_addf(b, "\\u%04x", *s++); // '<' so that no text can end a script
        } else if (*s) {
            put(b, s, n);
            s += n;
        }
    }
    PUT(b, "\"");
}

void wire_number(buffer *b, const char *name, int64_t value) {
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
    put(b, name, strlen(name));
    put(b, digits + at, sizeof digits - (size_t)at);
}

// name"word"
static void add_word(buffer *b, const char *name, const char *word) {
    put(b, name, strlen(name));
    PUT(b, "\"");
    put(b, word, strlen(word));
    PUT(b, "\"");
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
    PUT(b, ",\"flags\":[");
    for (unsigned i = 0; i < count; i++) {
        if (flags >> i & 1u) {
            add_word(b, comma, words[i]);
            comma = ",";
        }
    }
    PUT(b, "]");
}

static void add_owner(buffer *b, uint8_t owner) {
    if (owner < TSR_MAX_PLAYERS) {
        wire_number(b, ",\"owner\":", owner);
    }
}

static void add_text_member(buffer *b, const tsr_scene *sc, const char *name, uint32_t at) {
    if (at && at < sc->text_size) {
        put(b, name, strlen(name));
        wire_string(b, sc->text + at);
    }
}

// --- Scenes ------------------------------------------------------------------

void wire_scene_init(wire_scene *w, const tsr_alloc *alloc) {
    *w = (wire_scene){.alloc = alloc};
    buffer_init(&w->json, alloc);
}

// Makes an array hold `need` elements of `size` bytes; 0 on failure.
static int fit(const wire_scene *w, void *array, uint32_t *cap, uint32_t need, size_t size) {
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

static void free_scene(const tsr_alloc *alloc, tsr_scene *sc) {
    tsr_mem_free(alloc, sc->zones, sc->zone_cap * sizeof *sc->zones);
    tsr_mem_free(alloc, sc->items, sc->item_cap * sizeof *sc->items);
    tsr_mem_free(alloc, sc->edges, sc->edge_cap * sizeof *sc->edges);
    tsr_mem_free(alloc, sc->text, sc->text_cap);
    *sc = (tsr_scene){0};
}

void wire_scene_deinit(wire_scene *w) {
    free_scene(w->alloc, &w->fresh);
    free_scene(w->alloc, &w->last);
    buffer_deinit(&w->json);
}

// Fills w->fresh: once to see whether it fits, and again if it had to grow.
static int take_scene(wire_scene *w, const tsr_rules *r, const void *view, int viewer) {
    tsr_scene *sc = &w->fresh;
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

static int is_same(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

static int is_same_scene(const tsr_scene *a, const tsr_scene *b) {
    return a->zone_count == b->zone_count && a->item_count == b->item_count &&
           a->edge_count == b->edge_count && a->text_size == b->text_size &&
           is_same(a->zones, b->zones, a->zone_count * sizeof *a->zones) &&
           is_same(a->items, b->items, a->item_count * sizeof *a->items) &&
           is_same(a->edges, b->edges, a->edge_count * sizeof *a->edges) &&
           is_same(a->text, b->text, a->text_size);
}

static void add_zone(buffer *b, const tsr_scene *sc, const tsr_zone *z) {
    add_word(b, "{\"kind\":", WORD(zone_words, z->kind));
    wire_number(b, ",\"parent\":", z->parent);
    add_owner(b, z->owner);
    add_flags(b, z->flags, zone_flags, 3);
    if (z->coords) {
        add_word(b, ",\"coords\":", WORD(coord_words, z->coords));
    }
    if (z->rows || z->cols) {
        wire_number(b, ",\"rows\":", z->rows);
        wire_number(b, ",\"cols\":", z->cols);
    }
    add_text_member(b, sc, ",\"label\":", z->label);
    PUT(b, "}");
}

static void add_item(buffer *b, const tsr_scene *sc, const tsr_item *i) {
    add_word(b, "{\"kind\":", WORD(item_words, i->kind));
    wire_number(b, ",\"zone\":", i->zone);
    wire_number(b, ",\"row\":", i->row);
    wire_number(b, ",\"col\":", i->col);
    if (i->ref) {
        wire_number(b, ",\"ref\":", i->ref);
    }
    if (i->key) {
        wire_number(b, ",\"key\":", i->key);
    }
    if (i->count > 1) {
        wire_number(b, ",\"count\":", i->count);
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
    PUT(b, "}");
}

static void add_scene(buffer *b, const tsr_scene *sc) {
    PUT(b, "{\"zones\":[");
    for (uint32_t i = 0; i < sc->zone_count; i++) {
        put(b, ",", i != 0);
        add_zone(b, sc, &sc->zones[i]);
    }
    PUT(b, "],\"items\":[");
    for (uint32_t i = 0; i < sc->item_count; i++) {
        put(b, ",", i != 0);
        add_item(b, sc, &sc->items[i]);
    }
    PUT(b, "],\"edges\":[");
    for (uint32_t i = 0; i < sc->edge_count; i++) {
        wire_number(b, i ? ",[" : "[", sc->edges[i].a);
        wire_number(b, ",", sc->edges[i].b);
        PUT(b, "]");
    }
    PUT(b, "]}");
}

void wire_add_scene(buffer *b, wire_scene *w, const tsr_rules *r, const void *view, int viewer) {
    if (!take_scene(w, r, view, viewer)) {
        b->failed = 1;
        return;
    }
    if (!w->json.size || !is_same_scene(&w->fresh, &w->last)) {
        tsr_scene made = w->fresh;
        w->fresh = w->last;
        w->last = made;
        buffer_clear(&w->json);
        add_scene(&w->json, &w->last);
        if (w->json.failed) {
            buffer_deinit(&w->json);
            buffer_init(&w->json, w->alloc);
            b->failed = 1;
            return;
        }
    }
    buffer_add(b, w->json.bytes, w->json.size);
}

// --- Questions ---------------------------------------------------------------

void wire_refs(buffer *b, const char *name, const uint32_t *refs, int count) {
    put(b, name, strlen(name));
    for (int i = 0; i < count; i++) {
        wire_number(b, i ? "," : "", refs[i]);
    }
    PUT(b, "]");
}

static void add_move(buffer *b, const tsr_rules *r, const void *view, int seat, tsr_move m) {
    char text[512];
    tsr_picks picks = {0};
    r->g.path(r, view, seat, m, &picks);
    tsr_move_text(r, view, seat, m, text, sizeof text);
    PUT(b, "{\"text\":");
    wire_string(b, text);
    wire_refs(b, ",\"pick\":[", picks.pick, picks.picks);
    if (picks.marks) {
        wire_refs(b, ",\"mark\":[", picks.mark, picks.marks);
    }
    PUT(b, "}");
}

void wire_add_ask(buffer *b, const tsr_rules *r, const void *view, int seat, int ply, int undo,
                  tsr_player_names names) {
    tsr_move list[TSR_MAX_MOVES];
    tsr_info info;
    char prompt[256];
    if (seat < 0 || seat >= r->players || !(tsr_turn(r, view) >> seat & 1u)) {
        PUT(b, "null");
        return;
    }
    r->g.info(r, view, &info);
    tsr_line_text(r, &info.prompt, names, prompt, sizeof prompt);
    buffer_addf(b, "{\"seat\":%d,\"kind\":\"%s\",\"ply\":%d,\"undo\":%s,\"prompt\":", seat,
                WORD(ask_words, info.ask), ply, undo ? "true" : "false");
    wire_string(b, prompt);
    PUT(b, ",\"moves\":[");
    int n = tsr_moves(r, view, seat, list);
    for (int i = 0; i < n; i++) {
        put(b, ",", i != 0);
        add_move(b, r, view, seat, list[i]);
    }
    PUT(b, "]}");
}
