// SPDX-License-Identifier: MIT
// skip to end: no further phases but the end of the turn.
#include "unicorns/verb.h"

static bool perform(uni_machine *m, uni_job *job) {
    m->s->skip = 1;
    uni_tell(m, UNI_NEWS_SKIPS, m->s->turn, 0, UNI_NO_PLAYER);
    uni_job_end(m, job, true, job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d, (void)node;
    uni_tell_verb(o, "go", third);
    tsr_put(o, "straight to the end of the turn");
}

const uni_verb uni_verb_skip = {
    .word = "skip",
    .syntax = "to end",
    .example = "`skip to end`",
    .perform = perform,
    .tell = tell,
};
