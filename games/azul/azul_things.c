// SPDX-License-Identifier: MIT
//
// What programs may want to know about Azul beside the moves: the tiles, the wall, the
// floor and the bonuses, as JSON (docs/protocol.md).

#include <tessera/json.h>

#include "azul/azul_state.h"

static void put_tiles(tsr_out *o) {
    tsr_put(o, "\"tiles\":[");
    for (int c = 0; c < AZUL_COLOURS; c++) {
        tsr_putf(o, "%s{\"name\":", c ? "," : "");
        tsr_put_json(o, azul_names[c]);
        tsr_putf(o, ",\"letter\":\"%c\",\"copies\":%d}", azul_letters[c], AZUL_COPIES);
    }
    tsr_put_char(o, ']');
}

// The colours of the fixed wall, row by row; null where every place may be chosen.
static void put_wall(tsr_out *o, const tsr_rules *r) {
    tsr_put(o, ",\"wall\":");
    if (azul_is_advanced(r)) {
        tsr_put(o, "null");
        return;
    }
    for (int row = 0; row < AZUL_SIZE; row++) {
        tsr_put(o, row ? ",\"" : "[\"");
        for (int column = 0; column < AZUL_SIZE; column++) {
            tsr_put_char(o, azul_letters[azul_fixed_colour(row, column)]);
        }
        tsr_put_char(o, '"');
    }
    tsr_put_char(o, ']');
}

int azul_things(const tsr_rules *r, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_put_char(&o, '{');
    put_tiles(&o);
    put_wall(&o, r);
    tsr_put(&o, ",\"floor\":[");
    for (int i = 1; i <= AZUL_FLOOR_SPACES; i++) {
        tsr_putf(&o, "%s%d", i > 1 ? "," : "", azul_penalty(i) - azul_penalty(i - 1));
    }
    tsr_putf(&o, "],\"bonus\":{\"row\":%d,\"column\":%d,\"colour\":%d}}", AZUL_ROW_BONUS,
             AZUL_COLUMN_BONUS, AZUL_COLOUR_BONUS);
    return tsr_out_end(&o);
}
