// SPDX-License-Identifier: MIT
//
// Azul's state unpacked into plain numbers, for agents and drawings.

#include "azul/azul.h"
#include "azul/azul_state.h"

#include <string.h>

int tsr_is_azul(const tsr_rules *r) {
    return r->g.play == azul_play;
}

static void read_tiles(azul_tiles tiles, int *out) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        out[colour] = azul_count(tiles, colour);
    }
}

static void read_board(const tsr_rules *r, const azul_state *s, int player, tsr_azul_board *out) {
    const azul_player *p = &s->player[player];
    for (int line = 0; line < AZUL_SIZE; line++) {
        out->line_count[line] = azul_line_count(p, line);
        out->line_colour[line] = out->line_count[line] ? azul_line_colour(p, line) : -1;
    }
    for (int row = 0; row < AZUL_SIZE; row++) {
        for (int column = 0; column < AZUL_SIZE; column++) {
            out->wall[row][column] = azul_cell_colour(p, row, column);
        }
    }
    read_tiles(p->floor, out->floor);
    out->score = p->score;
    out->floor_used = azul_has_tiled(r, s, player) ? 0 : azul_floor_used(s, player);
    out->floor_paid = p->paid;
    out->has_marker = s->marker == player;
    out->full_rows = azul_full_rows(p);
    out->full_columns = azul_full_columns(p);
    out->full_colours = azul_full_colours(p);
    out->bonus = azul_bonus(p);
}

void tsr_azul_read(const tsr_rules *r, const void *view, tsr_azul *out) {
    const azul_state *s = view;
    int decides = s->phase == AZUL_OFFER || s->phase == AZUL_TILING;
    memset(out, 0, sizeof *out);
    out->players = r->players;
    out->displays = azul_displays(r);
    out->is_advanced = azul_is_advanced(r);
    out->round = s->round;
    out->is_over = s->phase == AZUL_OVER;
    out->mover = decides ? s->mover : -1;
    out->tiled_line = s->phase == AZUL_TILING ? azul_full_line(&s->player[s->mover]) : -1;
    out->marker_in_centre = s->marker == TSR_NOBODY;
    for (int source = 0; source < AZUL_SOURCES; source++) {
        read_tiles(s->source[source], out->source[source]);
    }
    read_tiles(s->bag, out->bag);
    read_tiles(s->lid, out->lid);
    for (int player = 0; player < r->players; player++) {
        read_board(r, s, player, &out->board[player]);
    }
}
