// SPDX-License-Identifier: MIT
// Lines of CSV, and the picture that is drawn from them; see curve.h.
#include "teach/curve.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arena/chart.h"

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

// What is empty is less than 0.
static int read_line(const char **at, double out[COLUMNS]) {
    return chart_read_row(at, out, COLUMNS, -1);
}

double curve_cpu(const char *csv) {
    double row[COLUMNS], cpu = 0;
    for (const char *at = chart_rows(csv); read_line(&at, row) > CPU;) {
        cpu = row[CPU] > cpu ? row[CPU] : cpu;
    }
    return cpu;
}

// --- The picture ------------------------------------------------------------------------

enum { HEIGHT = 240, TOP = 70, GAP = 60, LOW = 110 };

typedef struct picture {
    const char *rows; // of the CSV
    double loss[2];   // the most there is
    chart c;          // the panel that is drawn
} picture;

static void survey(picture *p) {
    double row[COLUMNS];
    p->c.most = 1;
    p->loss[0] = p->loss[1] = 1e-9;
    for (const char *at = p->rows; read_line(&at, row) >= FIRST;) {
        p->c.most = row[CPU] > p->c.most ? row[CPU] : p->c.most;
        for (int k = 0; k < 2; k++) {
            p->loss[k] = row[4 + k] > p->loss[k] ? row[4 + k] : p->loss[k];
        }
    }
}

// A line through column `column` of all rows that have it, as a share of `most`.
static void add_line(picture *p, int column, double most, const char *form) {
    double row[COLUMNS];
    chart_open_line(&p->c, form);
    for (const char *at = p->rows; read_line(&at, row) > column;) {
        if (row[column] >= 0) {
            chart_point(&p->c, row[CPU], row[column] / most);
        }
    }
    chart_close_line(&p->c);
}

// A stroke from the lower to the upper end of every interval.
static void add_intervals(const picture *p, int column, const char *form) {
    double row[COLUMNS];
    buffer_addf(p->c.out, "<path class=\"%s error\" d=\"", form);
    for (const char *at = p->rows; read_line(&at, row) > column + 2;) {
        if (row[column] >= 0) {
            buffer_addf(p->c.out, "M%.1f %.1fV%.1f", chart_x(&p->c, row[CPU]),
                        chart_y(&p->c, row[column + 1]), chart_y(&p->c, row[column + 2]));
        }
    }
    buffer_add_text(p->c.out, "\"/>\n");
}

static void add_frame(const picture *p, const char *what) {
    char cpu[32];
    snprintf(cpu, sizeof cpu, "%.0f CPU s", p->c.most);
    chart_frame(&p->c, what, cpu);
}

static void add_scores(picture *p, const char *head) {
    static const char *const form[] = {"a", "b", "c", "d"};
    add_frame(p, "score in %, with intervals of 95 %");
    for (int share = 0; share <= 100; share += 50) {
        char text[8];
        snprintf(text, sizeof text, "%d", share);
        chart_text(p->c.out, "sub end", CHART_LEFT - 8, chart_y(&p->c, share / 100.0) + 4, text);
    }
    buffer_addf(p->c.out, "<path class=\"axis half\" d=\"M%d %.1fH%d\"/>\n", CHART_LEFT,
                chart_y(&p->c, 0.5), CHART_LEFT + CHART_WIDTH);
    for (int i = 0; i < FIRST; i++) { // to the names of the rivals
        head += strcspn(head, ",\n");
        head += *head == ',';
    }
    for (int i = 0; *head && *head != '\n' && i < 4; i++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(head, ",\n"), head);
        add_intervals(p, FIRST + 3 * i, form[i]);
        add_line(p, FIRST + 3 * i, 1, form[i]);
        chart_legend(&p->c, i, form[i], name);
        for (int k = 0; k < 3; k++) {
            head += strcspn(head, ",\n");
            head += *head == ',';
        }
    }
}

static void add_losses(picture *p) {
    char moves[48], values[48];
    snprintf(moves, sizeof moves, "moves, up to %.3f", p->loss[0]);
    snprintf(values, sizeof values, "values, up to %.4f", p->loss[1]);
    add_frame(p, "loss");
    add_line(p, 4, p->loss[0], "a");
    add_line(p, 5, p->loss[1], "b");
    chart_legend(&p->c, 0, "a", moves);
    chart_legend(&p->c, 1, "b", values);
}

void curve_svg(const char *csv, const char *title, buffer *out) {
    picture p = {.rows = chart_rows(csv), .c = {.out = out, .top = TOP, .height = HEIGHT}};
    survey(&p);
    chart_begin(out, TOP + HEIGHT + GAP + LOW + 40, "how a training went", title);
    add_scores(&p, csv);
    p.c.top = TOP + HEIGHT + GAP;
    p.c.height = LOW;
    add_losses(&p);
    chart_end(out);
}
