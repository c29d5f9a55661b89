// SPDX-License-Identifier: MIT
//
// train: a network learns a game by playing against itself, generation by generation, in a folder
// of files (teach/course.h). Stopped or killed, the same command goes on with it.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <tessera/host.h>

#include "cli/json.h"
#include "cli/table.h"
#include "cli/train_judge.h"
#include "teach/course.h"
#include "term/tty.h"

struct values {
    cli_game_values game;
    int64_t generations, games, nodes, window, lines, jobs, measure, pairs, publish, symmetries;
    double rate, reuse;
    const char *width, *from;
    cli_seed seed;
    int json;
};

static const char *const symmetry_choices[] = {"found", "none", NULL};

static const cli_option options[] = {
    CLI_GAME_OPTIONS(struct values, game),
    CLI_ROW_INT("generations", "N", "rounds of playing and learning", struct values, generations, 1,
                4000, 40),
    CLI_ROW_INT("games", "N", "games of each", struct values, games, 1, 1000000, 500),
    CLI_ROW_INT("nodes", "N", "simulations for a move in these games", struct values, nodes, 2,
                100000, 32),
    CLI_ROW_TEXT("width", "WIDTHS", "the two layers (\"128 64\")", struct values, width),
    CLI_ROW_INT("lines", "N", "inputs for lines of N cells, 0 = none; -1 = of 4, if these are few",
                struct values, lines, -1, SCHEMA_LINE, -1),
    CLI_ROW_INT("window", "N", "samples to learn from", struct values, window, 1000, 100000000,
                150000),
    CLI_ROW_REAL("reuse", "X", "how often each sample is learned (4)", struct values, reuse, 0,
                 1000, -1),
    CLI_ROW_REAL("rate", "R", "how fast weights move at first (0.0015)", struct values, rate, 0, 1,
                 -1),
    CLI_ROW_CHOICE("symmetries", "WHICH", "teach all sides of the board alike, if it is so:",
                   struct values, symmetries, symmetry_choices),
    CLI_ROW_TEXT("from", "FILE", "begin with a network, of other options too: rows go by name",
                 struct values, from),
    CLI_ROW_INT("measure", "N", "generations between measurements; 0 = none", struct values,
                measure, 0, 100000, 10),
    CLI_ROW_INT("pairs", "N", "openings of a measurement, each from all seats", struct values,
                pairs, 1, 100000, 40),
    CLI_ROW_INT("publish", "N", "openings at most to test whether it is the best so far",
                struct values, publish, 0, 100000, 200),
    CLI_ROW_INT("jobs", "N", "processes at once; the result is the same", struct values, jobs, 1,
                256, 1),
    CLI_ROW_SEED("seed", "N", "the same seed, the same network (1)", struct values, seed),
    CLI_ROW_FLAG("json", "one JSON object a line", struct values, json),
};

// Whom networks are measured against.
static const char *const anchors[] = {"random", "mcts:nodes=300"};
enum { ANCHORS = sizeof anchors / sizeof *anchors, SPEC = COURSE_PATH + 64, SETTINGS = 2048 };

typedef struct lesson {
    const cli_table *table;
    const struct values *v;
    course *c;
    uint64_t begin_us;
    uint32_t first; // generation of this sitting
    char settings[SETTINGS], command[TNET_WORDS];
} lesson;

static int is_stopped(void *self) {
    (void)self;
    return term_interrupts() > 0 || term_terminated() != 0;
}

static double cpu_seconds(void) {
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage u;
        if (getrusage(i ? RUSAGE_CHILDREN : RUSAGE_SELF, &u) == 0) {
            sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
                   1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
        }
    }
    return sum;
}

static cli_exit refuse(const tsr_error *err) {
    cli_complain("%s", err->message);
    return err->code == TSR_ERR_ARGUMENT ? CLI_USAGE : CLI_FILE;
}

// --- Settings ---------------------------------------------------------------------------

static int read_width(const char *text, uint32_t *h1, uint32_t *h2) {
    char *end;
    unsigned long a = strtoul(text, &end, 10), b = strtoul(end, &end, 10);
    *h1 = (uint32_t)a;
    *h2 = (uint32_t)b;
    return *end == '\0' && a % TNET_LANE == 0 && b % TNET_LANE == 0 && a && b && a <= TNET_WIDTH &&
           b <= TNET_WIDTH;
}

