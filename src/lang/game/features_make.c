// SPDX-License-Identifier: MIT
//
// Which numbers a position of a game has, and how its board is turned for the second player: made once, before play.
#include "lang/game/features.h"

#include <string.h>

#include "lang/front/ast.h"

static int exists(const board *b, int cell) {
    return (int)(b->all[cell / 64] >> (cell % 64) & 1);
}

// The cell mirrored from top to bottom, or turned by half a circle.
static int seen_at(const board *b, int cell, int half_circle) {
    int x = cell % b->width, y = cell / b->width;
    return (b->height - 1 - y) * b->width + (half_circle ? b->width - 1 - x : x);
}

static int maps_onto_itself(const board *b, int half_circle) {
    for (int c = 0; c < b->cells; c++) {
        if (exists(b, c) != exists(b, seen_at(b, c, half_circle))) {
            return 0;
        }
    }
    return 1;
}

// Where the rules speak of sides, whoever looks south sees the board mirrored, as `forward` and
// ranks do. (Where they do not, down may be down for both: discs fall.) Where the board has
// not the cells for it (the dark squares of an even board) it is turned; hexagons are as well,
// since mirrored they would have other neighbours.
static void turn_board(const program *p, uint16_t *turned) {
    const board *b = &p->b;
    const char *facing = p->players == 2 ? p->g->players[1].facing : NULL;
    int turns = p->has_sides && p->players == 2 && b->lattice && b->cells == b->width * b->height &&
                (!facing || strcmp(facing, "south") == 0);
    int hexagons = b->kind == BOARD_HEX || b->kind == BOARD_HEXAGON;
    int mirror = turns && !hexagons && maps_onto_itself(b, 0);
    turns = turns && (mirror || maps_onto_itself(b, 1));
    for (int c = 0; c < b->cells; c++) {
        turned[c] = (uint16_t)(turns ? seen_at(b, c, !mirror) : c);
    }
}

lang_features *features_new(const program *p, arena *a) {
    lang_features *f = arena_new(a, sizeof *f);
    uint16_t *turned = arena_new(a, (size_t)p->b.cells * sizeof *turned);
    if (!f || !turned) {
        return NULL;
    }
    f->owners = p->players + (p->at.neutral != BOARD_NONE);
    f->token_kinds = p->at.tokens != BOARD_NONE ? p->g->token_count : 0;
    f->turned = turned;
    turn_board(p, turned);
    int count = (f->owners * p->types + f->token_kinds) * p->b.cells;
    count += p->at.hands != BOARD_NONE ? p->players * p->types : 0;
    count += p->g->phase_count > 1 ? p->g->phase_count : 0;
    f->count = (uint32_t)(count + 1 + p->players);
    return f;
}
