// SPDX-License-Identifier: MIT
#include <tessera/perft.h>

#include <string.h>

#include <tessera/rules.h>

// One level of the walk: its state, its moves, and how far it has come.
typedef struct level {
    void *state;
    tsr_move *moves;
} level;

typedef struct walk {
    const tsr_rules *r;
    level *levels;
    uint32_t *weight; // one array for all levels: weights do not matter here
    int mode;
    tsr_perft sum;
} walk;

static int list_moves(walk *w, const level *l, int who) {
    return who == TSR_CHANCE ? w->r->g.chance(w->r, l->state, l->moves, w->weight)
                             : tsr_moves(w->r, l->state, who, l->moves);
}

static void count_game(walk *w, const void *s) {
    tsr_result result[TSR_MAX_PLAYERS];
    int winner = -1, winners = 0;
    w->r->g.result(w->r, s, result);
    for (int p = 0; p < w->r->players; p++) {
        if (result[p].rank == 1) {
            winner = p;
            winners++;
        }
    }
    w->sum.games++;
    if (winners == 1) {
        w->sum.first[winner]++;
    } else {
        w->sum.shared++;
    }
}

static void count_from(walk *w, int at, int depth) {
    level *l = &w->levels[at];
    uint32_t turn = tsr_turn(w->r, l->state);
    if (turn == 0 && w->mode == TSR_PERFT_GAMES) {
        count_game(w, l->state);
    }
    if (depth == 0) {
        w->sum.nodes++;
        return;
    }
    if (turn == 0) {
        return;
    }
    int who = tsr_mover(turn);
    if (depth == 1 && w->mode == TSR_PERFT_COUNT) {
        w->sum.nodes += (uint64_t)w->r->more.count(w->r, l->state, who);
        return;
    }
    int n = list_moves(w, l, who);
    for (int i = 0; i < n; i++) {
        memcpy(l[1].state, l->state, w->r->state_size);
        tsr_play(w->r, l[1].state, who, l->moves[i]);
        count_from(w, at + 1, depth - 1);
    }
}

tsr_err tsr_perft_run(const tsr_rules *r, const void *s, int depth, int mode,
                      const tsr_alloc *alloc, tsr_perft *out) {
    size_t fan = r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
    size_t levels = (size_t)(depth < 0 ? 0 : depth) + 1;
    size_t stride = r->state_size + fan * sizeof(tsr_move);
    size_t size = levels * (sizeof(level) + stride) + fan * sizeof(uint32_t);
    if (depth < 0 || depth > 100000) {
        return TSR_ERR_ARGUMENT;
    }
    uint64_t nodes = 0;
    if (mode != TSR_PERFT_GAMES && r->more.nodes(r, s, depth, mode == TSR_PERFT_MADE, &nodes)) {
        *out = (tsr_perft){.nodes = nodes};
        return TSR_OK;
    }
    unsigned char *block = tsr_mem_new(alloc, size);
    if (!block) {
        return TSR_ERR_MEMORY;
    }
    walk w = {.r = r, .mode = mode};
    unsigned char *data = block + levels * sizeof(level);
    w.levels = (level *)(void *)block;
    w.weight = (uint32_t *)(void *)(data + levels * stride);
    for (size_t i = 0; i < levels; i++) {
        w.levels[i].state = data + i * stride;
        w.levels[i].moves = (tsr_move *)(void *)(data + i * stride + r->state_size);
    }
    memcpy(w.levels[0].state, s, r->state_size);
    count_from(&w, 0, depth);
    *out = w.sum;
    tsr_mem_free(alloc, block, size);
    return TSR_OK;
}
