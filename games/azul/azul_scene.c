// SPDX-License-Identifier: MIT
//
// Azul as a scene: the table with centre and displays, and a board for everyone.
//
// A person picks a group of tiles on the table, which lifts all of that colour,
// then the next free space of a line or of the floor. With the free wall the pick is
// the wall's cell. Marks show every space that the move would fill, so that what
// falls to the floor is seen before it falls.
//
// Refs: 1 + 5 * source + colour on the table; 100 * (player + 1) + place on a board,
// where places are: the wall 0 to 24, the lines 25 to 39, the floor 40 to 46. The
// spaces of a line are counted from the right, as they are filled.

#include "azul/azul_state.h"

enum { WALL = 0, LINES = AZUL_CELLS, FLOOR_LINE = LINES + 15, PLACES = FLOOR_LINE + 7 };

static const uint8_t colours[AZUL_COLOURS] = {TSR_COLOUR_BLUE, TSR_COLOUR_YELLOW, TSR_COLOUR_RED,
                                              TSR_COLOUR_BLACK, TSR_COLOUR_WHITE};
static const uint8_t shapes[AZUL_COLOURS] = {TSR_SHAPE_DIAMOND, TSR_SHAPE_DISC, TSR_SHAPE_TRIANGLE,
                                             TSR_SHAPE_CROSS, TSR_SHAPE_STAR};
static const char *const tile_glyphs[AZUL_COLOURS] = {"B", "Y", "R", "K", "W"};
static const char *const cell_glyphs[AZUL_COLOURS] = {"b", "y", "r", "k", "w"};

static uint32_t table_ref(int source, int colour) {
    return (uint32_t)(1 + AZUL_COLOURS * source + colour);
}

static uint32_t board_ref(int player, int place) {
    return (uint32_t)(100 * (player + 1) + place);
}

static int line_place(int line, int space) {
    return LINES + line * (line + 1) / 2 + space;
}

// --- The table ---------------------------------------------------------------

// A tile, or with `count` several of one colour, that lies in `zone`.
static tsr_item tile_item(int16_t zone, int owner, int colour) {
    tsr_item item = {.zone = (uint16_t)zone,
                     .owner = (uint8_t)owner,
                     .kind = TSR_ITEM_TILE,
                     .colour = colours[colour],
                     .shape = shapes[colour]};
    return item;
}

static tsr_item marker_item(int16_t zone, int owner) {
    tsr_item item = {.zone = (uint16_t)zone,
                     .owner = (uint8_t)owner,
                     .kind = TSR_ITEM_PIECE,
                     .colour = TSR_COLOUR_GREY,
                     .shape = TSR_SHAPE_RING};
    return item;
}

static void add_source(tsr_scene *sc, const azul_state *s, int16_t table, int source) {
    int is_centre = source == AZUL_CENTRE;
    tsr_zone zone = {.kind = TSR_ZONE_ROW,
                     .owner = TSR_NOBODY,
                     .parent = table,
                     .cols = is_centre ? AZUL_COLOURS + 1 : AZUL_DISPLAY_TILES,
                     .cap = is_centre ? 0 : AZUL_DISPLAY_TILES,
                     .material = is_centre ? TSR_MATERIAL_NONE : TSR_MATERIAL_CERAMIC,
                     .form = TSR_FORM_DISC};
    const char *name = azul_names[AZUL_NAME_SOURCE + source];
    int16_t at = tsr_add_zone(sc, zone, "%s", name);
    int column = 0;
    if (source == AZUL_CENTRE && s->marker == TSR_NOBODY) {
        tsr_item item = marker_item(at, TSR_NOBODY);
        item.col = (int16_t)column++;
        tsr_add_item(sc, item, "M", "the marker, in the centre");
    }
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        int count = azul_count(s->source[source], colour);
        if (count == 0) continue;
        tsr_item item = tile_item(at, TSR_NOBODY, colour);
        item.ref = table_ref(source, colour);
        item.count = (uint16_t)count;
        item.col = (int16_t)column++;
        tsr_add_item(sc, item, tile_glyphs[colour], "%d %s in %s", count, azul_names[colour], name);
    }
}

static void add_counter(tsr_scene *sc, int16_t parent, int owner, tsr_role role, const char *label,
                        int value) {
    tsr_zone zone = {
        .kind = TSR_ZONE_COUNTER, .owner = (uint8_t)owner, .parent = parent, .role = (uint8_t)role};
    tsr_item item = {.zone = (uint16_t)tsr_add_zone(sc, zone, "%s", label),
                     .owner = (uint8_t)owner,
                     .kind = TSR_ITEM_NUMBER,
                     .count = (uint16_t)value};
    tsr_add_item(sc, item, "", "%s: %d", label, value);
}

