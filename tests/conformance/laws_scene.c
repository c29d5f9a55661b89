// SPDX-License-Identifier: MIT
//
// Law 18: the picture is sound, and every move can be made by picking items in it.
#include "law.h"

#include <stdlib.h>
#include <string.h>

// --- Making a scene ----------------------------------------------------------

enum { SPARE = 4 }; // entries behind each array that must stay untouched

static void *spare_array(uint32_t count, size_t size) {
    void *p = law_memory((count + SPARE) * size);
    memset(p, 0xa5, (count + SPARE) * size);
    return p;
}

static int spare_untouched(const void *array, uint32_t count, size_t size) {
    const unsigned char *p = (const unsigned char *)array + count * size;
    for (size_t i = 0; i < SPARE * size; i++) {
        if (p[i] != 0xa5) {
            return 0;
        }
    }
    return 1;
}

void law_scene_make(law_run *run, const void *s, int viewer, law_scene *out) {
    tsr_scene sizes = {0};
    tsr_scene_clear(&sizes);
    run->r->g.scene(run->r, s, viewer, &sizes);
    *out = (law_scene){.run = run};
    out->sc.zone_cap = sizes.zone_count;
    out->sc.item_cap = sizes.item_count;
    out->sc.edge_cap = sizes.edge_count;
    out->sc.text_cap = sizes.text_size;
    out->sc.zones = spare_array(sizes.zone_count, sizeof(tsr_zone));
    out->sc.items = spare_array(sizes.item_count, sizeof(tsr_item));
    out->sc.edges = spare_array(sizes.edge_count, sizeof(tsr_edge));
    out->sc.text = spare_array(sizes.text_size, 1);
    tsr_scene_clear(&out->sc);
    run->r->g.scene(run->r, s, viewer, &out->sc);
    // A second pass that finds more than the first is told by law 18; here it
    // only must not be believed.
    tsr_scene *sc = &out->sc;
    sc->zone_count = sc->zone_count < sc->zone_cap ? sc->zone_count : sc->zone_cap;
    sc->item_count = sc->item_count < sc->item_cap ? sc->item_count : sc->item_cap;
    sc->edge_count = sc->edge_count < sc->edge_cap ? sc->edge_count : sc->edge_cap;
    sc->text_size = sc->text_size < sc->text_cap ? sc->text_size : sc->text_cap;
    if (sc->text_size) {
        sc->text[sc->text_size - 1] = '\0';
    }
}

void law_scene_free(law_scene *scene) {
    free(scene->sc.zones);
    free(scene->sc.items);
    free(scene->sc.edges);
    free(scene->sc.text);
}

// --- Both passes -------------------------------------------------------------

static void passes_are_equal(law_run *run, int viewer, const void *s) {
    tsr_scene count = {0}, fill = {0};
    tsr_scene_clear(&count);
    run->r->g.scene(run->r, s, viewer, &count);
    fill.zones = spare_array(count.zone_count, sizeof(tsr_zone));
    fill.items = spare_array(count.item_count, sizeof(tsr_item));
    fill.edges = spare_array(count.edge_count, sizeof(tsr_edge));
    fill.text = spare_array(count.text_size, 1);
    fill.zone_cap = count.zone_count;
    fill.item_cap = count.item_count;
    fill.edge_cap = count.edge_count;
    fill.text_cap = count.text_size;
    tsr_scene_clear(&fill);
    law_dirty_stack(0xaa);
    run->r->g.scene(run->r, s, viewer, &fill);
    LAW_HOLDS(
        run,
        fill.zone_count == count.zone_count && fill.item_count == count.item_count &&
            fill.edge_count == count.edge_count && fill.text_size == count.text_size,
        "for %s, counting finds %u zones, %u items, %u edges, %u bytes; filling %u, %u, %u, %u",
        law_who(viewer), count.zone_count, count.item_count, count.edge_count, count.text_size,
        fill.zone_count, fill.item_count, fill.edge_count, fill.text_size);
    LAW_HOLDS(run,
              spare_untouched(fill.zones, count.zone_count, sizeof(tsr_zone)) &&
                  spare_untouched(fill.items, count.item_count, sizeof(tsr_item)) &&
                  spare_untouched(fill.edges, count.edge_count, sizeof(tsr_edge)) &&
                  spare_untouched(fill.text, count.text_size, 1),
              "for %s, the scene is written past the room it was given", law_who(viewer));
    law_scene scene = {.sc = fill};
    law_scene_free(&scene);
}

