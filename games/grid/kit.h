// SPDX-License-Identifier: MIT
#ifndef TSR_GRID_KIT_H
#define TSR_GRID_KIT_H

// What the files of the grid kit share: the kit's own data in `r->data`.
//
// `tsr_grid_open` copies the author's table, lets `adapt` change the copy, and
// reckons everything that follows from it once. Afterwards all is read-only.
// The whole of it is one block of memory: this struct, then its tables and the
// start position.

#include <tessera/grid.h>
#include <tessera/rules.h>

typedef struct grid_kit {
    tsr_grid_game def; // the author's table, adapted
    size_t size;       // of this block, for freeing it
    tsr_grid *start;   // what `init` copies
    int cells;         // height * width
    int words;         // 8-byte words that hold the cells
    int extras;        // extra numbers, without the reserve
    int own_names;     // names before those of the pieces

    // Every legal move is "any letter of the player on any free cell", so nothing
    // needs to be listed to count, to pick or to see whether there is one.
    int simple;

    const char **names;  // the author's names and the words of the pieces
    uint32_t *at;        // cell -> its row and column, where a move's code has them
    uint16_t *reach;     // cell * reach_count ... -> cells in reach
    uint8_t *reach_size; // cell -> how many these are

    uint8_t index_of[256];                 // letter -> piece + 1; 0 = no piece
    uint8_t owner_of[256];                 // letter -> player or TSR_NOBODY
    uint8_t enter[TSR_MAX_PLAYERS][256];   // letter -> 1 if the player may move onto it
    uint8_t letter_count[TSR_MAX_PLAYERS]; // letters that each player can place
    char letters[TSR_MAX_PLAYERS][TSR_GRID_MAX_PIECES];
} grid_kit;

uint32_t kit_action_count(const grid_kit *k); // actions.c

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

// Which of the 8 cells of word `i` hold `letter`: bit 7 of a byte is set for each, the
// first cell in the lowest byte. (Exact, unlike the shorter trick that lets borrows
// pass from byte to byte.)
static inline uint64_t kit_equal_in(const char *cells, int i, char letter) {
    const uint64_t low7 = 0x7f7f7f7f7f7f7f7fu;
    uint64_t w;
    memcpy(&w, cells + (size_t)i * 8, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    w = __builtin_bswap64(w);
#endif
    w ^= (uint64_t)0x0101010101010101u * (unsigned char)letter;
    return ~(((w & low7) + low7) | w | low7);
}

static inline uint64_t kit_free_in(const char *cells, int i) {
    return kit_equal_in(cells, i, TSR_GRID_FREE);
}

// In a word where byte i has bit 7 set or is 0: byte i of the result says how many
// are set up to and with it, so the highest byte has the number of all.
static inline uint64_t kit_running_count(uint64_t w) {
    return (w >> 7) * (uint64_t)0x0101010101010101u;
}

static inline int kit_bits(uint64_t w) {
    return (int)(kit_running_count(w) >> 56);
}

// The lowest byte of `w` that has bit 7 set; w is not 0.
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

// The byte of set bit number `n` (from 0, below kit_bits): the first whose running
// count exceeds n. Counts are at most 8, so no addition carries over.
static inline int kit_nth(uint64_t w, int n) {
    const uint64_t ones = 0x0101010101010101u;
    return kit_first((kit_running_count(w) + (uint64_t)(127 - n) * ones) & ones << 7);
}

// Whether the player on turn can move, in a simple game.
static inline int kit_can_place(const grid_kit *k, const tsr_grid *b) {
    uint64_t any = 0;
    for (int i = 0; i < k->words && !any; i++) {
        any = kit_free_in(tsr_grid_cells(b), i);
    }
    return any != 0 && k->letter_count[b->player] > 0;
}

// Codes of moves from the numbers of cells.
static inline tsr_move kit_placement(const grid_kit *k, char letter, int cell) {
    return TSR_GRID_PLACEMENT | (tsr_move)(unsigned char)letter << 8 | (tsr_move)k->at[cell];
}

static inline tsr_move kit_movement(const grid_kit *k, int from, int to) {
    return TSR_GRID_MOVEMENT | (tsr_move)k->at[to] | (tsr_move)k->at[from] << 16;
}

// board.c: reads a layout into `cells` (height * width characters).
TSR_NODISCARD tsr_err board_read_layout(int height, int width, const char *layout, char *cells,
                                        tsr_error *err);

// play.c: the start may already be the end, if the first player has no move.
void play_begin(const tsr_rules *r, tsr_grid *b);

// picture.c: "white king", "cross", for labels.
void picture_name(const tsr_rules *r, const tsr_grid_piece *p, char *buf, size_t cap);

#endif
