// SPDX-License-Identifier: MIT
// What all parts of `tessera evolve` ask: whether to stop, with which words, what it has cost; see evolve.h.
#include "arena/crew.h"
#include "cli/evolve.h"
#include "term/tty.h"

int evolve_is_stopped(void *self) {
    (void)self;
    return term_interrupts() > 0 || term_terminated() != 0;
}

cli_exit evolve_refuse(const tsr_error *err) {
    cli_complain("%s", err->message);
    return err->code == TSR_ERR_ARGUMENT ? CLI_USAGE : CLI_FILE;
}

cli_exit evolve_interrupted(const lab *l) {
    if (l->e) {
        cli_complain("interrupted after generation %u of %u%s", l->e->judged, l->plan.generations,
                     l->v->out ? "; the same command continues" : "");
    } else {
        cli_complain("interrupted");
    }
    return CLI_INTERRUPTED;
}

double evolve_cpu_s(const lab *l) {
    return l->earlier_cpu_s + crew_cpu_s();
}
