// SPDX-License-Identifier: MIT
// The answer of an evolution: who is really best, in games of their own, and whether that is better
// than what it started from; see evolve.h.
//
// The best by running mean, their mean and the start genome play the same fresh deals. Whoever is first
// there is partly lucky once more, so he and the start genome play other deals again, and these
// figures are the ones that are told. If the start genome is better there, it is the answer.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <tessera/rng.h>

#include "cli/evolve.h"

enum { LUCK_FINAL = 0xf1a1, LUCK_AGAIN };

typedef struct finale {
    double gene[EVOLVE_FINALISTS][EVOLVE_GENES];
    char spec[EVOLVE_FINALISTS][GENES_SPEC];
    const char *of[EVOLVE_FINALISTS];
    int count;
} finale;

static const char *name_of(const finale *f, int i, char room[24]) {
    if (i == f->count - 1) {
        return "the start genome";
    }
    if (i == f->count - 2) {
        return "their mean";
    }
    snprintf(room, 24, "number %d", i + 1);
    return room;
}

static cli_exit seat(const lab *l, finale *f) {
    f->count = evolve_finalists(l->e, f->gene);
    for (int i = 0; i < f->count; i++) {
        if (!genes_write(&l->genes, f->gene[i], f->spec[i])) {
            cli_complain("the agent's options are too long");
            return CLI_USAGE;
        }
        f->of[i] = f->spec[i];
    }
    return CLI_OK;
}

static cli_exit play(lab *l, const char *const *of, int count, int luck, const char *what) {
    lab_company company;
    cli_exit code = evolve_meet(l, 1, &company);
    snprintf(l->what, sizeof l->what, "%s", what);
    if (code == CLI_OK) {
        code = evolve_judge(l, of, count, &company, (uint64_t)l->v->final,
                            tsr_seed_of(l->seed, (uint64_t)luck));
    }
    evolve_leave_company(&company);
    return code;
}

// Whoever is not better than the start genome, which is the last, is not looked at again.
static int fittest(const lab *l, int count) {
    int best = count - 1;
    for (int i = 0; i < count; i++) {
        best = l->verdict[i].fitness > l->verdict[best].fitness ? i : best;
    }
    return best;
}

// The answer as a file: what was measured, and the spec.
static cli_exit write_best(const lab *l, const char *spec, const judge_verdict *v,
                           const judge_verdict *start) {
    judge_rate first = judge_first_rate(v);
    buffer out;
    buffer_init(&out, NULL);
    buffer_addf(&out,
                "# %s: first in %.1f %% (%.1f to %.1f) of %" PRIu64
                " games, the start genome in %.1f %%; seed %" PRIu64 "\n%s\n",
                l->table->rules->g.name, 100 * first.mean, 100 * first.low, 100 * first.high,
                v->games, 100 * judge_first_rate(start).mean, l->seed, spec);
    cli_exit code = evolve_lay_down(l, "best.txt", &out);
    buffer_deinit(&out);
    return code;
}

static int is_better(const judge_verdict *v, const judge_verdict *start) {
    return v->fitness > start->fitness && v->firsts >= start->firsts;
}

static cli_exit decide(lab *l, const finale *f, int best) {
    const char *two[2] = {f->of[best], f->of[f->count - 1]};
    cli_exit code = play(l, two, 2, LUCK_AGAIN, "the best again");
    if (code != CLI_OK) {
        return code;
    }
    int is_start = best == f->count - 1 || !is_better(&l->verdict[0], &l->verdict[1]);
    const judge_verdict *v = &l->verdict[is_start ? 1 : 0], *start = &l->verdict[1];
    char room[24];
    if (!l->v->json) {
        printf("again, other games:\n");
    }
    evolve_tell_verdict(l, "again", name_of(f, best, room), two[0], &l->verdict[0]);
    evolve_tell_verdict(l, "again", "the start genome", two[1], start);
    evolve_tell_answer(l, two[is_start], v, start, is_start);
    return write_best(l, two[is_start], v, start);
}

cli_exit evolve_answer(lab *l) {
    static finale f; // too large for a stack
    cli_exit code = seat(l, &f);
    if (code == CLI_OK) {
        code = play(l, f.of, f.count, LUCK_FINAL, "the final");
    }
    if (code != CLI_OK) {
        return code;
    }
    if (!l->v->json) {
        printf("the final, fresh games:\n");
    }
    for (int i = 0; i < f.count; i++) {
        char room[24];
        evolve_tell_verdict(l, "finalist", name_of(&f, i, room), f.of[i], &l->verdict[i]);
    }
    return decide(l, &f, fittest(l, f.count));
}
