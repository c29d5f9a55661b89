// SPDX-License-Identifier: MIT
// Scenes, questions and events, written member by member.
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
static const char *const item_flags[] = {"down", "last",   "known", "pending",
                                         "dim",  "strong", "ghost"};
static const char *const layout_words[] = {"auto",   "ring",  "fan",    "stack",
                                           "stairs", "strip", "spread", "arc"};
static const char *const role_words[] = {"auto", "table", "stage", "supply", "score", "fact"};
static const char *const material_words[] = {"none", "wood",    "oak",   "slate",
                                             "felt", "ceramic", "paper", "cloth"};
static const char *const form_words[] = {"square", "point", "pit", "disc", "hex"};
static const char *const event_words[] = {"say",  "move",  "take",    "deal",
                                          "flip", "score", "shuffle", "stop"};
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
    *w = (wire_scene){.alloc = alloc, .teller = {.alloc = alloc}};
    buffer_init(&w->json, alloc);
    buffer_init(&w->shown.view, alloc);
    buffer_init(&w->ending.view, alloc);
}

void wire_scene_deinit(wire_scene *w) {
    tsr_scene_free(w->alloc, &w->fresh);
    tsr_scene_free(w->alloc, &w->last);
    buffer_deinit(&w->json);
    tsr_teller_free(&w->teller);
    buffer_deinit(&w->shown.view);
    buffer_deinit(&w->ending.view);
}

static void note_look(wire_look *l, const tsr_rules *r, const void *view, int viewer) {
    l->rules = r->hash;
    l->viewer = viewer;
    buffer_clear(&l->view);
    buffer_add(&l->view, view, r->state_size);
}

static int is_look(const wire_look *l, const tsr_rules *r, const void *view, int viewer) {
    return l->rules == r->hash && l->viewer == viewer && l->view.size == r->state_size &&
           memcmp(l->view.bytes, view, r->state_size) == 0;
}

static void add_zone_meanings(buffer *b, const tsr_zone *z) {
    static const uint8_t plain[4] = {0};
    if (z->layout) {
        add_word(b, ",\"layout\":", WORD(layout_words, z->layout));
    }
    if (z->role) {
        add_word(b, ",\"role\":", WORD(role_words, z->role));
    }
    if (z->material) {
        add_word(b, ",\"material\":", WORD(material_words, z->material));
    }
    if (z->form) {
        add_word(b, ",\"form\":", WORD(form_words, z->form));
    }
    if (z->cap) {
        wire_number(b, ",\"cap\":", z->cap);
    }
    if (memcmp(z->sides, plain, sizeof plain) != 0) {
        for (int i = 0; i < 4; i++) {
            add_word(b, i ? "," : ",\"sides\":[", WORD(colour_words, z->sides[i]));
        }
        PUT(b, "]");
    }
    if (z->need) {
        wire_number(b, ",\"have\":", z->have);
        wire_number(b, ",\"need\":", z->need);
    }
    if (z->flags & TSR_ZONE_NEXT_TO) {
        wire_number(b, ",\"next_to\":", z->next_to);
    }
}

