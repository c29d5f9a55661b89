// SPDX-License-Identifier: MIT
//
// Games on a GPU: moves a second of random games, and steps a second with masks, planes and rewards, the
// actions drawn there too.
#include "cli/bench_gpu.h"

#include <stdio.h>

#include "cli/json.h"
#include "gpu/lanes_new.h"

static void print(const char *name, const gpu_figures *f, int as_json) {
    if (as_json) {
        json j;
        json_begin(&j, "gpu");
        json_text(&j, "game", name);
        json_int(&j, "playing", f->players);
        json_int(&j, "stepping", f->stepped);
        json_int(&j, "bytes_a_step", f->bytes);
        json_decimal(&j, "moves_per_second", f->moves, 0);
        json_decimal(&j, "steps_per_second", f->steps, 0);
        json_end(&j, stdout);
    } else {
        printf("%-14s %10.3f %10.3f %10u %8.3f\n", name, f->moves / 1e9, f->steps / 1e9,
               (unsigned)f->bytes, f->steps * f->bytes / 1e12);
    }
    fflush(stdout);
}

static cli_exit bench_row(const tsr_rules *r, double seconds, int *told, int as_json) {
    tsr_error err = {0};
    gpu_game *g = NULL;
    gpu_figures f;
    char about[200];
    tsr_err e = gpu_open(r, 0, &g, &err);
    if (!e && !*told && !as_json) {
        (void)gpu_about(g, about, sizeof about);
        printf("%s\n%-14s %10s %10s %10s %8s\n", about, "game", "G moves/s", "G steps/s",
               "bytes/step", "TB/s");
        *told = 1;
    }
    e = e ? e : gpu_measure(g, r, seconds, &f, &err);
    gpu_close(g);
    if (e) {
        cli_complain("%s: %s", r->g.name, err.message);
        return CLI_FILE;
    }
    print(r->g.name, &f, as_json);
    return CLI_OK;
}

cli_exit bench_gpu(cli_table *t, const cli_call *call, const cli_game_values *v, double seconds,
                   int as_json) {
    static const char *const usual[] = {"connect4", "clobber", "breakthrough", "reversi",
                                        "hex",      "gomoku",  "kalah",        "amazons",
                                        "checkers", "go",      "chess"};
    int count = call->argc > 0 ? call->argc : CLI_COUNT(usual), told = 0;
    cli_exit code = CLI_OK;
    for (int i = 0; code == CLI_OK && i < count; i++) {
        code = cli_table_open(t, call->argc > 0 ? call->argv[i] : usual[i], (int)v->players,
                              &v->option);
        if (code == CLI_OK) {
            code = bench_row(t->rules, seconds, &told, as_json);
            cli_table_forget(t);
        }
    }
    return code;
}
