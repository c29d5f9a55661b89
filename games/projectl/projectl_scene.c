// SPDX-License-Identifier: MIT

// What a viewer sees, and which items make a move.
//
//     table     white row, white deck, black row, black deck (solo: grid, deck, locks)
//     reserve   nine polyominoes with counts
//     player    supply, four puzzles as 5 x 5 grids, points
//     actions   buttons: master, recycle, done, ...
//     turns     popup: the orientations of each piece

#include "projectl_refs.h"
#include "projectl_state.h"

typedef struct painter {
    tsr_scene *out;
    const tsr_rules *r;
    const projectl_data *d;
    const projectl_state *s;
} painter;

// --- Shapes for the eye -----------------------------------------------------------------

// A 25-bit mask as 8 x 8 bits, its cells unmoved.
static uint64_t wide_mask(uint32_t mask) {
    uint64_t wide = 0;
    for (int row = 0; row < TSR_PL_SIDE; row++) {
        wide |= (uint64_t)(mask >> (TSR_PL_SIDE * row) & 31) << (8 * row);
    }
    return wide;
}

// The same moved to the top left corner; *row and *col tell from where.
static uint64_t corner_mask(uint32_t mask, int *row, int *col) {
    uint32_t columns = 0;
    for (int i = 0; i < TSR_PL_SIDE; i++) {
        columns |= mask >> (TSR_PL_SIDE * i) & 31;
    }
    *row = projectl_lowest(mask) / TSR_PL_SIDE;
    *col = projectl_lowest(columns);
    return wide_mask(mask) >> (8 * *row + *col);
}

static tsr_item poly(int16_t zone, int shape, int turn, const projectl_tables *t) {
    int row, col;
    tsr_item item = {.zone = (uint16_t)zone,
                     .kind = TSR_ITEM_POLY,
                     .owner = TSR_NOBODY,
                     .colour = (uint8_t)tsr_pl_shape_colour(shape),
                     .shape = TSR_SHAPE_SQUARE};
    for (int i = t->first[shape]; i < t->first[shape + 1]; i++) {
        if (t->placement[i].turn == turn) {
            item.mask = corner_mask(t->placement[i].mask, &row, &col);
            break;
        }
    }
    return item;
}

// What a zone is to its players. The reserve alone is a supply: the open puzzles and their decks are
// what everybody looks at.
static tsr_role role_of(tsr_zone_kind kind, int owner, const char *label) {
    if (kind == TSR_ZONE_COUNTER) {
        return TSR_ROLE_FACT;
    }
    return owner != TSR_NOBODY             ? TSR_ROLE_AUTO
           : strcmp(label, "reserve") == 0 ? TSR_ROLE_SUPPLY
                                           : TSR_ROLE_TABLE;
}

static int16_t add_zone(painter *p, tsr_zone_kind kind, int owner, int16_t parent, int cols,
                        const char *label) {
    tsr_zone zone = {.kind = (uint8_t)kind,
                     .owner = (uint8_t)owner,
                     .parent = parent,
                     .cols = (uint16_t)cols,
                     .cap = (uint16_t)cols,
                     .layout = kind == TSR_ZONE_ROW ? TSR_LAYOUT_SPREAD : TSR_LAYOUT_AUTO,
                     .role = (uint8_t)role_of(kind, owner, label)};
    return tsr_add_zone(p->out, zone, "%s", label);
}

// A number; glyphs have two columns at most, so a longer one is in the label only.
static void add_counter(painter *p, int owner, int16_t parent, const char *label, int value) {
    int16_t zone = add_zone(p, TSR_ZONE_COUNTER, owner, parent, 0, label);
    char digits[16];
    int columns = snprintf(digits, sizeof digits, "%d", value);
    tsr_item item = {.zone = (uint16_t)zone,
                     .count = (uint16_t)(value > 0 ? value : 0),
                     .kind = TSR_ITEM_NUMBER,
                     .owner = (uint8_t)owner};
    tsr_add_item(p->out, item, columns <= 2 ? digits : "", "%s: %d", label, value);
}

// --- The table --------------------------------------------------------------------------

static const char *colour_word(int colour) {
    return colour == TSR_PL_WHITE ? "white" : colour == TSR_PL_BLACK ? "black" : "";
}

