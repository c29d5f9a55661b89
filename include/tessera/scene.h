// SPDX-License-Identifier: MIT
#ifndef TESSERA_SCENE_H
#define TESSERA_SCENE_H

// A scene describes what one viewer sees, independent of how it is drawn.
//
// It is a list of zones (a grid, a hand, a pile, a row of buttons) and of items in them (cells,
// pieces, tiles, cards). Each item has a glyph, a colour, a shape and a label for speech, so that
// one renderer for terminals, one for the web page and one for speech suffice for all games. Colour
// must not be the only difference between items.
//
//     group "Anna"                     zone 0, owner 0
//       +- grid 5x5 "wall"             zone 1, parent 0
//       |    +- cell  row 0 col 0      item, ref 100, glyph ".", label "empty, blue"
//       |    +- tile  row 0 col 1      item, ref 0 (cannot be picked), glyph "Y"
//       +- counter "score"             zone 2, parent 0
//     actions                          zone 3
//            +- button                 item, ref 900, label "pass"
//
// `ref` identifies an item in moves: the `path` of a move (game.h) is the list of
// refs to pick. Refs are assigned by the game and unique in a scene. An item with
// ref 0 cannot be picked; a click on it goes to the item below it in the same
// place. `key` identifies an item across scenes, so that a renderer can animate its
// movement. Face-down cards have key 0, because a key would reveal which card it
// is.
//
// The functions below append to the caller's arrays and keep counting past the end:
// call once with empty arrays to learn the sizes, then again to fill them. Inline,
// so that a plugin does not have to link libtessera.

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <tessera/error.h>
#include <tessera/line.h>
#include <tessera/story.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tsr_zone_kind {
    TSR_ZONE_GROUP = 0, // contains other zones: the area of a player, the table
    TSR_ZONE_GRID,      // rows x cols; items at row, col; row 0 is at the top
    TSR_ZONE_HEX,       // rows x cols of hexagons; each row is shifted right by half a cell
    TSR_ZONE_GRAPH,     // items at row, col in 1/100 of a cell, connected by edges
    TSR_ZONE_ROW,       // items in a line, in order
    TSR_ZONE_PILE,      // a heap or a deck; usually one item with a count
    TSR_ZONE_HAND,      // cards or pieces held by its owner
    TSR_ZONE_TRACK,     // a path of numbered spaces (a floor line, a score track)
    TSR_ZONE_STACK,     // the last item is on top: pending effects
    TSR_ZONE_COUNTER,   // one number with a label
    TSR_ZONE_TEXT,      // text: the label of each item is one line
    TSR_ZONE_ACTIONS    // buttons
} tsr_zone_kind;

enum {                          // tsr_zone.flags
    TSR_ZONE_POPUP = 1u << 0,   // shown only while its items are the next pick
    TSR_ZONE_SMALL = 1u << 1,   // drawn small: the board of an opponent
    TSR_ZONE_CHECKED = 1u << 2, // a checkered grid
    TSR_ZONE_NEXT_TO = 1u << 3  // drawn beside zone `next_to`: a wall beside its lines
};

// Hints for the layout of a zone; 0 = chosen by the renderer.
typedef enum tsr_layout {
    TSR_LAYOUT_AUTO = 0,
    TSR_LAYOUT_RING,   // around a centre: factories
    TSR_LAYOUT_FAN,    // a hand of cards
    TSR_LAYOUT_STACK,  // on top of each other, the last on top: a chain of cards
    TSR_LAYOUT_STAIRS, // rows of increasing length: pattern lines
    TSR_LAYOUT_STRIP,  // one line, close together
    TSR_LAYOUT_SPREAD, // one line, with gaps
    TSR_LAYOUT_ARC     // a curved line: seats around a table
} tsr_layout;

typedef enum tsr_role { // the purpose of a zone
    TSR_ROLE_AUTO = 0,
    TSR_ROLE_TABLE,  // shared by all players
    TSR_ROLE_STAGE,  // the centre of the present action
    TSR_ROLE_SUPPLY, // items to take
    TSR_ROLE_SCORE,
    TSR_ROLE_FACT // other information, as a number
} tsr_role;

