// SPDX-License-Identifier: MIT
// Boards on their own: layouts, the text form, and questions about lines.
#include <tessera/grid.h>

#include <tessera/text.h>

#include "grid/kit.h"

const tsr_grid_step tsr_grid_orthogonal[4] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
const tsr_grid_step tsr_grid_diagonal[4] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
const tsr_grid_step tsr_grid_around[8] = {{-1, 0}, {0, 1},  {1, 0}, {0, -1},
                                          {-1, -1}, {-1, 1}, {1, 1}, {1, -1}};

// --- Layouts -----------------------------------------------------------------

static size_t row_length(const char *row) {
    return strcspn(row, "\n");
}

static tsr_err check_letter(char c, uint32_t row, uint32_t col, tsr_error *err) {
    if (c < ' ' || c > '~') {
        return tsr_fail_at(err, TSR_ERR_PARSE, row + 1, col + 1,
                           "row %u, column %u of the layout is not a printable ASCII character",
                           (unsigned)row, (unsigned)col);
    }
    return TSR_OK;
}

static tsr_err read_row(uint32_t row, int width, const char *text, char *cells, tsr_error *err) {
    size_t length = row_length(text);
    if (length != (size_t)width) {
        return tsr_fail_at(err, TSR_ERR_PARSE, row + 1, 0,
                           "row %u of the layout has %zu cells, the board has %d columns",
                           (unsigned)row, length, width);
    }
    for (uint32_t col = 0; col < (uint32_t)width; col++) {
        tsr_err e = check_letter(text[col], row, col, err);
        if (e) {
            return e;
        }
        cells[col] = text[col];
    }
    return TSR_OK;
}

static int count_rows(const char *layout) {
    int rows = 1;
    for (; *layout; layout++) {
        rows += *layout == '\n' && layout[1] != '\0';
    }
    return rows;
}

tsr_err board_read_layout(int height, int width, const char *layout, char *cells, tsr_error *err) {
    int rows = count_rows(layout);
    if (rows != height) {
        return tsr_fail(err, TSR_ERR_PARSE, "the layout has %d row%s, the board has %d", rows,
                        rows == 1 ? "" : "s", height);
    }
    for (int row = 0; row < height; row++) {
        tsr_err e = read_row((uint32_t)row, width, layout, cells + row * width, err);
        if (e) {
            return e;
        }
        layout += width + 1;
    }
    return TSR_OK;
}

size_t tsr_grid_bytes(int height, int width) {
    return sizeof(tsr_grid) + (((size_t)height * (size_t)width + 7) & ~(size_t)7);
}

tsr_err tsr_grid_set_up(tsr_grid *b, int height, int width, const char *layout, tsr_error *err) {
    char cells[TSR_GRID_MAX_SIDE * TSR_GRID_MAX_SIDE];
    if (height < 1 || height > TSR_GRID_MAX_SIDE || width < 1 || width > TSR_GRID_MAX_SIDE) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "a board of %d rows and %d columns: each must be from 1 to %d", height,
                        width, TSR_GRID_MAX_SIDE);
    }
    size_t count = (size_t)height * (size_t)width;
    memset(cells, TSR_GRID_FREE, count);
    if (layout) {
        tsr_err e = board_read_layout(height, width, layout, cells, err);
        if (e) {
            return e;
        }
    }
    memset(b, 0, tsr_grid_bytes(height, width));
    b->height = (uint8_t)height;
    b->width = (uint8_t)width;
    b->winner = TSR_NOBODY;
    b->round = 1;
    memcpy(b + 1, cells, count);
    return TSR_OK;
}

// --- The text form -----------------------------------------------------------

static int digits_of(int n) {
    int digits = 1;
    for (; n >= 10; n /= 10) {
        digits++;
    }
    return digits;
}

static void put_blanks(tsr_out *o, int n) {
    for (int i = 0; i < n; i++) {
        tsr_put_char(o, ' ');
    }
}

// The widths come from the *number* of rows and columns: 10 columns, 0 to 9, are
// two characters wide. A cell has half of its width before it, the rest behind.
int tsr_grid_print(const tsr_grid *b, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int row_width = digits_of(b->height);
    int col_width = digits_of(b->width);
    int left = col_width / 2;
    put_blanks(&o, row_width);
    for (int col = 0; col < b->width; col++) {
        tsr_putf(&o, " %*d", col_width, col);
    }
    tsr_put_char(&o, '\n');
    for (int row = 0; row < b->height; row++) {
        tsr_putf(&o, "%*d ", row_width, row);
        for (int col = 0; col < b->width; col++) {
            put_blanks(&o, left);
            tsr_put_char(&o, tsr_grid_at(b, row, col));
            put_blanks(&o, col_width - left);
        }
        tsr_put_char(&o, '\n');
    }
    return tsr_out_end(&o);
}

// --- Questions ---------------------------------------------------------------

int tsr_grid_count(const tsr_grid *b, char letter) {
    const char *cells = tsr_grid_cells(b);
    int n = 0;
    for (int i = 0; i < b->height * b->width; i++) {
        n += cells[i] == letter;
    }
    return n;
}

int tsr_grid_find(const tsr_grid *b, char letter, int *row, int *col) {
    const char *cells = tsr_grid_cells(b);
    const char *at = memchr(cells, letter, (size_t)b->height * b->width);
    if (!at) {
        return 0;
    }
    *row = (int)(at - cells) / b->width;
    *col = (int)(at - cells) % b->width;
    return 1;
}

int tsr_grid_run(const tsr_grid *b, int row, int col, int row_step, int col_step) {
    char piece = tsr_grid_at(b, row, col);
    int n = 0;
    if (row_step == 0 && col_step == 0) {
        return 0;
    }
    for (;;) {
        row += row_step;
        col += col_step;
        if (!tsr_grid_inside(b, row, col) || tsr_grid_at(b, row, col) != piece) {
            return n;
        }
        n++;
    }
}

int tsr_grid_line(const tsr_grid *b, int row, int col) {
    static const tsr_grid_step axes[4] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int longest = 0;
    for (int i = 0; i < 4; i++) {
        int n = 1 + tsr_grid_run(b, row, col, axes[i].row, axes[i].col) +
                tsr_grid_run(b, row, col, -axes[i].row, -axes[i].col);
        longest = n > longest ? n : longest;
    }
    return longest;
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

int tsr_grid_clear(const tsr_grid *b, int row, int col, int to_row, int to_col) {
    int down = to_row - row, right = to_col - col;
    int row_step = sign(down), col_step = sign(right);
    if (down != 0 && right != 0 && down != right && down != -right) {
        return 0;
    }
    row += row_step;
    col += col_step;
    while (row != to_row || col != to_col) {
        if (!tsr_grid_is_free(b, row, col)) {
            return 0;
        }
        row += row_step;
        col += col_step;
    }
    return 1;
}
