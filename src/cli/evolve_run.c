// SPDX-License-Identifier: MIT
// Generations in a folder: each is judged, told, and kept before the next begins; see evolve.h.
//
// The checkpoint holds the population, the number of games, how long individuals.jsonl was, and the curve;
// everything else in the folder can be made from it, or is cut back to it.
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <tessera/host.h>
#include <tessera/rng.h>

#include "arena/evolve_plot.h"
#include "arena/run_folder.h"
#include "arena/whole_file.h"
#include "cli/evolve.h"

enum { CHECKPOINT_LIMIT = 256 << 20, LUCK_GAMES = 0x9a3e };

typedef struct luggage {
    uint64_t games, lines;
} luggage;

// --- Files ------------------------------------------------------------------------------------

static void path_of(const lab *l, const char *name, char out[WHOLE_FILE_PATH]) {
    snprintf(out, WHOLE_FILE_PATH, "%s/%s", l->v->out, name);
}

cli_exit evolve_lay_down(const lab *l, const char *name, const buffer *text) {
    char path[WHOLE_FILE_PATH];
    tsr_error err = {0};
    if (!l->v->out) {
        return CLI_OK;
    }
    if (text->failed) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    path_of(l, name, path);
    return whole_file_write(path, buffer_text(text), text->size, &err) ? evolve_refuse(&err)
                                                                       : CLI_OK;
}

static cli_exit cannot_write(const char *path) {
    cli_complain("%s cannot be written: %s", path, strerror(errno));
    return CLI_FILE;
}

// Opens individuals.jsonl and cuts off what came after the checkpoint.
static cli_exit open_lines(lab *l) {
    char path[WHOLE_FILE_PATH];
    path_of(l, "individuals.jsonl", path);
    l->lines_file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (l->lines_file < 0) {
        return cannot_write(path);
    }
    off_t size = lseek(l->lines_file, 0, SEEK_END);
    if (size < 0 || (uint64_t)size < l->lines) {
        cli_complain("%s is shorter than the checkpoint says: it has been altered", path);
        return CLI_FILE;
    }
    if (ftruncate(l->lines_file, (off_t)l->lines) != 0 ||
        lseek(l->lines_file, 0, SEEK_END) != (off_t)l->lines) {
        return cannot_write(path);
    }
    return CLI_OK;
}

static cli_exit add_lines(lab *l, const buffer *lines) {
    char path[WHOLE_FILE_PATH];
    size_t done = 0;
    path_of(l, "individuals.jsonl", path);
    while (done < lines->size) {
        ssize_t n = write(l->lines_file, lines->bytes + done, lines->size - done);
        if (n < 0 && errno != EINTR) {
            return cannot_write(path);
        }
        done += n > 0 ? (size_t)n : 0;
    }
    if (fdatasync(l->lines_file) != 0) {
        return cannot_write(path);
    }
    l->lines += lines->size;
    return CLI_OK;
}

// The last generation as specs, the best by merit first.
static void write_population(const lab *l, buffer *out) {
    uint32_t order[EVOLVE_POPULATION];
    evolve_order(l->e, order);
    buffer_addf(out, "# generation %u of %u, the best by running mean first\n", l->e->judged,
                l->plan.generations);
    for (uint32_t i = 0; i < l->e->count; i++) {
        buffer_addf(out, "%s\n", l->of[order[i]]);
    }
}

// The checkpoint last: what it speaks of is there.
static cli_exit keep(lab *l, const buffer *lines) {
    buffer more, bytes, picture, population;
    luggage bag = {.games = l->games};
    cli_exit code = l->v->out ? add_lines(l, lines) : CLI_OK;
    if (!l->v->out || code != CLI_OK) {
        return code;
    }
    bag.lines = l->lines;
    buffer_init(&more, NULL);
    buffer_init(&bytes, NULL);
    buffer_init(&picture, NULL);
    buffer_init(&population, NULL);
    buffer_add(&more, &bag, sizeof bag);
    buffer_add(&more, buffer_text(&l->curve), l->curve.size);
    evolve_put(l->e, &more, &bytes);
    evolve_plot_svg(buffer_text(&l->curve), l->plan.genes, l->genes.text, &picture);
    write_population(l, &population);
    code = evolve_lay_down(l, "curve.csv", &l->curve);
    code = code == CLI_OK ? evolve_lay_down(l, "curve.svg", &picture) : code;
    code = code == CLI_OK ? evolve_lay_down(l, "population.txt", &population) : code;
    code = code == CLI_OK ? evolve_lay_down(l, "checkpoint", &bytes) : code;
    buffer_deinit(&more);
    buffer_deinit(&bytes);
    buffer_deinit(&picture);
    buffer_deinit(&population);
    return code;
}

