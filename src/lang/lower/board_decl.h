// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_BOARD_DECL_H
#define TSR_LANG_BOARD_DECL_H

// From the declaration of a board to its cells and directions (lang/ir/board.h), and the complaints
// about it. Tables that code needs are asked for later, by whoever writes the code.

#include "lang/front/ast.h"
#include "lang/front/diag.h"
#include "lang/ir/board.h"

// The values of options, by their order in the file.
typedef struct option_values {
    const int32_t *value;
    int count;
} option_values;

// Builds the board of `g`. Returns 0 for lack of memory; mistakes go to `diags`.
int board_build(board *b, const game_ast *g, option_values opt, arena *a, diag_list *diags);

// Puts the cells of an area into `out`, of areas `each` those of the player; answers the first.
int board_area_cells(const board *b, const game_ast *g, option_values opt, int area, int player,
                     uint64_t *out);

// The cells of a player's grid, where every player has one.
void board_cells_of(const board *b, int player, uint64_t *out);

// How many things an area has room for, as its author says.
int board_area_room(const game_ast *g, option_values opt, int area);

// Which point of a star a cell lies in: 0 to 5, clockwise from below; -1 = in the middle.
int board_star_point(const board *b, int cell);

// --- What the ways to declare a board share -------------------------------------------

typedef struct board_step { // a direction of a lattice
    const char *name;
    int8_t dx, dy;
} board_step;

extern const board_step board_compass[8]; // orthogonal first, opposite ones side by side

// board_cells.c. Makes room for the cells; 0 = too many, or no memory.
int board_allocate(board *b, int cells, diag_list *diags, span at);
const char *board_lattice_name(board *b, int x, int y); // e4
// Makes a lattice of the cells that are there according to `has`.
void board_fill_lattice(board *b, int width, int height,
                        int (*has)(const board *, int, int, const void *), const void *with);
void board_name_grid(board *b, int flags); // the directions of a grid

// board_picture.c: cells and lines, or the outline of a lattice, drawn with letters.
void board_build_drawn(board *b, const game_ast *g, diag_list *diags);
void board_build_shape(board *b, const game_ast *g, diag_list *diags);

#endif