static void add_card(painter *p, int16_t zone, int place, int row, int col) {
    int stored = p->s->row[place];
    if (!stored) {
        return;
    }
    const tsr_pl_puzzle *puzzle = projectl_puzzle(p->d, stored);
    char glyph[8];
    snprintf(glyph, sizeof glyph, "%d", puzzle->points);
    tsr_item item = {.ref = (uint32_t)(PROJECTL_REF_ROW + place),
                     .key = (uint32_t)stored,
                     .zone = (uint16_t)zone,
                     .row = (int16_t)row,
                     .col = (int16_t)col,
                     .kind = TSR_ITEM_CARD,
                     .owner = TSR_NOBODY,
                     .colour = puzzle->colour ? TSR_COLOUR_BLACK : TSR_COLOUR_WHITE,
                     .points = puzzle->points,
                     .mask = wide_mask(puzzle->mask)};
    item.sort = tsr_scene_copy(p->out, colour_word(puzzle->colour));
    item.reward = tsr_scene_copy(p->out, tsr_pl_shape_name(puzzle->reward));
    tsr_add_item(p->out, item, glyph, "%s: %s puzzle %s, %d %s, %d cells, reward %s",
                 p->d->names[projectl_place_name(p->d, place)], colour_word(puzzle->colour),
                 p->d->names[PROJECTL_NAME_PUZZLE + stored - 1], puzzle->points,
                 puzzle->points == 1 ? "point" : "points", puzzle->cells,
                 tsr_pl_shape_name(puzzle->reward));
}

static void add_deck(painter *p, int16_t parent, int colour, int count) {
    char label[24];
    snprintf(label, sizeof label, "%s%sdeck", colour_word(colour), colour < TSR_PL_BOTH ? " " : "");
    int16_t zone = add_zone(p, TSR_ZONE_PILE, TSR_NOBODY, parent, 0, label);
    if (!count) {
        return;
    }
    tsr_item item = {.ref = (uint32_t)(PROJECTL_REF_DECK + colour),
                     .zone = (uint16_t)zone,
                     .count = (uint16_t)count,
                     .kind = TSR_ITEM_CARD,
                     .owner = TSR_NOBODY,
                     .colour = colour == TSR_PL_BLACK ? TSR_COLOUR_BLACK : TSR_COLOUR_WHITE,
                     .flags = TSR_ITEM_FACE_DOWN};
    tsr_add_item(p->out, item, "##", "%s, %d %s", label, count, count == 1 ? "puzzle" : "puzzles");
}

static void add_rows(painter *p, int16_t parent) {
    for (int colour = 0; colour < 2; colour++) {
        int16_t row = add_zone(p, TSR_ZONE_ROW, TSR_NOBODY, parent, TSR_PL_ROW,
                               colour ? "black row" : "white row");
        for (int i = 0; i < TSR_PL_ROW; i++) {
            add_card(p, row, projectl_row_at(colour) + i, 0, i);
        }
        add_deck(p, parent, colour, projectl_deck(p->s, colour));
    }
}

static void add_solo(painter *p, int16_t parent) {
    tsr_zone grid = {
        .kind = TSR_ZONE_GRID, .owner = TSR_NOBODY, .parent = parent, .rows = 3, .cols = 3};
    int16_t zone = tsr_add_zone(p->out, grid, "open puzzles");
    for (int i = 0; i < TSR_PL_GRID; i++) {
        add_card(p, zone, i, i / 3, i % 3);
    }
    int16_t locks = add_zone(p, TSR_ZONE_ROW, TSR_NOBODY, parent, 3, "locks above the columns");
    for (int i = 0; i < 3; i++) {
        char digits[8];
        snprintf(digits, sizeof digits, "%d", p->s->locks[i]);
        tsr_item item = {.zone = (uint16_t)locks,
                         .col = (int16_t)i,
                         .kind = TSR_ITEM_NUMBER,
                         .owner = TSR_NOBODY,
                         .flags = p->s->locks[i] ? 0 : TSR_ITEM_STRONG};
        tsr_add_item(p->out, item, digits, "column %d: %d locks", i + 1, p->s->locks[i]);
    }
    add_deck(p, parent, TSR_PL_BOTH, projectl_deck(p->s, 0) + projectl_deck(p->s, 1));
    add_counter(p, TSR_NOBODY, parent, "opponent's points", (int)p->s->seat[1].points);
    add_counter(p, TSR_NOBODY, parent, "opponent's pieces", p->s->enemy_supply);
}

