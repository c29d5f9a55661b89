// SPDX-License-Identifier: MIT
//
// Writes what does not change about a game as one JSON object.
#include "agents/game_data.h"

#include <tessera/json.h>
#include <tessera/rules.h>

static void put_options(tsr_out *o, const tsr_rules *r) {
    const char *comma = "";
    tsr_put(o, ",\"options\":{");
    for (int i = 0; i < r->g.option_count; i++) {
        char value[128];
        if (r->g.options[i].kind != TSR_OPTION_FILE) {
            tsr_option_text(r, i, value, sizeof value);
            tsr_put(o, comma);
            tsr_put_json(o, r->g.options[i].name);
            tsr_put_char(o, ':');
            tsr_put_json(o, value);
            comma = ",";
        }
    }
    tsr_put_char(o, '}');
}

static void put_flag(tsr_out *o, const tsr_rules *r, const char *name, uint32_t flag) {
    tsr_putf(o, ",\"%s\":%s", name, r->g.flags & flag ? "true" : "false");
}

static void put_seats(tsr_out *o, const tsr_rules *r) {
    tsr_put(o, ",\"seats\":[");
    for (int p = 0; r->seats && p < r->players; p++) {
        tsr_put(o, p ? "," : "");
        tsr_put_json(o, r->seats[p]);
    }
    tsr_put_char(o, ']');
}

// Cards, puzzles and the like; null if the game tells of none.
static void put_things(tsr_out *o, const tsr_rules *r) {
    tsr_put(o, ",\"things\":");
    size_t room = o->len < o->cap ? o->cap - o->len : 0;
    int n = r->more.things(r, room ? o->buf + o->len : NULL, room);
    if (n > 0) {
        o->len += (size_t)n;
    } else {
        tsr_put(o, "null");
    }
}

void game_data_put(tsr_out *o, const tsr_rules *r) {
    tsr_put(o, "{\"game\":");
    tsr_put_json(o, r->g.name);
    tsr_put(o, ",\"title\":");
    tsr_put_json(o, r->g.title);
    tsr_putf(o, ",\"players\":%d", r->players);
    put_seats(o, r);
    put_options(o, r);
    put_flag(o, r, "hidden", TSR_HAS_HIDDEN);
    put_flag(o, r, "chance", TSR_HAS_CHANCE);
    put_flag(o, r, "simultaneous", TSR_HAS_SIMULTANEOUS);
    put_flag(o, r, "together", TSR_COOPERATIVE);
    tsr_put(o, ",\"rules\":");
    tsr_put_json(o, r->g.rules ? r->g.rules : "");
    put_things(o, r);
    tsr_put_char(o, '}');
}
