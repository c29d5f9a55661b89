// SPDX-License-Identifier: MIT
//
// Hex 11x11 at the limit, with the swap. Nobody asks for chains: it is enough to
// know which stones are joined to the edge their owner starts from. A cell beside
// such a stone is "touched"; a stone put on a touched cell is joined, and so is
// every stone it reaches. Each stone is joined once a game, so this costs little.
#include "limits/limits.h"

#include <string.h>

#include "limits/bits.h"

enum {
    SIZE = 11,
    STRIDE = SIZE + 2, // a border all round, where no stone ever stands
    PLACES = STRIDE * STRIDE,
    CELLS = SIZE * SIZE
};

enum { RED, BLUE }; // Red joins top to bottom and begins, Blue left to right

// What a byte of the board says; Blue's flags are Red's, shifted by one.
enum { STONE = 1, TOUCHED = 4, GOAL = 16 };

typedef struct board {
    uint8_t place[PLACES];
    uint8_t list[CELLS]; // the empty cells, then the others
    uint32_t empties;
} board;

static void set_up(board *b) {
    memset(b, 0, sizeof *b);
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            int at = (row + 1) * STRIDE + column + 1;
            int flags = (row == 0 ? TOUCHED << RED : 0) | (row == SIZE - 1 ? GOAL << RED : 0) |
                        (column == 0 ? TOUCHED << BLUE : 0) |
                        (column == SIZE - 1 ? GOAL << BLUE : 0);
            b->place[at] = (uint8_t)flags;
            b->list[b->empties++] = (uint8_t)at;
        }
    }
}

// Joins the stone at `from` and all it reaches; true if that reaches the far edge.
LIMIT_INLINE int join(uint8_t *place, uint32_t from, int player) {
    static const int8_t beside[6] = {-STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE};
    const uint32_t stone = (uint32_t)STONE << player, touched = (uint32_t)TOUCHED << player;
    uint8_t waiting[CELLS + 1];
    uint32_t waits = 1, seen = 0;
    waiting[0] = (uint8_t)from;
    while (waits > 0) {
        const uint32_t at = waiting[--waits];
        seen |= place[at];
        for (int i = 0; i < 6; i++) {
            const uint32_t next = (uint32_t)((int)at + beside[i]);
            const uint32_t flags = place[next];
            place[next] = (uint8_t)(flags | touched);
            waiting[waits] = (uint8_t)next;
            waits += (flags & (stone | touched)) == stone;
        }
    }
    return (seen & (uint32_t)(GOAL << player)) != 0;
}

LIMIT_INLINE int put(uint8_t *place, uint32_t at, int player) {
    uint32_t flags = place[at] | (uint32_t)(STONE << player);
    place[at] = (uint8_t)flags;
    return (flags & (uint32_t)(TOUCHED << player)) && join(place, at, player);
}

// Puts a stone on the empty cell number `n` of the list; true if that wins.
LIMIT_INLINE int put_nth(board *b, uint32_t n, int player) {
    uint32_t at = b->list[n];
    b->list[n] = b->list[--b->empties];
    b->list[b->empties] = (uint8_t)at;
    return put(b->place, at, player);
}

LIMIT_INLINE int put_any(board *b, limit_dice *d, uint32_t bits, int player) {
    return put_nth(b, dice_below(d, bits, b->empties), player);
}

// The second move: a stone on any empty cell, or the swap. A swap changes who is
// Blue, but not that Blue's stone comes next. True if it was a swap.
LIMIT_INLINE int answer(board *b, limit_dice *d, uint32_t bits) {
    uint32_t n = dice_below(d, bits, b->empties + 1);
    if (n == b->empties) return 1;
    (void)put_nth(b, n, BLUE);
    return 0;
}

LIMIT_INLINE uint32_t play(board *b, limit_dice *d, uint64_t *won) {
    (void)put_any(b, d, dice_fresh(d), RED);
    int swapped = answer(b, d, d->spare);
    if (swapped) (void)put_any(b, d, dice_fresh(d), BLUE);
    while (1) { // a full board has a winner, so this ends
        if (put_any(b, d, dice_fresh(d), RED)) {
            *won += !swapped;
            break;
        }
        if (put_any(b, d, d->spare, BLUE)) {
            *won += (uint64_t)swapped;
            break;
        }
    }
    return CELLS - b->empties + (uint32_t)swapped;
}

// The list need not be sorted again: any order of the cells is as good as another.
uint64_t LIMIT_NAME(limit_hex_playouts)(uint64_t games, uint64_t seed, uint64_t *moves) {
    board fresh, b;
    limit_dice d;
    uint64_t made = 0, won = 0;
    set_up(&fresh);
    b = fresh;
    dice_init(&d, seed);
    for (uint64_t i = 0; i < games; i++) {
        memcpy(b.place, fresh.place, sizeof b.place);
        b.empties = CELLS;
        made += play(&b, &d, &won);
    }
    *moves = made;
    return won;
}

// `ply` counts moves, a swap among them; stones alternate in colour all the same.
static uint64_t count(const board *b, int ply, int depth) {
    uint64_t n = ply == 1 ? 1 : 0; // the swap
    if (depth == 1) return n + b->empties;
    if (ply == 1) n = count(b, ply + 1, depth - 1);
    for (uint32_t i = 0; i < b->empties; i++) {
        board next = *b;
        if (!put_nth(&next, i, (CELLS - b->empties) & 1)) {
            n += count(&next, ply + 1, depth - 1);
        }
    }
    return n;
}

uint64_t LIMIT_NAME(limit_hex_perft)(int depth) {
    board b;
    set_up(&b);
    return depth <= 0 ? 1 : count(&b, 0, depth);
}

uint64_t LIMIT_NAME(limit_hex_sample)(uint64_t seed, int plies, uint64_t last, uint64_t *choices) {
    limit_dice d;
    board b;
    uint64_t name = 0;
    int over = 0;
    set_up(&b);
    dice_init(&d, seed);
    for (int i = 0; i <= plies && !over; i++) {
        uint32_t player = (CELLS - b.empties) & 1;
        if (i == plies) {
            dice_init(&d, last);
            *choices = count(&b, i, 1);
        }
        if (i == 1) {
            name += (uint64_t)answer(&b, &d, dice_fresh(&d));
        } else if (player == RED) {
            over = put_any(&b, &d, dice_fresh(&d), RED) && i < plies;
        } else {
            over = put_any(&b, &d, dice_fresh(&d), BLUE) && i < plies;
        }
    }
    for (int i = 0; i < PLACES; i++) {
        name = tsr_mix(name ^ (b.place[i] & (STONE << RED | STONE << BLUE)));
    }
    *choices = over ? 0 : *choices;
    return over ? 0 : name;
}
