// SPDX-License-Identifier: MIT
// Scenes, written member by member, and kept: what was drawn for one viewer serves the next, and the
// next move.
#include "room/wire_json.h"

#include <inttypes.h>

#include "core/teller.h"
#include "room/wire_put.h"

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
static const char *const material_words[] = {"none",    "wood",  "oak",   "slate",  "felt",
                                             "ceramic", "paper", "cloth", "lacquer"};
static const char *const form_words[] = {"square", "point", "pit", "disc", "hex"};

static void add_flags(buffer *b, unsigned flags, const char *const *words, unsigned count) {
    const char *comma = "";
    if (!flags) {
        return;
    }
    PUT(b, ",\"flags\":[");
    for (unsigned i = 0; i < count; i++) {
        if (flags >> i & 1u) {
            buffer_add_text(b, comma);
            put_word(b, words[i]);
            comma = ",";
        }
    }
    PUT(b, "]");
}

static void add_owner(buffer *b, uint8_t owner) {
    if (owner < TSR_MAX_PLAYERS) {
        PUT_INT(b, ",\"owner\":", owner);
    }
}

static void add_text_member(buffer *b, const tsr_scene *sc, const char *name, uint32_t at) {
    if (at && at < sc->text_size) {
        put(b, name, strlen(name));
        wire_string(b, sc->text + at);
    }
}

// --- Scenes ------------------------------------------------------------------

static void add_zone_meanings(buffer *b, const tsr_zone *z) {
    static const uint8_t plain[4] = {0};
    if (z->layout) {
        PUT_WORD(b, ",\"layout\":", WORD(layout_words, z->layout));
    }
    if (z->role) {
        PUT_WORD(b, ",\"role\":", WORD(role_words, z->role));
    }
    if (z->material) {
        PUT_WORD(b, ",\"material\":", WORD(material_words, z->material));
    }
    if (z->form) {
        PUT_WORD(b, ",\"form\":", WORD(form_words, z->form));
    }
    if (z->cap) {
        PUT_INT(b, ",\"cap\":", z->cap);
    }
    if (memcmp(z->sides, plain, sizeof plain) != 0) {
        for (int i = 0; i < 4; i++) {
            buffer_add_text(b, i ? "," : ",\"sides\":[");
            put_word(b, WORD(colour_words, z->sides[i]));
        }
        PUT(b, "]");
    }
    if (z->need) {
        PUT_INT(b, ",\"have\":", z->have);
        PUT_INT(b, ",\"need\":", z->need);
    }
    if (z->flags & TSR_ZONE_NEXT_TO) {
        PUT_INT(b, ",\"next_to\":", z->next_to);
    }
}

static void add_zone(buffer *b, const tsr_scene *sc, const tsr_zone *z) {
    PUT_WORD(b, "{\"kind\":", WORD(zone_words, z->kind));
    PUT_INT(b, ",\"parent\":", z->parent);
    add_owner(b, z->owner);
    add_flags(b, z->flags & 7u, zone_flags, 3);
    if (z->coords) {
        PUT_WORD(b, ",\"coords\":", WORD(coord_words, z->coords));
    }
    if (z->rows || z->cols) {
        PUT_INT(b, ",\"rows\":", z->rows);
        PUT_INT(b, ",\"cols\":", z->cols);
    }
    add_zone_meanings(b, z);
    add_text_member(b, sc, ",\"label\":", z->label);
    PUT(b, "}");
}

static void add_item(buffer *b, const tsr_scene *sc, const tsr_item *i) {
    PUT_WORD(b, "{\"kind\":", WORD(item_words, i->kind));
    PUT_INT(b, ",\"zone\":", i->zone);
    PUT_INT(b, ",\"row\":", i->row);
    PUT_INT(b, ",\"col\":", i->col);
    if (i->ref) {
        PUT_INT(b, ",\"ref\":", i->ref);
    }
    if (i->key) {
        PUT_INT(b, ",\"key\":", i->key);
    }
    if (i->count > 1) {
        PUT_INT(b, ",\"count\":", i->count);
    }
    add_owner(b, i->owner);
    if (i->colour) {
        PUT_WORD(b, ",\"colour\":", WORD(colour_words, i->colour));
    }
    if (i->shape) {
        PUT_WORD(b, ",\"shape\":", WORD(shape_words, i->shape));
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
        PUT_INT(b, ",\"points\":", i->points);
    }
    if (i->flags & TSR_ITEM_ANSWERS) {
        PUT_INT(b, ",\"answers\":", i->answers);
    }
    PUT(b, "}");
}

// --- Whole ones ---------------------------------------------------------------

static const char *text_at(const tsr_scene *sc, uint32_t at) {
    return at && at < sc->text_size ? sc->text + at : "";
}

// Whether an item is written the same way in both; its texts may lie elsewhere.
static int is_same_item(const tsr_scene *a, const tsr_scene *b, uint32_t i) {
    tsr_item x = a->items[i], y = b->items[i];
    const uint32_t texts[][2] = {{x.glyph, y.glyph},
                                 {x.label, y.label},
                                 {x.sprite, y.sprite},
                                 {x.sort, y.sort},
                                 {x.reward, y.reward}};
    x.glyph = x.label = x.sprite = x.sort = x.reward = 0;
    y.glyph = y.label = y.sprite = y.sort = y.reward = 0;
    int same = memcmp(&x, &y, sizeof x) == 0;
    for (size_t t = 0; t < sizeof texts / sizeof *texts && same; t++) {
        same = (!texts[t][0] && !texts[t][1]) ||
               strcmp(text_at(a, texts[t][0]), text_at(b, texts[t][1])) == 0;
    }
    return same;
}