// --- Zones and items ---------------------------------------------------------

static const char *text_at(const tsr_scene *sc, uint32_t at) {
    return at < sc->text_size ? sc->text + at : NULL;
}

static int owner_is_sound(const law_run *run, int owner) {
    return owner == TSR_NOBODY || owner < run->r->players;
}

static void zone_is_sound(law_run *run, const tsr_scene *sc, int i) {
    const tsr_zone *z = &sc->zones[i];
    const char *label = text_at(sc, z->label);
    LAW_HOLDS(run, label && label[0], "zone %d has no label", i);
    LAW_HOLDS(run, z->kind <= TSR_ZONE_ACTIONS && z->coords <= TSR_COORDS_LETTERS,
              "zone %d is of kind %d with coordinates %d, which mean nothing", i, z->kind,
              z->coords);
    LAW_HOLDS(run, owner_is_sound(run, z->owner), "zone %d belongs to %d", i, z->owner);
    LAW_HOLDS(run, z->parent >= -1 && z->parent < i,
              "zone %d lies in zone %d, which is not before it", i, z->parent);
    int grid = z->kind == TSR_ZONE_GRID || z->kind == TSR_ZONE_HEX;
    LAW_HOLDS(run, !grid || (z->rows && z->cols), "grid zone %d is %d by %d", i, z->rows, z->cols);
}

// Code points of a glyph; marks that change the one before do not count.
static int columns_of(const char *glyph) {
    int n = 0;
    for (const unsigned char *p = (const unsigned char *)glyph; *p; p++) {
        int selector = p[0] == 0xef && p[1] == 0xb8; // U+FE00 to U+FE3F
        n += (*p & 0xc0) != 0x80 && !selector;
    }
    return n;
}

static void item_has_words(law_run *run, const tsr_scene *sc, uint32_t i) {
    const tsr_item *it = &sc->items[i];
    const char *label = text_at(sc, it->label), *glyph = text_at(sc, it->glyph);
    const char *sprite = text_at(sc, it->sprite);
    const char *fault = label ? law_text_fault(label) : "lies outside the text";
    LAW_HOLDS(run, !fault, "the label '%s' of item %u %s", label ? label : "", i, fault);
    if (LAW_HOLDS(run, glyph && sprite, "item %u has a glyph or sprite outside the text", i)) {
        int wide = it->kind == TSR_ITEM_NUMBER; // a score of 100 is one
        LAW_HOLDS(run, wide || columns_of(glyph) <= 2,
                  "the glyph '%s' of item %u is wider than two columns", glyph, i);
    }
}

static void item_is_sound(law_run *run, const tsr_scene *sc, uint32_t i) {
    const tsr_item *it = &sc->items[i];
    item_has_words(run, sc, i);
    if (!LAW_HOLDS(run, it->zone < sc->zone_count, "item %u lies in zone %d of %u", i, it->zone,
                   sc->zone_count)) {
        return;
    }
    const tsr_zone *z = &sc->zones[it->zone];
    int grid = z->kind == TSR_ZONE_GRID || z->kind == TSR_ZONE_HEX;
    int inside = it->row >= 0 && it->row < z->rows && it->col >= 0 && it->col < z->cols;
    LAW_HOLDS(run, !grid || inside, "item %u lies at %d,%d of a grid of %d by %d", i, it->row,
              it->col, z->rows, z->cols);
    LAW_HOLDS(run,
              it->kind <= TSR_ITEM_BUTTON && it->shape <= TSR_SHAPE_RING &&
                  it->colour <= TSR_COLOUR_GREY,
              "item %u has kind %d, shape %d, colour %d: one of them means nothing", i, it->kind,
              it->shape, it->colour);
    LAW_HOLDS(run, owner_is_sound(run, it->owner), "item %u belongs to %d", i, it->owner);
    LAW_HOLDS(run, !(it->flags & TSR_ITEM_FACE_DOWN) || it->key == 0,
              "item %u lies face down and has the key %u, by which it could be followed", i,
              it->key);
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// Refs (or keys) that are not 0 occur once. Leaves the refs sorted in `out`.
static uint32_t numbers_are_unique(law_run *run, const tsr_scene *sc, int keys, uint32_t *out) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < sc->item_count; i++) {
        uint32_t number = keys ? sc->items[i].key : sc->items[i].ref;
        if (number) {
            out[n++] = number;
        }
    }
    qsort(out, n, sizeof *out, by_number);
    for (uint32_t i = 1; i < n; i++) {
        LAW_HOLDS(run, out[i] != out[i - 1], "two items have the %s %u", keys ? "key" : "ref",
                  out[i]);
    }
    return n;
}

