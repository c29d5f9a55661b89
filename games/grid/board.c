// SPDX-License-Identifier: MIT
// Boards on their own: layouts, the text form, and questions about lines.
#include <tessera/grid.h>

#include <tessera/text.h>

#include "grid/kit.h"

const tsr_grid_step tsr_grid_orthogonal[4] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
const tsr_grid_step tsr_grid_diagonal[4] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
const tsr_grid_step tsr_grid_around[8] = {{-1, 0},  {0, 1},  {1, 0}, {0, -1},
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

// How many cells from `p` on in steps of `step` are like it, `most` at most.
static inline int same(const char *p, int step, int most) {
    int n = 0;
    while (n < most && p[step * (n + 1)] == *p) {
        n++;
    }
    return n;
}

static inline int smaller(int a, int b) {
    return a < b ? a : b;
}

static inline int larger(int a, int b) {
    return a > b ? a : b;
}

int tsr_grid_line(const tsr_grid *b, int row, int col) {
    int w = b->width;
    int up = row, down = b->height - 1 - row, left = col, right = w - 1 - col;
    if (!tsr_grid_inside(b, row, col)) {
        return 0;
    }
    const char *p = tsr_grid_cells(b) + row * w + col;
    int across = same(p, 1, right) + same(p, -1, left);
    int straight = same(p, w, down) + same(p, -w, up);
    int falling = same(p, w + 1, smaller(down, right)) + same(p, -w - 1, smaller(up, left));
    int rising = same(p, w - 1, smaller(down, left)) + same(p, 1 - w, smaller(up, right));
    return 1 + larger(larger(across, straight), larger(falling, rising));
}

// --- Lines on the whole board ------------------------------------------------

// The cells that hold `letter`, as bits; for boards of at most 64 cells.
static uint64_t bits_of(const tsr_grid *b, char letter) {
    uint64_t bits = 0;
    for (int i = 0; i * 8 < b->height * b->width; i++) {
        uint64_t equal = kit_equal_in(tsr_grid_cells(b), i, letter);
        bits |= ((equal >> 7) * (uint64_t)0x0102040810204080u >> 56) << (8 * i);
    }
    return bits;
}

static uint64_t low_bits(int n) {
    return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

// The bits from which `n` bits in a row are set, `step` apart.
static uint64_t runs(uint64_t bits, int step, int n) {
    uint64_t from = bits;
    if (step * (n - 1) > 63) {
        return 0;
    }
    for (int i = 1; i < n; i++) {
        from &= bits >> (step * i);
    }
    return from;
}

// No branch depends on the stones, so a random game costs no wrong guesses.
static int has_line_in_bits(const tsr_grid *b, char letter, int n) {
    int w = b->width, cells = b->height * b->width;
    uint64_t bits = bits_of(b, letter);
    uint64_t first_column = low_bits(cells) / low_bits(w);
    uint64_t room = n <= w ? first_column * low_bits(w - n + 1) : 0; // to the right
    uint64_t across = runs(bits, 1, n) & room;
    uint64_t falling = runs(bits, w + 1, n) & room;
    uint64_t rising = room ? runs(bits, w - 1, n) & room << (n - 1) : 0;
    return (across | falling | rising | runs(bits, w, n)) != 0;
}

int tsr_grid_has_line(const tsr_grid *b, char letter, int n) {
    const char *cells = tsr_grid_cells(b);
    int count = b->height * b->width;
    if (count <= 64 && n > 0) {
        return has_line_in_bits(b, letter, n);
    }
    for (int i = 0; i < count; i++) {
        if (cells[i] == letter && tsr_grid_line(b, i / b->width, i % b->width) >= n) {
            return 1;
        }
    }
    return 0;
}

// --- Ways --------------------------------------------------------------------

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