static cli_exit read_config(lesson *l, const char *folder, course_config *out) {
    const struct values *v = l->v;
    const tsr_rules *r = l->table->rules;
    *out = (course_config){.rules = r,
                           .folder = folder,
                           .settings = l->settings,
                           .command = l->command,
                           .seed = v->seed.given ? v->seed.value : 1,
                           .generations = (uint32_t)v->generations,
                           .games = (uint32_t)v->games,
                           .simulations = (uint32_t)v->nodes - 1, // the first look is one
                           .line = (int)v->lines,
                           .window = (uint32_t)v->window,
                           .reuse = v->reuse > 0 ? v->reuse : 4,
                           .rate = v->rate >= 0 ? v->rate : 0.0015,
                           .symmetric = v->symmetries == 0,
                           .jobs = (int)v->jobs,
                           .from = v->from ? v->from : "",
                           .stopped = is_stopped};
    if (r->g.flags & TSR_HAS_HIDDEN) {
        cli_complain("something is hidden in %s; train teaches games in which all is open",
                     r->g.name);
        return CLI_USAGE;
    }
    if (!read_width(v->width ? v->width : "128 64", &out->h1, &out->h2)) {
        cli_complain("--width wants two multiples of %d up to %d, such as \"128 64\", not '%.40s'",
                     TNET_LANE, TNET_WIDTH, v->width);
        return CLI_USAGE;
    }
    if (v->lines == 1) {
        cli_complain("--lines wants lines of 2 to %d cells, 0 or -1", SCHEMA_LINE);
        return CLI_USAGE;
    }
    return CLI_OK;
}

// What must be the same for a run to be gone on with; and the command for the network's file.
static void write_settings(lesson *l, const course_config *c) {
    const tsr_rules *r = l->table->rules;
    const struct values *v = l->v;
    int n = snprintf(l->settings, SETTINGS, "game %s\nrules %016" PRIx64 "\n", r->g.name, r->hash);
    snprintf(l->settings + n, SETTINGS - (size_t)n,
             "seed %" PRIu64 "\ngenerations %u\ngames %u\nnodes %" PRId64 "\nwidth %u %u\n"
             "lines %d\nwindow %u\nreuse %.9g\nrate %.9g\nmeasure %" PRId64 " %" PRId64 " %" PRId64
             "\nsymmetries %s\nfrom %.800s\n",
             c->seed, c->generations, c->games, v->nodes, c->h1, c->h2, c->line, c->window,
             c->reuse, c->rate, v->measure, v->pairs, v->publish, symmetry_choices[v->symmetries],
             c->from);
    snprintf(l->command, sizeof l->command,
             "tessera train %s RUN --seed %" PRIu64 " --generations %u --games %u --nodes %" PRId64
             " --width \"%u %u\" --lines %d",
             r->g.name, c->seed, c->generations, c->games, v->nodes, c->h1, c->h2, c->line);
}

// --- Telling ----------------------------------------------------------------------------

static void tell_generation(const lesson *l) {
    const course *c = l->c;
    double seconds = (double)(tsr_now_us() - l->begin_us) / 1e6;
    uint32_t made = c->generation - l->first, left = c->c.generations - c->generation;
    double rest = made ? seconds / made * left : 0;
    double plies = (double)c->played.plies / (double)(c->played.games + !c->played.games);
    if (l->v->json) {
        json j;
        json_begin(&j, "generation");
        json_uint(&j, "generation", c->generation);
        json_uint(&j, "games", c->all.games);
        json_uint(&j, "samples", c->all.samples);
        json_decimal(&j, "plies", plies, 1);
        json_decimal(&j, "policy_loss", c->policy_loss, 5);
        json_decimal(&j, "value_loss", c->value_loss, 5);
        json_decimal(&j, "cpu_s", cpu_seconds(), 1);
        json_decimal(&j, "left_s", rest, 0);
        json_end(&j, stdout);
    } else {
        printf("%4u of %u: %" PRIu64 " games, %.1f plies each, loss %.3f moves, %.4f values; "
               "%.0f s, about %.0f s left\n",
               c->generation, c->c.generations, c->all.games, plies, c->policy_loss, c->value_loss,
               seconds, rest);
    }
    fflush(stdout);
}

