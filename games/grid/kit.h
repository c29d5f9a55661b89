// SPDX-License-Identifier: MIT
#ifndef TSR_GRID_KIT_H
#define TSR_GRID_KIT_H

// What the files of the grid kit share: the kit's own data in `r->data`.
//
// `tsr_grid_open` copies the author's table, lets `adapt` change the copy, and
// reckons everything that follows from it once. Afterwards all is read-only.
// The whole of it is one block of memory: this struct, then the names of the
// pieces, then the start position.

#include <tessera/grid.h>
#include <tessera/rules.h>

typedef struct grid_kit {
    tsr_grid_game def;     // the author's table, adapted
    size_t size;           // of this block, for freeing it
    const tsr_grid *start; // what `init` copies
    int cells;             // height * width
    int words;             // 8-byte words that hold the cells
    int extras;            // extra numbers, without the reserve
    int own_names;         // names before those of the pieces

    // Every legal move is "any letter of the player on any free cell", so nothing
    // needs to be listed to count, to pick or to see whether there is one.
    int simple;

    uint8_t index_of[256];                    // letter -> piece + 1; 0 = no piece
    uint8_t owner_of[256];                    // letter -> player or TSR_NOBODY
    uint8_t letter_count[TSR_MAX_PLAYERS];    // letters that each player can place
    char letters[TSR_MAX_PLAYERS][TSR_GRID_MAX_PIECES];
} grid_kit;

static inline const grid_kit *kit_of(const tsr_rules *r) {
    return r->data;
}

static inline int kit_owner(const grid_kit *k, char letter) {
    return k->owner_of[(unsigned char)letter];
}

// The reserve is a row of extra numbers behind the author's, one for each piece.
static inline int kit_reserve(const grid_kit *k, const tsr_grid *b, char letter) {
    return tsr_grid_get_extra(b, k->extras + k->index_of[(unsigned char)letter] - 1);
}

// Free cells among the 8 of word `i`: bit 7 of a byte is set for each, the first
// cell in the lowest byte. (Exact, unlike the shorter trick that lets borrows
// pass from byte to byte.)
static inline uint64_t kit_free_in(const char *cells, int i) {
    const uint64_t low7 = 0x7f7f7f7f7f7f7f7fu;
    uint64_t w;
    memcpy(&w, cells + (size_t)i * 8, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    w = __builtin_bswap64(w);
#endif
    w ^= (uint64_t)0x0101010101010101u * (unsigned char)TSR_GRID_FREE;
    return ~(((w & low7) + low7) | w | low7);
}

static inline int kit_bits(uint64_t w) {
#if defined(__GNUC__)
    return __builtin_popcountll(w);
#else
    int n = 0;
    for (; w; w &= w - 1) {
        n++;
    }
    return n;
#endif
}

// The cell of the lowest bit that kit_free_in has set; w is not 0.
static inline int kit_first(uint64_t w) {
#if defined(__GNUC__)
    return __builtin_ctzll(w) >> 3;
#else
    int n = 0;
    for (; !(w & 0xff); w >>= 8) {
        n++;
    }
    return n;
#endif
}

// board.c: reads a layout into `cells` (height * width characters).
TSR_NODISCARD tsr_err board_read_layout(int height, int width, const char *layout, char *cells,
                                        tsr_error *err);

// play.c: passes the turn on to `player`, or ends the game if nobody can move.
// `mover` is whoever moved last.
void play_pass_turn(const tsr_rules *r, tsr_grid *b, int mover, int player);

// picture.c: "white king", "cross", for labels.
void picture_name(const tsr_rules *r, const tsr_grid_piece *p, char *buf, size_t cap);

#endif