static void add_table(tsr_scene *sc, const tsr_rules *r, const azul_state *s) {
    tsr_zone group = {.kind = TSR_ZONE_GROUP,
                      .owner = TSR_NOBODY,
                      .parent = -1,
                      .layout = TSR_LAYOUT_RING,
                      .role = TSR_ROLE_TABLE};
    int16_t table = tsr_add_zone(sc, group, "table");
    for (int source = 0; source <= azul_displays(r); source++) {
        add_source(sc, s, table, source);
    }
    add_counter(sc, table, TSR_NOBODY, TSR_ROLE_FACT, "tiles in the bag", azul_total(s->bag));
    if (azul_recycles(r)) {
        add_counter(sc, table, TSR_NOBODY, TSR_ROLE_FACT, "tiles in the lid", azul_total(s->lid));
    }
}

// --- Boards ------------------------------------------------------------------

typedef struct board {
    tsr_scene *sc;
    const tsr_rules *r;
    const azul_state *s;
    const azul_player *p;
    int player;
    int tiled_line; // the line that goes to the wall now, or -1
    int16_t group;
} board;

// The wall stands beside the lines, the floor below them.
static int16_t add_board_zone(const board *b, int kind, int rows, int cols, int layout,
                              const char *label) {
    const int is_lines = layout == TSR_LAYOUT_STAIRS;
    const int is_wall = kind == TSR_ZONE_GRID && !is_lines;
    tsr_zone zone = {.kind = (uint8_t)kind,
                     .owner = (uint8_t)b->player,
                     .flags = is_lines ? 0 : TSR_ZONE_NEXT_TO,
                     .parent = b->group,
                     .rows = (uint16_t)rows,
                     .cols = (uint16_t)cols,
                     .cap = (uint16_t)(rows * cols),
                     .layout = (uint8_t)layout,
                     .material = is_wall ? TSR_MATERIAL_CERAMIC : TSR_MATERIAL_NONE,
                     .next_to = is_lines ? 0 : (int16_t)(b->group + AZUL_ZONE_LINES)};
    return tsr_add_zone(b->sc, zone, "%s", label);
}

// A place of the board at `row`, `col` of its zone: with a tile, or empty if
// `colour` is -1.
static tsr_item place_item(const board *b, int16_t zone, int place, int colour) {
    tsr_item item = {.zone = (uint16_t)zone, .owner = (uint8_t)b->player, .kind = TSR_ITEM_CELL};
    if (colour >= 0) item = tile_item(zone, b->player, colour);
    item.ref = board_ref(b->player, place);
    return item;
}

static void add_lines(const board *b) {
    int16_t zone =
        add_board_zone(b, TSR_ZONE_GRID, AZUL_SIZE, AZUL_SIZE, TSR_LAYOUT_STAIRS, "pattern lines");
    for (int line = 0; line < AZUL_SIZE; line++) {
        for (int space = line; space >= 0; space--) {
            int filled = space < azul_line_count(b->p, line);
            int colour = filled ? azul_line_colour(b->p, line) : -1;
            tsr_item item = place_item(b, zone, line_place(line, space), colour);
            item.row = (int16_t)line;
            item.col = (int16_t)(AZUL_SIZE - 1 - space);
            item.flags = line == b->tiled_line ? TSR_ITEM_STRONG : 0;
            tsr_add_item(b->sc, item, filled ? tile_glyphs[colour] : ".", "%s, line %d space %d",
                         filled ? azul_names[colour] : "empty", line + 1, space + 1);
        }
    }
}

static void add_empty_cell(const board *b, tsr_item item, int row, int column) {
    if (azul_is_advanced(b->r)) {
        tsr_add_item(b->sc, item, ".", "empty, row %d column %d", row + 1, column + 1);
        return;
    }
    int colour = azul_fixed_colour(row, column);
    item.colour = colours[colour];
    item.flags |= TSR_ITEM_DIM | TSR_ITEM_GHOST;
    tsr_add_item(b->sc, item, cell_glyphs[colour], "empty, for %s, row %d column %d",
                 azul_names[colour], row + 1, column + 1);
}

static void add_wall(const board *b) {
    int16_t zone = add_board_zone(b, TSR_ZONE_GRID, AZUL_SIZE, AZUL_SIZE, TSR_LAYOUT_AUTO, "wall");
    for (int row = 0; row < AZUL_SIZE; row++) {
        for (int column = 0; column < AZUL_SIZE; column++) {
            int colour = azul_cell_colour(b->p, row, column);
            tsr_item item = place_item(b, zone, WALL + 5 * row + column, colour);
            item.row = (int16_t)row;
            item.col = (int16_t)column;
            item.flags = row == b->tiled_line ? TSR_ITEM_STRONG : 0;
            if (colour < 0) {
                add_empty_cell(b, item, row, column);
            } else {
                tsr_add_item(b->sc, item, tile_glyphs[colour], "%s, row %d column %d",
                             azul_names[colour], row + 1, column + 1);
            }
        }
    }
}

