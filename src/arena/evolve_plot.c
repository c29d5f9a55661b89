// SPDX-License-Identifier: MIT
//
// Writes a line for each generation, and draws the curves of all of them.
#include "arena/evolve_plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "arena/chart.h"

enum { GENERATION, GAMES, CPU, BEST, MEAN, SPREAD, LOWEST, GENE, COLUMNS = GENE + EVOLVE_GENES };

void evolve_plot_begin(buffer *csv, uint32_t genes) {
    buffer_add_text(csv, "generation,games,cpu_s,best,mean,spread,lowest");
    for (uint32_t k = 0; k < genes; k++) {
        buffer_addf(csv, ",gene %" PRIu32, k + 1);
    }
    buffer_add_text(csv, "\n");
}

static double mean_gene(const evolve *e, uint32_t k) {
    double sum = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        sum += e->one[i].gene[k];
    }
    return sum / e->count;
}

void evolve_plot_add(buffer *csv, const evolve *e, uint64_t games, double cpu_s) {
    double sum = 0, squares = 0, best = e->one[0].fitness, lowest = best;
    for (uint32_t i = 0; i < e->count; i++) {
        double f = e->one[i].fitness;
        sum += f;
        best = fmax(best, f);
        lowest = fmin(lowest, f);
    }
    double mean = sum / e->count;
    for (uint32_t i = 0; i < e->count; i++) {
        double off = e->one[i].fitness - mean;
        squares += off * off;
    }
    buffer_addf(csv, "%" PRIu32 ",%" PRIu64 ",%.1f,%.4f,%.4f,%.4f,%.4f", e->judged, games, cpu_s,
                best, mean, sqrt(squares / e->count), lowest);
    for (uint32_t k = 0; k < e->plan.genes; k++) {
        buffer_addf(csv, ",%.4f", mean_gene(e, k));
    }
    buffer_add_text(csv, "\n");
}

double evolve_plot_cpu(const char *csv) {
    double row[COLUMNS], cpu = 0;
    for (const char *at = chart_rows(csv); chart_read_row(&at, row, COLUMNS, 0) > CPU;) {
        cpu = row[CPU];
    }
    return cpu;
}

// --- The picture ------------------------------------------------------------------------

enum { TOP = 70, HEIGHT = 240, GAP = 60, STRIPE = 6, SHADES = 12, STRETCHES = 80 };

typedef struct picture {
    const char *rows;
    uint32_t genes;
    double low, high; // of the fitness
    chart c;
} picture;

static void survey(picture *p) {
    double row[COLUMNS];
    p->c.most = 1;
    p->low = HUGE_VAL;
    p->high = -HUGE_VAL;
    for (const char *at = p->rows; chart_read_row(&at, row, COLUMNS, 0) > LOWEST;) {
        p->c.most = fmax(p->c.most, row[GENERATION]);
        p->low = fmin(p->low, row[LOWEST]);
        p->high = fmax(p->high, row[BEST]);
    }
    if (!(p->high > p->low)) {
        p->low = p->high = isfinite(p->high) ? p->high : 0;
        p->high += 1;
    }
}

// Column `column` moved by `spreads` times the spread.
static void add_line(picture *p, int column, double spreads, const char *form) {
    double row[COLUMNS];
    chart_open_line(&p->c, form);
    for (const char *at = p->rows; chart_read_row(&at, row, COLUMNS, 0) > LOWEST;) {
        double value = row[column] + spreads * row[SPREAD];
        chart_point(&p->c, row[GENERATION], (value - p->low) / (p->high - p->low));
    }
    chart_close_line(&p->c);
}

static void add_ends(const picture *p) {
    char text[32];
    snprintf(text, sizeof text, "%.4g", p->low);
    chart_text(p->c.out, "sub end", CHART_LEFT - 8, chart_y(&p->c, 0) + 4, text);
    snprintf(text, sizeof text, "%.4g", p->high);
    chart_text(p->c.out, "sub end", CHART_LEFT - 8, chart_y(&p->c, 1) + 4, text);
}

static void add_fitness(picture *p) {
    char right[32];
    snprintf(right, sizeof right, "generation %.0f", p->c.most);
    chart_frame(&p->c, "fitness", right);
    add_ends(p);
    add_line(p, MEAN, -1, "b half");
    add_line(p, MEAN, 1, "b half");
    add_line(p, MEAN, 0, "b");
    add_line(p, BEST, 0, "a");
    add_line(p, LOWEST, 0, "d");
    chart_legend(&p->c, 0, "a", "best");
    chart_legend(&p->c, 1, "b", "mean, and its spread");
    chart_legend(&p->c, 2, "d", "lowest");
}

// All cells of one shade in one path: the genes from top to bottom, generations across.
static void add_shade(const picture *p, int shade, double every) {
    double row[COLUMNS], due = 0, wide = CHART_WIDTH * every / p->c.most;
    buffer_addf(p->c.out, "<path class=\"heat\" fill-opacity=\"%.2f\" d=\"",
                (shade + 0.5) / SHADES);
    for (const char *at = p->rows; chart_read_row(&at, row, COLUMNS, 0) > LOWEST;) {
        if (row[GENERATION] - 1 < due) {
            continue;
        }
        double x = chart_x(&p->c, due);
        due += every;
        for (uint32_t k = 0; k < p->genes; k++) {
            int of = (int)(row[GENE + k] * SHADES);
            if ((of < SHADES ? of : SHADES - 1) == shade) {
                buffer_addf(p->c.out, "M%.1f %uh%.1fv%dh-%.1fz", x, (unsigned)p->c.top + k * STRIPE,
                            wide, STRIPE, wide);
            }
        }
    }
    buffer_add_text(p->c.out, "\"/>\n");
}

void evolve_plot_svg(const char *csv, uint32_t genes, const char *title, buffer *out) {
    picture p = {
        .rows = chart_rows(csv), .genes = genes, .c = {.out = out, .top = TOP, .height = HEIGHT}};
    int low = (int)genes * STRIPE;
    survey(&p);
    chart_begin(out, TOP + HEIGHT + GAP + low + 40, "how an evolution went", title);
    add_fitness(&p);
    p.c.top = TOP + HEIGHT + GAP;
    p.c.height = low;
    chart_frame(&p.c, "genes, one below the other: the darker, the nearer to 1", "");
    for (int shade = 0; shade < SHADES; shade++) {
        add_shade(&p, shade, fmax(1, ceil(p.c.most / STRETCHES)));
    }
    chart_end(out);
}
