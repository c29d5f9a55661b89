// SPDX-License-Identifier: MIT
//
// Connect Four at the limit: seven bits a column, the seventh always empty, so
// that a shifted board never runs from one column into the next. The columns that
// are not full are a list of seven small numbers in one register.
#include "limits/limits.h"

#include "limits/bits.h"

enum { WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1, CELLS = WIDTH * HEIGHT };

#define COLUMN ((uint64_t)0x3f)
#define BOTTOM ((uint64_t)0x0000040810204081) // the lowest cell of each column
#define TOP    (BOTTOM << (HEIGHT - 1))
#define BOARD  (BOTTOM * COLUMN)

#define ALL_COLUMNS 0x6543210u // four bits each

typedef struct board {
    uint64_t mover, other; // discs of the player to move, and of who moved last
    uint32_t open, opens;  // the columns that are not full, and how many
} board;

static const board start = {0, 0, ALL_COLUMNS, WIDTH};

LIMIT_INLINE int has_four(uint64_t discs) {
    uint64_t up = discs & (discs >> 1), flat = discs & (discs >> STRIDE);
    uint64_t rise = discs & (discs >> (STRIDE + 1)), fall = discs & (discs >> (STRIDE - 1));
    return ((up & (up >> 2)) | (flat & (flat >> 2 * STRIDE)) | (rise & (rise >> 2 * (STRIDE + 1))) |
            (fall & (fall >> 2 * (STRIDE - 1)))) != 0;
}

// Drops a disc into a random column; true if that makes four in a line.
LIMIT_INLINE int drop(board *b, limit_dice *d, uint32_t bits) {
    uint32_t place = 4 * dice_below(d, bits, b->opens);
    uint32_t column = (b->open >> place) & 7u;
    uint64_t taken = b->mover | b->other;
    uint64_t disc = (taken + BOTTOM) & (COLUMN << (STRIDE * column));
    uint64_t next = b->mover | disc;
    if (disc & TOP) {
        uint32_t before = (1u << place) - 1;
        b->open = (b->open & before) | ((b->open >> 4) & ~before);
        b->opens--;
    }
    b->mover = b->other;
    b->other = next;
    return has_four(next);
}

// Plays a whole game; returns its moves. *won says whether the first player has won.
LIMIT_INLINE uint32_t play(limit_dice *d, uint64_t *won) {
    board b = start;
    for (uint32_t made = 0; made < CELLS; made += 2) {
        if (drop(&b, d, dice_fresh(d))) {
            *won += 1;
            return made + 1;
        }
        if (drop(&b, d, d->spare)) return made + 2;
    }
    return CELLS;
}

uint64_t LIMIT_NAME(limit_connect4_playouts)(uint64_t games, uint64_t seed, uint64_t *moves) {
    limit_dice d;
    uint64_t made = 0, won = 0;
    dice_init(&d, seed);
    for (uint64_t i = 0; i < games; i++) {
        made += play(&d, &won);
    }
    *moves = made;
    return won;
}

static uint64_t count(uint64_t mover, uint64_t other, int depth) {
    uint64_t open = ((mover | other) + BOTTOM) & BOARD;
    uint64_t n = 0;
    if (depth == 1) return bits_count(open);
    for (; open; open &= open - 1) {
        uint64_t next = mover | (open & (0 - open));
        n += has_four(next) ? 0 : count(other, next, depth - 1);
    }
    return n;
}

uint64_t LIMIT_NAME(limit_connect4_perft)(int depth) {
    return depth <= 0 ? 1 : count(0, 0, depth);
}

uint64_t LIMIT_NAME(limit_connect4_sample)(uint64_t seed, int plies, uint64_t last,
                                           uint64_t *choices) {
    limit_dice d;
    board b = start;
    int over = 0;
    dice_init(&d, seed);
    for (int i = 0; i < plies && !over; i++) {
        over = drop(&b, &d, dice_fresh(&d)) || b.opens == 0;
    }
    *choices = over ? 0 : count(b.mover, b.other, 1);
    if (over) return 0;
    dice_init(&d, last);
    (void)drop(&b, &d, dice_fresh(&d));
    return tsr_mix(b.mover ^ tsr_mix(b.other));
}
