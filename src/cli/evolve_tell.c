// SPDX-License-Identifier: MIT
// What `tessera evolve` says while it goes on; see evolve.h.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include <tessera/host.h>

#include "cli/evolve.h"

enum { PROGRESS_US = 200000 };

static double seconds_left(const lab *l, uint64_t more) {
    double spent = (double)(tsr_now_us() - l->begin_us) / 1e6;
    uint64_t played = l->sitting + more, done = l->games + more;
    uint64_t left = l->planned > done ? l->planned - done : 0;
    return played ? spent / (double)played * (double)left : 0;
}

static void format_left(double s, char out[32]) {
    if (s >= 5400) {
        snprintf(out, 32, "%.1f h", s / 3600);
    } else if (s >= 90) {
        snprintf(out, 32, "%.0f min", s / 60);
    } else {
        snprintf(out, 32, "%.0f s", s);
    }
}

void evolve_tell_begin(const lab *l) {
    if (l->v->json) {
        return;
    }
    printf("%d numbers, %u agents", l->genes.count, l->e->count);
    if (l->plan.islands > 1) {
        printf(" on %u islands", l->plan.islands);
    }
    printf(", %" PRId64 " games each; generation %u of %u\n", l->v->games, l->e->judged,
           l->plan.generations);
    fflush(stdout);
}

// On a terminal, a line that is written over.
void evolve_tell_progress(void *self, uint64_t games, uint64_t all) {
    lab *l = self;
    char left[32];
    uint64_t now = tsr_now_us();
    if (l->v->json || !isatty(STDERR_FILENO) || (games < all && now - l->told_us < PROGRESS_US)) {
        return;
    }
    l->told_us = now;
    if (games >= all) {
        fprintf(stderr, "\r\033[K");
        return;
    }
    format_left(seconds_left(l, games), left);
    fprintf(stderr, "\r\033[K  %s: %" PRIu64 " of %" PRIu64 " games, about %s left", l->what, games,
            all, left);
    fflush(stderr);
}

void evolve_tell_individual(const lab *l, uint32_t i, buffer *out) {
    const evolve_one *one = &l->e->one[i];
    const judge_verdict *v = &l->verdict[i];
    json j;
    json_begin(&j, "individual");
    json_uint(&j, "generation", l->e->judged);
    json_uint(&j, "island", i / l->plan.population + 1);
    json_uint(&j, "individual", i % l->plan.population + 1);
    json_decimal(&j, "fitness", one->fitness, 6);
    json_decimal(&j, "merit", evolve_merit(one), 6);
    json_uint(&j, "lived", one->lived);
    json_uint(&j, "games", v->games);
    json_uint(&j, "firsts", v->firsts);
    json_decimal(&j, "share", v->share, 6);
    json_text(&j, "agent", l->of[i]);
    buffer_add(out, buffer_text(&j.text), j.text.size);
    buffer_add_text(out, "}\n");
    out->failed |= j.text.failed;
    buffer_deinit(&j.text);
}

static void survey(const lab *l, double *mean, double *spread, double *best) {
    double sum = 0, squares = 0;
    *best = -HUGE_VAL;
    for (uint32_t i = 0; i < l->e->count; i++) {
        sum += l->e->one[i].fitness;
        *best = fmax(*best, l->e->one[i].fitness);
    }
    *mean = sum / l->e->count;
    for (uint32_t i = 0; i < l->e->count; i++) {
        double off = l->e->one[i].fitness - *mean;
        squares += off * off;
    }
    *spread = sqrt(squares / l->e->count);
}

