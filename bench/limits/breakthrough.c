// SPDX-License-Identifier: MIT
//
// Breakthrough 8x8 at the limit: a word of bits a player, a1 at bit 0. The moves of
// a turn are three sets of targets, one a direction, which perft counts. Random play
// picks from these sets too where the machine can pick a bit in one instruction.
// Elsewhere it is faster to draw a pawn and a direction, and to draw again when that
// is no move. Nobody is ever stuck: the pawn furthest forward can always go
// diagonally.
#include "limits/limits.h"

#include <string.h>

#include "limits/bits.h"

enum { WHITE, BLACK }; // White begins

#define FILE_A ((uint64_t)0x0101010101010101)
#define FILE_H (FILE_A << 7)
#define BOTTOM ((uint64_t)0xff)
#define TOP    (BOTTOM << 56)
#define WHITES ((uint64_t)0xffff)
#define BLACKS (WHITES << 48)

// Where the pawns of `own` can go, and how many bits that is from where they were.
enum { LOW = 7, STRAIGHT = 8, HIGH = 9 };

typedef struct targets {
    uint64_t low, straight, high;
} targets;

LIMIT_INLINE targets look(uint64_t own, uint64_t enemy, int mover) {
    uint64_t not_low = own & ~(mover == WHITE ? FILE_A : FILE_H);
    uint64_t not_high = own & ~(mover == WHITE ? FILE_H : FILE_A);
    return (targets){
        .low = (mover == WHITE ? not_low << LOW : not_low >> LOW) & ~own,
        .straight = (mover == WHITE ? own << STRAIGHT : own >> STRAIGHT) & ~(own | enemy),
        .high = (mover == WHITE ? not_high << HIGH : not_high >> HIGH) & ~own,
    };
}

// --- Drawing from sets ---------------------------------------------------------------

// Two boards with the same three functions; DRAW_FROM_SETS chooses.
#ifndef DRAW_FROM_SETS
#ifdef __BMI2__
#define DRAW_FROM_SETS 1
#else
#define DRAW_FROM_SETS 0
#endif
#endif

#if DRAW_FROM_SETS

typedef struct board {
    uint64_t own[2];
} board;

static void set_up(board *b) {
    *b = (board){{WHITES, BLACKS}};
}

static uint64_t pawns_of(const board *b, int owner) {
    return b->own[owner];
}

// Makes a random move; true if that wins. White's number serves Black as well.
LIMIT_INLINE int move_any(board *b, limit_dice *d, int mover) {
    const targets t = look(b->own[mover], b->own[!mover], mover);
    const bits_census lows = bits_census_of(t.low), straights = bits_census_of(t.straight),
                      highs = bits_census_of(t.high);
    const uint32_t one = bits_total(lows), two = one + bits_total(straights);
    const uint32_t bits = mover == WHITE ? dice_fresh(d) : d->spare;
    const uint32_t n = dice_below(d, bits, two + bits_total(highs));
    const uint64_t set = n < one ? t.low : n < two ? t.straight : t.high;
    const bits_census census = n < one ? lows : n < two ? straights : highs;
    const int far = n < one ? LOW : n < two ? STRAIGHT : HIGH;
    const uint64_t to = bits_nth(set, census, n - (n < one ? 0 : n < two ? one : two));
    b->own[mover] = (b->own[mover] ^ (mover == WHITE ? to >> far : to << far)) | to;
    b->own[!mover] &= ~to;
    return (to & (mover == WHITE ? TOP : BOTTOM)) || b->own[!mover] == 0;
}

#else

// --- Drawing from lists --------------------------------------------------------------

enum {
    SIZE = 8,
    STRIDE = SIZE + 1, // one column of wall is to the right of h and to the left of a
    PLACES = SIZE * STRIDE,
    PAWNS = 2 * SIZE
};

// What a place holds: WHITE, BLACK or one of these.
enum { EMPTY = 2, WALL = 3 };

typedef struct board {
    uint8_t place[1 + PLACES]; // place 0 is the wall to the left of a1
    uint8_t index[1 + PLACES]; // of the pawn that stands there, in its owner's list
    uint8_t pawn[2][PAWNS];
    uint8_t pad[2];
    uint32_t pawns[2];
} board;

static void set_up(board *b) {
    memset(b, 0, sizeof *b);
    memset(b->place, WALL, sizeof b->place);
    for (int row = 0; row < SIZE; row++) {
        for (int at = 1 + row * STRIDE; at < 1 + row * STRIDE + SIZE; at++) {
            int owner = row < 2 ? WHITE : row >= SIZE - 2 ? BLACK : EMPTY;
            b->place[at] = (uint8_t)owner;
            if (owner != EMPTY) {
                b->index[at] = (uint8_t)b->pawns[owner];
                b->pawn[owner][b->pawns[owner]++] = (uint8_t)at;
            }
        }
    }
}

