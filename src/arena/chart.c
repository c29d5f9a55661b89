// SPDX-License-Identifier: MIT
//
// Draws panels, lines and legends as SVG, and reads rows of CSV.
#include "arena/chart.h"

#include <stdlib.h>
#include <string.h>

static const char style[] =
    "<style>svg{background:#fff;font:13px system-ui,sans-serif;fill:#222}path{fill:none}"
    ".title{font-size:18px;font-weight:600}.sub{fill:#777}.end{text-anchor:end}"
    ".axis{stroke:#bbb}.half{stroke-dasharray:4 4}.error{stroke-width:5;opacity:.3}"
    "path.a{stroke:#2a78c4}path.b{stroke:#d08a3a}path.c{stroke:#3f8f4f}path.d{stroke:#a04f9a}"
    "text.a{fill:#2a78c4}text.b{fill:#b06a1a}text.c{fill:#3f8f4f}text.d{fill:#a04f9a}"
    "path.heat{fill:#2a78c4}"
    "@media(prefers-color-scheme:dark){svg{background:#16181c;fill:#e6e6e6}.sub{fill:#aaa}"
    ".axis{stroke:#555}text.a{fill:#6fb0ee}text.b{fill:#e3a765}}</style>\n";

static void add_escaped(buffer *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<': buffer_add_text(out, "&lt;"); break;
        case '>': buffer_add_text(out, "&gt;"); break;
        case '&': buffer_add_text(out, "&amp;"); break;
        default: buffer_add(out, text, 1); break;
        }
    }
}

void chart_text(buffer *out, const char *form, double x, double y, const char *text) {
    buffer_addf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", form, x, y);
    add_escaped(out, text);
    buffer_add_text(out, "</text>\n");
}

void chart_begin(buffer *out, int high, const char *label, const char *title) {
    int wide = CHART_LEFT + CHART_WIDTH + CHART_LEGEND;
    buffer_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "role=\"img\" aria-label=\"%s\">\n%s",
                wide, high, wide, label, style);
    chart_text(out, "title", 20, 30, title);
}

void chart_end(buffer *out) {
    buffer_add_text(out, "</svg>\n");
}

double chart_x(const chart *c, double across) {
    return CHART_LEFT + CHART_WIDTH * across / c->most;
}

double chart_y(const chart *c, double up) {
    return c->top + c->height * (1 - up);
}

void chart_frame(const chart *c, const char *what, const char *right) {
    buffer_addf(c->out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", CHART_LEFT, c->top,
                c->top + c->height, CHART_LEFT + CHART_WIDTH);
    chart_text(c->out, "sub", CHART_LEFT, c->top - 10, what);
    chart_text(c->out, "sub end", CHART_LEFT + CHART_WIDTH, c->top + c->height + 18, right);
}

void chart_legend(const chart *c, int line, const char *form, const char *name) {
    chart_text(c->out, form, CHART_LEFT + CHART_WIDTH + 12, c->top + 14 + 20 * line, name);
}

void chart_open_line(chart *c, const char *form) {
    c->drawn = 0;
    buffer_addf(c->out, "<path class=\"%s\" d=\"", form);
}

void chart_point(chart *c, double across, double up) {
    buffer_addf(c->out, "%s%.1f %.1f", c->drawn++ ? "L" : "M", chart_x(c, across), chart_y(c, up));
}

void chart_close_line(chart *c) {
    buffer_add_text(c->out, "\"/>\n");
}

// --- CSV -------------------------------------------------------------------------------

const char *chart_rows(const char *csv) {
    const char *line = strchr(csv, '\n');
    return line ? line + 1 : csv + strlen(csv);
}

int chart_read_row(const char **at, double *out, int most, double empty) {
    int n = 0;
    if (!**at) {
        return 0;
    }
    for (const char *p = *at;; p++) {
        if (n < most) {
            out[n++] = *p == ',' || *p == '\n' || !*p ? empty : strtod(p, NULL);
        }
        p += strcspn(p, ",\n");
        if (*p != ',') {
            *at = p + (*p == '\n');
            return n;
        }
    }
}
