// SPDX-License-Identifier: MIT
#ifndef TSR_LIMITS_CHESS_BOARD_H
#define TSR_LIMITS_CHESS_BOARD_H

// Chess positions as words of bits, a1 at bit 0, and the moves found in them.
//
// Moves are never written down one by one. A chess_entry holds all targets of one
// piece, or of all pawns that move by the same distance: enough to count moves, to
// draw one and to walk through them. chess_find makes the entries in two ways: all
// moves that obey the ways of the pieces, which is quick and for which chess_unsafe
// must be asked after the move; or only the legal ones.
//
// Everything is inline, so that each loop gets its own copy for each player.

#include <stdint.h>
#include <string.h>

#include "limits/bits.h"

enum { CHESS_WHITE, CHESS_BLACK };

enum { CHESS_PAWN, CHESS_KNIGHT, CHESS_BISHOP, CHESS_ROOK, CHESS_QUEEN, CHESS_KING, CHESS_KINDS };

// Queens are among both `diagonals` and `straights`.
typedef struct chess_position {
    uint64_t own[2];
    uint64_t pawns, knights, diagonals, straights, kings;
    uint64_t castles; // kings and rooks that can still castle
    uint64_t passed;  // the cell where a pawn could now be taken in passing
} chess_position;

// Lines in the order east, north west, north, north east: up the bits, and back down.
typedef struct chess_tables {
    uint64_t up[64][4], down[64][4];
    uint64_t knight[64], king[64], pawn[2][64]; // what stands there attacks
    uint64_t between[64][64];                   // on one line, neither end counted
    uint64_t key[2][CHESS_KINDS][64];
} chess_tables;

enum { CHESS_PLAIN, CHESS_DOUBLE, CHESS_PASSING, CHESS_CASTLE };

typedef struct chess_entry {
    uint64_t to;
    bits_census census; // of `to`
    int8_t base;        // the move begins at base + (target & follow): a cell for a piece,
    uint8_t follow;     // and for a class of pawns a distance from the target
    uint8_t kind;       // what stands on the target afterwards
    uint8_t special;
    uint32_t pad;
} chess_entry;

enum { CHESS_ENTRIES = 64 }; // more than pawns all pinned and about to promote would need

typedef struct chess_moves {
    uint32_t count, total; // entries, and moves in all of them
    chess_entry entry[CHESS_ENTRIES];
} chess_moves;

#define CHESS_BIT(cell) ((uint64_t)1 << (cell))
#define CHESS_FILE_A    ((uint64_t)0x0101010101010101)
#define CHESS_FILE_H    (CHESS_FILE_A << 7)
#define CHESS_RANK_1    ((uint64_t)0xff)

// --- Tables --------------------------------------------------------------------------

static uint64_t chess_ray(int from, int columns, int rows, int length) {
    uint64_t set = 0;
    int column = from % 8 + columns, row = from / 8 + rows;
    for (; length > 0 && column >= 0 && column < 8 && row >= 0 && row < 8; length--) {
        set |= CHESS_BIT(8 * row + column);
        column += columns;
        row += rows;
    }
    return set;
}

