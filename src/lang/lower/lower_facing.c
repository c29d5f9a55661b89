// SPDX-License-Identifier: MIT
//
// Which way players look, and which way round they go.
#include <string.h>

#include "lang/lower/lower_expr.h"

// Which way player `p` looks: an index into north south east west, or -1.
int lower_facing_of(lower *l, int p) {
    static const char *const sides[4] = {"north", "south", "east", "west"};
    const char *said = l->g->players[p].facing;
    l->p->has_sides = 1;
    for (int i = 0; said && i < 4; i++) {
        if (strcmp(sides[i], said) == 0) {
            return i;
        }
    }
    if (!said && l->p->players <= 2 && l->b->lattice) {
        return p;
    }
    return -1;
}

int lower_is_race(const lower *l) {
    return l->b->kind == BOARD_LOOP || l->b->kind == BOARD_TRACK;
}

int lower_race_way(const lower *l, int player) {
    const decl_player *d = &l->g->players[player];
    if (!lower_is_race(l) || (!d->facing && !d->from)) {
        return 0;
    }
    const int is_prev = d->facing && strcmp(d->facing, "prev") == 0;
    return !d->facing || strcmp(d->facing, "next") == 0 ? 1 : is_prev ? -1 : 0;
}
