// SPDX-License-Identifier: MIT
// Lines of CSV, and the picture that is drawn from them; see curve.h.
#include "teach/curve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 6, COLUMNS = FIRST + 3 * CURVE_RIVALS, CPU = 3 };

void curve_begin(buffer *csv, const char *const *rivals, int count) {
    buffer_add_text(csv, "generation,games,samples,cpu_s,policy_loss,value_loss");
    for (int i = 0; i < count; i++) {
        buffer_addf(csv, ",%s,low,high", rivals[i]);
    }
    buffer_add_text(csv, "\n");
}

void curve_add(buffer *csv, const curve_point *p, int count) {
    buffer_addf(csv, "%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%.1f,%.5f,%.5f", p->generation, p->games,
                p->samples, p->cpu_s, p->policy_loss, p->value_loss);
    for (int i = 0; i < count; i++) {
        const curve_score *x = &p->against[i];
        if (x->known) {
            buffer_addf(csv, ",%.4f,%.4f,%.4f", x->score, x->low, x->high);
        } else {
            buffer_add_text(csv, ",,,");
        }
    }
    buffer_add_text(csv, "\n");
}

// --- Reading it again -------------------------------------------------------------------

// One line; what is empty is less than 0. Returns the number of columns, 0 at the end.
static int read_line(const char **at, double out[COLUMNS]) {
    int n = 0;
    if (!**at) {
        return 0;
    }
    for (const char *p = *at;; p++) {
        if (n < COLUMNS) {
            out[n++] = *p == ',' || *p == '\n' || !*p ? -1 : strtod(p, NULL);
        }
        p += strcspn(p, ",\n");
        if (*p != ',') {
            *at = p + (*p == '\n');
            return n;
        }
    }
}

static const char *after_head(const char *csv) {
    const char *line = strchr(csv, '\n');
    return line ? line + 1 : csv + strlen(csv);
}

double curve_cpu(const char *csv) {
    double row[COLUMNS], cpu = 0;
    for (const char *at = after_head(csv); read_line(&at, row) > CPU;) {
        cpu = row[CPU] > cpu ? row[CPU] : cpu;
    }
    return cpu;
}

// --- The picture ------------------------------------------------------------------------

enum { LEFT = 56, WIDTH = 600, HEIGHT = 240, TOP = 70, GAP = 60, LOW = 110 };

typedef struct picture {
    const char *rows;    // of the CSV
    double cpu, loss[2]; // the most there is
    int top, height;     // of the panel that is drawn
    buffer *out;
} picture;

static void survey(picture *p) {
    double row[COLUMNS];
    p->cpu = 1;
    p->loss[0] = p->loss[1] = 1e-9;
    for (const char *at = p->rows; read_line(&at, row) >= FIRST;) {
        p->cpu = row[CPU] > p->cpu ? row[CPU] : p->cpu;
        for (int k = 0; k < 2; k++) {
            p->loss[k] = row[4 + k] > p->loss[k] ? row[4 + k] : p->loss[k];
        }
    }
}

static double place_x(const picture *p, double cpu) {
    return LEFT + WIDTH * cpu / p->cpu;
}

static double place_y(const picture *p, double share) {
    return p->top + p->height * (1 - share);
}

static void add_text(buffer *out, const char *form, double x, double y, const char *text) {
    buffer_addf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", form, x, y);
    for (; *text; text++) {
        const char *as = *text == '<'   ? "&lt;"
                         : *text == '>' ? "&gt;"
                         : *text == '&' ? "&amp;"
                                        : NULL;
        if (as) {
            buffer_add_text(out, as);
        } else {
            buffer_add(out, text, 1);
        }
    }
    buffer_add_text(out, "</text>\n");
}

// A line through column `column` of all rows that have it, as a share of `most`.
static void add_line(const picture *p, int column, double most, const char *form) {
    double row[COLUMNS];
    int drawn = 0;
    buffer_addf(p->out, "<path class=\"%s\" d=\"", form);
    for (const char *at = p->rows; read_line(&at, row) > column;) {
        if (row[column] >= 0) {
            buffer_addf(p->out, "%s%.1f %.1f", drawn++ ? "L" : "M", place_x(p, row[CPU]),
                        place_y(p, row[column] / most));
        }
    }
    buffer_add_text(p->out, "\"/>\n");
}

