// SPDX-License-Identifier: MIT

// The pieces and the puzzles as JSON, for programs (docs/protocol.md). Masks are those of
// projectl_public.h: bit 5 * row + column, row 0 on top.

#include <tessera/json.h>

#include "projectl/projectl_state.h"

static void put_piece(tsr_out *o, const tsr_rules *r, int shape) {
    int count = 0;
    const tsr_pl_placement *p = tsr_pl_placements(r, shape, &count);
    tsr_put(o, "{\"name\":");
    tsr_put_json(o, tsr_pl_shape_name(shape));
    tsr_putf(o, ",\"cells\":%d,\"masks\":[", tsr_pl_level(shape));
    for (int i = 0; i < count; i++) {
        tsr_putf(o, "%s%u", i ? "," : "", (unsigned)p[i].mask);
    }
    tsr_put(o, "]}");
}

static void put_puzzle(tsr_out *o, const tsr_pl_puzzle *p) {
    int white = p->colour == TSR_PL_WHITE;
    tsr_putf(o, "{\"name\":\"%c#%d\",\"colour\":\"%s\",\"mask\":%u,\"cells\":%d", white ? 'W' : 'B',
             p->number, white ? "white" : "black", (unsigned)p->mask, p->cells);
    tsr_putf(o, ",\"points\":%d,\"reward\":", p->points);
    tsr_put_json(o, tsr_pl_shape_name(p->reward));
    tsr_put(o, ",\"text\":\""); // the recess as a picture: '.' is to be filled
    for (int cell = 0; cell < TSR_PL_CELLS; cell++) {
        tsr_put(o, cell && cell % TSR_PL_SIDE == 0 ? "\\n" : "");
        tsr_put_char(o, p->mask >> cell & 1u ? '.' : '#');
    }
    tsr_put(o, "\"}");
}

int projectl_things(const tsr_rules *r, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_put(&o, "{\"pieces\":[");
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        tsr_put(&o, shape ? "," : "");
        put_piece(&o, r, shape);
    }
    tsr_put(&o, "],\"puzzles\":[");
    for (int i = 0; i < tsr_pl_puzzle_count(r); i++) {
        tsr_put(&o, i ? "," : "");
        put_puzzle(&o, tsr_pl_puzzle_at(r, i));
    }
    tsr_put(&o, "]}");
    return tsr_out_end(&o);
}
