// SPDX-License-Identifier: MIT
//
// Several best moves for `tessera uci`: each move of the root is searched by itself, then they are ranked.
#include <string.h>

#include <tessera/host.h>

#include "cli/uci_engine.h"

enum { FIRST_MS = 20 }; // of a move in the first round; twice as much in every further one

typedef struct root_move {
    tsr_move line[65]; // the move and what is expected after it
    int count;
    float win; // of the player on turn
    uint32_t depth;
    uint64_t nodes;
} root_move;

typedef struct root {
    uci_engine *e;
    root_move move[TSR_MAX_MOVES];
    root_move before[TSR_MAX_MOVES]; // after the last whole round
    int count, who;
    uint64_t begin_us, nodes;
    uint32_t time_ms; // 0 = none
} root;

static uint32_t spent_ms(const root *t) {
    return (uint32_t)((tsr_now_us() - t->begin_us) / 1000);
}

// Searches what is behind a move.
static void search_move(root *t, root_move *m, uint64_t nodes, uint32_t time_ms) {
    uci_engine *e = t->e;
    float u[TSR_MAX_PLAYERS];
    tsr_move answer;
    memcpy(e->next, e->state, e->r->state_size);
    tsr_play(e->r, e->next, t->who, m->line[0]);
    int other = tsr_mover(tsr_turn(e->r, e->next));
    if (other < 0) {
        tsr_utility(e->r, e->next, u);
        m->win = u[t->who];
        return;
    }
    e->win = 0.5f;
    e->line_count = 0;
    e->seen_depth = 0;
    if (!uci_ask(e, e->next, nodes, time_ms, &answer)) {
        return;
    }
    m->win = other == t->who ? e->win : 1 - e->win;
    m->depth = e->seen_depth + 1;
    m->nodes += e->seen_nodes;
    t->nodes += e->seen_nodes;
    int n = e->line_count < 64 ? e->line_count : 64;
    memcpy(m->line + 1, e->line, (size_t)n * sizeof *e->line);
    m->count = 1 + n;
}

// Best first; equal ones stay in their order.
static void rank(root *t) {
    for (int i = 1; i < t->count; i++) {
        root_move m = t->move[i];
        int j = i;
        for (; j > 0 && t->move[j - 1].win < m.win; j--) {
            t->move[j] = t->move[j - 1];
        }
        t->move[j] = m;
    }
}

static void say_best(root *t) {
    int n = t->e->lines < 1 ? 1 : (int)t->e->lines;
    rank(t);
    for (int i = 0; i < n && i < t->count; i++) {
        const root_move *m = &t->move[i];
        uci_say_line(t->e, n > 1 ? i + 1 : 0, m->win, m->depth, t->nodes, spent_ms(t), m->line,
                     m->count);
    }
}

// Looks at every move once; 0 = there was no time for all of them.
static int search_round(root *t, uint64_t each, uint32_t slice) {
    uci_engine *e = t->e;
    for (int i = 0; i < t->count; i++) {
        uint32_t spent = spent_ms(t);
        if (uci_is_stopped(e) || spent >= t->time_ms) {
            return 0;
        }
        uint32_t left = t->time_ms - spent;
        search_move(t, &t->move[i], each, slice && slice < left ? slice : left);
        e->deep_enough = 0;
    }
    return 1;
}

// With a node budget or a depth one round; with time rounds that double until it is spent. A
// round that was cut short does not count: its moves were looked at longer than the others.
static void search_all(root *t, uint64_t nodes) {
    uci_engine *e = t->e;
    size_t size = (size_t)t->count * sizeof *t->move;
    uint32_t slice = nodes || e->depth ? 0 : FIRST_MS;
    uint64_t each = nodes ? nodes / (uint64_t)t->count + 1 : 0;
    int64_t depth = e->depth;
    e->depth = depth > 1 ? depth - 1 : depth;
    for (int round = 0;; round++, slice *= 2) {
        memcpy(t->before, t->move, size);
        if (!search_round(t, each, slice)) {
            if (round > 0) {
                memcpy(t->move, t->before, size);
            }
            break;
        }
        say_best(t);
        if (!slice) {
            break;
        }
    }
    rank(t);
    e->depth = depth;
}

tsr_move uci_search_moves(uci_engine *e, const tsr_move *moves, int n, uint64_t nodes,
                          uint32_t time_ms) {
    root *t = tsr_mem_new(NULL, sizeof *t);
    if (!t) {
        uci_say("info string out of memory");
        return moves[0];
    }
    t->e = e;
    t->count = n;
    t->who = tsr_mover(tsr_turn(e->r, e->state));
    t->begin_us = tsr_now_us();
    t->time_ms = time_ms ? time_ms : nodes ? 24 * 3600 * 1000u : 1000;
    for (int i = 0; i < n; i++) {
        t->move[i].line[0] = moves[i];
        t->move[i].count = 1;
        t->move[i].win = -1; // not looked at
    }
    e->quiet = 1;
    e->deep_enough = 0;
    search_all(t, nodes);
    e->quiet = 0;
    tsr_move best = t->move[0].line[0];
    tsr_mem_free(NULL, t, sizeof *t);
    return best;
}