static void add_zone(buffer *b, const tsr_scene *sc, const tsr_zone *z) {
    add_word(b, "{\"kind\":", WORD(zone_words, z->kind));
    wire_number(b, ",\"parent\":", z->parent);
    add_owner(b, z->owner);
    add_flags(b, z->flags & 7u, zone_flags, 3);
    if (z->coords) {
        add_word(b, ",\"coords\":", WORD(coord_words, z->coords));
    }
    if (z->rows || z->cols) {
        wire_number(b, ",\"rows\":", z->rows);
        wire_number(b, ",\"cols\":", z->cols);
    }
    add_zone_meanings(b, z);
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
    add_flags(b, i->flags & 0x7fu, item_flags, 7);
    if (i->mask) {
        buffer_addf(b, ",\"mask\":\"%016" PRIx64 "\"", i->mask);
    }
    add_text_member(b, sc, ",\"glyph\":", i->glyph);
    add_text_member(b, sc, ",\"label\":", i->label);
    add_text_member(b, sc, ",\"sprite\":", i->sprite);
    add_text_member(b, sc, ",\"class\":", i->sort);
    add_text_member(b, sc, ",\"reward\":", i->reward);
    if (i->points) {
        wire_number(b, ",\"points\":", i->points);
    }
    if (i->flags & TSR_ITEM_ANSWERS) {
        wire_number(b, ",\"answers\":", i->answers);
    }
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

// The scene of a view into `fresh`: as the story before it has drawn it, or drawn now.
static int take_scene(wire_scene *w, const tsr_rules *r, const void *view, int viewer) {
    if (!is_look(&w->ending, r, view, viewer)) {
        return tsr_scene_take(r, view, viewer, w->alloc, &w->fresh) == TSR_OK;
    }
    tsr_scene drawn = w->teller.after;
    w->teller.after = w->fresh;
    w->fresh = drawn;
    buffer_clear(&w->ending.view);
    return 1;
}

// Makes `json` that of a view.
static int show(wire_scene *w, const tsr_rules *r, const void *view, int viewer) {
    if (!take_scene(w, r, view, viewer)) {
        return 0;
    }
    if (!w->json.size || !tsr_scene_is_same(&w->fresh, &w->last)) {
        tsr_scene made = w->fresh;
        w->fresh = w->last;
        w->last = made;
        buffer_clear(&w->json);
        add_scene(&w->json, &w->last);
    }
    note_look(&w->shown, r, view, viewer);
    return !w->json.failed;
}

void wire_add_scene(buffer *b, wire_scene *w, const tsr_rules *r, const void *view, int viewer) {
    if (!w->json.size || !is_look(&w->shown, r, view, viewer)) {
        if (!show(w, r, view, viewer)) {
            buffer_deinit(&w->json); // empty: there is none
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

// {"zone":1,"row":0,"col":2, without its closing brace
static void add_place(buffer *b, const char *name, tsr_place at) {
    put(b, name, strlen(name));
    wire_number(b, "{\"zone\":", at.zone);
    wire_number(b, ",\"row\":", at.row);
    wire_number(b, ",\"col\":", at.col);
}

// What the move would put where, and in a few words what comes of it.
static void add_promise(buffer *b, const tsr_rules *r, const tsr_picks *picks,
                        tsr_player_names names) {
    for (int i = 0; i < picks->lands; i++) {
        add_place(b, i ? "," : ",\"lands\":[", picks->land[i].at);
        if (picks->land[i].key) {
            wire_number(b, ",\"key\":", picks->land[i].key);
        }
        PUT(b, "}");
    }
    if (picks->lands) {
        PUT(b, "]");
    }
    if (picks->note.code) {
        char note[256];
        tsr_line_text(r, &picks->note, names, note, sizeof note);
        PUT(b, ",\"note\":");
        wire_string(b, note);
    }
}

static void add_move(buffer *b, const tsr_rules *r, const void *view, int seat, tsr_move m,
                     tsr_player_names names) {
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
    add_promise(b, r, &picks, names);
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
        add_move(b, r, view, seat, list[i], names);
    }
    PUT(b, "]}");
}

// --- Stories and score sheets --------------------------------------------------

static void add_step(buffer *b, const tsr_rules *r, const tsr_event *e, tsr_player_names names) {
    add_word(b, "{\"kind\":", WORD(event_words, e->kind));
    if (e->who < TSR_MAX_PLAYERS) {
        wire_number(b, ",\"who\":", e->who);
    }
    if (e->key) {
        wire_number(b, ",\"key\":", e->key);
    }
    if (e->count > 1) {
        wire_number(b, ",\"count\":", e->count);
    }
    if (e->points) {
        wire_number(b, ",\"points\":", e->points);
    }
    if (e->cause) {
        wire_number(b, ",\"cause\":", e->cause);
    }
    if (e->from.zone >= 0) {
        add_place(b, ",\"from\":", e->from);
        PUT(b, "}");
    }
    if (e->to.zone >= 0) {
        add_place(b, ",\"to\":", e->to);
        PUT(b, "}");
    }
    if (e->line.code) {
        char sentence[512];
        tsr_line_text(r, &e->line, names, sentence, sizeof sentence);
        PUT(b, ",\"sentence\":");
        wire_string(b, sentence);
    }
    PUT(b, "}");
}

void wire_add_story(buffer *b, const tsr_rules *r, const tsr_story *story, tsr_player_names names) {
    PUT(b, "[");
    for (uint32_t i = 0; i < story->count; i++) {
        put(b, ",", i != 0);
        add_step(b, r, &story->events[i], names);
    }
    PUT(b, "]");
}

void wire_tell(buffer *b, wire_scene *w, const tsr_rules *r, const wire_ply *ply,
               tsr_player_names names) {
    buffer_clear(&w->ending.view);
    if (tsr_teller_tell(&w->teller, r, ply->before, ply->who, ply->m, ply->after, ply->viewer)) {
        return;
    }
    if (w->teller.has_scenes) {
        note_look(&w->ending, r, ply->after, ply->viewer);
    }
    if (w->teller.story.count) {
        PUT(b, ",\"steps\":");
        wire_add_story(b, r, &w->teller.story, names);
    }
}

void wire_add_parts(buffer *b, const tsr_rules *r, const void *s) {
    tsr_part part[TSR_MAX_PARTS];
    int n = r->more.parts(r, s, part);
    PUT(b, "[");
    for (int i = 0; i < n; i++) {
        put(b, ",", i != 0);
        PUT(b, "{\"name\":");
        wire_string(b, part[i].name);
        for (int p = 0; p < r->players; p++) {
            wire_number(b, p ? "," : ",\"values\":[", part[i].points[p]);
        }
        PUT(b, "]}");
    }
    PUT(b, "]");
}
