// SPDX-License-Identifier: MIT
//
// What many games say about a game, as a picture.
#include <math.h>
#include <stdio.h>

#include "arena/balance.h"
#include "arena/chart.h"

enum { TOP = 90, BAR = 34, HEIGHT = 150, GAP = 64, BINS = 40 };

static void add_box(buffer *out, double x, double y, double wide, double high, double shade) {
    buffer_addf(out,
                "<path class=\"heat\" fill-opacity=\"%.2f\" d=\"M%.1f %.1fh%.1fv%.1fh-%.1fz\"/>\n",
                shade, x, y, wide, high, wide);
}

// --- Who won ---------------------------------------------------------------------------------

typedef struct strip {
    buffer *out;
    double x, all;
    int line; // of the legend
} strip;

static void add_part(strip *s, const char *name, uint64_t part, double shade) {
    char text[160];
    double wide = CHART_WIDTH * (double)part / s->all;
    if (!part) {
        return;
    }
    add_box(s->out, s->x, TOP, wide, BAR, shade);
    snprintf(text, sizeof text, "%.60s %.0f %%", name, 100 * (double)part / s->all);
    if (wide > 90) {
        chart_text(s->out, "", s->x + 8, TOP + BAR / 2.0 + 4, text);
    } else {
        chart_text(s->out, "", CHART_LEFT + CHART_WIDTH + 12, TOP + 12 + 18 * s->line++, text);
    }
    s->x += wide;
}

static void add_shares(const balance *b, const balance_report *r, const char *const *seats,
                       buffer *out) {
    strip s = {.out = out, .x = CHART_LEFT, .all = (double)b->games};
    chart_text(out, "sub", CHART_LEFT, TOP - 10, "who won");
    for (int i = 0; i < b->players; i++) {
        if (tally_leads_side(&b->sides, i)) { // a team has one part, with its first player's name
            add_part(&s, seats[i], b->won[i], 0.75 - 0.5 * i / b->players);
        }
    }
    add_part(&s, b->players > 1 ? "drawn" : "not won", r->draws, 0.12);
    add_part(&s, "endless", b->endless, 0.05);
}

// --- Length ------------------------------------------------------------------------------------

static void add_lengths(const balance *b, const balance_report *r, chart *c) {
    uint32_t bins[BINS] = {0}, most = 1, each = r->longest / BINS + 1;
    char right[80];
    for (uint64_t i = 0; i < b->games; i++) {
        uint32_t n = ++bins[b->length[i] / each];
        most = n > most ? n : most;
    }
    c->most = BINS;
    snprintf(right, sizeof right, "%u moves", (unsigned)(BINS * each));
    chart_frame(c, "how long games are", right);
    for (int i = 0; i < BINS; i++) {
        double up = (double)bins[i] / most;
        if (bins[i]) {
            add_box(c->out, chart_x(c, i), chart_y(c, up), CHART_WIDTH / (double)BINS - 1,
                    c->height * up, 0.7);
        }
    }
    snprintf(right, sizeof right, "mean %.1f, %u to %u", r->mean, (unsigned)r->shortest,
             (unsigned)r->longest);
    chart_legend(c, 0, "a", right);
}

// --- From start to end -------------------------------------------------------------------------

static double step_mean(const balance *b, int field, int counts, int step) {
    int64_t n = b->sum[counts + step];
    return n ? (double)b->sum[field + step] / (double)n : nan("");
}

// Steps in which nothing was counted are passed over.
static void add_curve(const balance *b, chart *c, int field, int counts, double top,
                      const char *form) {
    c->most = BALANCE_STEPS - 1;
    chart_open_line(c, form);
    for (int step = 0; step < BALANCE_STEPS; step++) {
        double mean = step_mean(b, field, counts, step);
        if (isfinite(mean)) {
            chart_point(c, step, mean / top);
        }
    }
    chart_close_line(c);
}

static void add_choices(const balance *b, chart *c) {
    double top = 1;
    char text[32];
    for (int step = 0; step < BALANCE_STEPS; step++) {
        top = fmax(top, step_mean(b, BALANCE_STEP_CHOICES, BALANCE_STEP_DECISIONS, step));
    }
    snprintf(text, sizeof text, "%.4g", top);
    chart_frame(c, "moves to choose from, from the start to the end of a game", "end");
    chart_text(c->out, "sub end", CHART_LEFT - 8, chart_y(c, 1) + 4, text);
    chart_text(c->out, "sub end", CHART_LEFT - 8, chart_y(c, 0) + 4, "0");
    add_curve(b, c, BALANCE_STEP_CHOICES, BALANCE_STEP_DECISIONS, top, "a");
}

static void add_expectation(const balance *b, chart *c) {
    chart_frame(c, "what the later winner expects", "end");
    chart_text(c->out, "sub end", CHART_LEFT - 8, chart_y(c, 1) + 4, "1");
    chart_text(c->out, "sub end", CHART_LEFT - 8, chart_y(c, 0) + 4, "0");
    c->most = 1;
    chart_open_line(c, "axis half");
    chart_point(c, 0, 1.0 / b->players);
    chart_point(c, 1, 1.0 / b->players);
    chart_close_line(c);
    add_curve(b, c, BALANCE_STEP_WINNER, BALANCE_STEP_TOLD, BALANCE_WHOLE, "b");
}

void balance_plot(balance *b, const char *title, const char *const *seats, buffer *out) {
    balance_report r = balance_report_of(b);
    chart c = {.out = out, .top = TOP + BAR + GAP, .height = HEIGHT};
    chart_begin(out, TOP + BAR + 3 * (HEIGHT + GAP) + 20, "what games say about their rules",
                title);
    add_shares(b, &r, seats, out);
    add_lengths(b, &r, &c);
    c.top += HEIGHT + GAP;
    add_choices(b, &c);
    c.top += HEIGHT + GAP;
    if (b->sum[BALANCE_WON]) {
        add_expectation(b, &c);
    }
    chart_end(out);
}
