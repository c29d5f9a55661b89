// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_CHART_H
#define TSR_ARENA_CHART_H

// Curves as a picture: panels with lines, drawn from numbers in CSV. One SVG file that needs nothing
// else; it follows the reader's light or dark mode. Forms are "a" to "d", four colours.

#include "base/buffer.h"

enum { CHART_LEFT = 56, CHART_WIDTH = 600, CHART_LEGEND = 200 };

// A panel. Across it goes from 0 to `most`, upwards from 0 to 1.
typedef struct chart {
    buffer *out;
    int top, height;
    double most;
    int drawn; // points of the present line
} chart;

// The beginning of a picture of so many units in height, and its end.
void chart_begin(buffer *out, int high, const char *label, const char *title);
void chart_end(buffer *out);

// A text that may hold anything; `form` is a class: "sub", "sub end", "a" ...
void chart_text(buffer *out, const char *form, double x, double y, const char *text);

// The axes, what the panel shows, and what is at its right end.
void chart_frame(const chart *c, const char *what, const char *right);

// The name of a line, beside the panel.
void chart_legend(const chart *c, int line, const char *form, const char *name);

double chart_x(const chart *c, double across);
double chart_y(const chart *c, double up);

void chart_open_line(chart *c, const char *form);
void chart_point(chart *c, double across, double up);
void chart_close_line(chart *c);

// --- CSV -------------------------------------------------------------------------------

// The rows after the first line.
const char *chart_rows(const char *csv);

// One line of numbers, `most` at most; what is empty is `empty`. Returns how many, 0 at the end.
int chart_read_row(const char **at, double *out, int most, double empty);

#endif
