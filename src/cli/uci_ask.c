// SPDX-License-Identifier: MIT
// Asking the agent of `tessera uci`, and saying what it thinks.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <tessera/host.h>

#include "cli/uci_engine.h"

static uint64_t now_us(void *self) {
    (void)self;
    return tsr_now_us();
}

// The expected result as hundredths of a pawn, the way engines say it.
static int centipawns(double win) {
    win = fmin(fmax(win, 0.001), 0.999);
    return (int)lround(400 * log10(win / (1 - win)));
}

void uci_say_line(uci_engine *e, int number, float win, uint32_t depth, uint64_t nodes,
                  uint32_t time_ms, const tsr_move *line, int count) {
    uint64_t nps = time_ms ? nodes * 1000 / time_ms : 0;
    printf("info depth %u", depth);
    if (number) {
        printf(" multipv %d", number);
    }
    printf(" score cp %d nodes %" PRIu64 " nps %" PRIu64 " time %u", centipawns((double)win), nodes,
           nps, time_ms);
    memcpy(e->next, e->state, e->r->state_size);
    for (int i = 0; i < count; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        int p = tsr_mover(tsr_turn(e->r, e->next));
        if (p < 0 || tsr_why_not(e->r, e->next, p, line[i], NULL)) {
            break;
        }
        tsr_move_text(e->r, e->next, p, line[i], text, sizeof text);
        printf("%s %s", i ? "" : " pv", text);
        tsr_play(e->r, e->next, p, line[i]);
    }
    uci_say("%s", "");
}

// What the agent says while it thinks, about the position it was asked about.
typedef struct listener {
    uci_engine *e;
    int who;
} listener;

static void on_info(void *self, const tsr_agent_info *info) {
    const listener *l = self;
    uci_engine *e = l->e;
    int n = info->line_count < 64 ? info->line_count : 64;
    e->win = info->win[l->who];
    e->seen_depth = info->depth;
    e->seen_nodes = info->nodes;
    e->line_count = n;
    if (n > 0) {
        memcpy(e->line, info->line, (size_t)n * sizeof *e->line);
    }
    if (!e->quiet) {
        uci_say_line(e, 0, e->win, info->depth, info->nodes, info->time_ms, info->line,
                     info->line_count);
    }
    e->deep_enough |= e->depth && info->depth >= e->depth;
}

static int is_stopped(void *self) {
    return uci_is_stopped(((const listener *)self)->e);
}

int uci_ask(uci_engine *e, const void *state, uint64_t nodes, uint32_t time_ms, tsr_move *out) {
    listener l = {e, tsr_mover(tsr_turn(e->r, state))};
    tsr_agent_host host = {.self = &l, .now_us = now_us, .stopped = is_stopped, .info = on_info};
    tsr_query q = {
        .view = state, .who = l.who, .seed = 1, .nodes = nodes, .time_ms = time_ms, .host = &host};
    tsr_error err = {0};
    if (e->agent->type->choose(e->agent, &q, out, &err)) {
        uci_say("info string %s", err.message);
        return 0;
    }
    return 1;
}
