// SPDX-License-Identifier: MIT
//
// Tic-tac-toe at the limit: nine bits a player, cell (row, col) at bit
// 3 * row + col, and two small tables that stay in the first-level cache.
#include "limits/limits.h"

#include "limits/bits.h"

enum { CELLS = 9, BOARDS = 1 << CELLS, ORDERS = 362880 /* 9! */ };

static int has_line(uint32_t board) {
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int i = 0; i < 8; i++) {
        if ((board & lines[i]) == lines[i]) {
            return 1;
        }
    }
    return 0;
}

// won[b]: board b has a line. nth[b][k]: bit number k of those set in b, as a mask.
typedef struct tables {
    uint8_t won[BOARDS];
    uint16_t nth[BOARDS][CELLS];
} tables;

static void fill(tables *t) {
    for (uint32_t b = 0; b < BOARDS; b++) {
        int k = 0;
        t->won[b] = (uint8_t)has_line(b);
        for (uint32_t bit = 1; bit < BOARDS; bit <<= 1) {
            if (b & bit) {
                t->nth[b][k++] = (uint16_t)bit;
            }
        }
    }
}

// One draw a game: a number below 9! is a choice among 9, then among 8, and so on.
// A game that ends early leaves the rest unused, which harms nobody.
uint64_t LIMIT_NAME(limit_tictactoe_playouts)(uint64_t games, uint64_t seed, uint64_t *moves) {
    tables t;
    tsr_rng g;
    uint64_t made = 0, won = 0;
    fill(&t);
    tsr_rng_init(&g, seed);
    for (uint64_t i = 0; i < games; i++) {
        uint32_t order = tsr_rng_below(&g, ORDERS);
        uint32_t mine = 0, others = 0, open = BOARDS - 1;
        uint32_t left = CELLS;
        int line = 0;
        while (left && !line) {
            uint32_t bit = t.nth[open][order % left];
            uint32_t next = mine | bit;
            order /= left--;
            open ^= bit;
            line = t.won[next];
            mine = others;
            others = next;
        }
        made += CELLS - left;
        won += (uint64_t)(line && (left & 1u) == 0); // the first player fills odd places
    }
    *moves = made;
    return won;
}

static uint64_t count(const tables *t, uint32_t mine, uint32_t others, int depth) {
    uint32_t open = (BOARDS - 1) & ~(mine | others);
    uint64_t n = 0;
    for (; open && depth > 1; open &= open - 1) {
        uint32_t next = mine | (open & (0u - open));
        n += t->won[next] ? 0 : count(t, others, next, depth - 1);
    }
    for (; open; open &= open - 1) {
        n++;
    }
    return n;
}

uint64_t LIMIT_NAME(limit_tictactoe_perft)(int depth) {
    tables t;
    if (depth <= 0) {
        return 1;
    }
    fill(&t);
    return count(&t, 0, 0, depth);
}

uint64_t LIMIT_NAME(limit_tictactoe_sample)(uint64_t seed, int plies, uint64_t last,
                                            uint64_t *choices) {
    tables t;
    tsr_rng g;
    uint32_t mine = 0, others = 0, open = BOARDS - 1, left = CELLS;
    fill(&t);
    tsr_rng_init(&g, seed);
    uint32_t order = tsr_rng_below(&g, ORDERS);
    *choices = 0;
    for (int i = 0; i <= plies; i++) {
        if (left == 0 || t.won[others]) return 0;
        if (i == plies) {
            *choices = count(&t, mine, others, 1);
            tsr_rng_init(&g, last);
            order = tsr_rng_below(&g, ORDERS);
        }
        uint32_t bit = t.nth[open][order % left];
        uint32_t next = mine | bit;
        order /= left--;
        open ^= bit;
        mine = others;
        others = next;
    }
    return tsr_mix(mine << CELLS | others);
}