void evolve_tell_generation(const lab *l) {
    double mean, spread, best, rest = seconds_left(l, 0);
    char left[32];
    survey(l, &mean, &spread, &best);
    format_left(rest, left);
    if (l->v->json) {
        json j;
        json_begin(&j, "generation");
        json_uint(&j, "generation", l->e->judged);
        json_uint(&j, "games", l->games);
        json_decimal(&j, "best", best, 6);
        json_decimal(&j, "mean", mean, 6);
        json_decimal(&j, "spread", spread, 6);
        json_decimal(&j, "cpu_s", evolve_cpu_s(l), 1);
        json_decimal(&j, "left_s", rest, 0);
        json_end(&j, stdout);
    } else {
        printf("%4u of %u: %s mean %.3f, spread %.3f, best %.3f; %" PRIu64
               " games, %.0f CPU s; about %s left\n",
               l->e->judged, l->plan.generations, evolve_fitness_words[l->v->fitness], mean, spread,
               best, l->games, evolve_cpu_s(l), left);
    }
    fflush(stdout);
}

static void add_verdict(json *j, const judge_verdict *v) {
    judge_rate first = judge_first_rate(v);
    json_uint(j, "games", v->games);
    json_uint(j, "distinct", v->distinct);
    json_decimal(j, "fitness", v->fitness, 6);
    json_decimal(j, "share", v->share, 6);
    json_uint(j, "firsts", v->firsts);
    json_decimal(j, "first", first.mean, 6);
    json_decimal(j, "low", first.low, 6);
    json_decimal(j, "high", first.high, 6);
}

void evolve_tell_verdict(const lab *l, const char *type, const char *who, const char *spec,
                         const judge_verdict *v) {
    judge_rate first = judge_first_rate(v);
    if (l->v->json) {
        json j;
        json_begin(&j, type);
        json_text(&j, "who", who);
        json_text(&j, "agent", spec);
        add_verdict(&j, v);
        json_end(&j, stdout);
        return;
    }
    printf("  %-22s %s %.3f, first in %.1f %%", who, evolve_fitness_words[l->v->fitness],
           v->fitness, 100 * first.mean);
    if (first.sure) {
        printf(" (%.1f to %.1f)", 100 * first.low, 100 * first.high);
    }
    printf(" of %" PRIu64 " games, %" PRIu64 " distinct\n", v->games, v->distinct);
    fflush(stdout);
}

static void tell_answer_json(const lab *l, const char *spec, const judge_verdict *v,
                             const judge_verdict *start, int is_start) {
    judge_rate more = judge_difference(v, start);
    json j;
    json_begin(&j, "evolved");
    json_text(&j, "agent", spec);
    json_bool(&j, "start", is_start);
    add_verdict(&j, v);
    json_uint(&j, "start_firsts", start->firsts);
    json_decimal(&j, "start_fitness", start->fitness, 6);
    json_decimal(&j, "more", more.mean, 6);
    json_decimal(&j, "more_low", more.low, 6);
    json_decimal(&j, "more_high", more.high, 6);
    json_decimal(&j, "cpu_s", evolve_cpu_s(l), 1);
    json_end(&j, stdout);
}

void evolve_tell_answer(const lab *l, const char *spec, const judge_verdict *v,
                        const judge_verdict *start, int is_start) {
    judge_rate more = judge_difference(v, start);
    if (l->v->json) {
        tell_answer_json(l, spec, v, start, is_start);
        return;
    }
    if (is_start) {
        printf(
            "no finalist was better than the start genome in separate games: it is the result\n");
    } else {
        printf("first more often than the start genome by %.1f %%", 100 * more.mean);
        if (more.sure) {
            printf(" (%.1f to %.1f)", 100 * more.low, 100 * more.high);
        }
        printf(" in the same deals\n");
    }
    printf("\n%s\n", spec);
}

void evolve_tell_mean(const lab *l, const judge_verdict *v, int count, int best) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += judge_first_rate(&v[i]).mean;
    }
    if (l->v->json) {
        json j;
        json_begin(&j, "evaluated");
        json_int(&j, "agents", count);
        json_decimal(&j, "first_mean", sum / count, 6);
        json_decimal(&j, "first_best", judge_first_rate(&v[best]).mean, 6);
        json_int(&j, "best", best + 1);
        json_end(&j, stdout);
        return;
    }
    printf("%d agents: first in %.2f %% of their games, the best of them (%d) in %.2f %%\n", count,
           100 * sum / count, best + 1, 100 * judge_first_rate(&v[best]).mean);
}