static void edges_are_sound(law_run *run, const tsr_scene *sc) {
    for (uint32_t i = 0; i < sc->edge_count; i++) {
        tsr_edge e = sc->edges[i];
        int there = e.a < sc->item_count && e.b < sc->item_count && e.a != e.b;
        if (LAW_HOLDS(run, there, "edge %u joins %d and %d of %u items", i, e.a, e.b,
                      sc->item_count)) {
            uint16_t za = sc->items[e.a].zone, zb = sc->items[e.b].zone;
            LAW_HOLDS(run, za == zb && za < sc->zone_count && sc->zones[za].kind == TSR_ZONE_GRAPH,
                      "edge %u does not lie in one graph zone", i);
        }
    }
}

// --- Paths -------------------------------------------------------------------

static int has_number(const uint32_t *sorted, uint32_t count, uint32_t number) {
    return bsearch(&number, sorted, count, sizeof *sorted, by_number) != NULL;
}

static void path_is_sound(law_run *run, int who, tsr_move m, const tsr_picks *picks, int returned,
                          const uint32_t *refs, uint32_t ref_count) {
    LAW_HOLDS(run, returned == picks->picks && picks->picks >= 1 && picks->picks <= TSR_PICKS_MAX,
              "the path of 0x%llx has %d picks and says %d", (unsigned long long)m, picks->picks,
              returned);
    for (int i = 0; i < picks->picks && i < TSR_PICKS_MAX; i++) {
        LAW_HOLDS(run, has_number(refs, ref_count, picks->pick[i]),
                  "pick %d of 0x%llx is ref %u, which %s does not see", i + 1,
                  (unsigned long long)m, picks->pick[i], law_who(who));
    }
    for (int i = 0; i < picks->marks && i < TSR_MARKS_MAX; i++) {
        LAW_HOLDS(run, has_number(refs, ref_count, picks->mark[i]),
                  "mark %d of 0x%llx is ref %u, which %s does not see", i + 1,
                  (unsigned long long)m, picks->mark[i], law_who(who));
    }
}

// From picks back to the move; and from any numbers at all to some answer.
static void picks_are_read(law_run *run, int who, tsr_move m, const tsr_picks *picks) {
    const tsr_rules *r = run->r;
    const law_spot *spot = &run->spot;
    uint32_t wrong[TSR_PICKS_MAX];
    int n = picks->picks;
    LAW_HOLDS(run, r->more.picked(r, spot->view[who], who, picks->pick, n) == m,
              "picking the path of 0x%llx does not make that move", (unsigned long long)m);
    memcpy(wrong, picks->pick, sizeof wrong);
    uint32_t anywhere = tsr_rng_below(&run->g, TSR_PICKS_MAX);
    wrong[anywhere] ^= 1u << tsr_rng_below(&run->g, 32);
    uint32_t within = tsr_rng_below(&run->g, (uint32_t)n);
    wrong[within] ^= 1u << tsr_rng_below(&run->g, 9);
    n = (int)tsr_rng_below(&run->g, TSR_PICKS_MAX + 1);
    tsr_move found = r->more.picked(r, spot->view[who], who, wrong, n);
    LAW_HOLDS(run, found == r->more.picked(r, spot->state, who, wrong, n),
              "what %s means by some picks differs between view and state", law_who(who));
    tsr_line why;
    memset(&why, 0, sizeof why);
    if (found && tsr_why_not(r, spot->state, who, found, &why)) {
        const char *fault = law_line_fault(run, &why);
        LAW_HOLDS(run, !fault, "the reason (code %d) against picks that mean 0x%llx %s", why.code,
                  (unsigned long long)found, fault);
    }
}

