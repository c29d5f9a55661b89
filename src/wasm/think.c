// SPDX-License-Identifier: MIT
//
// Analysis for the page: what a search thinks of a position, as JSON.
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/rules.h>
#include <tessera/text.h>

#include "abi/player.h"
#include "room/wire_json.h"
#include "wasm/wasm.h"

enum { MOST_MOVES = 12 }; // of a line

// What the search said last.
typedef struct thought {
    uint64_t nodes;
    float win[TSR_MAX_PLAYERS];
    tsr_move line[MOST_MOVES];
    int line_count, is_heard;
} thought;

static buffer out; // what was said last

static uint64_t now_us(void *self) {
    (void)self;
    return tsr_now_us();
}

static void hear(void *self, const tsr_agent_info *info) {
    thought *t = self;
    t->is_heard = 1;
    t->nodes = info->nodes;
    t->line_count = info->line_count < MOST_MOVES ? info->line_count : MOST_MOVES;
    memcpy(t->win, info->win, sizeof t->win);
    if (t->line_count > 0) {
        memcpy(t->line, info->line, (size_t)t->line_count * sizeof *t->line);
    }
}

static void put_move(const tsr_rules *r, const void *at, int who, tsr_move m) {
    char text[TSR_MOVE_TEXT_MAX];
    tsr_move_text(r, at, who, m, text, sizeof text);
    wire_string(&out, text);
}

// The expected moves in words, played one after the other. Where something is hidden, only the first is known.
static void put_line(const tsr_state *s, int who, const thought *t) {
    const tsr_rules *r = s->rs->r;
    tsr_state *walk = state_make(s->rs, s->at, 0);
    int most = r->g.flags & TSR_HAS_HIDDEN ? 1 : t->line_count;
    for (int i = 0; walk && i < most; i++) {
        uint32_t turn = tsr_turn(r, walk->at);
        if (!turn || (i && (turn & (turn - 1))) || tsr_mover(turn) == TSR_CHANCE) {
            break;
        }
        int mover = i ? tsr_mover(turn) : who;
        buffer_add_text(&out, i ? "," : "");
        put_move(r, walk->at, mover, t->line[i]);
        tsr_play(r, walk->at, mover, t->line[i]);
    }
    tsr_state_free(walk);
}

static void put_thought(const tsr_state *s, int who, tsr_move m, const thought *t) {
    const tsr_rules *r = s->rs->r;
    buffer_add_text(&out, "{\"move\":");
    put_move(r, s->at, who, m);
    buffer_addf(&out, ",\"nodes\":%llu,\"win\":", (unsigned long long)t->nodes);
    for (int p = 0; t->is_heard && p < r->players; p++) {
        buffer_addf(&out, "%s%.4f", p ? "," : "[", (double)t->win[p]);
    }
    buffer_add_text(&out, t->is_heard ? "],\"line\":[" : "null,\"line\":[");
    put_line(s, who, t);
    buffer_add_text(&out, "]}");
}

const char *tsr_wasm_think(tsr_player *p, const tsr_state *s, int who, uint64_t seed,
                           uint64_t nodes, tsr_problem *why) {
    thought t = {0};
    const tsr_agent_host host = {.self = &t, .now_us = now_us, .info = hear};
    const tsr_query q = {.seed = seed, .nodes = nodes, .host = &host};
    uint64_t move = TSR_NO_MOVE;
    buffer_clear(&out);
    if (player_ask(p, s, who, &q, &move, why) != 0) {
        return "null";
    }
    put_thought(s, state_seat(s, who), move, &t);
    return buffer_text(&out);
}