static void chess_fill_cell(chess_tables *t, int from) {
    static const int lines[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    for (int i = 0; i < 4; i++) {
        const int x = lines[i][0], y = lines[i][1];
        t->up[from][i] = chess_ray(from, x, y, 7);
        t->down[from][i] = chess_ray(from, -x, -y, 7);
        t->king[from] |= chess_ray(from, x, y, 1) | chess_ray(from, -x, -y, 1);
        for (int sign = -1; sign <= 1; sign += 2) {
            for (uint64_t far = chess_ray(from, sign * x, sign * y, 7); far; far &= far - 1) {
                const int to = bits_first(far);
                t->between[from][to] =
                    chess_ray(from, sign * x, sign * y, 7) & chess_ray(to, -sign * x, -sign * y, 7);
            }
        }
    }
    for (int x = -1; x <= 1; x += 2) {
        t->pawn[CHESS_WHITE][from] |= chess_ray(from, x, 1, 1);
        t->pawn[CHESS_BLACK][from] |= chess_ray(from, x, -1, 1);
        for (int y = -1; y <= 1; y += 2) {
            t->knight[from] |= chess_ray(from, x, 2 * y, 1) | chess_ray(from, 2 * x, y, 1);
        }
    }
}

static void chess_fill(chess_tables *t) {
    memset(t, 0, sizeof *t);
    for (int cell = 0; cell < 64; cell++) {
        chess_fill_cell(t, cell);
        for (int kind = 0; kind < CHESS_KINDS; kind++) {
            for (int player = 0; player < 2; player++) {
                uint64_t number = (uint64_t)(cell * 2 * CHESS_KINDS + 2 * kind + player);
                t->key[player][kind][cell] = tsr_mix(number);
            }
        }
    }
}

// --- Attacks -------------------------------------------------------------------------

// What a slider sees along one line: from the nearest piece below to the nearest above.
LIMIT_INLINE uint64_t chess_line(const chess_tables *t, int from, uint64_t taken, int line) {
    const uint64_t up = t->up[from][line], down = t->down[from][line];
    const uint64_t above = taken & up, below = (taken & down) | 1;
    const uint64_t first = above & (0 - above), last = CHESS_BIT(bits_last(below));
    return (2 * first - last) & (up | down);
}

LIMIT_INLINE uint64_t chess_straight(const chess_tables *t, int from, uint64_t taken) {
    return chess_line(t, from, taken, 0) | chess_line(t, from, taken, 2);
}

LIMIT_INLINE uint64_t chess_diagonal(const chess_tables *t, int from, uint64_t taken) {
    return chess_line(t, from, taken, 1) | chess_line(t, from, taken, 3);
}

// The enemies of `me` that attack a cell. A pawn attacks as one of mine would from there.
LIMIT_INLINE uint64_t chess_attackers(const chess_tables *t, const chess_position *p, int cell,
                                      int me) {
    const uint64_t taken = p->own[0] | p->own[1];
    return p->own[!me] &
           ((t->knight[cell] & p->knights) | (t->pawn[me][cell] & p->pawns) |
            (t->king[cell] & p->kings) | (chess_straight(t, cell, taken) & p->straights) |
            (chess_diagonal(t, cell, taken) & p->diagonals));
}

LIMIT_INLINE int chess_king(const chess_position *p, int me) {
    return bits_first(p->kings & p->own[me]);
}

// Could the king of `me` be taken?
LIMIT_INLINE int chess_unsafe(const chess_tables *t, const chess_position *p, int me) {
    return chess_attackers(t, p, chess_king(p, me), me) != 0;
}

LIMIT_INLINE uint64_t chess_shift(uint64_t set, int by, int me) {
    return me == CHESS_WHITE ? set << by : set >> by;
}

// A diagonal step forward of all pawns: by 7 bits or by 9.
LIMIT_INLINE uint64_t chess_lean(uint64_t pawns, int by, int me) {
    const uint64_t edge = (by == 7) == (me == CHESS_WHITE) ? CHESS_FILE_A : CHESS_FILE_H;
    return chess_shift(pawns & ~edge, by, me);
}

// All cells that enemies of `me` attack when its king is not in the way.
LIMIT_INLINE uint64_t chess_danger(const chess_tables *t, const chess_position *p, int me) {
    const uint64_t enemy = p->own[!me];
    const uint64_t taken = (p->own[0] | p->own[1]) & ~(p->kings & p->own[me]);
    const uint64_t pawns = p->pawns & enemy;
    uint64_t set = chess_lean(pawns, 7, !me) | chess_lean(pawns, 9, !me);
    set |= t->king[chess_king(p, !me)];
    for (uint64_t s = p->knights & enemy; s; s &= s - 1) {
        set |= t->knight[bits_first(s)];
    }
    for (uint64_t s = p->straights & enemy; s; s &= s - 1) {
        set |= chess_straight(t, bits_first(s), taken);
    }
    for (uint64_t s = p->diagonals & enemy; s; s &= s - 1) {
        set |= chess_diagonal(t, bits_first(s), taken);
    }
    return set;
}

// --- Making a move -------------------------------------------------------------------

// What may still castle: a rook needs its king, and a king a rook.
LIMIT_RARE uint64_t chess_castles(uint64_t left) {
    for (int king = 4; king < 64; king += 56) {
        const uint64_t rooks = CHESS_BIT(king - 4) | CHESS_BIT(king + 3);
        if (!(left & CHESS_BIT(king))) left &= ~rooks;
        if (!(left & rooks)) left &= ~CHESS_BIT(king);
    }
    return left;
}

// The parts of a move that most moves do not have.
LIMIT_RARE void chess_extra(const chess_tables *t, chess_position *p, int special, int from, int to,
                            int me) {
    if (special == CHESS_DOUBLE) {
        const int over = (from + to) / 2;
        const int wanted = (t->pawn[me][over] & p->pawns & p->own[!me]) != 0;
        p->passed = wanted ? CHESS_BIT(over) : 0;
    } else if (special == CHESS_PASSING) {
        const uint64_t gone = CHESS_BIT(me == CHESS_WHITE ? to - 8 : to + 8);
        p->pawns &= ~gone;
        p->own[!me] &= ~gone;
    } else {
        const uint64_t rook =
            CHESS_BIT(to > from ? from + 3 : from - 4) | CHESS_BIT((from + to) / 2);
        p->straights ^= rook;
        p->own[me] ^= rook;
    }
}

// Word by word: copying the whole would wait for what was written piece by piece.
LIMIT_INLINE void chess_make(const chess_tables *t, const chess_position *p, chess_position *next,
                             const chess_entry *e, int from, int to, int me) {
    static const uint8_t sets[CHESS_KINDS] = {1, 2, 4, 8, 4 | 8, 16};
    const uint64_t begin = CHESS_BIT(from), end = CHESS_BIT(to), keep = ~(begin | end);
    const uint32_t in = sets[e->kind];
    next->pawns = (p->pawns & keep) | (uint64_t)(in & 1u) << to;
    next->knights = (p->knights & keep) | (uint64_t)(in >> 1 & 1u) << to;
    next->diagonals = (p->diagonals & keep) | (uint64_t)(in >> 2 & 1u) << to;
    next->straights = (p->straights & keep) | (uint64_t)(in >> 3 & 1u) << to;
    next->kings = (p->kings & keep) | (uint64_t)(in >> 4) << to;
    next->own[me] = (p->own[me] ^ begin) | end;
    next->own[!me] = p->own[!me] & keep;
    next->passed = 0;
    next->castles = p->castles;
    if (LIMIT_UNLIKELY(p->castles & ~keep)) next->castles = chess_castles(p->castles & keep);
    if (LIMIT_UNLIKELY(e->special)) chess_extra(t, next, e->special, from, to, me);
}

LIMIT_INLINE int chess_from(const chess_entry *e, int to) {
    return e->base + (to & e->follow);
}

// --- Finding moves -------------------------------------------------------------------

// How chess_find goes about it.
enum { CHESS_QUICK, CHESS_LEGAL, CHESS_COUNT /* legal, but only `total` is wanted */ };

LIMIT_INLINE void chess_add(chess_moves *m, uint64_t to, int base, int follow, int kind,
                            int special, int way) {
    const bits_census census = bits_census_of(to);
    m->total += bits_total(census);
    if (way == CHESS_COUNT) return;
    m->entry[m->count] = (chess_entry){
        to, census, (int8_t)base, (uint8_t)follow, (uint8_t)kind, (uint8_t)special, 0};
    m->count += to != 0;
}

// One class of pawn moves: those that promote, if any, are four moves each.
LIMIT_INLINE void chess_add_pawns(chess_moves *m, uint64_t to, int by, int special, int me,
                                  int way) {
    const uint64_t last = to & (CHESS_RANK_1 | CHESS_RANK_1 << 56);
    const int base = me == CHESS_WHITE ? -by : by;
    chess_add(m, to & ~last, base, 63, CHESS_PAWN, special, way);
    if (LIMIT_UNLIKELY(last)) {
        for (int kind = CHESS_KNIGHT; kind <= CHESS_QUEEN; kind++) {
            chess_add(m, last, base, 63, kind, special, way);
        }
    }
}

// The moves of some pawns to cells among `goal`, but for those in passing.
LIMIT_INLINE void chess_find_pawns(const chess_position *p, chess_moves *m, uint64_t pawns,
                                   uint64_t goal, int me, int way) {
    const uint64_t enemy = p->own[!me], empty = ~(p->own[me] | enemy);
    const uint64_t third = CHESS_RANK_1 << (me == CHESS_WHITE ? 16 : 40);
    const uint64_t once = chess_shift(pawns, 8, me) & empty;
    const uint64_t twice = chess_shift(once & third, 8, me) & empty;
    chess_add_pawns(m, once & goal, 8, CHESS_PLAIN, me, way);
    chess_add(m, twice & goal, me == CHESS_WHITE ? -16 : 16, 63, CHESS_PAWN, CHESS_DOUBLE, way);
    chess_add_pawns(m, chess_lean(pawns, 7, me) & enemy & goal, 7, CHESS_PLAIN, me, way);
    chess_add_pawns(m, chess_lean(pawns, 9, me) & enemy & goal, 9, CHESS_PLAIN, me, way);
}

// Taking in passing can uncover the king in odd ways, so it is simply tried.
LIMIT_RARE void chess_find_passing(const chess_tables *t, const chess_position *p, chess_moves *m,
                                   int me, int quick) {
    const int to = bits_first(p->passed);
    for (uint64_t s = t->pawn[!me][to] & p->pawns & p->own[me]; s; s &= s - 1) {
        const int from = bits_first(s);
        const chess_entry e = {.kind = CHESS_PAWN, .special = CHESS_PASSING};
        chess_position next;
        chess_make(t, p, &next, &e, from, to, me);
        if (quick || !chess_unsafe(t, &next, me)) {
            chess_add(m, p->passed, from, 0, CHESS_PAWN, CHESS_PASSING, CHESS_QUICK);
        }
    }
}

// A king in check does not castle, nor over an attacked cell; nor, of course, into check.
LIMIT_RARE void chess_find_castles(const chess_tables *t, const chess_position *p, chess_moves *m,
                                   int me) {
    const uint64_t taken = p->own[0] | p->own[1];
    const int king = me == CHESS_WHITE ? 4 : 60;
    for (int side = -1; side <= 1; side += 2) {
        const int rook = side < 0 ? king - 4 : king + 3, to = king + 2 * side;
        if ((p->castles & CHESS_BIT(rook)) && !(taken & t->between[king][rook]) &&
            !chess_attackers(t, p, king, me) && !chess_attackers(t, p, king + side, me) &&
            !chess_attackers(t, p, to, me)) {
            chess_add(m, CHESS_BIT(to), king, 0, CHESS_KING, CHESS_CASTLE, CHESS_QUICK);
        }
    }
}

// The moves of a piece that is neither pawn nor king.
LIMIT_INLINE void chess_find_piece(const chess_tables *t, const chess_position *p, chess_moves *m,
                                   int from, uint64_t goal, int kind, int way) {
    const uint64_t taken = p->own[0] | p->own[1];
    uint64_t to = kind == CHESS_KNIGHT ? t->knight[from] : 0;
    if (kind == CHESS_BISHOP || kind == CHESS_QUEEN) to |= chess_diagonal(t, from, taken);
    if (kind == CHESS_ROOK || kind == CHESS_QUEEN) to |= chess_straight(t, from, taken);
    chess_add(m, to & goal, from, 0, kind, CHESS_PLAIN, way);
}

// The moves of those of `set` that are of this kind.
LIMIT_INLINE void chess_find_kind(const chess_tables *t, const chess_position *p, chess_moves *m,
                                  uint64_t set, uint64_t goal, int kind, int way) {
    for (; set; set &= set - 1) {
        chess_find_piece(t, p, m, bits_first(set), goal, kind, way);
    }
}

// The moves of `movers`, the king not among them, to cells among `goal`.
LIMIT_INLINE void chess_find_among(const chess_tables *t, const chess_position *p, chess_moves *m,
                                   uint64_t movers, uint64_t goal, int me, int way) {
    const uint64_t diagonals = p->diagonals & movers, straights = p->straights & movers;
    chess_find_pawns(p, m, p->pawns & movers, goal, me, way);
    chess_find_kind(t, p, m, p->knights & movers, goal, CHESS_KNIGHT, way);
    chess_find_kind(t, p, m, diagonals & ~straights, goal, CHESS_BISHOP, way);
    chess_find_kind(t, p, m, straights & ~diagonals, goal, CHESS_ROOK, way);
    chess_find_kind(t, p, m, straights & diagonals, goal, CHESS_QUEEN, way);
}

// Enemy sliders that would attack the king but for one piece of mine; that piece may
// only move on the line between them. Returns all such pieces and adds their moves.
LIMIT_INLINE uint64_t chess_find_pinned(const chess_tables *t, const chess_position *p,
                                        chess_moves *m, int king, uint64_t goal, int me, int way) {
    const uint64_t enemy = p->own[!me], mine = p->own[me];
    uint64_t pinned = 0;
    uint64_t pinning = enemy & ((chess_straight(t, king, enemy) & p->straights) |
                                (chess_diagonal(t, king, enemy) & p->diagonals));
    for (; pinning; pinning &= pinning - 1) {
        const int from = bits_first(pinning);
        const uint64_t line = t->between[king][from], one = line & mine;
        if (one && !(one & (one - 1))) {
            pinned |= one;
            chess_find_among(t, p, m, one, goal & (line | CHESS_BIT(from)), me, way);
        }
    }
    return pinned;
}

// All moves of `me`, found in one of the three ways.
LIMIT_INLINE void chess_find(const chess_tables *t, const chess_position *p, chess_moves *m, int me,
                             int way) {
    const uint64_t mine = p->own[me];
    const int king = chess_king(p, me);
    uint64_t goal = ~mine, steps = t->king[king] & ~mine, free = mine & ~p->kings;
    m->count = m->total = 0;
    if (way != CHESS_QUICK) {
        const uint64_t attackers = chess_attackers(t, p, king, me);
        steps &= ~chess_danger(t, p, me);
        if (LIMIT_UNLIKELY(attackers)) {
            const int from = bits_first(attackers);
            goal &= attackers & (attackers - 1) ? 0 : t->between[king][from] | attackers;
        }
        free &= ~chess_find_pinned(t, p, m, king, goal, me, way);
    }
    chess_find_among(t, p, m, free, goal, me, way);
    chess_add(m, steps, king, 0, CHESS_KING, CHESS_PLAIN, way);
    if (LIMIT_UNLIKELY(p->castles & CHESS_BIT(king))) chess_find_castles(t, p, m, me);
    if (LIMIT_UNLIKELY(p->passed)) chess_find_passing(t, p, m, me, way == CHESS_QUICK);
}

#endif