static void add_floor_space(const board *b, int16_t zone, int space, int colour) {
    static const char *const costs[AZUL_FLOOR_SPACES] = {"-1", "-1", "-2", "-2", "-2", "-3", "-3"};
    tsr_item item = place_item(b, zone, FLOOR_LINE + space, colour);
    item.col = (int16_t)space;
    item.points = (int16_t)(azul_penalty(space) - azul_penalty(space + 1));
    if (colour >= 0) {
        tsr_add_item(b->sc, item, tile_glyphs[colour], "%s on the floor, %s", azul_names[colour],
                     costs[space]);
    } else {
        tsr_add_item(b->sc, item, costs[space], "empty, floor space %d, %s", space + 1,
                     costs[space]);
    }
}

// The marker lies first, then the tiles by colour. On a floor of seven tiles the
// marker finds no space, lies beside it and costs nothing.
static void add_floor(const board *b) {
    int16_t zone =
        add_board_zone(b, TSR_ZONE_TRACK, 1, AZUL_FLOOR_SPACES, TSR_LAYOUT_STRIP, "floor");
    int space = 0;
    int has_marker = b->s->marker == b->player;
    int marker_space = azul_total(b->p->floor) < AZUL_FLOOR_SPACES ? 0 : AZUL_FLOOR_SPACES;
    if (has_marker) {
        tsr_item item = marker_item(zone, b->player);
        item.col = (int16_t)marker_space;
        if (marker_space == 0) item.ref = board_ref(b->player, FLOOR_LINE + space++);
        tsr_add_item(b->sc, item, "M", "the marker, %s",
                     marker_space ? "beside the full floor" : "on the floor, -1");
    }
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        for (int i = 0; i < azul_count(b->p->floor, colour); i++) {
            add_floor_space(b, zone, space++, colour);
        }
    }
    while (space < AZUL_FLOOR_SPACES) {
        add_floor_space(b, zone, space++, -1);
    }
}

static void add_board(tsr_scene *sc, const tsr_rules *r, const azul_state *s, int player,
                      int viewer) {
    board b = {.sc = sc, .r = r, .s = s, .p = &s->player[player], .player = player};
    tsr_zone group = {.kind = TSR_ZONE_GROUP,
                      .owner = (uint8_t)player,
                      .flags = viewer < r->players && viewer != player ? TSR_ZONE_SMALL : 0,
                      .parent = -1,
                      .material = TSR_MATERIAL_WOOD};
    int tiles_now = s->phase == AZUL_TILING && s->mover == player;
    b.tiled_line = tiles_now ? azul_full_line(b.p) : -1;
    b.group = tsr_add_zone(sc, group, "board of player %d", player + 1);
    add_counter(sc, b.group, player, TSR_ROLE_SCORE, "score", b.p->score);
    add_lines(&b);
    add_wall(&b);
    add_floor(&b);
}

// The viewer's own board comes first, then the others in turn order.
void azul_scene(const tsr_rules *r, const void *state, int viewer, tsr_scene *out) {
    const azul_state *s = state;
    int player = viewer < r->players ? viewer : 0;
    add_table(out, r, s);
    for (int i = 0; i < r->players; i++) {
        add_board(out, r, s, player, viewer);
        player = azul_after(r, player);
    }
}

// --- Where zones are -----------------------------------------------------------

int azul_source_zone(int source) {
    return 1 + source; // the table itself is zone 0
}

int azul_bag_zone(const tsr_rules *r) {
    return azul_source_zone(azul_displays(r)) + 1;
}

static int first_board(const tsr_rules *r) {
    return azul_bag_zone(r) + 1 + azul_recycles(r);
}

int azul_board_zone(const tsr_rules *r, int viewer, int player, azul_zone part) {
    int first = viewer < r->players ? viewer : 0;
    int place = (player - first + r->players) % r->players;
    return first_board(r) + AZUL_ZONES * place + (int)part;
}

int azul_zone_part(const tsr_rules *r, int viewer, int zone, azul_zone *part) {
    int at = zone - first_board(r);
    (void)viewer;
    *part = at >= 0 ? (azul_zone)(at % AZUL_ZONES) : AZUL_ZONE_GROUP;
    return at >= 0 && at < AZUL_ZONES * r->players;
}

// --- Picking -----------------------------------------------------------------

// Marks `count` floor spaces from the first free one on; what is more finds none.
static void mark_floor(const tsr_rules *r, const azul_state *s, int who, int count,
                       tsr_picks *out) {
    int space = azul_floor_used(s, who);
    int zone = azul_board_zone(r, who, who, AZUL_ZONE_FLOOR);
    for (; count > 0 && space < AZUL_FLOOR_SPACES; count--, space++) {
        tsr_mark(out, board_ref(who, FLOOR_LINE + space));
        tsr_lands(out, tsr_place_of(zone, 0, space), 0);
    }
}