static void tell_verdict(const lesson *l, const char *other, const train_verdict *x,
                         const char *so) {
    if (l->v->json) {
        json j;
        json_begin(&j, "measured");
        json_uint(&j, "generation", l->c->generation);
        json_text(&j, "against", other);
        json_uint(&j, "games", x->games);
        json_uint(&j, "distinct", x->distinct);
        json_decimal(&j, "score", x->score, 5);
        json_decimal(&j, "low", x->low, 5);
        json_decimal(&j, "high", x->high, 5);
        json_text(&j, "so", so);
        json_end(&j, stdout);
    } else {
        printf("      %.1f %% (%.1f to %.1f) against %s, %" PRIu64 " games, %" PRIu64
               " distinct%s%s\n",
               100 * x->score, 100 * x->low, 100 * x->high, other, x->games, x->distinct,
               so[0] ? ": " : "", so);
    }
    fflush(stdout);
}

// --- Measuring --------------------------------------------------------------------------

// Writes a network where players can read it.
static cli_exit lay_down(const lesson *l, const char *name, const buffer *net, char *spec) {
    char path[COURSE_PATH];
    tsr_error err = {0};
    course_path(l->c, name, path);
    snprintf(spec, SPEC, "az:nodes=%" PRId64 ",net=%s", l->v->nodes, path);
    return course_write(path, buffer_text(net), net->size, &err) ? refuse(&err) : CLI_OK;
}

// Against the fixed players, for the curve.
static cli_exit measure(lesson *l, const char *mine) {
    course *c = l->c;
    cli_exit code = CLI_OK;
    if (!c->curve.size) {
        buffer_add_text(&c->curve, "generation,games,samples,policy_loss,value_loss");
        for (int i = 0; i < ANCHORS; i++) {
            buffer_addf(&c->curve, ",%s,low,high", anchors[i]);
        }
        buffer_add_text(&c->curve, "\n");
    }
    size_t begin = c->curve.size;
    buffer_addf(&c->curve, "%u,%" PRIu64 ",%" PRIu64 ",%.6f,%.6f", c->generation, c->all.games,
                c->all.samples, c->policy_loss, c->value_loss);
    for (int i = 0; code == CLI_OK && i < ANCHORS; i++) {
        train_verdict x = {0};
        train_trial t = {.table = l->table,
                         .mine = mine,
                         .other = anchors[i],
                         .pairs = (uint64_t)l->v->pairs,
                         .seed = tsr_seed_of(c->c.seed, c->generation),
                         .jobs = (int)l->v->jobs};
        code = train_judge(&t, &x);
        if (code == CLI_OK && !is_stopped(NULL)) {
            tell_verdict(l, anchors[i], &x, "");
            buffer_addf(&c->curve, ",%.4f,%.4f,%.4f", x.score, x.low, x.high);
        }
    }
    buffer_add_text(&c->curve, "\n");
    c->curve.size = is_stopped(NULL) ? begin : c->curve.size;
    return code;
}

static void make_best(course *c, const buffer *net) {
    buffer_clear(&c->best);
    buffer_add(&c->best, buffer_text(net), net->size);
}

// Against the best so far, which it replaces only if it is surely stronger.
static cli_exit judge(lesson *l, const buffer *net, const char *mine) {
    char other[SPEC];
    train_verdict x = {0};
    if (!l->c->best.size || !l->v->publish) {
        make_best(l->c, net);
        return CLI_OK;
    }
    cli_exit code = lay_down(l, "before.tnet", &l->c->best, other);
    train_trial t = {.table = l->table,
                     .mine = mine,
                     .other = other,
                     .pairs = (uint64_t)l->v->publish,
                     .test = 1,
                     .seed = tsr_seed_of(~l->c->c.seed, l->c->generation),
                     .jobs = (int)l->v->jobs};
    code = code == CLI_OK ? train_judge(&t, &x) : code;
    if (code == CLI_OK && !is_stopped(NULL)) {
        int two = l->table->rules->players == 2;
        int better = two ? x.sprt == SPRT_ELO1 : x.low > 0.5;
        tell_verdict(l, "the best so far", &x, better ? "the new best" : "not surely better");
        if (better) {
            make_best(l->c, net);
        }
    }
    return code;
}

