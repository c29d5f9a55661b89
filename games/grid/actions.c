// SPDX-License-Identifier: MIT
// Fixed numbers for the moves of kit games, for whoever learns.
//
// Placements come first: the mover's letters in order, each with all cells. Then movements: each
// cell with every step of `reach`, or with every cell where movements may go anywhere. Digits of a
// mixed radix, so no two moves of a player share a number.
#include "grid/kit.h"

#include <stdio.h>

static uint32_t letters_of(const grid_kit *k) {
    uint32_t most = 1;
    for (int p = 0; p < TSR_MAX_PLAYERS; p++) {
        most = k->letter_count[p] > most ? k->letter_count[p] : most;
    }
    return most;
}

static uint32_t placements(const grid_kit *k) {
    return k->def.flags & TSR_GRID_PLACES ? letters_of(k) * (uint32_t)k->cells : 0;
}

static uint32_t ways(const grid_kit *k) {
    return k->def.reach ? k->def.reach_count : (uint32_t)k->cells;
}

uint32_t kit_action_count(const grid_kit *k) {
    uint32_t moves = k->def.flags & TSR_GRID_MOVES ? (uint32_t)k->cells * ways(k) : 0;
    return placements(k) + moves;
}

static uint32_t rank_of(const grid_kit *k, int who, char letter) {
    for (uint32_t i = 0; i < k->letter_count[who]; i++) {
        if (k->letters[who][i] == letter) {
            return i;
        }
    }
    return 0;
}

static uint32_t way_of(const grid_kit *k, tsr_grid_move m) {
    if (!k->def.reach) {
        return (uint32_t)(m.row * k->def.width + m.col);
    }
    for (uint32_t i = 0; i < k->def.reach_count; i++) {
        const tsr_grid_step *step = &k->def.reach[i];
        if (m.from_row + step->row == m.row && m.from_col + step->col == m.col) {
            return i;
        }
    }
    return 0;
}

int tsr_grid_action(const tsr_rules *r, const void *s, int who, tsr_move code, uint32_t *out) {
    const grid_kit *k = kit_of(r);
    tsr_grid_move m = tsr_grid_decode(code);
    uint32_t width = k->def.width;
    (void)s;
    if (m.kind == TSR_GRID_PLACEMENT) {
        *out = rank_of(k, who, (char)m.piece) * (uint32_t)k->cells + m.row * width + m.col;
    } else {
        *out = placements(k) + (m.from_row * width + m.from_col) * ways(k) + way_of(k, m);
    }
    return 1;
}

int tsr_grid_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap) {
    const grid_kit *k = kit_of(r);
    uint32_t width = k->def.width, cells = (uint32_t)k->cells;
    if (action < placements(k)) {
        uint32_t at = action % cells;
        return snprintf(buf, cap, "place %u on %u,%u", action / cells + 1, at / width, at % width);
    }
    uint32_t from = (action - placements(k)) / ways(k), way = (action - placements(k)) % ways(k);
    if (k->def.reach) {
        return snprintf(buf, cap, "%u,%u by %d,%d", from / width, from % width,
                        k->def.reach[way].row, k->def.reach[way].col);
    }
    return snprintf(buf, cap, "%u,%u %u,%u", from / width, from % width, way / width, way % width);
}
