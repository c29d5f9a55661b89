// SPDX-License-Identifier: MIT
//
// Reversi 8x8 at the limit: a word of bits a player, a1 at bit 0. All legal cells
// come from filling through enemy discs in eight directions at once; the discs to
// turn from one addition or one leading-zero count a ray. The moves found to see
// whether the next player must pass are the moves that player draws from.
#include "limits/limits.h"

#include "limits/bits.h"

#define BLACKS ((uint64_t)0x0000000810000000) // e4 d5; Black begins
#define WHITES ((uint64_t)0x0000001008000000) // d4 e5
#define INNER  ((uint64_t)0x7e7e7e7e7e7e7e7e) // no run of discs to turn leaves by the side

// Cells just past a run of `run` cells that begins beside `own`, `d` bits up or down.
LIMIT_INLINE uint64_t past_up(uint64_t own, uint64_t run, int d) {
    uint64_t fill = run & (own << d);
    fill |= run & (fill << d);
    run &= run << d;
    fill |= run & (fill << 2 * d);
    fill |= run & (fill << 2 * d);
    return fill << d;
}

LIMIT_INLINE uint64_t past_down(uint64_t own, uint64_t run, int d) {
    uint64_t fill = run & (own >> d);
    fill |= run & (fill >> d);
    run &= run >> d;
    fill |= run & (fill >> 2 * d);
    fill |= run & (fill >> 2 * d);
    return fill >> d;
}

// Where `own` can put a disc. To the east, a carry runs through each row at once.
LIMIT_INLINE uint64_t look(uint64_t own, uint64_t enemy) {
    uint64_t inner = enemy & INNER;
    uint64_t east = (inner + (inner & (own << 1))) & ~inner;
    uint64_t past = past_down(own, inner, 1) | past_up(own, enemy, 8) | past_down(own, enemy, 8) |
                    past_up(own, inner, 7) | past_down(own, inner, 7) | past_up(own, inner, 9) |
                    past_down(own, inner, 9);
    // What the addition left alone are discs, so no empty cell is wrongly named.
    return (east | past) & ~(own | enemy);
}

// The rays from each cell: up the bits (east, north west, north, north east) and down.
typedef struct rays {
    uint64_t up[64][4], down[64][4];
} rays;

static uint64_t ray(int from, int columns, int rows) {
    uint64_t set = 0;
    int column = from % 8 + columns, row = from / 8 + rows;
    for (; column >= 0 && column < 8 && row >= 0 && row < 8; column += columns, row += rows) {
        set |= (uint64_t)1 << (8 * row + column);
    }
    return set;
}

static void fill(rays *r) {
    static const int steps[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    for (int from = 0; from < 64; from++) {
        for (int i = 0; i < 4; i++) {
            r->up[from][i] = ray(from, steps[i][0], steps[i][1]);
            r->down[from][i] = ray(from, -steps[i][0], -steps[i][1]);
        }
    }
}

// The enemy discs turned by a disc at `at`. Up a ray: with all that is not the ray set,
// a one added below runs up to the first cell of the ray that holds no enemy. Down a
// ray: that cell is the highest one set.
LIMIT_INLINE uint64_t turned(const rays *r, int at, uint64_t own, uint64_t enemy) {
    uint64_t set = 0;
    LIMIT_UNROLL
    for (int i = 0; i < 4; i++) {
        uint64_t up = r->up[at][i], down = r->down[at][i];
        uint64_t stop = ((enemy | ~up) + 1) & up & own;
        set |= (stop - (stop != 0)) & up;
        uint64_t open = (down & ~enemy) | 1;
        stop = (uint64_t)1 << bits_last(open) & down & own;
        set |= (0 - 2 * stop) & down;
    }
    return set;
}

typedef struct board {
    uint64_t mover, other; // discs of the player to move and of the other one
    uint64_t legal;        // where the mover can put one; never empty but at the end
} board;

LIMIT_INLINE void begin(board *b) {
    *b = (board){BLACKS, WHITES, 0};
    b->legal = look(BLACKS, WHITES);
}

// Puts a disc and hands over.
LIMIT_INLINE void put(const rays *r, board *b, uint64_t disc) {
    uint64_t turn = turned(r, bits_first(disc), b->mover, b->other);
    uint64_t mine = b->mover | disc | turn;
    b->mover = b->other & ~turn;
    b->other = mine;
    b->legal = look(b->mover, b->other);
}

LIMIT_INLINE void put_any(const rays *r, board *b, limit_dice *d, uint32_t bits) {
    bits_census census = bits_census_of(b->legal);
    uint32_t n = dice_below(d, bits, bits_total(census));
    put(r, b, bits_nth(b->legal, census, n));
}

LIMIT_INLINE void pass(board *b) {
    uint64_t mine = b->mover;
    b->mover = b->other;
    b->other = mine;
    b->legal = look(b->mover, b->other);
}

// Plays a whole game; returns its moves.
LIMIT_INLINE uint32_t play(const rays *r, limit_dice *d, uint64_t *won) {
    board b;
    uint32_t made = 0;
    begin(&b);
    while (1) {
        put_any(r, &b, d, made & 1 ? d->spare : dice_fresh(d));
        made++;
        if (LIMIT_UNLIKELY(!b.legal)) {
            pass(&b);
            if (!b.legal) break;
            made++;
            (void)dice_fresh(d);
        }
    }
    // After an odd number of moves and the pass that was not counted, Black is to move.
    uint32_t movers = bits_count(b.mover), others = bits_count(b.other);
    *won += made & 1 ? movers > others : others > movers;
    return made;
}

uint64_t LIMIT_NAME(limit_reversi_playouts)(uint64_t games, uint64_t seed, uint64_t *moves) {
    rays r;
    limit_dice d;
    uint64_t made = 0, won = 0;
    fill(&r);
    dice_init(&d, seed);
    for (uint64_t i = 0; i < games; i++) {
        made += play(&r, &d, &won);
    }
    *moves = made;
    return won;
}

static uint64_t count(const rays *r, const board *b, int depth) {
    uint64_t n = 0;
    if (!b->legal) {
        board next = *b;
        pass(&next);
        if (!next.legal) return 0;
        return depth == 1 ? 1 : count(r, &next, depth - 1);
    }
    if (depth == 1) return bits_count(b->legal);
    for (uint64_t set = b->legal; set; set &= set - 1) {
        board next = *b;
        put(r, &next, set & (0 - set));
        n += count(r, &next, depth - 1);
    }
    return n;
}

uint64_t LIMIT_NAME(limit_reversi_perft)(int depth) {
    rays r;
    board b;
    fill(&r);
    begin(&b);
    return depth <= 0 ? 1 : count(&r, &b, depth);
}

uint64_t LIMIT_NAME(limit_reversi_sample)(uint64_t seed, int plies, uint64_t last,
                                          uint64_t *choices) {
    rays r;
    limit_dice d;
    board b;
    fill(&r);
    begin(&b);
    dice_init(&d, seed);
    for (int i = 0; i <= plies; i++) {
        if (i == plies) {
            dice_init(&d, last);
            *choices = count(&r, &b, 1);
            if (*choices == 0) return 0;
        }
        if (b.legal) {
            put_any(&r, &b, &d, dice_fresh(&d));
        } else {
            pass(&b);
        }
    }
    return tsr_mix(b.mover ^ tsr_mix(b.other));
}
