// SPDX-License-Identifier: MIT
//
// evolve: finds good numbers for an agent's options by letting agents with many different ones
// play, and breeding from those that do well.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/evolve.h"
#include "term/tty.h"

const char *const evolve_fitness_words[] = {"place", "first", "share", "score", NULL};
const char *const evolve_method_words[] = {"genetic", "cma", NULL};

static const cli_option options[] = {
    CLI_ROW_INT("games", "N", "games each agent plays per generation", evolve_values, games, 1,
                1000000, 100),
    CLI_ROW_INT("population", "N", "agents per generation and island", evolve_values, population, 2,
                EVOLVE_POPULATION, 20),
    CLI_ROW_INT("generations", "N", "number of generations", evolve_values, generations, 1, 100000,
                50),
    CLI_ROW_INT("seats", "N", "seats of the agent that is evolved", evolve_values, seats, 1,
                TSR_MAX_PLAYERS, 1),
    CLI_ROW_TEXT("start", "HOW",
                 "initial values: own (the agent's defaults), spec, random, or a FILE",
                 evolve_values, start),
    CLI_ROW_CHOICE("fitness", "WHAT", "fitness measure", evolve_values, fitness,
                   evolve_fitness_words),
    CLI_ROW_TEXT("selection", "HOW", "tournament:3, truncation:0.25, rank or roulette",
                 evolve_values, selection),
    CLI_ROW_TEXT("crossover", "HOW", "arithmetic, blend:0.5, uniform or none", evolve_values,
                 crossover),
    CLI_ROW_TEXT("mutation", "HOW", "gauss:0.1,0.2 (step, chance) or uniform:0.05", evolve_values,
                 mutation),
    CLI_ROW_FLAG("steady", "keep the mutation size constant", evolve_values, steady),
    CLI_ROW_INT("elite", "N", "agents that survive unchanged", evolve_values, elite, 0,
                EVOLVE_POPULATION, 2),
    CLI_ROW_CHOICE("method", "WHICH", "how the next generation is produced", evolve_values, method,
                   evolve_method_words),
    CLI_ROW_INT("islands", "N", "number of separate populations", evolve_values, islands, 1, 64, 1),
    CLI_ROW_TEXT("migrate", "EVERY:N",
                 "every so many generations copy N agents to the next island (10:1)", evolve_values,
                 migrate),
    CLI_ROW_FLAG("mix", "one OTHER takes all other seats, a different one each deal", evolve_values,
                 mix),
    CLI_ROW_INT("final", "N", "games per finalist, with separate seeds", evolve_values, final, 1,
                1000000, 2000),
    CLI_SERIES_OPTIONS(evolve_values, series, 1),
    CLI_ROW_SEED("seed", "N", "seed of all randomness (default 1)", evolve_values, seed),
    CLI_ROW_TEXT("out", "FOLDER", "keep everything in FOLDER, and resume from it", evolve_values,
                 out),
    CLI_ROW_FLAG("json", "everything as JSON objects", evolve_values, json),
    CLI_GAME_OPTIONS(evolve_values, game),
};

// --- The plan -----------------------------------------------------------------------------------

static int read_migrate(const char *text, evolve_plan *p) {
    char *end;
    unsigned long every = strtoul(text, &end, 10);
    unsigned long n = *end == ':' ? strtoul(end + 1, &end, 10) : 0;
    p->migrate_every = (uint32_t)every;
    p->migrants = (uint32_t)n;
    return *end == '\0' && every >= 1 && every <= 100000 && n >= 1 && n < p->population;
}

