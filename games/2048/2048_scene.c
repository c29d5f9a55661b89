// SPDX-License-Identifier: MIT
//
// 2048: what is asked, what everybody sees, and what to pick for a slide.

#include "2048/2048.h"

static const char *const signs[TILES_WAYS] = {"\u2191", "\u2192", "\u2193", "\u2190"};

// What all tiles are worth grows with each that comes, so it stamps the turns.
static uint32_t worth(const tiles *s) {
    uint32_t n = 0;
    for (int i = 0; i < TILES_CELLS; i++) {
        n += s->cell[i] ? (uint32_t)1 << s->cell[i] : 0;
    }
    return n;
}

void tiles_info(const tsr_rules *r, const void *p, tsr_info *out) {
    const tiles *s = p;
    (void)r;
    memset(out, 0, sizeof *out);
    out->stamp = worth(s) + (s->coming != 0);
    out->round = 1;
    out->ask = (uint8_t)(s->over ? TSR_ASK_OVER : s->coming ? TSR_ASK_CHANCE : TSR_ASK_MOVE);
    (void)tsr_say(&out->prompt, s->over ? 0 : s->coming ? TSR_LINE_DRAWING : ASK);
}

static uint8_t colour_of(int tile) {
    static const uint8_t colours[] = {TSR_COLOUR_NONE,   TSR_COLOUR_WHITE,  TSR_COLOUR_YELLOW,
                                      TSR_COLOUR_ORANGE, TSR_COLOUR_BROWN,  TSR_COLOUR_PINK,
                                      TSR_COLOUR_RED,    TSR_COLOUR_CYAN,   TSR_COLOUR_GREEN,
                                      TSR_COLOUR_BLUE,   TSR_COLOUR_PURPLE, TSR_COLOUR_BLACK};
    int last = (int)sizeof colours - 1;
    return colours[tile < last ? tile : last];
}

static void add_board(const tsr_rules *r, const tiles *s, tsr_scene *out) {
    int size = tiles_size_of(r);
    tsr_zone zone = {.kind = TSR_ZONE_GRID,
                     .owner = TSR_NOBODY,
                     .coords = TSR_COORDS_NUMBERS,
                     .parent = -1,
                     .rows = (uint16_t)size,
                     .cols = (uint16_t)size,
                     .material = TSR_MATERIAL_SLATE};
    uint16_t board = (uint16_t)tsr_add_zone(out, zone, "board");
    for (int i = 0; i < size * size; i++) {
        tsr_item item = {.zone = board,
                         .row = (int16_t)(i / size),
                         .col = (int16_t)(i % size),
                         .owner = TSR_NOBODY};
        char number[16];
        tsr_add_item(out, item, "_", "%d,%d, empty", i / size, i % size);
        if (s->cell[i]) {
            snprintf(number, sizeof number, "%d", 1 << s->cell[i]);
            item.kind = TSR_ITEM_NUMBER;
            item.colour = colour_of(s->cell[i]);
            tsr_add_item(out, item, number, "%s on %d,%d", number, i / size, i % size);
        }
    }
}

void tiles_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out) {
    const tiles *s = p;
    tsr_zone counter = {.kind = TSR_ZONE_COUNTER, .parent = -1, .role = TSR_ROLE_SCORE};
    tsr_zone actions = {.kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1};
    (void)viewer;
    add_board(r, s, out);
    tsr_item points = {.zone = (uint16_t)tsr_add_zone(out, counter, "score"),
                       .kind = TSR_ITEM_NUMBER,
                       .count = (uint16_t)(s->score < UINT16_MAX ? s->score : UINT16_MAX)};
    tsr_add_item(out, points, "", "score: %u", (unsigned)s->score);
    uint16_t bar = (uint16_t)tsr_add_zone(out, actions, "slide");
    for (int to = 0; to < TILES_WAYS; to++) {
        tsr_item button = {.zone = bar,
                           .ref = (uint32_t)to + 1,
                           .kind = TSR_ITEM_BUTTON,
                           .owner = TSR_NOBODY,
                           .flags = s->over || !tiles_can_slide(r, s, to) ? TSR_ITEM_DIM : 0};
        tsr_add_item(out, button, signs[to], "%s", tiles_ways[to]);
    }
}

int tiles_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out) {
    (void)r, (void)p, (void)who;
    tsr_pick(out, (uint32_t)m);
    return 1;
}
