// SPDX-License-Identifier: MIT
//
// Gomoku 15x15 at the limit: five or more in a line win. Every row, column and
// diagonal is a word of bits for each player, so that only the four lines through
// the new stone are looked at, all four at once.
#include "limits/limits.h"

#include <string.h>

#include "limits/bits.h"

enum { SIZE = 15, CELLS = SIZE * SIZE };

// The lines of one player; bit number column, in a column bit number row.
typedef struct stones {
    uint16_t row[16], column[16], fall[32], rise[32];
} stones;

typedef struct board {
    stones of[2];
    uint8_t list[CELLS]; // 16 * row + column of the empty cells, then of the others
    uint8_t pad[3];
    uint32_t empties;
} board;

static void set_up(board *b) {
    memset(b, 0, sizeof *b);
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            b->list[b->empties++] = (uint8_t)(16 * row + column);
        }
    }
}

// Puts a stone; true if it makes five. A line has 15 cells, so that in the word of
// four lines an empty bit parts each from the next.
LIMIT_INLINE int put(stones *s, uint32_t at) {
    const uint32_t row = at >> 4, column = at & 15u;
    const uint32_t bit = 1u << column;
    const uint32_t a = s->row[row] | bit;
    const uint32_t b = s->column[column] | 1u << row;
    const uint32_t c = s->fall[row + SIZE - column] | bit;
    const uint32_t e = s->rise[row + column] | bit;
    s->row[row] = (uint16_t)a;
    s->column[column] = (uint16_t)b;
    s->fall[row + SIZE - column] = (uint16_t)c;
    s->rise[row + column] = (uint16_t)e;
    const uint64_t lines = a | (uint64_t)b << 16 | (uint64_t)c << 32 | (uint64_t)e << 48;
    const uint64_t two = lines & (lines >> 1), four = two & (two >> 2);
    return (four & (lines >> 4)) != 0;
}

static void take_back(stones *s, uint32_t at) {
    const uint32_t row = at >> 4, column = at & 15u;
    const uint32_t others = ~(1u << column);
    s->row[row] &= (uint16_t)others;
    s->column[column] &= (uint16_t) ~(1u << row);
    s->fall[row + SIZE - column] &= (uint16_t)others;
    s->rise[row + column] &= (uint16_t)others;
}

LIMIT_INLINE int put_any(board *b, limit_dice *d, uint32_t bits, int player) {
    uint32_t n = dice_below(d, bits, b->empties);
    uint32_t at = b->list[n];
    b->list[n] = b->list[--b->empties];
    b->list[b->empties] = (uint8_t)at;
    return put(&b->of[player], at);
}

LIMIT_INLINE void play(board *b, limit_dice *d, uint64_t *won) {
    while (1) { // the number of cells is odd
        if (put_any(b, d, dice_fresh(d), 0)) {
            *won += 1;
            return;
        }
        if (b->empties == 0 || put_any(b, d, d->spare, 1)) return;
    }
}

// The list need not be sorted again: any order of the cells is as good as another.
uint64_t LIMIT_NAME(limit_gomoku_playouts)(uint64_t games, uint64_t seed, uint64_t *moves) {
    board b;
    limit_dice d;
    uint64_t made = 0, won = 0;
    set_up(&b);
    dice_init(&d, seed);
    for (uint64_t i = 0; i < games; i++) {
        memset(b.of, 0, sizeof b.of);
        b.empties = CELLS;
        play(&b, &d, &won);
        made += CELLS - b.empties;
    }
    *moves = made;
    return won;
}

static uint64_t count(board *b, int depth) {
    const uint32_t empties = b->empties;
    stones *mine = &b->of[(CELLS - empties) & 1];
    uint64_t n = 0;
    if (depth == 1) return empties;
    b->empties--;
    for (uint32_t i = 0; i < empties; i++) {
        const uint8_t at = b->list[i];
        b->list[i] = b->list[empties - 1];
        n += put(mine, at) ? 0 : count(b, depth - 1);
        take_back(mine, at);
        b->list[i] = at;
    }
    b->empties = empties;
    return n;
}

uint64_t LIMIT_NAME(limit_gomoku_perft)(int depth) {
    board b;
    set_up(&b);
    return depth <= 0 ? 1 : count(&b, depth);
}

uint64_t LIMIT_NAME(limit_gomoku_sample)(uint64_t seed, int plies, uint64_t last,
                                         uint64_t *choices) {
    limit_dice d;
    board b;
    uint64_t name = 0;
    int over = 0;
    set_up(&b);
    dice_init(&d, seed);
    for (int i = 0; i < plies && !over; i++) {
        over = put_any(&b, &d, dice_fresh(&d), i & 1) || b.empties == 0;
    }
    *choices = over ? 0 : count(&b, 1);
    if (over) return 0;
    dice_init(&d, last);
    (void)put_any(&b, &d, dice_fresh(&d), plies & 1);
    for (int i = 0; i < SIZE; i++) {
        name = tsr_mix(name ^ (b.of[0].row[i] | (uint64_t)b.of[1].row[i] << 16));
    }
    return name;
}