static cli_exit look_at_it(lesson *l) {
    char mine[SPEC];
    buffer net;
    tsr_error err = {0};
    buffer_init(&net, NULL);
    tsr_err e = course_net(l->c, "", &net, &err);
    cli_exit code = e ? refuse(&err) : lay_down(l, "now.tnet", &net, mine);
    code = code == CLI_OK ? measure(l, mine) : code;
    code = code == CLI_OK && !is_stopped(NULL) ? judge(l, &net, mine) : code;
    buffer_deinit(&net);
    return code;
}

// --- Training ---------------------------------------------------------------------------

static int is_due(const lesson *l) {
    const course *c = l->c;
    int64_t every = l->v->measure;
    return every && (c->generation % every == 0 || c->generation == c->c.generations);
}

static cli_exit interrupted(const lesson *l, uint32_t kept) {
    cli_complain("interrupted after generation %u of %u; the same command goes on", kept,
                 l->c->c.generations);
    return CLI_INTERRUPTED;
}

static cli_exit train(lesson *l) {
    course *c = l->c;
    tsr_error err = {0};
    cli_exit code = CLI_OK;
    while (code == CLI_OK && c->generation < c->c.generations) {
        uint32_t kept = c->generation;
        int done = 0;
        if (course_generation(c, &done, &err) != TSR_OK) {
            return refuse(&err);
        }
        if (!done) {
            return interrupted(l, kept);
        }
        tell_generation(l);
        code = is_due(l) ? look_at_it(l) : CLI_OK;
        if (code == CLI_OK && is_stopped(NULL)) {
            return interrupted(l, kept);
        }
        if (code == CLI_OK && course_keep(c, &err) != TSR_OK) {
            return refuse(&err);
        }
    }
    return code;
}

static cli_exit run_on(lesson *l, const char *folder) {
    course_config config;
    tsr_error err = {0};
    cli_exit code = read_config(l, folder, &config);
    if (code != CLI_OK) {
        return code;
    }
    write_settings(l, &config);
    if (course_open(&config, &l->c, &err) != TSR_OK) {
        return refuse(&err);
    }
    l->begin_us = tsr_now_us();
    l->first = l->c->generation;
    if (!l->v->json) {
        const schema *s = l->c->brain->see;
        printf("%u inputs, %u of them for lines; %u rows of moves; generation %u of %u", s->inputs,
               s->inputs - s->first_line, s->moves, l->c->generation, config.generations);
        printf(l->c->copied ? "; %d rows copied\n" : "\n", l->c->copied);
        for (int i = 0; i < l->c->same.count; i++) {
            printf("%s%s%s",
                   i ? ", " : "the same turned or mirrored: ", symmetry_name(l->c->same.one[i].way),
                   i + 1 == l->c->same.count ? "\n" : "");
        }
        fflush(stdout);
    }
    code = train(l);
    if (code == CLI_OK && course_keep(l->c, &err) != TSR_OK) {
        code = refuse(&err);
    }
    course_close(l->c);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    term_signals_init();
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], (int)v->game.players, &v->game.option);
    }
    if (code == CLI_OK) {
        lesson *l = tsr_mem_new(NULL, sizeof *l);
        if (l) {
            *l = (lesson){.table = &table, .v = v};
            code = run_on(l, call->argv[1]);
            tsr_mem_free(NULL, l, sizeof *l);
        } else {
            cli_complain("out of memory");
            code = CLI_FILE;
        }
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_train = {
    .name = "train",
    .usage = "GAME FOLDER",
    .about =
        "Teach a network a game by letting it play against itself. The folder is made; the same\n"
        "command goes on with what is there, after a kill as well, to the same network.",
    .details = "net.tnet is the newest network, best.tnet the one that was surely better than the "
               "best before\n"
               "(SPRT over pairs), curve.csv how it went against fixed players. Seat one with "
               "az:net=FILE.\n",
    .examples =
        "  tessera train connect4 c4 --generations 40 --games 500 --jobs 2\n"
        "  tessera match connect4 az:nodes=100,net=c4/best.tnet mcts:nodes=1000 --games 200\n"
        "  tessera train hex big --option size=9 --from small/best.tnet\n",
    .min_args = 2,
    .max_args = 2,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
