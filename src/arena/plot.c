// SPDX-License-Identifier: MIT
#include "arena/plot.h"

#include <math.h>

enum { LEFT = 220, BAR = 360, ROW = 30, TOP = 70, CELL = 46, GAP = 60 };

// Names come from outside.
static void add_escaped(buffer *b, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<': buffer_add_text(b, "&lt;"); break;
        case '>': buffer_add_text(b, "&gt;"); break;
        case '&': buffer_add_text(b, "&amp;"); break;
        default: buffer_add(b, text, 1); break;
        }
    }
}

static void add_name(buffer *b, const char *name, const char *form, double x, double y) {
    buffer_addf(b, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", form, x, y);
    add_escaped(b, name);
    buffer_add_text(b, "</text>\n");
}

// Entrants from the highest rating to the lowest.
static void sort(const tournament_report *r, int *order) {
    for (int i = 0; i < r->results.count; i++) {
        int j = i;
        for (; j > 0 && r->rating[order[j - 1]].elo < r->rating[i].elo; j--) {
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
}

static void add_bars(const tournament_report *r, const char *const *names, const int *order,
                     buffer *b) {
    int n = r->results.count;
    double reach = 50;
    for (int i = 0; i < n; i++) {
        reach = fmax(reach, fabs(r->rating[i].elo) + r->rating[i].error);
    }
    double scale = BAR / 2.0 / reach, zero = LEFT + BAR / 2.0;
    buffer_addf(b, "<line class=\"axis\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>\n", zero,
                TOP - 8, zero, TOP + n * ROW);
    for (int i = 0; i < n; i++) {
        const ratings_row *row = &r->rating[order[i]];
        double y = TOP + i * ROW, middle = y + ROW / 2.0 - 3, x = zero + row->elo * scale;
        add_name(b, names[order[i]], "name", LEFT - 12, middle + 4);
        buffer_addf(b,
                    "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" "
                    "rx=\"3\"/>\n",
                    row->elo < 0 ? "low" : "high", fmin(x, zero), y + 2, fabs(x - zero), ROW - 10);
        buffer_addf(b, "<path class=\"error\" d=\"M%.1f %.1fH%.1fM%.1f %.1fv8M%.1f %.1fv8\"/>\n",
                    x - row->error * scale, middle, x + row->error * scale, x - row->error * scale,
                    middle - 4, x + row->error * scale, middle - 4);
        buffer_addf(b, "<text class=\"number\" x=\"%d\" y=\"%.1f\">%+.0f ± %.0f</text>\n",
                    LEFT + BAR + 14, middle + 4, row->elo, row->error);
    }
}

// A cell is the more blue the more the row's player took from the column's.
static void add_matrix(const tournament_report *r, const char *const *names, const int *order,
                       int top, buffer *b) {
    int n = r->results.count;
    for (int i = 0; i < n; i++) {
        add_name(b, names[order[i]], "name", LEFT - 12, top + i * CELL + CELL / 2.0 + 4);
        buffer_addf(b, "<text class=\"head\" x=\"%.1f\" y=\"%d\">%d</text>\n",
                    LEFT + i * CELL + CELL / 2.0, top - 8, i + 1);
        for (int j = 0; j < n; j++) {
            double games = r->results.games[order[i]][order[j]];
            double share = games > 0 ? r->results.points[order[i]][order[j]] / games : 0;
            if (games <= 0) {
                continue;
            }
            buffer_addf(
                b,
                "<rect class=\"cell\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" "
                "fill-opacity=\"%.3f\"/><text class=\"value\" x=\"%.1f\" y=\"%.1f\">%.0f"
                "</text>\n",
                LEFT + j * CELL + 2, top + i * CELL + 2, CELL - 4, CELL - 4, 0.08 + 0.85 * share,
                LEFT + j * CELL + CELL / 2.0, top + i * CELL + CELL / 2.0 + 4, 100 * share);
        }
    }
}

static const char style[] =
    "<style>svg{background:#fff;font:13px system-ui,sans-serif;fill:#222}"
    ".title{font-size:18px;font-weight:600}.sub{fill:#777}.name{text-anchor:end}"
    ".head,.value{text-anchor:middle}.number{fill:#555}.axis{stroke:#bbb}"
    ".high{fill:#2a78c4}.low{fill:#d08a3a}.cell{fill:#2a78c4}"
    ".error{stroke:#222;stroke-width:1.5;fill:none;opacity:.65}"
    "@media(prefers-color-scheme:dark){svg{background:#16181c;fill:#e6e6e6}.number,.sub{fill:#aaa}"
    ".axis{stroke:#555}.error{stroke:#eee}}</style>\n";

void plot_svg(const tournament_report *report, const char *title, const char *const *names,
              buffer *out) {
    int order[SCHEDULE_ENTRANTS], n = report->results.count;
    int matrix = TOP + n * ROW + GAP;
    int wide = LEFT + n * CELL > LEFT + BAR + 120 ? LEFT + n * CELL : LEFT + BAR + 120;
    sort(report, order);
    buffer_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "role=\"img\" aria-label=\"",
                wide + 20, matrix + n * CELL + 20, wide + 20);
    add_escaped(out, title);
    buffer_addf(out, "\">\n%s", style);
    add_name(out, title, "title", 20, 30);
    add_name(out, "Elo against the mean of the field, 95 % intervals", "sub", 20, 50);
    add_bars(report, names, order, out);
    add_name(out, "score in % of the player in the row", "sub", 20, matrix - 30);
    add_matrix(report, names, order, matrix, out);
    buffer_add_text(out, "</svg>\n");
}