// What comes of a take: a complete line (or 0), and tiles that fall.
static void note_take(int line, int falls, tsr_picks *out) {
    if (line && falls) {
        tsr_say(&out->note, AZUL_NOTE_BOTH, TSR_INT(line), TSR_INT(falls));
    } else if (line) {
        tsr_say(&out->note, AZUL_NOTE_LINE, TSR_INT(line));
    } else if (falls) {
        tsr_say(&out->note, AZUL_NOTE_FALL, TSR_INT(falls));
    }
}

static void path_of_take(const tsr_rules *r, const azul_state *s, int who, tsr_move m,
                         tsr_picks *out) {
    int source = tsr_move_byte(m, 1), colour = tsr_move_byte(m, 2), target = tsr_move_byte(m, 3);
    const azul_player *p = &s->player[who];
    int count = azul_count(s->source[source], colour);
    int gets_marker = source == AZUL_CENTRE && s->marker == TSR_NOBODY;
    int completes = 0;
    tsr_pick(out, table_ref(source, colour));
    if (target == AZUL_FLOOR) {
        int used = azul_floor_used(s, who);
        int space = used < AZUL_FLOOR_SPACES ? used : AZUL_FLOOR_SPACES - 1;
        tsr_pick(out, board_ref(who, FLOOR_LINE + space));
    } else {
        int space = azul_line_count(p, target);
        int zone = azul_board_zone(r, who, who, AZUL_ZONE_LINES);
        tsr_pick(out, board_ref(who, line_place(target, space)));
        for (; count > 0 && space <= target; count--, space++) {
            tsr_mark(out, board_ref(who, line_place(target, space)));
            tsr_lands(out, tsr_place_of(zone, target, AZUL_SIZE - 1 - space), 0);
        }
        completes = space > target ? target + 1 : 0;
    }
    mark_floor(r, s, who, count + gets_marker, out);
    note_take(completes, count, out);
}

int azul_path(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_picks *out) {
    const azul_state *s = state;
    *out = (tsr_picks){0};
    if (tsr_move_byte(m, 0) == AZUL_PLACE) {
        int row = azul_full_line(&s->player[who]), column = tsr_move_byte(m, 1);
        uint32_t cell = 1u << (5 * row + column);
        tsr_pick(out, board_ref(who, WALL + 5 * row + column));
        tsr_lands(out, tsr_place_of(azul_board_zone(r, who, who, AZUL_ZONE_WALL), row, column), 0);
        tsr_say(&out->note, AZUL_NOTE_LAYS,
                TSR_INT(azul_points(s->player[who].wall | cell, row, column)));
    } else {
        path_of_take(r, s, who, m, out);
    }
    return out->picks;
}

// The line of a place among the lines: it starts at place 0, 1, 3, 6, 10.
static int line_of(int place) {
    int line = 0;
    while (place >= line_place(line + 1, 0)) {
        line++;
    }
    return line;
}

// Any space of a line or of the floor will do, not only the next free one.
static int target_of(int place) {
    if (place >= LINES && place < FLOOR_LINE) return line_of(place);
    return place >= FLOOR_LINE && place < PLACES ? AZUL_FLOOR : -1;
}

// The place on the board of `who` that a ref names, or -1.
static int place_of(int who, uint32_t ref) {
    uint32_t place = ref - board_ref(who, 0);
    return place < PLACES ? (int)place : -1;
}

static tsr_move picked_column(const azul_state *s, int who, int place) {
    int row = azul_full_line(&s->player[who]);
    if (place < 0 || place >= LINES || place / AZUL_SIZE != row) return TSR_NO_MOVE;
    return tsr_move_of(AZUL_PLACE, place % AZUL_SIZE, 0, 0, 0);
}

tsr_move azul_picked(const tsr_rules *r, const void *state, int who, const uint32_t *pick,
                     int picks) {
    const azul_state *s = state;
    (void)r;
    if (s->phase == AZUL_TILING && s->mover == who && picks == 1) {
        return picked_column(s, who, place_of(who, pick[0]));
    }
    if (s->phase != AZUL_OFFER || picks != 2) return TSR_NO_MOVE;
    uint32_t group = pick[0] - table_ref(0, 0);
    int target = target_of(place_of(who, pick[1]));
    if (group >= AZUL_SOURCES * AZUL_COLOURS || target < 0) return TSR_NO_MOVE;
    return tsr_move_of(AZUL_TAKE, (int)group / AZUL_COLOURS, (int)group % AZUL_COLOURS, target, 0);
}