typedef enum tsr_material { // of the base of a board
    TSR_MATERIAL_NONE = 0,
    TSR_MATERIAL_WOOD,
    TSR_MATERIAL_OAK,
    TSR_MATERIAL_SLATE,
    TSR_MATERIAL_FELT,
    TSR_MATERIAL_CERAMIC,
    TSR_MATERIAL_PAPER,
    TSR_MATERIAL_CLOTH,
    TSR_MATERIAL_LACQUER
} tsr_material;

typedef enum tsr_form { // the shape of the cells of a board
    TSR_FORM_SQUARE = 0,
    TSR_FORM_POINT, // intersections of lines: go
    TSR_FORM_PIT,   // pits: kalah
    TSR_FORM_DISC,  // round holes of a board, round spaces of a table
    TSR_FORM_HEX
} tsr_form;

typedef enum tsr_coords { // the labels at the margins of a grid
    TSR_COORDS_NONE = 0,
    TSR_COORDS_NUMBERS, // rows and columns from 0, row 0 at the top
    TSR_COORDS_LETTERS  // columns a b c, rows 1 2 3 from the bottom: chess
} tsr_coords;

typedef struct tsr_zone {
    uint8_t kind;   // tsr_zone_kind
    uint8_t owner;  // player 0 to 7, or TSR_NOBODY (255)
    uint8_t flags;  // TSR_ZONE_POPUP ...
    uint8_t coords; // tsr_coords
    int16_t parent; // the zone that contains this one; -1 = none
    uint16_t rows;  // grids: height; other zones: 0
    uint16_t cols;  // grids: width; rows and hands: spaces to reserve, 0 = as needed
    uint16_t cap;   // the most items it can contain, for a stable layout; 0 = unknown
    uint32_t label; // offset in the scene's text

    // The rest is optional.
    uint8_t layout;   // tsr_layout
    uint8_t role;     // tsr_role
    uint8_t material; // tsr_material
    uint8_t form;     // tsr_form
    uint8_t sides[4]; // colours of the north, east, south and west side, as in hex
    uint16_t have;    // progress: `have` of `need`; `need` 0 = none
    uint16_t need;
    int16_t next_to; // with TSR_ZONE_NEXT_TO: the index of a zone
    uint16_t pad;
} tsr_zone;

typedef enum tsr_item_kind {
    TSR_ITEM_CELL = 0, // a cell or space
    TSR_ITEM_PIECE,
    TSR_ITEM_TILE,
    TSR_ITEM_CARD,
    TSR_ITEM_POLY,   // a polyomino: see `mask`
    TSR_ITEM_NUMBER, // a number; its glyph may be wider than one column
    TSR_ITEM_TEXT,
    TSR_ITEM_BUTTON
} tsr_item_kind;

enum {                            // tsr_item.flags
    TSR_ITEM_FACE_DOWN = 1u << 0, // face down
    TSR_ITEM_LAST = 1u << 1,      // part of the last move
    TSR_ITEM_KNOWN = 1u << 2,     // known to this viewer, hidden from others
    TSR_ITEM_PENDING = 1u << 3,   // incomplete: may still be taken back
    TSR_ITEM_DIM = 1u << 4,       // out of play, or not usable now
    TSR_ITEM_STRONG = 1u << 5,    // highlighted: a king in check, the line to fill
    TSR_ITEM_GHOST = 1u << 6,     // printed on the board: the pattern of a wall, star points
    TSR_ITEM_ANSWERS = 1u << 7    // acts against item `answers`: a card that counters another
};

// Colours are names; renderers choose the actual values. 1 to 8 are the colours of the
// players.
typedef enum tsr_colour {
    TSR_COLOUR_NONE = 0,
    TSR_COLOUR_PLAYER = 1, // + player 0 to 7
    TSR_COLOUR_WHITE = 9,
    TSR_COLOUR_BLACK,
    TSR_COLOUR_RED,
    TSR_COLOUR_BLUE,
    TSR_COLOUR_YELLOW,
    TSR_COLOUR_GREEN,
    TSR_COLOUR_PURPLE,
    TSR_COLOUR_ORANGE,
    TSR_COLOUR_CYAN,
    TSR_COLOUR_PINK,
    TSR_COLOUR_BROWN,
    TSR_COLOUR_GREY
} tsr_colour;

