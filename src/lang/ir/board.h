// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_BOARD_H
#define TSR_LANG_BOARD_H

// A board: cells, directions, and everything that depends on nothing else.
//
// Cells are numbers from 0. A lattice (grid, hex, shape) numbers them row by row
// from the bottom, with holes where the shape has none, so that a step is one
// masked shift of a bit set. Drawn boards, loops and graphs have tables instead.
// A set of cells is `words` 64-bit words, cell c being bit c.
//
// A *shift* is one displacement, with its table `to`; when all its steps differ by
// the same amount it is `uniform`, and whole sets move by shifting words. Shifts
// are interned: the same displacement has the same number everywhere. A *dirset* is
// an interned list of shifts. Rays (all cells in one direction) are built for shifts
// that are asked for. All of it lives in the compilation's arena and never changes
// after lowering, so threads share it.

#include <stdint.h>

#include "base/arena.h"

enum {
    BOARD_MAX_CELLS = 1024,
    BOARD_MAX_WORDS = 16,
    BOARD_MAX_DIRS = 40,
    BOARD_MAX_SHIFTS = 400,
    BOARD_MAX_DIRSETS = 200,
    DIRSET_MAX = 48,
    BOARD_NONE = 0xffff
};

// How a board was given; pictures are drawn accordingly.
typedef enum board_kind {
    BOARD_EMPTY,
    BOARD_GRID,
    BOARD_HEX,
    BOARD_HEXAGON,
    BOARD_LOOP,
    BOARD_TRACK,
    BOARD_DRAWN,
    BOARD_SHAPE,
    BOARD_GRAPH
} board_kind;

typedef struct board_shift {
    uint16_t *to; // [cells], BOARD_NONE off the board
    int16_t dx, dy;
    uint16_t part[2]; // tables: this shift is part[0] followed by part[1]
    uint8_t uniform, axis_seen;
    int16_t amount; // of a uniform shift, in bits
    uint16_t back;  // the shift that undoes this one, or BOARD_NONE
    uint64_t *mask; // [words] cells with a neighbour in this direction
    uint64_t *
        ray; // [(cells + 1) * words, or 65 words], empty behind the last cell; NULL until asked for
} board_shift;

typedef struct board_dir { // a word of the language
    const char *name;
    uint16_t shift;
} board_dir;

// A uniform shift's rays, side by side with the others of a set of directions.
typedef struct board_look {
    const uint64_t *ray;
    uint64_t mask; // of the shift; its first word
    int32_t by;    // bits
    uint32_t pad;
} board_look;

typedef struct dirset {
    uint16_t shift[DIRSET_MAX];
    int count;
    uint64_t *near;   // [cells * words] union of the shifts of one cell, or NULL
    uint64_t *back;   // [cells * words] cells that reach one cell, or NULL
    board_look *look; // [count] of a board of one or two words, all uniform, or NULL; first ...
    int ups;          // ... so many whose steps lead to higher cells
    int eight;        // no line is longer than eight, and four steps fit a word
    uint64_t *reach;  // [cells * words] union of the rays of one cell, or NULL
} dirset;

// One axis of straight lines on a board of one word, its steps leading to higher cells.
typedef struct board_axis {
    uint64_t mask; // cells with a next one
    int32_t by;    // bits
    int32_t pad;
} board_axis;

typedef struct board {
    board_kind kind;
    int cells, words, width, height;
    int lattice, wrap_x, wrap_y;
    int apart;     // grids side by side: so many columns from one to the next; 0 = there is one
    uint64_t *all; // cells that exist
    uint64_t *on;  // those of the board itself: not of areas, ...
    int area0;     // ... which are the last `area_cells`, from here on, and lead nowhere
    int area_cells;
    const char **name;
    int16_t *x, *y; // of each cell, in units of the picture
    board_shift shift[BOARD_MAX_SHIFTS];
    board_dir dir[BOARD_MAX_DIRS];
    dirset set[BOARD_MAX_DIRSETS];
    int shift_count, dir_count, set_count;
    uint16_t any[16], orthogonal[16], diagonal[16];
    int any_count, orthogonal_count, diagonal_count;
    uint16_t axis[8];             // one shift of each pair of opposite directions, for lines
    const uint16_t *axis_back[8]; // [cells] one step the other way
    int axis_count;
    const uint64_t *linked; // [cells * words] the neighbours of each cell, or NULL
    board_axis run[8];      // of a board of one word: the axes that have room for a run ...
    int run_count, run_of;  // ... of so many, 0 = not asked for
    uint64_t *lines; // of a board of at most 16 cells: for each set, whether it has a run ...
    int lines_of;    // ... of so many
    uint64_t *row, *column; // [cells * words] the line of each cell, or NULL
    uint16_t *toward;       // [cells * cells] the shift from one to another, or NULL
    int max_x, max_y;       // largest coordinates
    arena *a;
    int failed;          // memory ran out, or a table overflowed
    uint64_t *border[4]; // top, bottom, left, right
} board;

// The cell called `name`, or -1.
int board_cell(const board *b, const char *name);

// The direction word `name`, or -1.
int board_dir_find(const board *b, const char *name);

void board_dir_add(board *b, const char *name, uint16_t shift);

// A shift that leads nowhere yet: its maker fills in `to` and asks for what follows from it.
uint16_t board_shift_new(board *b);
void board_shift_finish(board *b, uint16_t s);

// The shift by (dx, dy) on a lattice.
uint16_t board_shift_by(board *b, int dx, int dy);

// `first` then `second`; `first` repeated; both interned.
uint16_t board_shift_join(board *b, uint16_t first, uint16_t second);
uint16_t board_shift_back(board *b, uint16_t s); // BOARD_NONE if there is no such thing

// Whether no two cells are moved to the same one, so that where a piece arrives tells whence it
// came. The links of a graph are often not.
int board_shift_is_one_to_one(const board *b, uint16_t s);

// Interns a list of shifts, duplicates removed.
uint16_t board_dirset(board *b, const uint16_t *shifts, int count);
void board_need_ray(board *b, uint16_t shift);
void board_need_near(board *b, uint16_t set);
void board_need_reach(board *b, uint16_t set); // its rays are there
void board_need_look(board *b, uint16_t set);  // the same
void board_need_rows(board *b);
void board_need_toward(board *b); // all rays are there; of small boards only
int board_find_toward(const board *b, int from, int to);
void board_need_linked(board *b);
void board_need_lines(board *b, int n);
int board_need_axes(board *b); // 0 = some axis cannot be walked backwards

static inline uint64_t *board_set_new(board *b) {
    uint64_t *s = arena_new(b->a, (size_t)b->words * sizeof *s);
    b->failed |= !s;
    return s;
}

static inline int board_has(const uint64_t *set, int cell) {
    return (int)(set[cell >> 6] >> (cell & 63) & 1);
}

static inline void board_put(uint64_t *set, int cell) {
    set[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

#endif