static cli_exit take_checkpoint(lab *l, const char *path) {
    char *bytes = NULL;
    const char *more = NULL;
    size_t size = 0, more_size = 0;
    luggage bag = {0};
    tsr_error err = {0};
    tsr_err e = tsr_file_read(path, CHECKPOINT_LIMIT, &bytes, &size, &err);
    e = e ? e : evolve_take(l->e, bytes, size, &more, &more_size, &err);
    if (!e && more_size < sizeof bag) {
        e = tsr_fail(&err, TSR_ERR_PARSE, "the checkpoint is of something else");
    }
    if (!e) {
        memcpy(&bag, more, sizeof bag);
        buffer_clear(&l->curve);
        buffer_add(&l->curve, more + sizeof bag, more_size - sizeof bag);
        l->games = bag.games;
        l->lines = bag.lines;
        l->earlier_cpu_s = evolve_plot_cpu(buffer_text(&l->curve));
    }
    tsr_mem_free(NULL, bytes, size + 1);
    if (e) {
        cli_complain_about(path, &err);
    }
    return e ? CLI_FILE : CLI_OK;
}

// Makes the folder, or goes on with what is there.
static cli_exit open_folder(lab *l) {
    char path[WHOLE_FILE_PATH];
    tsr_error err = {0};
    if (strlen(l->v->out) + 32 > WHOLE_FILE_PATH) {
        cli_complain("the path is too long");
        return CLI_USAGE;
    }
    if (run_folder_settle(l->v->out, l->settings, &err) != TSR_OK) {
        return evolve_refuse(&err);
    }
    path_of(l, "checkpoint", path);
    cli_exit code = access(path, F_OK) == 0 ? take_checkpoint(l, path) : CLI_OK;
    return code == CLI_OK ? open_lines(l) : code;
}

// --- Generations ------------------------------------------------------------------------------

static cli_exit write_specs(lab *l) {
    for (uint32_t i = 0; i < l->e->count; i++) {
        if (!genes_write(&l->genes, l->e->one[i].gene, l->spec[i])) {
            cli_complain("the agent's options are too long");
            return CLI_USAGE;
        }
        l->of[i] = l->spec[i];
    }
    return CLI_OK;
}

static cli_exit judge_all(lab *l) {
    lab_company company;
    cli_exit code = evolve_meet(l, 0, &company);
    if (code == CLI_OK) {
        // All of a generation meet the same luck.
        uint64_t seed = tsr_seed_of(tsr_seed_of(l->seed, LUCK_GAMES), l->e->judged);
        snprintf(l->what, sizeof l->what, "generation %u of %u", l->e->judged + 1,
                 l->plan.generations);
        code = evolve_judge(l, l->of, (int)l->e->count, &company, (uint64_t)l->v->games, seed);
    }
    evolve_leave_company(&company);
    for (uint32_t i = 0; code == CLI_OK && i < l->e->count; i++) {
        l->e->one[i].fitness = l->verdict[i].fitness;
    }
    return code;
}

static cli_exit generation(lab *l) {
    buffer lines;
    cli_exit code = write_specs(l);
    code = code == CLI_OK ? judge_all(l) : code;
    if (code != CLI_OK) {
        return code;
    }
    buffer_init(&lines, NULL);
    evolve_settle(l->e);
    l->games += (uint64_t)l->v->games * l->e->count;
    evolve_plot_add(&l->curve, l->e, l->games, evolve_cpu_s(l));
    for (uint32_t i = 0; i < l->e->count; i++) {
        evolve_tell_individual(l, i, &lines);
    }
    code = keep(l, &lines);
    if (code == CLI_OK) {
        if (l->v->json) {
            fputs(buffer_text(&lines), stdout);
        }
        evolve_tell_generation(l);
    }
    buffer_deinit(&lines);
    return code;
}

cli_exit evolve_run_on(lab *l) {
    cli_exit code = CLI_OK;
    evolve_plot_begin(&l->curve, l->plan.genes);
    if (l->v->out) {
        code = open_folder(l);
    }
    l->begin_us = tsr_now_us();
    if (code == CLI_OK) {
        evolve_tell_begin(l);
        code = l->e->judged ? write_specs(l) : CLI_OK;
    }
    while (code == CLI_OK && l->e->judged < l->plan.generations) {
        if (l->e->judged) {
            evolve_breed(l->e);
        }
        code = generation(l);
    }
    if (l->lines_file >= 0) {
        close(l->lines_file);
    }
    return code;
}