typedef enum tsr_shape { // distinguishes items without colour
    TSR_SHAPE_NONE = 0,
    TSR_SHAPE_DISC,
    TSR_SHAPE_SQUARE,
    TSR_SHAPE_TRIANGLE,
    TSR_SHAPE_DIAMOND,
    TSR_SHAPE_STAR,
    TSR_SHAPE_CROSS,
    TSR_SHAPE_HEXAGON,
    TSR_SHAPE_RING
} tsr_shape;

typedef struct tsr_item {
    uint32_t ref;   // for paths; 0 = cannot be picked
    uint32_t key;   // identifies the item across scenes; 0 = none
    uint16_t zone;  // the index of its zone
    uint16_t count; // the number of equal items here; 0 and 1 both mean one
    int16_t row;
    int16_t col;
    uint8_t kind;   // tsr_item_kind
    uint8_t owner;  // player, or TSR_NOBODY (255)
    uint8_t colour; // tsr_colour
    uint8_t shape;  // tsr_shape
    uint8_t flags;  // TSR_ITEM_FACE_DOWN ...
    uint8_t pad;
    int16_t points;   // the points printed on it, negative for a penalty; 0 = none
    uint64_t mask;    // polyominoes and puzzle cards: 8 x 8 cells, bit 8 * row + col
    uint32_t glyph;   // text of one or two terminal columns
    uint32_t label;   // a full phrase for speech: "white knight on g1"
    uint32_t sprite;  // the name of a picture; empty = none
    uint32_t sort;    // the class: "baby", "magic"; "playing" = a playing card, named by its glyph
    uint32_t reward;  // the reward for it, named like a sprite; empty = none
    uint16_t answers; // with TSR_ITEM_ANSWERS: the index of an item
    uint16_t pad2;
} tsr_item;

// An edge between two items of a graph zone; indices of items.
typedef struct tsr_edge {
    uint16_t a, b;
} tsr_edge;

typedef struct tsr_scene {
    tsr_zone *zones;
    tsr_item *items;
    tsr_edge *edges;
    char *text; // NUL-terminated strings; offset 0 is the empty string
    uint32_t zone_cap, zone_count;
    uint32_t item_cap, item_count;
    uint32_t edge_cap, edge_count;
    uint32_t text_cap, text_size;
} tsr_scene;

// The items to pick for a move, and the items it affects.
//
// A person picks `pick[0]`, then `pick[1]`, and so on. Among the legal moves of one decision no
// path is a prefix of another, so that every click either narrows the choice or completes it, and
// no "confirm" is needed. `mark` lists further cells affected by the move: the cells of a
// polyomino, captured pieces. `land` shows before the last pick which items will be where, and
// `note` describes the effect briefly: "completes row 2".
enum { TSR_PICKS_MAX = 16, TSR_MARKS_MAX = 32, TSR_LANDS_MAX = 8 };

typedef struct tsr_land {
    tsr_place at;
    uint32_t key; // of the item that will be there; 0 = none
    uint32_t pad;
} tsr_land;

typedef struct tsr_picks {
    uint8_t picks, marks, lands;
    uint8_t pad;
    uint32_t pick[TSR_PICKS_MAX];
    uint32_t mark[TSR_MARKS_MAX];
    tsr_land land[TSR_LANDS_MAX];
    tsr_line note; // code 0 = none
} tsr_picks;

// --- Appending ---------------------------------------------------------------

// Empties the scene and keeps its arrays. Call it before the slot `scene`.
static inline void tsr_scene_clear(tsr_scene *sc) {
    sc->zone_count = sc->item_count = sc->edge_count = 0;
    if (sc->text_cap) {
        sc->text[0] = '\0';
    }
    sc->text_size = 1;
}