static cli_exit read_plan(lab *l) {
    const evolve_values *v = l->v;
    evolve_plan *p = &l->plan;
    tsr_error err = {0};
    p->method = (evolve_method)v->method;
    p->genes = (uint32_t)l->genes.count;
    p->population = (uint32_t)v->population;
    p->islands = (uint32_t)v->islands;
    p->generations = (uint32_t)v->generations;
    p->elite = (uint32_t)v->elite;
    p->seed = l->seed;
    p->start = l->start;
    p->starts = l->starts;
    p->ways.fades = !v->steady;
    if (evolve_read_selection(v->selection ? v->selection : "tournament:3", &p->ways, &err) ||
        evolve_read_crossover(v->crossover ? v->crossover : "arithmetic", &p->ways, &err) ||
        evolve_read_mutation(v->mutation ? v->mutation : "gauss:0.1,0.2", &p->ways, &err)) {
        return evolve_refuse(&err);
    }
    if (!read_migrate(v->migrate ? v->migrate : "10:1", p)) {
        cli_complain(
            "--migrate is EVERY:N, such as 10:1 (fewer than the population move), not '%.40s'",
            v->migrate);
        return CLI_USAGE;
    }
    return evolve_new(p, &l->e, &err) == TSR_OK ? CLI_OK : evolve_refuse(&err);
}

// What must be the same for a run to be gone on with.
static void write_settings(lab *l) {
    const evolve_values *v = l->v;
    const evolve_plan *p = &l->plan;
    const evolve_ways *w = &p->ways;
    const tsr_rules *r = l->table->rules;
    buffer b;
    json j;
    buffer_init(&b, NULL);
    json_begin(&j, "games");
    cli_series_head(&v->series, &j);
    buffer_addf(&b, "game %s\nrules %016" PRIx64 "\nagent %s\n", r->g.name, r->hash, l->genes.text);
    for (int i = 0; i < l->others; i++) {
        buffer_addf(&b, "other %d %d %s\n", l->other[i].kind, l->other[i].hall,
                    l->other[i].spec ? l->other[i].spec : "-");
    }
    buffer_addf(&b,
                "seed %" PRIu64 "\nstart %016" PRIx64 "%s\ngenerations %u\npopulation %u\n"
                "islands %u\nmigrate %u:%u\nelite %u\n",
                l->seed,
                tsr_hash_bytes(l->start, (size_t)l->starts * p->genes * sizeof *l->start, 0),
                p->random ? " random" : "", p->generations, p->population, p->islands,
                p->migrate_every, p->migrants, p->elite);
    buffer_addf(&b,
                "method %s\nselection %d %u %.9g\ncrossover %d %.9g\nmutation %d %.9g %.9g\n"
                "fading %d\n",
                evolve_method_words[p->method], w->selection, w->rivals, w->share, w->crossover,
                w->reach, w->mutation, w->step, w->chance, w->fades);
    buffer_addf(&b,
                "games %" PRId64 "\nseats %" PRId64 "\nfitness %s\nmix %d\nfinal %" PRId64
                "\nseries %s\n",
                v->games, v->seats, evolve_fitness_words[v->fitness], v->mix, v->final,
                buffer_text(&j.text));
    snprintf(l->settings, sizeof l->settings, "%s", buffer_text(&b));
    buffer_deinit(&j.text);
    buffer_deinit(&b);
}

// --- Running --------------------------------------------------------------------------------------

static cli_exit make_room(lab *l) {
    size_t n = l->e->count > EVOLVE_FINALISTS ? l->e->count : EVOLVE_FINALISTS;
    l->spec = calloc(n, sizeof *l->spec);
    l->of = calloc(n, sizeof *l->of);
    l->verdict = calloc(n, sizeof *l->verdict);
    if (!l->spec || !l->of || !l->verdict) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    return CLI_OK;
}

// The start genome and all who are named, so that a wrong word is found before the first game.
static cli_exit try_agents(lab *l) {
    lab_company company;
    cli_exit code = evolve_meet(l, 1, &company);
    if (code == CLI_OK && !genes_write(&l->genes, l->start, l->spec[0])) {
        cli_complain("the agent's options are too long");
        code = CLI_USAGE;
    }
    const char *mine[1] = {l->spec[0]};
    if (code == CLI_OK) {
        code = cli_series_try_agents(l->table->registry, l->table->rules, mine, 1);
    }
    if (code == CLI_OK) {
        code =
            cli_series_try_agents(l->table->registry, l->table->rules, company.of, company.count);
    }
    evolve_leave_company(&company);
    return code;
}