static int by_picks(const void *a, const void *b) {
    const tsr_picks *x = a, *y = b;
    int n = x->picks < y->picks ? x->picks : y->picks;
    for (int i = 0; i < n; i++) {
        if (x->pick[i] != y->pick[i]) {
            return x->pick[i] < y->pick[i] ? -1 : 1;
        }
    }
    return (int)x->picks - (int)y->picks;
}

// In sorted order a path stands right before those that begin with it.
static void paths_are_apart(law_run *run, int who, tsr_picks *all, int count) {
    qsort(all, (size_t)count, sizeof *all, by_picks);
    for (int i = 1; i < count; i++) {
        const tsr_picks *a = &all[i - 1], *b = &all[i];
        int prefix =
            a->picks <= b->picks && memcmp(a->pick, b->pick, a->picks * sizeof a->pick[0]) == 0;
        LAW_HOLDS(run, !prefix, "of two paths of %s, %d picks from ref %u on, one begins the other",
                  law_who(who), a->picks, a->pick[0]);
    }
}

static void paths_lead_to_moves(law_run *run, int who, const uint32_t *refs, uint32_t ref_count) {
    const law_spot *spot = &run->spot;
    int count = spot->count[who], step = law_stride(count, 12);
    tsr_picks *all = law_memory((size_t)count * sizeof *all);
    for (int i = 0; i < count; i++) {
        int n = run->r->g.path(run->r, spot->view[who], who, spot->moves[who][i], &all[i]);
        path_is_sound(run, who, spot->moves[who][i], &all[i], n, refs, ref_count);
        if (n > 0 && n <= TSR_PICKS_MAX && i % step == 0) {
            picks_are_read(run, who, spot->moves[who][i], &all[i]);
        }
    }
    paths_are_apart(run, who, all, count);
    free(all);
}

// Of a game that promises it: whoever looks sees what the first player sees.
static void all_see_the_same(law_run *run, int v) {
    law_scene one, other;
    law_scene_make(run, run->spot.view[0], 0, &one);
    law_scene_make(run, run->spot.view[v], law_viewer(run, v), &other);
    LAW_HOLDS(
        run,
        memcmp(run->spot.view[0], run->spot.view[v], run->r->state_size) == 0 &&
            tsr_scene_is_same(&one.sc, &other.sc),
        "the game says that all see the same, and %s sees something else than the first player",
        law_who(law_viewer(run, v)));
    law_scene_free(&one);
    law_scene_free(&other);
}

static void law18_deep(law_run *run) {
    for (int v = 0; v < run->viewers; v++) {
        int viewer = law_viewer(run, v);
        law_scene scene;
        passes_are_equal(run, viewer, run->spot.view[v]);
        if (v && run->r->g.flags & TSR_SAME_TO_ALL) {
            all_see_the_same(run, v);
        }
        law_scene_make(run, run->spot.view[v], viewer, &scene);
        const tsr_scene *sc = &scene.sc;
        for (uint32_t i = 0; i < sc->zone_count; i++) {
            zone_is_sound(run, sc, (int)i);
        }
        for (uint32_t i = 0; i < sc->item_count; i++) {
            item_is_sound(run, sc, i);
        }
        edges_are_sound(run, sc);
        uint32_t *numbers = law_memory((sc->item_count + 1) * sizeof *numbers);
        numbers_are_unique(run, sc, 1, numbers);
        uint32_t refs = numbers_are_unique(run, sc, 0, numbers);
        if (v < run->r->players && run->spot.count[v] > 0) {
            paths_lead_to_moves(run, v, numbers, refs);
        }
        free(numbers);
        law_scene_free(&scene);
    }
}

const law_hooks law_18 = {.deep = law18_deep};
