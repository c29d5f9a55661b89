// SPDX-License-Identifier: MIT
//
// Cells of a board and the directions of a grid, for those who build one: by size (board_decl.c) or as a
// drawing (board_picture.c).
#include "lang/lower/board_decl.h"

#include <stdio.h>
#include <string.h>

const board_step board_compass[8] = {
    {"north", 0, 1},     {"south", 0, -1},      {"east", 1, 0},       {"west", -1, 0},
    {"northeast", 1, 1}, {"southwest", -1, -1}, {"northwest", -1, 1}, {"southeast", 1, -1}};

void board_name_grid(board *b, int flags) {
    for (int i = 0; i < 8; i++) {
        uint16_t s = board_shift_by(b, board_compass[i].dx, board_compass[i].dy);
        board_dir_add(b, board_compass[i].name, s);
        if (i < 4) {
            b->orthogonal[b->orthogonal_count++] = s;
        } else {
            b->diagonal[b->diagonal_count++] = s;
        }
        if (i < 4 || !(flags & TOPO_ORTHOGONAL)) {
            b->any[b->any_count++] = s;
            if (i % 2 == 0) {
                b->axis[b->axis_count++] = s;
            }
        }
    }
}

int board_allocate(board *b, int cells, diag_list *diags, span at) {
    if (cells < 1 || cells > BOARD_MAX_CELLS) {
        diag_add(diags, DIAG_TOO_BIG, at, "a board has 1 to %d cells, this one %d", BOARD_MAX_CELLS,
                 cells);
        return 0;
    }
    b->area0 = cells;
    cells += b->area_cells;
    cells = cells < BOARD_MAX_CELLS ? cells : BOARD_MAX_CELLS;
    b->cells = cells;
    b->words = (cells + 63) / 64;
    b->all = board_set_new(b);
    b->on = board_set_new(b);
    b->name = arena_new(b->a, (size_t)cells * sizeof *b->name);
    b->x = arena_new(b->a, (size_t)cells * sizeof *b->x);
    b->y = arena_new(b->a, (size_t)cells * sizeof *b->y);
    for (int i = 0; i < 4; i++) {
        b->border[i] = board_set_new(b);
    }
    b->failed |= !b->name || !b->x || !b->y;
    return !b->failed;
}

const char *board_lattice_name(board *b, int x, int y) {
    char text[16];
    if (x < 26) {
        (void)snprintf(text, sizeof text, "%c%d", 'a' + x, y + 1);
    } else {
        (void)snprintf(text, sizeof text, "%c%c%d", 'a' + x / 26 - 1, 'a' + x % 26, y + 1);
    }
    const char *name = arena_text(b->a, text, strlen(text));
    b->failed |= !name;
    return name ? name : "";
}

void board_fill_lattice(board *b, int width, int height,
                        int (*has)(const board *, int, int, const void *), const void *with) {
    b->lattice = 1;
    b->width = width;
    b->height = height;
    for (int c = 0; c < b->area0; c++) {
        int x = c % width, y = c / width;
        b->x[c] = (int16_t)x;
        b->y[c] = (int16_t)y;
        if (has(b, x, y, with)) {
            board_put(b->all, c);
            b->name[c] = board_lattice_name(b, x, y);
        }
    }
    b->max_x = width - 1;
    b->max_y = height - 1;
}