static inline int tsr_scene_same_bytes(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

// Whether two scenes are equal.
static inline int tsr_scene_is_same(const tsr_scene *a, const tsr_scene *b) {
    return a->zone_count == b->zone_count && a->item_count == b->item_count &&
           a->edge_count == b->edge_count && a->text_size == b->text_size &&
           tsr_scene_same_bytes(a->zones, b->zones, a->zone_count * sizeof *a->zones) &&
           tsr_scene_same_bytes(a->items, b->items, a->item_count * sizeof *a->items) &&
           tsr_scene_same_bytes(a->edges, b->edges, a->edge_count * sizeof *a->edges) &&
           tsr_scene_same_bytes(a->text, b->text, a->text_size);
}

// Adds a formatted string and returns its offset; "" has offset 0.
static inline uint32_t TSR_PRINTF(2, 0)
    tsr_scene_vtext(tsr_scene *sc, const char *format, va_list args) {
    uint32_t at = sc->text_size;
    size_t room = at < sc->text_cap ? sc->text_cap - at : 0;
    int n = vsnprintf(room ? sc->text + at : NULL, room, format, args);
    if (n <= 0) {
        return 0;
    }
    sc->text_size = at + (uint32_t)n + 1;
    return at;
}

static inline uint32_t TSR_PRINTF(2, 3) tsr_scene_text(tsr_scene *sc, const char *format, ...) {
    va_list args;
    va_start(args, format);
    uint32_t at = tsr_scene_vtext(sc, format, args);
    va_end(args);
    return at;
}

// Adds a string: the same as the format "%s", and much faster.
static inline uint32_t tsr_scene_copy(tsr_scene *sc, const char *text) {
    uint32_t at = sc->text_size;
    uint32_t size = (uint32_t)strlen(text) + 1;
    if (size == 1) {
        return 0;
    }
    if (at < sc->text_cap) { // truncated and terminated as by snprintf
        uint32_t room = sc->text_cap - at;
        uint32_t n = size <= room ? size : room;
        memcpy(sc->text + at, text, n);
        sc->text[at + n - 1] = '\0';
    }
    sc->text_size = at + size;
    return at;
}

// Adds several strings as one: the same as the format "%s%s...", and much faster.
static inline uint32_t tsr_scene_join(tsr_scene *sc, const char *const words[], int count) {
    uint32_t at = 0;
    for (int i = 0; i < count; i++) {
        if (words[i][0]) {
            sc->text_size -= at != 0; // overwrites the NUL of the previous string
            uint32_t here = tsr_scene_copy(sc, words[i]);
            at = at ? at : here;
        }
    }
    return at;
}

// Adds `zone` with a formatted label; returns its index.
static inline int16_t TSR_PRINTF(3, 4)
    tsr_add_zone(tsr_scene *sc, tsr_zone zone, const char *label, ...) {
    va_list args;
    va_start(args, label);
    zone.label = tsr_scene_vtext(sc, label, args);
    va_end(args);
    if (sc->zone_count < sc->zone_cap) {
        sc->zones[sc->zone_count] = zone;
    }
    return (int16_t)sc->zone_count++;
}

// Adds `item`, whose texts are already set; returns its index.
static inline uint32_t tsr_put_item(tsr_scene *sc, tsr_item item) {
    if (sc->item_count < sc->item_cap) {
        sc->items[sc->item_count] = item;
    }
    return sc->item_count++;
}

// Adds `item` with its glyph and a formatted label; returns its index.
static inline uint32_t TSR_PRINTF(4, 5)
    tsr_add_item(tsr_scene *sc, tsr_item item, const char *glyph, const char *label, ...) {
    va_list args;
    item.glyph = tsr_scene_copy(sc, glyph);
    va_start(args, label);
    item.label = tsr_scene_vtext(sc, label, args);
    va_end(args);
    return tsr_put_item(sc, item);
}

static inline void tsr_add_edge(tsr_scene *sc, uint32_t item_a, uint32_t item_b) {
    if (sc->edge_count < sc->edge_cap) {
        tsr_edge e = {(uint16_t)item_a, (uint16_t)item_b};
        sc->edges[sc->edge_count] = e;
    }
    sc->edge_count++;
}

// --- Paths -------------------------------------------------------------------

static inline void tsr_pick(tsr_picks *p, uint32_t ref) {
    if (p->picks < TSR_PICKS_MAX) {
        p->pick[p->picks++] = ref;
    }
}

static inline void tsr_lands(tsr_picks *p, tsr_place at, uint32_t key) {
    if (p->lands < TSR_LANDS_MAX) {
        tsr_land land = {at, key, 0};
        p->land[p->lands++] = land;
    }
}

static inline void tsr_mark(tsr_picks *p, uint32_t ref) {
    if (p->marks < TSR_MARKS_MAX) {
        p->mark[p->marks++] = ref;
    }
}

#ifdef __cplusplus
}
#endif

#endif
