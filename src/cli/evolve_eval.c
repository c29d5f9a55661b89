// SPDX-License-Identifier: MIT
// A whole population against others: every agent of a file plays the same games; see evolve.h.
#include <stdio.h>
#include <stdlib.h>

#include <tessera/host.h>
#include <tessera/rng.h>

#include "arena/seats.h"
#include "cli/evolve.h"

static cli_exit try_all(const lab *l, const char *file, const evolve_lines *lines) {
    for (int i = 0; i < lines->count; i++) {
        tsr_agent *a = NULL;
        tsr_error err = {0};
        tsr_err e = seats_open_agent(l->table->registry, lines->line[i], l->table->rules, &a, &err);
        if (e != TSR_OK) {
            cli_complain("%s:%d: %s", file, lines->number[i], err.message);
            return CLI_FILE;
        }
        tsr_agent_close(a);
    }
    return CLI_OK;
}

static void tell(const lab *l, const evolve_lines *lines) {
    int best = 0;
    for (int i = 0; i < lines->count; i++) {
        char who[24];
        snprintf(who, sizeof who, "agent %d", i + 1);
        evolve_tell_verdict(l, "agent", who, lines->line[i], &l->verdict[i]);
        best = l->verdict[i].firsts > l->verdict[best].firsts ? i : best;
    }
    evolve_tell_mean(l, l->verdict, lines->count, best);
}

cli_exit evolve_eval(lab *l, const char *population) {
    evolve_lines lines;
    lab_company company = {0};
    cli_exit code = evolve_read_lines(population, &lines);
    if (code != CLI_OK) {
        return code;
    }
    code = try_all(l, population, &lines);
    for (int i = 0; code == CLI_OK && i < l->others; i++) {
        if (l->other[i].kind != LAB_SPEC) {
            cli_complain("nothing evolves in 'eval': its others are agents");
            code = CLI_USAGE;
        }
    }
    l->verdict = calloc((size_t)lines.count, sizeof *l->verdict);
    if (code == CLI_OK && !l->verdict) {
        cli_complain("out of memory");
        code = CLI_FILE;
    }
    code = code == CLI_OK ? evolve_meet(l, 0, &company) : code;
    if (code == CLI_OK) {
        l->begin_us = tsr_now_us();
        l->planned = (uint64_t)l->v->games * (uint64_t)lines.count;
        snprintf(l->what, sizeof l->what, "%d agents", lines.count);
        code = evolve_judge(l, (const char *const *)lines.line, lines.count, &company,
                            (uint64_t)l->v->games, l->seed);
    }
    if (code == CLI_OK) {
        tell(l, &lines);
    }
    evolve_leave_company(&company);
    evolve_free_lines(&lines);
    return code;
}
