// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_PLOT_H
#define TSR_ARENA_PLOT_H

// A tournament as a picture: ratings as bars with their error, and who scored what
// against whom as a matrix. One SVG file that needs nothing else; it follows the
// reader's light or dark mode.

#include "arena/tournament.h"
#include "base/buffer.h"

void plot_svg(const tournament_report *report, const char *title, const char *const *names,
              buffer *out);

#endif