// Where the text of item `i` of a picture begins: behind the one before it, so with its comma.
static size_t item_at(const wire_picture *p, uint32_t i) {
    uint32_t at;
    memcpy(&at, p->items_at.bytes + i * sizeof at, sizeof at);
    return at;
}

static void note_item(wire_picture *p) {
    const uint32_t at = (uint32_t)p->json.size;
    buffer_add(&p->items_at, &at, sizeof at);
}

// A move changes a few things of many: the others are copied from the picture before it.
static void add_items(wire_picture *p, const wire_picture *old) {
    const uint32_t known = old->json.size ? old->scene.item_count : 0;
    buffer_clear(&p->items_at);
    for (uint32_t i = 0; i < p->scene.item_count; i++) {
        note_item(p);
        if (i < known && is_same_item(&p->scene, &old->scene, i)) {
            put(&p->json, old->json.bytes + item_at(old, i), item_at(old, i + 1) - item_at(old, i));
        } else {
            put(&p->json, ",", i != 0);
            add_item(&p->json, &p->scene, &p->scene.items[i]);
        }
    }
    note_item(p);
    p->json.failed |= p->items_at.failed;
}

static void write_picture(wire_picture *p, const wire_picture *old) {
    const tsr_scene *sc = &p->scene;
    buffer *b = &p->json;
    buffer_clear(b);
    PUT(b, "{\"zones\":[");
    for (uint32_t i = 0; i < sc->zone_count; i++) {
        put(b, ",", i != 0);
        add_zone(b, sc, &sc->zones[i]);
    }
    PUT(b, "],\"items\":[");
    add_items(p, old);
    PUT(b, "],\"edges\":[");
    for (uint32_t i = 0; i < sc->edge_count; i++) {
        wire_number(b, i ? ",[" : "[", sc->edges[i].a);
        PUT_INT(b, ",", sc->edges[i].b);
        PUT(b, "]");
    }
    PUT(b, "]}");
}

// --- What is kept -------------------------------------------------------------

static void init_picture(wire_picture *p, const tsr_alloc *alloc) {
    buffer_init(&p->json, alloc);
    buffer_init(&p->items_at, alloc);
    buffer_init(&p->shown.view, alloc);
}

static void deinit_picture(wire_picture *p, const tsr_alloc *alloc) {
    tsr_scene_free(alloc, &p->scene);
    buffer_deinit(&p->json);
    buffer_deinit(&p->items_at);
    buffer_deinit(&p->shown.view);
}

void wire_scene_init(wire_scene *w, const tsr_alloc *alloc) {
    *w = (wire_scene){.alloc = alloc, .teller = {.alloc = alloc}};
    buffer_init(&w->ending.view, alloc);
    init_picture(&w->draft, alloc);
    for (int i = 0; i < KEEP_PICTURES; i++) {
        init_picture(&w->kept[i], alloc);
    }
}

void wire_scene_deinit(wire_scene *w) {
    tsr_teller_free(&w->teller);
    buffer_deinit(&w->ending.view);
    deinit_picture(&w->draft, w->alloc);
    for (int i = 0; i < KEEP_PICTURES; i++) {
        deinit_picture(&w->kept[i], w->alloc);
    }
}

// Those that came first make room for others.
void wire_scene_turn(wire_scene *w, uint64_t match) {
    if (w->of[w->now] == match) {
        return;
    }
    for (int i = 0; i < KEEP_PICTURES; i++) {
        if (w->of[i] == match) {
            w->now = i;
            return;
        }
    }
    w->now = w->next;
    w->next = (w->next + 1) % KEEP_PICTURES;
    w->of[w->now] = match;
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

// The scene of a view into the draft: as the story before it has drawn it, or drawn now.
static int take_scene(wire_scene *w, const tsr_rules *r, const void *view, int viewer) {
    if (!is_look(&w->ending, r, view, viewer)) {
        return tsr_scene_take(r, view, viewer, w->alloc, &w->draft.scene) == TSR_OK;
    }
    tsr_scene drawn = w->teller.after;
    w->teller.after = w->draft.scene;
    w->draft.scene = drawn;
    buffer_clear(&w->ending.view);
    return 1;
}

// Makes the picture that of a view.
static int show(wire_scene *w, wire_picture *p, const tsr_rules *r, const void *view, int viewer) {
    if (!take_scene(w, r, view, viewer)) {
        return 0;
    }
    if (!p->json.size || !tsr_scene_is_same(&w->draft.scene, &p->scene)) {
        write_picture(&w->draft, p);
        wire_picture old = *p;
        *p = w->draft;
        w->draft = old;
    }
    note_look(&p->shown, r, view, viewer);
    return !p->json.failed;
}

static int is_picture(const wire_picture *p, const tsr_rules *r, const void *view, int viewer) {
    return p->json.size && is_look(&p->shown, r, view, viewer);
}

void wire_add_scene(buffer *b, wire_scene *w, const tsr_rules *r, const void *view, int viewer) {
    wire_picture *p = &w->kept[w->now];
    if (!is_picture(p, r, view, viewer) && !show(w, p, r, view, viewer)) {
        buffer_deinit(&p->json); // empty: there is none
        buffer_init(&p->json, w->alloc);
        b->failed = 1;
        return;
    }
    buffer_add(b, p->json.bytes, p->json.size);
}

void wire_tell(buffer *b, wire_scene *w, const tsr_rules *r, const wire_ply *ply,
               tsr_player_names names) {
    const wire_picture *p = &w->kept[w->now];
    const tsr_scene *before = is_picture(p, r, ply->before, ply->viewer) ? &p->scene : NULL;
    buffer_clear(&w->ending.view);
    if (teller_tell_from(&w->teller, before, r, ply->before, ply->who, ply->m, ply->after,
                         ply->viewer)) {
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
