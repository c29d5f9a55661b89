// SPDX-License-Identifier: MIT
// What all parts of `tessera train` ask: whether to stop, what it has cost, who plays; see train.h.
#include "arena/crew.h"
#include "cli/train.h"
#include "term/tty.h"

int train_is_stopped(void *self) {
    (void)self;
    return term_interrupts() > 0 || term_terminated() != 0;
}

const char *train_player(const lesson *l) {
    return l->c->c.by_view ? "reflex" : "az";
}

double train_cpu_s(const lesson *l) {
    return l->earlier_cpu_s + crew_cpu_s();
}

cli_exit train_refuse(const tsr_error *err) {
    cli_complain("%s", err->message);
    return err->code == TSR_ERR_ARGUMENT ? CLI_USAGE : CLI_FILE;
}
