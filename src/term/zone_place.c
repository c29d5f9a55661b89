// SPDX-License-Identifier: MIT
//
// What is seen at one place of a board, for grids, hexagons and graphs alike.
#include <stdio.h>
#include <string.h>

#include "term/glyphs.h"
#include "term/zones.h"

int zone_is_last(const zone_view *v, const tsr_item *item) {
    if (item->flags & TSR_ITEM_LAST) {
        return 1;
    }
    for (int i = 0; i < v->look->last_count; i++) {
        if (item->ref != 0 && v->look->last[i] == item->ref) {
            return 1;
        }
    }
    return 0;
}

void zone_place_add(const zone_view *v, zone_place *place, const tsr_item *item) {
    // A piece lies on its cell, in whatever order the game lists them.
    if (!place->top || item->kind != TSR_ITEM_CELL || place->top->kind == TSR_ITEM_CELL) {
        place->top = item;
    }
    place->last |= (uint8_t)zone_is_last(v, item);
    place->pending |= (item->flags & TSR_ITEM_PENDING) != 0;
    place->strong |= (item->flags & TSR_ITEM_STRONG) != 0;
}

void zone_place_text(const zone_view *v, const zone_place *place, const char *free, char *out) {
    out[0] = '\0';
    if (!place->top) {
        return;
    }
    if (term_is_free(v->sc, place->top)) {
        strcpy(out, free);
    } else {
        term_glyph(v->look->glyphs, v->sc, place->top, out);
    }
    // A pit of four seeds may be written "4" already.
    int is_number = out[strspn(out, "0123456789")] == '\0';
    if (place->top->count > 1 && !is_number) {
        size_t used = strlen(out);
        snprintf(out + used, TERM_GLYPH_MAX - used, "%u", place->top->count);
    }
}

void zone_place_marks(const zone_place *place, char *left, char *right) {
    const char *pair = place->pending ? "()" : place->last ? "[]" : place->strong ? "<>" : "  ";
    left[0] = pair[0];
    right[0] = pair[1];
    left[1] = right[1] = '\0';
}

term_style zone_item_style(const tsr_item *item) {
    term_style style = {item->colour, 0, 0, 0};
    if (style.fore == TSR_COLOUR_NONE && item->owner < 8) {
        style.fore = (uint8_t)(TSR_COLOUR_PLAYER + item->owner);
    }
    if (item->kind != TSR_ITEM_CELL) {
        style.attr |= TERM_BOLD;
    }
    if (item->flags & TSR_ITEM_DIM) {
        style.attr = TERM_DIM;
    }
    return style;
}
