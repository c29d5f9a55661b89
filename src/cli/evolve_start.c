// SPDX-License-Identifier: MIT
// Where an evolution starts: the numbers in the spec, the agent's own, anything, or genomes of a file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <tessera/host.h>

#include "arena/whole_file.h"
#include "cli/evolve.h"

enum { FILE_LIMIT = 16 << 20 };

// --- Files of specs ---------------------------------------------------------------------------

void evolve_free_lines(evolve_lines *lines) {
    tsr_mem_free(NULL, lines->text, lines->size + 1);
    free(lines->line);
    free(lines->number);
    *lines = (evolve_lines){0};
}

// A run's folder stands for its last population.
static void find_file(const char *path, char out[WHOLE_FILE_PATH]) {
    struct stat st;
    int is_folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    snprintf(out, WHOLE_FILE_PATH, "%s%s", path, is_folder ? "/population.txt" : "");
}

static void split(evolve_lines *out) {
    int number = 0;
    for (char *at = out->text; at && *at;) {
        char *end = strchr(at, '\n');
        number++;
        if (end) {
            *end = '\0';
        }
        at[strcspn(at, "\r")] = '\0';
        if (*at && *at != '#') {
            out->line[out->count] = at;
            out->number[out->count++] = number;
        }
        at = end ? end + 1 : NULL;
    }
}

cli_exit evolve_read_lines(const char *path, evolve_lines *out) {
    char file[WHOLE_FILE_PATH];
    tsr_error err = {0};
    size_t most = 1;
    *out = (evolve_lines){0};
    find_file(path, file);
    if (tsr_file_read(file, FILE_LIMIT, &out->text, &out->size, &err) != TSR_OK) {
        cli_complain_about(file, &err);
        return CLI_FILE;
    }
    for (size_t i = 0; i < out->size; i++) {
        most += out->text[i] == '\n';
    }
    out->line = calloc(most, sizeof *out->line);
    out->number = calloc(most, sizeof *out->number);
    if (!out->line || !out->number) {
        cli_complain("out of memory");
        evolve_free_lines(out);
        return CLI_FILE;
    }
    split(out);
    if (out->count == 0 || out->count > EVOLVE_STARTS) {
        cli_complain("%s: %d agents; there should be 1 to %d, one a line", file, out->count,
                     EVOLVE_STARTS);
        evolve_free_lines(out);
        return CLI_FILE;
    }
    return CLI_OK;
}

// --- Genomes ------------------------------------------------------------------------------------

static cli_exit make_room(lab *l, uint32_t starts) {
    l->starts = starts;
    l->start = calloc((size_t)starts * (size_t)l->genes.count, sizeof *l->start);
    if (!l->start) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    return CLI_OK;
}

static cli_exit read_file(lab *l) {
    evolve_lines lines;
    cli_exit code = evolve_read_lines(l->v->start, &lines);
    if (code != CLI_OK) {
        return code;
    }
    code = make_room(l, (uint32_t)lines.count);
    for (int i = 0; code == CLI_OK && i < lines.count; i++) {
        tsr_error err = {0};
        double *gene = l->start + (size_t)i * (size_t)l->genes.count;
        if (genes_find(&l->genes, lines.line[i], gene, &err) != TSR_OK) {
            cli_complain("%s:%d: %s", l->v->start, lines.number[i], err.message);
            code = CLI_FILE;
        }
    }
    evolve_free_lines(&lines);
    return code;
}

cli_exit evolve_read_start(lab *l) {
    const char *word = l->v->start ? l->v->start : "own";
    int own = strcmp(word, "own") == 0 || strcmp(word, "tiers") == 0;
    int random = strcmp(word, "random") == 0;
    tsr_error err = {0};
    if (!own && !random && strcmp(word, "spec") != 0) {
        return read_file(l);
    }
    if (own && genes_ask_agent(&l->genes, l->table->registry, l->table->rules, &err) != TSR_OK) {
        cli_complain_about(l->genes.text, &err);
        return cli_exit_of_agent(err.code);
    }
    cli_exit code = make_room(l, 1);
    if (code == CLI_OK) {
        memcpy(l->start, l->genes.start, (size_t)l->genes.count * sizeof *l->start);
        l->plan.random = random;
    }
    return code;
}
