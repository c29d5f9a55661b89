// SPDX-License-Identifier: MIT
#include "term/canvas.h"

#include <stdlib.h>
#include <string.h>

// --- Text by columns -----------------------------------------------------------

// Decodes one code point; 0 bytes if it is not valid UTF-8.
static size_t decode(const char *text, uint32_t *out) {
    const unsigned char *s = (const unsigned char *)text;
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    uint32_t code = n == 1 ? s[0] : s[0] & (0x7fu >> n);
    if ((s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4) {
        return 0;
    }
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (s[i] & 0x3fu);
    }
    *out = code;
    return n;
}

static int in_range(uint32_t code, const uint32_t (*ranges)[2], size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i][0] && code <= ranges[i][1]) {
            return 1;
        }
    }
    return 0;
}

// What a terminal draws on top of the character before it.
static int is_mark(uint32_t code) {
    static const uint32_t ranges[][2] = {
        {0x0300, 0x036f}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f},
        {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
    };
    return in_range(code, ranges, sizeof ranges / sizeof ranges[0]);
}

// East Asian wide characters and emoji.
static int is_wide(uint32_t code) {
    static const uint32_t ranges[][2] = {
        {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},
        {0x4e00, 0x9fff},   {0xa000, 0xa4cf},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
        {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
        {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    };
    return in_range(code, ranges, sizeof ranges / sizeof ranges[0]);
}

size_t term_char(const char *text, int *columns) {
    uint32_t code = 0;
    *columns = 1;
    if (!*text) {
        *columns = 0;
        return 0;
    }
    size_t n = decode(text, &code);
    if (n == 0) {
        return 1;
    }
    *columns = is_wide(code) ? 2 : 1;
    for (;;) {
        size_t more = text[n] ? decode(text + n, &code) : 0;
        if (more == 0 || !is_mark(code)) {
            return n;
        }
        n += more;
    }
}

int term_columns(const char *text) {
    int total = 0;
    int columns;
    size_t n;
    while ((n = term_char(text, &columns)) != 0) {
        total += columns;
        text += n;
    }
    return total;
}

// --- The sheet -----------------------------------------------------------------

void term_canvas_init(term_canvas *c) {
    memset(c, 0, sizeof *c);
}

void term_canvas_deinit(term_canvas *c) {
    free(c->cells);
    term_canvas_init(c);
}

void term_canvas_clear(term_canvas *c) {
    for (int i = 0; i < c->row_cap * c->stride; i++) {
        c->cells[i] = (term_cell){.width = 1};
    }
    c->rows = c->cols = 0;
}

// No picture of a game comes near this; a scene full of nonsense stops here.
enum { MAX_ROWS = 2000, MAX_COLS = 1000 };

static int grow(term_canvas *c, int rows, int cols) {
    int row_cap = c->row_cap ? c->row_cap : 8;
    int stride = c->stride ? c->stride : 16;
    while (row_cap < rows) {
        row_cap *= 2;
    }
    while (stride < cols) {
        stride *= 2;
    }
    size_t count = (size_t)row_cap * (size_t)stride;
    term_cell *cells = malloc(count * sizeof *cells);
    if (!cells) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        cells[i] = (term_cell){.width = 1};
    }
    for (int r = 0; r < c->rows; r++) {
        memcpy(cells + (size_t)r * (size_t)stride, c->cells + (size_t)r * (size_t)c->stride,
               (size_t)c->cols * sizeof *cells);
    }
    free(c->cells);
    c->cells = cells;
    c->row_cap = row_cap;
    c->stride = stride;
    return 1;
}

void term_canvas_extend(term_canvas *c, int rows, int cols) {
    if (rows > MAX_ROWS || cols > MAX_COLS) {
        c->failed = 1;
        return;
    }
    if ((rows > c->row_cap || cols > c->stride) && !grow(c, rows, cols)) {
        c->failed = 1;
        return;
    }
    c->rows = rows > c->rows ? rows : c->rows;
    c->cols = cols > c->cols ? cols : c->cols;
}

term_cell *term_canvas_at(const term_canvas *c, int row, int col) {
    if (row < 0 || col < 0 || row >= c->rows || col >= c->cols) {
        return NULL;
    }
    return &c->cells[(size_t)row * (size_t)c->stride + (size_t)col];
}

static void set_cell(term_canvas *c, int row, int col, const term_cell *cell) {
    if (row < 0 || col < 0) {
        return;
    }
    term_canvas_extend(c, row + 1, col + cell->width);
    term_cell *at = term_canvas_at(c, row, col);
    if (!at) {
        return;
    }
    *at = *cell;
    if (cell->width == 2 && (at = term_canvas_at(c, row, col + 1)) != NULL) {
        *at = (term_cell){.width = 0, .style = cell->style};
    }
}

int term_put(term_canvas *c, int row, int col, term_style style, const char *text) {
    int start = col;
    int columns;
    size_t n;
    while ((n = term_char(text, &columns)) != 0) {
        term_cell cell = {.width = (uint8_t)columns, .style = style};
        unsigned char first = (unsigned char)text[0];
        if (n >= sizeof cell.text || first < 0x20 || first == 0x7f || (n == 1 && first >= 0x80)) {
            cell.text[0] = '?';
        } else {
            memcpy(cell.text, text, n);
        }
        set_cell(c, row, col, &cell);
        col += columns;
        text += n;
    }
    return col - start;
}

static int is_blank(const term_cell *cell) {
    return (cell->text[0] == '\0' || strcmp(cell->text, " ") == 0) && cell->width == 1 &&
           cell->style.back == TERM_BACK_NONE &&
           !(cell->style.attr & (TERM_REVERSE | TERM_UNDERLINE));
}

void term_lay(term_canvas *c, int row, int col, const term_canvas *top) {
    if (row < 0 || col < 0) {
        return;
    }
    term_canvas_extend(c, row + top->rows, col + top->cols);
    for (int r = 0; r < top->rows; r++) {
        for (int k = 0; k < top->cols; k++) {
            const term_cell *from = term_canvas_at(top, r, k);
            if (from->width && !is_blank(from)) {
                set_cell(c, row + r, col + k, from);
            }
        }
    }
    c->failed |= top->failed;
}

// --- Lines of output -------------------------------------------------------------

void term_canvas_line(const term_canvas *c, int row, term_depth depth, buffer *out) {
    static const term_style normal = {0, 0, 0, 0};
    term_style now = normal;
    char code[64];
    int end = c->cols;
    while (end > 0 && is_blank(term_canvas_at(c, row, end - 1))) {
        end--;
    }
    for (int col = 0; col < end; col++) {
        const term_cell *cell = term_canvas_at(c, row, col);
        if (cell->width == 0) {
            continue;
        }
        if (!term_style_equal(cell->style, now)) {
            now = cell->style;
            term_style_code(now, depth, code, sizeof code);
            buffer_add_text(out, code);
        }
        buffer_add_text(out, cell->text[0] ? cell->text : " ");
    }
    if (!term_style_equal(now, normal) && depth != TERM_PLAIN) {
        buffer_add_text(out, "\033[0m");
    }
}

void term_canvas_text(const term_canvas *c, term_depth depth, buffer *out) {
    for (int row = 0; row < c->rows; row++) {
        term_canvas_line(c, row, depth, out);
        buffer_add_text(out, "\n");
    }
}
