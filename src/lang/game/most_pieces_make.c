// SPDX-License-Identifier: MIT
//
// How many pieces there can be: whoever gets no more during play (ir_grows) has no more than at the start.
#include "lang/game/most_pieces.h"

#include "lang/vm/walk.h"

int most_pieces(program *p, arena *a) {
    const ir_growth g = ir_grows(p);
    ir_sizes *size = &p->size;
    void *start = arena_new(a, size->state_size);
    if (!start) {
        return 0;
    }
    walk_start(p, start);
    int own = 0;
    for (int i = 0; i < p->players; i++) {
        const int n = pieces_own(p, start, i);
        own = n > own ? n : own;
    }
    size->most_own = g.own ? p->b.cells : own;
    size->most_all = g.all ? p->b.cells : pieces_all(p, start);
    for (int t = 0; t < p->types; t++) {
        const int typed = p->at.type != BOARD_NONE && !g.type[t] && t != p->unknown;
        size->most_of[t] = (uint16_t)(typed ? pieces_type(p, start, t) : p->b.cells);
    }
    return 1;
}
