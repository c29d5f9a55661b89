// SPDX-License-Identifier: MIT
// A scene in memory of its own, as large as the game needs.
#include <tessera/rules.h>

#include <string.h>

static int has_room(const tsr_scene *sc) {
    return sc->zone_count <= sc->zone_cap && sc->item_count <= sc->item_cap &&
           sc->edge_count <= sc->edge_cap && sc->text_size <= sc->text_cap;
}

// Makes an array hold `need` things; it is written anew, so nothing is copied.
static int make_room(const tsr_alloc *alloc, void **array, uint32_t *cap, uint32_t need,
                     size_t size) {
    if (need <= *cap) {
        return 1;
    }
    uint32_t wanted = need + need / 4 + 8; // a scene that grows a little each move is not moved
    void *p = tsr_mem_new(alloc, wanted * size);
    if (!p) {
        return 0;
    }
    tsr_mem_free(alloc, *array, *cap * size);
    *array = p;
    *cap = wanted;
    return 1;
}

static int grow(const tsr_alloc *alloc, tsr_scene *sc) {
    void *zones = sc->zones, *items = sc->items, *edges = sc->edges, *text = sc->text;
    int ok = make_room(alloc, &zones, &sc->zone_cap, sc->zone_count, sizeof *sc->zones) &&
             make_room(alloc, &items, &sc->item_cap, sc->item_count, sizeof *sc->items) &&
             make_room(alloc, &edges, &sc->edge_cap, sc->edge_count, sizeof *sc->edges) &&
             make_room(alloc, &text, &sc->text_cap, sc->text_size, 1);
    sc->zones = zones;
    sc->items = items;
    sc->edges = edges;
    sc->text = text;
    return ok;
}

tsr_err tsr_scene_take(const tsr_rules *r, const void *view, int viewer, const tsr_alloc *alloc,
                       tsr_scene *sc) {
    // The first pass of a new scene counts, the second fills; a used one mostly
    // has room already. A game that counts differently each time is refused.
    for (int pass = 0; pass < 3; pass++) {
        tsr_scene_clear(sc);
        r->g.scene(r, view, viewer, sc);
        if (has_room(sc)) {
            return TSR_OK;
        }
        if (!grow(alloc, sc)) {
            return TSR_ERR_MEMORY;
        }
    }
    return TSR_ERR_GAME;
}

void tsr_scene_free(const tsr_alloc *alloc, tsr_scene *sc) {
    tsr_mem_free(alloc, sc->zones, sc->zone_cap * sizeof *sc->zones);
    tsr_mem_free(alloc, sc->items, sc->item_cap * sizeof *sc->items);
    tsr_mem_free(alloc, sc->edges, sc->edge_cap * sizeof *sc->edges);
    tsr_mem_free(alloc, sc->text, sc->text_cap);
    memset(sc, 0, sizeof *sc);
}