static void add_reserve(painter *p) {
    int16_t zone = add_zone(p, TSR_ZONE_ROW, TSR_NOBODY, -1, TSR_PL_SHAPES, "reserve");
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        int count = p->s->reserve[shape];
        tsr_item item = poly(zone, shape, 0, &p->d->t);
        item.ref = (uint32_t)(PROJECTL_REF_RESERVE + shape);
        item.col = (int16_t)shape;
        item.count = (uint16_t)count;
        item.flags = count ? 0 : TSR_ITEM_DIM;
        tsr_add_item(p->out, item, tsr_pl_shape_name(shape), "%d %s in the reserve, level %d",
                     count, tsr_pl_shape_name(shape), projectl_levels[shape]);
    }
}

// --- A player ---------------------------------------------------------------------------

static void add_supply(painter *p, int player, int16_t parent) {
    int16_t zone = add_zone(p, TSR_ZONE_HAND, player, parent, TSR_PL_SHAPES, "supply");
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        int count = p->s->seat[player].pieces[shape];
        if (!count) {
            continue;
        }
        tsr_item item = poly(zone, shape, 0, &p->d->t);
        item.ref = projectl_ref_piece(player, shape);
        item.owner = (uint8_t)player;
        item.col = (int16_t)shape;
        item.count = (uint16_t)count;
        tsr_add_item(p->out, item, tsr_pl_shape_name(shape), "%d %s, level %d", count,
                     tsr_pl_shape_name(shape), projectl_levels[shape]);
    }
}

static void add_cells(painter *p, int player, int slot, int16_t zone) {
    const projectl_slot *at = &p->s->seat[player].slot[slot];
    uint32_t mask = projectl_puzzle(p->d, at->puzzle)->mask;
    for (uint32_t left = mask; left; left &= left - 1) {
        int cell = projectl_lowest(left), is_free = (int)(at->free >> cell & 1);
        tsr_item item = {.ref = projectl_ref_cell(player, slot, cell),
                         .zone = (uint16_t)zone,
                         .row = (int16_t)(cell / TSR_PL_SIDE),
                         .col = (int16_t)(cell % TSR_PL_SIDE),
                         .kind = TSR_ITEM_CELL,
                         .owner = (uint8_t)player};
        tsr_add_item(p->out, item, ".", "%s of puzzle %d, %s",
                     p->d->names[PROJECTL_NAME_CELL + cell], slot + 1,
                     is_free ? "free" : "covered");
    }
}

static void add_pieces(painter *p, int player, int slot, int16_t zone) {
    const projectl_slot *at = &p->s->seat[player].slot[slot];
    int open = p->s->phase == TSR_PL_PHASE_MASTER && player == p->s->player &&
               p->s->master_slots >> slot & 1;
    for (uint32_t left = projectl_puzzle(p->d, at->puzzle)->mask & ~at->free; left;) {
        uint32_t piece = projectl_piece_at(at, projectl_lowest(left));
        int shape = projectl_shape_of(&p->d->t, piece), row, col;
        tsr_item item = {.zone = (uint16_t)zone,
                         .kind = TSR_ITEM_POLY,
                         .owner = (uint8_t)player,
                         .colour = (uint8_t)tsr_pl_shape_colour(shape),
                         .shape = TSR_SHAPE_SQUARE,
                         .flags = open ? TSR_ITEM_PENDING : 0,
                         .mask = corner_mask(piece, &row, &col)};
        item.row = (int16_t)row;
        item.col = (int16_t)col;
        tsr_add_item(p->out, item, tsr_pl_shape_name(shape), "%s from %s on",
                     tsr_pl_shape_name(shape),
                     p->d->names[PROJECTL_NAME_CELL + projectl_lowest(piece)]);
        left &= ~piece;
    }
}

static void add_puzzle(painter *p, int player, int slot, int16_t parent) {
    const projectl_slot *at = &p->s->seat[player].slot[slot];
    if (!at->puzzle) {
        return;
    }
    const tsr_pl_puzzle *puzzle = projectl_puzzle(p->d, at->puzzle);
    tsr_zone grid = {.kind = TSR_ZONE_GRID,
                     .owner = (uint8_t)player,
                     .coords = TSR_COORDS_LETTERS,
                     .parent = parent,
                     .rows = TSR_PL_SIDE,
                     .cols = TSR_PL_SIDE,
                     .material = puzzle->colour ? TSR_MATERIAL_SLATE : TSR_MATERIAL_PAPER,
                     .have = (uint16_t)(puzzle->cells - projectl_bits(at->free)),
                     .need = puzzle->cells};
    int16_t zone =
        tsr_add_zone(p->out, grid, "puzzle %d: %s, %d %s, reward %s", slot + 1,
                     p->d->names[PROJECTL_NAME_PUZZLE + at->puzzle - 1], puzzle->points,
                     puzzle->points == 1 ? "point" : "points", tsr_pl_shape_name(puzzle->reward));
    add_cells(p, player, slot, zone);
    add_pieces(p, player, slot, zone);
}

