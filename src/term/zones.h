// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_ZONES_H
#define TSR_TERM_ZONES_H

// Drawing one zone of a scene on a canvas of its own; internal to term. Each kind
// of zone has a way to be drawn; scene_view.c puts the results together.

#include <tessera/scene.h>

#include "term/canvas.h"
#include "term/look.h"

// How generous a drawing is; a picture that does not fit is made again tighter.
typedef enum zone_level {
    ZONE_ROOMY = 0, // boards with lines between the cells
    ZONE_PLAIN,     // boards with a frame only
    ZONE_TIGHT,     // one blank between cells
    ZONE_LEVELS
} zone_level;

typedef struct zone_view {
    const tsr_scene *sc;
    const term_look *look;
    uint32_t zone; // index in sc->zones
    int level;     // zone_level
    int cols;      // room
} zone_view;

// One per kind of picture.
void zone_draw_grid(const zone_view *v, term_canvas *out);   // GRID
void zone_draw_hex(const zone_view *v, term_canvas *out);    // HEX
void zone_draw_graph(const zone_view *v, term_canvas *out);  // GRAPH
void zone_draw_tokens(const zone_view *v, term_canvas *out); // everything in a line
void zone_draw_lines(const zone_view *v, term_canvas *out);  // TEXT, STACK: one item a line

// --- Shared by the above -----------------------------------------------------------

// What is seen at one place of a board: the topmost item and the marks round it.
typedef struct zone_place {
    const tsr_item *top; // NULL = there is no such place
    uint8_t last, pending, strong, pad[5];
} zone_place;

// Adds `item` to what is seen at `place`.
void zone_place_add(const zone_view *v, zone_place *place, const tsr_item *item);

// The text at a place; a free place gets `free`.
void zone_place_text(const zone_view *v, const zone_place *place, const char *free, char *out);

// The signs left and right of it; blanks if there is nothing to point at.
void zone_place_marks(const zone_place *place, char *left, char *right);

term_style zone_item_style(const tsr_item *item);

// Whether the last move touched the item.
int zone_is_last(const zone_view *v, const tsr_item *item);

static inline const tsr_zone *zone_of(const zone_view *v) {
    return &v->sc->zones[v->zone];
}

static inline const char *zone_label(const zone_view *v) {
    return v->sc->text + zone_of(v)->label;
}

#endif
