// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_CANVAS_H
#define TSR_TERM_CANVAS_H

// A sheet of styled characters that grows as it is written on.
//
// Pictures are made of canvases laid on canvases: a zone is drawn on one of its
// own, which is then put in its place. Text is UTF-8; a character may be two columns
// wide. The last step turns a canvas into lines with or without colours.
//
// Lack of memory sets `failed` and drops what did not fit; test it once, at the
// end. Not thread-safe: one owner.

#include "base/buffer.h"
#include "term/style.h"

typedef struct term_cell {
    char text[11]; // one character with its combining marks; "" is a blank
    uint8_t width; // columns: 1 or 2; 0 = the right half of a wide one
    term_style style;
} term_cell;

typedef struct term_canvas {
    term_cell *cells; // `stride` a row
    int rows, cols;   // what has been written on
    int row_cap, stride;
    int failed;
} term_canvas;

void term_canvas_init(term_canvas *c);
void term_canvas_deinit(term_canvas *c);
void term_canvas_clear(term_canvas *c); // keeps the memory

// Makes the canvas at least this large, with blanks.
void term_canvas_extend(term_canvas *c, int rows, int cols);

// Writes one line of text from `row`, `col` on and returns the columns it took.
// Control characters and broken UTF-8 are shown as "?". What lies left of column 0
// or above row 0 is cut off.
int term_put(term_canvas *c, int row, int col, term_style style, const char *text);

// Lays `top` on `c` with its corner at `row`, `col`; blanks cover nothing.
void term_lay(term_canvas *c, int row, int col, const term_canvas *top);

// The cell at `row`, `col`, or NULL outside. Valid until the canvas grows.
term_cell *term_canvas_at(const term_canvas *c, int row, int col);

// Appends row `row` to `out` without a line feed, without blanks at its end, and with colours
// unless `depth` is TERM_PLAIN.
void term_canvas_line(const term_canvas *c, int row, term_depth depth, buffer *out);

// All rows, each with a line feed.
void term_canvas_text(const term_canvas *c, term_depth depth, buffer *out);

// --- Text by columns -----------------------------------------------------------

// Reads one character with its combining marks at `text`: returns its bytes (0
// at the end) and stores its columns. Broken UTF-8 is one byte of one column.
size_t term_char(const char *text, int *columns);

// Columns of a line of text.
int term_columns(const char *text);

#endif