static void add_player(painter *p, int player, int viewer) {
    tsr_zone group = {.kind = TSR_ZONE_GROUP,
                      .owner = (uint8_t)player,
                      .flags = player != viewer && viewer < p->r->players ? TSR_ZONE_SMALL : 0,
                      .parent = -1};
    int16_t zone = tsr_add_zone(p->out, group, "player %d", player + 1);
    add_counter(p, player, zone, "points", (int)projectl_score(p->d, p->s, player));
    add_counter(p, player, zone, "completed", p->s->seat[player].completed);
    add_supply(p, player, zone);
    for (int slot = 0; slot < TSR_PL_SLOTS; slot++) {
        add_puzzle(p, player, slot, zone);
    }
}

// --- Buttons and turns ------------------------------------------------------------------

static void add_button(painter *p, int16_t zone, uint32_t ref, const char *glyph,
                       const char *label) {
    tsr_item item = {
        .ref = ref, .zone = (uint16_t)zone, .kind = TSR_ITEM_BUTTON, .owner = p->s->player};
    tsr_add_item(p->out, item, glyph, "%s", label);
}

static void add_buttons(painter *p) {
    int16_t zone = add_zone(p, TSR_ZONE_ACTIONS, p->s->player, -1, 0, "actions");
    switch (p->s->phase) {
    case TSR_PL_PHASE_TURN:
        add_button(p, zone, PROJECTL_REF_BUTTON + TSR_PL_MASTER, "M", "master");
        if (!p->d->solo) {
            add_button(p, zone, PROJECTL_REF_RECYCLE + TSR_PL_WHITE, "RW", "recycle white");
            add_button(p, zone, PROJECTL_REF_RECYCLE + TSR_PL_BLACK, "RB", "recycle black");
        }
        if (projectl_can_skip(p->d, p->s)) {
            add_button(p, zone, PROJECTL_REF_BUTTON + TSR_PL_SKIP, "S", "skip");
        }
        break;
    case TSR_PL_PHASE_MASTER:
        add_button(p, zone, PROJECTL_REF_BUTTON + TSR_PL_DONE, "OK", "done");
        break;
    case TSR_PL_PHASE_TOUCH:
        add_button(p, zone, PROJECTL_REF_BUTTON + TSR_PL_END, "OK", "end");
        break;
    default: break;
    }
}

// All orientations of the pieces the player on turn has.
static void add_turns(painter *p) {
    tsr_zone popup = {
        .kind = TSR_ZONE_ROW, .owner = p->s->player, .flags = TSR_ZONE_POPUP, .parent = -1};
    int16_t zone = tsr_add_zone(p->out, popup, "turn the piece");
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        for (int turn = 0; turn < 8 && projectl_has_turns(shape); turn++) {
            if (!p->s->seat[p->s->player].pieces[shape] ||
                projectl_plain_turn(shape, turn) != turn) {
                continue;
            }
            tsr_item item = poly(zone, shape, turn, &p->d->t);
            item.ref = projectl_ref_turn(shape, turn);
            item.col = (int16_t)turn;
            tsr_add_item(p->out, item, tsr_pl_shape_name(shape), "%s, %s", tsr_pl_shape_name(shape),
                         p->d->names[PROJECTL_NAME_TURN + turn]);
        }
    }
}

void projectl_scene(const tsr_rules *r, const void *state, int viewer, tsr_scene *out) {
    painter p = {out, r, projectl_of(r), state};
    int16_t table = add_zone(&p, TSR_ZONE_GROUP, TSR_NOBODY, -1, 0, "table");
    if (p.d->solo) {
        add_solo(&p, table);
    } else {
        add_rows(&p, table);
    }
    add_reserve(&p);
    for (int player = 0; player < r->players; player++) {
        add_player(&p, player, viewer);
    }
    add_counter(&p, TSR_NOBODY, table, "round", p.s->round);
    if (p.s->actions) {
        add_counter(&p, p.s->player, table, "actions left", p.s->actions);
    }
    if (projectl_turn(r, state) & 0xff) {
        add_buttons(&p);
        add_turns(&p);
    }
}