// A stroke from the lower to the upper end of every interval.
static void add_intervals(const picture *p, int column, const char *form) {
    double row[COLUMNS];
    buffer_addf(p->out, "<path class=\"%s error\" d=\"", form);
    for (const char *at = p->rows; read_line(&at, row) > column + 2;) {
        if (row[column] >= 0) {
            buffer_addf(p->out, "M%.1f %.1fV%.1f", place_x(p, row[CPU]),
                        place_y(p, row[column + 1]), place_y(p, row[column + 2]));
        }
    }
    buffer_add_text(p->out, "\"/>\n");
}

static void add_frame(const picture *p, const char *what) {
    char cpu[32];
    snprintf(cpu, sizeof cpu, "%.0f CPU s", p->cpu);
    buffer_addf(p->out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, p->top,
                p->top + p->height, LEFT + WIDTH);
    add_text(p->out, "sub", LEFT, p->top - 10, what);
    add_text(p->out, "sub end", LEFT + WIDTH, p->top + p->height + 18, cpu);
}

static void add_scores(const picture *p, const char *head) {
    static const char *const form[] = {"a", "b", "c", "d"};
    add_frame(p, "score in %, with intervals of 95 %");
    for (int share = 0; share <= 100; share += 50) {
        char text[8];
        snprintf(text, sizeof text, "%d", share);
        add_text(p->out, "sub end", LEFT - 8, place_y(p, share / 100.0) + 4, text);
    }
    buffer_addf(p->out, "<path class=\"axis half\" d=\"M%d %.1fH%d\"/>\n", LEFT, place_y(p, 0.5),
                LEFT + WIDTH);
    for (int i = 0; i < FIRST; i++) { // to the names of the rivals
        head += strcspn(head, ",\n");
        head += *head == ',';
    }
    for (int i = 0; *head && *head != '\n' && i < 4; i++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(head, ",\n"), head);
        add_intervals(p, FIRST + 3 * i, form[i]);
        add_line(p, FIRST + 3 * i, 1, form[i]);
        add_text(p->out, form[i], LEFT + WIDTH + 12, p->top + 14 + 20 * i, name);
        for (int k = 0; k < 3; k++) {
            head += strcspn(head, ",\n");
            head += *head == ',';
        }
    }
}

static void add_losses(const picture *p) {
    char moves[48], values[48];
    snprintf(moves, sizeof moves, "moves, up to %.3f", p->loss[0]);
    snprintf(values, sizeof values, "values, up to %.4f", p->loss[1]);
    add_frame(p, "loss");
    add_line(p, 4, p->loss[0], "a");
    add_line(p, 5, p->loss[1], "b");
    add_text(p->out, "a", LEFT + WIDTH + 12, p->top + 14, moves);
    add_text(p->out, "b", LEFT + WIDTH + 12, p->top + 34, values);
}

static const char style[] =
    "<style>svg{background:#fff;font:13px system-ui,sans-serif;fill:#222}path{fill:none}"
    ".title{font-size:18px;font-weight:600}.sub{fill:#777}.end{text-anchor:end}"
    ".axis{stroke:#bbb}.half{stroke-dasharray:4 4}.error{stroke-width:5;opacity:.3}"
    "path.a{stroke:#2a78c4}path.b{stroke:#d08a3a}path.c{stroke:#3f8f4f}path.d{stroke:#a04f9a}"
    "text.a{fill:#2a78c4}text.b{fill:#b06a1a}text.c{fill:#3f8f4f}text.d{fill:#a04f9a}"
    "@media(prefers-color-scheme:dark){svg{background:#16181c;fill:#e6e6e6}.sub{fill:#aaa}"
    ".axis{stroke:#555}text.a{fill:#6fb0ee}text.b{fill:#e3a765}}</style>\n";

void curve_svg(const char *csv, const char *title, buffer *out) {
    picture p = {.rows = after_head(csv), .top = TOP, .height = HEIGHT, .out = out};
    int wide = LEFT + WIDTH + 200, high = TOP + HEIGHT + GAP + LOW + 40;
    survey(&p);
    buffer_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "role=\"img\" aria-label=\"how a training went\">\n%s",
                wide, high, wide, style);
    add_text(out, "title", 20, 30, title);
    add_scores(&p, csv);
    p.top = TOP + HEIGHT + GAP;
    p.height = LOW;
    add_losses(&p);
    buffer_add_text(out, "</svg>\n");
}