static cli_exit evolve_all(lab *l, const char *agent) {
    tsr_error err = {0};
    if (genes_read(agent, &l->genes, &err) != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_USAGE;
    }
    cli_exit code = evolve_read_start(l);
    code = code == CLI_OK ? read_plan(l) : code;
    code = code == CLI_OK ? make_room(l) : code;
    code = code == CLI_OK ? try_agents(l) : code;
    if (code != CLI_OK) {
        return code;
    }
    write_settings(l);
    l->planned = (uint64_t)l->v->games * l->e->count * l->plan.generations +
                 (uint64_t)l->v->final * (EVOLVE_FINALISTS + 2);
    code = evolve_run_on(l);
    return code == CLI_OK ? evolve_answer(l) : code;
}

static void free_lab(lab *l) {
    judge_free(l->verdict, l->verdicts);
    free(l->verdict);
    free(l->spec);
    free(l->of);
    free(l->start);
    buffer_deinit(&l->curve);
    evolve_free(l->e);
    cli_away_close(&l->away);
    free(l);
}

static cli_exit run_with(const cli_call *call, cli_table *table) {
    const evolve_values *v = call->values;
    int evaluates = strcmp(call->argv[0], "eval") == 0;
    char **word = call->argv + evaluates;
    int words = call->argc - evaluates;
    if (words < 2) {
        cli_complain("'evolve eval' wants GAME POPULATION OTHER...");
        return CLI_USAGE;
    }
    lab *l = calloc(1, sizeof *l);
    if (!l) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    *l = (lab){.v = v, .table = table, .seed = v->seed.given ? v->seed.value : 1, .lines_file = -1};
    buffer_init(&l->curve, NULL);
    cli_exit code = cli_table_open(table, word[0], (int)v->game.players, &v->game.option);
    if (code == CLI_OK) {
        code = evolve_read_others(l, word + 2, words - 2);
    }
    if (code == CLI_OK) {
        code = cli_away_open(&l->away, v->series.queue);
    }
    if (code == CLI_OK) {
        term_signals_init();
        code = evaluates ? evolve_eval(l, word[1]) : evolve_all(l, word[1]);
    }
    free_lab(l);
    return code;
}

static cli_exit run(const cli_call *call) {
    const evolve_values *v = call->values;
    cli_table table;
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = run_with(call, &table);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_evolve = {
    .name = "evolve",
    .usage = "GAME AGENT OTHER... | eval GAME POPULATION OTHER...",
    .about = "Tune the options of an agent by evolution.",
    .details =
        "Gaps in AGENT are the parameters: {0..2} is a number between 0 and 2, {0..2=0.7} one "
        "that\n"
        "starts at 0.7, {x68} a string of 68 letters of 0-9 A-Z a-z - _. OTHERs take the seats "
        "that\n"
        "--seats leaves, in turn: agents, best-last-generation, or hall:4 for earlier champions.\n"
        "All members of a generation play the same games. At the end the best ones play new "
        "games;\n"
        "the result is never worse there than the start. With --out a run that was killed "
        "continues\n"
        "when the same command is given again, with the same result bit for bit. 'eval' plays the\n"
        "agents in a file, one a line, or in the folder of a run. 'tune' is the former name.\n",
    .examples =
        "  tessera evolve azul 'azul-greedy:line={0..2},row={0..2}' azul-greedy\n"
        "  tessera evolve unicorns 'unicorns-weights:genes={x68}' unicorns-rules --players 6 \\\n"
        "      --seats 2 --jobs 2 --out run\n"
        "  tessera evolve eval unicorns run random --players 6 --seats 2 --games 1000\n",
    .min_args = 2,
    .max_args = LAB_OTHERS + 3,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(evolve_values),
    .run = run,
};
