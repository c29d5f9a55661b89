// SPDX-License-Identifier: MIT
// Whom the evolved play against: agents, the best of the last generation, champions of the past.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/rng.h>

#include "cli/evolve.h"
#include "cli/players.h"

enum { LUCK_HALL = 0x4a11 };

static cli_exit read_other(const char *word, lab_other *out) {
    cli_player player;
    *out = (lab_other){.hall = 1};
    if (strcmp(word, "best-last-generation") == 0) {
        out->kind = LAB_LAST;
        return CLI_OK;
    }
    if (strncmp(word, "hall", 4) == 0 && (word[4] == ':' || !word[4])) {
        char *end = NULL;
        long n = word[4] ? strtol(word + 5, &end, 10) : 4;
        if (n < 1 || n > LAB_HALL || (end && (*end || end == word + 5))) {
            cli_complain("hall:N takes 1 to %d champions, not '%.40s'", LAB_HALL, word);
            return CLI_USAGE;
        }
        out->kind = LAB_HALL_OF_FAME;
        out->hall = (int)n;
        return CLI_OK;
    }
    cli_exit code = cli_player_read(word, &player);
    if (code == CLI_OK && player.is_human) {
        cli_complain("'evolve' is for agents only");
        code = CLI_USAGE;
    }
    out->spec = player.spec;
    return code;
}

cli_exit evolve_read_others(lab *l, char **words, int count) {
    int players = l->table->rules->players, free_seats = players - (int)l->v->seats;
    if (count > LAB_OTHERS) {
        cli_complain("%d others at most, not %d", LAB_OTHERS, count);
        return CLI_USAGE;
    }
    if (free_seats < 0 || (!l->v->mix && count > free_seats)) {
        cli_complain("%s is for %d here: %d seats and %d others are too many",
                     l->table->rules->g.name, players, (int)l->v->seats, count);
        return CLI_USAGE;
    }
    if (free_seats > 0 && count == 0) {
        cli_complain("%d more %s a player", free_seats,
                     free_seats == 1 ? "seat needs" : "seats need");
        return CLI_USAGE;
    }
    for (int i = 0; i < count; i++) {
        cli_exit code = read_other(words[i], &l->other[i]);
        if (code != CLI_OK) {
            return code;
        }
    }
    l->others = count;
    return CLI_OK;
}

// --- A generation's company -------------------------------------------------------------------

static cli_exit add_genome(const lab *l, const double *gene, lab_company *c) {
    if (!genes_write(&l->genes, gene, c->spec[c->count])) {
        cli_complain("the agent's options are too long");
        return CLI_USAGE;
    }
    c->of[c->count] = c->spec[c->count];
    c->count++;
    return CLI_OK;
}

// Everybody whom this other stands for.
static cli_exit add_other(const lab *l, const lab_other *o, int fixed, tsr_rng *g, lab_company *c) {
    cli_exit code = CLI_OK;
    if (o->kind == LAB_SPEC) {
        c->of[c->count++] = o->spec;
    } else if (fixed || o->kind == LAB_LAST) {
        code = add_genome(l, fixed ? l->start : l->e->last, c);
    }
    for (int i = 0; code == CLI_OK && !fixed && o->kind == LAB_HALL_OF_FAME && i < o->hall; i++) {
        code = add_genome(l, l->e->hall[tsr_rng_below(g, l->e->halls)], c);
    }
    return code;
}

// Table t: the others fill the seats in turn, or with --mix one of them all of them; champions take
// turns from table to table.
static void set_table(const lab *l, int t, const int *first, const int *turns, judge_table *out) {
    int seats = (int)l->v->seats;
    for (int p = seats; p < l->table->rules->players; p++) {
        int which = l->v->mix ? t % l->others : (p - seats) % l->others;
        int turn = l->v->mix ? t / l->others : t;
        out->other[p] = (uint8_t)(first[which] + turn % turns[which]);
    }
}

cli_exit evolve_meet(const lab *l, int fixed, lab_company *c) {
    int first[LAB_OTHERS], turns[LAB_OTHERS], most = 1;
    cli_exit code = CLI_OK;
    tsr_rng g;
    tsr_rng_init(&g, tsr_seed_of(tsr_seed_of(l->seed, LUCK_HALL), l->e ? l->e->judged : 0));
    memset(c, 0, sizeof *c);
    c->spec = calloc(LAB_OTHERS * LAB_HALL, sizeof *c->spec);
    if (!c->spec) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    for (int i = 0; code == CLI_OK && i < l->others; i++) {
        first[i] = c->count;
        code = add_other(l, &l->other[i], fixed, &g, c);
        turns[i] = c->count - first[i];
        most = turns[i] > most ? turns[i] : most;
    }
    c->tables = l->v->mix && l->others ? most * l->others : most;
    for (int t = 0; code == CLI_OK && l->others && t < c->tables; t++) {
        set_table(l, t, first, turns, &c->table[t]);
    }
    return code;
}

void evolve_leave_company(lab_company *c) {
    free(c->spec);
    c->spec = NULL;
}

// --- Playing --------------------------------------------------------------------------------

cli_exit evolve_judge(lab *l, const char *const *spec, int count, const lab_company *with,
                      uint64_t games, uint64_t seed) {
    const tsr_rules *r = l->table->rules;
    const char *sample[TSR_MAX_PLAYERS] = {spec[0]};
    int samples = 1;
    cli_series series;
    tsr_error err = {0};
    while (samples < TSR_MAX_PLAYERS && samples <= with->count) {
        sample[samples] = with->of[samples - 1];
        samples++;
    }
    judge_free(l->verdict, l->verdicts);
    l->verdicts = 0;
    cli_exit code = cli_series_read(&series, &l->v->series, r, sample, samples, seed, 0);
    if (code == CLI_OK) {
        code = cli_away_about(&l->away, l->table, &l->v->game.option, &series, &l->v->series, NULL);
    }
    if (code == CLI_OK) {
        judge_config c = {.rules = r,
                          .registry = l->table->registry,
                          .candidate = spec,
                          .candidates = count,
                          .other = with->of,
                          .others = with->count,
                          .table = with->table,
                          .tables = with->tables,
                          .seats = (int)l->v->seats,
                          .fitness = (judge_fitness)l->v->fitness,
                          .games = games,
                          .seed = seed,
                          .jobs = series.jobs > 1 ? series.jobs : 0,
                          .openings = series.openings.kind ? &series.openings : NULL,
                          .adjudicate = series.adjudicate,
                          .data_name = l->table->setup.data_name,
                          .cpu_clock = series.cpu_clock,
                          .self = l,
                          .stopped = evolve_is_stopped,
                          .progress = evolve_tell_progress,
                          .away = cli_away_face(&l->away),
                          .about = buffer_text(&l->away.about)};
        l->verdicts = count;
        code = judge_run(&c, l->verdict, &err) == TSR_OK ? CLI_OK : evolve_refuse(&err);
        l->sitting += games * (uint64_t)count;
    }
    cli_series_free(&series);
    return code == CLI_OK && evolve_is_stopped(NULL) ? evolve_interrupted(l) : code;
}
