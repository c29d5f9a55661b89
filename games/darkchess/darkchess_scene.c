// SPDX-License-Identifier: MIT
//
// Dark chess: the picture, with a question mark on every square in the fog, the men that were lost, and what a pawn
// may become.

#include "darkchess/darkchess.h"

enum { REF_SQUARE = 1, REF_BECOMES = 100 };

static const char *const figures[] = {"♙", "♘", "♗", "♖", "♕", "♔", "♟", "♞", "♝", "♜", "♛", "♚"};
static const char *const kinds[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

static tsr_item man_item(uint16_t zone, int man) {
    int black = dark_owner(man);
    return (tsr_item){.zone = zone,
                      .kind = TSR_ITEM_PIECE,
                      .owner = (uint8_t)black,
                      .colour = black ? TSR_COLOUR_BLACK : TSR_COLOUR_WHITE};
}

static void add_square(const dark *s, uint16_t zone, int square, tsr_scene *out) {
    int man = s->board[square], col = 'a' + square % 8, row = dark_row(square) + 1;
    tsr_item cell = {.ref = (uint32_t)(REF_SQUARE + square),
                     .zone = zone,
                     .owner = TSR_NOBODY,
                     .row = (int16_t)(8 - row),
                     .col = (int16_t)(square % 8)};
    const char *what = man == DARK_FOG ? ", unseen" : man ? "" : ", free";
    tsr_add_item(out, cell, man == DARK_FOG ? "?" : ".", "%c%d%s", col, row, what);
    if (dark_is_man(man)) {
        tsr_item item = man_item(zone, man);
        item.row = cell.row;
        item.col = cell.col;
        tsr_add_item(out, item, figures[man - 1], "%s %s on %c%d",
                     dark_owner(man) ? "black" : "white", kinds[dark_kind(man) - 1], col, row);
    }
}

static void add_lost(const dark *s, int who, tsr_scene *out) {
    tsr_zone row = {
        .kind = TSR_ZONE_ROW, .owner = (uint8_t)who, .parent = -1, .flags = TSR_ZONE_SMALL};
    uint16_t zone = (uint16_t)tsr_add_zone(out, row, "lost");
    for (int kind = DARK_PAWN; kind <= DARK_KING; kind++) {
        int n = s->lost[who][kind - 1];
        tsr_item item = man_item(zone, dark_man(who, kind));
        item.count = (uint16_t)n;
        if (n) {
            tsr_add_item(out, item, figures[dark_man(who, kind) - 1], "%d %s lost", n,
                         kinds[kind - 1]);
        }
    }
}

// Asked for when a pawn comes to the last row.
static void add_becomes(const dark *s, tsr_scene *out) {
    tsr_zone ask = {
        .kind = TSR_ZONE_ACTIONS, .owner = s->player, .parent = -1, .flags = TSR_ZONE_POPUP};
    uint16_t zone = (uint16_t)tsr_add_zone(out, ask, "the pawn becomes");
    for (int kind = DARK_QUEEN; kind >= DARK_KNIGHT; kind--) {
        tsr_item item = {.ref = (uint32_t)(REF_BECOMES + kind),
                         .zone = zone,
                         .kind = TSR_ITEM_BUTTON,
                         .owner = s->player};
        tsr_add_item(out, item, figures[dark_man(s->player, kind) - 1], "%s", kinds[kind - 1]);
    }
}

void dark_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out) {
    dark s;
    dark_view(r, p, viewer, &s);
    tsr_zone board = {.kind = TSR_ZONE_GRID,
                      .owner = TSR_NOBODY,
                      .flags = TSR_ZONE_CHECKED,
                      .coords = TSR_COORDS_LETTERS,
                      .parent = -1,
                      .rows = 8,
                      .cols = 8};
    uint16_t zone = (uint16_t)tsr_add_zone(out, board, "%s", r->g.title);
    for (int i = 0; i < DARK_SQUARES; i++) {
        add_square(&s, zone, i, out);
    }
    add_lost(&s, 0, out);
    add_lost(&s, 1, out);
    if (!s.over) {
        add_becomes(&s, out);
    }
}

int dark_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out) {
    out->pick[0] = (uint32_t)(REF_SQUARE + tsr_move_byte(m, 1));
    out->pick[1] = (uint32_t)(REF_SQUARE + tsr_move_byte(m, 2));
    out->pick[2] = (uint32_t)(REF_BECOMES + tsr_move_byte(m, 3));
    out->picks = tsr_move_byte(m, 3) ? 3 : 2;
    if (out->picks == 2) {
        out->pick[2] = 0;
    }
    return out->picks;
}