static uint64_t pawns_of(const board *b, int owner) {
    uint64_t set = 0;
    for (uint32_t i = 0; i < b->pawns[owner]; i++) {
        uint32_t at = b->pawn[owner][i] - 1u;
        set |= (uint64_t)1 << (at / STRIDE * SIZE + at % STRIDE);
    }
    return set;
}

LIMIT_INLINE void take(board *b, uint32_t index, int owner) {
    uint8_t last = b->pawn[owner][--b->pawns[owner]];
    b->pawn[owner][index] = last;
    b->index[last] = (uint8_t)index;
}

// Makes a random move; true if that wins. Every move is one pair of a pawn and a
// direction, so drawing pairs until one is legal is uniform over the legal ones.
LIMIT_INLINE int move_any(board *b, limit_dice *d, int mover) {
    // Four bits a direction, one for each thing that may be at its end.
    const uint32_t diagonal = 1u << EMPTY | 1u << !mover, straight = 1u << EMPTY;
    const uint32_t allowed = diagonal | straight << 4 | diagonal << 8;
    uint32_t n, from, to, there, way;
    do {
        uint32_t pair = dice_below(d, dice_fresh(d), 3 * b->pawns[mover]);
        n = pair / 3;
        way = pair % 3;
        from = b->pawn[mover][n];
        to = (mover == WHITE ? from + STRIDE : from - STRIDE) - 1 + way;
        there = b->place[to];
    } while (!((allowed >> (4 * way + there)) & 1u));
    if (there != EMPTY) take(b, b->index[to], !mover);
    b->place[from] = EMPTY;
    b->place[to] = (uint8_t)mover;
    b->index[to] = (uint8_t)n;
    b->pawn[mover][n] = (uint8_t)to;
    return (mover == WHITE ? to > PLACES - STRIDE : to < STRIDE) || b->pawns[!mover] == 0;
}

#endif

uint64_t LIMIT_NAME(limit_breakthrough_playouts)(uint64_t games, uint64_t seed, uint64_t *moves) {
    board fresh, b;
    limit_dice d;
    uint64_t made = 0, won = 0;
    set_up(&fresh);
    dice_init(&d, seed);
    for (uint64_t i = 0; i < games; i++) {
        b = fresh;
        while (1) {
            made++;
            if (move_any(&b, &d, WHITE)) {
                won++;
                break;
            }
            made++;
            if (move_any(&b, &d, BLACK)) break;
        }
    }
    *moves = made;
    return won;
}

// --- Counting ------------------------------------------------------------------------

static uint64_t count(uint64_t own, uint64_t enemy, int mover, int depth);

// The moves of one direction that do not end the game, and what follows them.
LIMIT_INLINE uint64_t count_way(uint64_t own, uint64_t enemy, uint64_t set, int far, int mover,
                                int depth) {
    uint64_t n = 0;
    for (set &= ~(mover == WHITE ? TOP : BOTTOM); set; set &= set - 1) {
        uint64_t to = set & (0 - set);
        uint64_t from = mover == WHITE ? to >> far : to << far;
        uint64_t left = enemy & ~to;
        n += left ? count(left, (own ^ from) | to, !mover, depth - 1) : 0;
    }
    return n;
}

LIMIT_INLINE uint64_t count_for(uint64_t own, uint64_t enemy, int mover, int depth) {
    targets t = look(own, enemy, mover);
    if (depth == 1) return bits_count(t.low) + bits_count(t.straight) + bits_count(t.high);
    return count_way(own, enemy, t.low, LOW, mover, depth) +
           count_way(own, enemy, t.straight, STRAIGHT, mover, depth) +
           count_way(own, enemy, t.high, HIGH, mover, depth);
}

static uint64_t count(uint64_t own, uint64_t enemy, int mover, int depth) {
    return mover == WHITE ? count_for(own, enemy, WHITE, depth)
                          : count_for(own, enemy, BLACK, depth);
}

uint64_t LIMIT_NAME(limit_breakthrough_perft)(int depth) {
    return depth <= 0 ? 1 : count(WHITES, BLACKS, WHITE, depth);
}

uint64_t LIMIT_NAME(limit_breakthrough_sample)(uint64_t seed, int plies, uint64_t last,
                                               uint64_t *choices) {
    limit_dice d;
    board b;
    set_up(&b);
    dice_init(&d, seed);
    *choices = 0;
    for (int i = 0; i < plies; i++) {
        if (i & 1 ? move_any(&b, &d, BLACK) : move_any(&b, &d, WHITE)) return 0;
    }
    int mover = plies & 1 ? BLACK : WHITE;
    *choices = count(pawns_of(&b, mover), pawns_of(&b, !mover), mover, 1);
    dice_init(&d, last);
    (void)(mover == WHITE ? move_any(&b, &d, WHITE) : move_any(&b, &d, BLACK));
    return tsr_mix(pawns_of(&b, WHITE) ^ tsr_mix(pawns_of(&b, BLACK)));
}
